"""The part of a long list of lines that a window shows: it is moved by keys, the wheel and a scroll bar."""

from console.screens.widgets.key_screen import Action
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Mouse

WHEEL_LINES = 3


class Scroller:
    """The window shows ``page`` of ``total`` lines, from line ``top`` on."""

    def __init__(self) -> None:
        self.top = 0
        self.page = 1
        self.total = 0
        self._track = Rect(0, 0, 0, 0)

    @property
    def is_needed(self) -> bool:
        """True if the window cannot show all lines."""
        return self.total > self.page

    @property
    def last(self) -> int:
        """The greatest ``top``."""
        return max(0, self.total - self.page)

    def fit(self, page: int, total: int) -> None:
        """Set the height of the window and the number of lines."""
        self.page, self.total = max(1, page), total
        self.go(self.top)

    def go(self, top: int) -> None:
        """Show the lines from ``top`` on, or the nearest that are there."""
        self.top = max(0, min(top, self.last))

    def move(self, step: int) -> None:
        """Scroll by some lines."""
        self.go(self.top + step)

    def point(self, mouse: Mouse) -> bool:
        """Scroll by the wheel, or to the place pressed on the scroll bar. Return False for any other event."""
        if mouse.wheel:
            self.move(mouse.wheel * WHEEL_LINES)
            return True
        row, column, height, _ = self._track
        place = mouse.row - row
        if mouse.kind not in ("press", "drag") or mouse.column != column or not 0 <= place < height or not self.last:
            return False
        if mouse.kind == "press" and place in (0, height - 1):
            self.move(1 if place else -1)
        else:
            self.go(self.last * (place - 1) // max(1, height - 3))
        return True

    def actions(self) -> list[Action]:
        """Return the actions of the keys that scroll. They are in the bar while there is more than the window shows."""
        page = max(1, self.page - 1)
        more = ("PgDn", "PgUp") if self.is_needed else ("", "")
        return [
            Action("page-down space", lambda: self.move(page), more[0], "Down", self.top < self.last),
            Action("page-up b", lambda: self.move(-page), more[1], "Up", self.top > 0),
            Action("down j", lambda: self.move(1)),
            Action("up k", lambda: self.move(-1)),
            Action("home g", lambda: self.go(0)),
            Action("end G", lambda: self.go(self.total)),
        ]

    def draw(self, canvas: Canvas, theme: Theme, window: Rect) -> None:
        """Draw the scroll bar at the lower end of a window's right border. Draw nothing if all lines are visible."""
        row, column = window.row + window.height - 1 - self.page, window.column + window.width - 1
        self._track = Rect(row, column, self.page, 1)
        if not self.is_needed or self.page < 3:
            return
        frame, glyphs, track = theme.palette.frame, theme.glyphs, self.page - 3
        canvas.put(row, column, glyphs.up, frame)
        canvas.fill(row + 1, column, self.page - 2, 1, glyphs.track, frame)
        canvas.put(row + 1 + track * self.top // self.last, column, glyphs.full, frame)
        canvas.put(row + self.page - 1, column, glyphs.down, frame)
