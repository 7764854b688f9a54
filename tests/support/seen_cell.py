"""A character cell as a terminal emulator shows it."""

import pyte

from console.terminal.canvas import Style
from console.terminal.colors import EGA, Colors, Depth, sgr


def seen_cell(style: Style, depth: Depth, before: Style | None = None, colors: Colors = EGA) -> pyte.screens.Char:
    """Return the cell of a character that is written in a style. ``before`` is the style written first."""
    screen = pyte.Screen(2, 1)
    stream = pyte.Stream(screen)
    if before is not None:
        stream.feed(sgr(before, None, depth, colors))
    stream.feed(sgr(style, before, depth, colors) + "x")
    return screen.buffer[0][0]
