"""What a problem is about, told from its solution.

Words of the game, with what is meant by them here. The *stroke* is the beginning of the solution up to where the play
becomes quiet: to the first three moves in a row that take nothing.

- *two for one*, *three for two* and the like: what the stroke takes, and what it gives for that;
- *exchange*: it gives as many as it takes;
- *sacrifice*: it gives more than it takes;
- *steal*: it takes without giving anything;
- *breeches*: a piece steps between two others that it may both take, and one of them falls;
- *in and out*: a piece jumps into its king row, and its next move, or the same one, is a jump out of it;
- *back shot*: a jump of two or more that goes back toward the own side all the way;
- *bridge*: the other side's men stand on both squares of its bridge, and the solution goes in beside them;
- *dog hole*: a man of the other side ends in its dog hole and cannot move;
- *king trapped*: a king of the other side is left without a safe step, which he had before;
- *crowning*: a man is crowned by the stroke, or by its first move;
- *block*: the other side is left with pieces and without a move;
- *first position*: two pieces against a king and a man that is held at the side of the board, by the opposition;
- *second position*: three pieces against a king and two men that are held at the two sides of the board;
- *opposition*: no more than six pieces, and nothing is taken for some moves;
- *ending*: no more than six pieces.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import MAN, Move, Position
from engine.rules import Rules

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_SEEN: Final = 7
"""So many plies of the solution tell what it is about."""
FEW_PIECES: Final = 6
_QUIET_PLIES: Final = 5
_QUIET_RUN: Final = 3

THEMES: Final = (
    *(f"{_NUMBERS[taken]} for {_NUMBERS[given]}" for taken in range(2, 9) for given in range(1, taken)),
    *("exchange", "sacrifice", "steal", "breeches", "in and out", "back shot", "bridge", "dog hole"),
    *("king trapped", "crowning", "block", "first position", "second position", "opposition", "ending", "attack"),
)
"""All of them; *attack* is what is none of the others."""


def themes(rules: Rules, position: Position, line: Sequence[Move]) -> tuple[str, ...]:
    """What the problem of a position is about whose solution is a line of moves; in the order of THEMES."""
    found = set(_Solution(rules, position, line).themes())
    return tuple(theme for theme in THEMES if theme in found) or ("attack",)


class _Solution:
    """The moves of a solution, each with the position before it, as far as they tell something."""

    def __init__(self, rules: Rules, position: Position, line: Sequence[Move]) -> None:
        self._geometry = rules.geometry
        self._generator = MoveGenerator(rules)
        self._start = position
        self._solver = position.side
        befores = [position, *(move.after for move in line)]
        self._line = list(zip(befores, line, strict=False))
        takes = [bool(move.captured) for move in line]
        quiet = next(ply for ply in range(len(line) + 1) if not any(takes[ply : ply + _QUIET_RUN]))
        self._stroke = self._line[:quiet]
        self._pieces = (position.black | position.white).bit_count()

    def themes(self) -> Iterator[str]:
        """Every theme that is in it."""
        yield from self._balance()
        tests = {
            "breeches": self._is_breeches,
            "in and out": self._is_in_and_out,
            "back shot": self._is_back_shot,
            "bridge": self._is_bridge,
            "dog hole": self._is_dog_hole,
            "king trapped": self._is_king_trapped,
            "crowning": self._is_crowning,
            "block": self._is_block,
            "first position": self._is_first_position,
            "second position": self._is_second_position,
        }
        yield from (theme for theme, is_it in tests.items() if is_it())
        if self._pieces <= FEW_PIECES:
            moves = [move for _, move in self._line[:_QUIET_PLIES]]
            quiet = len(moves) == _QUIET_PLIES and not any(move.captured for move in moves)
            yield "opposition" if quiet else "ending"

    def _own(self, among: Sequence[tuple[Position, Move]]) -> list[tuple[Position, Move]]:
        """The solver's moves."""
        return [(before, move) for before, move in among if before.side == self._solver]

    def _balance(self) -> Iterator[str]:
        taken = sum(len(move.captured) for before, move in self._stroke if before.side == self._solver)
        given = sum(len(move.captured) for before, move in self._stroke if before.side != self._solver)
        if given and taken > given:
            if taken < len(_NUMBERS):
                yield f"{_NUMBERS[taken]} for {_NUMBERS[given]}"
        elif given:
            yield "exchange" if taken == given else "sacrifice"
        elif taken:
            yield "steal"

    def _is_breeches(self) -> bool:
        for ply, (before, move) in enumerate(self._line[: _SEEN - 2]):
            if before.side != self._solver or move.captured:
                continue
            after, reply, answer = move.after, self._line[ply + 1 : ply + 2], self._line[ply + 2 : ply + 3]
            if not answer or reply[0][1].captured or self._generator.can_capture(after):
                continue
            jumps = [jump for jump in self._generator.routes(after.passed()) if jump.captured]
            both = {jump.captured[0] for jump in jumps if jump.start == move.end}
            jump = answer[0][1]
            if len(both) > 1 and jump.captured and jump.start == move.end and jump.captured[0] in both:
                return True
        return False

    def _row(self, number: int) -> int:
        """The row of a square as the solver counts."""
        row, _ = self._geometry.row_and_column(number)
        return row if self._solver == BLACK else self._geometry.size - 1 - row

    def _is_in_and_out(self) -> bool:
        last = self._geometry.size - 1
        own = self._own(self._line[:_SEEN])
        for at, (before, move) in enumerate(own):
            piece = before.piece(move.start)
            if not move.captured or piece is None or piece.rank != MAN:
                continue
            if any(self._row(number) == last for number in move.path[1:-1]):
                return True
            following = own[at + 1 : at + 2]
            if self._row(move.end) == last and following:
                out = following[0][1]
                if out.captured and out.start == move.end:
                    return True
        return False

    def _is_back_shot(self) -> bool:
        for _, move in self._own(self._stroke):
            rows = [self._row(number) for number in move.path]
            if len(move.captured) > 1 and all(later < sooner for sooner, later in pairwise(rows)):
                return True
        return False

    def _bridge(self) -> tuple[int, int]:
        """The squares of the other side's bridge: the second and the fourth of its first row from its double corner."""
        per_row, squares = self._geometry.per_row, self._geometry.squares
        near = (1, per_row - 1)
        return near if self._solver != BLACK else (squares + 1 - near[1], squares + 1 - near[0])

    def _is_bridge(self) -> bool:
        men = [self._start.piece(number) for number in self._bridge()]
        if not all(piece is not None and piece == (1 - self._solver, MAN) for piece in men):
            return False
        inside = self._geometry.size - 2
        return any(self._row(move.end) >= inside for _, move in self._own(self._line[:_SEEN]))

    def _is_dog_hole(self) -> bool:
        squares = self._geometry.squares
        hole = squares + 1 - (self._geometry.per_row + 1) if self._solver != BLACK else self._geometry.per_row + 1
        end = self._line[min(_SEEN, len(self._line)) - 1][1].after
        if end.piece(hole) != (1 - self._solver, MAN):
            return False
        seen = end if end.side != self._solver else end.passed()
        return all(move.start != hole for move in self._generator.routes(seen))

    def _safe_steps(self, position: Position, king: int) -> int:
        """How many steps of a king are safe, the other side being to move; a jump is one."""
        steps = [move for move in self._generator.routes(position) if move.start == king]
        return sum(
            not any(move.end in reply.captured for reply in self._generator.routes(move.after)) for move in steps
        )

    def _is_king_trapped(self) -> bool:
        for before, move in self._own(self._line[:_QUIET_PLIES]):
            after = move.after
            theirs = after.of(1 - self._solver)
            for king in self._geometry.numbers(theirs & after.kings):
                if self._generator.can_capture(after) or before.piece(king) is None:
                    continue
                if not self._safe_steps(after, king) and self._safe_steps(before.passed(), king):
                    return True
        return False

    def _is_crowning(self) -> bool:
        last = self._geometry.size - 1
        for before, move in self._own(self._stroke or self._line[:1]):
            piece = before.piece(move.start)
            if piece is not None and piece.rank == MAN and self._row(move.end) == last:
                return True
        return False

    def _is_block(self) -> bool:
        end = self._line[-1][1].after
        return bool(end.side != self._solver and end.of(end.side) and not self._generator.can_move(end))

    def _is_first_position(self) -> bool:
        position, other = self._start, 1 - self._solver
        own, theirs = position.of(self._solver), position.of(other)
        if (own.bit_count(), theirs.bit_count()) != (2, 2) or not own & position.kings:
            return False
        men = self._geometry.numbers(theirs & ~position.kings)
        if len(men) != 1 or any(move.captured for _, move in self._line[:_QUIET_PLIES]):
            return False
        _, column = self._geometry.row_and_column(men[0])
        return column in (0, self._geometry.size - 1)

    def _is_second_position(self) -> bool:
        position, other = self._start, 1 - self._solver
        own, theirs = position.of(self._solver), position.of(other)
        if (own.bit_count(), theirs.bit_count()) != (3, 3) or not own & position.kings:
            return False
        men = self._geometry.numbers(theirs & ~position.kings)
        sides = {self._geometry.row_and_column(man)[1] for man in men}
        if len(men) != 2 or sides != {0, self._geometry.size - 1}:
            return False
        steps = [move for move in self._generator.legal_moves(position.passed()) if move.start in men]
        return all(self._generator.can_capture(move.after) for move in steps)
