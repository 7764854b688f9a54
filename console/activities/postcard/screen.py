"""The screen of a postcard: a window over the game screen, in which the player writes a greeting and saves files."""

import struct
from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass
from itertools import groupby
from textwrap import wrap
from typing import Final

from console.dialogue.messages import Draw
from console.dialogue.state import State
from console.screens.pager import with_help
from console.screens.play.layout import play_layout
from console.screens.widgets.board import BoardLayout, Scene, draw_board, draw_piece, draw_small_men
from console.screens.widgets.glyphs import CP437, Size
from console.screens.widgets.key_screen import BACK, Action, KeyScreen
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.svg import svg
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import CLOSES, draw_window
from console.terminal.canvas import REST, Canvas, Cell, Rect, Style, clipped
from console.terminal.colors import DARK, dos_parameters
from console.terminal.events import Key
from console.terminal.screen_stack import Pop
from console.text.reflow import wrapped
from console.version import NAME
from engine.geometry import WHITE
from engine.position import KING, Piece

_TITLE: Final = "POSTCARD"
_WIDTH: Final = 56
_DEFAULT: Final = "Greetings from the checkers table!"
_CHOOSE: Final = "Type a greeting, or keep this one. F2 saves a picture, F3 ANSI art for a BBS, F4 a text for a letter."
_NORMAL: Final = "\x1b[0m"
_COLUMNS: Final = 80
_ROWS: Final = 25
_SIZES: Final = (Size(6, 2), Size(4, 2))
_MARGIN: Final = 1
_LEAST_BESIDE: Final = 24  # columns for the greeting
_NEGATIVE: Final = dict(zip(" ░▒▓█▄▀▌▐", "█▓▒░ ▀▄▐▌", strict=True))


