"""Bars of results, in which wins, draws and losses differ in colour and in character."""

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Style
from console.text.bars import bar_lengths

_TITLES = "Won", "Drew", "Lost"


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
    for title, (_, style) in zip(_TITLES, _signs(theme), strict=True):
        column = canvas.text(row, column, title, style, max(0, end - column)) + 1


def _signs(theme: Theme) -> tuple[tuple[str, Style], ...]:
    """Return the character and the style of wins, draws and losses."""
    palette, glyphs = theme.palette, theme.glyphs
    return (glyphs.full, palette.prompt), (glyphs.shades[1], palette.text), (glyphs.shades[0], palette.alert)
