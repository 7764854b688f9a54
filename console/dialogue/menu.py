"""The entries of the menu that say a word of the prompt. Each activity has those of its words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol, TypeAlias

from console.dialogue.messages import ShowList
from console.dialogue.state import State

ByState: TypeAlias = str | Callable[[State], str]
"""A text, or a function that returns it."""


class Source(Protocol):
    """The part of the dialogue that lists of the menu are made from."""

    @property
    def state(self) -> State:
        """The state of the session of play."""

    def level_list(self) -> ShowList:
        """Return the list of levels."""


class When(Enum):
    """A state of the conversation in which an entry works."""

    FREE = auto()  # a move or another game is asked for, or a move will be
    FIRST = auto()  # the same, or it is asked who goes first
    PLAYING = auto()  # a move is asked for, or will be
    THINKING = auto()  # nothing is asked


@dataclass(frozen=True)
class Entry:
    """An entry for a word of the prompt, which ``argument`` follows.

    ``label`` is shown, followed by ``value``: a key, or a setting. The entry works ``when`` the conversation is that
    far and ``if_`` is true of the state. ``how`` is the message shown while the player completes the line. ``opens``
    returns the list that is shown instead of saying the word. ``stays``: the menu stays open. ``hides``: the
    entry is not shown if ``if_`` is false. ``behind`` is the word in whose group it stands behind that word's entry.
    """

    label: str
    word: str
    argument: ByState = ""
    value: ByState = ""
    when: When = When.FREE
    if_: Callable[[State], bool] = lambda state: True
    how: ByState = ""
    opens: Callable[[Source], ShowList] | None = None
    stays: bool = False
    hides: bool = False
    behind: str = ""


def has_moves(state: State) -> bool:
    """Return True if a move was made, undone moves included."""
    return bool(state.game.turns)


def can_undo(state: State) -> bool:
    """Return True if there is a move to take back."""
    return state.game.ply > 0


def on_or_off(switch: str) -> Callable[[State], str]:
    """Return a function that returns ``on`` or ``off`` for a switch."""
    return lambda state: "on" if getattr(state.switches, switch) else "off"


Menu: TypeAlias = Mapping[str, tuple[Entry, ...]]
"""Entries by their group."""


def joined(menus: Iterable[Menu]) -> dict[str, list[Entry]]:
    """Join menus by group. An entry that names a word to stand behind is inserted there."""
    groups: dict[str, list[Entry]] = {}
    for menu in menus:
        for group, entries in menu.items():
            shown = groups.setdefault(group, [])
            for entry in entries:
                places = [place for place, other in enumerate(shown, 1) if other.word == entry.behind]
                shown.insert(places[-1] if places else len(shown), entry)
    return groups
