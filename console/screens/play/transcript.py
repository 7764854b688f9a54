"""The transcript of the conversation: messages, questions with their answers, and the open question."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, Style, columns_of, in_columns

_REMEMBERED: Final = 300
_ROOM_TO_TYPE: Final = 10


class _Entry(NamedTuple):
    """A message, or a question and the answer typed.

    A ``remark`` is left out where a kept message needs the room. A message that ``begins`` a line follows a move.
    """

    said: str
    typed: str | None = None
    remark: bool = False
    begins: bool = False


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
    """The conversation so far. ``scrolled`` is the number of lines hidden at its end by scrolling back."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self._kept: list[tuple[_Entry, int | None]] = []
        self.scrolled = 0
        self._page = 1
        self._most = 0
        self._begins = False

    def begin_line(self) -> None:
        """Begin a line with the next message."""
        self._begins = True

    def say(self, text: str, remark: bool = False) -> None:
        """Add a message."""
        self._add(_Entry(in_columns(text), remark=remark, begins=self._begins))
        self._begins = False

    def keep(self, text: str, owner: int | None = None) -> None:
        """Add a message that stays visible until it is released. ``owner`` is the side or None that it is for."""
        self.say(text)
        self._kept.append((self._entries[-1], owner))

    def release(self, *owners: int | None) -> None:
        """End the effect of ``keep`` for the messages of these owners."""
        self._kept = [kept for kept in self._kept if kept[1] not in owners]

    def answer(self, prompt: str, typed: str) -> None:
        """Add a question with its answer."""
        self._add(_Entry(in_columns(prompt), in_columns(typed)))

    def scroll(self, pages: int) -> None:
        """Scroll back by ``pages``, or forward if that is negative."""
        step = max(1, self._page - 1)
        self.scrolled = min(max(0, self.scrolled + pages * step), self._most)

    def _add(self, entry: _Entry) -> None:
        self._entries = [*self._entries, entry][-_REMEMBERED:]
        self.scrolled = 0

    def draw(
        self,
        canvas: Canvas,
        theme: Theme,
        rect: Rect,
        prompt: Prompt,
        elsewhere: Collection[str] = (),
        above: int = 0,
    ) -> None:
        """Draw the last lines that fit, ending with the open question. Leave out the messages in ``elsewhere``.

        Kept messages come first if they would be hidden. For these, and for a long question, the window may grow by
        ``above`` rows.
        """
        entries = [entry for entry in self._entries if entry.typed is not None or entry.said not in elsewhere]
        if not self.scrolled:
            opened = len(_open_rows(prompt, rect.width - 1))
            entries, kept, needed = self._fitting(entries, rect.width - 1, rect.height - opened)
            more = min(above, max(0, needed + opened - rect.height))
            rect = rect._replace(row=rect.row - more, height=rect.height + more)
            canvas.fill(rect.row, rect.column - 1, more, rect.width + 2, " ", theme.ground)
            for line in kept[: max(0, rect.height - opened)]:
                _draw_row(canvas, theme, rect, line, None)
                rect = rect._replace(row=rect.row + 1, height=rect.height - 1)
        for width in (rect.width, rect.width - 1):
            past = [row for entry in entries for row in _rows(entry, width)]
            rows = past + _open_rows(prompt, width)
            self._most = max(0, len(rows) - rect.height)
            self.scrolled = min(self.scrolled, self._most)
            first = self._most - self.scrolled
            more_above = first and prompt.line is not None and not _begins_here(past, first)
            marked = rect.height - 1 if self.scrolled else 0  # the row with an arrow, if there is more to read
            has_arrow = bool(self.scrolled or more_above)
            if not has_arrow or len(rows[first + marked].text) < rect.width:
                break  # else the arrow would cover the end of a line
        self._page = rect.height
        for row, shown in enumerate(rows[first : first + rect.height], rect.row):
            _draw_row(canvas, theme, rect._replace(row=row), shown, prompt.line)
        if has_arrow:
            glyph = theme.glyphs.down if self.scrolled else theme.glyphs.up
            canvas.put(rect.row + marked, rect.column + rect.width - 1, glyph, theme.palette.alert)

    def _fitting(self, entries: list[_Entry], width: int, room: int) -> tuple[list[_Entry], list[_Row], int]:
        """Return the entries to draw, the rows of the kept messages above them, and the number of rows for both.

        The messages since the last answer are joined if they fit so, but not on lines of their own; if possible, a
        message that begins a line still does so.
        Kept messages move up if they would be hidden nevertheless. Then remarks are left out, and the messages since
        the last answer need rows of their own if a kept message is older than these.
        """
        kept = {id(entry) for entry, _ in self._kept}
        answered = max((index for index, entry in enumerate(entries, 1) if entry.typed is not None), default=0)
        before, fresh = entries[:answered], entries[answered:]
        ways = fresh, _joined(fresh), [_Entry(" ".join(entry.said for entry in fresh))]
        shown = next((way for way in ways if _height(way, width) <= room), fresh)
        first = next((at for at, entry in enumerate(entries) if id(entry) in kept), answered)
        is_older = first < answered and _height(entries[first:], width) > room
        if not kept or not (is_older or _height(shown, width) > room):
            return [*before, *shown], [], 0
        top = [row for entry, _ in self._kept for row in _rows(entry, width)]
        before = [entry for entry in before if id(entry) not in kept]
        fresh = [entry for entry in fresh if id(entry) not in kept and not entry.remark]
        return [*before, *fresh], top, len(top) + (_height(fresh, width) if is_older else 0)


