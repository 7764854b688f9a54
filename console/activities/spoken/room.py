"""The room of the spoken board: its words."""

from typing import Final

from console.dialogue.room import Room
from console.reading.words import Group, Word

WORDS: Final = (
    Word("where", "names all pieces and says who is ahead", group=Group.SHOW),
    Word("look", "names the piece on a square, and but for huff its moves", "SQUARE", Group.SHOW, aliases=("s",)),
    Word(
        "around", "names the pieces around a square", "SQUARE", Group.SHOW, aliases=("o", "where around", "look around")
    ),
    Word("row", 'names the pieces of a row, as in "row C"', "NAME", Group.SHOW, aliases=("w", "where row")),
    Word("column", 'names the pieces of a column, as in "column 3"', "NAME", Group.SHOW, aliases=("v", "where column")),
    Word(
        "diagonal",
        'names the pieces of a diagonal, as in "diagonal C3 up right"',
        "WAY",
        Group.SHOW,
        aliases=("z", "where diagonal"),
    ),
    Word("kings", "says where the kings are", group=Group.SHOW, aliases=("c", "where kings")),
    Word(
        "recent",
        "says the last moves of both sides, or the last N",
        "N",
        Group.SHOW,
        aliases=("p", "where last", "last moves"),
    ),
    Word("history", "says the moves so far, from move N", "N", Group.SHOW, aliases=("t", "where history")),
    Word("whose", "says whose turn it is", group=Group.SHOW, aliases=("g", "where turn", "whose turn")),
    Word("repeat", "says the last messages again", group=Group.SHOW, aliases=("e", "where said")),
)
ROOM: Final = Room(WORDS, {})
