"""The players, the pieces they have taken and the moves, beside the board or above and below it."""

from collections.abc import Sequence
from itertools import islice, zip_longest
from textwrap import wrap
from typing import Final, NamedTuple

from console.dialogue.state import State
from console.game.clock import clock_text, duration_text
from console.screens.play.transcript import spans
from console.screens.widgets.board import draw_small_man
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, clipped
from engine.game import Turn
from engine.geometry import SIDE_NAMES, WHITE

_TITLE: Final = "EGA CHECKERS"
_BOX_ROWS: Final = 3
_PLAYER_ROWS: Final = 2
_TURN_ROWS: Final = 2
_BOXED: Final = 24
_ROOMY: Final = 13
_TWO_A_ROW: Final = 26
_NUMBERS: Final = 6
_CELL: Final = 14
_NUMBER_COLUMNS: Final = 3
_TIME_COLUMNS: Final = 5
_HUFFED: Final = "huff"
_GAP: Final = 2
_MARGIN: Final = 2
_LEAST_IN_FULL: Final = 27
_MOST_IN_FULL: Final = 33


class OnTurn(NamedTuple):
    """The side marked as the side to move, None for none, and the sentence about it."""

    side: int | None
    line: str


def rules_line(state: State) -> str:
    """Return the rule set and the kind of jumping."""
    return f"{state.table.rules.name}, {state.table.jumping}"


def opening_line(state: State) -> str:
    """Return the name of the opening and the number of the ballot, as far as the game has them."""
    from console.game.openings import ballot_of, opening_of

    if not state.game.ply:
        return ""
    ballot = ballot_of(state.game)
    return ", ".join(filter(None, (opening_of(state.game), f"ballot {ballot}" if ballot else "")))


def draw_rules(canvas: Canvas, theme: Theme, state: State, rect: Rect) -> None:
    """Draw the rules on the lines of ``rect``."""
    for down, line in enumerate(folded(rules_line(state), rect.width)[: max(0, rect.height)]):
        canvas.text(rect.row + down, rect.column, line, theme.palette.dim)


def folded(text: str, width: int) -> list[str]:
    """Return a text wrapped to a width. Words are split at hyphens only; one that is too long ends in a dot."""
    lines = wrap(text, width, break_long_words=False)
    if any(len(line) > width for line in lines):
        whole_words = wrap(text, width, break_long_words=False, break_on_hyphens=False)
        return [clipped(line.rstrip(","), width, ".") for line in whole_words]
    return lines


def draw_rules_after(canvas: Canvas, theme: Theme, state: State, line: Rect) -> Rect:
    """Draw the rules at the right end of a line, and return the rest of the line."""
    width = len(rules_line(state))
    draw_rules(canvas, theme, state, line._replace(column=line.column + line.width - width, width=width))
    return line._replace(width=line.width - width - 1)


def draw_header(canvas: Canvas, theme: Theme, state: State) -> None:
    """Draw the title, the rules and the level in the first row."""
    right = rules_line(state)
    if state.activity.label:
        right += f"  {state.activity.label}"
    elif state.table.has_level and not state.table.engine:
        right += f"  level {state.level}"
    start = max(0, canvas.width - 1 - len(right))
    if start > len(_TITLE) + 1:
        canvas.text(0, 1, _TITLE, theme.palette.title)
    canvas.text(0, start, right, theme.palette.dim)


def draw_panel(canvas: Canvas, theme: Theme, state: State, rect: Rect, on_turn: OnTurn, in_full: bool = False) -> None:
    """Draw the player at the top, the moves, the player at the bottom, and the sentence about the turn."""
    top, bottom = 1 - state.bottom, state.bottom
    boxed = _is_boxed(rect)
    player_rows = _BOX_ROWS if boxed else _PLAYER_ROWS
    own = rect._replace(row=rect.row + rect.height - (_TURN_ROWS if boxed else 0) - player_rows, height=player_rows)
    for side, place in ((top, rect._replace(height=player_rows)), (bottom, own)):
        if boxed:
            _draw_box(canvas, theme, state, side, place)
        else:
            _draw_name(canvas, theme, state, side, place.row, place.column, place.width, side == on_turn.side)
            _draw_taken(canvas, theme, state, side, place.row + 1, place.column + 1, place.width - 1)
    opening = opening_line(state)
    canvas.text(rect.row + player_rows, rect.column + 1, opening, theme.palette.dim, rect.width - 1)
    draw_moves(canvas, theme, state, moves_place(rect), in_full)
    if boxed:
        for row, (first, end) in enumerate(
            islice(spans(on_turn.line, rect.width - 1), _TURN_ROWS), own.row + _BOX_ROWS
        ):
            canvas.text(row, rect.column + 1, on_turn.line[first:end], theme.palette.prompt)


