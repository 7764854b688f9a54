"""The reasons for a hint in a few words. They are found in the position and in the principal variation."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Final

from ai.score import ExactValue, is_decided, is_likely
from console.game.naming import Naming, crowned, rank_name, rank_of, spoken_list
from console.text.proof import IF_JUMPS_ARE_MADE, worth
from engine.moves import MoveGenerator
from engine.position import MAN, Move, Piece, Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_MOST_REASONS: Final = 2
_SOON_PLIES: Final = 6  # plies of the line; a king made later is no reason
_NUMBERS: Final = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}


def merits(
    before: Position,
    info: "SearchInfo",
    rules: Rules,
    naming: Naming,
    jumping: Jumping = "forced",
    value: ExactValue | None = None,
) -> list[str]:
    """Return at most two reasons for the best move, the most important first. Each follows the word "it".

    ``value`` is the exact value of the move if every jump is made, or None.
    """
    return list(islice(_Reasons(before, info.pv, rules, naming, jumping).all(info.claim, value), _MOST_REASONS))


class _Reasons:
    """The reasons for the first move of ``line`` in a position."""

    def __init__(self, before: Position, line: Sequence[Move], rules: Rules, naming: Naming, jumping: Jumping) -> None:
        self.before = before
        self.move = line[0]
        self.line = line
        self.naming = naming
        self.geometry = rules.geometry
        self.losing = rules.losing
        self.forced = MoveGenerator(rules)
        self.jumping = jumping
        self.legal = MoveGenerator(rules, jumping)

    def all(self, score: int, value: ExactValue | None) -> Iterator[str]:
        """Yield all reasons, the most important first."""
        is_only = len(self.legal.legal_moves(self.before)) == 1
        if is_only:
            yield "must be made" if self.move.captured else "is the only move"
        if value is not None:
            yield worth(value) if self.jumping == "forced" else f"{worth(value)} {IF_JUMPS_ARE_MADE}"
        elif is_likely(score) and score > 0 and not is_only:
            yield "wins" if is_decided(score) else "seems to win"
        if self.losing:
            yield from self._given_away()
            return
        yield from self._material()
        rank = crowned(self.before, self.move)
        if rank:
            yield f"makes a {rank}"
        elif self._crowns_soon():
            yield "leads to a king"
        if not self.move.captured:
            yield from self._positional()

    def _given_away(self) -> Iterator[str]:
        """Yield the pieces that the other side must capture next, if these are more than the move captures."""
        losses = sum(len(move.captured) for move in self.line[1:2])
        if losses > len(self.move.captured):
            yield f"gives away {_NUMBERS.get(losses, losses)}"

    def _material(self) -> Iterator[str]:
        """Yield the captures of the move, or the result of the exchange that it begins."""
        exchange = [self.move, *takewhile(lambda move: move.captured, self.line[1:])]
        gains = sum(len(move.captured) for move in exchange[::2])
        losses = sum(len(move.captured) for move in exchange[1::2])
        if losses and gains > losses:
            yield f"gives {_NUMBERS.get(losses, losses)} for {_NUMBERS.get(gains, gains)}"
        elif losses and gains == losses:
            yield f"exchanges {_NUMBERS.get(losses, losses)} for {_NUMBERS.get(gains, gains)}"
        elif self.move.captured:
            pieces = [self.before.piece(number) for number in self.move.captured]
            yield f"takes {_named([piece for piece in pieces if piece is not None])}"

    def _crowns_soon(self) -> bool:
        """Return True if one of the next moves of the same side raises the rank of a piece."""
        plies = list(zip([self.before, *(move.after for move in self.line)], self.line, strict=False))
        return any(crowned(position, move) for position, move in plies[2:_SOON_PLIES:2])

    def _positional(self) -> Iterator[str]:
        """Yield the reasons for a step: jumps that it prevents, threats that it makes, the middle of the board."""
        after, start = self.move.after, self.move.start
        rank, danger = rank_of(self.before, start), self._capturable(after)
        saved = self._capturable(self.before.passed()) - danger
        others = saved - {start}
        if others and not danger:
            yield f"prevents the jump over {self.naming.square(max(others))}"
        elif saved and not danger:
            yield f"saves the {rank_name(rank)} on {self.naming.square(start)}"
        attacked = self._capturable(after.passed())
        if attacked and not danger:
            yield f"attacks {self.naming.squares(sorted(attacked))}"
        if rank == MAN and self._is_middle(self.move.end):
            yield "takes the middle"

    def _capturable(self, position: Position) -> set[int]:
        """Return the squares of the pieces that the side to move can capture with the first jump of a move."""
        return {move.captured[0] for move in self.forced.legal_moves(position) if move.captured}

    def _is_middle(self, number: int) -> bool:
        low, high = self.geometry.size // 2 - 1, self.geometry.size // 2
        row, column = self.geometry.row_and_column(number)
        return low <= row <= high and low - 1 <= column <= high + 1


def _named(pieces: Sequence[Piece]) -> str:
    """Return pieces in words: ``a man``, ``two men and a king``."""
    counts = Counter(piece.rank for piece in pieces)
    words = []
    for rank, count in sorted(counts.items()):
        words.append(f"{'a' if count == 1 else _NUMBERS.get(count, count)} {rank_name(rank, count)}")
    return spoken_list(words, "and")
