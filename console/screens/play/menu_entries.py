"""The entries of the menu on the board's screen that say a word of the prompt, in the order in which they are shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final, TypeAlias

from console.dialogue.loop import Dialogue
from console.dialogue.messages import ShowList
from console.dialogue.state import State
from console.dialogue.words import ANY_REMOTE, Place
from console.text import engines, sentences

ByState: TypeAlias = str | Callable[[State], str]
"""A text, or a function that returns it."""


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
    entry is not shown if ``if_`` is false.
    """

    label: str
    word: str
    argument: ByState = ""
    value: ByState = ""
    when: When = When.FREE
    if_: Callable[[State], bool] = lambda state: True
    how: ByState = ""
    opens: Callable[[Dialogue], ShowList] | None = None
    stays: bool = False
    hides: bool = False


def _has_moves(state: State) -> bool:
    """Return True if a move was made, undone moves included."""
    return bool(state.game.turns)


def _can_undo(state: State) -> bool:
    return state.game.ply > 0


def _has_computer(state: State) -> bool:
    return bool(state.table.computers)


def _has_engine(state: State) -> bool:
    return bool(state.table.engine)


def _in_study(state: State) -> bool:
    return state.place is Place.STUDY


def _in_remote_game(state: State) -> bool:
    return bool(state.place & ANY_REMOTE)


def _on_or_off(switch: str) -> Callable[[State], str]:
    """Return a function that returns ``on`` or ``off`` for a switch."""
    return lambda state: "on" if getattr(state.switches, switch) else "off"


def _other_way(state: State) -> str:
    return "off" if state.switches.book else "on"


def _next_jumping(state: State) -> str:
    """Return the rules on the table with their next kind of jumping; the first kind follows the last."""
    rules, jumping = state.table.rules, state.table.jumping
    kinds = list(rules.jumpings)
    following = kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
    return f"{rules.name} {following}"


def _rules(dialogue: Dialogue) -> ShowList:
    from console.dialogue.lists import rules_list

    return rules_list(dialogue.state.table.rules.name)


def _clocks(dialogue: Dialogue) -> ShowList:
    from console.dialogue.lists import clock_list

    return clock_list(dialogue.state.next_game.control)


def _can_change_jumping(state: State) -> bool:
    return not _next_jumping(state).endswith(f" {state.table.jumping}")


ENTRIES: Final[Mapping[str, tuple[Entry, ...]]] = {
    "Game": (
        Entry("New game", "new"),
        Entry("Change sides", "swap"),
        Entry("One player", "one"),
        Entry("Two players", "two"),
        Entry("Demonstration", "demo"),
        Entry("Ballot", "ballot", "random", how='Enter draws a ballot by lot; or name one, as in "ballot 12".'),
        Entry("Save", "save", value="F2", if_=_has_moves),
        Entry("Load", "games", value="F3"),
        Entry("Find games", "find"),
        Entry("Offer a draw", "draw", when=When.PLAYING),
        Entry("Resign", "resign", when=When.PLAYING),
        Entry("Say something", "say", how=sentences.SAY_WHAT, if_=_in_remote_game, hides=True),
        Entry("Hall of fame", "fame"),
        Entry("Your name", "name", how=sentences.NAME_HOW),
        Entry("About", "about"),
    ),
    "Problems": (
        Entry("One that fits", "problem"),
        Entry("The one of today", "problem", "today"),
        Entry("Mistakes of yours", "problem", "yours"),
        Entry("Leave problems", "problem", "off", if_=lambda state: state.place is Place.PROBLEM),
    ),
    "Rules and level": (
        Entry("Rules", "next", value=lambda state: state.table.rules.name, when=When.FIRST, opens=_rules),
        Entry("Jumping", "next", _next_jumping, lambda state: state.table.jumping, if_=_can_change_jumping),
        Entry("About these rules", "rules", lambda state: state.table.rules.name),
        Entry("Level", "level", value=lambda state: str(state.level), if_=_has_computer, opens=Dialogue.level_list),
        Entry("Remarks", "chat", value=_on_or_off("remarks"), if_=_has_computer, stays=True),
        Entry("Opening book", "book", _other_way, _on_or_off("book"), stays=True),
        Entry("Clock", "clock", value=lambda state: str(state.next_game.control or "off"), opens=_clocks),
    ),
    "Engines": (
        Entry("Who plays", "engine", "list", lambda state: state.table.engine),
        Entry("Name another", "engine", how=engines.NAME_ONE),
        Entry("Parameters", "engine", "set", if_=_has_engine),
        Entry("Start it again", "engine", "on"),
        Entry("Play without", "engine", "off", if_=_has_engine),
    ),
    "Moves": (
        Entry("Hint", "hint", value="F4", when=When.PLAYING),
        Entry("Proof", "proof", when=When.PLAYING),
        Entry("List of the moves", "moves", when=When.PLAYING),
        Entry("Undo", "undo", value="F5", if_=_can_undo),
        Entry("Redo", "redo", value="F8", if_=lambda state: state.game.can_redo),
        Entry("Go to a move", "go", if_=_has_moves, how=lambda state: sentences.go_where(len(state.game.turns))),
        Entry("Back to the start", "reset", if_=_can_undo),
        Entry("Move at once", "now", when=When.THINKING),
        Entry("Explain as we go", "teach", value=_on_or_off("teaching"), stays=True),
        Entry("Think aloud", "think", value=_on_or_off("thinking"), stays=True),
    ),
    "Position": (
        Entry("Flip the board", "flip", value="F6"),
        Entry("Turn each move", "turn", value=_on_or_off("turning"), stays=True),
        Entry("Set up a position", "setup"),
        Entry("Look back (review)", "review", if_=_has_moves),
        Entry("In which games", "seen"),
        Entry("In the book", "book"),
        Entry("FEN", "fen"),
        Entry("Who stands where", "where"),
        Entry("Look at a square", "look", how=sentences.LOOK_WHERE),
    ),
    "Annotations": (
        Entry("Study this game", "study", if_=_has_moves),
        Entry("Remark", "comment", how=sentences.COMMENT_WHAT),
        Entry("Mark the move", "mark", sentences.MARKS[0], if_=_can_undo, how=sentences.MARK_HOW),
        Entry("Lines from here", "line", if_=_in_study),
        Entry("Back to the game", "main", if_=_in_study),
        Entry("Promote", "promote", if_=_in_study),
        Entry("Delete", "delete", if_=_in_study),
    ),
}
"""The entries by their group."""
