"""A menu with groups in a window. Each entry has a letter, and can leave the menu open or open a group."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final, NamedTuple

from console.screens.widgets.burst import ALONE, Burst
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse, Tick
from console.text.reflow import wrapped

_STEPS: Final = {"up": -1, "down": 1, "page-up": -8, "page-down": 8, "home": -99, "end": 99}
_ABOUT: Final = 2  # rows about the chosen entry
FRAME: Final = 3 + _ABOUT
"""The rows of a menu without its entries."""


class MenuItem(NamedTuple):
    """An entry of a menu. ``about`` is shown below the menu while the entry is chosen, ``value`` beside the label.

    ``do`` is called when the entry is used.
    ``works`` is False for an entry that cannot be used. ``stays``: the menu stays open after ``do``. An entry with
    entries ``inside`` opens that group instead; the first ``current`` entry of the group is then chosen. ``preview`` is
    called by the owner of the menu while the entry is chosen.
    """

    label: str
    about: str = ""
    do: Callable[[], None] = lambda: None
    value: str = ""
    works: bool = True
    stays: bool = False
    inside: "tuple[MenuItem, ...]" = ()
    current: bool = False
    preview: Callable[[], None] | None = None


class Menu:
    """A menu: it has the open groups and the chosen entry, and draws itself. ``open``: it is shown.

    A letter uses the entry that has it, but one that does something only if no other letter follows: then a line is
    typed, and the menu closes.
    """

    def __init__(self) -> None:
        self.open = False
        self._burst = Burst()
        self._line, self._line_until = "", 0.0  # the letters that were typed one right behind the other
        self._path: list[int] = []  # the open groups, each inside the one before it
        self._opened = 0  # the number of groups that the menu was opened with
        self._chosen = 0
        self._top = self._page = 0
        self._rect = Rect(0, 0, 0, 0)

    @property
    def tick(self) -> float | None:
        """The seconds until the letter that was typed acts; None if there is none."""
        return self._burst.tick

    def entries(self, items: Sequence[MenuItem]) -> Sequence[MenuItem]:
        """Return the entries to show: those of the open group, or of the first level."""
        for group in self._path:
            items = items[group].inside
        return items

    def show(self, items: Sequence[MenuItem] = (), group: str = "") -> None:
        """Open the menu, and the first group in it whose label begins with ``group``, if that is not empty.

        A group inside that group follows after a slash.
        """
        self._close()
        self.open = True
        for part in filter(None, group.casefold().split("/")):
            found = (at for at, item in enumerate(items) if item.inside and item.label.casefold().startswith(part))
            if (index := next(found, None)) is None:
                return
            self._use(index, items)
            if not items[index].works:
                return
            self._opened += 1
            items = items[index].inside

    def chosen(self, items: Sequence[MenuItem]) -> MenuItem | None:
        """Return the chosen entry, None if the menu is closed."""
        return self.entries(items)[self._chosen] if self.open else None

    def buttons(self, items: Sequence[MenuItem]) -> list[Button]:
        """Return the keys that work while the menu is open."""
        lit = self.chosen(items)
        return [
            Button("Esc", "Back" if len(self._path) > self._opened else "Close", Key("escape")),
            Button("Enter", "Choose", Key("enter"), lit is not None and lit.works),
            Button("Up", "", Key("up")),
            Button("Down", "Move", Key("down")),
            Button("F1", "Help", Key("f1")),
        ]

    def handle(self, event: Key | Mouse | Tick, items: Sequence[MenuItem]) -> str:
        """Handle an event. Return the beginning of a line that is typed, or an empty text."""
        match event:
            case Mouse():
                self._point(event, self.entries(items))
            case Tick() if (letter := self._burst.alone()) is not None:
                self._press(letter, items)
            case Key():
                return self._heard(event, items)
        return ""

    def _heard(self, key: Key, items: Sequence[MenuItem]) -> str:
        """Handle a key, and return the beginning of a line if it goes on with one: three letters at once are one."""
        entries = self.entries(items)
        marks, letter = letters([entry.label for entry in entries]), key.text.casefold()
        acts = letter in marks and not entries[marks.index(letter)].inside
        before, self._line_until = self._line_until, monotonic() + ALONE
        self._line = (self._line if monotonic() < before else "") + key.text
        heard = self._burst.heard(key) if acts or self._burst.tick is not None else key
        if isinstance(heard, str) or len(self._line) > 2:
            self._close()
            return self._line
        if heard is not None and (heard.name != "enter" or not self._line):
            self._press(heard, items)
        return ""

    def _press(self, key: Key, items: Sequence[MenuItem]) -> None:
        """Handle a key. The arrows move, Enter and Space use the chosen entry, a letter uses the entry that has it.

        Right opens the chosen entry if that is a group, and Left goes back from a group inside another; else they open
        the next group of the first level. Backspace goes back from a group, and so does Esc, except from the group with
        which the menu was opened. Other characters have no effect. All other keys close the menu.
        """
        entries = self.entries(items)
        if key.name in _STEPS:
            self._step(_STEPS[key.name], entries)
        elif key.name == "enter" or key.text == " " or (key.name == "right" and entries[self._chosen].inside):
            self._use(self._chosen, entries)
        elif key.name == "right" or (key.name == "left" and len(self._path) < 2):
            self._turn(1 if key.name == "right" else -1, items)
        elif key.text:
            marks, letter = letters([entry.label for entry in entries]), key.text.casefold()
            if letter in marks:
                self._use(marks.index(letter), entries)
        elif self._path and key.name in ("left", "backspace", *(["escape"] if len(self._path) > self._opened else [])):
            self._chosen = self._path.pop()
            self._opened = min(self._opened, len(self._path))
        else:
            self._close()

    def _turn(self, by: int, items: Sequence[MenuItem]) -> None:
        """Open the next group of the first level in a direction. After the last comes the first."""
        at, count = [*self._path, self._chosen][0], len(items)
        order = [(at + by * step) % count for step in range(1, count + 1)]
        if (group := next((index for index in order if items[index].inside and items[index].works), None)) is not None:
            self._path, self._opened = [], min(self._opened, 1)
            self._use(group, items)

    def _point(self, mouse: Mouse, entries: Sequence[MenuItem]) -> None:
        """Use the entry clicked. A click outside closes the menu, and the wheel moves the choice."""
        if mouse.wheel:
            self._step(mouse.wheel, entries)
        elif mouse.kind == "press":
            index = self._top + mouse.row - self._rect.row - 1
            if not self._rect.contains(mouse.row, mouse.column):
                self._close()
            elif self._top <= index < min(self._top + self._page, len(entries)):
                self._use(index, entries)

    def _step(self, by: int, entries: Sequence[MenuItem]) -> None:
        """Move the choice. One step beyond an end goes around to the other."""
        to, count = self._chosen + by, len(entries)
        self._chosen = to % count if abs(by) == 1 else min(max(0, to), count - 1)

    def _use(self, index: int, entries: Sequence[MenuItem]) -> None:
        self._chosen = index
        item = entries[index]
        if not item.works:
            return
        if item.inside:
            self._path.append(index)
            self._chosen = next((at for at, inner in enumerate(item.inside) if inner.current), 0)
        elif item.stays:
            item.do()
        else:
            self._close()
            item.do()

    def _close(self) -> None:
        """Close the menu and its groups; the outermost group stays chosen."""
        if self._path:
            self._chosen = self._path[0]
        self._path, self._opened, self.open = [], 0, False

    def draw(self, canvas: Canvas, theme: Theme, rect: Rect, items: Sequence[MenuItem], note: str = "") -> None:
        """Draw the menu in ``rect``, scrolled to the chosen entry. ``note`` is shown in the lower border."""
        palette, page, entries = theme.palette, rect.height - FRAME, self.entries(items)
        title = "Menu"
        for group in self._path:
            title, items = items[group].label, items[group].inside
        self._chosen = min(self._chosen, len(entries) - 1)
        self._top = max(0, min(self._top, self._chosen, len(entries) - page), self._chosen - page + 1)
        self._rect, self._page = rect, page
        draw_window(canvas, theme, rect, title=title)
        if note:
            canvas.text(rect.row + rect.height - 1, rect.column + 2, f" {note} ", palette.prompt, rect.width - 4)
        canvas.fill(rect.row + 1 + page, rect.column + 1, 1, rect.width - 2, theme.glyphs.single.across, palette.frame)
        below = Rect(rect.row + 2 + page, rect.column + 2, _ABOUT, rect.width - 4)
        canvas.lines(below, wrapped(entries[self._chosen].about, below.width), palette.said)
        marks = letters([entry.label for entry in entries])
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
        arrows = rect.column + rect.width - 3
        if self._top > 0:
            canvas.put(rect.row, arrows, theme.glyphs.up, palette.alert)
        if self._top + page < len(entries):
            canvas.put(rect.row + 1 + page, arrows, theme.glyphs.down, palette.alert)


def letters(labels: Sequence[str]) -> list[str]:
    """Return a letter for each entry: the first of its label that no earlier entry has, or an empty string."""
    taken: list[str] = []
    for label in labels:
        free = (letter for letter in label.casefold() if letter.isalpha() and letter not in taken)
        taken.append(next(free, ""))
    return taken


def group_of(letter: str, items: Sequence[MenuItem]) -> str:
    """Return the label of the entry that has a letter; empty if none has."""
    labels = [item.label for item in items]
    marks = letters(labels)
    return labels[marks.index(letter)] if letter and letter in marks else ""
