"""The theme: a palette, a set of characters, and how kings and squares are drawn."""

from typing import NamedTuple

from console.screens.widgets.glyphs import ASCII, CP437, Glyphs
from console.screens.widgets.palettes import MONO, Palette
from console.terminal.canvas import Style
from console.terminal.colors import Colors, Depth
from engine.geometry import BLACK


class Theme(NamedTuple):
    """The look of all screens. ``stacked``: a king is two men, not a crown. ``numbered``: squares show numbers."""

    palette: Palette
    glyphs: Glyphs
    stacked: bool = False
    numbered: bool = False

    def called(self, side: int) -> str:
        """Return a word for the look of a side's pieces: White's color or, without colors, a fill or a letter.

        It is empty if the pieces have the color that the side is named after.
        """
        board = self.palette.board
        if not board.shaded:
            return "" if side == BLACK else board.white_called.removeprefix("white")
        if self.glyphs.letters:
            return self.glyphs.men[side]
        return "hollow" if board.is_hollow(side) else "solid"

    @property
    def ground(self) -> Style:
        """The style of the screen where nothing is drawn."""
        return self.palette.text

    @property
    def colors(self) -> Colors:
        """The sixteen colors of the palette."""
        return self.palette.colors

    def depth(self, colors: int, kind: str) -> Depth:
        """Return the color depth to use on a terminal. ``colors`` is its number of colors, ``kind`` its ``TERM``.

        The mono palette uses black and white of the eight colors if there are any. The default background of the
        terminal may be white, which would make the playing squares the lighter ones.
        """
        depth = Depth.of(colors, kind)
        return Depth.EIGHT if self.palette == MONO and depth is not Depth.NONE else depth

    def on(self, colors: int, encoding: str, kind: str) -> "Theme":
        """Return the theme reduced to what a terminal can show.

        ``colors`` is its number of colors, ``encoding`` that of its output, ``kind`` its ``TERM``. Quarters of cells
        need a Unicode encoding, and are missing in the fonts of the Linux console.
        """
        depth = Depth.of(colors, kind)
        palette = MONO if depth is Depth.NONE else self.palette
        glyphs = self.glyphs
        if depth in (Depth.SIXTEEN, Depth.EIGHT):
            palette = palette._replace(board=palette.eight if depth is Depth.EIGHT else palette.sixteen)
        if glyphs.quadrants and (kind.startswith("linux") or not glyphs.encodable(encoding)):
            glyphs = CP437
        return self._replace(palette=palette, glyphs=glyphs if glyphs.encodable(encoding) else ASCII)
