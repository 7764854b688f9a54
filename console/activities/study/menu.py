"""The menu of studies."""

from typing import Final

from console.dialogue.menu import Entry, Menu, can_undo, has_moves
from console.dialogue.state import State
from console.dialogue.words import Place
from console.text import sentences


def _in_study(state: State) -> bool:
    return state.place is Place.STUDY


MENU: Final[Menu] = {
    "Annotations": (
        Entry("Study this game", "study", if_=has_moves),
        Entry("Remark", "comment", how=sentences.COMMENT_WHAT),
        Entry("Mark the move", "mark", sentences.MARKS[0], if_=can_undo, how=sentences.MARK_HOW),
        Entry("Lines from here", "line", if_=_in_study),
        Entry("Back to the game", "main", if_=_in_study),
        Entry("Promote", "promote", if_=_in_study),
        Entry("Delete", "delete", if_=_in_study),
    ),
}
