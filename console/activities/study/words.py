"""The words of a study, and those that find games."""

from typing import Final

from console.dialogue.words import GAME_MENU, POSITION_MENU, Entry, MenuState, Place, Word, can_undo, has_moves
from console.text import sentences

MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
_MENU: Final = "Annotations"


def _in_study(state: MenuState) -> bool:
    return state.place is Place.STUDY


WORDS: Final = (
    Word("find", "finds games by words of their tags", "WORDS", menu=(Entry(GAME_MENU, 90, "Find games"),)),
    Word(
        "seen",
        "tells in which games the position came about",
        helps=True,
        menu=(Entry(POSITION_MENU, 50, "In which games"),),
    ),
    Word(
        "study",
        "looks at a game, its remarks and variations",
        "NAME",
        menu=(Entry(_MENU, 10, "Study this game", if_=has_moves),),
    ),
    Word(
        "comment",
        "writes a remark at the last move",
        "TEXT",
        menu=(Entry(_MENU, 20, "Remark", how=sentences.COMMENT_WHAT),),
    ),
    Word(
        "mark",
        "marks the last move, ! ? !! ?? !? or ?!",
        "SIGN",
        alone=MARKS,
        menu=(Entry(_MENU, 30, "Mark the move", argument=MARKS[0], if_=can_undo, how=sentences.mark_how(MARKS)),),
    ),
    Word(
        "line",
        "lists the lines from here, or goes into one",
        "N",
        menu=(Entry(_MENU, 40, "Lines from here", if_=_in_study),),
    ),
    Word("main", "leaves the variations of a study", menu=(Entry(_MENU, 50, "Back to the game", if_=_in_study),)),
    Word("promote", "makes the variation the main line", menu=(Entry(_MENU, 60, "Promote", if_=_in_study),)),
    Word("delete", "deletes the variation", menu=(Entry(_MENU, 70, "Delete", if_=_in_study),)),
)
