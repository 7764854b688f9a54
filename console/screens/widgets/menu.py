"""A menu in a window: entries with a letter each, some of them switches that stay. Headless but for its drawing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from console.screens.widgets.window import draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from console.terminal.theme import Look

_STEPS: Final = {"up": -1, "down": 1, "page-up": -8, "page-down": 8, "home": -99, "end": 99}


@dataclass(frozen=True)
class Item:
    """One entry: what it is called, what it does, how it stands now, whether it can be used, whether the menu stays."""

    label: str
    do: Callable[[], None]
    value: str = ""
    works: bool = True
    stays: bool = False


class Menu:
    """Which entry is chosen, whether the menu is ``open``, and where it was drawn last."""

    def __init__(self) -> None:
        self.open = False
        self._chosen = 0
        self._top = 0
        self._rect = Rect(0, 0, 0, 0)

    def press(self, key: Key, items: Sequence[Item]) -> None:
        """Move by the arrows, use an entry by Enter, Space or its letter, close by Esc."""
        if key.name in _STEPS:
            self._chosen = min(max(0, self._chosen + _STEPS[key.name]), len(items) - 1)
        elif key.name in ("enter", "left", "right") or key.text == " ":
            if key.name not in ("left", "right") or items[self._chosen].stays:
                self._use(items[self._chosen])
        elif key.text:
            found = [index for index, letter in enumerate(letters(items)) if letter == key.text.casefold()]
            if found:
                self._chosen = found[0]
                self._use(items[self._chosen])
        else:
            self.open = False

    def point(self, mouse: Mouse, items: Sequence[Item]) -> None:
        """A click on an entry uses it, one outside closes the menu; the wheel moves the choice."""
        if mouse.kind in ("wheel-up", "wheel-down"):
            self._chosen = min(max(0, self._chosen + (1 if mouse.kind == "wheel-down" else -1)), len(items) - 1)
        elif mouse.kind == "press":
            index = self._top + mouse.row - self._rect.row - 1
            if not self._rect.contains(mouse.row, mouse.column):
                self.open = False
            elif self._top <= index < min(self._top + self._rect.height - 2, len(items)):
                self._chosen = index
                self._use(items[index])

    def _use(self, item: Item) -> None:
        if item.works:
            self.open = item.stays
            item.do()

    def draw(self, canvas: Canvas, look: Look, rect: Rect, items: Sequence[Item]) -> None:
        """Draw the window with as many entries as fit, the chosen one among them."""
        theme, page = look.theme, rect.height - 2
        self._chosen = min(self._chosen, len(items) - 1)
        self._top = max(0, min(self._top, self._chosen, len(items) - page), self._chosen - page + 1)
        self._rect = rect
        draw_window(canvas, look, *rect, title="Menu")
        marks = letters(items)
        for down in range(min(page, len(items))):
            index = self._top + down
            item, row, column, width = items[index], rect.row + 1 + down, rect.column + 1, rect.width - 2
            style = theme.menu_chosen if index == self._chosen else theme.menu if item.works else theme.bar_off
            canvas.fill(row, column, 1, width, " ", style)
            canvas.text(row, column + 1, item.label, style, width - 2)
            if item.value:
                room = width - len(item.label) - 4
                canvas.text(row, column + width - 1 - min(room, len(item.value)), item.value, style, max(0, room))
            place = item.label.casefold().find(marks[index]) if marks[index] else -1
            if place >= 0 and item.works and index != self._chosen:
                canvas.text(row, column + 1 + place, item.label[place], theme.menu_key)
        for more, sign, row in (
            (self._top > 0, look.glyphs.up, rect.row),
            (self._top + page < len(items), look.glyphs.down, rect.row + rect.height - 1),
        ):
            if more:
                canvas.put(row, rect.column + rect.width - 3, sign, theme.alert)


def letters(items: Sequence[Item]) -> list[str]:
    """A letter for each entry: the first of its label that none before it has; empty if all are taken."""
    taken: list[str] = []
    for item in items:
        free = (letter for letter in item.label.casefold() if letter.isalpha() and letter not in taken)
        taken.append(next(free, ""))
    return taken
