"""Parts of every screen: a framed window, and the bar of keys in the last row."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final, NamedTuple, TypeVar

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, clipped
from console.terminal.events import Event, Key, Mouse

CLOSES: Final = "Esc: close"
"""The note of a window that Esc closes."""
THEN_ENTER: Final = ", Enter"
"""The end of the name of a key that waits for Enter."""
_SHADOW: Final = 2

T = TypeVar("T")
Spots = list[tuple[Rect, T]]
"""Places on the screen that can be clicked, each with what a click on it chooses."""


def clicked(spots: Spots[T], event: Event) -> T | None:
    """Return what is chosen if the event is a click on one of the places, or None."""
    if not isinstance(event, Mouse) or event.kind != "press":
        return None
    return next((chosen for rect, chosen in spots if rect.contains(event.row, event.column)), None)


class Button(NamedTuple):
    """A key in the key bar, its meaning in a word, and the event of a click on it.

    ``works`` is False for a key that does nothing now. Where not all buttons fit, those with a low ``rank`` are shown.
    """

    key: str
    word: str
    event: Key
    works: bool = True
    rank: int = 1

    @property
    def width(self) -> int:
        """The width in the key bar, in columns."""
        return len(self.label) + len(self.key)

    @property
    def label(self) -> str:
        """The word between blanks; without a word, one blank."""
        return f" {self.word} " if self.word else " "


def fitting(buttons: Sequence[Button], room: int, size: Callable[[Button], int]) -> list[Button]:
    """Return the buttons whose sizes fit a room, in their order."""
    kept = set()
    for index in sorted(range(len(buttons)), key=lambda index: buttons[index].rank):
        if size(buttons[index]) <= room:
            room -= size(buttons[index])
            kept.add(index)
    return [button for index, button in enumerate(buttons) if index in kept]


class KeyBar:
    """The key bar: the keys that work now, which can be clicked. It is a row, or a column."""

    def __init__(self) -> None:
        self._spots: Spots[Key] = []

    def draw(self, canvas: Canvas, theme: Theme, buttons: Sequence[Button], rows: int = 1) -> None:
        """Draw as many buttons as fit in the last rows."""
        self._spots, buttons = [], _signed(buttons, theme)
        canvas.fill(canvas.height - rows, 0, rows, canvas.width, " ", theme.palette.bar)
        shown = list[Rect]()
        for room in range(rows * canvas.width, 0, -1):
            kept = fitting(buttons, room, lambda button: button.width)
            shown = _in_rows(kept, canvas.width)
            if not shown or shown[-1].row < rows:
                break
        for button, place in zip(kept, shown, strict=True):
            at = place._replace(row=canvas.height - rows + place.row)
            self._draw(canvas, theme, at, button, [button.key + button.label])

    def draw_column(self, canvas: Canvas, theme: Theme, buttons: Sequence[Button], rect: Rect) -> int:
        """Draw the most important buttons one below the other. Return the number of rows.

        A word that does not fit beside its key is below it, one column further if it fits there.
        """
        row, self._spots, buttons = rect.row, [], _signed(buttons, theme)
        rows = {button: _in_column(button, rect.width) for button in buttons}
        for button in fitting(buttons, rect.height, lambda button: len(rows[button])):
            lines = rows[button]
            self._draw(canvas, theme, Rect(row, rect.column, len(lines), rect.width), button, lines)
            row += len(lines)
        return row - rect.row

    def _draw(self, canvas: Canvas, theme: Theme, place: Rect, button: Button, lines: Sequence[str]) -> None:
        """Draw a button, whose lines begin with its key."""
        palette = theme.palette
        canvas.fill(*place, " ", palette.bar)
        canvas.lines(place, lines, palette.bar if button.works else palette.bar_off)
        key = lines[0][: len(button.key)]
        canvas.text(place.row, place.column, key, palette.bar_key if button.works else palette.bar_off)
        if button.works:
            self._spots.append((place, button.event))

    def pressed(self, event: Event) -> Event:
        """Return the key of the button that was clicked, or else the event itself."""
        return clicked(self._spots, event) or event


def _signed(buttons: Sequence[Button], theme: Theme) -> list[Button]:
    """Return buttons with the sign of Enter behind the keys that wait for it."""
    return [each._replace(key=each.key.replace(THEN_ENTER, theme.glyphs.enter)) for each in buttons]


def _in_rows(buttons: Sequence[Button], width: int) -> list[Rect]:
    """Return the places of buttons one behind the other in rows of a width, counted from the first row."""
    row = column = 0
    found = []
    for button in buttons:
        if column and column + button.width > width:
            row, column = row + 1, 0
        found.append(Rect(row, column, 1, button.width))
        column += button.width
    return found


def _in_column(button: Button, width: int) -> list[str]:
    """Return the lines of a button in a column."""
    key, word = button.key, button.word
    if key[1:].isdigit() and len(key + word) <= width < len(f"{key} {word}"):
        return [key + word]
    indent = " " * (max(map(len, word.split()), default=0) < width)
    return wrap(f"{key} {word}", width, subsequent_indent=indent, break_long_words=False)


def draw_any_key(canvas: Canvas, theme: Theme) -> None:
    """Draw the bar of a screen that any key closes."""
    canvas.fill(canvas.height - 1, 0, 1, canvas.width, " ", theme.palette.bar)
    canvas.center(canvas.height - 1, "Press any key", theme.palette.bar)


def draw_desktop(canvas: Canvas, theme: Theme) -> None:
    """Draw the background of windows. It stays blank with ASCII, in which a shade would look like text."""
    if not theme.glyphs.letters:
        canvas.fill(0, 0, canvas.height, canvas.width, theme.glyphs.shades[0], theme.palette.frame)


def draw_header(canvas: Canvas, theme: Theme, title: str, right: str) -> None:
    """Draw a text at the right end of the first row, and a title at the left if there is room for it."""
    start = max(0, canvas.width - 1 - len(right))
    if start > len(title) + 1:
        canvas.text(0, 1, title, theme.palette.title)
    canvas.text(0, start, right, theme.palette.dim)


def draw_window(canvas: Canvas, theme: Theme, rect: Rect, title: str = "", note: str = "") -> None:
    """Draw an empty window with a title and a note in its upper border.

    The note is in the lower border if there is no room for both. The window has a shadow if there is room for it at
    the right and below.
    """
    palette, (row, column, height, width) = theme.palette, rect
    if row + height < canvas.height and column + width + _SHADOW <= canvas.width:
        for line in range(row + 1, row + height):
            canvas.restyle(line, column + width, _SHADOW, palette.shadow)
        canvas.restyle(row + height, column + _SHADOW, width, palette.shadow)
    canvas.fill(*rect, " ", palette.text)
    canvas.box(*rect, theme.glyphs.double, palette.frame)
    end = column + 2
    if title:
        title = title if len(title) <= width - 6 else title.rpartition(": ")[2]  # the name of a lesson or a chapter
        end = canvas.text(row, column + 2, f" {clipped(title, width - 6)} ", palette.title)
    start = column + width - 4 - len(note)
    if note:
        canvas.text(row if start > end else row + height - 1, start, f" {note} ", palette.text, width - 4)
