"""The moves of a game as a tree: lines of moves, and between the moves everything else that PDN writes there.

What cannot be played stays as the text it was, so that a game that is written again loses nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.game import Turn

_SIGNS: Final = re.compile(r"[!?*]+")
_CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d)?)\d*\s*\]", re.ASCII)


@dataclass(frozen=True, slots=True)
class Comment:
    """A remark, word for word as it stands between its braces; none has both a ``}`` and a line end."""

    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """The strength of a move, ``!``, ``?`` and the like, or a numeric annotation glyph, ``$14``."""

    text: str

    @property
    def is_glyph(self) -> bool:
        """Whether it is a numeric annotation glyph."""
        return self.text.startswith("$")


@dataclass(frozen=True, slots=True)
class SetUp:
    """A position that is set up among the moves and stands there anyway, by its FEN as written."""

    fen: str


@dataclass(frozen=True, slots=True)
class Unread:
    """What cannot be played through, as written: a variation, or else all that follows an unexpected position."""

    text: str
    is_variation: bool = True


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A turn and, in their order, the notes behind it; a variation among them takes the place of this turn."""

    turn: Turn
    notes: "tuple[Note, ...]" = ()

    @property
    def clock(self) -> float | None:
        """The seconds its mover had left, to the tenth, by the last note that tells."""
        left = None
        for note in self.notes:
            if isinstance(note, Comment) and (found := _CLOCK.search(note.text)):
                left = round(int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3]), 1)
        return left


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that follow one another, and the notes before the first of them."""

    moves: tuple[PlayedMove, ...] = ()
    notes: "tuple[Note, ...]" = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns alone."""
        return tuple(move.turn for move in self.moves)


NO_MOVES: Final = Variation()

# A variation is a line of its own among the notes behind the move it takes the place of.
Note: TypeAlias = Comment | Mark | SetUp | Unread | Variation


def comment_of(text: str) -> Comment:
    """A remark that can be written: on one line, and no brace ends it early."""
    return Comment(" ".join(text.replace("}", ")").split()))


def clock_comment(seconds: float) -> Comment:
    """The remark that tells how much time is left, to the tenth of a second."""
    tenths = round(seconds * 10)
    return Comment(f"[%clk {tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}]")


def signs(notes: Sequence[Note]) -> str:
    """The signs of strength among notes, without glyphs."""
    return "".join(note.text for note in notes if isinstance(note, Mark) and not note.is_glyph)


def noted(notes: Sequence[Note], note: Note) -> tuple[Note, ...]:
    """Notes with one more behind them; signs of strength that stand together are one mark."""
    last = notes[-1] if notes else None
    if isinstance(last, Mark) and isinstance(note, Mark) and _SIGNS.fullmatch(last.text + note.text):
        return (*notes[:-1], Mark(last.text + note.text))
    return (*notes, note)
