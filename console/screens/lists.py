"""The screen of a list to choose from."""

from collections.abc import Callable, Sequence
from functools import partial
from textwrap import wrap
from typing import Final

from console.dialogue.messages import ShowList
from console.reading.readings import Command
from console.screens.pager import Pager, with_help
from console.screens.widgets.key_screen import BACK, Action, KeyScreen
from console.screens.widgets.scroller import Scroller
from console.screens.widgets.table_list import TableList
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_desktop, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from console.terminal.screen_stack import Next, Pop, Push
from console.text.reflow import wrapped

_LEAST_LIST: Final = 26
_ABOUT_WIDTH: Final = 40
_WIDE: Final = 76


class ListScreen(KeyScreen[Command | str]):
    """The screen of a list. Enter or a second click returns the answer of the chosen row, Esc that of the list.

    The text about the chosen row is shown beside the list if there is room for both.
    """

    def __init__(self, shown: ShowList) -> None:
        self._shown = shown
        self._rows = shown.rows
        self._table = TableList(shown.columns, [row.texts for row in shown.rows], shown.chosen)
        self._list = self._table.cursor
        self._beside = self._unsure = False
        self._about_view, self._about_of = Scroller(), self._list.chosen
        self._about_alone = _WIDE

    # Events

    def actions(self) -> Sequence[Action]:
        """Return the actions: choose, leave, read about the chosen row, open the manual."""
        some, more = bool(self._rows), list[Action]()
        back = BACK._replace(do=lambda: Pop(self._shown.leave), key="" if self._list.typed else BACK.key)
        if self._about is not None and not self._beside:
            more = [Action("tab right", partial(self._open_about, self._about), "Tab", "More")]
        elif self._beside:
            more = [Action("right", self._turn, "Right" if self._about_view.is_needed else "", "More")]
            more += [Action("left", partial(self._turn, -1))]
        actions = [
            back,
            *([Action("escape", self._clear, "Esc", "Clear")] if self._list.typed else []),
            Action("enter", self._choose, "Enter", self._shown.verb, some and not self._unsure),
            *more,
            Action("down", partial(self.press, Key("down")), "Up Down", "Move", some),
            Action("", lambda: None, "A-Z", "Find", some),
        ]
        return with_help(self._shown.topic or "lists", actions)

    def press(self, key: Key) -> None:
        """Move the cursor, or find the row with the letters typed."""
        if self._unsure and key.text:
            self._list.typed = ""
        self._unsure = False
        self._list.handle(key)

    def _clear(self) -> None:
        self._list.typed = ""
        self._unsure = False

    def _open_about(self, about: Callable[[int], Sequence[str]]) -> Next[Command | str]:
        return Push(Pager(self._shown.title, "\n".join(about(self._about_alone))))

    def _turn(self, step: int = 1) -> None:
        """Scroll the text beside the list by half a page."""
        self._about_view.move(step * max(1, self._about_view.page // 2))

    def point(self, mouse: Mouse) -> Next[Command | str] | None:
        """Move the cursor to the row clicked, or return its answer if the cursor is there already.

        The wheel scrolls the list, or the text beside it if the mouse is there.
        """
        if self._beside and not self._table.covers(mouse) and self._about_view.point(mouse):
            return None
        return Pop(self._rows[self._list.chosen].answer) if self._table.point(mouse) else None

    def _choose(self) -> Next[Command | str] | None:
        """Return the answer of the chosen row, unless the letters typed name no row or several.

        A row is also named by its command, as in ``level 2``.
        """
        for row in self._rows if self._list.typed else ():
            if isinstance(row.answer, Command) and row.answer.line.casefold() == self._list.typed.strip():
                return Pop(row.answer)
        self._unsure = not self._list.is_sure
        return Pop(self._rows[self._list.chosen].answer) if self._rows and not self._unsure else None

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
            self._draw_about(canvas, theme, Rect(0, width, height, canvas.width - width))
        else:
            width = min(natural, canvas.width - 2)
            rows = max(len(self._rows), len(wrap(self._shown.empty, width - 4))) + 4 + len(self._legend(width))
            self._draw_list(canvas, theme, Rect(0, 0, height, canvas.width).middle(min(height - 2, rows), width))
        self.draw_bar(canvas, theme)

    def _draw_list(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        count = f"{self._list.chosen + 1} of {len(self._rows)}" if self._rows and not self._list.typed else ""
        draw_window(canvas, theme, rect, self._shown.title, count)
        above = rect if self._beside else self._draw_legend(canvas, theme, rect)
        self._table.draw(canvas, theme, above, self._shown.empty)
        if self._list.typed:
            typed = f" Find: {self._list.typed} {'- which? ' if self._unsure else ''}"
            canvas.text(rect.row + rect.height - 1, rect.column + 2, typed, theme.palette.typed, rect.width - 4)

    def _draw_about(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        """Draw the text about the chosen row, from its beginning when another row was chosen."""
        view, chosen = self._about_view, self._list.chosen
        lines = self._about(rect.width - 4) if self._about else ()
        if self._about_of != chosen:
            self._about_of = chosen
            view.go(0)
        draw_window(canvas, theme, rect)
        rect = self._draw_legend(canvas, theme, rect)
        view.fit(rect.height - 2, len(lines))
        palette = theme.palette
        canvas.lines(rect.inside(), lines[view.top :], palette.text, palette.text if view.top else palette.title)
        view.draw(canvas, theme, rect)

    def _legend(self, width: int) -> list[str]:
        """Return the lines that explain the signs of the table in a window, after a blank one."""
        lines = wrapped(self._shown.legend, width - 4)
        return ["", *lines] if lines and self._rows else []

    def _draw_legend(self, canvas: Canvas, theme: Theme, rect: Rect) -> Rect:
        """Draw what explains the signs in the last lines of a window, and return the window above it."""
        lines = self._legend(rect.width)
        above = rect._replace(height=rect.height - len(lines))
        inside = rect.inside()
        canvas.lines(inside._replace(row=inside.row + inside.height - len(lines)), lines, theme.palette.said)
        return above
