"""The board on the screen: the places of the squares, and the drawing of pieces and marks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from console.game.naming import Naming
from console.screens.widgets.glyphs import Size, crown, disc
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Rect, Style
from engine.geometry import BLACK, WHITE, Geometry
from engine.position import KING, MAN, Piece, Position

ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
"""The steps on the screen, down and to the right, of the arrow keys."""
_FILLED_TO_THE_CORNERS: Final = 2  # rows in which a piece leaves no corner free
_LIKE_A_FACE: Final = 2  # rows in which the points of a dark crown would look like eyes


class BoardLayout(NamedTuple):
    """The place and size of a board. ``row`` and ``column`` are its upper left cell, labels included.

    ``naming`` has the labels, which stay with the squares whichever side is at the ``bottom`` of the screen. The labels
    are outside the frame if ``labels_outside``, otherwise on it.
    """

    naming: Naming
    size: Size
    row: int = 0
    column: int = 0
    bottom: int = BLACK
    labels_outside: bool = True
    framed: bool = True

    @property
    def geometry(self) -> Geometry:
        """The squares of the board."""
        return self.naming.geometry

    @property
    def width(self) -> int:
        """The width of the board in columns, with frame and labels."""
        return self.geometry.size * self.size.width + (2 if self.framed else 0) + self._margin

    @property
    def height(self) -> int:
        """The height of the board in rows, with frame and labels."""
        return self.geometry.size * self.size.height + (2 if self.framed else 0) + (1 if self.labels_outside else 0)

    @property
    def left(self) -> int:
        """The first column inside the frame."""
        return self.column + (1 if self.framed else 0) + self._margin

    @property
    def _margin(self) -> int:
        """The columns at the left of the frame for row labels. The longest label is that of the first or last row."""
        if self.labels_outside:
            return 2
        return max(len(self.row_label(down)) for down in (0, self.geometry.size - 1)) - 1

    @property
    def top(self) -> int:
        """The first row inside the frame."""
        return self.row + (1 if self.framed else 0)

    def place(self, number: int) -> tuple[int, int]:
        """Return the row and column of a square's upper left cell."""
        down, right = self._turned(*self.geometry.row_and_column(number))
        return self.top + down * self.size.height, self.left + right * self.size.width

    def square_at(self, row: int, column: int) -> int | None:
        """Return the number of the playing square at a cell of the screen, or None."""
        down, right = (row - self.top) // self.size.height, (column - self.left) // self.size.width
        return self.geometry.at(*self._turned(down, right))

    def neighbor(self, number: int, down: int, right: int) -> int:
        """Return the next playing square in a direction on the screen, or ``number`` at the edge.

        One of ``down`` and ``right`` is -1 or 1, the other 0. Steps up and down zigzag within a pair of columns, so
        that a step up and a step down return to the same square.
        """
        row, column = self._turned(*self.geometry.row_and_column(number))
        if down:
            right = 1 if column % 2 == 0 else -1
        else:
            right *= 2
        return self.geometry.at(*self._turned(row + down, column + right)) or number

    def row_label(self, down: int) -> str:
        """Return the label of a row. ``down`` counts the rows of squares from the top of the screen."""
        return self.naming.row_label(self._playing(down, 0) or self._playing(down, 1))

    def column_label(self, right: int) -> str:
        """Return the label of a column. ``right`` counts the columns of squares from the left."""
        return self.naming.column_label(self._playing(0, right) or self._playing(1, right))

    def _playing(self, down: int, right: int) -> int:
        """Return the playing square at a row and column of the screen, or 0 for a light square."""
        return self.geometry.at(*self._turned(down, right)) or 0

    def _turned(self, row: int, column: int) -> tuple[int, int]:
        """Convert a row and column of squares on the screen to those of the geometry, or back."""
        last = self.geometry.size - 1
        return (last - row, column) if self.bottom == BLACK else (row, last - column)


class Glide(NamedTuple):
    """A piece on its way from a square to another. ``done`` is the part of the way behind it, from 0 to 1."""

    piece: Piece
    start: int
    end: int
    done: float


@dataclass(frozen=True)
class Scene:
    """A position and the marks on the board.

    ``last_move`` has all squares of the last move in order. ``hint`` has the first and last square of the suggested
    move. ``pieces`` replaces pieces of the position while one moves; None is an empty square. The pieces on the squares
    ``fading`` are about to leave the board. ``glide`` is drawn over the squares.
    """

    position: Position
    cursor: int | None = None
    lifted: int | None = None
    targets: frozenset[int] = frozenset()
    last_move: tuple[int, ...] = ()
    hint: tuple[int, int] | None = None
    pieces: Mapping[int, Piece | None] = field(default_factory=dict)
    fading: frozenset[int] = frozenset()
    glide: Glide | None = None

    def piece(self, number: int) -> Piece | None:
        """Return the piece shown on a square, or None."""
        return self.pieces[number] if number in self.pieces else self.position.piece(number)


