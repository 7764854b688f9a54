"""A diagram for printing, as SVG."""

from collections.abc import Iterator
from html import escape
from textwrap import wrap
from typing import Final

from console.game.naming import Naming
from engine.geometry import BLACK
from engine.position import MAN, TRIPLE, Piece, Position
from engine.printable import printable

_SIDE: Final = 80.0  # of the board; all lengths are in millimetres
_BELOW: Final = 16
_SIZE: Final = 3.4  # of letters
_LINES: Final = 3  # of a caption
_WIDTH: Final = 64  # characters of a caption's line
_FRAME: Final = 0.4
_INK: Final = "#222"
_DARK: Final = "#c9c2b4"
_STYLE: Final = f"font-family='Helvetica, Arial, sans-serif' fill='{_INK}' stroke='none'"


def diagram(position: Position, caption: str, naming: Naming) -> str:
    """Return the SVG of a position and its caption, 80 millimetres wide, with the side at home at the bottom."""
    width, height = _SIDE + 4, _SIDE + _BELOW
    shapes = "".join((*_board(position, naming), *_caption(caption)))
    size = f"width='{width:g}mm' height='{height:g}mm' viewBox='0 0 {width:g} {height:g}'"
    white = f"<rect width='{width:g}' height='{height:g}' fill='white'/>"
    board = f"<g transform='translate(2 2)'>{shapes}</g>"
    return "\n".join((f"<svg xmlns='http://www.w3.org/2000/svg' {size}>", white, board, "</svg>")) + "\n"


def _caption(text: str) -> list[str]:
    lines = wrap(printable(text), _WIDTH, max_lines=_LINES, placeholder="...")
    return [_text(line, 0, _SIDE + (number + 1.2) * 1.25 * _SIZE, _SIZE) for number, line in enumerate(lines)]


def _text(text: str, x: float, y: float, size: float) -> str:
    return f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' {_STYLE}>{escape(printable(text))}</text>"


def _board(position: Position, naming: Naming) -> Iterator[str]:
    """Yield the shapes of a board: squares, their names, and pieces."""
    geometry = position.geometry
    square = _SIDE / geometry.size
    yield f"<rect width='{_SIDE:g}' height='{_SIDE:g}' fill='white' stroke='{_INK}' stroke-width='{_FRAME}'/>"
    for number in range(1, geometry.squares + 1):
        row, column = geometry.row_and_column(number)
        if naming.home == BLACK:
            row = geometry.size - 1 - row
        else:
            column = geometry.size - 1 - column
        x, y = column * square, row * square
        yield f"<rect x='{x:.2f}' y='{y:.2f}' width='{square:.2f}' height='{square:.2f}' fill='{_DARK}' stroke='none'/>"
        piece = position.piece(number)
        if piece is None:
            yield _text(
                naming.square(number), round(x + 0.06 * square, 2), round(y + 0.3 * square, 2), round(0.26 * square, 2)
            )
        else:
            yield from _piece(piece, x + square / 2, y + square / 2, square)


def _piece(piece: Piece, x: float, y: float, square: float) -> Iterator[str]:
    """Yield the shapes of a piece: a disc, with a crown for a king and also a ring for a triple king."""
    fill, line = (_INK, "white") if piece.side == BLACK else ("white", _INK)
    yield _disc(x, y, 0.4 * square, fill, _INK, 0.03 * square)
    if piece.rank == MAN:
        yield _disc(x, y, 0.29 * square, "none", line, 0.02 * square)
        return
    if piece.rank == TRIPLE:
        yield _disc(x, y, 0.34 * square, "none", line, 0.04 * square)
    half, base, peak = 0.2 * square, y + 0.15 * square, y - 0.17 * square
    points = (
        (x - half, base), (x - half, peak), (x - half / 2, y), (x, peak), (x + half / 2, y), (x + half, peak),
        (x + half, base),
    )  # fmt: skip
    path = " ".join(f"{px:.2f},{py:.2f}" for px, py in points)
    yield f"<polygon points='{path}' fill='{line}' stroke='none'/>"


def _disc(x: float, y: float, radius: float, fill: str, stroke: str, width: float) -> str:
    ink = f"fill='{fill}' stroke='{stroke}' stroke-width='{width:.2f}'"
    return f"<circle cx='{x:.2f}' cy='{y:.2f}' r='{radius:.2f}' {ink}/>"
