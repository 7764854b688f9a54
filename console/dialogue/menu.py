"""The menu entries that execute commands, by group. Each activity defines the entries of its commands."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from textwrap import fill
from typing import Final, NamedTuple, TypeAlias

from console.dialogue.conversation import Conversation
from console.dialogue.messages import ShowList
from console.dialogue.state import State
from console.game.options import FIT
from console.game.seats import RIVAL
from console.reading.readings import Command
from console.reading.words import Vocabulary
from console.storage.settings import Settings
from console.text.sentences import MENU_HOW

ByState: TypeAlias = str | Callable[[State], str]
"""A text, or a function that returns it."""

Condition: TypeAlias = Callable[[State], bool]


def always(state: State) -> bool:
    """Return True: the condition of what is always shown, and always works."""
    return True


class When(Enum):
    """The questions at which an entry works."""

    FREE = auto()  # the questions for a move and for another game; also while no question is open
    FIRST = auto()  # those of FREE, and the question who goes first
    PLAYING = auto()  # the question for a move; also while no question is open
    THINKING = auto()  # none: it works only while no question is open


class Entry(NamedTuple):
    """A menu entry that executes the command ``word`` with ``argument``.

    ``label`` is shown, followed by ``value``: a key or a setting. ``about`` says in a few words what it is for. The
    entry is hidden unless ``shown`` returns True. It
    works at the questions of ``when``, as long as ``works`` returns True. If ``how`` is not empty, the player completes
    the command on the input line, and ``how`` is the message that explains it. ``opens`` returns a list to show instead
    of executing the command. ``stays``: the menu stays open. ``behind``: the entry follows the entry of that command.
    """

    label: str
    about: str
    word: str
    argument: ByState = ""
    value: ByState = ""
    when: When = When.FREE
    works: Condition = always
    how: ByState = ""
    opens: Callable[[Conversation], ShowList] | None = None
    stays: bool = False
    shown: Condition = always
    behind: str = ""


def in_task(word: str) -> Condition:
    """Return the condition of an entry that is shown in the task of a word only."""
    return lambda state: state.activity.label == word


def without_task(state: State) -> bool:
    """Return True if no task is under way."""
    return not state.activity.label


def in_study(state: State) -> bool:
    """Return True in a study."""
    return state.in_study


def not_in_study(state: State) -> bool:
    """Return True outside of studies."""
    return not state.in_study


def has_moves(state: State) -> bool:
    """Return True if a move was played."""
    return bool(state.game.turns)


def is_against_program(state: State) -> bool:
    """Return True if a program plays."""
    return state.table.seats.program is not None


def is_shared(state: State) -> bool:
    """Return True if two players share this board."""
    return len(state.table.seats.people) > 1


def on_or_off(switch: Callable[[Settings], bool]) -> Callable[[State], str]:
    """Return the function that returns a switch as ``on`` or ``off``."""
    return lambda state: "on" if switch(state.switches) else "off"


def can_undo(state: State) -> bool:
    """Return True if there is a move of a player to take back, and the activity allows it."""
    is_begun_by_program = state.table.seats.is_program(state.game.start.side)
    return state.game.ply > is_begun_by_program and state.activity.takes_back


def can_redo(state: State) -> bool:
    """Return True if there is a move to play again, and the activity allows it."""
    return state.game.can_redo and state.works(Command("redo"))


def can_choose_level(state: State) -> bool:
    """Return True if the computer plays at a level, and the activity allows the player to change it."""
    program = state.table.seats.program
    return program is not None and program.has_level and state.works(Command("level"))


Menu: TypeAlias = Mapping[str, tuple[Entry, ...]]
"""Entries by their group."""

SCREEN: Final = "Screen"
"""The last group: the screen fills it with its settings, plain lines with words."""
GROUPS: Final = {
    "Game": "Another game, saving, looking back",
    "Learn": "Lessons, openings, problems",
    "Matches": "The season, matches, fame",
    "Rules and level": "Rules, opponent, clock, book",
    "Moves": "Hints, proofs, back and forth",
    "Board": "Turning, names, studies",
}
"""The groups before it, in their order, and what is in them."""
_SCREEN_WORDS: Final = ("board", "where", "look", "theme", "sound", "animation", "settings", "name", "about")


def joined(menus: Sequence[Menu]) -> dict[str, list[Entry]]:
    """Merge menus group by group. An entry with ``behind`` follows the entry of that command, or else is the last."""
    groups = {}
    for group in GROUPS:
        entries = [entry for menu in menus for entry in menu.get(group, ())]
        groups[group] = [entry for entry in entries if not entry.behind]
        waiting = [entry for entry in entries if entry.behind]
        while waiting:
            words = [entry.word for entry in groups[group]]
            entry = next((entry for entry in waiting if entry.behind in words), waiting[0])
            waiting.remove(entry)
            place = len(words) - words[::-1].index(entry.behind) if entry.behind in words else len(words)
            groups[group].insert(place, entry)
    return groups


def shown(menu: Mapping[str, Sequence[Entry]], state: State) -> dict[str, list[Entry]]:
    """Return the groups that have entries, without the entries that are hidden now."""
    found = {group: [entry for entry in entries if entry.shown(state)] for group, entries in menu.items()}
    return {group: entries for group, entries in found.items() if entries}


def menu_lines(menu: Mapping[str, Sequence[Entry]], vocabulary: Vocabulary, named: str) -> list[str]:
    """Return the menu in lines: the words of the group with that name explained, or else the names by group."""
    words = {group: tuple(dict.fromkeys(entry.word for entry in entries)) for group, entries in menu.items()}
    words[SCREEN] = _SCREEN_WORDS
    for group, names in words.items():
        if named and group.casefold().startswith(named.casefold()):
            return vocabulary.listing([vocabulary.word(Command(name)) for name in names])
    width = max(map(len, words)) + 4
    lines = []
    for group, names in words.items():
        first = f"  {group}".ljust(width)
        lines.append(fill(", ".join(names), 78, initial_indent=first, subsequent_indent=" " * width))
    return [*lines, MENU_HOW]


# The lists from which the player chooses


def level_list(conversation: Conversation) -> ShowList:
    """Return the list of levels, with the player's results by level under the rules of the current game."""
    from console.dialogue import lists

    archive, table, opponent = conversation.archive, conversation.state.table, conversation.state.opponent
    name = table.names[table.home]
    record = archive.record(name, table.rules.name)
    results = record.by_level if record is not None else {}
    rating = archive.fitted(name, table.rules.name).strength.rating
    current = FIT if opponent.is_fitted else str(opponent.level)
    is_rival = table.opponent is not None and table.opponent.kind == RIVAL
    return lists.level_list(current, results, rating, "Outside the season you" if is_rival else "You")


def rules_list(conversation: Conversation) -> ShowList:
    """Return the list of rule sets and house rules."""
    from console.dialogue import lists

    return lists.rules_list(conversation.state.table.rules, conversation.store.rules.readable())


def clock_list(conversation: Conversation) -> ShowList:
    """Return the list of clocks for the next game."""
    from console.dialogue import lists

    return lists.clock_list(conversation.state.next_game.control)
