"""The moves that were played in a position, with bars of their results."""

from textwrap import wrap
from typing import Final, NamedTuple

from console.game.explored import Explored, ExploredMove
from console.game.naming import Naming
from console.screens.widgets.spans import draw_spans, signs_of
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect
from console.text.spans import RESULTS, Line, Signs, Span, result_spans

LEAST: Final = (5, 24)
"""The fewest rows and columns of a table."""
_SHORTEST_MOVE: Final = 5
_LONGEST_MOVE: Final = 8
_GAMES: Final = 4
_BOOK: Final = 5
_YOURS: Final = 7
_TITLED: Final = 13  # columns of a bar that has a title


class ExploredTable(NamedTuple):
    """A table of the moves in a position, and its width."""

    explored: Explored
    naming: Naming
    width: int

    @property
    def rows(self) -> int:
        """The number of rows of the whole table."""
        return 2 + len(self.explored.moves) + self._is_explained

    @property
    def _is_explained(self) -> bool:
        """True if the parts of the bars are explained below the table, because the titles have no room for that."""
        return self._widths[1] < _TITLED and any(each.archive.games for each in self.explored.moves)

    @property
    def _widths(self) -> tuple[int, int, int]:
        """The widths of the columns of moves, of bars and of the player's own results, 0 if there are none."""
        moves = self.explored.moves
        longest = max((len(self.naming.move(each.move)) for each in moves), default=0)
        named = _SHORTEST_MOVE if self.width < 2 * _TITLED else max(_SHORTEST_MOVE, min(_LONGEST_MOVE, longest))
        bar = self.width - named - _GAMES - _BOOK - 3
        yours = _YOURS + 1 if any(each.yours.games for each in moves) and bar - _YOURS - 1 >= _TITLED else 0
        return named, bar - yours, yours

    def draw(self, canvas: Canvas, theme: Theme, rect: Rect) -> None:
        """Draw the titles, a row for each move that fits, the number of games and the player's own results."""
        explored, palette, (row, column, height, width) = self.explored, theme.palette, rect
        canvas.fill(*rect, " ", palette.text)
        signs = signs_of(theme)
        lines = [self._line(each, signs) for each in explored.moves[: height - 2 - self._is_explained]]
        if self._is_explained:
            lines += [tuple(Span(f"{sign} {look} ", look) for sign, look in zip(signs.results, RESULTS, strict=True))]
        for down, line in enumerate([self._titles(), *lines] if lines else [], row):
            draw_spans(canvas, theme, down, column, line)
        yours = f", yours {explored.yours.text}" if explored.yours.games else ""
        is_reached = bool(lines or explored.archive.games)
        so_far = " so far" * explored.is_partial
        games = f"Archive {explored.archive.games:,}{so_far}{yours}"
        games = games if is_reached else f"No game of the archive came here{so_far}."
        below = rect._replace(row=row + 1 + len(lines), height=height - 1 - len(lines))
        canvas.lines(below, wrap(explored.problem or games, width), palette.player)

    def _titles(self) -> Line:
        """Return the titles; a bar has the words ``Won Drew Lost``, each with the look of its part."""
        named, bar, yours = self._widths
        words = (Span("Won ", "won"), Span("Drew ", "drawn"), Span("Lost", "lost")) if bar >= _TITLED else ()
        rest = " " * (bar - (_TITLED if words else 0)) + f"{'Yours' if yours else '':>{yours}}{'Book':>{_BOOK + 1}}"
        return Span(f"{'Move':<{named}}Games ", "dim"), *words, Span(rest, "dim")

    def _line(self, each: ExploredMove, signs: Signs) -> Line:
        named, bar, yours = self._widths
        text, games = self.naming.move(each.move), f"{each.archive.games or '':>{_GAMES}} "
        text = text if len(text) <= named else self.naming.ends(each.move)
        results = result_spans(*each.archive, bar, signs) or (Span(" " * bar),)
        own, score = f"{each.yours.text if yours else '':>{yours}}", f"{each.score:>{_BOOK + 1}}"
        return Span(f"{text:<{named}} "), Span(games, "dim"), *results, Span(own, "player"), Span(score)
