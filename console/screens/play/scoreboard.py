"""The part of the panel between the players: the moves, and below them a scoreboard and help while there is room."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from console.dialogue.state import State
from console.game.clock import duration_text
from console.game.match import points_text
from console.reading.readings import Command
from console.screens.play.moves_panel import draw_moves, draw_outline
from console.screens.play.sub_screens import help_lines
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect
from console.text.reflow import wrapped
from console.text.sentences import draw_count_of
from console.text.table import Column, TextTable
from engine.geometry import BLACK, SIDE_NAMES, WHITE

_WIDE: Final = 30  # columns in which a line of help takes two rows at most


def draw_between(canvas: Canvas, theme: Theme, state: State, rect: Rect, scored: bool = False) -> None:
    """Draw the moves that fit, and in the last rows the score, unless it is ``scored`` elsewhere, and then help."""
    draw, palette = draw_outline if state.activity.outline else draw_moves, theme.palette
    used = draw(canvas, theme, state, rect)
    row, column, height, width = rect.inside(1)._replace(row=rect.row, height=rect.height)
    shown = [] if scored else score_lines(state, width)[: height - used]
    if len(shown) > 1:
        height -= len(shown)
        canvas.lines(Rect(row + height, column, len(shown), width), shown, palette.text, palette.player)
    room = height - used - 1
    help_ = _help(state, width, room) if width > _WIDE and room > 0 else []
    if help_:
        below = row + height - len(help_)
        canvas.fill(below - 1, rect.column, 1, rect.width, theme.glyphs.single.across, palette.frame)
        canvas.text(below - 1, column, " What to type ", palette.frame)
        canvas.lines(Rect(below, column, len(help_), width), help_, palette.dim)


def score_lines(state: State, width: int) -> list[str]:
    """Return the lines of the scoreboard: what the two sides have, and the draw that comes near."""
    table = TextTable(list(map(Column, ("Score", *SIDE_NAMES))), _rows(state))
    titles, lines = table.lines(width)
    return [titles, *lines, *filter(None, [draw_count_of(state.game)])]


def _help(state: State, width: int, room: int) -> list[str]:
    """Return the short help as far as it fits ``room`` rows, then a row each about other commands that work now."""
    rows, allowed, short = list[str](), state.activity.allowed, help_lines(state)
    for parts in (wrapped(line, width) for line in short):
        rows += parts if len(rows) + len(parts) <= room else []
    told = ((word, f'"{f"{word.name} {word.takes}".strip()}" {word.does}.') for word in state.vocabulary.words)
    fitting = ((word, line) for word, line in told if 2 * width // 3 <= len(line) <= width)
    fresh = ((word, line) for word, line in fitting if not any(f'"{word.name}' in each for each in short))
    others = (line for word, line in fresh if state.works(Command(word.name), allowed))
    return [*rows, *islice(others, room - len(rows))]


def _rows(state: State) -> Sequence[Sequence[str]]:
    """Return the rows of the scoreboard: a name, and the values of Black and White."""
    game, position, stopwatch = state.game, state.table.position, state.table.stopwatch
    both = [position.of(side) for side in (BLACK, WHITE)]
    kings = [(own & position.kings).bit_count() for own in both]
    men = [own.bit_count() - own_kings for own, own_kings in zip(both, kings, strict=True)]
    spent, times = [stopwatch.seconds(ply) for ply in range(game.ply)], [0.0, 0.0]
    for ply, seconds in enumerate(spent):
        times[game.position_at(ply).side] += seconds or 0
    rows = [("Match", *map(points_text, state.match.points))] if state.match is not None else []
    rows += [("Men", *map(str, men)), *([("Kings", *map(str, kings))] if any(kings) else [])]
    is_timed = not spent or any(each is not None for each in spent)
    return [*rows, *([("Time", *map(duration_text, times))] if is_timed else [])]
