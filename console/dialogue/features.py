"""Features: activities beside games. Their modules are imported when one of their commands is first used."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import date
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.menu import Menu
from console.dialogue.words import Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.record import Exercises

T = TypeVar("T")


class Services:
    """The objects that the handlers of features use.

    ``today`` returns the date. ``exercises`` returns what the user has done beside his games under a rule set.
    """

    def __init__(
        self,
        conversation: Conversation,
        rng: Random,
        today: Callable[[], date],
        exercises: "Callable[[Rules], Sequence[Exercises]]",
    ) -> None:
        self.conversation: Final = conversation
        self.rng: Final = rng
        self.today: Final = today
        self.exercises: Final = exercises
        self._made: dict[Hashable, Any] = {}

    def shared(self, make: "Callable[[Services], T]") -> T:
        """Return the object that ``make`` makes. It is made on first use, and only once."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("T", self._made[make])


class Feature(Protocol):
    """The words and the menu of an activity: the module ``feature`` of its folder."""

    @property
    def WORDS(self) -> tuple[Word, ...]:  # noqa: N802  # a constant of the module
        """The words."""

    @property
    def MENU(self) -> Menu:  # noqa: N802  # a constant of the module
        """The entries of the menu."""


def feature_in(folder: str) -> Feature:
    """Return the feature in a folder of ``console.activities``."""
    return cast("Feature", import_module(f"console.activities.{folder}.feature"))


def handlers_in(folder: str, services: Services) -> Mapping[str, Handler]:
    """Return the handlers of the feature in a folder. Its modules are imported now."""
    handlers: Mapping[str, Handler] = import_module(f"console.activities.{folder}.handlers").handlers(services)
    return handlers
