"""The list of the moves beside the board. Beside the names of the console a wide list has the squares' numbers."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from console.dialogue.state import State
from console.game.clock import duration_text
from console.game.naming import Naming
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, clipped
from engine.game import Turn

_LEAST_TWO_PER_ROW: Final = 26
_NUMBERED_COLUMNS: Final = 6
_CELL: Final = 14
_NUMBER_COLUMNS: Final = 3
_TIME_COLUMNS: Final = 5
_HUFFED: Final = "huff"
_GAP: Final = 2
_MARGIN: Final = 2
_LEAST_IN_FULL: Final = 26
_MOST_IN_FULL: Final = 46


def draw_moves(canvas: Canvas, theme: Theme, state: State, rect: Rect, in_full: bool) -> int:
    """Draw the last moves that fit, with marks. Return the number of rows drawn.

    ``in_full``: with all squares of a jump, and with the time of each move.
    """
    if rect.height < 1:
        return 0
    turns, palette = state.game.turns[: state.game.ply], theme.palette
    has_numbers = state.naming.style == "console"
    columns = _columns_in_full(rect.width, has_numbers) if in_full else _columns(rect.width)
    parts_of = _parts_in_full if in_full else _parts
    lines: list[tuple[str, Sequence[_Part]]] = []
    for first in range((len(turns) - 1) // columns.per_row * columns.per_row, -1, -columns.per_row):
        plies = range(first, min(first + columns.per_row, len(turns)))
        moves = list(zip_longest(*(parts_of(state, ply, columns) for ply in plies), fillvalue=_Part()))
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


class _Columns(NamedTuple):
    """The columns of the list: the number of moves per row, and the widths of the parts of a move."""

    per_row: int
    named: int
    numbered: int
    time: int
    gap: int

    @property
    def width(self) -> int:
        """The width of one move."""
        return self.named + 1 + self.numbered + (1 + self.time if self.time else 0)


class _Part(NamedTuple):
    """One line of a move: its squares by name, a mark, its squares by number, and its time."""

    named: str = ""
    mark: str = ""
    numbered: str = ""
    time: str = ""


def _columns(width: int) -> _Columns:
    """Return the columns for a panel of a width."""
    per_row = 2 if width >= _LEAST_TWO_PER_ROW else 1
    cell = min(_CELL, (width - _NUMBER_COLUMNS - (per_row - 1)) // per_row)
    return _Columns(per_row, cell - _NUMBERED_COLUMNS, _NUMBERED_COLUMNS - 1, 0, 2 if width > 2 * _CELL + 4 else 1)


def _columns_in_full(width: int, has_numbers: bool) -> _Columns:
    """Return the columns for moves in full. Their right edge is that of the inside of the players' boxes."""
    room = width - _NUMBER_COLUMNS - _MARGIN
    per_row = 2 if room >= 2 * _LEAST_IN_FULL + _GAP else 1
    cell = min(_MOST_IN_FULL, (room - (per_row - 1) * _GAP) // per_row)
    squares = cell - _TIME_COLUMNS - 2
    named = squares * 4 // 7 if has_numbers else squares
    return _Columns(per_row, named, squares - named, _TIME_COLUMNS, _GAP)


def _parts(state: State, ply: int, columns: _Columns) -> list[_Part]:
    """Return a move as one line. A narrow list has no numbers: they would run into the names."""
    turn, naming = state.game.turns[ply], state.naming
    has_numbers = naming.style == "console" and columns.width == _CELL
    # There is no room for a mark of two characters beside the numbers, so the mark replaces them.
    sign = state.activity.marks_at(ply + 1) or (_HUFFED if turn.huffed is not None else "")
    if sign or has_numbers:
        numbered = sign or f"{turn.move.start}{_separator(turn)}{turn.move.end}"
        return [_Part(_named(naming, turn, columns.named), numbered=numbered)]
    return [_Part(_named(naming, turn, columns.width))]


def _parts_in_full(state: State, ply: int, columns: _Columns) -> list[_Part]:
    """Return a move with all its squares and its time, on as many lines as needed."""
    turn, seconds = state.game.turns[ply], state.table.stopwatch.seconds(ply)
    mark = state.activity.marks_at(ply + 1) or (f" {_HUFFED}" if turn.huffed is not None else "")
    naming, path = state.naming, turn.move.path
    has_numbers = naming.style == "console"
    between = naming.sign(bool(turn.move.captured))
    named = _joined([naming.square(number) for number in path], between, columns.named - len(mark))
    numbered = _joined([str(number) for number in path], _separator(turn), columns.numbered) if has_numbers else []
    time = "" if seconds is None else duration_text(seconds)
    marks = [""] * (len(named) - 1) + [mark]
    return [_Part(*cells) for cells in zip_longest(named, marks, numbered, [time], fillvalue="")]


def _separator(turn: Turn) -> str:
    return "x" if turn.move.captured else "-"


def _joined(parts: Sequence[str], separator: str, width: int) -> list[str]:
    """Join parts by a separator and wrap them to a width. Lines after the first begin with the separator."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1] + separator + part) <= width:
            lines[-1] += separator + part
        else:
            lines.append((separator + part).strip())
    return lines


def _named(naming: Naming, turn: Turn, width: int) -> str:
    """Return a move in the notation of the prompt. If a jump is too long, return its two ends."""
    text = naming.move(turn.move)
    return clipped(text if len(text) <= width else naming.ends(turn.move), width)
