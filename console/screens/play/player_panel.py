"""Who plays, what each has taken and the moves of the game, beside the board or above and below it."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final, NamedTuple

from console.dialogue.state import State
from console.game.clock import clock_text
from console.screens.play.transcript import spans
from console.terminal.canvas import Canvas, Rect, clipped
from console.terminal.theme import Theme
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


class OnTurn(NamedTuple):
    """The side that is marked as being on turn, None if none is, and the sentence that says so."""

    side: int | None
    line: str


def rules_line(state: State) -> str:
    """Whose rules are played, and how jumping is."""
    return f"{state.rules.name}, {state.jumping}"


def draw_rules(canvas: Canvas, theme: Theme, state: State, rect: Rect) -> None:
    """The same on as many lines as there are, where there is no row for the title."""
    for down, line in enumerate(folded(rules_line(state), rect.width)[: max(0, rect.height)]):
        canvas.text(rect.row + down, rect.column, line, theme.palette.dim)


def folded(text: str, width: int) -> list[str]:
    """A text on lines of a width: words are parted at their hyphens only, and one that is too long ends in a dot."""
    lines = wrap(text, width, break_long_words=False)
    if any(len(line) > width for line in lines):
        whole_words = wrap(text, width, break_long_words=False, break_on_hyphens=False)
        return [clipped(line.rstrip(","), width, ".") for line in whole_words]
    return lines


def draw_rules_after(canvas: Canvas, theme: Theme, state: State, line: Rect) -> Rect:
    """The same at the right end of a line; what is left of it."""
    width = len(rules_line(state))
    draw_rules(canvas, theme, state, line._replace(column=line.column + line.width - width, width=width))
    return line._replace(width=line.width - width - 1)


def draw_header(canvas: Canvas, theme: Theme, state: State) -> None:
    """The title, the rules and the level on the first row."""
    right = rules_line(state)
    if state.computers:
        right += f"  level {state.level}"
    start = max(0, canvas.width - 1 - len(right))
    if start > len(_TITLE) + 1:
        canvas.text(0, 1, _TITLE, theme.palette.title)
    canvas.text(0, start, right, theme.palette.dim)


def draw_panel(canvas: Canvas, theme: Theme, state: State, rect: Rect, on_turn: OnTurn) -> None:
    """The player at the top, the moves, the player at the bottom, and whose turn it is."""
    top, bottom = 1 - state.bottom, state.bottom
    boxed = _is_boxed(rect)
    player_rows = _BOX_ROWS if boxed else _PLAYER_ROWS
    own = rect._replace(row=rect.row + rect.height - (_TURN_ROWS if boxed else 0) - player_rows, height=player_rows)
    for side, place in ((top, rect._replace(height=player_rows)), (bottom, own)):
        if boxed:
            _draw_box(canvas, theme, state, side, place)
        else:
            _draw_two_lines(canvas, theme, state, side, place, marked=side == on_turn.side)
    draw_moves(canvas, theme, state, moves_place(rect))
    if boxed:
        line = on_turn.line
        for down, (first, end) in enumerate(list(spans(line, rect.width - 1))[:_TURN_ROWS]):
            canvas.text(own.row + player_rows + down, rect.column + 1, line[first:end], theme.palette.prompt)


def moves_place(rect: Rect) -> Rect:
    """The part of a panel between the players, where the moves stand."""
    rows = _BOX_ROWS if _is_boxed(rect) else _PLAYER_ROWS
    below = rows + (_TURN_ROWS if _is_boxed(rect) else 0)
    return rect._replace(row=rect.row + rows + 1, height=max(0, rect.height - rows - below - 2))


def _is_boxed(rect: Rect) -> bool:
    """Whether there is room for the players' boxes."""
    return rect.width >= _BOXED and rect.height >= _ROOMY


def draw_line(canvas: Canvas, theme: Theme, state: State, side: int, rect: Rect, on_turn: OnTurn) -> None:
    """One player on one line: a mark where it is his turn, his name and what he has taken."""
    end = _draw_name(canvas, theme, state, side, rect.row, rect.column, rect.width - 10, marked=side == on_turn.side)
    _draw_taken(canvas, theme, state, side, rect.row, end + 2, rect.column + rect.width - end - 2)


def draw_strip(canvas: Canvas, theme: Theme, state: State, rect: Rect, on_turn: OnTurn) -> None:
    """Both players at the ends of a strip of a few columns."""
    for side, row in ((1 - state.bottom, rect.row), (state.bottom, rect.row + rect.height - 3)):
        style = theme.palette.prompt if side == on_turn.side else theme.palette.player
        canvas.text(row, rect.column + 1, clipped(state.shown_names[side], rect.width - 1, "."), style)
        if state.taken(side):
            _draw_men(canvas, theme, 1 - side, 1, row + 1, rect.column + 2)
            canvas.text(row + 1, rect.column + 4, f"{state.taken(side)}", theme.palette.text)
        if state.clock is not None:
            canvas.text(
                row + 2, rect.column + 1, clock_text(state.clock.left(side))[: rect.width - 1], theme.palette.text
            )


