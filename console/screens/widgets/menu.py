"""A menu in a window: entries with a letter each, some of them switches that stay, some with entries of their own.

Headless but for its drawing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse

_STEPS: Final = {"up": -1, "down": 1, "page-up": -8, "page-down": 8, "home": -99, "end": 99}


def _nothing() -> None:
    """What an entry does that only opens others."""


@dataclass(frozen=True)
class Item:
    """One entry: what it is called, what it does, how it stands now, whether it can be used, whether the menu stays.

    One with ``inside`` opens those instead of doing something itself, at the first that is ``current``. ``preview``
    shows what it would do while it is chosen.
    """

    label: str
    do: Callable[[], None] = _nothing
    value: str = ""
    works: bool = True
    stays: bool = False
    inside: "tuple[Item, ...]" = ()
    current: bool = False
    preview: Callable[[], None] | None = None


class Menu:
    """Whether the menu is ``open``, which of its groups is, which entry is chosen, and where it was drawn last."""

    def __init__(self) -> None:
        self.open = False
        self._group: int | None = None
        self._chosen = 0
        self._top = 0
        self._rect = Rect(0, 0, 0, 0)

    def entries(self, items: Sequence[Item]) -> Sequence[Item]:
        """Those that are to be seen: all of the first level, or those of the group that is open."""
        return items if self._group is None else items[self._group].inside

    def chosen(self, items: Sequence[Item]) -> Item | None:
        """The entry that is chosen while the menu is open."""
        return self.entries(items)[self._chosen] if self.open else None

    def buttons(self) -> list[Button]:
        """The keys that work while it is open."""
        return [
            Button("Enter", "Choose", Key("enter")),
            Button("Up", "", Key("up")),
            Button("Down", "Move", Key("down")),
            Button("Esc", "Close" if self._group is None else "Back", Key("escape")),
        ]

    def press(self, key: Key, items: Sequence[Item]) -> None:
        """Move by the arrows, use an entry by Enter, Space or its letter; Esc and Left go back, other keys close."""
        entries = self.entries(items)
        if key.name in _STEPS:
            self._step(_STEPS[key.name], entries)
        elif key.name == "enter" or key.text == " ":
            self._use(self._chosen, entries)
        elif key.name == "right":
            if entries[self._chosen].stays or entries[self._chosen].inside:
                self._use(self._chosen, entries)
        elif key.text:
            found = [index for index, letter in enumerate(letters(entries)) if letter == key.text.casefold()]
            if found:
                self._use(found[0], entries)
        elif key.name in ("escape", "left", "backspace") and self._group is not None:
            self._go_back()
        elif key.name != "left":
            self._close()

    def point(self, mouse: Mouse, items: Sequence[Item]) -> None:
        """A click on an entry uses it, one outside closes the menu; the wheel moves the choice."""
        entries = self.entries(items)
        if mouse.kind in ("wheel-up", "wheel-down"):
            self._step(1 if mouse.kind == "wheel-down" else -1, entries)
        elif mouse.kind == "press":
            index = self._top + mouse.row - self._rect.row - 1
            if not self._rect.contains(mouse.row, mouse.column):
                self._close()
            elif self._top <= index < min(self._top + self._rect.height - 2, len(entries)):
                self._use(index, entries)

    def _step(self, by: int, entries: Sequence[Item]) -> None:
        self._chosen = min(max(0, self._chosen + by), len(entries) - 1)

    def _use(self, index: int, entries: Sequence[Item]) -> None:
        self._chosen = index
        item = entries[index]
        if not item.works:
            return
        if item.inside:
            self._group = index
            self._chosen = next((at for at, inner in enumerate(item.inside) if inner.current), 0)
        elif item.stays:
            item.do()
        else:
            self._close()
            item.do()

    def _go_back(self) -> None:
        """From a group to the first level."""
        if self._group is not None:
            self._chosen, self._group = self._group, None

    def _close(self) -> None:
        self._go_back()
        self.open = False

    def draw(self, canvas: Canvas, theme: Theme, rect: Rect, items: Sequence[Item], note: str = "") -> None:
        """Draw the window with as many entries as fit, the chosen one among them, and a note in its lower border."""
        palette, page = theme.palette, rect.height - 2
        entries = self.entries(items)
        title = "Menu" if self._group is None else items[self._group].label
        self._chosen = min(self._chosen, len(entries) - 1)
        self._top = max(0, min(self._top, self._chosen, len(entries) - page), self._chosen - page + 1)
        self._rect = rect
        draw_window(canvas, theme, *rect, title=title)
        if note:
            canvas.text(rect.row + rect.height - 1, rect.column + 2, f" {note} ", palette.prompt, rect.width - 4)
        marks = letters(entries)
        for down in range(min(page, len(entries))):
            index = self._top + down
            item, row, column, width = entries[index], rect.row + 1 + down, rect.column + 1, rect.width - 2
            style = palette.chosen if index == self._chosen else palette.bar if item.works else palette.bar_off
            canvas.fill(row, column, 1, width, " ", style)
            canvas.text(row, column + 1, item.label, style, width - 2)
            value = theme.glyphs.right if item.inside else item.value
            if value:
                room = width - len(item.label) - 4
                canvas.text(row, column + width - 1 - min(room, len(value)), value, style, max(0, room))
            place = item.label.casefold().find(marks[index]) if marks[index] else -1
            if place >= 0 and item.works and index != self._chosen:
                canvas.text(row, column + 1 + place, item.label[place], palette.bar_key)
        for more, sign, row in (
            (self._top > 0, theme.glyphs.up, rect.row),
            (self._top + page < len(entries), theme.glyphs.down, rect.row + rect.height - 1),
        ):
            if more:
                canvas.put(row, rect.column + rect.width - 3, sign, palette.alert)


def letters(items: Sequence[Item]) -> list[str]:
    """A letter for each entry: the first of its label that none before it has; empty if all are taken."""
    taken: list[str] = []
    for item in items:
        free = (letter for letter in item.label.casefold() if letter.isalpha() and letter not in taken)
        taken.append(next(free, ""))
    return taken
