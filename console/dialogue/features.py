"""Features: activities whose modules are imported when one of their commands is first used."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import date
from functools import cached_property
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.words import Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.dialogue.menu import Menu
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

    def only(self, make: "Callable[[Services], T]") -> T:
        """Return the object that ``make`` makes. It is made on first use, and only once."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("T", self._made[make])


class FeatureModule(Protocol):
    """The words, the menu and the handlers of an activity: the module ``feature`` of its folder."""

    WORDS: tuple[Word, ...]
    MENU: "Menu"

    def handlers(self, services: Services) -> Mapping[str, Handler]:
        """Return the handlers of the commands, by name."""


class Feature:
    """The name of a module, which is imported on first use, and the spellings of its words.

    The spellings are the names, the other spellings, and the arguments that may be typed without their word.
    """

    def __init__(self, module: str, *spellings: str) -> None:
        self._name = module
        self.spellings: Final = spellings

    @cached_property
    def module(self) -> FeatureModule:
        """The module."""
        return cast("FeatureModule", import_module(self._name))

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the module."""
        return self.module.WORDS

    def handlers(self, services: Services) -> Mapping[str, Handler]:
        """Return handlers for all spellings. They make the handlers of the module when one of them is first called."""
        return later_handlers(self.spellings, lambda: self.module.handlers(services))


def later_handlers(names: Sequence[str], make: Callable[[], Mapping[str, Handler]]) -> Mapping[str, Handler]:
    """Return handlers that call ``make`` when the first of them is called, to speed up the start."""
    made: dict[str, Handler] = {}

    def handler(name: str) -> Handler:
        if not made:
            made.update(make())
            assert made.keys() <= set(names)
        return made[name]

    return {name: lambda command: handler(command.name)(command) for name in names}
