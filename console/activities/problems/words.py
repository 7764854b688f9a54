"""The word of problems."""

from typing import Final

from console.dialogue.words import BOARD, Entry, MenuState, Place, Word


def _in_problem(state: MenuState) -> bool:
    return state.place is Place.PROBLEM


WORDS: Final = (
    Word(
        "problem",
        "sets a problem; today, yours, or off to leave",
        "KIND",
        BOARD | Place.PROBLEM,
        menu=(
            Entry("Problems", 10, "One that fits"),
            Entry("Problems", 20, "The one of today", argument="today"),
            Entry("Problems", 30, "Mistakes of yours", argument="yours"),
            Entry("Problems", 40, "Leave problems", argument="off", if_=_in_problem),
        ),
    ),
)
