"""A session of DXP, the DamExchange protocol: games of this program with a peer over a connection.

Source: mesander.nl/damexchange. The protocol trusts the peer. This session checks the peer's moves by the rules. It
accepts a claimed result only if the rules confirm it, the peer resigns, or our time is up.
"""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from ai.dxp import messages as dxp
from ai.dxp.connection import ConnectionFailed, DxpConnection
from ai.hub.conventions import (
    STANDARD,
    Convention,
    client_squares,
    conventions,
    first_reading,
    known_conventions,
    position_letters,
    read_hub_move,
    read_position,
)
from ai.time_control import Budget, for_game, for_move
from engine.game import Game
from engine.geometry import WHITE, Side
from engine.position import Move, Position
from engine.printable import quoted
from engine.rules import Jumping, Rules

_END_TIMEOUT: Final = 5.0  # seconds to wait for the confirmation of the end
_LONGEST_GAME: Final = 2_000  # plies
_SHOWN: Final = 40
_REFUSALS: Final = {
    dxp.WRONG_VERSION: "it knows another version of the protocol",
    dxp.NOT_THIS_GAME: "it does not want this one",
    dxp.NO_GAME: "it does not want one",
}


class DxpGame:
    """A game with a peer whose convention for numbering squares may be unknown.

    ``ways`` are the possible conventions, by default all known ones. A convention that gives a legal move goes first.
    """

    def __init__(self, game: Game, ways: Sequence[Convention] = ()) -> None:
        self.game = game
        self._ways = list(ways or known_conventions(game.rules))

    @classmethod
    def requested(cls, request: dxp.GameRequest, rules: Rules, jumping: Jumping = "forced") -> "DxpGame":
        """Return the game of a request. Raises ValueError if the position is invalid or the game is over in it."""
        if request.position is None:
            return cls(Game(rules, jumping))

        def read(way: Convention) -> Position:
            return read_position(str(request.position), rules, way.in_positions)

        def gives_start(way: Convention) -> bool:
            with suppress(ValueError):
                return read(way) == start
            return False

        ways = conventions(rules, request.position, "", None)
        start = first_reading(ways, read)
        game = Game(rules, jumping, start)
        if game.outcome is not None:
            raise ValueError("nobody can move there")
        return cls(game, list(filter(gives_start, ways)))

    def request(self, name: str, side: Side, minutes: int, moves: int) -> dxp.GameRequest:
        """Return the request for this game, in which the other program plays ``side``."""
        start, rules = self.game.start, self.game.rules
        is_default = rules.first == WHITE and start == Position.start(rules)
        letters = None if is_default else position_letters(start, STANDARD.in_positions)
        return dxp.GameRequest(name, side, minutes, moves, letters)

    def write(self, move: Move, seconds: float) -> dxp.MoveMade:
        """Return the message for a move, in the square numbers of the peer."""
        return dxp.MoveMade(round(seconds), *client_squares(move, self.game.rules.geometry, self._ways[0].in_moves))

    def read(self, made: dxp.MoveMade) -> Move:
        """Return the legal move of a message. Raises ConnectionFailed."""
        text = ("x" if made.captured else "-").join(map(str, (made.start, made.end, *made.captured)))
        moves = self.game.legal_moves()
        for way in self._ways:
            with suppress(ValueError):
                move = read_hub_move(text, moves, self.game.rules.geometry, way.in_moves)
                self._ways.remove(way)
                self._ways.insert(0, way)
                return move
        raise ConnectionFailed(f"The other side played {text}, which is not legal there.")

    def ply_before(self, request: dxp.BackRequest) -> int | None:
        """Return the number of plies before the requested position, or None if there was no such position."""
        ply = 2 * (request.number - 1) + (request.side != self.game.start.side)
        return ply if 0 <= ply <= self.game.ply else None


def end_reason(game: Game, side: Side) -> int:
    """Return the result of a game as a code of the protocol, from the view of ``side``."""
    outcome = game.outcome
    if outcome is None:
        return dxp.UNKNOWN
    return dxp.DRAW if outcome.winner is None else dxp.I_WIN if outcome.winner == side else dxp.I_LOSE


