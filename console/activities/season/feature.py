"""The season: its command, its menu, and its handler."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

if TYPE_CHECKING:
    from console.activities.season.handlers import Season

WORDS: Final = words_of(
    "season NAME | task | | career | plays the next game of the season; ladder, shelf, print, or a rival"
)


MENU: Final[Menu] = {
    "Matches": (
        Entry("Season: next game", "season"),
        Entry("The ladder", "season", "ladder"),
        Entry("Trophy shelf", "season", "shelf"),
        Entry("Print a certificate", "season", "print"),
    ),
}


def season(services: Services) -> "Season":
    """Return the object that plays the season."""
    from console.activities.season.handlers import Season

    return Season(services.conversation)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    return services.shared(season).handlers()
