"""The title screen: the name in large letters, a corner of the board, the version and two lines about shareware."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from console.screens.widgets.board import draw_piece
from console.screens.widgets.burst import ALONE
from console.screens.widgets.glyphs import SIZES, Size
from console.screens.widgets.large_letters import DOUBLE, LARGE, SMALL, Letters
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_any_key
from console.terminal.canvas import Canvas, Style
from console.terminal.events import Event, Key, Tick, is_pressed
from console.terminal.screen_stack import Leave, Next, Push, Replace, Screen
from console.version import DATE, VERSION
from engine.geometry import BLACK, WHITE
from engine.native_types import is_compiled
from engine.position import KING, MAN, Piece

_MAN, _KING, _HIS, _HIS_KING = Piece(BLACK, MAN), Piece(BLACK, KING), Piece(WHITE, MAN), Piece(WHITE, KING)
_Corner: TypeAlias = tuple[tuple[Piece | None, ...], ...]
_JUMP: Final[tuple[_Corner, ...]] = (
    ((None, None, None, _HIS_KING), (_HIS, None, _HIS, None), (None, None, None, _MAN)),
    ((None, None, None, _HIS_KING), (_HIS, None, _MAN, None), (None, None, None, None)),
    ((None, _KING, None, _HIS_KING), (_HIS, None, None, None), (None, None, None, None)),
)
"""The corner of the board before, during and after the jump of a man who becomes a king."""
_IDLE: Final = 120.0  # seconds
_SECONDS: Final = (1.5, 0.3)  # before the jump, and over the man that is jumped
_FONTS: Final = (DOUBLE, LARGE, SMALL)
_GAP: Final = 3  # columns between EGA and the board
_BELOW: Final = 8  # rows for a blank line, the lines of text, and the line of keys
_LINES: Final = ("Shareware: pass it on!", "Copy it for your friends and your BBS.")


@dataclass(eq=False)
class Title(Screen[None]):
    """The title screen. A key or click opens the screen returned by ``following``, which gets a line that was begun.

    A letter alone is no line. F10 opens the screen returned by ``parting``, or ends the program without one. After two
    idle minutes the screen returned by ``attract`` is shown, if there is one; a letter typed there goes on, too.
    Without ``animation`` the man in the corner has jumped already.
    """

    following: Callable[[], Screen[None]]
    parting: Callable[[], Screen[None]] | None = None
    attract: Callable[[], Screen[Event] | None] | None = None
    animation: bool = True

    def __post_init__(self) -> None:
        self._jumped = 0 if self.animation else len(_SECONDS)
        self._typed: tuple[Key, ...] = ()

    @property
    def tick(self) -> float | None:
        """The seconds until a letter is alone, until a jump or a landing in the corner, or until the attract mode."""
        if self._typed:
            return ALONE
        if self._jumped < len(_SECONDS):
            return _SECONDS[self._jumped]
        return _IDLE if self.attract is not None else None

    def handle(self, event: Event) -> Next[None] | None:
        """Continue at the first key or click; wait at a letter until it is known whether more follow."""
        if isinstance(event, Tick) and self._typed:
            return Replace(self.following())
        if isinstance(event, Tick) and self._jumped < len(_SECONDS):
            self._jumped += 1
        elif isinstance(event, Tick) and self.attract is not None:
            screen = self.attract()
            return Push(screen, self._resume) if screen is not None else None
        if event == Key("f10"):
            return Leave(0) if self.parting is None else Replace(self.parting())
        if isinstance(event, Key) and (self._typed or event.text.strip()):
            self._typed += (event,)
            return Replace(self.following(), self._typed) if len(self._typed) > 1 else None
        return Replace(self.following()) if is_pressed(event) else None

    def _resume(self, event: Event | None) -> Next[None] | None:
        """Go on at a letter that ended the attract mode."""
        return self.handle(event) if isinstance(event, Key) and event.text.strip() else None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw everything centered, in the largest letters and squares that fit."""
        palette = theme.palette
        letters = next(each for each in _FONTS if each is SMALL or _fits(each, canvas))
        height, wide = letters.height, letters.width("EGA") + _GAP
        width = letters.width("CHECKERS") + 1
        room = canvas.height - height - _BELOW, width - wide
        corner = _JUMP[self._jumped]
        size = [it for it in SIZES if len(corner) * it.height < room[0] and len(corner[0]) * it.width < room[1]][-1]
        first = max(height, len(corner) * size.height + 1)
        top, left = max(0, (canvas.height - first - height - _BELOW) // 2), (canvas.width - width) // 2
        # Letters of this size are readable in the color of the men too.
        ink = Style(palette.board.pieces[WHITE].rim, palette.text.paper)
        letters.draw(canvas, theme, "EGA", top + first - height, left, ink)
        letters.draw(canvas, theme, "CHECKERS", top + first + 1, left, palette.title)
        _draw_corner(canvas, theme, corner, top, left + width, size)
        row = top + first + height + (2 if letters is SMALL else 3)
        canvas.center(row, f"Version {VERSION}, {DATE if is_compiled() else 'interpreted'}", palette.said)
        for down, line in enumerate(_LINES, 1):
            canvas.center(row + down, line, palette.text if down > 1 else palette.player)
        draw_any_key(canvas, theme)


def _fits(letters: Letters, canvas: Canvas) -> bool:
    """Return True if the name in these letters fits into a window."""
    return letters.width("CHECKERS") < canvas.width and 2 * letters.height + _BELOW < canvas.height


def _draw_corner(canvas: Canvas, theme: Theme, corner: _Corner, row: int, right: int, size: Size) -> None:
    """Draw the upper right corner of a board. It ends before column ``right``."""
    palette, glyphs = theme.palette, theme.glyphs
    width = len(corner[0]) * size.width
    left = right - width - 1
    canvas.fill(row, left, 1, width, glyphs.double.across, palette.board.frame)
    canvas.put(row, right - 1, glyphs.double.top_right, palette.board.frame)
    canvas.fill(row + 1, right - 1, len(corner) * size.height, 1, glyphs.double.down, palette.board.frame)
    for down, pieces in enumerate(corner):
        for across, piece in enumerate(pieces):
            y, x = row + 1 + down * size.height, left + across * size.width
            dark = (down + across) % 2 == 1
            sign, style = (" ", palette.board.dark) if dark else (glyphs.light_square, palette.board.light)
            canvas.fill(y, x, size.height, size.width, sign, style)
            if piece is not None:
                draw_piece(canvas, y, x, piece, size, theme)