def _draw_row(canvas: Canvas, theme: Theme, rect: Rect, shown: _Row, line: LineEditor | None) -> None:
    """Draw a row in the first row of ``rect``. If it is the open one, draw the input line and the caret too."""
    palette = theme.palette
    style: Style = palette.prompt if shown.asked else palette.said
    column = canvas.text(rect.row, rect.column, shown.text[: shown.typed], style)
    text = shown.text[shown.typed :]
    if shown.open and line is not None:
        text, caret = line.window(rect.column + rect.width - column)
        canvas.caret = (rect.row, column + caret)
    canvas.text(rect.row, column, text, palette.typed)


def spans(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Wrap a text to a width in columns. Yield the start and end index of each line."""
    start = 0
    while len(text) - start > width:
        blank = text.rfind(" ", start, start + width + 1)
        end = blank if blank > start else start + width
        yield start, end
        start = end + (1 if blank > start else 0)
    yield start, len(text)


def _rows(entry: _Entry, width: int) -> list[_Row]:
    text, asked = entry.said + (entry.typed or ""), entry.typed is not None
    return [
        _Row(columns_of(text, start, end), min(max(0, len(entry.said) - start), end - start), asked)
        for start, end in spans(text, width)
    ]


def _joined(entries: Iterable[_Entry]) -> list[_Entry]:
    """Join messages, up to each that begins a line."""
    found: list[_Entry] = []
    for entry in entries:
        if found and not entry.begins:
            found[-1] = _Entry(f"{found[-1].said} {entry.said}")
        else:
            found.append(entry)
    return found


def _height(entries: Iterable[_Entry], width: int) -> int:
    """Return the number of lines of some entries."""
    return sum(len(_rows(entry, width)) for entry in entries)


def _open_rows(prompt: Prompt, width: int) -> list[_Row]:
    """Return the lines of the open question. If the last line has little room to type, add an empty line."""
    rows = _rows(_Entry(in_columns(prompt.text), ""), width)
    if prompt.line is None:
        return rows if prompt.text else []
    if width - len(rows[-1].text) < _ROOM_TO_TYPE:
        return [*rows, _Row("", 0, True, open=True)]
    return [*rows[:-1], rows[-1]._replace(open=True)]


def _begins_here(past: list[_Row], first: int) -> bool:
    """Return True if all messages since the last answer are visible.

    ``past`` are the rows before the open question, ``first`` is the first visible row.
    """
    said = next((index for index in range(len(past) - 1, -1, -1) if past[index].asked), -1)
    return first <= said + 1
