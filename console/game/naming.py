"""The texts for squares, moves, pieces, lists, counts and months, as players see them."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from engine import printable
from engine.geometry import Geometry
from engine.notation import console_text, move_text, opening_step, square_name
from engine.position import Move, Position

RANK_NAMES: Final = ("man", "king", "triple king")
_PLURALS: Final = ("men", "kings", "triple kings")
_QUOTED: Final = 20
MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""The names of the months. Those of the package calendar are in the language of the system."""


class Naming(NamedTuple):
    """The notation of squares and moves. Rows and columns are counted from the side ``home``."""

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
        """Return squares in the order given: ``A1, C3 and B2``."""
        return spoken_list([self.square(number) for number in numbers], "and")

    def any_of(self, numbers: Iterable[int]) -> str:
        """Return squares in the order of their names: ``A1, B2 or C3``."""
        return spoken_list(self._in_order(numbers), "or")

    def all_of(self, numbers: Iterable[int]) -> str:
        """Return squares in the order of their names: ``A1, B2 and C3``."""
        return spoken_list(self._in_order(numbers), "and")

    def _in_order(self, numbers: Iterable[int]) -> list[str]:
        return sorted(map(self.square, numbers), key=lambda name: (name[0], int(name[1:])))

    def move(self, move: Move) -> str:
        """Return a move as a player types it: ``C3 D4``."""
        return console_text(move, self.geometry, self.home)

    def both(self, move: Move, moves: Sequence[Move]) -> str:
        """Return a move in both notations: ``C3 D4 (11-15)``. The second one is unambiguous among ``moves``."""
        return f"{self.move(move)} ({move_text(move, moves)})"


def spoken_list(words: Sequence[str], last: str) -> str:
    """Return ``A``, ``A and B``, or ``A, B and C``; ``last`` is the word before the last item."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def counted(count: int, noun: str) -> str:
    """Return a number with a noun: ``1 game``, ``12 games``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def in_sentence(name: str) -> str:
    """Return a name as it is written inside a sentence: ``the Barber`` for ``The Barber``."""
    return name.replace("The ", "the ", 1) if name.startswith("The ") else name


def rank_name(rank: int, count: int = 1) -> str:
    """Return the name of a rank, in the plural unless ``count`` is 1: ``man``, ``triple kings``."""
    return RANK_NAMES[rank] if count == 1 else _PLURALS[rank]


def rank_of(position: Position, number: int) -> int:
    """Return the rank of the piece on a square. The square must not be empty."""
    piece = position.piece(number)
    assert piece is not None
    return piece.rank


def quoted(text: str) -> str:
    """Return typed text in quotes, printable and cut off after 20 characters."""
    return printable.quoted(text.strip(), _QUOTED)


def crowned(before: Position, move: Move) -> str | None:
    """Return the name of the new rank if a move raises the rank of its piece, else None."""
    was, now = before.piece(move.start), move.after.piece(move.end)
    return RANK_NAMES[now.rank] if was and now and now.rank > was.rank else None
