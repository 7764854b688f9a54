"""Remote games: their command, its menu entry, and its handler outside of a remote game."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.loop import one
from console.dialogue.menu import Entry, Menu
from console.dialogue.messages import Say
from console.dialogue.words import words_of
from console.text import sentences

WORDS: Final = words_of("say TEXT | | | | says something to the player on the line")
_NOBODY: Final = "Nobody is on the line to hear it: checkers call and checkers answer play over one."


MENU: Final[Menu] = {
    "Game": (
        Entry(
            "Say something",
            "say",
            how=sentences.SAY_WHAT,
            if_=lambda state: "say" in state.activity.words,
            hides=True,
            behind="resign",
        ),
    ),
}


def handlers(_services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    return {"say": lambda _: one(Say(_NOBODY))}
