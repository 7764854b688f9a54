"""The key bar of a game: the keys that work now, in the last row or in a narrow strip beside the board."""

from collections.abc import Sequence
from typing import Final

from console.dialogue import kinds
from console.dialogue.kinds import Trait
from console.dialogue.menu import can_choose_level, can_redo
from console.dialogue.messages import Ask, Command
from console.dialogue.state import State
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key

YES: Final = Key("yes")
NO: Final = Key("no")


def _function_key(number: int, word: str, works: bool = True) -> Button:
    return Button(f"F{number}", word, Key(f"f{number}"), works)


_F_KEYS: Final = {f"f{number}" for number in range(1, 13)}
_HELP_MENU_QUIT: Final = [_function_key(1, "Help"), _function_key(9, "Menu"), _function_key(10, "Quit")]
_YES_OR_NO: Final = {
    kinds.FIRST: [Button("Y", "Yes", YES), Button("N+Enter", "No", NO)],  # words begin with N
    kinds.ANOTHER: [Button("Y", "Again", YES), Button("N+Enter", "Leave", NO)],
    kinds.MULTIPLE: [Button("Y", "Jump on", YES), Button("N", "Stop here", NO)],
    kinds.HUFF: [Button("N", "Let it pass", NO)],
}
_OTHER_YES_OR_NO: Final = [Button("Y", "Yes", YES), Button("N", "No", NO)]


def buttons(ask: Ask | None, state: State, width: int) -> list[Button]:
    """Return the buttons for the keys that work at the question ``ask``; the keys of a move if ``ask`` is None.

    ``width`` is the room in columns. Less important keys of a move are left out if they do not fit. While a
    demonstration runs, one button says that any key stops it.
    """
    if not state.table.seats.people and ask is None:
        return [Button("Any key", "stops the demonstration", Key("escape"))]
    if ask is None or ask.kind in (kinds.MOVE, kinds.WAITING):
        return _at_a_move(state, width)
    if ask.kind is kinds.TO:
        put_down = Button("Esc", "Put down", Key("escape"))
        return [*_at_a_move(state, width - put_down.width), put_down]
    others = _OTHER_YES_OR_NO if ask.kind.has(Trait.YES_OR_NO) else []
    found = [*_YES_OR_NO.get(ask.kind, others)]
    if ask.kind is kinds.HUFF and ask.takes_yes:
        found = [Button("Y", "Take it", YES), *found]
    if ask.kind is kinds.ANOTHER:
        for number, word in ((2, "Save"), (4, "Review")):
            found += _key_of_word(state, number, word, state.game.ply > 0)
        found += [_function_key(7, "Level")] if can_choose_level(state) else []
    if ask.kind.has(Trait.ENTER_GOES_ON):
        found.append(Button("Enter", "Go on", Key("enter")))
    if ask.kind.has(Trait.Q_LEAVES):
        found.append(Button("Esc", "Leave", Key("escape")))
    if ask.kind.has(Trait.UNDO_LEAVES):
        found.append(Button("Esc", "Take back", Key("escape")))
    return found + _HELP_MENU_QUIT


def _at_a_move(state: State, width: int) -> list[Button]:
    """Return the most important keys for a move that fit the width, in the order of their numbers.

    F8 (redo) is included only after an undo. Commands that the activity does not have are left out. A study has keys of
    its own.
    """
    game = state.game
    if state.in_study:
        return _in_order(_fitting(_at_a_study(state), width))
    ranked = [
        *_HELP_MENU_QUIT,
        *_key_of_word(state, 5, "Undo", game.ply > 0),
        *([_function_key(8, "Redo")] if can_redo(state) else []),
        *_key_of_word(state, 4, "Hint"),
        *_key_of_word(state, 2, "Save", game.ply > 0),
        *_key_of_word(state, 3, "Load"),
        _function_key(6, "Flip"),
        *([_function_key(7, "Level")] if can_choose_level(state) else []),
    ]
    return _in_order(_fitting(ranked, width))


def _key_of_word(state: State, number: int, word: str, works: bool = True) -> list[Button]:
    """Return the function key of a command in a list. The list is empty if the activity does not have the command."""
    return [_function_key(number, word, works)] if state.works(Command(word.casefold())) else []


def _at_a_study(state: State) -> list[Button]:
    """Return the keys of a study, the most important first."""
    game = state.game
    return [
        Button("Left", "", Key("left"), game.ply > 0),
        Button("Right", "Step", Key("right"), game.can_redo),
        *_HELP_MENU_QUIT,
        _function_key(4, "Explore"),
        _function_key(2, "Save", game.ply > 0),
        _function_key(6, "Flip"),
        _function_key(3, "Load"),
    ]


def _fitting(ranked: Sequence[Button], width: int) -> list[Button]:
    """Return the buttons that fit a width; the first ones are preferred."""
    kept, room = [], width
    for button in ranked:
        room -= button.width
        if room >= 0:
            kept.append(button)
    return kept


def _in_order(buttons: Sequence[Button]) -> list[Button]:
    """Return the buttons in the order of their numbers, after those without a number."""
    return sorted(buttons, key=lambda button: int(button.key[1:]) if button.event.name in _F_KEYS else 0)


class KeyColumn(KeyBar):
    """A key bar that can also be drawn as a column, in which F keys are shown as numbers."""

    def draw_column(self, canvas: Canvas, theme: Theme, buttons: Sequence[Button], rect: Rect) -> None:
        """Draw the buttons one below the other, as many as fit."""
        palette = theme.palette
        self._spots = []
        for row, button in enumerate(buttons[: rect.height], rect.row):
            canvas.fill(row, rect.column, 1, rect.width, " ", palette.bar)
            key = f"{button.key[1:]:>2}" if button.key.startswith("F") else f"{button.key} "
            if len(key) + len(button.word) > rect.width:
                key = key.strip()
            end = canvas.text(row, rect.column, key, palette.bar_key if button.works else palette.bar_off)
            canvas.text(row, end, button.word, palette.bar if button.works else palette.bar_off, rect.width - len(key))
            if button.works:
                self._spots.append((row, rect.column, canvas.width, button.event))
