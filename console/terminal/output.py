"""Escape sequences that change one picture into the next with few bytes. Nothing is written here."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from console.terminal.canvas import REST, Canvas, Run, Style
from console.terminal.colors import EGA, Colors, Depth, sgr

_FEW_CELLS: Final = 600
_NORMAL: Final = "\x1b[0m"


class _Stretch(NamedTuple):
    """Neighboring cells of one style."""

    style: Style
    row: int
    column: int
    text: str


def paint(
    canvas: Canvas,
    previous: Canvas | None,
    depth: Depth,
    encoding: str = "utf-8",
    colors: Colors = EGA,
) -> str:
    """Settle ``canvas``, and return the sequences that change the picture ``previous`` (None: unknown) into it.

    ``colors`` is the palette of sixteen colors. A character that ``encoding`` lacks becomes ``?``.
    """
    canvas.settle()
    stretches = list(_stretches(canvas.changed(previous)))
    if sum(len(stretch.text) for stretch in stretches) <= _FEW_CELLS:
        # With few cells, moving takes fewer bytes than changing colors.
        stretches.sort(key=lambda stretch: (stretch.style.paper, stretch.style.ink))
    written = _sequences(stretches, depth, colors)
    # An encoding without wide characters writes each as one ``?``, so its second column needs one too.
    written = written.replace(REST, "" if encoding.casefold().startswith("utf") else "?")
    return written.encode(encoding, "replace").decode(encoding)


def move_to(row: int, column: int) -> str:
    """Return the sequence that moves the cursor to a cell."""
    return f"\x1b[{row + 1};{column + 1}H"


def _stretches(runs: Iterable[Run]) -> Iterator[_Stretch]:
    """Divide runs into stretches. The two columns of a wide character are not divided.

    The ink of a blank is invisible, so a blank continues a stretch of the same paper.
    """
    for run in runs:
        style, text, start = Style(*run.cells[0][1:]), "", run.column
        for column, (char, ink, paper) in enumerate(run.cells, run.column):
            if char != REST and (char != " " or paper != style.paper):
                wanted = Style(ink, paper)
                if wanted != style and text:
                    yield _Stretch(style, run.row, start, text)
                    text, start = "", column
                style = wanted
            text += char
        yield _Stretch(style, run.row, start, text)


def _sequences(stretches: Sequence[_Stretch], depth: Depth, colors: Colors) -> str:
    """Return the sequences that write the stretches in this order. Leading blanks are written in the current ink."""
    written: list[str] = []
    before: Style | None = None
    at = (-1, -1)  # the place of the cursor
    for style, row, column, text in stretches:
        if (row, column) != at:
            written.append(move_to(row, column))
        rest = text.lstrip(" ")
        for part, wanted in ((text[: len(text) - len(rest)], Style((before or style).ink, style.paper)), (rest, style)):
            if part:
                written += [sgr(wanted, before, depth, colors), part]
                before = wanted
        at = (row, column + len(text))
    return "".join(written) + (_NORMAL if stretches else "")
