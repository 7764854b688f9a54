"""The keys that work at this moment of a game, for the last line of the screen or a strip of a few columns."""

from collections.abc import Sequence
from typing import Final

from console.canvas import Canvas
from console.events import Key
from console.screens.parts import Bar, Button
from console.steps import Ask, Kind
from console.table import Table
from console.theme import Look

_HELP: Final = Button("F1", "Help", Key("f1"))
_QUIT: Final = Button("F10", "Quit", Key("f10"))


def buttons(ask: Ask | None, table: Table) -> list[Button]:
    """The keys that work now, those of no use at this moment marked so; without a question those of the next move."""
    if ask is None or ask.kind is Kind.MOVE:
        return [
            _HELP,
            Button("F4", "Hint", Key("f4")),
            Button("F5", "Undo", Key("f5"), table.game.can_undo),
            Button("F6", "Flip", Key("f6")),
            Button("F7", "Level", Key("f7"), bool(table.computers)),
            _QUIT,
        ]
    found = []
    if ask.kind in (Kind.MULTIPLE, Kind.NEXT_SQUARE):
        found.append(Button("Esc", "Take back", Key("escape")))
    return [*found, _HELP, _QUIT]


class KeyColumn(Bar):
    """The keys one below the other, where the screen has no line for them: only the words, which can be typed too."""

    def draw_column(
        self, canvas: Canvas, look: Look, buttons: Sequence[Button], row: int, column: int, height: int
    ) -> None:
        """Draw as many as fit."""
        theme = look.theme
        self.forget()
        for down, button in enumerate(buttons[:height]):
            width = canvas.width - column
            canvas.fill(row + down, column, 1, width, " ", theme.bar)
            word = button.key if button.key == "Esc" else button.word
            canvas.text(row + down, column, word, theme.bar if button.works else theme.bar_off, width)
            if button.works:
                self._spots.append((row + down, column, canvas.width, button.event))

    def forget(self) -> None:
        """Take no clicks."""
        self._spots = []
