"""A game: the start position, the turns played, the current ply, and how the game ends."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.draws import Count, draw_counts
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.printable import quoted
from engine.rules import DrawArticle, Jumping, Rules


class Reason(Enum):
    """The reason for the end of a game."""

    NO_MEN = "no men left"
    NO_MOVES = "no moves left"
    FIRST_KING = "first king"
    REPETITION = "third repetition"
    NO_PROGRESS = "moves each without progress"
    COUNTED = "moves each with the same balance"
    UNCOUNTABLE = "too many jumps to count"
    AGREED = "agreed"
    RESIGNED = "resigned"
    FLAG = "out of time"


@dataclass(frozen=True)
class Outcome:
    """The winner (None: drawn) and the reason. ``article``: the article whose limit was reached."""

    winner: int | None
    reason: Reason
    article: DrawArticle | None = None


class IllegalMove(ValueError):
    """A move or a huff that is illegal in this position."""


@dataclass(frozen=True)
class Turn:
    """A move as played, the square huffed after it (None: no huff), and the position after both.

    ``waived``: the opponent declined to huff.
    """

    move: Move
    after: Position
    huffed: int | None = None
    waived: bool = False


class Game:
    """A game record with undo and redo: ``position`` follows from start, turns and ply.

    ``generator`` generates the moves of its rules.
    """

    def __init__(self, rules: Rules, jumping: Jumping = "forced", start: Position | None = None) -> None:
        if jumping not in rules.jumpings:
            raise ValueError(
                f"{rules.name} is not played with jumping {quoted(jumping)}: {' or '.join(rules.jumpings)}"
            )
        self.rules = rules
        self.jumping = jumping
        self.start = start or Position.start(rules)
        self._turns: tuple[Turn, ...] = ()
        self._ply = 0
        self._ended: Outcome | None = None
        self.generator = MoveGenerator(rules, jumping)
        self._forced = self.generator if jumping == "forced" else MoveGenerator(rules)
        self._any_capture = self.generator if jumping != "forced" else MoveGenerator(rules, "free")
        self._known: tuple[Position, list[Move]] | None = None  # a position and its routes
        self._judged: tuple[tuple[Turn, ...], int, Outcome | None] | None = None  # turns, ply, and their outcome

    @property
    def turns(self) -> tuple[Turn, ...]:
        """All turns, undone turns included."""
        return self._turns

    @property
    def ply(self) -> int:
        """The number of turns played on the board; undone turns do not count."""
        return self._ply

    @property
    def position(self) -> Position:
        """The current position."""
        return self.position_at(self._ply)

    @property
    def side(self) -> int:
        """The side to move."""
        return self.position.side

    @property
    def last(self) -> Turn | None:
        """The turn that led to the current position, or None at the start."""
        return self._turns[self._ply - 1] if self._ply else None

    def position_at(self, ply: int) -> Position:
        """Return the position after ``ply`` turns."""
        return self._turns[ply - 1].after if ply else self.start

    def routes(self) -> list[Move]:
        """Return every legal move by every route.

        With huff and free jumping, moves that decline a jump are included.
        """
        position = self.position
        if self._known is None or self._known[0] != position:
            self._known = position, self.generator.routes(position)
        return list(self._known[1])

    def legal_moves(self) -> list[Move]:
        """Return the legal moves, one route each."""
        return self.generator.legal_moves(self.position)

    def captures(self) -> list[Move]:
        """Return the captures that forced jumping would require; empty if there are none."""
        return [move for move in self._forced.legal_moves(self.position) if move.captured]

    def possible(self) -> list[Move]:
        """Return every step and capture as if jumping were optional. A capture may stop after any of its jumps."""
        return self._any_capture.routes(self.position)

    def play(self, move: Move) -> None:
        """Play a move and discard the undone turns. Raises IllegalMove, also if the game is over."""
        if self.outcome:
            raise IllegalMove("the game is over")
        found = next((route for route in self.routes() if route == move), None)
        if found is None:
            raise IllegalMove(f"{move} is not legal here")
        self.replay(Turn(found, found.after))

    def replay(self, turn: Turn) -> None:
        """Append a recorded turn and discard the undone turns.

        Nothing is checked: the caller guarantees that the move is one of the routes of the current position. A recorded
        game that continued after an unclaimed draw can thus be replayed. Raises IllegalMove where the captures are too
        many to list.
        """
        if not self.generator.can_list_captures(self.position):
            raise IllegalMove("the game is drawn: there are more ways to jump than can be counted")
        self._turns = (*self._turns[: self._ply], turn)
        self._ply += 1
        self._ended = None

    @property
    def huffable(self) -> tuple[int, ...]:
        """The squares of the pieces that the side to move may huff: they failed to jump in the last turn.

        Empty if jumping is not *huff*, if the last turn was already answered by a huff or a waiver, or if the game has
        been ended.
        """
        last = self.last
        if self.jumping != "huff" or last is None or last.huffed is not None or last.waived:
            return ()
        if self._ended and not self.can_redo:
            return ()
        return _failed_to_capture(self._any_capture.routes(self.position_at(self._ply - 1)), last.move)

    def huff(self, number: int) -> None:
        """Remove a huffable piece as part of the last turn, and discard the undone turns. Raises IllegalMove."""
        if number not in self.huffable:
            raise IllegalMove(f"square {number} holds no piece that can be huffed")
        turn = replace(self._turns[self._ply - 1], after=self.position.without(number), huffed=number)
        self.go_to(self._ply - 1)
        self.replay(turn)

    def waive_huff(self) -> None:
        """Decline to huff, and discard the undone turns. Raises IllegalMove if nothing can be huffed."""
        if not self.huffable:
            raise IllegalMove("there is nothing to huff")
        turn = replace(self._turns[self._ply - 1], waived=True)
        self.go_to(self._ply - 1)
        self.replay(turn)

    @property
    def can_redo(self) -> bool:
        """True if there is a turn to redo."""
        return self._ply < len(self._turns)

    def go_to(self, ply: int) -> None:
        """Go to the position after ``ply`` turns. Raises IllegalMove outside 0 to the number of turns."""
        if not 0 <= ply <= len(self._turns):
            raise IllegalMove(f"the game has no ply {ply}: 0 to {len(self._turns)}")
        self._ply = ply

    def positions_since_progress(self) -> list[Position]:
        """Return the positions since the last progress, the latest last: only these can repeat, or count for a draw.

        Progress is a capture, a huff, or a man's move, unless the count of a draw article goes on.
        """
        positions, counts = [self.position], draw_counts(self.rules)
        ply = self._ply
        while ply:
            turn = self._turns[ply - 1]
            before = self.position_at(ply - 1)
            if turn.huffed is not None or (is_progress(before, turn.move) and not counts.goes_on(before, turn.after)):
                break
            positions.append(before)
            ply -= 1
        return positions[::-1]

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game continues or a huff is pending."""
        if self._ended and not self.can_redo:
            return self._ended
        if self.huffable:
            return None
        if self._judged is None or self._judged[0] is not self._turns or self._judged[1] != self._ply:
            found = stuck(self.generator, self.position) or drawn(self.generator, self.positions_since_progress())
            self._judged = self._turns, self._ply, found
        return self._judged[2]

    def resign(self, side: int) -> None:
        """End the game with a loss of ``side`` by resignation."""
        self.end(Outcome(1 - side, Reason.RESIGNED))

    def agree_draw(self) -> None:
        """End the game as a draw by agreement."""
        self.end(Outcome(None, Reason.AGREED))

    def lose_on_time(self, side: int) -> None:
        """End the game with a loss of ``side`` on time."""
        self.end(Outcome(1 - side, Reason.FLAG))

    def end(self, outcome: Outcome) -> None:
        """End the game at the current position and discard the undone turns."""
        self._turns = self._turns[: self._ply]
        self._ended = outcome

    def copy(self) -> "Game":
        """Return an independent copy."""
        return copy.copy(self)


