"""The list of the moves of a game, two in a line if there is room. The moves can be clicked."""

from collections.abc import Sequence
from typing import Final

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, clipped

_NUMBER: Final = (4, 5)
_TWO: Final = 30


def draw_move_list(
    canvas: Canvas, theme: Theme, rect: Rect, cells: Sequence[tuple[str, str]], now: int
) -> list[tuple[Rect, int]]:
    """Draw moves with their marks. Return the place on the screen and the turn of each visible move.

    ``cells`` has the text and the mark of each move, for example ``??``. ``now`` is the index of the current turn, -1
    before the first.
    """
    a_line = 2 if rect.width >= _TWO else 1
    lines = (len(cells) + a_line - 1) // a_line
    current = max(0, now) // a_line
    top = max(0, min(current - rect.height // 2, lines - rect.height))
    number = _NUMBER[a_line - 1]
    width = (rect.width - number) // a_line
    seen = []
    for line in range(top, min(lines, top + rect.height)):
        row = rect.row + line - top
        for turn in range(line * a_line, min(len(cells), (line + 1) * a_line)):
            column = rect.column + number + (turn - line * a_line) * width
            if turn % 2 == 0:
                canvas.text(row, rect.column, f"{turn // 2 + 1:{number - 2}}.", theme.palette.dim)
            spot = Rect(row, column, 1, width)
            _draw_cell(canvas, theme, spot, *cells[turn], lit=turn == now)
            seen.append((spot, turn))
    return seen


def _draw_cell(canvas: Canvas, theme: Theme, rect: Rect, text: str, flaw: str, lit: bool) -> None:
    palette = theme.palette
    style = palette.chosen if lit else palette.text
    row, column, _, width = rect
    if lit:
        canvas.fill(row, column - 1, 1, width, " ", style)
        # The arrow shows the current move on screens without colors.
        canvas.put(row, column - 1, theme.glyphs.right, style)
    end = canvas.text(row, column, clipped(text, width - 1 - len(flaw)), style)
    canvas.text(row, end, flaw, style if lit else palette.alert)
