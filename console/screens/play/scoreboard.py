"""The part of the panel between the players: the moves, and in a large window a scoreboard below them."""

from collections.abc import Sequence

from console.dialogue.state import State
from console.game.clock import duration_text
from console.game.match import points_text
from console.screens.play.moves_panel import draw_moves
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect
from console.text.sentences import draw_count_of
from console.text.table import Column, TextTable
from engine.geometry import BLACK, WHITE


def draw_between(canvas: Canvas, theme: Theme, state: State, rect: Rect, in_full: bool) -> None:
    """Draw the moves that fit. With ``in_full``, draw the scoreboard below if it fits."""
    used, palette = draw_moves(canvas, theme, state, rect, in_full), theme.palette
    table = TextTable([Column(""), *map(Column, state.table.seats.shown_names)], _rows(state))
    titles, lines = table.lines(rect.width - 2)
    shown = [titles, *lines, *filter(None, [draw_count_of(state.game)])]
    if in_full and rect.height - used - 1 > len(shown):
        row, column = rect.row + rect.height - len(shown), rect.column + 1
        canvas.fill(row - 1, column, 1, rect.width - 2, theme.glyphs.single.across, palette.frame)
        canvas.text(row - 1, column + 1, " Score ", palette.title)
        canvas.lines(Rect(row, column, len(shown), rect.width - 2), shown, palette.text, palette.player)


def _rows(state: State) -> Sequence[Sequence[str]]:
    """Return the rows of the scoreboard: a name, and the values of Black and White."""
    game, position, stopwatch = state.game, state.table.position, state.table.stopwatch
    both = [position.of(side) for side in (BLACK, WHITE)]
    kings = [(own & position.kings).bit_count() for own in both]
    men = [own.bit_count() - own_kings for own, own_kings in zip(both, kings, strict=True)]
    spent, times = [stopwatch.seconds(ply) for ply in range(game.ply)], [0.0, 0.0]
    for ply, seconds in enumerate(spent):
        times[game.position_at(ply).side] += seconds or 0
    rows = [("Match", *map(points_text, state.table.match.points))] if state.table.match is not None else []
    rows += [("Men", *map(str, men)), *([("Kings", *map(str, kings))] if any(kings) else [])]
    is_timed = not spent or any(each is not None for each in spent)
    return [*rows, *([("Time", *map(duration_text, times))] if is_timed else [])]
