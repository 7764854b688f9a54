"""Parts of every screen: a framed window, a scroll bar in its border, and the bar of keys in the last row."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, clipped
from console.terminal.events import Event, Key, Mouse

WHEEL_LINES: Final = 3
_SHADOW: Final = 2


class Button(NamedTuple):
    """A key in the key bar, its meaning in a word, and the event of a click on it.

    ``works`` is False for a key that does nothing now. ``stays``: the button is shown on narrow screens too.
    """

    key: str
    word: str
    event: Key
    works: bool = True
    stays: bool = False

    @property
    def width(self) -> int:
        """The width in the key bar, in columns."""
        return len(self.label) + len(self.key)

    @property
    def label(self) -> str:
        """The word between blanks; without a word, one blank."""
        return f" {self.word} " if self.word else " "


class KeyBar:
    """The key bar: the keys that work now, which can be clicked."""

    def __init__(self) -> None:
        self._spots: list[tuple[int, int, int, Key]] = []

    def draw(self, canvas: Canvas, theme: Theme, buttons: Sequence[Button], row: int | None = None) -> None:
        """Draw as many buttons as fit in a row. None: the last row."""
        row = canvas.height - 1 if row is None else row
        palette = theme.palette
        canvas.fill(row, 0, 1, canvas.width, " ", palette.bar)
        self._spots = []
        column = 0
        room = canvas.width - sum(button.width for button in buttons if button.stays)
        for button in buttons:
            width = button.width
            if not button.stays:
                if width > room:
                    continue
                room -= width
            end = canvas.text(row, column, button.key, palette.bar_key if button.works else palette.bar_off)
            canvas.text(row, end, button.label, palette.bar if button.works else palette.bar_off)
            if button.works:
                self._spots.append((row, column, column + width, button.event))
            column += width

    def pressed(self, event: Event) -> Event:
        """Return the key of the button that was clicked, or else the event itself."""
        if isinstance(event, Mouse) and event.kind == "press":
            for row, start, end, key in self._spots:
                if event.row == row and start <= event.column < end:
                    return key
        return event


def draw_desktop(canvas: Canvas, theme: Theme) -> None:
    """Draw the background of windows. It stays blank with ASCII, in which a shade would look like text."""
    if not theme.glyphs.letters:
        canvas.fill(0, 0, canvas.height, canvas.width, theme.glyphs.shades[0], theme.palette.frame)


def draw_window(
    canvas: Canvas, theme: Theme, row: int, column: int, height: int, width: int, title: str = "", note: str = ""
) -> None:
    """Draw an empty window with a title and a note in its upper border.

    The window has a shadow if there is room for it at the right and below.
    """
    palette = theme.palette
    if row + height < canvas.height and column + width + _SHADOW <= canvas.width:
        for line in range(row + 1, row + height):
            canvas.restyle(line, column + width, _SHADOW, palette.shadow)
        canvas.restyle(row + height, column + _SHADOW, width, palette.shadow)
    canvas.fill(row, column, height, width, " ", palette.text)
    canvas.box(row, column, height, width, theme.glyphs.double, palette.frame)
    end = column + 2
    if title:
        end = canvas.text(row, column + 2, f" {clipped(title, width - 6)} ", palette.title)
    if note:
        shown = f" {note} "
        start = column + width - 2 - len(shown)
        if start > end:
            canvas.text(row, start, shown, palette.text)


class ScrollBar(NamedTuple):
    """A scroll bar in the border of a window, which shows ``page`` of ``total`` lines from line ``first`` on."""

    row: int
    column: int
    height: int
    first: int
    page: int
    total: int

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw arrows, track and thumb. Draw nothing if all lines are visible."""
        if self.total <= self.page or self.height < 3:
            return
        palette, glyphs = theme.palette, theme.glyphs
        canvas.put(self.row, self.column, glyphs.up, palette.frame)
        canvas.put(self.row + self.height - 1, self.column, glyphs.down, palette.frame)
        canvas.fill(self.row + 1, self.column, self.height - 2, 1, glyphs.track, palette.frame)
        track = self.height - 3
        at = track * self.first // max(1, self.total - self.page)
        canvas.put(self.row + 1 + min(track, at), self.column, glyphs.full, palette.frame)

    def first_after(self, event: Event) -> int | None:
        """Return the first line to show after a press or a drag on the bar, or None for an event elsewhere."""
        if not isinstance(event, Mouse) or event.kind not in ("press", "drag") or event.column != self.column:
            return None
        place = event.row - self.row
        last = max(0, self.total - self.page)
        if not 0 <= place < self.height or not last:
            return None
        if event.kind == "press" and place == 0:
            return max(0, self.first - 1)
        if event.kind == "press" and place == self.height - 1:
            return min(last, self.first + 1)
        return min(last, max(0, last * (place - 1) // max(1, self.height - 3)))