@dataclass(eq=False)
class PostcardScreen(KeyScreen[None]):
    """The screen of a postcard. ``below`` draws the game screen behind it.

    F2, F3 and F4 save it as a file and close the screen; Enter saves the picture.
    """

    greeting: InitVar[str]
    stands: str
    text: Callable[[str], str]
    keep: Callable[[str, str | bytes], None]
    state: State
    below: Draw

    def __post_init__(self, greeting: str) -> None:
        self._line = LineEditor()
        self._line.set(greeting)
        self._theme: Theme | None = None

    def actions(self) -> Sequence[Action]:
        """Return the actions: save a file, or go back."""
        actions = [
            BACK._replace(keys="escape f10 f12", rank=0),
            Action("f2 enter", lambda: self._save("svg"), "F2", "Picture"),
            Action("f3", lambda: self._save("ans"), "F3", "ANSI art"),
            Action("f4", lambda: self._save("txt"), "F4", "Text"),
        ]
        return with_help("postcards", actions)

    def press(self, key: Key) -> None:
        """Edit the greeting."""
        self._line.handle(key)

    def _save(self, suffix: str) -> Pop[None]:
        """Save the postcard as a file, and close the screen: the conversation says where it was saved."""
        greeting, made = self._line.text.strip() or _DEFAULT, _MADE.get(suffix)
        if made is None:
            self.keep(suffix, self.text(greeting))
        elif self._theme is not None:
            self.keep(suffix, made(self.state, self.stands, self._theme, greeting))
        return Pop(None)

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the game screen, and the window beside the board, or over its lower half if there is no room."""
        self._theme = theme
        self.below(canvas, theme)
        palette, panel = theme.palette, play_layout(self.state.naming, canvas.width, canvas.height).panel
        place = panel if panel.width >= _LEAST_BESIDE else Rect(0, 0, canvas.height, canvas.width)
        width = min(_WIDTH, place.width)
        lines = wrapped(_CHOOSE, width - 4)
        window = Rect(canvas.height - len(lines) - 7, place.column, len(lines) + 5, width)
        row, column, *_ = inside = window.inside()
        draw_window(canvas, theme, window, _TITLE, CLOSES)
        canvas.text(row, column, "Greeting:", palette.prompt)
        self._line.draw(canvas, row + 1, column, inside.width, palette.typed)
        if not self._line.text:
            canvas.text(row + 1, column, _DEFAULT, palette.dim, inside.width)
        canvas.lines(inside._replace(row=row + 3), lines, palette.said)
        self.draw_bar(canvas, theme)


def postcard(state: State, stands: str, theme: Theme, greeting: str) -> Canvas:
    """Return the picture of a postcard: the board, and beside it a stamp, the greeting, the players and the result.

    The last of its 80 columns is empty, because some programs for ANSI art begin a new line when it is written and
    others do not.
    """
    palette, table = theme.palette, state.table
    card = Canvas(_COLUMNS, _ROWS, theme.ground)
    boards = [BoardLayout(state.naming, size, bottom=state.bottom) for size in _SIZES]
    board = next(board for board in boards if _COLUMNS - board.width - 2 * _MARGIN >= _LEAST_BESIDE)
    board = board._replace(row=(_ROWS - board.height) // 2, column=_MARGIN)
    last = state.game.last
    draw_board(card, board, Scene(table.position, last_move=last.move.path if last is not None else ()), theme)
    left = board.column + board.width + _MARGIN
    width, right = _COLUMNS - 1 - _MARGIN - left, _COLUMNS - 1 - _MARGIN
    size = Size(6, 2)
    stamp = Rect(board.row, right - size.width - 2, size.height + 2, size.width + 2)
    card.box(*stamp, theme.glyphs.single, palette.frame)
    card.fill(stamp.row + 1, stamp.column + 1, size.height, size.width, " ", palette.board.dark)
    draw_piece(card, stamp.row + 1, stamp.column + 1, Piece(WHITE, KING), size, theme)
    beside = Rect(stamp.row + stamp.height + 1, left, board.height, width)
    card.lines(beside, wrap(greeting, width), palette.title)
    lines = wrap(stands, width)
    row = board.row + board.height - len(lines) - 5
    for side in (1 - state.bottom, state.bottom):
        draw_small_men(card, row, left + 1, side, theme)
        card.text(row, left + 4, clipped(table.seats.shown_names[side], width - 4), palette.player)
        row += 1
    card.lines(Rect(row + 1, left, len(lines), width), lines, palette.text)
    card.text(row + len(lines) + 2, left, NAME, palette.dim)
    card.settle()
    return card


def picture(state: State, stands: str, theme: Theme, greeting: str) -> str:
    """Return the postcard as SVG."""
    return svg(postcard(state, stands, theme, greeting), theme.palette)


def ansi_art(state: State, stands: str, theme: Theme, greeting: str) -> bytes:
    """Return the postcard as ANSI art of DOS: code page 437, lines that end in CR LF, and a SAUCE record."""
    glyphs = theme.glyphs if theme.glyphs.letters else CP437
    few = theme.palette._replace(board=theme.palette.eight)
    card = postcard(state, stands, theme._replace(glyphs=glyphs, palette=few), greeting)
    art = b"\r\n".join(_line(card, row) for row in range(card.height))
    return art + b"\x1a" + _sauce(greeting, len(art), card.height)


def _line(card: Canvas, row: int) -> bytes:
    """Return a row of the card, a byte for each column."""
    written = ""
    cells = [_in_dos(card.at(row, column)) for column in range(card.width - 1)]
    for style, run in groupby(cells, key=lambda cell: Style(cell.ink, cell.paper)):
        written += f"\x1b[0;{dos_parameters(style)}m" + "".join(cell.char for cell in run)
    return (written + _NORMAL).encode("cp437", "replace")


def _in_dos(cell: Cell) -> Cell:
    """Return a cell whose paper is dark, because bright paper blinks."""
    char = " " if cell.char == REST else cell.char[0]
    if cell.paper < DARK:
        return cell._replace(char=char)
    if char in _NEGATIVE:
        return Cell(_NEGATIVE[char], cell.paper, cell.ink % DARK)
    return cell._replace(char=char, paper=cell.paper % DARK)


def _sauce(title: str, size: int, rows: int) -> bytes:
    """Return the SAUCE record for ANSI art of ``size`` bytes.

    Source: SAUCE, revision 5, by Olivier Reubens of ACiD (www.acid.org/info/sauce/sauce.htm).
    """
    texts = (title.encode("cp437", "replace")[:35], NAME.encode("ascii"), b"", b"")  # title, author, group, date
    head = b"SAUCE00" + b"".join(text.ljust(length) for text, length in zip(texts, (35, 20, 20, 8), strict=True))
    return head + struct.pack("<LBBHHHHBB22s", size, 1, 1, _COLUMNS, rows, 0, 0, 0, 0, b"IBM EGA")


_MADE: Final[dict[str, Callable[[State, str, Theme, str], str | bytes]]] = {"svg": picture, "ans": ansi_art}