def draw_board(canvas: Canvas, layout: BoardLayout, scene: Scene, theme: Theme) -> None:
    """Draw a scene: the frame, the labels, the squares, the pieces and the marks."""
    size, count = layout.size, layout.geometry.size
    _draw_frame(canvas, layout, theme)
    colors = theme.palette.board
    height, width = count * size.height, count * size.width
    canvas.fill(layout.top, layout.left, height, width, theme.glyphs.light_square, colors.light)
    for number in range(1, layout.geometry.squares + 1):
        row, column = layout.place(number)
        style = colors.dark
        if number == scene.lifted:
            style = colors.raised
        elif number in scene.targets or number in (scene.hint or ()):
            style = colors.lit
        canvas.fill(row, column, size.height, size.width, " ", style)
        piece = scene.piece(number)
        if piece is not None:
            draw_piece(canvas, row, column, piece, size, theme)
        if piece is not None and number in scene.fading:
            rim = colors.pieces[piece.side].rim
            for down, right in disc(size, theme.glyphs.quadrants):
                canvas.put(row + down, column + right, theme.glyphs.shades[0], Style(rim, style.paper))
        square = _Square(canvas, Rect(row, column, size.height, size.width), number, style, theme)
        square.draw_marks(scene, layout)
        if theme.numbered or layout.naming.in_numbers:
            square.draw_number(scene)
    if scene.glide is not None:
        piece, start, end, done = scene.glide
        row, column = (round(a + (b - a) * done) for a, b in zip(layout.place(start), layout.place(end), strict=True))
        draw_piece(canvas, row, column, piece, size, theme)


def draw_piece(canvas: Canvas, row: int, column: int, piece: Piece, size: Size, theme: Theme) -> None:
    """Draw a piece over the background of its square. ``row`` and ``column`` are the square's upper left cell."""
    board, glyphs = theme.palette.board, theme.glyphs
    colors = board.pieces[piece.side]
    inks = {"rim": colors.rim, "body": colors.body.ink, "light": colors.light, "shade": colors.shade}
    is_hollow = board.is_hollow(piece.side)
    # Without a color of its own, a ring would hide the shape of a crown.
    is_plain = piece.rank != MAN and board.shaded
    letter = glyphs.letter(piece.side, piece.rank != MAN)
    for (down, right), (char, ink, paper) in disc(size, glyphs.quadrants).items():
        y, x = row + down, column + right
        if glyphs.letters and paper != "square":
            canvas.put(y, x, letter, colors.letter)
        elif glyphs.letters:
            corner = glyphs.rim[2 * (2 * down >= size.height) + (2 * right >= size.width)]
            canvas.sign(y, x, " " if size.height == 1 else corner, colors.rim)
        elif paper == "square":
            canvas.sign(y, x, char, inks[ink])
        elif inks[ink] == inks[paper] or (is_plain and "rim" not in (ink, paper)):
            color = colors.body.ink if is_plain and ink != "rim" else inks[paper]
            canvas.sign(y, x, *((" ", colors.rim) if color == board.dark.paper else (glyphs.full, color)))
        elif is_hollow and paper == "body":
            canvas.sign(y, x, char, inks[ink])
        else:
            canvas.put(y, x, char, Style(inks[ink], inks[paper]))
    if piece.rank != MAN:
        _draw_crown(canvas, Rect(row, column, size.height, size.width), piece, theme)


