"""Features: the words and the menu of each activity. Their modules are imported when one of the words is first used."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Final, NamedTuple

from console.dialogue import choices
from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.menu import ByState, Entry, Menu, When, can_redo
from console.dialogue.state import State
from console.game.naming import OWN_SQUARES, SQUARE_STYLES
from console.game.options import FIT
from console.reading.readings import Command
from console.reading.words import Word, words_of
from console.storage.settings import Settings
from console.text import sentences
from engine.rules import losing_game, usual_game


class Feature(NamedTuple):
    """The words of an activity, and its entries of the menu."""

    words: tuple[Word, ...]
    menu: Menu


def _next_jumping(state: State) -> str:
    """Return the argument of "next" that chooses the next kind of jumping, for example ``american huff``.

    The rule set stays the same. The first kind follows the last.
    """
    rules, jumping = state.table.rules, state.table.jumping
    kinds = list(rules.jumpings)
    following = kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
    return f"{rules.name} {following}"


def _squares(state: State) -> str:
    return state.switches.squares or OWN_SQUARES


def _next_squares(state: State) -> str:
    """Return the argument of "squares" that chooses the next notation. The first one follows the last."""
    styles = (OWN_SQUARES, *SQUARE_STYLES)
    return styles[(styles.index(_squares(state)) + 1) % len(styles)]


_CONDITIONS: Final[dict[str, Callable[[str, State], bool]]] = {
    "task": lambda word, state: state.activity.label == word,
    "free": lambda word, state: not state.activity.label,
    "own": lambda word, state: word in state.activity.words,
    "study": lambda word, state: state.in_study,
    "game": lambda word, state: not state.in_study,
    "computer": lambda word, state: state.table.seats.program is not None,
    "shared": lambda word, state: len(state.table.seats.people) > 1,
    "moves": lambda word, state: bool(state.game.turns),
    "load": lambda word, state: state.works(Command("load")),
    "jumping": lambda word, state: not _next_jumping(state).endswith(f" {state.table.jumping}"),
    "undo": lambda word, state: state.game.ply > 0 and state.activity.takes_back,
    "redo": lambda word, state: can_redo(state),
}
"""The conditions of menu entries."""
_WHENS: Final = {each.name.casefold(): each for each in When}
_VALUES: Final[dict[str, Callable[[State], str]]] = {
    "usual game": lambda state: usual_game(state.table.rules).name,
    "other aim": lambda state: (usual_game if state.table.rules.losing else losing_game)(state.table.rules).name,
    "losing": lambda state: "yes" if state.table.rules.losing else "no",
    "next jumping": _next_jumping,
    "jumping": lambda state: state.table.jumping,
    "rules": lambda state: state.table.rules.name,
    "level": lambda state: FIT if state.opponent.is_fitted else str(state.opponent.level),
    "clock": lambda state: str(state.next_game.control or "off"),
    "other book": lambda state: "off" if state.switches.book else "on",
    "next squares": _next_squares,
    "squares": _squares,
}
"""The values of menu entries that are no switches."""


def _by_state(text: str) -> ByState:
    """Return a text of a menu entry, or the function of a name in braces: a value or a switch, ``on`` or ``off``."""
    name = text.strip("{}")
    return text if name == text else _VALUES.get(name, lambda state: "on" if getattr(state.switches, name) else "off")


def _entry(label: str, command: str, behind: str, shown: str, value: str, how: str, works: str, opens: str) -> Entry:
    """Return the entry of a line. One with a switch leaves the menu open."""
    (word, _, argument), name = command.partition(" "), value.strip("{}")
    conditions = [partial(_CONDITIONS[each], word) for each in (shown, "" if works in _WHENS else works) if each]
    return Entry(
        label,
        word,
        _by_state(argument),
        _by_state(value),
        _WHENS.get(works, When.FREE),
        lambda state: all(condition(state) for condition in conditions),
        getattr(sentences, how) if how else "",
        getattr(choices, opens) if opens else None,
        stays=name == "squares" or isinstance(getattr(Settings, name, None), bool),
        hides=bool(shown),
        behind=behind,
    )


def read_features(text: str) -> dict[str, Feature]:
    """Return the features by their folder. ``console/activities/features.txt`` explains the form of the text."""
    features = {}
    for block in text.split("\n[")[1:]:
        folder, _, rest = block.partition("]\n")
        words, _, lines = rest.partition("\n\n")
        menu = dict[str, tuple[Entry, ...]]()
        for line in filter(None, lines.splitlines()):
            group, *cells = (*map(str.strip, line.split("|")), *[""] * 8)[:9]
            menu[group] = (*menu.get(group, ()), _entry(*cells))
        features[folder] = Feature(words_of(words), menu)
    return features


def handlers_in(folder: str, conversation: Conversation) -> Mapping[str, Handler]:
    """Return the handlers of the feature in a folder. Its modules are imported now."""
    handlers: Mapping[str, Handler] = import_module(f"console.activities.{folder}.handlers").handlers(conversation)
    return handlers
