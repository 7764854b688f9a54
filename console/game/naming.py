"""The names of squares, moves, pieces and lists as players see them."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine import printable
from engine.geometry import Geometry
from engine.notation import console_text, move_text, opening_step, square_name
from engine.position import Move, Position

RANK_NAMES: Final = ("man", "king", "triple king")
_PLURALS: Final = ("men", "kings", "triple kings")
_QUOTED: Final = 20


class Naming(NamedTuple):
    """The notation of squares and moves, seen from the ``home`` side."""

    geometry: Geometry
    home: int

    @property
    def example(self) -> str:
        """An example of a typed step: ``C3 D4`` on the standard board."""
        return " ".join(self.square(number) for number in opening_step(self.geometry, self.home))

    def square(self, number: int) -> str:
        """Return the name of a square."""
        return square_name(number, self.geometry, self.home)

    def squares(self, numbers: Sequence[int]) -> str:
        """Return squares as a spoken list, in the order given."""
        return spoken_list([self.square(number) for number in numbers], "and")

    def any_of(self, numbers: Iterable[int]) -> str:
        """Return squares to choose from, in the order of their names."""
        return spoken_list(self._in_order(numbers), "or")

    def all_of(self, numbers: Iterable[int]) -> str:
        """Return squares as a spoken list, in the order of their names."""
        return spoken_list(self._in_order(numbers), "and")

    def _in_order(self, numbers: Iterable[int]) -> list[str]:
        return sorted(map(self.square, numbers), key=lambda name: (name[0], int(name[1:])))

    def move(self, move: Move) -> str:
        """Return a move as it is typed."""
        return console_text(move, self.geometry, self.home)

    def both(self, move: Move, moves: Sequence[Move]) -> str:
        """Return a move in both notations; ``moves`` are the moves from which its text must differ."""
        return f"{self.move(move)} ({move_text(move, moves)})"


def spoken_list(words: Sequence[str], last: str) -> str:
    """Return ``A``, ``A and B``, or ``A, B and C``; ``last`` is the word before the last item."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def counted(count: int, noun: str) -> str:
    """Return a number with a noun: ``1 game``, ``12 games``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def rank_name(rank: int, count: int = 1) -> str:
    """Return the name of a rank in the number of ``count``: ``man``, ``triple kings``."""
    return RANK_NAMES[rank] if count == 1 else _PLURALS[rank]


def rank_of(position: Position, number: int) -> int:
    """Return the rank of the piece on a square, which is not empty."""
    piece = position.piece(number)
    assert piece is not None
    return piece.rank


def quoted(text: str) -> str:
    """Return typed text in quotes, printable and short."""
    return printable.quoted(text.strip(), _QUOTED)


def crowned(before: Position, move: Move) -> str | None:
    """Return the new rank of the moved piece, or None if it has not changed."""
    was, now = before.piece(move.start), move.after.piece(move.end)
    return RANK_NAMES[now.rank] if was and now and now.rank > was.rank else None
