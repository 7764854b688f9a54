"""The themes of a problem, found in its solution.

The themes are checkers terms, with the definitions used here. The *stroke* is the first part of the solution. It ends
when pieces were captured, the other side is to move and neither side can capture. It also ends before three moves in a
row that capture nothing, so it may be empty.

- *two-for-one*, *three-for-two* and so on: the pieces that the stroke captures and gives up;
- *exchange*: the stroke gives up as many pieces as it captures, and the solver gives up first;
- *sacrifice*: the stroke gives up more pieces than it captures;
- *steal*: the stroke captures pieces and gives up nothing;
- *breeches*: a piece steps between two others that it can both capture, and captures one of them;
- *in and out*: a man jumps into its king row, and out of it by the same move; or by the next move, if that is
  threatened at once or a jump of the other side opens the way;
- *back shot*: a jump over two or more pieces that goes back toward the solver's side all the way;
- *bridge*: the other side's only men in its first row are the two bridge men; either a man of the solver is crowned
  nevertheless, or there are no more than six pieces;
- *dog hole*: no more than eight pieces, and a man of the other side is stuck in its dog hole;
- *king trapped*: a king of the other side loses its last safe step, and does not escape;
- *crowning*: a man is crowned by the stroke, or by the first move if the stroke is empty;
- *block*: the other side has pieces left but no move;
- *first position*: two pieces against a king and a man that is held at the side of the board, by the opposition;
- *second position*: three pieces against a king and two men that are held at the two sides of the board;
- *opposition*: no more than six pieces, as many on each side, and nothing is captured for some moves; the solver has
  the move, as players count it, and crowns no man unless it is the first position;
- *ending*: no more than six pieces, but neither the opposition nor the first position.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import MAN, Move, Position
from engine.rules import Rules

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_SEEN: Final = 7
"""The plies of the solution that are examined."""
FEW_PIECES: Final = 6
_QUIET_PLIES: Final = 5
_QUIET_RUN: Final = 3
_REPLIED: Final = 2  # plies until the man must be in the dog hole
_BRIDGE_ROW: Final = 4  # playing squares of a row on boards with a bridge
_HOLE_PIECES: Final = 8  # with more, a man in the dog hole is incidental

THEMES: Final = (
    *(f"{_NUMBERS[taken]}-for-{_NUMBERS[given]}" for taken in range(2, 9) for given in range(1, taken)),
    *("exchange", "sacrifice", "steal", "breeches", "in and out", "back shot", "bridge", "dog hole"),
    *("king trapped", "crowning", "block", "first position", "second position", "opposition", "ending", "attack"),
)
"""All themes; *attack* stands for a problem with none of the others."""


def themes(rules: Rules, position: Position, line: Sequence[Move]) -> tuple[str, ...]:
    """Return the themes of a problem from its solution, in the order of THEMES."""
    found = set(_ThemeFinder(rules, position, line).themes())
    return tuple(theme for theme in THEMES if theme in found) or ("attack",)


class _ThemeFinder:
    """A finder of the themes of a solution. Each move is stored with the position before the move."""

    def __init__(self, rules: Rules, position: Position, line: Sequence[Move]) -> None:
        self._geometry = rules.geometry
        self._short_kings = not (rules.kings_fly or rules.triple_kings)
        self._generator = MoveGenerator(rules)
        self._start = position
        self._solver = position.side
        self._last = self._geometry.size - 1
        moves = self._with_captures(line)
        befores = [position, *(move.after for move in moves)]
        self._line = list(zip(befores, moves, strict=False))
        self._stroke = self._line[: self._settled(moves)]
        self._pieces = (position.black | position.white).bit_count()

    def _with_captures(self, line: Sequence[Move]) -> list[Move]:
        """Return the solution; if it ends amid captures, append the longest captures."""
        moves = list(line)
        while moves and self._generator.can_capture(moves[-1].after):
            moves.append(max(self._generator.routes(moves[-1].after), key=lambda move: len(move.captured)))
        return moves

    def _settled(self, moves: Sequence[Move]) -> int:
        """Return the ply at which the stroke ends."""
        takes = [bool(move.captured) for move in moves]
        for ply in range(len(moves)):
            before = moves[ply - 1].after if ply else self._start
            over = any(takes[:ply]) and before.side != self._solver and self._generator.is_quiet(before)
            if over or not any(takes[ply : ply + _QUIET_RUN]):
                return ply
        return len(moves)

    def themes(self) -> Iterator[str]:
        """Yield the themes."""
        yield from self._balance()
        tests: dict[str, Callable[[], bool]] = {
            "breeches": self._is_breeches,
            "in and out": self._is_in_and_out,
            "back shot": self._is_back_shot,
            "bridge": self._is_bridge,
            "dog hole": self._is_dog_hole,
            "king trapped": self._is_king_trapped,
            "crowning": partial(self._crowns, self._stroke or self._line[:1]),
            "block": self._is_block,
            "first position": self._is_first_position,
            "second position": self._is_second_position,
        }
        found = [theme for theme, is_it in tests.items() if is_it()]
        yield from found
        if self._pieces <= FEW_PIECES:
            yield "opposition" if "first position" in found or self._is_opposition() else "ending"

    def _of_men(self, among: Sequence[tuple[Position, Move]]) -> list[Move]:
        """Return the moves of the solver's men."""
        return [move for before, move in among if before.piece(move.start) == (self._solver, MAN)]

    def _balance(self) -> Iterator[str]:
        taken = sum(len(move.captured) for before, move in self._stroke if before.side == self._solver)
        given = sum(len(move.captured) for before, move in self._stroke if before.side != self._solver)
        if given and taken > given:
            if taken < len(_NUMBERS):
                yield f"{_NUMBERS[taken]}-for-{_NUMBERS[given]}"
        elif given > taken:
            yield "sacrifice"
        elif given and next(before for before, move in self._stroke if move.captured).side != self._solver:
            yield "exchange"
        elif taken > given:
            yield "steal"

    def _answers(self) -> Iterator[tuple[Position, Move, Move, Move]]:
        """Yield the position before each of the solver's moves, the move, the reply, and the solver's next move."""
        seen = self._line[:_SEEN]
        for (before, move), (_, reply), (_, answer) in zip(seen, seen[1:], seen[2:], strict=False):
            if before.side == self._solver:
                yield before, move, reply, answer

    def _threats(self, move: Move) -> list[Move]:
        """Return the captures that the solver could make if he moved twice in a row."""
        return [jump for jump in self._generator.routes(move.after.passed()) if jump.captured]

    def _is_breeches(self) -> bool:
        for _, move, reply, jump in self._answers():
            if move.captured or reply.captured or self._generator.can_capture(move.after):
                continue
            both = {jump.captured[0] for jump in self._threats(move) if jump.start == move.end}
            if len(both) > 1 and jump.captured and jump.start == move.end and jump.captured[0] in both:
                return True
        return False

    def _row(self, number: int) -> int:
        """Return the row of a square, counted from the solver's side."""
        row, _ = self._geometry.row_and_column(number)
        return row if self._solver == BLACK else self._last - row

    def _is_in_and_out(self) -> bool:
        by_men = self._of_men(self._line[: _SEEN - 2])
        if any(self._row(number) == self._last for move in by_men for number in move.path[1:-1]):
            return True
        for _, move, reply, out in self._answers():
            if move not in by_men or not move.captured or self._row(move.end) != self._last:
                continue
            threats = [jump.start for jump in self._threats(move)]
            if out.captured and out.start == move.end and (reply.captured or out.start in threats):
                return True
        return False

    def _is_back_shot(self) -> bool:
        for before, move in self._stroke:
            rows = [self._row(number) for number in move.path]
            goes_back = all(later < sooner for sooner, later in pairwise(rows))
            if goes_back and before.side == self._solver and len(move.captured) > 1:
                return True
        return False

    def _squares_of(self, row: int) -> dict[int, int]:
        """Return the squares of a row, counted from the solver's side, by their columns."""
        row = row if self._solver == BLACK else self._last - row
        found = ((column, self._geometry.at(row, column)) for column in range(self._geometry.size))
        return {column: number for column, number in found if number is not None}

    def _is_bridge(self) -> bool:
        theirs = (1 - self._solver, MAN)
        squares = self._squares_of(self._last)
        corner = next(column for column in squares if column in (1, self._last - 1))
        from_corner = [squares[column] for column in sorted(squares, key=lambda column: abs(column - corner))]
        bridge = {from_corner[0], from_corner[2]}
        if len(squares) != _BRIDGE_ROW or bridge != {at for at in from_corner if self._start.piece(at) == theirs}:
            return False
        return self._pieces <= FEW_PIECES or self._crowns(self._line[:_SEEN])

    def _is_dog_hole(self) -> bool:
        if self._pieces > _HOLE_PIECES:
            return False
        squares = self._squares_of(1)
        hole = squares[0] if 0 in squares else squares[self._last]
        in_time, end = self._line[:_REPLIED][-1][1].after, self._line[:_SEEN][-1][1].after
        if any(position.piece(hole) != (1 - self._solver, MAN) for position in (in_time, end)):
            return False
        seen = end if end.side != self._solver else end.passed()
        return all(move.start != hole for move in self._generator.routes(seen))

    def _safe_steps(self, position: Position, king: int) -> int:
        """Return the number of safe steps and captures of the other side's king when that side is to move."""
        routes = self._generator.routes
        steps = [move for move in routes(position) if move.start == king]
        return sum(all(reply.captured[:1] != (move.end,) for reply in routes(move.after)) for move in steps)

    def _is_king_trapped(self) -> bool:
        for ply, (before, move) in enumerate(self._line[:_QUIET_PLIES]):
            if before.side != self._solver:
                continue
            after = move.after
            theirs = after.of(1 - self._solver)
            for king in self._geometry.numbers(theirs & after.kings):
                if self._generator.can_capture(after) or before.piece(king) is None:
                    continue
                trapped = not self._safe_steps(after, king) and self._safe_steps(before.passed(), king)
                if trapped and not _gets_away(king, self._line[ply + 1 : _SEEN]):
                    return True
        return False

    def _crowns(self, among: Sequence[tuple[Position, Move]]) -> bool:
        """Return True if a man of the solver is crowned."""
        return any(self._row(move.end) == self._last for move in self._of_men(among))

    def _is_block(self) -> bool:
        end = self._line[-1][1].after
        return bool(end.side != self._solver and end.of(end.side) and not self._generator.can_move(end))

    def _is_opposition(self) -> bool:
        quiet = len(self._line) >= _QUIET_PLIES and self._takes_nothing_at_first()
        return quiet and self._has_the_move() and not self._crowns(self._line[:_SEEN])

    def _takes_nothing_at_first(self) -> bool:
        return not any(move.captured for _, move in self._line[:_QUIET_PLIES])

    def _has_the_move(self) -> bool:
        """Return True if both sides have equal pieces and the solver has *the move*, the opposition.

        The solver has the move if the number of pieces in the columns that begin in his first row is odd. The rule does
        not apply to flying kings.
        """
        position = self._start
        equal = position.black.bit_count() == position.white.bit_count()
        pieces = self._geometry.numbers(position.black | position.white)
        odd = sum(self._row(number) % 2 == 0 for number in pieces) % 2 == 1
        return equal and odd and (self._short_kings or not position.kings)

    def _held_men(self, pieces: int, men: int) -> list[int]:
        """Return the squares of the other side's men.

        Return an empty list unless it has ``men`` men, each side has ``pieces`` pieces, and the solver has a king.
        """
        position = self._start
        own, theirs = position.of(self._solver), position.of(1 - self._solver)
        found = self._geometry.numbers(theirs & ~position.kings)
        is_it = (own.bit_count(), theirs.bit_count(), len(found)) == (pieces, pieces, men) and own & position.kings
        return list(found) if is_it else []

    def _is_first_position(self) -> bool:
        held = self._held_men(2, 1)
        if not held or not self._short_kings or not self._has_the_move() or not self._takes_nothing_at_first():
            return False
        if any(move.start in held for _, move in self._line[:_SEEN]):
            return False
        _, column = self._geometry.row_and_column(held[0])
        return column in (0, self._last) and self._row(held[0]) > 1  # the dog hole

    def _is_second_position(self) -> bool:
        held = self._held_men(3, 2)
        if {self._geometry.row_and_column(man)[1] for man in held} != {0, self._last}:
            return False
        steps = [move for move in self._generator.legal_moves(self._start.passed()) if move.start in held]
        return all(self._generator.can_capture(move.after) for move in steps)


def _gets_away(king: int, line: Sequence[tuple[Position, Move]]) -> bool:
    """Return True if a king of the other side leaves its square and is not captured at once."""
    for ply, (_, move) in enumerate(line):
        if king in move.captured:
            return False
        if move.start == king:
            reply = line[ply + 1 : ply + 2]
            return not reply or move.end not in reply[0][1].captured
    return False
