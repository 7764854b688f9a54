"""What every screen is made of: a framed window, a scroll bar in its border and the bar of keys on the last line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from console.terminal.canvas import Canvas, clipped
from console.terminal.events import Event, Key, Mouse
from console.terminal.theme import Look

WHEEL_LINES: Final = 3


@dataclass(frozen=True)
class Button:
    """A key that works now: how it is shown, what it does in a word, and the event it is."""

    key: str
    word: str
    event: Key
    works: bool = True


class KeyBar:
    """The last line of the screen: the keys that work now, each of which can be clicked."""

    def __init__(self) -> None:
        self._spots: list[tuple[int, int, int, Key]] = []

    def draw(self, canvas: Canvas, look: Look, buttons: Sequence[Button], row: int | None = None) -> None:
        """Draw as many buttons as fit, on the last row unless another one is given."""
        row = canvas.height - 1 if row is None else row
        theme = look.theme
        canvas.fill(row, 0, 1, canvas.width, " ", theme.bar)
        self._spots = []
        column = 0
        for button in buttons:
            width = len(button.key) + len(button.word) + 2
            if column + width > canvas.width:
                continue
            end = canvas.text(row, column, button.key, theme.bar_key if button.works else theme.bar_off)
            canvas.text(row, end, f" {button.word} ", theme.bar if button.works else theme.bar_off)
            if button.works:
                self._spots.append((row, column, column + width, button.event))
            column += width

    def pressed(self, event: Event) -> Event:
        """The key whose button was clicked; any other event as it is."""
        if isinstance(event, Mouse) and event.kind == "press":
            for row, start, end, key in self._spots:
                if event.row == row and start <= event.column < end:
                    return key
        return event


def draw_desktop(canvas: Canvas, look: Look) -> None:
    """The ground on which windows lie; plain where a shade would look like letters."""
    if not look.glyphs.letters:
        canvas.fill(0, 0, canvas.height, canvas.width, look.glyphs.shades[0], look.theme.frame)


def draw_window(
    canvas: Canvas, look: Look, row: int, column: int, height: int, width: int, title: str = "", note: str = ""
) -> None:
    """An empty window: a double frame with a title in its upper border and a note at the right end of it."""
    theme = look.theme
    canvas.fill(row, column, height, width, " ", theme.text)
    canvas.box(row, column, height, width, look.glyphs.double, theme.frame)
    end = column + 2
    if title:
        end = canvas.text(row, column + 2, f" {clipped(title, width - 6)} ", theme.title)
    if note:
        shown = f" {note} "
        start = column + width - 2 - len(shown)
        if start > end:
            canvas.text(row, start, shown, theme.text)


@dataclass(frozen=True)
class ScrollBar:
    """A bar in a window's border: ``page`` of ``total`` lines are seen, from line ``first`` on."""

    row: int
    column: int
    height: int
    first: int
    page: int
    total: int

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw arrows, track and thumb; nothing where everything is seen."""
        if self.total <= self.page or self.height < 3:
            return
        theme, glyphs = look
        canvas.put(self.row, self.column, glyphs.up, theme.frame)
        canvas.put(self.row + self.height - 1, self.column, glyphs.down, theme.frame)
        canvas.fill(self.row + 1, self.column, self.height - 2, 1, glyphs.shades[0], theme.frame)
        track = self.height - 3
        at = track * self.first // max(1, self.total - self.page)
        canvas.put(self.row + 1 + min(track, at), self.column, glyphs.full, theme.frame)

    def first_after(self, event: Event) -> int | None:
        """The first line to see after a press or a drag on the bar; None where the event is not its business."""
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
