"""The screen of a list to choose from."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final

from console.dialogue.messages import Command, ShowList
from console.screens.pager import Manual, Pager
from console.screens.widgets.table_list import TableList
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar, ScrollBar, draw_desktop, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Next, Pop, Push, Screen

_LEAST_LIST: Final = 26
_ABOUT_WIDTH: Final = 40
_WIDE: Final = 76


class ListScreen(Screen[Command | str]):
    """The screen of a list. Enter or a second click returns the answer of the chosen row, Esc that of the list.

    The text about the chosen row is shown beside the list if there is room for both.
    """

    def __init__(self, shown: ShowList) -> None:
        self._shown = shown
        self._rows = shown.rows
        self._table = TableList(shown.columns, [row.texts for row in shown.rows], shown.chosen)
        self._list = self._table.cursor
        self._beside = False
        self._about_top = 0
        self._about_page = (0, 0)
        self._about_alone = _WIDE
        self._bar = KeyBar()

    # Events

    def handle(self, event: Event) -> Next[Command | str] | None:
        """Move the cursor, choose a row, scroll the text beside the list, or leave."""
        event = self._bar.pressed(event)
        before, answer = self._list.chosen, None
        match event:
            case Mouse():
                answer = self._point(event)
            case Key():
                answer = self._press(event)
        if self._list.chosen != before:
            self._about_top = 0
        return answer

    def _press(self, key: Key) -> Next[Command | str] | None:
        if key.name in ("escape", "f10"):
            return Pop(self._shown.leave)
        if key.name == "enter":
            return self._choose()
        if key.name == "f1":
            return Push(Manual(self._shown.topic))
        if key.name in ("right", "tab") and not self._beside and self._about is not None:
            return Push(Pager(self._shown.title, "\n".join(self._about(self._about_alone))))
        if key.name in ("left", "right") and self._beside:
            self._turn(-1 if key.name == "left" else 1)
        else:
            self._list.handle(key)
        return None

    def _turn(self, step: int) -> None:
        """Scroll the text beside the list by half a page."""
        total, page = self._about_page
        self._about_top = max(0, min(self._about_top + step * max(1, page // 2), total - page))

    def _point(self, mouse: Mouse) -> Next[Command | str] | None:
        """Move the cursor to the row clicked, or return its answer if the cursor is there already.

        The wheel scrolls the list, or the text beside it if the mouse is there.
        """
        if mouse.wheel and self._beside and not self._table.covers(mouse):
            self._turn(mouse.wheel)
            return None
        return self._choose() if self._table.point(mouse) else None

    def _choose(self) -> Next[Command | str] | None:
        return Pop(self._rows[self._list.chosen].answer) if self._rows else None

    @property
    def _about(self) -> Callable[[int], Sequence[str]] | None:
        return self._rows[self._list.chosen].about if self._rows else None

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the list in a window of its size, and beside it the text about the chosen row if there is room."""
        draw_desktop(canvas, theme)
        height = canvas.height - 1
        self._about_alone = min(_WIDE, canvas.width - 4)
        empty = 0 if self._rows else len(self._shown.empty) + 4
        natural = max(self._table.table.width + 4, len(self._shown.title) + 16, empty)
        room = canvas.width - _ABOUT_WIDTH
        self._beside = room >= _LEAST_LIST and any(row.about is not None for row in self._rows)
        if self._beside:
            width = min(natural, room)
            self._draw_list(canvas, theme, Rect(0, 0, height, width))
            self._draw_about(canvas, theme, width, height, canvas.width - width)
        else:
            width = min(natural, canvas.width - 2)
            rows = min(height - 2, max(len(self._rows), len(wrap(self._shown.empty, width - 4))) + 4)
            self._draw_list(canvas, theme, Rect((height - rows) // 2, (canvas.width - width) // 2, rows, width))
        self._bar.draw(canvas, theme, self._buttons())

    def _draw_list(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        count = f"{self._list.chosen + 1} of {len(self._rows)}" if self._rows else ""
        draw_window(canvas, theme, *rect, self._shown.title, count)
        self._table.draw(canvas, theme, rect, self._shown.empty)
        if self._list.typed:
            typed = f" Find: {self._list.typed} "
            canvas.text(rect.row + rect.height - 1, rect.column + 2, typed, theme.palette.typed, rect.width - 4)

    def _draw_about(self, canvas: Canvas, theme: Theme, column: int, height: int, width: int) -> None:
        inside = width - 4
        lines = self._about(inside) if self._about else ()
        page = height - 2
        self._about_page = (len(lines), page)
        self._about_top = max(0, min(self._about_top, len(lines) - page))
        draw_window(canvas, theme, 0, column, height, width)
        for row, line in enumerate(lines[self._about_top : self._about_top + page]):
            first = self._about_top + row == 0
            canvas.text(row + 1, column + 2, line, theme.palette.title if first else theme.palette.text, inside)
        ScrollBar(1, column + width - 1, page, self._about_top, page, len(lines)).draw(canvas, theme)

    def _buttons(self) -> list[Button]:
        some, more = bool(self._rows), list[Button]()
        if self._about is not None and not self._beside:
            more = [Button("Tab", "More", Key("tab"))]
        elif self._beside and self._about_page[0] > self._about_page[1]:
            more = [Button("Right", "More", Key("right"))]
        return [
            Button("Esc", "Back", Key("escape")),
            Button("Enter", self._shown.verb, Key("enter"), some),
            *more,
            Button("Up Down", "Move", Key("down"), some),
            Button("F1", "Help", Key("f1"), stays=True),
            Button("A-Z", "Find", Key(), some),
        ]
