"""The commands of a study, and the commands that search for games."""

from typing import Final

from console.dialogue.words import Place, Word
from console.text.sentences import MARKS

WORDS: Final = (
    Word("find", "finds games by words of their tags", "WORDS"),
    Word("seen", "tells in which games the position came about", helps=Place.GAME),
    Word("study", "looks at a game, its remarks and variations", "NAME"),
    Word("comment", "writes a remark at the last move", "TEXT"),
    Word("mark", "marks the last move, ! ? !! ?? !? or ?!", "SIGN", alone=MARKS),
    Word("line", "lists the lines from here, or goes into one", "N"),
    Word("main", "leaves the variations of a study"),
    Word("promote", "makes the variation the main line"),
    Word("delete", "deletes the variation"),
)
