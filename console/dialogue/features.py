"""Features: activities beside games. Their modules are imported when one of their commands is first used."""

from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Final, NamedTuple

from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.menu import Entry, Menu
from console.dialogue.state import State
from console.dialogue.words import Word, words_of
from console.text import sentences


class Feature(NamedTuple):
    """The words of an activity, and its entries of the menu."""

    words: tuple[Word, ...]
    menu: Menu


_SHOWN: Final[dict[str, Callable[[str, State], bool]]] = {
    "": lambda word, state: True,
    "task": lambda word, state: state.activity.label == word,
    "free": lambda word, state: not state.activity.label,
    "own": lambda word, state: word in state.activity.words,
    "study": lambda word, state: state.in_study,
    "game": lambda word, state: not state.in_study,
}
"""The conditions of menu entries, which are hidden without them."""


def read_features(text: str) -> dict[str, Feature]:
    """Return the features by their folder. ``console/activities/features.txt`` explains the form of the text."""
    features = {}
    for block in text.split("\n[")[1:]:
        folder, _, rest = block.partition("]\n")
        words, _, lines = rest.partition("\n\n")
        menu = dict[str, tuple[Entry, ...]]()
        for line in lines.strip().splitlines():
            group, label, command, behind, shown, key, how = (*map(str.strip, line.split("|")), "", "", "", "")[:7]
            word, _, argument = command.partition(" ")
            explains = getattr(sentences, how) if how else ""
            if_ = partial(_SHOWN[shown], word)
            entry = Entry(label, word, argument, key, if_=if_, how=explains, hides=True, behind=behind)
            menu[group] = (*menu.get(group, ()), entry)
        features[folder] = Feature(words_of(words), menu)
    return features


def handlers_in(folder: str, conversation: Conversation) -> Mapping[str, Handler]:
    """Return the handlers of the feature in a folder. Its modules are imported now."""
    handlers: Mapping[str, Handler] = import_module(f"console.activities.{folder}.handlers").handlers(conversation)
    return handlers
