"""The room of studies: its words and its menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, in_study, in_task, not_in_study
from console.dialogue.room import Room
from console.game.naming import spoken_list
from console.reading.words import Word

MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
COMMENT_WHAT: Final = 'What is your comment? As in "comment A fine stroke".'
MARK_HOW: Final = f'A move is marked {spoken_list(MARKS, "or")}; "mark none" removes it.'
WORDS: Final = (
    Word("find", "finds games by the words in their tags", "WORDS"),
    Word("study", "looks at a game, its comments and variations; also off", "NAME", helps=True),
    Word("comment", "writes a comment on the last move", "TEXT"),
    Word("mark", "marks the last move, ! ? !! ?? !? or ?!", "SIGN"),
    Word("line", "lists the lines from here, or goes into one", "N"),
    Word("main", "leaves the variations of a study"),
    Word("promote", "exchanges the variation and the line it leaves"),
    Word("delete", "deletes the variation"),
)
MENU: Final[Menu] = {
    "Board": (
        Entry("Find games", "Among all games ever read", "find", shown=not_in_study),
        Entry("Study this game", "Step through it, add variations", "study", shown=not_in_study, behind="find"),
        Entry("Comment", "A note on the last move", "comment", shown=in_study, how=COMMENT_WHAT, behind="study"),
        Entry(
            "Mark the move",
            "As good or bad, with ! or ?",
            "mark",
            "!",
            shown=in_study,
            how=MARK_HOW,
            behind="comment",
        ),
        Entry("Lines from here", "The variations at this move", "line", shown=in_study, behind="mark"),
        Entry("Back to the game", "Leaves the variations", "main", shown=in_study, behind="line"),
        Entry("Promote", "Makes this variation the main line", "promote", shown=in_study, behind="main"),
        Entry("Delete", "Takes this variation out", "delete", shown=in_study, behind="promote"),
    ),
    "Learn": (Entry("Leave the study", "Back to your game", "study", "off", shown=in_task("study")),),
}
ROOM: Final = Room(WORDS, MENU)
