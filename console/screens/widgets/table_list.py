"""A table in a window. A row is chosen by keys, letters or the mouse."""

from collections.abc import Sequence
from textwrap import wrap

from console.screens.widgets.list_cursor import ListCursor
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Mouse
from console.text.table import Column, TextTable


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
                canvas.put(at, column + 1, theme.glyphs.right, style)  # for screens without colours
        cursor.view.draw(canvas, theme, window)
