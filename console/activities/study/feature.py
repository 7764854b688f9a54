"""Studies, and the search for games: words and menu."""

from typing import Final

from console.dialogue.menu import Entry, Menu, can_undo, not_in_study
from console.dialogue.state import State
from console.dialogue.words import words_of
from console.text import sentences

WORDS: Final = words_of("""
find WORDS   |  |       |  | finds games by the words in their tags
study NAME   |  |       |  | looks at a game, its comments and variations
comment TEXT |  |       |  | writes a comment on the last move
mark SIGN    |  |       |  | marks the last move, ! ? !! ?? !? or ?!
line N       |  |       |  | lists the lines from here, or goes into one
main         |  |       |  | leaves the variations of a study
promote      |  |       |  | makes the variation the main line
delete       |  |       |  | deletes the variation
""")


def _in_study(state: State) -> bool:
    return state.in_study


MENU: Final[Menu] = {
    "Board": (
        Entry("Study this game", "study", if_=not_in_study, hides=True, behind="find"),
        Entry("Comment", "comment", how=sentences.COMMENT_WHAT, behind="study"),
        Entry("Mark the move", "mark", sentences.MARKS[0], if_=can_undo, how=sentences.MARK_HOW, behind="comment"),
        Entry("Lines from here", "line", if_=_in_study, hides=True, behind="mark"),
        Entry("Back to the game", "main", if_=_in_study, hides=True, behind="line"),
        Entry("Promote", "promote", if_=_in_study, hides=True, behind="main"),
        Entry("Delete", "delete", if_=_in_study, hides=True, behind="promote"),
    ),
}
