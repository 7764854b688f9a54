"""``checkers dxp``: games against other programs over TCP, with DXP, the DamExchange protocol."""

import math
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing
from random import Random
from typing import Final

from ai.dxp.connection import HERE, PORT, ConnectionFailed, DxpConnection, Listener, call
from ai.dxp.messages import MOST_MINUTES, GameRequest
from ai.dxp.session import DxpGame, Session
from ai.engine import never
from ai.hub.client import HubEngine, HubLimits
from ai.hub.program import EngineError
from ai.levels import LEVELS
from ai.opponent import Opponent
from ai.time_control import Budget
from console.cli.actions import Action, action_line, run_action
from console.cli.loading import INTERRUPTED
from console.cli.parser import CommandLine, OptionError, one_of, whole
from console.storage.built_files import books_folder_if_any, tables_folder_if_any
from console.terminal.standard_streams import complain, tell
from console.version import NAME
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Side
from engine.pdn.writer import pdn_move
from engine.position import Move
from engine.printable import printable
from engine.rules import Rules

_COLORS: Final[dict[str, Side]] = {"black": BLACK, "white": WHITE}
_MOST_SECONDS: Final = 3_600


def run(arguments: Sequence[str]) -> int:
    """Listen for another program, or connect to a listening program. Raises OptionError and TextRequested."""
    if not arguments or arguments[0].startswith(("-", "/")):
        CommandLine("dxp", "Play other programs over a line: DXP, the DamExchange protocol.").parse_args(arguments)
        raise OptionError(f"checkers dxp needs to know: {' or '.join(_NAMED)}")
    try:
        return run_action(_NAMED, arguments, "way", explained=(ConnectionFailed,))
    except EngineError as error:
        complain(printable(f"{error}."))
    except KeyboardInterrupt:
        complain("Interrupted.")
        return INTERRUPTED
    return 1


def _listen(arguments: Sequence[str]) -> int:
    """Play against the callers, one after the other."""
    line = _line("listen", "Wait for a program that calls, and play it.")
    line.add_argument("--address", default=HERE, metavar="ADDRESS", help=f"the address to wait on ({HERE})")
    line.add_argument("--port", type=whole(0, 65_535), default=PORT, metavar="N", help=f"the port, 0: any ({PORT})")
    asked = line.parse_args(arguments)
    with closing(_LocalPlayer(asked)) as player, closing(Listener(asked.address, asked.port)) as listener:
        tell(f"Waiting for a call on {printable(asked.address)}, port {listener.port}.")
        games = 0
        while games < asked.games:
            connection = listener.accept(math.inf)
            if connection is not None:
                games += _answer(connection, player, asked.games - games)
    return 0


def _answer(connection: DxpConnection, player: "_LocalPlayer", most: int) -> int:
    """Play up to ``most`` games with a caller, and return their number. A failed connection ends only this call."""
    games = 0
    tell("Somebody is calling.")
    with closing(connection):
        try:
            session = player.session(connection)
            while games < most:
                player.play(session, *session.answer())
                games += 1
        except ConnectionFailed as error:
            _say(str(error))
    return games


def _call(arguments: Sequence[str]) -> int:
    """Connect to a listening program and play against it."""
    line = _line("call", "Call a program that waits, and play it.")
    add = line.add_argument
    add("where", metavar="HOST[:PORT]", type=read_place, help="the address to call")
    colors = "what is played here (black, then in turn)"
    add("--color", type=one_of(tuple(_COLORS), "use black or white"), default="black", help=colors)
    add("--minutes", type=whole(0, MOST_MINUTES), default=0, metavar="N", help="for each side, 0: no clock (0)")
    add("--moves", type=whole(0, MOST_MINUTES), default=0, metavar="N", help="of a game at most, 0: any number (0)")
    asked = line.parse_args(arguments)
    with closing(_LocalPlayer(asked)) as player, closing(call(*asked.where)) as connection:
        session = player.session(connection)
        for number in range(asked.games):
            side: Side = _COLORS[asked.color] ^ number & 1
            player.play(session, *session.ask(Game(asked.rules), side, asked.minutes, asked.moves))
    return 0


class _LocalPlayer:
    """The local player: a level of the opponent, or an external engine."""

    def __init__(self, asked: Namespace) -> None:
        self._asked = asked
        self._rules: Rules = asked.rules
        self._rng = Random(asked.seed)
        self._engine = HubEngine(asked.engine, self._rules) if asked.engine else None
        self._opponent = Opponent(tables_folder_if_any(), books_folder_if_any())
        self._name = f"{NAME}, {LEVELS[asked.level].name}" if self._engine is None else self._engine.name

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()

    def session(self, connection: DxpConnection) -> Session:
        return Session(
            connection, self._name, self._rules, self._choose, _say, self._asked.seconds, self._asked.patience
        )

    def play(self, session: Session, board: DxpGame, terms: GameRequest) -> None:
        """Play a game and print it."""
        own = SIDE_NAMES[terms.side]
        tell(f"A game against {printable(terms.name) or 'somebody without a name'}: {own} is played here.")
        if self._engine is not None:
            self._engine.new_game()
        try:
            session.play(board, terms)
        finally:
            tell(_game_text(board.game))

    def _choose(self, game: Game, budget: Budget) -> Move:
        if self._engine is not None:
            return self._engine.choose(game, HubLimits(seconds=budget.soft)).move
        return self._opponent.choose_move(game, LEVELS[self._asked.level], self._rng, never, budget=budget).move


def _game_text(game: Game) -> str:
    """Return the moves and the result of a game as text."""
    parts = []
    again = Game(game.rules, game.jumping, game.start)
    for turn in game.turns[: game.ply]:
        number = f"{again.ply // 2 + 1}. " if again.ply % 2 == 0 else ""
        parts.append(f"{number}{pdn_move(turn.move, again.routes(), game.rules)}")
        again.replay(turn)
    outcome = game.outcome
    if outcome is None:
        result = "The game was left undecided."
    elif outcome.winner is None:
        result = f"A draw: {outcome.reason.value}."
    else:
        result = f"{SIDE_NAMES[outcome.winner]} wins: {outcome.reason.value}."
    return " ".join([*parts, result])


def _say(text: str) -> None:
    tell(printable(text))


def read_place(text: str) -> tuple[str, int]:
    """Parse a host and an optional port after a colon; an IPv6 address is in brackets. Raises ValueError."""
    host, colon, port = text.rpartition(":")
    if not colon or (host.count(":") and not host.endswith("]")):
        host, port = text, str(PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65_536):
        raise ValueError(f"use a host, and a port if that is not {PORT}, as in 192.168.1.5:{PORT}")
    return host, int(port)


def _line(step: str, does: str) -> CommandLine:
    line = action_line(f"dxp {step}", does)
    add = line.add_argument
    add("--games", type=whole(1, 10**6), default=1, metavar="N", help="games to play before leaving (1)")
    add("--level", type=whole(1, len(LEVELS)), default=len(LEVELS), metavar="N", help="who plays here (9)")
    add("--engine", default="", metavar="COMMAND", help="an engine of another program that plays instead (Hub)")
    add("--seconds", type=whole(1, _MOST_SECONDS), default=1, metavar="N", help="seconds a move without a clock (1)")
    patience = "seconds of silence before hanging up (600)"
    add("--patience", type=whole(1, 10**6), default=600, metavar="N", help=f"seconds {patience}")
    add("--seed", type=whole(-(10**18), 10**18), default=None, metavar="N", help="random seed")
    return line


_NAMED: Final[dict[str, Action]] = {"listen": _listen, "call": _call}
