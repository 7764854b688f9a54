"""The title: large letters, a corner of the board, and the spirit of shareware. Any key ends it."""

from collections.abc import Callable
from typing import Final

from console.screens.widgets.board import draw_piece
from console.screens.widgets.large_letters import LARGE, SMALL
from console.screens.widgets.piece_art import Size
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key, Mouse
from console.terminal.screen_stack import Leave, Next, Replace, Screen
from console.version import DATE, VERSION
from engine.geometry import BLACK, WHITE
from engine.position import KING, MAN, Piece

_CORNER: Final = (
    (None, None, None, Piece(WHITE, KING)),
    (Piece(WHITE, MAN), None, None, None),
    (None, None, None, Piece(BLACK, MAN)),
)
_LINES: Final = ("Shareware: pass it on!", "Copy it for your friends and your BBS.")


class Title(Screen[None]):
    """The title screen. A key or click opens the screen returned by ``following``, which gets the letter typed, if any.

    F10 opens the screen returned by ``parting``, or ends the program without one.
    """

    def __init__(
        self, following: Callable[[str], Screen[None]], parting: Callable[[], Screen[None]] | None = None
    ) -> None:
        self._following = following
        self._parting = parting

    def handle(self, event: Event) -> Next[None] | None:
        """Continue at the first key or click. Ctrl-D ends the program."""
        if event == Key("ctrl-d"):
            return Leave(0)
        if event == Key("f10"):
            return Leave(0) if self._parting is None else Replace(self._parting())
        if isinstance(event, Key) and event.text.strip():
            return Replace(self._following(event.text))
        if isinstance(event, Key) or (isinstance(event, Mouse) and event.kind == "press"):
            return Replace(self._following(""))
        return None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw everything centred, in large letters if they fit."""
        palette = theme.palette
        large = canvas.width >= 72 and canvas.height >= 23
        letters = LARGE if large else SMALL
        height, width = letters.height, letters.width("CHECKERS") + 1
        top = max(0, (canvas.height - 2 * height - 7) // 2)
        left = (canvas.width - width) // 2
        letters.draw(canvas, theme, "EGA", top, left, palette.alert)
        letters.draw(canvas, theme, "CHECKERS", top + height + 1, left, palette.title)
        _draw_corner(canvas, theme, top, left + width, Size(6, 2) if large else Size(4, 1), height)
        row = top + 2 * height + (3 if large else 2)
        canvas.centre(row, f"Version {VERSION}, {DATE}", palette.said)
        for down, line in enumerate(_LINES, 1):
            canvas.centre(row + down, line, palette.text if down > 1 else palette.player)
        canvas.fill(canvas.height - 1, 0, 1, canvas.width, " ", palette.bar)
        canvas.centre(canvas.height - 1, "Press any key", palette.bar)


def _draw_corner(canvas: Canvas, theme: Theme, row: int, right: int, size: Size, height: int) -> None:
    """Draw the upper right corner of a board. It ends before column ``right``."""
    palette, glyphs = theme.palette, theme.glyphs
    width = len(_CORNER[0]) * size.width
    left = right - width - 1
    canvas.fill(row, left, 1, width, glyphs.double.across, palette.board.frame)
    canvas.put(row, right - 1, glyphs.double.top_right, palette.board.frame)
    canvas.fill(row + 1, right - 1, len(_CORNER) * size.height, 1, glyphs.double.down, palette.board.frame)
    for down, pieces in enumerate(_CORNER):
        for across, piece in enumerate(pieces):
            y, x = row + 1 + down * size.height, left + across * size.width
            dark = (down + across) % 2 == 1
            sign, style = (" ", palette.board.dark) if dark else (glyphs.light_square, palette.board.light)
            canvas.fill(y, x, size.height, size.width, sign, style)
            if piece is not None:
                draw_piece(canvas, y, x, piece, size, theme)
