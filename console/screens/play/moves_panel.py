"""The list of the moves beside the board. Beside the names of the console a wide list has the squares' numbers."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from console.dialogue.state import State
from console.game.clock import duration_text
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect

_LEAST_TWO_PER_ROW: Final = 25
_NUMBERED_COLUMNS: Final = 5
_CELL: Final = 14
_NUMBER_COLUMNS: Final = 3
_TIME_COLUMNS: Final = 5
_HUFFED: Final = " huff"
_GAP: Final = 2
_LEAST_IN_FULL: Final = 22
_MOST_IN_FULL: Final = 46


def draw_moves(canvas: Canvas, theme: Theme, state: State, rect: Rect) -> int:
    """Draw the last moves that fit, with marks, and with their times in a wide panel. Return the number of rows drawn.

    A jump has all its squares, on as many lines as needed.
    """
    if rect.height < 1:
        return 0
    turns, palette = state.game.turns[: state.game.ply], theme.palette
    columns = _columns(rect.width, state.naming.style == "console")
    lines: list[tuple[str, Sequence[_Part]]] = []
    for first in range((len(turns) - 1) // columns.per_row * columns.per_row, -1, -columns.per_row):
        plies = range(first, min(first + columns.per_row, len(turns)))
        moves = list(zip_longest(*(_parts(state, ply, columns) for ply in plies), fillvalue=_Part()))
        if len(lines) + len(moves) > rect.height:
            break
        number = f"{first // 2 + 1:2}" if first % 2 == 0 else ""
        lines = [(number, moves[0]), *(("", parts) for parts in moves[1:]), *lines]
    for row, (number, parts) in enumerate(lines, rect.row):
        canvas.text(row, rect.column, number, palette.dim)
        for place, part in enumerate(parts):
            column = rect.column + _NUMBER_COLUMNS + place * (columns.width + columns.gap)
            end = canvas.text(row, column, part.named, palette.text)
            canvas.text(row, end, part.mark, palette.alert)
            canvas.text(row, column + columns.named + 1, part.numbered, palette.dim)
            canvas.text(row, column + columns.width - len(part.time), part.time, palette.text)
    return len(lines)


def draw_outline(canvas: Canvas, theme: Theme, state: State, rect: Rect) -> int:
    """Draw the tree of the moves, each variation on lines of its own, around the current move.

    Return the number of rows drawn.
    """
    palette, rows = theme.palette, _outline_rows(state, rect.width - 1)
    now = next((row for row, moves in enumerate(rows) if any(is_current for _, _, is_current in moves)), 0)
    top = max(0, min(now - rect.height // 2, len(rows) - rect.height))
    shown = rows[top : top + rect.height]
    for row, moves in enumerate(shown, rect.row):
        for column, text, is_current in moves:
            style = palette.chosen if is_current else palette.dim if moves[0][0] else palette.text
            if is_current:
                canvas.put(row, rect.column + column, theme.glyphs.right, palette.prompt)
            canvas.text(row, rect.column + 1 + column, text, style)
    return len(shown)


def _outline_rows(state: State, width: int) -> list[list[tuple[int, str, bool]]]:
    """Return the rows of the tree: the column of each move, its text, and True for the current move."""
    rows, last = list[list[tuple[int, str, bool]]](), (-1, 0)
    for each in state.activity.outline:
        indent, is_first = min(2 * each.depth, width // 3), each.ply % 2 == 1
        named = f"{state.naming.move(each.move)}{each.marks}"
        number = f"{(each.ply + 1) // 2}."
        end = rows[-1][-1][0] + len(rows[-1][-1][1]) + 1 if rows else 0
        text = f"{number} {named}" if is_first else named
        if last != (each.depth, each.ply - 1) or end + len(text) > width:
            text, end = text if is_first else f"{number}.. {named}", indent
            rows.append([])
        rows[-1].append((end, text, each.is_current))
        last = each.depth, each.ply
    return rows


class _Columns(NamedTuple):
    """The columns of the list: the number of moves per row, and the widths of the parts of a move.

    ``in_full``: a move has its time.
    """

    per_row: int
    named: int
    numbered: int
    gap: int
    in_full: bool

    @property
    def width(self) -> int:
        """The width of one move."""
        return self.named + 1 + self.numbered + (1 + _TIME_COLUMNS if self.in_full else 0)


class _Part(NamedTuple):
    """One line of a move: its squares by name, a mark, its squares by number, and its time."""

    named: str = ""
    mark: str = ""
    numbered: str = ""
    time: str = ""


def _columns(width: int, has_numbers: bool) -> _Columns:
    """Return the columns for two moves in a row; for one if the panel is very narrow."""
    per_row = 2 if width >= _LEAST_TWO_PER_ROW else 1
    cell = (width - _NUMBER_COLUMNS - 1) // per_row
    if cell < _LEAST_IN_FULL:
        numbered = _NUMBERED_COLUMNS if has_numbers and cell > _CELL else 0
        cell = min((width - _NUMBER_COLUMNS) // per_row, _CELL)
        return _Columns(per_row, cell - 1 - numbered, numbered, min(numbered, 1), False)
    squares = min(_MOST_IN_FULL, cell - 1) - _TIME_COLUMNS - 2
    named = squares * 4 // 7 if has_numbers else squares
    return _Columns(per_row, named, squares - named, _GAP, True)


def _parts(state: State, ply: int, columns: _Columns) -> list[_Part]:
    """Return the lines of a move. They name all its squares."""
    turn, naming, path = state.game.turns[ply], state.naming, state.game.turns[ply].move.path
    mark = state.activity.marks_at(ply + 1) or (_HUFFED if turn.huffed is not None else "")
    jumps, seconds = bool(turn.move.captured), state.table.stopwatch.seconds(ply)
    named = _joined([naming.square(number) for number in path], naming.sign(jumps), columns.named - len(mark))
    numbered = _joined([str(number) for number in path], "x" if jumps else "-", columns.numbered)
    time = "" if seconds is None or not columns.in_full else duration_text(seconds)
    marks = [""] * (len(named) - 1) + [mark]
    return [
        _Part(*cells) for cells in zip_longest(named, marks, numbered if columns.numbered else (), [time], fillvalue="")
    ]


def _joined(parts: Sequence[str], separator: str, width: int) -> list[str]:
    """Join parts by a separator and wrap them to a width. Lines after the first begin with the separator."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1] + separator + part) <= width:
            lines[-1] += separator + part
        else:
            lines.append((separator + part).strip())
    return lines
