"""The transcript of the conversation: messages, questions with their answers, and the open question."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, Style, columns_of, in_columns

_REMEMBERED: Final = 300
_ROOM_TO_TYPE: Final = 10


class _Entry(NamedTuple):
    """A message, or a question and the answer typed. A ``remark`` is left out where a kept message needs the room."""

    said: str
    typed: str | None = None
    remark: bool = False


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

    def say(self, text: str, remark: bool = False) -> None:
        """Add a message."""
        self._add(_Entry(in_columns(text), remark=remark))

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
            flowing = self._flowing(entries, rect, prompt)
            if flowing is None:
                entries, rect = self._draw_kept(canvas, theme, rect, prompt, entries, above)
            else:
                entries = flowing
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

    def _flowing(self, entries: list[_Entry], rect: Rect, prompt: Prompt) -> list[_Entry] | None:
        """Join the messages since the last answer into one paragraph if they fit so, but not on lines of their own.

        Return None if a kept message would be hidden nevertheless.
        """
        answered = max((index for index, entry in enumerate(entries) if entry.typed is not None), default=-1)
        fresh, width = entries[answered + 1 :], rect.width - 1
        joined = [_Entry(" ".join(entry.said for entry in fresh))]
        room = rect.height - len(_open_rows(prompt, width))
        shown = joined if _height(fresh, width) > room >= _height(joined, width) else fresh
        is_hidden = _height(shown, width) > room or any(
            all(kept is not each for each in fresh) for kept, _ in self._kept
        )
        return None if self._kept and is_hidden else [*entries[: answered + 1], *shown]

    def _draw_kept(
        self, canvas: Canvas, theme: Theme, rect: Rect, prompt: Prompt, entries: list[_Entry], above: int
    ) -> tuple[list[_Entry], Rect]:
        """Draw the kept messages if they would be hidden. Return the other entries, and the place left for them.

        The window grows if it has no room for the open question and for what was said since the last answer.
        """
        kept = [entry for entry, _ in self._kept]
        first = next((index for index, entry in enumerate(entries) if kept and entry is kept[0]), len(entries))
        width = rect.width - 1  # an arrow may need the last column
        opened = len(_open_rows(prompt, width))

        for remarks in (True, False):
            entries = [*entries[:first], *(entry for entry in entries[first:] if remarks or not entry.remark)]
            if _height(entries[first:], width) + opened <= rect.height:
                return entries, rect
        answered = max((index for index, entry in enumerate(entries) if entry.typed is not None), default=-1)
        entries = [entry for entry in entries if all(entry is not each for each in kept)]
        fresh = _height(entries[answered - len(kept) + 1 :], width) if answered > first else 0
        more = min(above, max(0, _height(kept, width) + fresh + opened - rect.height))
        rect = rect._replace(row=rect.row - more, height=rect.height + more)
        canvas.fill(rect.row, rect.column - 1, more, rect.width + 2, " ", theme.ground)
        top = [row for entry in kept for row in _rows(entry, width)][: max(0, rect.height - opened)]
        for row, shown in enumerate(top, rect.row):
            _draw_row(canvas, theme, rect._replace(row=row), shown, None)
        return entries, rect._replace(row=rect.row + len(top), height=rect.height - len(top))


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
