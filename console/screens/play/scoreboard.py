"""The part of the panel between the players: the moves, and in a large window a scoreboard below them."""

from collections.abc import Sequence
from typing import Final

from console.dialogue.state import State
from console.game.clock import duration_text
from console.game.match import points_text
from console.screens.play.moves_panel import draw_moves
from console.screens.widgets.board import draw_small_man
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, clipped
from console.text.sentences import draw_count_of
from engine.geometry import BLACK, WHITE

_NAMES: Final = 6  # the columns of the names of the rows
_Row = tuple[str, ...]


def draw_between(canvas: Canvas, theme: Theme, state: State, rect: Rect, in_full: bool) -> None:
    """Draw the moves that fit. With ``in_full``, draw the scoreboard below if it fits."""
    used = draw_moves(canvas, theme, state, rect, in_full)
    if not in_full:
        return
    rest = Rect(rect.row + used + 1, rect.column + 1, rect.height - used - 1, rect.width - 2)
    rows, remark = _rows(state), draw_count_of(state.game)
    height = len(rows) + 2 + bool(remark)
    if rest.height < height:
        return
    _draw_scoreboard(canvas, theme, state, rest._replace(row=rest.row + rest.height - height, height=height))


def _rows(state: State) -> Sequence[_Row]:
    """Return the rows of the scoreboard: a name, and the values of Black and White."""
    game, stopwatch = state.game, state.table.stopwatch
    both = [game.position.of(side) for side in (BLACK, WHITE)]
    kings = [(own & game.position.kings).bit_count() for own in both]
    men = [own.bit_count() - own_kings for own, own_kings in zip(both, kings, strict=True)]
    spent, times = [stopwatch.seconds(ply) for ply in range(game.ply)], [0.0, 0.0]
    for ply, seconds in enumerate(spent):
        times[game.position_at(ply).side] += seconds or 0
    rows = [("Match", *map(points_text, state.table.match.points))] if state.table.match is not None else []
    rows += [("Men", *map(str, men)), *([("Kings", *map(str, kings))] if any(kings) else [])]
    is_timed = not spent or any(each is not None for each in spent)
    return [*rows, *([("Time", *map(duration_text, times))] if is_timed else [])]


def _draw_scoreboard(canvas: Canvas, theme: Theme, state: State, rect: Rect) -> None:
    palette, (row, column, _, width) = theme.palette, rect
    canvas.fill(row, column, 1, width, theme.glyphs.single.across, palette.frame)
    canvas.text(row, column + 1, " Score ", palette.title)
    room = (width - _NAMES) // 2
    for side in (BLACK, WHITE):
        left = column + _NAMES + side * room
        draw_small_man(canvas, row + 1, left, side, theme)
        canvas.text(row + 1, left + 2, clipped(state.table.seats.shown_names[side], room - 3, "."), palette.player)
    for down, (name, *values) in enumerate(_rows(state), row + 2):
        canvas.text(down, column, name, palette.dim)
        for side, value in enumerate(values):
            canvas.text(down, column + _NAMES + side * room + 2, value, palette.text)
    canvas.text(row + rect.height - 1, column, clipped(draw_count_of(state.game), width), palette.text)