def moves_place(rect: Rect) -> Rect:
    """Return the part of a panel for the moves, between the players."""
    rows = _BOX_ROWS if _is_boxed(rect) else _PLAYER_ROWS
    below = rows + (_TURN_ROWS if _is_boxed(rect) else 0)
    return rect._replace(row=rect.row + rows + 1, height=max(0, rect.height - rows - below - 2))


def _is_boxed(rect: Rect) -> bool:
    """Return True if there is room for the players' boxes."""
    return rect.width >= _BOXED and rect.height >= _ROOMY


def draw_line(canvas: Canvas, theme: Theme, state: State, side: int, rect: Rect, on_turn: OnTurn) -> None:
    """Draw a player on one line: a mark if it is his turn, his name and the pieces taken."""
    end = _draw_name(canvas, theme, state, side, rect.row, rect.column, rect.width - 10, marked=side == on_turn.side)
    _draw_taken(canvas, theme, state, side, rect.row, end + 2, rect.column + rect.width - end - 2)


def draw_strip(canvas: Canvas, theme: Theme, state: State, rect: Rect, on_turn: OnTurn) -> None:
    """Draw the players at the ends of a strip of a few columns."""
    for side, row in ((1 - state.bottom, rect.row), (state.bottom, rect.row + rect.height - 3)):
        style = theme.palette.prompt if side == on_turn.side else theme.palette.player
        canvas.text(row, rect.column + 1, clipped(state.table.shown_names[side], rect.width - 1, "."), style)
        if state.table.taken(side):
            _draw_men(canvas, theme, 1 - side, 1, row + 1, rect.column + 2)
            canvas.text(row + 1, rect.column + 4, f"{state.table.taken(side)}", theme.palette.text)
        canvas.text(row + 2, rect.column + 1, _clock(state, side)[: rect.width - 1], theme.palette.text)


def _draw_name(
    canvas: Canvas, theme: Theme, state: State, side: int, row: int, column: int, room: int, marked: bool = False
) -> int:
    """Draw a man and the name, after a mark if it is the player's turn. Return the column after the name."""
    canvas.text(row, column, theme.glyphs.right if marked else " ", theme.palette.prompt)
    _draw_men(canvas, theme, side, 1, row, column + 2)
    name = clipped(state.table.shown_names[side], max(1, room - 5), ".")
    return canvas.text(row, column + 5, name, theme.palette.player)


def _draw_box(canvas: Canvas, theme: Theme, state: State, side: int, rect: Rect) -> None:
    """Draw a player's box, with the name in its border, and the pieces taken and the side inside.

    The look of White's pieces is left out if the pieces taken need its place.
    """
    canvas.box(*rect, theme.glyphs.single, theme.palette.frame)
    canvas.fill(rect.row, rect.column + 1, 1, 6, " ", theme.palette.frame)
    end = _draw_name(canvas, theme, state, side, rect.row, rect.column + 1, rect.width - 3)
    row, column, room = rect.row + 1, rect.column + 2, rect.width - 4
    side_text = f"{SIDE_NAMES[side]} ({theme.white_called})" if side == WHITE else SIDE_NAMES[side]
    beside, below = rect.column + rect.width - end - 3, room - _taken_width(state, side)
    if len(SIDE_NAMES[side]) <= beside:
        shown = side_text if len(side_text) <= beside else SIDE_NAMES[side]
        canvas.text(rect.row, end, f" {shown} ", theme.palette.frame)
    else:
        canvas.text(rect.row, end, " ", theme.palette.frame)
        shown = side_text if len(side_text) < below else SIDE_NAMES[side]
        canvas.text(row, column, shown, theme.palette.frame)
        column, room = column + len(shown) + 1, room - len(shown) - 1
    _draw_taken(canvas, theme, state, side, row, column, room)


def _clock(state: State, side: int) -> str:
    """Return the time left on a side's clock, or an empty text without clocks."""
    clock = state.table.clock
    return clock_text(clock.left(side)) if clock is not None else ""


def _taken_width(state: State, side: int) -> int:
    """Return the width of a side's clock and the pieces taken, in columns."""
    taken, clock = state.table.taken(side), _clock(state, side)
    return (len(clock) + 1 if clock else 0) + (len(f"takes {taken}") + taken + 3 if taken else 0)


def _draw_taken(canvas: Canvas, theme: Theme, state: State, side: int, row: int, column: int, room: int) -> None:
    """Draw the number of pieces taken, the pieces if all of them fit, and the clock at the right end."""
    if state.table.clock is not None:
        shown = _clock(state, side)
        style = theme.palette.prompt if state.table.clock.running == side else theme.palette.text
        canvas.text(row, column + room - len(shown), shown, style)
        room -= len(shown) + 1
    taken = state.table.taken(side)
    if not taken:
        return
    text = f"takes {taken}"
    fitting = [words for words in (text, f"{taken}") if len(words) + taken + 3 <= room]
    end = canvas.text(row, column, fitting[0] if fitting else text, theme.palette.text, room)
    if fitting:
        _draw_men(canvas, theme, 1 - side, taken, row, end + 2)


