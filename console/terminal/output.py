"""Escape sequences that change one picture into the next with few bytes. No side effects."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from console.terminal.canvas import REST, Canvas, Run, Style
from console.terminal.colours import EGA, Colours, Depth, sgr

_SHORT_GAP: Final = 5  # cells; moving over them costs as many bytes as writing them again
_FEW_CELLS: Final = 600
_NORMAL: Final = "\x1b[0m"


def paint(
    canvas: Canvas,
    previous: Canvas | None,
    depth: Depth,
    move: Callable[[int, int], str],
    encoding: str = "utf-8",
    along: Callable[[int], str] | None = None,
    colours: Colours = EGA,
) -> str:
    """Return the sequences that change the previous picture into this one.

    ``move`` returns the sequence that moves to a row and column. ``along`` returns one that moves within the row; None
    if the terminal has none. ``colours`` are the sixteen.
    """
    canvas.settle()
    runs = _joined(canvas, canvas.changed(previous))
    written = _in_reading_order(runs, _Brush(depth, colours), _Mover(move, along))
    if sum(len(run.cells) for run in runs) <= _FEW_CELLS:
        written = min(written, _by_style(runs, _Brush(depth, colours), _Mover(move, along)), key=len)
    # An encoding without wide characters writes each as one ``?``, so its second column needs one too.
    written = written.replace(REST, "" if encoding.casefold().startswith("utf") else "?")
    return written.encode(encoding, "replace").decode(encoding)


class _Brush(NamedTuple):
    """The colours of a terminal."""

    depth: Depth
    colours: Colours

    def change(self, style: Style, before: Style | None) -> str:
        """Return the sequence from one style to another."""
        return sgr(style, before, self.depth, self.colours)


class _Mover:
    """Sequences that move the cursor, shorter ones within a row."""

    def __init__(self, move: Callable[[int, int], str], along: Callable[[int], str] | None) -> None:
        self._move = move
        self._along = along
        self._row = -1

    def to(self, row: int, column: int) -> str:
        """Return the sequence to a cell. The cursor is in the row of the last call."""
        same, self._row = row == self._row, row
        return self._along(column) if same and self._along is not None else self._move(row, column)


def _joined(canvas: Canvas, runs: Iterable[Run]) -> list[Run]:
    """Return the runs, joined where the gap between two is short and of the same style."""
    joined: list[Run] = []
    for run in runs:
        last = joined[-1] if joined and joined[-1].row == run.row else None
        if last is not None:
            start = last.column + len(last.cells)
            gap = [canvas.at(run.row, column) for column in range(start, run.column)]
            if len(gap) <= _SHORT_GAP and all(cell[1:] == last.cells[-1][1:] for cell in gap):
                joined[-1] = Run(run.row, last.column, [*last.cells, *gap, *run.cells])
                continue
        joined.append(run)
    return joined


def _in_reading_order(runs: Sequence[Run], brush: _Brush, mover: _Mover) -> str:
    """Return the sequences for the runs from top to bottom."""
    written: list[str] = []
    style: Style | None = None
    for run in runs:
        written.append(mover.to(run.row, run.column))
        for char, ink, paper in run.cells:
            wanted = Style(ink if char != " " or style is None else style.ink, paper)
            written.append(brush.change(wanted, style))
            written.append(char)
            style = wanted
    if style is not None:
        written.append(_NORMAL)
    return "".join(written)


def _by_style(runs: Sequence[Run], brush: _Brush, mover: _Mover) -> str:
    """Return the sequences for the runs style by style. With few cells, moving takes fewer bytes than colours."""
    stretches: dict[Style, list[tuple[int, int, str]]] = {}
    for run in runs:
        style: Style | None = None
        text, start = "", run.column
        for column, (char, ink, paper) in enumerate(run.cells, run.column):
            wanted = style if char == " " and style is not None and style.paper == paper else Style(ink, paper)
            if style is not None and wanted != style:
                stretches.setdefault(style, []).append((run.row, start, text))
                text, start = "", column
            text, style = text + char, wanted
        if style is not None:
            stretches.setdefault(style, []).append((run.row, start, text))
    written: list[str] = []
    before: Style | None = None
    for style in sorted(stretches, key=lambda style: (style.paper, style.ink)):
        written.append(brush.change(style, before))
        for row, column, text in stretches[style]:
            written += [mover.to(row, column), text]
        before = style
    return "".join(written) + (_NORMAL if stretches else "")
