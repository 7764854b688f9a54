"""The board as a picture: where each square stands on the canvas, and how men, kings and marks are drawn on it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from console.terminal.canvas import Canvas, Style
from console.terminal.theme import Theme
from engine.geometry import BLACK, WHITE, Geometry
from engine.position import MAN, Piece, Position


class Size(NamedTuple):
    """How many columns and rows of the canvas one square takes."""

    width: int
    height: int


SIZES: Final = tuple(Size(*size) for size in ((3, 1), (4, 1), (4, 2), (6, 2), (8, 3), (10, 4), (12, 5)))

# A picture of each rank at each size. "a" "b" "c" "d" are the rim's upper left, upper right, lower left and lower
# right, "#" the body, "^" a point of the crown, "=" its band and "*" a jewel; a blank is the square itself.
_Art = tuple[str, ...]
_ART: Final[Mapping[Size, tuple[_Art, _Art, _Art]]] = {
    Size(3, 1): (("## ",), ("#^ ",), ("#* ",)),
    Size(4, 1): ((" ## ",), (" #^ ",), (" #* ",)),
    Size(4, 2): (("a##b", "c##d"), ("^^^^", "c##d"), ("^**^", "c##d")),
    Size(6, 2): ((" a##b ", " c##d "), (" ^^^^ ", " c##d "), (" ^^^^ ", " *##* ")),
    Size(8, 3): (
        (" a####b ", " ###### ", " c####d "),
        (" ^^^^^^ ", " ====== ", " c####d "),
        (" ^^^^^^ ", " ====== ", " *#**#* "),
    ),
    Size(10, 4): (
        ("  a####b  ", " ######## ", " ######## ", "  c####d  "),
        ("  ^^^^^^  ", " #======# ", " ######## ", "  c####d  "),
        ("  ^^^^^^  ", " #======# ", " #*#**#*# ", "  c####d  "),
    ),
    Size(12, 5): (
        ("  a######b  ", " ########## ", " ########## ", " ########## ", "  c######d  "),
        ("  ^^^^^^^^  ", " #========# ", " ########## ", " ########## ", "  c######d  "),
        ("  ^^^^^^^^  ", " #========# ", " #*#*##*#*# ", " ########## ", "  c######d  "),
    ),
}


@dataclass(frozen=True)
class BoardLayout:
    """Where the board stands: ``row`` and ``column`` are the upper left corner of all of it, labels included.

    ``home`` plays from the bottom of the screen unless ``flipped``; squares keep their names either way. Labels stand
    outside the frame, or in it where room is short; without a frame they stand outside.
    """

    geometry: Geometry
    size: Size
    row: int = 0
    column: int = 0
    home: int = BLACK
    flipped: bool = False
    labels_outside: bool = True
    framed: bool = True

    @property
    def width(self) -> int:
        """Columns of the board with frame and labels."""
        return self.geometry.size * self.size.width + (2 if self.framed else 0) + (2 if self.labels_outside else 0)

    @property
    def height(self) -> int:
        """Rows of the board with frame and labels."""
        return self.geometry.size * self.size.height + (2 if self.framed else 0) + (1 if self.labels_outside else 0)

    @property
    def left(self) -> int:
        """The first column inside the frame."""
        return self.column + (1 if self.framed else 0) + (2 if self.labels_outside else 0)

    @property
    def top(self) -> int:
        """The first row inside the frame."""
        return self.row + (1 if self.framed else 0)

    def place(self, number: int) -> tuple[int, int]:
        """The canvas row and column of a square's upper left cell."""
        down, right = self._turned(*self.geometry.row_and_column(number))
        return self.top + down * self.size.height, self.left + right * self.size.width

    def square_at(self, row: int, column: int) -> int | None:
        """The playing square that covers a cell of the canvas."""
        if row < self.top or column < self.left:
            return None
        down, right = (row - self.top) // self.size.height, (column - self.left) // self.size.width
        return self.geometry.at(*self._turned(down, right))

    def neighbour(self, number: int, down: int, right: int) -> int:
        """The next playing square up, down, left or right on the screen; the same one at the edge.

        Up and down zigzag within the square's own pair of columns, so that there and back is the same square.
        """
        row, column = self._turned(*self.geometry.row_and_column(number))
        if down:
            right = 1 if column % 2 == 0 else -1
        else:
            right *= 2
        return self.geometry.at(*self._turned(row + down, column + right)) or number

    def letter(self, down: int) -> str:
        """The name of a row of the screen, counted from the top."""
        from_home = down if self.flipped else self.geometry.size - 1 - down
        return chr(ord("A") + from_home)

    def digits(self, right: int) -> str:
        """The name of a column of the screen, counted from the left."""
        return str(self.geometry.size - right if self.flipped else right + 1)

    def _turned(self, row: int, column: int) -> tuple[int, int]:
        """Between the rows and columns of the screen and those that Black sees; its own inverse."""
        last = self.geometry.size - 1
        black_below = (self.home == BLACK) != self.flipped
        return (last - row, column) if black_below else (row, last - column)


