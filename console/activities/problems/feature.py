"""Problems: their command, their menu, and their handler."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from console.dialogue.activity import Handler
from console.dialogue.features import Services
from console.dialogue.menu import Entry, Menu
from console.dialogue.words import words_of

if TYPE_CHECKING:
    from console.activities.problems.handlers import Problems

WORDS: Final = words_of("problem KIND | task | | | sets a problem; today, yours, a theme, list, calendar, off")


MENU: Final[Menu] = {
    "Problems": (
        Entry("One that fits", "problem"),
        Entry("The one of today", "problem", "today"),
        Entry("The calendar", "problem", "calendar"),
        Entry("A hard one", "problem", "hard"),
        Entry("All kinds", "problem", "list"),
        Entry("Mistakes of yours", "problem", "yours"),
        Entry("Leave problems", "problem", "off", if_=lambda state: state.activity.label == "problem"),
    ),
}


def problems(services: Services) -> "Problems":
    """Return the object that sets problems."""
    from console.activities.problems.handlers import Problems

    return Problems(services.conversation, services.rng, services.today)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handler by the name of the command."""
    return services.shared(problems).handlers()