def _draw_name(
    canvas: Canvas, theme: Theme, state: State, side: int, row: int, column: int, room: int, marked: bool = False
) -> int:
    """The name after a sample of his men, with a mark before both if it is his turn; the column after it."""
    canvas.text(row, column, theme.glyphs.right if marked else " ", theme.palette.prompt)
    _draw_men(canvas, theme, side, 1, row, column + 2)
    return canvas.text(row, column + 5, state.shown_names[side], theme.palette.player, max(1, room - 5))


def _draw_box(canvas: Canvas, theme: Theme, state: State, side: int, rect: Rect) -> None:
    """A player's box: name and, where there is room, side in its border, what he has taken inside."""
    canvas.box(*rect, theme.glyphs.single, theme.palette.frame)
    canvas.fill(rect.row, rect.column + 1, 1, 6, " ", theme.palette.frame)
    end = _draw_name(canvas, theme, state, side, rect.row, rect.column + 1, rect.width - 3)
    told = f" {SIDE_NAMES[side]} "
    fits = end + len(told) < rect.column + rect.width
    canvas.text(rect.row, end, told if fits else " ", theme.palette.frame)
    _draw_taken(canvas, theme, state, side, rect.row + 1, rect.column + 2, rect.width - 4)


def _draw_two_lines(canvas: Canvas, theme: Theme, state: State, side: int, rect: Rect, marked: bool) -> None:
    """A player on two lines, with a mark where it is his turn."""
    _draw_name(canvas, theme, state, side, rect.row, rect.column, rect.width, marked)
    _draw_taken(canvas, theme, state, side, rect.row + 1, rect.column + 1, rect.width - 1)


def _draw_taken(canvas: Canvas, theme: Theme, state: State, side: int, row: int, column: int, room: int) -> None:
    """The pieces a side has taken, as pieces and as a number, and its clock at the right end."""
    if state.clock is not None:
        shown = clock_text(state.clock.left(side))
        style = theme.palette.prompt if state.clock.running == side else theme.palette.text
        canvas.text(row, column + room - len(shown), shown, style)
        room -= len(shown) + 1
    taken = state.taken(side)
    if not taken:
        return
    end = canvas.text(row, column, f"takes {taken}", theme.palette.text, room)
    left = column + room - end - 3
    if left > 0:
        _draw_men(canvas, theme, 1 - side, min(taken, left), row, end + 2)


def _draw_men(canvas: Canvas, theme: Theme, side: int, count: int, row: int, column: int) -> None:
    """So many men in a row, on the ground and with the margin of dark squares."""
    palette, glyphs = theme.palette, theme.glyphs
    ink = palette.white_rim if side == WHITE else palette.black_rim
    told_apart = palette.shaded or glyphs.letters
    canvas.fill(row, column - 1, 1, count + 2, " ", palette.dark)
    for index in range(count):
        canvas.sign(row, column + index, glyphs.men[side if told_apart else 0], ink)


def draw_moves(canvas: Canvas, theme: Theme, state: State, rect: Rect) -> None:
    """The last moves that fit, each in both notations; those that were huffed with a mark."""
    turns = state.game.turns[: state.game.ply]
    per_row = 2 if rect.width >= _TWO_A_ROW else 1
    rows = [turns[start : start + per_row] for start in range(0, len(turns), per_row)]
    if rect.height < 1:
        return
    hidden = max(0, len(rows) - rect.height)
    for down, row in enumerate(rows[hidden:]):
        _draw_row(canvas, theme, state, rect, rect.row + down, hidden + down, row)


def _draw_row(
    canvas: Canvas, theme: Theme, state: State, rect: Rect, row: int, index: int, turns: Sequence[Turn]
) -> None:
    per_row = 2 if rect.width >= _TWO_A_ROW else 1
    first_ply = index * per_row
    if first_ply % 2 == 0:
        canvas.text(row, rect.column, f"{first_ply // 2 + 1:2}", theme.palette.dim)
    width = min(_CELL, (rect.width - 3 - (per_row - 1)) // per_row)
    gap = 2 if rect.width > 2 * _CELL + 4 else 1
    for place, turn in enumerate(turns):
        column = rect.column + 3 + place * (width + gap)
        end = canvas.text(row, column, _console_text(state, turn, width - _NUMBERS), theme.palette.text)
        if turn.huffed is not None:
            canvas.put(row, end, "!", theme.palette.alert)
        canvas.text(row, column + width - _NUMBERS + 1, _numbers_text(turn), theme.palette.dim)


def _console_text(state: State, turn: Turn, width: int) -> str:
    """A move as it is typed, its ends only where all of a jump has no room."""
    text = state.naming.move(turn.move)
    if len(text) > width:
        ends = (turn.move.start, turn.move.end)
        text = (":" if turn.move.captured else " ").join(state.naming.square(number) for number in ends)
    return clipped(text, width)


def _numbers_text(turn: Turn) -> str:
    return f"{turn.move.start}{'x' if turn.move.captured else '-'}{turn.move.end}"