def is_progress(before: Position, move: Move) -> bool:
    """Return True if a move captures or moves a man: it is irreversible."""
    man_moved = not before.kings & before.geometry.bit(move.start)
    return bool(move.captured) or man_moved


def stuck(generator: MoveGenerator, position: Position) -> Outcome | None:
    """Return the outcome if a side has no pieces, or the side to move has no legal move; otherwise None.

    That side loses, and wins in a losing game. Where the first king ends the game, so does the side without it.
    """
    side = position.side
    losing = generator.rules.losing
    if generator.rules.first_king:
        for each in (side, 1 - side):
            if position.of(1 - each) & position.kings:
                return Outcome(each if losing else 1 - each, Reason.FIRST_KING)
    for each in (side, 1 - side):
        if not position.of(each):
            return Outcome(each if losing else 1 - each, Reason.NO_MEN)
    if not generator.can_move(position):
        return Outcome(side if losing else 1 - side, Reason.NO_MOVES)
    return None


def drawn(generator: MoveGenerator, since_progress: Sequence[Position]) -> Outcome | None:
    """Return the draw by repetition, by a count of moves or by too many captures to list, or None.

    ``since_progress`` holds the positions since the last progress, the latest last.
    """
    if list(since_progress).count(since_progress[-1]) >= 3:
        return Outcome(None, Reason.REPETITION)
    count = draw_counts(generator.rules).first(since_progress)
    if count.left <= 0:
        return Outcome(None, Reason.COUNTED if count.article else Reason.NO_PROGRESS, count.article)
    if not generator.can_list_captures(since_progress[-1]):
        return Outcome(None, Reason.UNCOUNTABLE)
    return None


def draw_count(game: Game) -> Count:
    """Return the count of moves by which a game is drawn first."""
    return draw_counts(game.rules).first(game.positions_since_progress())


def _failed_to_capture(possible: Sequence[Move], move: Move) -> tuple[int, ...]:
    """Return the squares, after ``move``, of the pieces that failed to capture.

    If ``move`` captures, only its own piece can have failed: it could have jumped on. Otherwise every piece that could
    have captured has failed.

    ``possible``: the moves in the position before ``move``, by every route, as if jumping were optional.
    """
    captures = [route for route in possible if route.captured]
    if move.captured:
        jumps = len(move.path)
        goes_on = any(len(route.path) > jumps and route.path[:jumps] == move.path for route in captures)
        return (move.end,) if goes_on else ()
    return tuple(sorted(move.end if start == move.start else start for start in {route.start for route in captures}))
