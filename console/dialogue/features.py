"""Features: activities beside games. Their modules are imported when one of their commands is first used."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.menu import Menu
from console.dialogue.messages import PositionExplorer
from console.dialogue.words import Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.record import Exercises

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Services:
    """The objects that the handlers of features use.

    ``today`` returns the date. ``exercises`` returns what the user has done beside his games under a rule set.
    ``explorer_of`` returns an explorer of positions.
    """

    conversation: Conversation
    rng: Random
    today: Callable[[], date]
    exercises: "Callable[[Rules], Sequence[Exercises]]"
    explorer_of: Callable[[], PositionExplorer]
    _made: dict[Hashable, Any] = field(default_factory=dict, init=False)

    def shared(self, make: "Callable[[Services], T]") -> T:
        """Return the object that ``make`` makes. It is made on first use, and only once."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("T", self._made[make])


class Feature(Protocol):
    """The words and the menu of an activity: the module ``feature`` of its folder."""

    WORDS: tuple[Word, ...]
    MENU: Menu


def feature_in(folder: str) -> Feature:
    """Return the feature in a folder of ``console.activities``."""
    return cast("Feature", import_module(f"console.activities.{folder}.feature"))


def handlers_in(folder: str, services: Services) -> Mapping[str, Handler]:
    """Return the handlers of the feature in a folder. Its modules are imported now."""
    handlers: Mapping[str, Handler] = import_module(f"console.activities.{folder}.handlers").handlers(services)
    return handlers
