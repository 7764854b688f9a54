"""The pager: it shows a text, scrolls and searches. CHECKERS.DOC also has a table of contents and links to chapters."""

import re
from typing import Final

from console.game.naming import quoted
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.list_cursor import ListCursor
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import WHEEL_LINES, Button, KeyBar, ScrollBar, draw_desktop, draw_window
from console.terminal.canvas import Canvas, Rect, clipped
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Next, Pop, Screen
from console.text.find import Hit, find_words
from console.text.manual import Chapter, Place, chapters, manual_text
from console.text.reflow import Line, reflow

_TITLE: Final = "CHECKERS.DOC"
_TEXT_WIDTH: Final = 78
_TITLE_MARGINS: Final = 12  # columns of a border for its corners, blanks and the percentage
_PANE_WIDTH: Final = 36
_LINK: Final = re.compile(r"[Cc]hapters? (\d+)|^ +(\d+)\. +\S.*")
_LEAVING: Final = ("escape", "enter", "f1", "f10")
_PAN: Final = 8  # columns per key
_DEEP: Final = 5  # least indentation of examples
_CHOOSING: Final = (
    Button("Esc", "Back", Key("escape")),
    Button("Enter", "Go there", Key("enter")),
    Button("Up", "", Key("up")),
    Button("Down", "", Key("down")),
)


