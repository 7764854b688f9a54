"""A plot of the scores of a game: bars above and below a line, drawn with characters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect

FULL_SCALE: Final = 300  # the score of the longest bar, in centimen
_WIDEST_BAR: Final = 3
_LEAST_SEEN: Final = 15  # centimen: smaller scores may have no bar
_LABEL: Final = 3


@dataclass(frozen=True)
class ScorePlot:
    """The plot of ``count`` scores in a rectangle of the screen. Its last row has the marks of the moves."""

    rect: Rect
    count: int

    @property
    def left(self) -> int:
        """The first column of the bars."""
        return self.rect.column + _LABEL

    @property
    def width(self) -> int:
        """The width of the bars in columns."""
        return max(1, self.rect.width - _LABEL)

    @property
    def _bar(self) -> int:
        """The width of one bar in columns, or 0 if several scores share a column."""
        return min(_WIDEST_BAR, self.width // max(1, self.count))

    def columns(self, index: int) -> range:
        """Return the columns of the screen in which the score with this index is drawn."""
        if self._bar:
            start = self.left + index * self._bar
            return range(start, start + self._bar)
        column = self.left + round(index * (self.width - 1) / (self.count - 1))
        return range(column, column + 1)

    def at(self, row: int, column: int) -> int | None:
        """Return the index of the score at a cell of the screen, or None."""
        offset = column - self.left
        if offset < 0 or not self.rect.contains(row, column):
            return None
        index = offset // self._bar if self._bar else round(offset * (self.count - 1) / max(1, self.width - 1))
        return index if index < self.count else None

    def draw(
        self, canvas: Canvas, theme: Theme, scores: Sequence[int | None], now: int, marks: Mapping[int, str]
    ) -> None:
        """Draw the bars, the marks, and an arrow below the score with index ``now``.

        ``scores`` are in centimen, None where a score is not known yet. ``marks`` are by the index of the score. Where
        bars have one column, ``??`` is drawn as ``?``, and ``?`` as a dot.
        """
        palette = theme.palette
        rows = self.rect.height - 1
        middle = self.rect.row + rows // 2
        scale = f"{FULL_SCALE // 100}"
        canvas.text(self.rect.row, self.rect.column, f"+{scale}", palette.dim)
        canvas.text(middle, self.rect.column, " 0", palette.dim)
        canvas.text(middle + rows // 2, self.rect.column, f"-{scale}", palette.dim)
        for index, score in enumerate(scores):
            if score is not None:
                for column in self.columns(index):
                    self._draw_bar(canvas, theme, column, middle, rows // 2, score)
        under = self.rect.row + rows
        for index, mark in marks.items():
            # In one column, two marks side by side must not look like one.
            shown = mark if self._bar > 1 else "?" if len(mark) > 1 else "."
            canvas.text(under, self.columns(index)[0], shown, palette.alert)
        canvas.put(under, self.columns(now)[0], theme.glyphs.up, palette.prompt)

    def _draw_bar(self, canvas: Canvas, theme: Theme, column: int, middle: int, reach: int, score: int) -> None:
        palette, glyphs = theme.palette, theme.glyphs
        style, step = (palette.prompt, -1) if score > 0 else (palette.alert, 1)
        halves = min(2 * reach + 1, round(abs(score) * (2 * reach + 1) / FULL_SCALE))
        if abs(score) >= _LEAST_SEEN:
            halves = max(1, halves)
        canvas.put(middle, column, glyphs.single.across, palette.dim)
        if not halves:
            return
        # A bar can end in a half block. ASCII has no half blocks, so its bars are whole cells.
        lower, upper = glyphs.rim[0], glyphs.rim[2]
        near, far = (upper, lower) if score > 0 else (lower, upper)
        whole, half = divmod(halves - 1, 2)
        bar = near + glyphs.full * whole + far * half
        if glyphs.letters:
            bar = glyphs.full * (halves // 2)
            middle += step
        for distance, char in enumerate(bar):
            canvas.put(middle + step * distance, column, char, style)
