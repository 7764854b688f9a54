"""The transcript of the conversation: messages, questions with their answers, and the open question."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, Style, columns_of, in_columns
from console.text.reflow import spans

_REMEMBERED: Final = 300
_ROOM_TO_TYPE: Final = 7  # columns, after the blank of a question: two squares, a blank and the caret
_LEAST_NEWS: Final = 2  # lines
_SMALL_PAGE: Final = 3  # lines; a larger page repeats a line of the one before


class _Entry(NamedTuple):
    """A message, or a question and the answer typed.

    A message that ``begins`` a line follows a move. One that ``interrupts`` came while a question was open.
    """

    said: str
    typed: str | None = None
    begins: bool = False
    interrupts: bool = False


class _Row(NamedTuple):
    """A line of the window. The text from index ``typed`` on was typed. ``open``: the caret is on this line."""

    text: str
    typed: int
    asked: bool
    open: bool = False


class Prompt(NamedTuple):
    """The open question and the input line. ``line`` is None for a message while the program works."""

    text: str
    line: LineEditor | None


class Transcript:
    """The conversation so far. The open question is always visible below it.

    ``unread`` is the number of lines hidden below the visible ones, when it was drawn last. An answer that is too long
    is shown from its beginning.
    """

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self.unread = 0
        self._scrolled: int | None = None  # the lines to hide; None until the player scrolls
        self._page = 1
        self._most = 0
        self._begins = self._interrupts = False

    def begin_line(self) -> None:
        """Begin a line with the next message."""
        self._begins = True

    def begin_news(self) -> None:
        """Begin with the next message what is shown from its beginning, though the last question is not answered."""
        self._interrupts = True

    def say(self, text: str) -> None:
        """Add a message."""
        self._add(_Entry(in_columns(text), begins=self._begins, interrupts=self._interrupts))
        self._begins = self._interrupts = False

    def answer(self, prompt: str, typed: str) -> None:
        """Add a question with its answer."""
        self._add(_Entry(in_columns(prompt), in_columns(typed)))

    def scroll(self, pages: int) -> None:
        """Scroll back by ``pages``, or forward if that is negative."""
        start = self.unread if self._scrolled is None else self._scrolled
        self._scrolled = min(max(0, start + pages * self._page), self._most)

    def news(self, rect: Rect, prompt: Prompt, elsewhere: Collection[str]) -> Sequence[str]:
        """Return the messages since the last answer that are not ``elsewhere``.

        Return none if they fit above the open question, or if the transcript is scrolled back.
        """
        fresh = [entry for entry in _parted(self._entries)[1] if entry.said not in elsewhere]
        fits = _height(fresh, rect.width) + len(_open_rows(prompt, rect.width)) <= rect.height
        return () if fits or self._scrolled is not None else [entry.said for entry in fresh]

    def _add(self, entry: _Entry) -> None:
        self._entries = [*self._entries, entry][-_REMEMBERED:]
        self._scrolled = None

    def draw(
        self,
        canvas: Canvas,
        theme: Theme,
        rect: Rect,
        prompt: Prompt,
        elsewhere: Collection[str] = (),
        above: int = 0,
    ) -> None:
        """Draw the lines that fit, and the open question. Leave out the messages in ``elsewhere``.

        For two lines of news above a long question, the window may grow by ``above`` rows.
        """
        arrow = min(rect.column + rect.width, canvas.width - 1)  # a column
        width = arrow - rect.column
        entries = [entry for entry in self._entries if entry.typed is not None or entry.said not in elsewhere]
        asked = _open_rows(prompt, width)
        before, fresh = _parted(entries)
        more = min(above, max(0, min(_LEAST_NEWS, _height(fresh, width)) + len(asked) - rect.height))
        rect = rect._replace(row=rect.row - more, height=rect.height + more)
        canvas.fill(rect.row, rect.column - 1, more, rect.width + 2, " ", theme.ground)
        asked = asked[-rect.height :]
        past = [row for entry in (*before, *fresh) for row in _rows(entry, width)]
        room = rect.height - len(asked)
        self._most = max(0, len(past) - room)
        news = _height(fresh, width) if prompt.line is not None and room else 0
        self.unread = min(max(0, news - room) if self._scrolled is None else self._scrolled, self._most)
        self._page = max(1, room - (room > _SMALL_PAGE))
        first = self._most - self.unread
        for row, shown in enumerate([*past[first : first + room], *asked], rect.row):
            _draw_row(canvas, theme, rect._replace(row=row), shown, prompt.line)
        if self.unread:
            canvas.put(rect.row + room - 1, arrow, theme.glyphs.down, theme.palette.alert)
        elif prompt.line is not None and first > max(0, len(past) - max(news, 1)):
            canvas.put(rect.row, arrow, theme.glyphs.up, theme.palette.alert)


def _parted(entries: list[_Entry]) -> tuple[list[_Entry], list[_Entry]]:
    """Return the earlier entries and the news: the messages since the last answer or interruption.

    Without these, the news begin with the last but one message that begins a line.
    """
    answers = [index for index, entry in enumerate(entries, 1) if entry.typed is not None]
    interruptions = [index for index, entry in enumerate(entries) if entry.interrupts]
    begun = [index for index, entry in enumerate(entries) if entry.begins]
    answered = max([0, *answers[-1:], *interruptions[-1:], *begun[-2:-1]])
    return entries[:answered], entries[answered:]


def _draw_row(canvas: Canvas, theme: Theme, rect: Rect, shown: _Row, line: LineEditor | None) -> None:
    """Draw a row in the first row of ``rect``. If it is the open one, draw the input line and the caret too."""
    palette = theme.palette
    style: Style = palette.prompt if shown.asked else palette.said
    column = canvas.text(rect.row, rect.column, shown.text[: shown.typed], style)
    canvas.text(rect.row, column, shown.text[shown.typed :], palette.typed)
    if shown.open and line is not None:
        line.draw(canvas, rect.row, column, rect.column + rect.width - column, palette.typed)


def _rows(entry: _Entry, width: int, room: int = 0) -> list[_Row]:
    text, asked = entry.said + (entry.typed or ""), entry.typed is not None
    return [
        _Row(columns_of(text, start, end), min(max(0, len(entry.said) - start), end - start), asked)
        for start, end in spans(text, width, room)
    ]


def _height(entries: Iterable[_Entry], width: int) -> int:
    """Return the number of lines of some entries."""
    return sum(len(_rows(entry, width)) for entry in entries)


def _open_rows(prompt: Prompt, width: int) -> list[_Row]:
    """Return the lines of the open question. The last line has room to type, if possible."""
    room = _ROOM_TO_TYPE if prompt.line is not None else 0
    rows = _rows(_Entry(in_columns(prompt.text), ""), width, room)
    if prompt.line is None:
        return rows if prompt.text else []
    return [*rows[:-1], rows[-1]._replace(open=True)]
