"""The key bar of a game: the keys that work now, in the last row or in a narrow strip beside the board."""

from typing import Final, NamedTuple

from console.dialogue.menu import can_choose_level, can_redo, can_undo
from console.dialogue.messages import Ask
from console.dialogue.state import State
from console.reading import kinds
from console.reading.kinds import Trait
from console.reading.readings import Command, Input
from console.screens.widgets.window import THEN_ENTER, Button
from console.terminal.events import Key

YES: Final = Key("yes")
NO: Final = Key("no")


def _function_key(number: int, word: str, works: bool = True, rank: int = 0) -> Button:
    return Button(f"F{number}", word, Key(f"f{number}"), works, rank)


_HELP: Final = _function_key(1, "Help")
_MENU_AND_QUIT: Final = [_function_key(9, "Menu"), _function_key(10, "Quit")]
_AT_STAKE: Final = (
    kinds.MULTIPLE,
    kinds.RESIGN,
    kinds.NEW,
    kinds.LEAVE_MATCH,
    kinds.DRAW,
    kinds.DRAW_OFFERED,
    kinds.DELETE,
    kinds.ANOTHER,
)
"""The questions at which Y and N wait for Enter: a game or a man is at stake."""
_LETTERS: Final = ("Y", "N")
_YES_OR_NO: Final = {
    kinds.ANOTHER: [Button("Y", "Again", YES, rank=0), Button("N", "Leave", NO, rank=0)],
    kinds.MULTIPLE: [Button("Y", "Jump on", YES, rank=0), Button("Enter", "Stop here", NO, rank=0)],
    kinds.SHOWN: [Button("N", "Quiz me", NO, rank=0)],
    kinds.HUFF: [Button("N", "Let it pass", NO, rank=0)],
}
_OTHER_YES_OR_NO: Final = [Button("Y", "Yes", YES, rank=0), Button("N", "No", NO, rank=0)]


class StepBack(NamedTuple):
    """The meaning of Esc at a question: its word on the bar, and the answer."""

    word: str
    answer: Input


_STEPS_BACK: Final = {
    Trait.ENTER_LEAVES: StepBack("Back", ""),
    Trait.ESC_LEAVES: StepBack("Back", "esc"),
    Trait.UNDO_LEAVES: StepBack("Take back", "undo"),
    Trait.Q_LEAVES: StepBack("Leave", "q"),
}


def esc(word: str) -> Button:
    """Return the button of Esc with what it does."""
    return Button("Esc", word, Key("escape"), rank=0)


def buttons(ask: Ask | None, state: State, *more: Button) -> list[Button]:
    """Return the buttons for the keys that work at the question ``ask``; the keys of a move if ``ask`` is None.

    The button of Esc is the first, if Esc goes one step back. Then come ``more`` and the others. While a
    demonstration runs, any key stops it.
    """
    if not state.table.seats.people and ask is None:
        return [Button("Any key", "stops this", Key("escape"))]
    back = step_back(ask, state)
    return [*([esc(back.word)] if back is not None else []), *more, *_forward(ask, state)]


def answers(key: Key, ask: Ask | None, state: State) -> bool:
    """Return True if a letter alone answers a question: the bar shows it without Enter."""
    lit = buttons(ask, state) if key.text.isalpha() else ()
    return any(each.event in (YES, NO) and each.key == key.text.upper() for each in lit)


def step_back(ask: Ask | None, state: State) -> StepBack | None:
    """Return what Esc does at a question; None if there is no step back, as before a move of a game."""
    if ask is None:
        return None
    kind, label = ask.kind, state.activity.label
    if kind is kinds.TO:
        return StepBack("Put down", "")
    for trait, found in _STEPS_BACK.items():
        if trait in kind.traits:
            return found
    if kind is kinds.NAMED:
        return StepBack("Back", "N")
    if label and Trait.TAKES_WORDS in kind.traits:
        return StepBack("Leave", Command(label, "off"))
    return StepBack("Leave", "N") if label and Trait.YES_OR_NO in kind.traits else None


def _forward(ask: Ask | None, state: State) -> list[Button]:
    """Return the buttons without that of Esc."""
    if ask is None or ask.kind in (kinds.MOVE, kinds.TO, kinds.WAITING):
        return _at_a_move(state)
    others = _OTHER_YES_OR_NO if Trait.YES_OR_NO in ask.kind.traits else []
    found = [*_YES_OR_NO.get(ask.kind, others)]
    if ask.kind is kinds.HUFF and len(state.game.huffable) == 1:
        found = [Button("Y", "Take it", YES, rank=0), *found]
    if ask.kind is kinds.ANOTHER and state.next_game.match is not None:
        found = [Button("Y", "Play", YES, rank=0), Button("N", "End it", NO, rank=0)]
    if ask.kind in _AT_STAKE:
        found = [each._replace(key=f"{each.key}{THEN_ENTER * (each.key in _LETTERS)}") for each in found]
    if ask.kind is kinds.ANOTHER:
        for number, word in ((2, "Save"), (4, "Review")):
            found += _key_of_word(state, number, word, state.game.ply > 0, rank=3)
        found += _level(state)
    if Trait.ENTER_GOES_ON in ask.kind.traits:
        found.append(Button("Enter", "Go on", Key("enter"), rank=0))
    return [*found, _HELP, *_MENU_AND_QUIT]


def _at_a_move(state: State) -> list[Button]:
    """Return the keys for a move. Commands that the activity does not have are left out.

    F8 (redo) is included only after an undo. A study has keys of its own.
    """
    game = state.game
    if state.in_study:
        return [
            Button("Left", "", Key("left"), game.ply > 0, rank=0),
            Button("Right", "Step", Key("right"), game.can_redo, rank=0),
            *_other_line(state),
            _HELP,
            _function_key(2, "Save", game.ply > 0, rank=6),
            _function_key(3, "Games", rank=8),
            _function_key(4, "Explore", rank=5),
            _function_key(6, "Flip", rank=7),
            *_MENU_AND_QUIT,
        ]
    return [
        _HELP,
        *_key_of_word(state, 2, "Save", game.ply > 0, rank=4),
        *_key_of_word(state, 3, "Load", rank=5),
        *_key_of_word(state, 4, "Hint", rank=3),
        *_key_of_word(state, 5, "Undo", can_undo(state), rank=1),
        _function_key(6, "Flip", rank=6),
        *_level(state),
        *([_function_key(8, "Redo", rank=8)] if can_redo(state) else []),
        *_MENU_AND_QUIT,
    ]


def _other_line(state: State) -> list[Button]:
    """Return the key that goes to another move in place of the last one, if the tree has variations."""
    outline = state.activity.outline
    works = any(each.is_current and each.has_others for each in outline)
    return [Button("Down", "Line", Key("down"), works, rank=9)] if any(each.depth for each in outline) else []


def _key_of_word(state: State, number: int, word: str, works: bool = True, rank: int = 0) -> list[Button]:
    """Return the function key of a command in a list. The list is empty if the activity does not have the command."""
    return [_function_key(number, word, works, rank)] if state.works(Command(word.casefold())) else []


def _level(state: State) -> list[Button]:
    """Return the key that chooses the level, if it can be chosen."""
    return [_function_key(7, "Level", rank=9)] if can_choose_level(state) else []
