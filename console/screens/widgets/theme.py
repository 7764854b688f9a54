"""The theme: a palette, a set of characters, and how kings and squares are drawn."""

from typing import Final, NamedTuple

from console.screens.widgets.glyphs import ASCII, CP437, Glyphs
from console.screens.widgets.palettes import COLOUR, MONO, Palette
from console.terminal.canvas import Style
from console.terminal.colours import BLACK, BLUE, BRIGHT, DOTS, GREY, YELLOW, Colours, Depth

# Terminals with sixteen or eight colours choose them, and each chooses others: only on light grey do black and red men
# stand out on all of them, and only white is lighter. With eight colours, white is the ink of a texture.
_OWN_BOARDS: Final = {
    Depth.SIXTEEN: COLOUR.board._replace(light=Style(YELLOW, BRIGHT)),
    Depth.EIGHT: COLOUR.board._replace(light=DOTS, raised=Style(BLUE, GREY)),
}


class Theme(NamedTuple):
    """The look of all screens. ``stacked``: a king is two men, not a crown. ``numbered``: squares show numbers."""

    palette: Palette
    glyphs: Glyphs
    stacked: bool = False
    numbered: bool = False

    @property
    def white_called(self) -> str:
        """The look of White's pieces in a word: their colour, else what fills them, or their letter."""
        if not self.palette.board.shaded:
            return self.palette.board.white_called
        if self.glyphs.letters:
            return self.glyphs.men[1]
        return "hollow" if self.glyphs.quadrants else "shaded"

    @property
    def ground(self) -> Style:
        """The style of the screen where nothing is drawn."""
        return self.palette.text

    @property
    def colours(self) -> Colours:
        """The sixteen colours."""
        return self.palette.colours

    def depth(self, colours: int, kind: str) -> Depth:
        """Return the depth to draw at on a terminal. ``colours`` is their number, ``kind`` its ``TERM``.

        The mono palette takes black and white from the eight colours if there are any. The terminal's own paper may be
        white, on which the playing squares would be the lighter ones.
        """
        depth = Depth.of(colours, kind)
        return Depth.EIGHT if self.palette is MONO and depth is not Depth.NONE else depth

    def on(self, colours: int, encoding: str, kind: str) -> "Theme":
        """Return the part of the theme that a terminal can show. ``colours`` is their number, ``kind`` its ``TERM``.

        Quarters of cells need an encoding of Unicode, and are not in the fonts of the Linux console.
        """
        depth = Depth.of(colours, kind)
        palette = MONO if depth is Depth.NONE else self.palette
        glyphs = self.glyphs
        if depth in _OWN_BOARDS and not palette.board.shaded:
            # Brown is a yellow on most terminals.
            frame = Style(YELLOW, BLACK) if palette.board.frame == COLOUR.board.frame else palette.board.frame
            palette = palette._replace(board=_OWN_BOARDS[depth]._replace(frame=frame))
            if depth is Depth.EIGHT:
                glyphs = glyphs._replace(light_square=glyphs.shades[2])
        if glyphs.quadrants and (kind.startswith("linux") or not glyphs.encodable(encoding)):
            glyphs = CP437
        return self._replace(palette=palette, glyphs=glyphs if glyphs.encodable(encoding) else ASCII)
