"""The menu of remote games."""

from typing import Final

from console.dialogue.menu import Entry, Menu
from console.dialogue.state import State
from console.dialogue.words import ANY_REMOTE
from console.text import sentences


def _in_remote_game(state: State) -> bool:
    return bool(state.place & ANY_REMOTE)


MENU: Final[Menu] = {
    "Game": (Entry("Say something", "say", how=sentences.SAY_WHAT, if_=_in_remote_game, hides=True, behind="resign"),),
}
