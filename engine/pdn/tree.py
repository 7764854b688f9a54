"""The moves of a game as a tree of variations, with the comments, marks and positions between the moves.

Whatever cannot be played is kept as text, so that nothing is lost when a game is written again.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.game import Turn

_SIGNS: Final = re.compile(r"[!?*]+")


@dataclass(frozen=True)
class Diagnostic:
    """An error or a warning about a game: its number (from 1), the line, the reason, and the text that it is about."""

    number: int
    line: int
    reason: str
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"game {self.number}, line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Comment:
    """The text of a comment, word for word; it cannot contain both a ``}`` and a line end.

    A comment in a line that begins with ``%`` keeps this sign.
    """

    text: str

    @property
    def words(self) -> str:
        """The comment on one line."""
        return " ".join(self.text.split())


@dataclass(frozen=True, slots=True)
class Mark:
    """An annotation symbol of a move, such as ``!`` or ``?``, or a numeric annotation glyph, such as ``$14``.

    In a variation it may also be a result, as earlier versions wrote it.
    """

    text: str

    @property
    def is_glyph(self) -> bool:
        """True if the mark is a numeric annotation glyph."""
        return self.text.startswith("$")

    @property
    def is_result(self) -> bool:
        """True if the mark is a result, such as ``1-0``."""
        return self.text[:1].isdigit()


@dataclass(frozen=True, slots=True)
class SetUp:
    """A FEN among the moves, as written, and its line. It is the position that the moves before it lead to."""

    fen: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Unread:
    """The text of a variation that cannot be played."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A turn and the notes after it in their order; a variation among them replaces this turn."""

    turn: Turn
    notes: "tuple[Note, ...]" = ()


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves in sequence, and the notes before the first of them."""

    moves: tuple[PlayedMove, ...] = ()
    notes: "tuple[Note, ...]" = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns without notes."""
        return tuple(move.turn for move in self.moves)


NO_MOVES: Final = Variation()

# A variation is stored among the notes of the move that it replaces.
Note: TypeAlias = Comment | Mark | SetUp | Unread | Variation


def comment_of(text: str) -> Comment:
    """Return a comment that can be written: on one line, and without a closing brace."""
    return Comment(" ".join(text.replace("}", ")").split()))


def signs(notes: Sequence[Note]) -> str:
    """Return the annotation symbols among notes, without numeric glyphs and results."""
    marks = (note for note in notes if isinstance(note, Mark))
    return "".join(mark.text for mark in marks if not (mark.is_glyph or mark.is_result))


def with_note(notes: Sequence[Note], note: Note) -> tuple[Note, ...]:
    """Append a note. Adjacent annotation symbols are joined into one mark."""
    last = notes[-1] if notes else None
    if isinstance(last, Mark) and isinstance(note, Mark) and _SIGNS.fullmatch(last.text + note.text):
        return (*notes[:-1], Mark(last.text + note.text))
    return (*notes, note)