@dataclass(frozen=True)
class Session:
    """The games over one connection.

    ``choose`` returns a move within a time budget. ``report`` is called with a line for each event. ``seconds`` is the
    time for a move without a clock. ``patience`` is the timeout in seconds for a message of the peer. If the peer has a
    clock, its remaining time is added.
    """

    connection: DxpConnection
    name: str
    rules: Rules
    choose: Callable[[Game, Budget], Move]
    report: Callable[[str], None]
    seconds: float = 1.0
    patience: float = 600.0
    now: Callable[[], float] = time.monotonic

    def answer(self, within: float) -> tuple[DxpGame, dxp.GameRequest]:
        """Wait ``within`` seconds for a request that can be played, and accept it. Raises ConnectionFailed.

        Return the game and the request, whose ``side`` is ours.
        """
        until = self.now() + within
        while (received := self._heard(until)) is not None:
            if not isinstance(received, dxp.GameRequest):
                continue
            if received.version != dxp.VERSION:
                self.connection.send(dxp.GameAnswer(self.name, dxp.WRONG_VERSION))
                continue
            try:
                board = DxpGame.requested(received, self.rules)
            except ValueError as error:
                self.report(f"{quoted(received.name, _SHOWN)} asked for a game that cannot be played: {error}.")
                self.connection.send(dxp.GameAnswer(self.name, dxp.NOT_THIS_GAME))
                continue
            self.connection.send(dxp.GameAnswer(self.name, dxp.ACCEPTED))
            return board, received
        raise ConnectionFailed(f"The other side has asked for no game in {within:.0f} seconds.")

    def ask(self, game: Game, side: Side, minutes: int = 0, moves: int = 0) -> tuple[DxpGame, dxp.GameRequest]:
        """Request a game in which this program plays ``side``. Raises ConnectionFailed, also if the peer refuses.

        Return the game, and the terms from our view: the peer's name and our side.
        """
        board = DxpGame(game)
        request = board.request(self.name, 1 - side, min(minutes, dxp.MOST_MINUTES), moves)
        self.connection.send(request)
        while True:
            received = self._receive(self.patience)
            if isinstance(received, dxp.GameAnswer):
                if received.code != dxp.ACCEPTED:
                    raise ConnectionFailed(
                        f"{quoted(received.name, _SHOWN)} refuses the game: {_REFUSALS[received.code]}."
                    )
                return board, request._replace(name=received.name, side=side)

    def play(self, board: DxpGame, terms: dxp.GameRequest) -> None:
        """Play a game to its end. If the result is undecided, the game has no outcome.

        Raises ConnectionFailed if the peer breaks the rules or the protocol.
        """
        game, side = board.game, terms.side
        left = [60.0 * terms.minutes if terms.minutes else math.inf] * 2
        while True:
            began = self.now()
            if game.side == side:
                if self.is_due(game, terms, left):
                    return self._announce_end(game, side)
                move = self.choose(game, self.budget(game, terms, left[side]))
                spent = self.now() - began
                made = board.write(move, spent)
                game.play(move)
                self.connection.send(made)
                left[side] -= spent
                continue
            waiting = left[1 - side]
            received = self._receive(self.patience + (max(0.0, waiting) if math.isfinite(waiting) else 0.0))
            left[1 - side] -= self.now() - began
            match received:
                case dxp.MoveMade() if game.outcome is not None:
                    return self._announce_end(game, side)  # the other side counts repetitions or moves differently
                case dxp.MoveMade():
                    game.play(board.read(received))
                case dxp.BackRequest():
                    self._go_back(board, received)
                case dxp.GameEnd():
                    return self._confirm_end(game, side, received.reason, left)
                case _:
                    raise ConnectionFailed(f"The other side sent {type(received).__name__} where a move was expected.")

    def _receive(self, patience: float) -> dxp.Message:
        """Return the next message that is no chat. Raises ConnectionFailed, also if there is none in time."""
        if (received := self._heard(self.now() + patience)) is not None:
            return received
        raise ConnectionFailed(f"The other side has said nothing for {patience:.0f} seconds.")

    def _heard(self, until: float) -> dxp.Message | None:
        """Return the next message that is no chat, or None if there is none in time. Report the chat."""
        while (left := until - self.now()) > 0 and (received := self.connection.receive(left)) is not None:
            if not isinstance(received, dxp.Chat):
                return received
            self.report(f"They say: {quoted(received.text)}")
        return None

    def _go_back(self, board: DxpGame, request: dxp.BackRequest) -> None:
        ply = board.ply_before(request)
        self.connection.send(dxp.BackAnswer(dxp.NEVER_BACK if ply is None else dxp.BACK))
        if ply is not None:
            board.game.go_to(ply)
            self.report(f"They are going back to move {request.number}.")

    def budget(self, game: Game, terms: dxp.GameRequest, left: float) -> Budget:
        """Return the time for this program's next move. ``left`` has its seconds for the game; infinite: no clock."""
        if math.isinf(left):
            return for_move(self.seconds)
        return for_game(max(0.0, left), moves=max(1, terms.moves - game.ply // 2) if terms.moves else None)

    def is_due(self, game: Game, terms: dxp.GameRequest, left: list[float]) -> bool:
        """Return True if this program, which is to move, must end the game. If the peer's time is up, score a loss."""
        if game.outcome is None and left[1 - game.side] < 0:
            game.lose_on_time(1 - game.side)
        return game.outcome is not None or game.ply >= min(2 * terms.moves or _LONGEST_GAME, _LONGEST_GAME)

    def _announce_end(self, game: Game, side: Side) -> None:
        """Announce the end of the game and wait briefly for the confirmation."""
        self.connection.send(dxp.GameEnd(end_reason(game, side), is_last=False))
        with suppress(ConnectionFailed):
            while not isinstance(self._receive(_END_TIMEOUT), dxp.GameEnd):
                pass

    def _confirm_end(self, game: Game, side: Side, reason: int, left: list[float]) -> None:
        """Confirm that the peer ended the game. Score the claimed result only if it can be verified."""
        self.connection.send(dxp.GameEnd(dxp.UNKNOWN, is_last=False))
        if game.outcome is None:
            if reason == dxp.I_LOSE:
                game.resign(1 - side)
            elif reason == dxp.I_WIN and left[side] < 0:
                game.lose_on_time(side)