def _draw_crown(canvas: Canvas, rect: Rect, piece: Piece, theme: Theme) -> None:
    """Draw the crown of a king on its man. If kings are stacked, it is the line between two men."""
    board, glyphs = theme.palette.board, theme.glyphs
    colors, size = board.pieces[piece.side], Size(rect.width, rect.height)
    gold = colors.crown
    if board.shaded and glyphs.letters:
        gold = colors.letter
    elif board.shaded and size.height == _LIKE_A_FACE:
        gold = board.pieces[WHITE].crown
    signs = dict(zip("[]=", glyphs.trail + glyphs.full, strict=True))
    signs |= {"^": glyphs.up, "*": glyphs.jewel, "-": glyphs.seams[piece.rank != KING]}
    signs["#"] = glyphs.letter(piece.side, True)
    lines = crown(size, piece.rank != KING, glyphs.letters, theme.stacked)
    for down, line in enumerate(lines):
        for right, letter in enumerate(line, (size.width - len(line)) // 2):
            y, x = rect.row + down, rect.column + right
            if letter == "_" and not board.shaded and not glyphs.letters:
                half = glyphs.rim[2 if 2 * down >= size.height else 0]
                canvas.put(y, x, half, Style(gold.ink, colors.rim))
            elif letter in signs:
                canvas.put(y, x, signs[letter], gold)


def draw_small_men(canvas: Canvas, row: int, column: int, side: int, theme: Theme, count: int = 1) -> None:
    """Draw men side by side, in one cell each, with a blank of their ground before and behind them."""
    board, glyphs = theme.palette.board, theme.glyphs
    sign = glyphs.men[side if glyphs.letters else board.shaded and board.is_hollow(side)]
    canvas.fill(row, column - 1, 1, count + 2, " ", board.small(side))
    canvas.fill(row, column, 1, count, sign, board.small(side))


def _draw_frame(canvas: Canvas, layout: BoardLayout, theme: Theme) -> None:
    palette, size, count = theme.palette, layout.size, layout.geometry.size
    if layout.framed:
        height, width = count * size.height + 2, count * size.width + 2
        canvas.box(layout.top - 1, layout.left - 1, height, width, theme.glyphs.double, palette.board.frame)
    outside = layout.labels_outside
    label = palette.typed if outside else Style(palette.typed.ink, palette.board.frame.paper)
    beside = layout.column if outside else layout.left - 1
    below = layout.row + layout.height - 1
    for index in range(count):
        middle = layout.top + index * size.height + (size.height - 1) // 2
        text = layout.row_label(index)
        canvas.text(middle, beside if outside else beside + 1 - len(text), text, label)
        center = layout.left + index * size.width + (size.width - 1) // 2
        canvas.text(below, center, layout.column_label(index), label)


class _Square(NamedTuple):
    """A playing square whose piece is drawn already. ``style`` is the background of the square."""

    canvas: Canvas
    rect: Rect
    number: int
    style: Style
    theme: Theme

    def draw_number(self, scene: Scene) -> None:
        """Draw the number of the square in its upper left corner; in two rows, low in the middle.

        There it is left out on kings and on highlighted squares, and in one row on all pieces.
        """
        row, column, height, width = self.rect
        colors, piece = self.theme.palette.board, scene.piece(self.number)
        style = Style(colors.number, self.style.paper)
        if height > _FILLED_TO_THE_CORNERS:
            self.canvas.text(row, column, f"{self.number}", style)
            return
        if piece is not None:
            on_crown = colors.shaded and piece.side == BLACK and not self.theme.glyphs.letters
            style = colors.pieces[piece.side].crown if on_crown else colors.pieces[piece.side].letter
        if (self.style == colors.dark) if piece is None else (height > 1 and piece.rank == MAN):
            self.canvas.text(row + height - 1, column + (width - 1) // 2, f"{self.number:2}", style)

    def draw_marks(self, scene: Scene, layout: BoardLayout) -> None:
        """Draw the marks of the scene on this square: at its sides, in its corners and in its middle."""
        colors, glyphs = self.theme.palette.board, self.theme.glyphs
        row, _, height, _ = self.rect
        number, occupied = self.number, scene.piece(self.number) is not None
        rows = range(row, row + height)
        middle = rows[(height - 1) // 2 :][:1]
        # Beside a piece that fills its square there is room for marks only on the light squares.
        beside = layout if occupied and layout.size.is_filled else None
        if number in scene.last_move and beside is not None:
            self._corners(colors.last_move, beside)
        elif number in scene.last_move:
            self._pairs(rows, glyphs.trail, colors.last_move)
        if scene.hint is not None and number == scene.hint[0]:
            self._pairs(middle, glyphs.hint, self.style.ink, beside)
        elif scene.hint is not None and number == scene.hint[1]:
            up = layout.place(number) < layout.place(scene.hint[0])
            small, large = (glyphs.up, glyphs.arrow_up) if up else (glyphs.down, glyphs.arrow_down)
            self._draw_middle(small if height == 1 else large)
        elif number in scene.targets and occupied:
            self._pairs(middle, glyphs.target.small * 2, self.style.ink, beside)
        elif number in scene.targets:
            dot = glyphs.target
            two_rows = (dot.middle,) if height % 2 else (dot.upper, dot.lower)
            self._draw_middle((dot.small,) if height == 1 else two_rows)
        if number == scene.lifted:
            self._pairs(rows[:1], glyphs.raised, self.style.ink, beside)
        if number == scene.cursor and height == 1:
            self._pairs(rows, glyphs.brackets, colors.cursor)
        elif number == scene.cursor:
            self._corners(colors.cursor)

    def _draw_middle(self, lines: Sequence[str]) -> None:
        """Draw one or two lines of text in the middle of the square."""
        for row, text in enumerate(lines, self.rect.row + (self.rect.height - 1) // 2):
            self.canvas.text(row, self.rect.column + (self.rect.width - len(text)) // 2, text, self.style)

    def _corners(self, ink: int, beside: BoardLayout | None = None) -> None:
        """Draw the four corners of the square."""
        row, corners = self.rect.row, self.theme.glyphs.cursor
        self._pairs((row,), corners[:2], ink, beside)
        self._pairs((row + self.rect.height - 1,), corners[2:], ink, beside)

    def _pairs(self, rows: Iterable[int], signs: Sequence[str], ink: int, beside: BoardLayout | None = None) -> None:
        """Draw a character at each side of the square. In the narrowest squares, draw only the right one.

        With a layout ``beside``, draw them on the light squares to the left and right, if the board has them.
        """
        out = beside is not None
        left, right = self.rect.column - out, self.rect.column + self.rect.width - 1 + out
        first, end = left + (right - left <= 2), right + 1
        if beside is not None:
            ink, first = self.theme.palette.board.last_move_beside, beside.left
            end = first + beside.geometry.size * beside.size.width
        for row in rows:
            for column, sign in zip((left, right), signs, strict=True):
                if first <= column < end:
                    self.canvas.sign(row, column, sign, ink)