class Pager(Screen[str]):
    """The screen of a text. A character typed on a page without keys for it closes the page and is the result.

    It opens at ``place`` and marks that line, unless it is the first of a chapter. Without ``place``, it opens at the
    chapter whose title contains ``topic``, or else at the beginning.
    """

    def __init__(
        self,
        title: str,
        text: str,
        chapters: tuple[Chapter, ...] = (),
        topic: str = "",
        place: Place | None = None,
    ) -> None:
        self._title = title
        self._source = text.splitlines()
        self._chapters = chapters
        self._wanted = self._first_line_of(topic) if place is None else place.chapter.first_line + place.line
        self._marked = self._wanted if place is not None and place.line else None
        self._width = 0
        self._page = 1
        self._lines: list[Line] = []
        self._top = 0
        self._pan = 0
        self._back: list[int] = []
        self._bar = KeyBar()
        self._scroll = ScrollBar(0, 0, 0, 0, 0, 0)
        self._contents = ListCursor([chapter.title for chapter in self._chapters])
        self._choosing = False
        self._contents_at = Rect(0, 0, 0, 0)
        self._text_column = 0
        self._search: LineEditor | None = None
        self._sought = ""
        self._hits: list[Hit] = []
        self._mark = -1
        self._notice = ""

    def _first_line_of(self, topic: str) -> int:
        words = topic.casefold()
        found = (chapter.first_line for chapter in self._chapters if words and words in chapter.title.casefold())
        return next(found, 0)

    # Events

    def handle(self, event: Event) -> Next[str] | None:
        """Scroll, search, follow links or leave."""
        event = self._bar.pressed(event)
        if isinstance(event, Key | Mouse):
            self._notice = ""
        match event:
            case Mouse():
                self._point(event)
            case Key() if self._search is not None:
                self._type(event, self._search)
            case Key() if self._choosing:
                self._choose(event)
            case Key() if event.name in _LEAVING or event.text in ("q", "Q"):
                return Pop()
            case Key() if event.text.strip("/ ") and not self._scrolls and not self._chapters and not self._sought:
                return Pop(event.text)
            case Key():
                self._read_on(event)
        return None

    def _read_on(self, key: Key) -> None:
        """Handle a key while reading."""
        page = max(1, self._page - 1)
        top, end = -self._top, len(self._lines)
        scrolls = {"up": -1, "down": 1, "page-up": -page, "page-down": page, "home": top, "end": end}
        scrolls |= {"k": -1, "j": 1, "b": -page, " ": page, "g": top, "G": end}
        name = key.name or key.text
        if name in scrolls:
            self._go(self._top + scrolls[name])
        elif name in ("left", "right"):
            widest = max((len(line.text) for line in self._lines[self._top : self._top + self._page]), default=0)
            self._pan = max(0, min(self._pan + (_PAN if name == "right" else -_PAN), widest - self._width))
        elif name in ("tab", "shift-tab", "]", "["):
            self._next_chapter(1 if name in ("tab", "]") else -1)
        elif name == "backspace" and self._back:
            self._go(self._back.pop())
        elif name in ("c", "C", "f2") and self._chapters:
            self._choosing = True
            self._contents.choose(self._begun - 1)
        elif name in ("/", "f3", "ctrl-f"):
            self._search = LineEditor()
        elif name in ("n", "N", "f4"):
            self._find(backward=name == "N")

    def _choose(self, key: Key) -> None:
        """Handle a key while the contents are open."""
        if key.name == "enter":
            self._open(self._contents.chosen)
        elif key.name in ("escape", "f2", "f10"):
            self._choosing = False
        else:
            self._contents.handle(key)

    def _type(self, key: Key, line: LineEditor) -> None:
        """Handle a key while the words to search for are typed."""
        if key.name == "escape":
            self._search = None
        elif key.name == "enter":
            words, self._search = line.text or self._sought, None
            if words.strip():
                self._seek(words)
        else:
            line.handle(key)

    def _point(self, mouse: Mouse) -> None:
        """Handle a click on a chapter, a link or the scroll bar, or the wheel."""
        row, column, _, width = self._contents_at
        over_contents = column <= mouse.column < column + width
        if mouse.wheel and over_contents and self._choosing:
            self._contents.handle(mouse)
        elif mouse.wheel:
            self._go(self._top + mouse.wheel * WHEEL_LINES)
        elif over_contents:
            index = self._contents.at(mouse.row - row)
            if mouse.kind == "press" and index is not None:
                self._open(index)
        elif (first := self._scroll.first_after(mouse)) is not None:
            self._go(first)
        elif mouse.kind == "press":
            self._choosing = False
            self._follow(mouse.row, mouse.column)

    def _follow(self, row: int, column: int) -> None:
        """Go to the chapter named at a cell, if any."""
        index, column = self._top + row - 1, column - self._text_column
        if not (1 <= row <= self._page and index < len(self._lines)):
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

    def _open(self, index: int) -> None:
        """Go to a chapter, and remember the line to return to."""
        self._choosing = False
        self._contents.choose(index)
        self._back.append(self._top)
        self._go(self._line_of(self._chapters[index].first_line))

    def _go(self, top: int) -> None:
        self._top = max(0, min(top, len(self._lines) - self._page))

    def _line_of(self, source: int) -> int:
        """Return the index of the first shown line of the paragraph with a line of the file."""
        sources = [line.source for line in self._lines if line.source <= source]
        return sources.index(sources[-1]) if sources else 0

    @property
    def _begun(self) -> int:
        """The number of chapters up to the one being read.

        The first line shown may be the end of the previous chapter, so the second line counts.
        """
        seen = self._lines[self._top : self._top + 2]
        return sum(chapter.first_line <= seen[-1].source for chapter in self._chapters) if seen else 0

    def _next_chapter(self, step: int) -> None:
        starts = [0, *(self._line_of(chapter.first_line) for chapter in self._chapters)]
        if step > 0:
            self._go(min((start for start in starts if start > self._top), default=self._top))
        else:
            self._go(max((start for start in starts if start < self._top), default=0))

    # Search

    def _seek(self, words: str) -> None:
        """Search for words, and go to the first match from the top of the page on."""
        self._sought = words
        self._hits = find_words([line.text for line in self._lines], words)
        self._mark = self._top - 1
        self._find()

    def _find(self, backward: bool = False) -> None:
        """Go to the next or previous match. The search wraps around at both ends."""
        lines = [hit.line for hit in self._hits if hit.head]
        if not self._sought:
            self._search = LineEditor()
        elif not lines:
            self._notice = f"{quoted(self._sought)} is not in here."
        else:
            ahead = [line for line in lines if (line < self._mark if backward else line > self._mark)]
            if not ahead:
                self._notice = "Continuing from the end." if backward else "Continuing from the top."
            self._mark = (ahead or lines)[-1 if backward else 0]
            if not self._top <= self._mark < self._top + self._page:
                self._go(self._mark - self._page // 3)

    # The picture

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the text. Draw the contents beside it, or over it if they are open and there is no room beside it.

        A short text without chapters is drawn in a window of its size.
        """
        beside = bool(self._chapters) and canvas.width >= _TEXT_WIDTH + 2 + _PANE_WIDTH
        left = _PANE_WIDTH if beside else 0
        height = canvas.height - 1
        self._measure(height - 2, canvas.width - left - 2)
        draw_desktop(canvas, theme)
        self._draw_text(canvas, theme, Rect(0, left, height, canvas.width - left))
        self._contents_at = Rect(0, 0, 0, 0)
        if beside:
            self._draw_contents(canvas, theme, 0, 0, height, _PANE_WIDTH)
        elif self._choosing:
            rows = min(len(self._chapters) + 2, height - 2)
            width = min(_PANE_WIDTH + 4, canvas.width - 2)
            self._draw_contents(canvas, theme, (height - rows) // 2, (canvas.width - width) // 2, rows, width)
        self._draw_last_line(canvas, theme)

    def _measure(self, page: int, width: int) -> None:
        """Wrap the text for a window of ``page`` lines and ``width`` columns. The paragraph on top stays on top.

        A wrapped text without chapters has margins of one column.
        """
        self._page = page
        if width == self._width:
            return
        source = self._lines[self._top].source if self._lines else self._wanted
        self._width = width
        is_wrapped = not self._chapters and max(map(len, self._source), default=0) > width
        self._lines = reflow(self._source, width - 2 if is_wrapped else width)
        self._pan = 0
        self._hits = find_words([line.text for line in self._lines], self._sought)
        self._mark = -1
        self._back.clear()
        self._go(self._line_of(source) - (page // 3 if source == self._marked else 0))

    @property
    def _scrolls(self) -> bool:
        """True if the text is longer than the page."""
        return len(self._lines) > self._page

    def _draw_text(self, canvas: Canvas, theme: Theme, room: Rect) -> None:
        """Draw the text in its window. Without chapters, the window is no larger than the text."""
        title = f"{self._title}: {self._chapters[self._begun - 1].title}" if self._begun else self._title
        note = f"{100 * self._top // (len(self._lines) - self._page)}%" if self._scrolls else ""
        text_width, place = _TEXT_WIDTH, room
        if not self._chapters:
            text_width = max((len(line.text) for line in self._lines), default=0)
            rows = min(room.height, len(self._lines) + 2)
            columns = min(room.width, max(text_width + 4, len(title) + _TITLE_MARGINS))
            place = Rect((room.height - rows) // 2, (room.width - columns) // 2, rows, columns)
        row, left, height, width = place
        draw_window(canvas, theme, *place, title, note)
        self._text_column = left + 1 + max(0, (width - 2 - text_width) // 2)
        for down in range(min(self._page, len(self._lines) - self._top)):
            self._draw_line(canvas, theme, row + 1 + down, self._text_column, self._top + down)
        self._scroll = ScrollBar(row + 1, left + width - 1, height - 2, self._top, self._page, len(self._lines))
        self._scroll.draw(canvas, theme)

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

    def _draw_contents(self, canvas: Canvas, theme: Theme, row: int, column: int, height: int, width: int) -> None:
        """Draw the list of chapters. Highlight the chosen one, or the one being read while no choice is open."""
        palette = theme.palette
        draw_window(canvas, theme, row, column, height, width, "Contents")
        if not self._choosing:
            self._contents.choose(self._begun - 1)
        page, chosen = height - 2, palette.chosen if self._choosing else palette.player
        self._contents.fit(page)
        top = self._contents.top
        self._contents_at = Rect(row + 1, column + 1, page, width - 2)
        for index, chapter in enumerate(self._chapters[top : top + page], top):
            style = chosen if index == self._contents.chosen else palette.text
            canvas.fill(row + 1 + index - top, column + 1, 1, width - 2, " ", style)
            text = f"{chapter.number:2}. {chapter.title}"
            canvas.text(row + 1 + index - top, column + 2, text, style, width - 4)
        ScrollBar(row + 1, column + width - 1, page, top, page, len(self._chapters)).draw(canvas, theme)

    def _draw_last_line(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the keys that work, or the search line. Draw a notice above the keys."""
        palette, row = theme.palette, canvas.height - 1
        if self._search is not None:
            canvas.fill(row, 0, 1, canvas.width, " ", palette.text)
            end = canvas.text(row, 1, "Find: ", palette.prompt)
            self._search.draw(canvas, row, end, canvas.width - end - 1, palette.typed)
            self._bar.draw(canvas, theme, (), row=canvas.height)
        elif self._choosing:
            self._bar.draw(canvas, theme, _CHOOSING)
        else:
            self._bar.draw(canvas, theme, self._buttons())
            if self._notice:
                text = clipped(self._notice, canvas.width - 2)
                canvas.fill(row - 1, 1, 1, len(text) + 2, " ", palette.frame)
                canvas.text(row - 1, 2, text, palette.alert)

    def _buttons(self) -> list[Button]:
        """Return the keys that work while reading, the most important first."""
        find = [Button("/", "Find", Key(text="/"))]
        if self._sought:
            find.append(Button("n", "Next", Key(text="n"), bool(self._hits)))
        scroll: list[Button] = []
        if self._scrolls:
            scroll = [
                Button("PgDn", "Down", Key("page-down"), self._top + self._page < len(self._lines)),
                Button("PgUp", "Up", Key("page-up"), self._top > 0),
            ]
        if not self._chapters:
            return [Button("Enter", "Go on", Key("enter")), Button("Esc", "Back", Key("escape")), *scroll, *find]
        return [
            Button("Esc", "Back", Key("escape")),
            *find,
            Button("C", "Contents", Key(text="c")),
            *scroll,
            Button("Tab", "Chapter", Key("tab")),
            Button("Bksp", "Return", Key("backspace"), bool(self._back)),
        ]


class Manual(Pager):
    """The screen of CHECKERS.DOC. If the file is missing, it shows a message that says so."""

    def __init__(self, topic: str = "", place: Place | None = None) -> None:
        try:
            text = manual_text()
        except FileNotFoundError as error:
            super().__init__(_TITLE, str(error))
        else:
            super().__init__(_TITLE, text, chapters(text), topic, place)
