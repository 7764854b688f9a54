"""``checkers dxp``: games against other programs over TCP, with DXP, the DamExchange protocol."""

import math
from collections.abc import Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import Final

from ai.dxp.connection import ConnectionFailed, DxpConnection, Listener, call
from ai.dxp.messages import GameRequest
from ai.dxp.session import DxpGame, Session
from ai.engine import never
from ai.hub.client import HubEngine, HubLimits
from ai.hub.program import EngineError
from ai.levels import LEVELS, MoveRequest
from ai.opponent import Opponent
from ai.time_control import Budget
from console.cli.arguments import CALLING, RULES, SEEDS, WAITING, Offered, one_of, whole
from console.cli.loading import INTERRUPTED
from console.cli.parser import Asked, Command, Refused, option
from console.storage.built_files import books_folder_if_any, tables_folder_if_any
from console.terminal.standard_streams import hand_over, tell
from console.version import NAME
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Side
from engine.pdn.record import GameRecord
from engine.pdn.writer import pdn_text
from engine.position import Move
from engine.printable import printable
from engine.rules import Rules

_TO_ASK: Final = 30.0  # seconds in which a caller must ask for a game
_COLORS: Final[dict[str, Side]] = {"black": BLACK, "white": WHITE}


@contextmanager
def _explained() -> Iterator[None]:
    """Raise Refused for errors of the other program or of an engine, and after Ctrl-C."""
    try:
        yield
    except ConnectionFailed as error:
        raise Refused(str(error)) from error
    except EngineError as error:
        raise Refused(f"{error}.") from error
    except KeyboardInterrupt:
        raise Refused("Interrupted.", INTERRUPTED) from None


@_explained()
def listen(asked: Asked) -> None:
    """Play against the callers, one after the other."""
    with closing(_LocalPlayer(asked)) as player, closing(Listener(asked.address, asked.port)) as listener:
        tell(f"Waiting for a call on {printable(asked.address)}, port {listener.port}.")
        games = 0
        while games < asked.games:
            connection = listener.accept(math.inf)
            if connection is not None:
                games += _answer(connection, player, asked.games - games)


def _answer(connection: DxpConnection, player: "_LocalPlayer", most: int) -> int:
    """Play up to ``most`` games with a caller, and return their number. A failed connection ends only this call."""
    games = 0
    tell("Somebody is calling.")
    with closing(connection):
        try:
            session = player.session(connection)
            while games < most:
                player.play(session, *session.answer(session.patience if games else min(_TO_ASK, session.patience)))
                games += 1
        except ConnectionFailed as error:
            _say(str(error))
    return games


@_explained()
def call_program(asked: Asked) -> None:
    """Connect to a listening program and play against it."""
    address, port = asked.where
    port = port if asked.port is None else asked.port
    with closing(_LocalPlayer(asked)) as player, closing(call(address, port)) as connection:
        session = player.session(connection)
        for number in range(asked.games):
            side: Side = _COLORS[asked.color] ^ number & 1
            player.play(session, *session.ask(Game(asked.rules), side, asked.minutes, asked.moves))


class _LocalPlayer:
    """The local player: a level of the opponent, or an external engine."""

    def __init__(self, asked: Asked) -> None:
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
            names = {terms.side: self._name, 1 - terms.side: terms.name}
            hand_over(pdn_text([GameRecord.of(board.game, {"Black": names[BLACK], "White": names[WHITE]})]))

    def _choose(self, game: Game, budget: Budget) -> Move:
        if self._engine is not None:
            return self._engine.choose(game, HubLimits(seconds=budget.soft)).move
        request = MoveRequest(game, LEVELS[self._asked.level], self._rng, budget)
        return self._opponent.choose_move(request, never).move


def _say(text: str) -> None:
    tell(printable(text))


_GAMES: Final = (
    RULES,
    option("--games N", whole(1, 10**6), "games to play before leaving", "1"),
    option("--level N", Offered([*map(str, LEVELS)], whole(1, 9)), "who plays here", "9"),
    option("--engine COMMAND", str, "an engine of another program that plays instead (Hub)"),
    option("--seconds N", whole(1, 3600), "seconds a move without a clock", "1"),
    option("--patience N", whole(1, 10**6), "seconds of silence before hanging up", "600"),
    option("--seed N", whole(-SEEDS, SEEDS), "random seed"),
)
COMMANDS: Final = (
    Command("dxp", None, "Play other programs over a line: DXP, the DamExchange protocol."),
    Command("dxp listen", listen, "Wait for a program that calls, and play it.", *_GAMES, *WAITING),
    Command(
        "dxp call",
        call_program,
        "Call a program that waits, and play it.",
        *CALLING,
        *_GAMES,
        option("--color COLOR", one_of(tuple(_COLORS)), "what is played here, then in turn", "black"),
        option("--minutes N", whole(0, 999), "for each side, 0: no clock", "0"),
        option("--moves N", whole(0, 999), "of a game at most, 0: any number", "0"),
    ),
)
