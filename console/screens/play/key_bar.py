"""The keys that work at each moment of a game, for the last row or a strip of a few columns."""

from collections.abc import Sequence
from typing import Final

from console.dialogue import kinds
from console.dialogue.kinds import Trait
from console.dialogue.messages import Ask
from console.dialogue.state import State
from console.dialogue.words import ANY_REMOTE, Place
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar
from console.terminal.canvas import Canvas
from console.terminal.events import Key

YES: Final = Key("yes")
NO: Final = Key("no")
_HELP: Final = Button("F1", "Help", Key("f1"))
_MENU: Final = Button("F9", "Menu", Key("f9"))
_QUIT: Final = Button("F10", "Quit", Key("f10"))


def buttons(ask: Ask | None, state: State, width: int) -> list[Button]:
    """Return the keys for the open question, or those for a move without one."""
    if state.table.is_demo and ask is None:
        return [Button("Any key", "stops the demonstration", Key("escape"))]
    if ask is not None and ask.kind is kinds.MOVE and ask.takes_yes:
        yes = Button("Y", "Yes", YES)
        return [yes, *_at_a_move(state, width - yes.width)]
    if ask is None or ask.kind in (kinds.MOVE, kinds.WAITING):
        return _at_a_move(state, width)
    if ask.kind is kinds.TO:
        put_down = Button("Esc", "Put down", Key("escape"))
        return [*_at_a_move(state, width - put_down.width), put_down]
    found = []
    if ask.kind is kinds.ANOTHER:
        return [
            Button("Y", "Again", YES),
            Button("N", "Leave", NO),
            Button("F2", "Save", Key("f2"), state.game.can_undo),
            Button("F4", "Review", Key("f4"), state.game.can_undo),
            Button("F7", "Level", Key("f7"), state.table.has_level),
            _HELP,
            _MENU,
            _QUIT,
        ]
    if ask.kind is kinds.MULTIPLE:
        found = [Button("Y", "Jump on", YES), Button("N", "Stop here", NO)]
    elif ask.kind.has(Trait.YES_OR_NO):
        found = [Button("Y", "Yes", YES), Button("N", "No", NO)]
    elif ask.kind is kinds.HUFF:
        found = [Button("N", "Let it pass", NO)]
    if ask.kind.has(Trait.UNDO_LEAVES):
        found.append(Button("Esc", "Take back", Key("escape")))
    return [*found, _HELP, _MENU, _QUIT]


def _at_a_move(state: State, width: int) -> list[Button]:
    """Return the most important keys for a move that fit the width, in the order of their numbers.

    Redo is important after an undo.
    """
    game = state.game
    redo = [Button("F8", "Redo", Key("f8"))] if game.can_redo else []
    ranked = [
        _HELP,
        _MENU,
        _QUIT,
        Button("F5", "Undo", Key("f5"), game.can_undo),
        *redo,
        Button(
            "F4",
            "Seen" if state.place is Place.STUDY else "Hint",
            Key("f4"),
            not state.place & ANY_REMOTE,
        ),
        Button("F2", "Save", Key("f2"), game.can_undo),
        Button("F3", "Load", Key("f3"), not state.place & ANY_REMOTE),
        Button("F6", "Flip", Key("f6")),
        Button("F7", "Level", Key("f7"), state.table.has_level),
    ]
    kept, room = [], width
    for button in ranked:
        room -= button.width
        if room >= 0:
            kept.append(button)
    return sorted(kept, key=lambda button: int(button.key[1:]))


class KeyColumn(KeyBar):
    """The keys one below the other, for screens without a row for them. F keys are shown as numbers."""

    def draw_column(
        self, canvas: Canvas, theme: Theme, buttons: Sequence[Button], row: int, column: int, height: int
    ) -> None:
        """Draw as many buttons as fit."""
        palette = theme.palette
        self.forget()
        for down, button in enumerate(buttons[:height]):
            width = canvas.width - column
            canvas.fill(row + down, column, 1, width, " ", palette.bar)
            key, word = (f"{button.key[1:]:>2}", button.word) if button.key.startswith("F") else (f" {button.key}", "")
            end = canvas.text(row + down, column, key, palette.bar_key if button.works else palette.bar_off)
            canvas.text(row + down, end, word, palette.bar if button.works else palette.bar_off, width - len(key))
            if button.works:
                self._spots.append((row + down, column, canvas.width, button.event))

    def forget(self) -> None:
        """Forget the places of the buttons, as they are not shown."""
        self._spots = []
