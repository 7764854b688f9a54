"""Lists in a window: the cursor of a list, and a table whose row is chosen by keys, letters or the mouse."""

from collections.abc import Sequence
from textwrap import wrap

from console.screens.widgets.scroller import WHEEL_LINES, Scroller
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse
from console.text.table import Column, TextTable


class ListCursor:
    """The cursor of a list. ``chosen`` is the index of the chosen entry, 0 in an empty list.

    ``view`` is the part that the window shows. ``typed`` has the letters typed to find an entry.
    """

    def __init__(self, labels: Sequence[str], chosen: int = 0) -> None:
        self.labels = [label.casefold() for label in labels]
        self.view = Scroller()
        self.chosen = 0
        self.typed = ""
        self.choose(chosen)

    def fit(self, page: int) -> None:
        """Set the height of the window, and scroll it so that the chosen entry is visible."""
        self.view.fit(page, len(self.labels))
        self.view.go(max(min(self.view.top, self.chosen), self.chosen - self.view.page + 1))

    def handle(self, event: Event) -> bool:
        """Move the cursor by a key, the wheel or a typed letter. Return False if the event has no effect here."""
        page, count = self.view.page, len(self.labels)
        steps = {"up": -1, "down": 1, "page-up": -page, "page-down": page, "home": -count, "end": count}
        if isinstance(event, Mouse) and event.wheel:
            self.choose(self.chosen + event.wheel * WHEEL_LINES)
        elif isinstance(event, Key) and event.name in steps:
            self.choose(self.chosen + steps[event.name])
        elif isinstance(event, Key) and event.text:
            return self.find(event.text)
        elif isinstance(event, Key) and event.name == "backspace" and self.typed:
            self.typed = self.typed[:-1]
        else:
            return False
        return True

    def choose(self, index: int) -> None:
        """Choose the entry with an index, or the nearest one if there is none, and clear the letters typed."""
        self.typed = ""
        self.chosen = min(max(0, index), max(0, len(self.labels) - 1))

    def at(self, line: int) -> int | None:
        """Return the index of the entry in a line of the window, or None. Lines are counted from 0."""
        index = self.view.top + line
        return index if 0 <= line < self.view.page and index < len(self.labels) else None

    def find(self, letter: str) -> bool:
        """Add a letter to those typed, and choose the next entry that contains them. Return False if there is none."""
        self.typed += letter.casefold()
        found = self._search(self.typed, self.chosen)
        self.chosen = self.chosen if found is None else found
        return found is not None

    @property
    def is_sure(self) -> bool:
        """True if no letters are typed, or if they are the name, begin a word or stand in the chosen entry alone."""
        words = f" {self.typed}"
        begins = [f" {label}".count(words) > 0 for label in self.labels]
        called = [label.split()[:1] == [self.typed.strip()] for label in self.labels]
        has = [self.typed in label for label in self.labels]
        ways = [way for way in (called, begins, has) if sum(way) == 1]
        return not self.typed or any(way[self.chosen] for way in ways)

    def _search(self, wanted: str, start: int) -> int | None:
        """Return the index of the next entry that begins with a text, or else contains it; None if there is none.

        The search begins at ``start`` and wraps around.
        """
        count = len(self.labels)
        order = [(start + step) % count for step in range(count)] if count else []
        begins = (index for index in order if self.labels[index].startswith(wanted))
        has = (index for index in order if wanted in self.labels[index])
        return next(begins, next(has, None))


class TableList:
    """A table of which one row is chosen: ``table`` has the texts, ``cursor`` the chosen row."""

    def __init__(self, columns: Sequence[Column], rows: Sequence[Sequence[str]], chosen: int = 0) -> None:
        self.table = TextTable(columns, rows)
        self.cursor = ListCursor([" ".join(texts) for texts in self.table.rows], chosen)
        self._rows_at = Rect(0, 0, 0, 0)

    def covers(self, mouse: Mouse) -> bool:
        """Return True if the mouse is above, on or below the rows, as they were drawn last."""
        return self._rows_at.column <= mouse.column < self._rows_at.column + self._rows_at.width

    def point(self, mouse: Mouse) -> bool:
        """Scroll, or choose the row clicked. Return True if that row was chosen already."""
        if mouse.wheel:
            self.cursor.handle(mouse)
            return False
        view = self.cursor.view
        if view.point(mouse):
            self.cursor.choose(min(max(self.cursor.chosen, view.top), view.top + view.page - 1))
            return False
        index = self.cursor.at(mouse.row - self._rows_at.row) if mouse.kind == "press" and self.covers(mouse) else None
        if index is None or index == self.cursor.chosen:
            return index is not None
        self.cursor.choose(index)
        return False

    def draw(self, canvas: Canvas, theme: Theme, window: Rect, empty: str) -> None:
        """Draw titles, rows and scroll bar in a window that is drawn already. Draw ``empty`` if there are no rows."""
        palette, cursor = theme.palette, self.cursor
        row, column, height, width = window
        inside, page = width - 4, height - 4
        titles, lines = self.table.lines(inside)
        cursor.fit(page)
        self._rows_at = Rect(row + 3, column + 1, page, width - 2)
        canvas.text(row + 1, column + 2, titles, palette.prompt, inside)
        canvas.fill(row + 2, column + 1, 1, width - 2, theme.glyphs.single.across, palette.frame)
        canvas.lines(Rect(row + 3, column + 2, page, inside), () if lines else wrap(empty, inside), palette.text)
        top = cursor.view.top
        for at, index in enumerate(range(top, min(top + page, len(lines))), row + 3):
            style = palette.chosen if index == cursor.chosen else palette.text
            canvas.fill(at, column + 1, 1, width - 2, " ", style)
            canvas.text(at, column + 2, lines[index], style, inside)
            if index == cursor.chosen:
                canvas.put(at, column + 1, theme.glyphs.right, style)  # for screens without colors
        cursor.view.draw(canvas, theme, window)
