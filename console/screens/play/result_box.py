"""The box with the result of a game: a headline, the reason, facts, the best moment, and buttons."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from ai.worker import Worker
from console.dialogue.menu import can_choose_level
from console.dialogue.messages import Ended
from console.dialogue.state import State
from console.screens.play.key_bar import YES
from console.screens.widgets.large_letters import HALVED, LARGE, LINE, SMALL, Letters
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import CLOSES, Spots, clicked, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key
from console.text.reflow import wrapped

_LEAST_WIDTH: Final = 24
_STEPS: Final = {"right": 1, "down": 1, "tab": 1, "left": -1, "up": -1, "shift-tab": -1}
_MARGIN: Final = 2
_SENTENCE_ROWS: Final = 2
_MOST_SPARE: Final = 6  # blank rows
_MOST_LINES: Final = 4  # rows of the conversation that the result takes if there is no room for a box

_BUTTONS: Final = (("Again", YES), ("Review", Key("f4")), ("Save", Key("f2")), ("Level", Key("f7")))
"""The names of the buttons, and the keys that do the same."""


class _Headline(NamedTuple):
    """A headline in large letters."""

    letters: Letters
    lines: Sequence[str]

    @property
    def height(self) -> int:
        """The height in rows, with the last shadow. A blank row separates lines, unless their letters are halved."""
        gaps = 0 if self.letters.halved else len(self.lines) - 1
        return self.letters.height * len(self.lines) + gaps + self.letters.shadowed

    @property
    def width(self) -> int:
        """The width of the longest line."""
        return max(map(self.letters.width, self.lines))


class ResultBox:
    """The box with the result of one game. ``open`` is False after the player has closed it.

    A worker thread searches for the best moment with ``find``, if it is given, and then calls ``post``.
    """

    def __init__(
        self,
        ended: Ended,
        state: State,
        find: Callable[[Callable[[], bool]], str | None] | None,
        post: Callable[[object], None],
    ) -> None:
        self.ended = ended
        self.open = True
        works = {"Again": True, "Level": can_choose_level(state)}
        self._buttons = [(name, key) for name, key in _BUTTONS if works.get(name, state.game.ply)]
        self._lit = 0
        self._spots: Spots[Key] = []
        self._worker: Worker[str | None] | None = None
        if find is not None:
            self._worker = Worker("highlight", lambda stop: find(stop.is_set), post)

    def close(self) -> None:
        """End the search for the best moment."""
        if self._worker is not None:
            self._worker.leave()

    @property
    def sentence(self) -> str | None:
        """The sentence about the best moment, or None if it is not found yet or there is none.

        Raises the error of the search.
        """
        return self._worker.result() if self._worker is not None and self._worker.finished else None

    # Events

    def press(self, key: Key) -> Key | None:
        """Handle a key. Return None if it selects another button, or else the key that the caller must handle.

        Enter returns the key of the selected button. Other keys are returned as they are.
        """
        if key.name in _STEPS:
            self._lit = (self._lit + _STEPS[key.name]) % len(self._buttons)
            return None
        return self._buttons[self._lit][1] if key.name == "enter" else key

    def put_away(self) -> bool:
        """Close the box. Return False if it was closed already."""
        was, self.open = self.open, False
        return was

    def pressed(self, event: Event) -> Event:
        """Return the key of the button that was clicked, or else the event itself."""
        return clicked(self._spots, event) or event

    # The picture

    def draw(self, canvas: Canvas, theme: Theme, places: Sequence[Rect], news: Sequence[str]) -> bool:
        """Draw the box in the first place that is large enough. Return False if none is.

        In the last place, the letters of the headline may be smaller and, without news, the last lines of text may be
        left out.
        """
        self._spots = []
        for number, rect in enumerate(places):
            if rect.width < _LEAST_WIDTH:
                continue
            text = self._text(rect.width - 2 * _MARGIN, news)
            last = number == len(places) - 1
            for count in range(len(text), 0 if last and not news else len(text) - 1, -1):
                headline = self._headline(theme, rect, count + len(self._button_rows(rect.width)), last)
                if headline is not None:
                    self._draw(canvas, theme, rect, headline, text[:count])
                    return True
        return False

    def _text(self, width: int, news: Sequence[str]) -> list[str]:
        """Return the lines of text, with blank lines for the best moment until it is known, and then the news."""
        lines = [line for sentence in (self.ended.how, *self.ended.facts) for line in wrapped(sentence, width)]
        if self._worker is not None:
            found = wrapped(self.sentence or "", width)
            lines += found + [""] * (_SENTENCE_ROWS - len(found))
        others = (text for text in news if not text.casefold().endswith(self.ended.how.casefold()))
        return lines + [line for text in others for line in ("", *wrapped(text, width))]

    def _headline(self, theme: Theme, rect: Rect, rows: int, any_size: bool) -> _Headline | None:
        """Return the headline in the largest letters that leave ``rows`` rows and a blank one, or None if none do."""
        words = self.ended.headline
        smaller = (LINE,) if theme.glyphs.letters else (HALVED, LINE)
        for letters in (LARGE, SMALL, *(smaller if any_size else ())):
            for lines in ([words], words.split()):
                found = _Headline(letters, lines)
                if found.height + rows + 1 <= rect.height - 2 and found.width <= rect.width - 2 * _MARGIN:
                    return found
        return None

    def _draw(self, canvas: Canvas, theme: Theme, rect: Rect, headline: _Headline, text: Sequence[str]) -> None:
        palette = theme.palette
        canvas.fill(*rect, " ", palette.text)
        needed = headline.height + len(text) + len(self._button_rows(rect.width)) + 2
        height = min(rect.height, needed + _MOST_SPARE)
        rect = rect._replace(row=rect.row + (rect.height - height) // 2, height=height)
        draw_window(canvas, theme, rect, note=CLOSES)
        spare = height - needed
        row = rect.row + 1 + spare // 3
        style = {"YOU WIN": palette.title, "YOU LOSE": palette.alert}.get(self.ended.headline, palette.player)
        for line in headline.lines:
            left = rect.column + (rect.width - headline.letters.width(line)) // 2
            headline.letters.draw(canvas, theme, line, row, left, style)
            row += headline.letters.height + (0 if headline.letters.halved else 1)
        row = rect.row + 1 + spare // 3 + headline.height + max(1, spare // 3)
        inside = rect.inside(_MARGIN)._replace(row=row, height=len(text))
        canvas.lines(inside, text, palette.text)
        canvas.lines(inside, wrapped(self.ended.how, inside.width), palette.player)
        self._draw_buttons(canvas, theme, rect)

    def _draw_buttons(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        """Draw the buttons in the last rows, with arrows beside the selected one."""
        palette, rows, keys = theme.palette, self._button_rows(rect.width), dict(self._buttons)
        for row, line in enumerate(rows, rect.row + rect.height - 1 - len(rows)):
            column = rect.column + (rect.width - len(line) - 2) // 2
            canvas.fill(row, rect.column + 1, 1, rect.width - 2, " ", palette.bar)
            canvas.text(row, column + 1, line, palette.bar)
            for name in line.split():
                if name == self._buttons[self._lit][0]:
                    canvas.text(row, column, f"{theme.glyphs.right}{name}{theme.glyphs.left}", palette.chosen)
                self._spots.append((Rect(row, column, 1, len(name) + 2), keys[name]))
                column += len(name) + 1

    def _button_rows(self, width: int) -> list[str]:
        """Return the names of the buttons in as few rows as possible in a box of a width."""
        return wrap(" ".join(name for name, _ in self._buttons), width - 2 * _MARGIN)

    def draw_lines(self, canvas: Canvas, theme: Theme, rect: Rect) -> tuple[int, Sequence[str]]:
        """Draw the result on a few lines instead of in a box. Return the number of lines and the facts in them.

        If there is too little room, the reason and the last facts are left out before the best moment is.
        """
        facts, most = [*self.ended.facts], min(_MOST_LINES, rect.height - 1)
        while True:
            for how in (self.ended.how, "") if facts else (self.ended.how,):
                text = " ".join(filter(None, (f"{self.ended.headline}!", how, *facts, self.sentence)))
                lines = wrap(text, rect.width)
                if len(lines) <= most or not facts:
                    canvas.lines(rect._replace(height=most), lines, theme.palette.title)
                    return min(most, len(lines)), facts
            facts.pop()