def _draw_men(canvas: Canvas, theme: Theme, side: int, count: int, row: int, column: int) -> None:
    """Draw men side by side on the ground of a dark square."""
    canvas.fill(row, column - 1, 1, count + 2, " ", theme.palette.board.dark)
    for index in range(count):
        draw_small_man(canvas, row, column + index, side, theme)


def draw_moves(canvas: Canvas, theme: Theme, state: State, rect: Rect, in_full: bool) -> None:
    """Draw the last moves that fit, in both notations and with marks. ``in_full``: with all squares and the time."""
    if rect.height < 1:
        return
    turns = state.game.turns[: state.game.ply]
    columns = _columns_in_full(rect.width) if in_full else _columns(rect.width)
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
        canvas.text(row, rect.column, number, theme.palette.dim)
        for place, part in enumerate(parts):
            column = rect.column + _NUMBER_COLUMNS + place * (columns.width + columns.gap)
            _draw_part(canvas, theme, row, column, columns, part)


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
    per_row = 2 if width >= _TWO_A_ROW else 1
    cell = min(_CELL, (width - _NUMBER_COLUMNS - (per_row - 1)) // per_row)
    return _Columns(per_row, cell - _NUMBERS, _NUMBERS - 1, 0, 2 if width > 2 * _CELL + 4 else 1)


def _columns_in_full(width: int) -> _Columns:
    """Return the columns for moves in full. They end where the inside of the players' boxes does."""
    room = width - _NUMBER_COLUMNS - _MARGIN
    per_row = 2 if room >= 2 * _LEAST_IN_FULL + _GAP else 1
    cell = min(_MOST_IN_FULL, (room - (per_row - 1) * _GAP) // per_row)
    squares = cell - _TIME_COLUMNS - 2
    named = squares * 4 // 7
    return _Columns(per_row, named, squares - named, _TIME_COLUMNS, _GAP)


def _parts(state: State, ply: int, columns: _Columns) -> list[_Part]:
    """Return a move as one line."""
    turn = state.game.turns[ply]
    # A mark of two characters fits only in the place of the numbers.
    sign = state.activity.marks_at(ply + 1) or (_HUFFED if turn.huffed is not None else "")
    return [_Part(_console_text(state, turn, columns.named), numbered=sign or _numbers_text(turn))]


def _parts_in_full(state: State, ply: int, columns: _Columns) -> list[_Part]:
    """Return a move with all its squares and its time, on as many lines as needed."""
    turn, seconds = state.game.turns[ply], state.table.stopwatch.seconds(ply)
    mark = state.activity.marks_at(ply + 1) or (f" {_HUFFED}" if turn.huffed is not None else "")
    named = _broken([state.table.naming.square(number) for number in turn.move.path], " ", columns.named - len(mark))
    numbered = _broken([str(number) for number in turn.move.path], _joint(turn), columns.numbered)
    time = "" if seconds is None else duration_text(seconds)
    marks = [""] * (len(named) - 1) + [mark]
    return [_Part(*cells) for cells in zip_longest(named, marks, numbered, [time], fillvalue="")]


def _joint(turn: Turn) -> str:
    return "x" if turn.move.captured else "-"


def _broken(parts: Sequence[str], joint: str, width: int) -> list[str]:
    """Return parts joined and wrapped to a width. Lines after the first begin with the joint."""
    lines = [parts[0]]
    for part in parts[1:]:
        if len(lines[-1] + joint + part) <= width:
            lines[-1] += joint + part
        else:
            lines.append((joint + part).strip())
    return lines


def _draw_part(canvas: Canvas, theme: Theme, row: int, column: int, columns: _Columns, part: _Part) -> None:
    palette = theme.palette
    end = canvas.text(row, column, part.named, palette.text)
    canvas.text(row, end, part.mark, palette.alert)
    canvas.text(row, column + columns.named + 1, part.numbered, palette.dim)
    canvas.text(row, column + columns.width - len(part.time), part.time, palette.text)


def _console_text(state: State, turn: Turn, width: int) -> str:
    """Return a move in the notation of the prompt. If a jump is too long, return its two ends."""
    text = state.table.naming.move(turn.move)
    if len(text) > width:
        ends = (turn.move.start, turn.move.end)
        text = (":" if turn.move.captured else " ").join(state.table.naming.square(number) for number in ends)
    return clipped(text, width)


def _numbers_text(turn: Turn) -> str:
    return f"{turn.move.start}{_joint(turn)}{turn.move.end}"
