"""The word of remote games."""

from typing import Final

from console.activities.modem.sentences import SAY_WHAT
from console.dialogue.words import ANY_REMOTE, BOARD, GAME_MENU, Entry, MenuState, Word


def _in_remote_game(state: MenuState) -> bool:
    return bool(state.place & ANY_REMOTE)


WORDS: Final = (
    Word(
        "say",
        "says something to the player on the line",
        "TEXT",
        BOARD | ANY_REMOTE,
        menu=(Entry(GAME_MENU, 120, "Say something", how=SAY_WHAT, if_=_in_remote_game, hides=True),),
    ),
)
