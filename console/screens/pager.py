"""The pager: it shows a text, scrolls and searches. CHECKERS.DOC also has a table of contents and links to chapters."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from textwrap import wrap
from typing import Final

from console.game.naming import quoted
from console.screens.widgets.key_screen import BACK, Action, KeyScreen
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.scroller import Scroller
from console.screens.widgets.table_list import TableList
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_desktop, draw_window
from console.terminal.canvas import Canvas, Rect, clipped
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Next, Pop, Push
from console.text.find import Hit, find_words
from console.text.manual import Chapter, Place, chapters, find_place, manual_text
from console.text.reflow import Line, reflow
from console.text.table import Column

_TITLE: Final = "CHECKERS.DOC"
_TEXT_WIDTH: Final = 78
_TITLE_MARGINS: Final = 12  # columns of a border for its corners, blanks and the percentage
_PANE_WIDTH: Final = 39  # as wide as the longest title needs
_LINK: Final = re.compile(r"[Cc]hapters? (\d+)|^ +(\d+)\. +\S.*")
_PAN: Final = 8  # columns per key
_UNBROKEN: Final = "\xa0"  # in the text; it is shown as a blank
_HEADING: Final = 4  # lines of a chapter, with the blank line below
_DEEP: Final = 5  # least indentation of examples
_CLOSE: Final = BACK._replace(keys="escape f1 f10 q")
_GO_ON: Final = Action("enter", Pop, "Enter", "Go on")


class Pager(KeyScreen[str]):
    """The screen of a text. A character typed on a page without keys for it closes the page and is the result.

    It opens at ``place`` and marks that line, unless it is the first of a chapter. Without ``place``, it opens at line
    ``at``.
    """

    def __init__(
        self, title: str, text: str, chapters: tuple[Chapter, ...] = (), place: Place | None = None, at: int = 0
    ) -> None:
        self._title = title
        self._source = text.splitlines()
        self._chapters = chapters
        self._wanted = at if place is None else place.chapter.first_line + place.line
        self._marked = self._wanted if place is not None and place.line else None
        self._width = 0
        self._lines: list[Line] = []
        self._view = Scroller()
        self._pan = 0
        self._back: list[int] = []
        titles = [(f"{chapter.number:2}. {chapter.title}",) for chapter in self._chapters]
        self._table = TableList([Column("Chapter")], titles)
        self._contents = self._table.cursor
        self._choosing = False
        self._contents_at = Rect(0, 0, 0, 0)
        self._text_column = 0
        self._search: LineEditor | None = None
        self._sought = ""
        self._hits: list[Hit] = []
        self._mark = -1
        self._notice = ""

    # Events

    def handle(self, event: Event) -> Next[str] | None:
        """Scroll, search, follow links or leave."""
        if isinstance(event, Key | Mouse):
            self._notice = ""
        return super().handle(event)

    def actions(self) -> Sequence[Action]:
        """Return the actions while reading, while the contents are open, or while words to search for are typed."""
        if self._search is not None:
            return [
                Action("escape", partial(self._type, None), "Esc", "Back"),
                Action("enter", partial(self._seek, self._search), "Enter", "Find"),
            ]
        if self._choosing:
            return [
                Action("escape f2 f10", self._open_contents, "Esc", "Back"),
                Action("enter", lambda: self._open(self._contents.chosen), "Enter", "Go there"),
                Action("down", partial(self.press, Key("down")), "Up Down", "Move"),
            ]
        scroll = self._view.actions()
        find = [
            Action("/ f3 ctrl-f", lambda: self._type(LineEditor()), "/", "Find"),
            Action("left", lambda: self._move_sideways(-_PAN)),
            Action("right", lambda: self._move_sideways(_PAN)),
        ]
        if self._is_page:
            return [_CLOSE, _GO_ON, *find, Action("space", lambda: None)]
        find += [
            Action("n f4", self._find, "n" if self._sought else "", "Next", bool(self._hits)),
            Action("N", lambda: self._find(backward=True)),
        ]
        if not self._chapters:
            return [_CLOSE, _GO_ON, *scroll, *find]
        return [
            _CLOSE._replace(keys=f"{_CLOSE.keys} enter"),
            *find,
            Action("c f2", self._open_contents, "C", "Contents"),
            *scroll,
            Action("tab ]", partial(self._go_by_chapter, 1), "Tab", "Chapter"),
            Action("shift-tab [", partial(self._go_by_chapter, -1)),
            Action("backspace", self._return, "Bksp", "Return", bool(self._back)),
        ]

    def press(self, key: Key) -> Next[str] | None:
        """Type words to search for, choose a chapter, or close a page without keys for a character."""
        if self._search is not None:
            self._search.handle(key)
        elif self._choosing:
            self._contents.handle(key)
        elif key.text and self._is_page:
            return Pop(key.text)
        return None

    def begin_line(self, text: str) -> Next[str] | None:
        """Close a page without keys for a character, for the line to be typed below it."""
        return Pop(text) if self._is_page else super().begin_line(text)

    @property
    def _is_page(self) -> bool:
        """True for a page without keys for characters."""
        return not (self._view.is_needed or self._chapters or self._sought)

    def _move_sideways(self, columns: int) -> None:
        top = self._view.top
        widest = max((len(line.text) for line in self._lines[top : top + self._view.page]), default=0)
        self._pan = max(0, min(self._pan + columns, widest - self._width))

    def point(self, mouse: Mouse) -> None:
        """Handle a click on a chapter, a link or the scroll bar, or the wheel."""
        before, is_over = self._contents.chosen, self._contents_at.contains(mouse.row, mouse.column)
        if is_over and (self._choosing or not mouse.wheel):
            is_again = self._table.point(mouse)
            if mouse.kind == "press" and self._table.covers(mouse) and (is_again or self._contents.chosen != before):
                self._open(self._contents.chosen)
        elif not self._view.point(mouse) and mouse.kind == "press":
            self._choosing = False
            self._follow(mouse.row, mouse.column)

    def _follow(self, row: int, column: int) -> None:
        """Go to the chapter named at a cell, if any."""
        index, column = self._view.top + row - 1, column - self._text_column
        if not (1 <= row <= self._view.page and index < len(self._lines)):
            return
        numbers = [chapter.number for chapter in self._chapters]
        for match in self._links(index):
            if match.start() <= column < match.end() and int(match[1] or match[2]) in numbers:
                self._open(numbers.index(int(match[1] or match[2])))

    def _links(self, index: int) -> list[re.Match[str]]:
        """Return the links in a line. Whole lines are links in the table of contents only."""
        text, source = self._lines[index]
        before = self._chapters[0].first_line if self._chapters else 0
        return [match for match in _LINK.finditer(text) if match[1] or source < before]

    # Navigation

    def _open_contents(self) -> None:
        """Open the contents, or close them if they are open."""
        self._choosing = not self._choosing
        self._contents.choose(self._begun - 1)

    def _open(self, index: int) -> None:
        """Go to a chapter, and remember the line to return to."""
        self._choosing = False
        self._contents.choose(index)
        self._back.append(self._view.top)
        self._view.go(self._line_of(self._chapters[index].first_line))

    def _return(self) -> None:
        """Go back to the line from which a chapter was opened."""
        if self._back:
            self._view.go(self._back.pop())

    def _line_of(self, source: int) -> int:
        """Return the index of the first shown line of the paragraph with a line of the file."""
        sources = [line.source for line in self._lines if line.source <= source]
        return sources.index(sources[-1]) if sources else 0

    @property
    def _begun(self) -> int:
        """The number of chapters up to the one being read.

        The first line shown may be the end of the previous chapter, so the second line counts.
        """
        seen = self._lines[self._view.top : self._view.top + 2]
        return sum(chapter.first_line <= seen[-1].source for chapter in self._chapters) if seen else 0

    def _go_by_chapter(self, step: int) -> None:
        """Go to the beginning of the next chapter, or to the last beginning before the top of the page."""
        top, starts = self._view.top, [0, *(self._line_of(chapter.first_line) for chapter in self._chapters)]
        if step > 0:
            self._view.go(min((start for start in starts if start > top), default=top))
        else:
            self._view.go(max((start for start in starts if start < top), default=0))

    # Search

    def _type(self, line: LineEditor | None) -> None:
        """Begin or end the typing of words to search for."""
        self._search = line

    def _seek(self, line: LineEditor) -> None:
        """Search for the words typed, or again for the last ones, and go to the first match from the page on."""
        self._search, self._sought = None, line.text if line.text.strip() else self._sought
        if self._sought:
            self._hits = find_words([line.text for line in self._lines], self._sought)
            self._mark = self._view.top - 1
            self._find()

    def _find(self, backward: bool = False) -> None:
        """Go to the next or previous match. The search wraps around at both ends."""
        lines = [hit.line for hit in self._hits if hit.head]
        if not self._sought:
            self._type(LineEditor())
        elif not lines:
            self._notice = f"{quoted(self._sought)} is not in here."
        else:
            ahead = [line for line in lines if (line < self._mark if backward else line > self._mark)]
            if not ahead:
                self._notice = "Continuing from the end." if backward else "Continuing from the top."
            self._mark = (ahead or lines)[-1 if backward else 0]
            if not self._view.top <= self._mark < self._view.top + self._view.page:
                self._view.go(self._mark - self._view.page // 3)

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the text. Draw the contents beside it, or over it if they are open and there is no room beside it.

        A short text without chapters is drawn in a window of its size.
        """
        beside = bool(self._chapters) and canvas.width >= _TEXT_WIDTH + 2 + _PANE_WIDTH
        left = _PANE_WIDTH if beside else 0
        height = canvas.height - 1
        self._measure(height - 2, canvas.width - left - 2 - bool(self._chapters))  # a column before the scroll bar
        draw_desktop(canvas, theme)
        self._contents_at = Rect(0, 0, 0, 0)
        if beside:  # first, as its shadow would fall on the text
            self._draw_contents(canvas, theme, Rect(0, 0, height, _PANE_WIDTH))
        self._draw_text(canvas, theme, Rect(0, left, height, canvas.width - left))
        if self._choosing and not beside:
            rows, width = min(len(self._chapters) + 4, height - 2), min(_PANE_WIDTH, canvas.width - 2)
            self._draw_contents(canvas, theme, Rect(0, 0, height, canvas.width).middle(rows, width))
        self._draw_last_line(canvas, theme)

    def _measure(self, page: int, width: int) -> None:
        """Wrap the text for a window of ``page`` lines and ``width`` columns. The paragraph on top stays on top.

        A wrapped text without chapters has margins of one column.
        """
        self._view.fit(page, len(self._lines))
        if width == self._width:
            return
        source = self._lines[self._view.top].source if self._lines else self._wanted
        self._width = width
        is_wrapped = not self._chapters and max(map(len, self._source), default=0) > width
        lines = reflow(self._source, width - 2 if is_wrapped else width)
        self._lines = [line._replace(text=line.text.replace(_UNBROKEN, " ")) for line in lines]
        self._pan = 0
        self._hits = find_words([line.text for line in self._lines], self._sought)
        self._mark = -1
        self._back.clear()
        self._view.fit(page, len(self._lines))
        self._view.go(self._line_of(source) - (page // 3 if source == self._marked else 0))

    def _draw_text(self, canvas: Canvas, theme: Theme, room: Rect) -> None:
        """Draw the text in its window. Without chapters, the window is no larger than the text."""
        view, lines = self._view, self._lines
        title = f"{self._title}: {self._chapters[self._begun - 1].title}" if self._begun else self._title
        note = f"{100 * view.top // view.last}%" if view.is_needed else ""
        text_width = _TEXT_WIDTH
        if not self._chapters:
            text_width = max((len(line.text) for line in lines), default=0)
            columns = min(room.width, max(text_width + 4, len(title) + _TITLE_MARGINS))
            room = room.middle(min(room.height, len(lines) + 2), columns)
        draw_window(canvas, theme, room, title, note)
        self._text_column = room.column + 1 + max(0, (room.width - 2 - text_width) // 2)
        for index in range(view.top, min(view.top + view.page, len(lines))):
            self._draw_line(canvas, theme, room.row + 1 + index - view.top, self._text_column, index)
        view.draw(canvas, theme, room)

    def _draw_line(self, canvas: Canvas, theme: Theme, row: int, column: int, index: int) -> None:
        """Draw a line with its links and matches. A line that is too wide is scrolled sideways by ``_pan`` columns."""
        palette, glyphs = theme.palette, theme.glyphs
        text, source = self._lines[index]
        style = palette.text
        if text and set(text) == {"="}:
            text, style = text.replace("=", glyphs.single.across), palette.frame
        elif text.startswith(" " * _DEEP):
            style = palette.said
        elif any(source == chapter.first_line + 1 for chapter in self._chapters):
            style = palette.title
        pan = self._pan if len(text) > self._width else 0
        room = self._width
        canvas.text(row, column, text[pan : pan + room], style)
        spans = [(match.start(), match.end(), palette.player) for match in self._links(index)]
        spans += [(hit.start, hit.end, palette.chosen) for hit in self._hits if hit.line == index]
        for start, end, other in spans:
            start, end = max(0, start - pan), min(room, end - pan)
            canvas.restyle(row, column + start, end - start, other)
        if source == self._marked:
            canvas.put(row, column, glyphs.right, palette.alert)
            canvas.restyle(row, column + 1, min(room, len(text)) - 1, palette.player)
        if set(text[pan + room :]) - set(" |+-="):
            canvas.put(row, column + room - 1, glyphs.right, palette.bar_key)
        if pan:
            canvas.put(row, column, glyphs.left, palette.bar_key)

    def _draw_contents(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        """Draw the list of chapters. The one being read is chosen while no choice is open."""
        draw_window(canvas, theme, rect, "Contents")
        if not self._choosing:
            self._contents.choose(self._begun - 1)
        self._contents_at = rect
        self._table.draw(canvas, theme, rect, "")

    def _draw_last_line(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the keys that work, and above them the search line or a notice."""
        palette, row = theme.palette, canvas.height - 1
        self.draw_bar(canvas, theme)
        if self._search is not None:
            canvas.fill(row - 1, 1, 1, canvas.width - 2, " ", palette.text)
            end = canvas.text(row - 1, 2, "Find: ", palette.prompt)
            self._search.draw(canvas, row - 1, end, canvas.width - end - 2, palette.typed)
        elif self._notice:
            text = clipped(self._notice, canvas.width - 2)
            canvas.fill(row - 1, 1, 1, len(text) + 2, " ", palette.frame)
            canvas.text(row - 1, 2, text, palette.alert)


class Manual(Pager):
    """The screen of CHECKERS.DOC, at ``place`` or the page about ``topic``, below the ``keys`` of where it was opened.

    If the file is missing, it shows a message that says so.
    """

    def __init__(self, topic: str = "", place: Place | None = None, keys: Sequence[tuple[str, str]] = ()) -> None:
        try:
            text = manual_text()
        except FileNotFoundError as error:
            super().__init__(_TITLE, str(error))
            return
        wanted = find_place(topic, chapters(text)) if topic and place is None else None
        if wanted is None:
            super().__init__(_TITLE, text, chapters(text), place)
            return
        lines, line = text.splitlines(), wanted.chapter.first_line + (wanted.line or _HEADING)
        listed = ", ".join(f"{key} {word}".replace(" ", _UNBROKEN) for key, word in _joined(keys))
        said = wrap(f"THE KEYS HERE: {listed}.", _TEXT_WIDTH, initial_indent=" ", subsequent_indent=" ")
        lines[line:line] = [*said, ""] if keys else []
        text = "\n".join(lines)
        super().__init__(_TITLE, text, chapters(text), at=line)


def _joined(keys: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield keys with their words. A key without a word has that of the next one."""
    before = ""
    for key, word in keys:
        if word:
            yield f"{before}{key}", word
        before = "" if word else f"{before}{key} "


def with_help(topic: str, actions: Sequence[Action]) -> list[Action]:
    """Return the actions of a screen, and the one that opens the manual at a topic, with all of their keys."""
    keys = [(action.key.title() if action.key.islower() else action.key, action.word) for action in actions]
    shown = [(key, word) for key, word in keys if key]
    return [*actions, Action("f1", lambda: Push(Manual(topic, keys=shown)), "F1", "Help", rank=0)]