@dataclass(frozen=True)
class Scene:
    """What there is to see on the board: a position and the marks upon it.

    ``last_move`` is every square the last move touched, in order. ``pieces`` overrules the position square by square
    while a piece is under way; None is an empty square.
    """

    position: Position
    cursor: int | None = None
    lifted: int | None = None
    targets: frozenset[int] = frozenset()
    last_move: tuple[int, ...] = ()
    pieces: Mapping[int, Piece | None] = field(default_factory=dict)

    def piece(self, number: int) -> Piece | None:
        """What is to be seen standing on a square."""
        return self.pieces[number] if number in self.pieces else self.position.piece(number)


def draw_board(canvas: Canvas, layout: BoardLayout, scene: Scene, theme: Theme) -> None:
    """Draw frame, labels, squares, pieces and marks."""
    size, count = layout.size, layout.geometry.size
    _draw_frame(canvas, layout, theme)
    light, dark = theme.palette.light, theme.palette.dark
    height, width = count * size.height, count * size.width
    canvas.fill(layout.top, layout.left, height, width, theme.glyphs.light_square, light)
    for number in range(1, layout.geometry.squares + 1):
        row, column = layout.place(number)
        style = dark
        if number == scene.lifted:
            style = theme.palette.raised
        elif number in scene.targets:
            style = theme.palette.lit
        canvas.fill(row, column, size.height, size.width, " ", style)
        piece = scene.piece(number)
        if piece is not None:
            draw_piece(canvas, row, column, piece, size, theme)
        _draw_marks(canvas, row, column, size, scene, number, style, theme)


def draw_piece(canvas: Canvas, row: int, column: int, piece: Piece, size: Size, theme: Theme) -> None:
    """Draw one piece over whatever paper is there; its square's upper left cell is given."""
    palette, glyphs = theme
    white = piece.side == WHITE
    rim, body = (palette.white_rim, palette.white_body) if white else (palette.black_rim, palette.black_body)
    if glyphs.letters:
        body = palette.white_letter if white else palette.black_letter
    fill = glyphs.bodies[piece.side + (2 if piece.rank != MAN else 0)]
    rims = dict(zip("abcd", glyphs.rim, strict=True))
    for down, line in enumerate(_ART[size][piece.rank]):
        for right, letter in enumerate(line):
            y, x = row + down, column + right
            if letter in rims:
                canvas.sign(y, x, rims[letter], rim)
            elif letter == "#":
                canvas.put(y, x, fill, body)
            elif letter != " ":
                crown = {"^": glyphs.point, "=": glyphs.band, "*": glyphs.jewel}[letter]
                canvas.put(y, x, crown, Style(palette.crown, body.paper))


def _draw_frame(canvas: Canvas, layout: BoardLayout, theme: Theme) -> None:
    palette, size, count = theme.palette, layout.size, layout.geometry.size
    if layout.framed:
        height, width = count * size.height + 2, count * size.width + 2
        canvas.box(layout.top - 1, layout.left - 1, height, width, theme.glyphs.double, palette.board_frame)
    outside = layout.labels_outside
    label = palette.label if outside else Style(palette.label.ink, palette.board_frame.paper)
    letters = layout.column if outside else layout.left - 1
    digits = layout.row + layout.height - 1
    for index in range(count):
        middle = layout.top + index * size.height + (size.height - 1) // 2
        canvas.text(middle, letters, layout.letter(index), label)
        centre = layout.left + index * size.width + (size.width - 1) // 2
        canvas.text(digits, centre, layout.digits(index), label)


def _draw_marks(
    canvas: Canvas, row: int, column: int, size: Size, scene: Scene, number: int, style: Style, theme: Theme
) -> None:
    """Signs in the corners of a square, and in its middle where it is empty."""
    palette, glyphs = theme
    bottom, right = row + size.height - 1, column + size.width - 1
    if scene.piece(number) is None:
        left = column + (size.width - 2) // 2
        over, under = row + (size.height - 1) // 2, row + size.height // 2
        if number in scene.targets:
            corners = glyphs.target
            signs = (glyphs.brackets,) if over == under else (corners[:2], corners[2:])
            for line, pair in zip((over, under), signs, strict=False):
                canvas.text(line, left, "".join(pair), style)
        elif number in scene.last_move:
            for line in (over, under):
                canvas.text(line, left, glyphs.trail * 2, Style(palette.last_move, style.paper))
    elif number in scene.last_move:
        _pair(canvas, bottom, column, right, (glyphs.trail, glyphs.trail), palette.last_move)
    if number == scene.lifted:
        _pair(canvas, row, column, right, glyphs.raised, style.ink)
    if number == scene.cursor:
        if size.height == 1:
            _pair(canvas, row, column, right, glyphs.brackets, palette.cursor)
        else:
            corners = glyphs.cursor
            _pair(canvas, row, column, right, (corners.upper_left, corners.upper_right), palette.cursor)
            _pair(canvas, bottom, column, right, (corners.lower_left, corners.lower_right), palette.cursor)


def _pair(canvas: Canvas, row: int, left: int, right: int, signs: tuple[str, str], ink: int) -> None:
    """A sign at each side of a square; the narrowest squares have room for the right one only."""
    if right - left > 2:
        canvas.sign(row, left, signs[0], ink)
    canvas.sign(row, right, signs[1], ink)
