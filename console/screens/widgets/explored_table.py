"""The moves that were played in a position, with bars of their results."""

from typing import Final, NamedTuple

from console.game.explored import Explored, ExploredMove
from console.game.naming import Naming
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, Style, clipped
from console.text.bars import bar_lengths

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
        return 2 + len(self.explored.moves)

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
        yours, moves = explored.yours, explored.moves[: height - 2]
        self._draw_titles(canvas, theme, row, column)
        for down, each in enumerate(moves, row + 1):
            self._draw_move(canvas, theme, down, column, each)
        games = f"Archive {explored.archive.games:,}" + (f", yours {yours.text}" if yours.games else "")
        canvas.text(row + 1 + len(moves), column, clipped(explored.problem or games, width), palette.player)

    def _draw_titles(self, canvas: Canvas, theme: Theme, row: int, column: int) -> None:
        end, style, (named, bar, yours) = column + self.width, theme.palette.dim, self._widths
        canvas.text(row, column, "Move", style)
        canvas.text(row, column + named, "Games", style)
        canvas.text(row, end - len("Book"), "Book", style)
        if bar >= _TITLED:
            draw_bar_title(canvas, theme, row, column + named + _GAMES + 2, bar)
            if yours:
                canvas.text(row, end - _BOOK - 1 - len("Yours"), "Yours", style)

    def _draw_move(self, canvas: Canvas, theme: Theme, row: int, column: int, each: ExploredMove) -> None:
        palette, naming, end, (named, bar, yours) = theme.palette, self.naming, column + self.width, self._widths
        text = naming.move(each.move)
        canvas.text(row, column, text if len(text) <= named else naming.ends(each.move), palette.text)
        column += named + 1
        canvas.text(row, column, f"{each.archive.games or '':>{_GAMES}}", palette.dim)
        draw_bar(canvas, theme, row, column + _GAMES + 1, bar, each.archive)
        if yours:
            canvas.text(row, end - _BOOK - 1 - _YOURS, f"{each.yours.text:>{_YOURS}}", palette.player)
        canvas.text(row, end - _BOOK, f"{each.score:>{_BOOK}}", palette.text)


def draw_bar(canvas: Canvas, theme: Theme, row: int, column: int, width: int, results: tuple[int, int, int]) -> None:
    """Draw a bar of ``width`` columns. ``results`` has the numbers of wins, draws and losses.

    Draw nothing if all numbers are 0.
    """
    for (sign, style), length in zip(_signs(theme), bar_lengths(*results, width), strict=True):
        canvas.fill(row, column, 1, length, sign, style)
        column += length


def draw_bar_title(canvas: Canvas, theme: Theme, row: int, column: int, width: int) -> None:
    """Draw the title ``Won Drew Lost`` of a column of bars, each word in the colour of its part of a bar."""
    end = column + width
    for title, (_, style) in zip(("Won", "Drew", "Lost"), _signs(theme), strict=True):
        column = canvas.text(row, column, title, style, max(0, end - column)) + 1


def _signs(theme: Theme) -> tuple[tuple[str, Style], ...]:
    """Return the character and the style of wins, draws and losses."""
    palette, glyphs = theme.palette, theme.glyphs
    return (glyphs.full, palette.prompt), (glyphs.shades[1], palette.text), (glyphs.shades[0], palette.alert)
