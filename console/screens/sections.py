"""A page of sections to read: a record with its curve and bars. Wide windows have two columns of sections."""

from collections.abc import Sequence
from typing import Final

from console.screens.pager import Manual
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import WHEEL_LINES, Button, KeyBar, ScrollBar, draw_desktop, draw_window
from console.terminal.canvas import Canvas, Style
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Next, Pop, Push, Screen
from console.text.spans import Line, Look, Sections, Signs

_MARGIN: Final = 2
_WIDEST: Final = 78
_GAP: Final = 3
_TITLE_MARGINS: Final = 4  # columns of the border beside the title, without those of ``_MARGIN``
_LEAST_COLUMN: Final = 52  # of two columns


class SectionsScreen(Screen[None]):
    """The page. ``topic`` is the chapter of the manual that F1 opens."""

    def __init__(self, title: str, sections: Sections, topic: str = "") -> None:
        self._title = title
        self._sections = sections
        self._topic = topic
        self._top = 0
        self._page = 1
        self._total = 0
        self._starts: list[int] = []
        self._bar = KeyBar()
        self._scroll = ScrollBar(0, 0, 0, 0, 0, 0)

    def handle(self, event: Event) -> Next[None] | None:
        """Scroll, open the manual, or leave."""
        event = self._bar.pressed(event)
        match event:
            case Mouse():
                first = self._scroll.first_after(event)
                self._go(self._top + event.wheel * WHEEL_LINES if first is None else first)
            case Key(name="f1"):
                return Push(Manual(self._topic))
            case Key() if event.name in ("escape", "enter", "f10") or event.text in ("q", "Q"):
                return Pop()
            case Key():
                self._press(event)
        return None

    def _press(self, key: Key) -> None:
        page, name = max(1, self._page - 1), key.name or key.text
        steps = {"up": -1, "down": 1, "page-up": -page, "page-down": page, " ": page}
        steps |= {"home": -self._top, "end": self._total}
        if name in steps:
            self._go(self._top + steps[name])
        elif name == "tab":
            self._go(next((start for start in self._starts if start > self._top), self._top))
        elif name == "shift-tab":
            self._go(max((start for start in self._starts if start < self._top), default=0))

    def _go(self, top: int) -> None:
        self._top = max(0, min(top, self._total - self._page))

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the sections in one column, or in two if there are several and both columns fit.

        The window is no larger than they need.
        """
        height = canvas.height - 1
        inside = canvas.width - 2 * _MARGIN
        column = (inside - _GAP) // 2
        width = min(inside, _WIDEST)
        columns = [_joined(self._sections(width, signs_of(theme)))]
        if column >= _LEAST_COLUMN:
            sections = self._sections(min(column, _WIDEST), signs_of(theme))
            if len(sections) > 1:
                width, columns = min(column, _WIDEST), _halves(sections)
        if len(columns) == 1:
            longest = max(sum(len(span.text) for span in line) for line in columns[0])
            width = max(min(width, longest), min(width, len(self._title) + _TITLE_MARGINS))
        whole = len(columns) * (width + _GAP) - _GAP + 2 * _MARGIN
        self._page, self._total = height - 2, max(map(len, columns))
        rows = min(height, self._total + 2)
        top, left = (height - rows) // 2, (canvas.width - whole) // 2
        self._starts = sorted({0, *(row + 1 for lines in columns for row, line in enumerate(lines) if not line)})
        self._go(self._top)
        draw_desktop(canvas, theme)
        draw_window(canvas, theme, top, left, rows, whole, self._title)
        for number, lines in enumerate(columns):
            start = left + _MARGIN + number * (width + _GAP)
            for row, line in enumerate(lines[self._top : self._top + self._page], top + 1):
                _draw_line(canvas, theme, row, start, line)
        self._scroll = ScrollBar(top + 1, left + whole - 1, self._page, self._top, self._page, self._total)
        self._scroll.draw(canvas, theme)
        self._bar.draw(canvas, theme, self._buttons())

    def _buttons(self) -> list[Button]:
        more = self._top + self._page < self._total
        scrolling = [
            Button("PgDn", "Down", Key("page-down"), more),
            Button("PgUp", "Up", Key("page-up"), self._top > 0),
            Button("Tab", "Next", Key("tab"), more),
        ]
        return [
            Button("Esc", "Back", Key("escape"), stays=True),
            *(scrolling if self._total > self._page else ()),
            Button("F1", "Help", Key("f1"), stays=True),
        ]


def signs_of(theme: Theme) -> Signs:
    """Return the characters of drawings in a theme."""
    glyphs = theme.glyphs
    if glyphs.letters:
        return Signs()
    single = glyphs.single
    results = glyphs.full + glyphs.shades[1] + glyphs.shades[0]
    halves = glyphs.rim[2] + glyphs.rim[0] + glyphs.full
    return Signs(results, halves, glyphs.shades[0], single.bottom_left, single.across, single.down)


def _style(theme: Theme, look: Look) -> Style:
    palette = theme.palette
    styles: dict[Look, Style] = {
        "text": palette.text,
        "title": palette.title,
        "dim": palette.dim,
        "curve": palette.prompt,
        "won": palette.prompt,
        "drawn": palette.text,
        "lost": palette.alert,
    }
    return styles[look]


def _draw_line(canvas: Canvas, theme: Theme, row: int, column: int, line: Line) -> None:
    for text, look in line:
        column = canvas.text(row, column, text, _style(theme, look))


def _joined(sections: Sequence[Sequence[Line]]) -> list[Line]:
    """Return the lines of sections, with an empty line between two of them."""
    lines: list[Line] = []
    for section in sections:
        lines += [(), *section]
    return lines[1:]


def _halves(sections: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Return two columns of sections in their order, as equal in height as possible."""
    both = [(_joined(sections[:number]), _joined(sections[number:])) for number in range(1, len(sections) + 1)]
    return [*min(both, key=lambda pair: max(map(len, pair)))]
