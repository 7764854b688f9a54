"""How squares, moves, pieces and lists are called on the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine import printable
from engine.geometry import Geometry
from engine.notation import console_text, move_text, opening_step, square_name
from engine.position import Move, Position

RANK_NAMES: Final = ("man", "king", "triple king")
_PLURALS: Final = ("men", "kings", "triple kings")
_QUOTED: Final = 20


@dataclass(frozen=True)
class Naming:
    """How squares and moves are written, seen from the ``home`` side."""

    geometry: Geometry
    home: int

    @property
    def example(self) -> str:
        """A step as it is typed, ``C3 D4`` on the usual board."""
        return " ".join(self.square(number) for number in opening_step(self.geometry, self.home))

    def square(self, number: int) -> str:
        """A square as the console names it."""
        return square_name(number, self.geometry, self.home)

    def squares(self, numbers: Sequence[int]) -> str:
        """Several squares as a spoken list, in the order given."""
        return spoken_list([self.square(number) for number in numbers], "and")

    def any_of(self, numbers: Iterable[int]) -> str:
        """Several squares to choose from, in the order of their names."""
        return spoken_list(self._in_order(numbers), "or")

    def all_of(self, numbers: Iterable[int]) -> str:
        """Several squares as a spoken list, in the order of their names."""
        return spoken_list(self._in_order(numbers), "and")

    def _in_order(self, numbers: Iterable[int]) -> list[str]:
        return sorted(map(self.square, numbers), key=lambda name: (name[0], int(name[1:])))

    def move(self, move: Move) -> str:
        """A move as it would be typed."""
        return console_text(move, self.geometry, self.home)

    def both(self, move: Move, moves: Sequence[Move]) -> str:
        """A move in both notations, among those it could be mistaken for."""
        return f"{self.move(move)} ({move_text(move, moves)})"


def spoken_list(words: Sequence[str], last: str) -> str:
    """``A``, ``A and B``, ``A, B and C``, with another last word if so wished."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def rank_name(rank: int, count: int = 1) -> str:
    """What one piece of a rank, or so many of them, are called: ``man``, ``triple kings``."""
    return RANK_NAMES[rank] if count == 1 else _PLURALS[rank]


def quoted(text: str) -> str:
    """What was typed, in quotes, made printable and short."""
    return printable.quoted(text.strip(), _QUOTED)


def crowned(before: Position, move: Move) -> str | None:
    """What the moved piece has become, if it rose in rank."""
    was, now = before.piece(move.start), move.after.piece(move.end)
    return RANK_NAMES[now.rank] if was and now and now.rank > was.rank else None
