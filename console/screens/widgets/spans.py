"""The drawing of lines whose parts have different looks, with the characters and colors of a theme."""

from typing import Final

from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Style
from console.text.spans import Line, Signs


def signs_of(theme: Theme) -> Signs:
    """Return the characters of drawings in a theme."""
    glyphs = theme.glyphs
    if glyphs.letters:
        return Signs()
    single = glyphs.single
    results = glyphs.full + glyphs.shades[1] + glyphs.shades[0]
    halves = glyphs.rim[2] + glyphs.rim[0] + glyphs.full
    return Signs(results, halves, glyphs.shades[0], single.bottom_left, single.across, single.down)


_STYLES: Final = {"curve": "prompt", "won": "prompt", "drawn": "text", "lost": "alert"}
"""The fields of a palette for the looks of drawings; the other looks are fields themselves."""


def draw_spans(canvas: Canvas, theme: Theme, row: int, column: int, line: Line) -> None:
    """Draw the parts of a line, each with its look."""
    for text, look in line:
        style: Style = getattr(theme.palette, _STYLES.get(look, look))
        column = canvas.text(row, column, text, style)
