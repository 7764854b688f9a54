"""A page of sections to read: a record with its curve and bars. Wide windows have two columns of sections."""

from collections.abc import Sequence
from typing import Final

from console.screens.pager import with_help
from console.screens.widgets.key_screen import BACK, Action, KeyScreen
from console.screens.widgets.scroller import Scroller
from console.screens.widgets.spans import draw_spans, signs_of
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_desktop, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Mouse
from console.text.spans import Line, Sections

_MARGIN: Final = 2
_WIDEST: Final = 78
_GAP: Final = 3
_TITLE_MARGINS: Final = 4  # columns of the border beside the title, without those of ``_MARGIN``
_LEAST_COLUMN: Final = 52  # of two columns


class SectionsScreen(KeyScreen[None]):
    """The page. ``topic`` is what F1 opens the manual at."""

    def __init__(self, title: str, sections: Sections, topic: str = "") -> None:
        self._title = title
        self._sections = sections
        self._topic = topic
        self._view = Scroller()
        self._starts: list[int] = []

    def actions(self) -> Sequence[Action]:
        """Return the actions: scroll, go to another section, leave, open the manual."""
        view, starts = self._view, self._starts
        following = next((start for start in starts if start > view.top), view.top)
        before = max((start for start in starts if start < view.top), default=0)
        actions = [
            BACK._replace(keys="escape f10 q enter", rank=0),
            *view.actions(),
            Action("tab", lambda: view.go(following), "Tab" if view.is_needed else "", "Next", view.top < view.last),
            Action("shift-tab", lambda: view.go(before)),
        ]
        return with_help(self._topic, actions)

    def point(self, mouse: Mouse) -> None:
        """Scroll."""
        self._view.point(mouse)

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
        total = max(map(len, columns))
        rect = Rect(0, 0, height, canvas.width).middle(min(height, total + 2), whole)
        self._starts = sorted({0, *(row + 1 for lines in columns for row, line in enumerate(lines) if not line)})
        view = self._view
        view.fit(height - 2, total)
        draw_desktop(canvas, theme)
        draw_window(canvas, theme, rect, self._title)
        for number, lines in enumerate(columns):
            start = rect.column + _MARGIN + number * (width + _GAP)
            for row, line in enumerate(lines[view.top : view.top + view.page], rect.row + 1):
                draw_spans(canvas, theme, row, start, line)
        view.draw(canvas, theme, rect)
        self.draw_bar(canvas, theme)


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
