"""Diagrams for printing, as SVG: a single position, or many positions on pages of A4."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Final

from console.game.naming import Naming
from engine.geometry import BLACK
from engine.position import MAN, TRIPLE, Piece, Position
from engine.printable import printable

_PAGE: Final = (210, 297)  # all lengths are in millimetres
_MARGIN: Final = 14
_HEAD: Final = 20
_ACROSS: Final = 3
_GAP: Final = 7
_BOARD: Final = (_PAGE[0] - 2 * _MARGIN - (_ACROSS - 1) * _GAP) / _ACROSS
_CAPTION: Final = 15
_LINES: Final = 3  # of a caption
_WIDTH: Final = 42  # characters of a caption's line
_FRAME: Final = 0.4
_INK: Final = "#222"
_DARK: Final = "#c9c2b4"
_STYLE: Final = f"font-family='Helvetica, Arial, sans-serif' fill='{_INK}' stroke='none'"


@dataclass(frozen=True)
class Diagram:
    """A position and its caption."""

    position: Position
    caption: str


def one_diagram(diagram: Diagram, naming: Naming) -> str:
    """Return the SVG of one position, 80 millimetres wide, with the side at home at the bottom."""
    side = 80.0
    shapes = [*_board(diagram.position, naming, side), *_caption(diagram.caption, side, 3.4, 64)]
    height = side + 16
    return _document(side + 4, height, [f"<g transform='translate(2 2)'>{''.join(shapes)}</g>"])


def sheet(diagrams: Sequence[Diagram], title: str, subtitle: str, naming: Naming) -> str:
    """Return the SVG of many diagrams, three in a row under a title, on as many pages as needed."""
    down = int((_PAGE[1] - 2 * _MARGIN - _HEAD) // (_BOARD + _CAPTION))
    a_page = _ACROSS * down
    pages = max(1, -(-len(diagrams) // a_page))
    shapes = []
    for page in range(pages):
        top = page * _PAGE[1] + _MARGIN
        shapes += _head(title, subtitle, f"{page + 1} / {pages}", top)
        for place, diagram in enumerate(diagrams[page * a_page : (page + 1) * a_page]):
            x = _MARGIN + place % _ACROSS * (_BOARD + _GAP)
            y = top + _HEAD + place // _ACROSS * (_BOARD + _CAPTION)
            inside = [*_board(diagram.position, naming, _BOARD), *_caption(diagram.caption, _BOARD, 2.8, _WIDTH)]
            shapes.append(f"<g transform='translate({x:g} {y:g})'>{''.join(inside)}</g>")
    return _document(_PAGE[0], pages * _PAGE[1], shapes)


def _document(width: float, height: float, shapes: Iterable[str]) -> str:
    size = f"width='{width:g}mm' height='{height:g}mm' viewBox='0 0 {width:g} {height:g}'"
    white = f"<rect width='{width:g}' height='{height:g}' fill='white'/>"
    return "\n".join((f"<svg xmlns='http://www.w3.org/2000/svg' {size}>", white, *shapes, "</svg>")) + "\n"


def _head(title: str, subtitle: str, page: str, top: float) -> list[str]:
    right = _PAGE[0] - _MARGIN
    return [
        _text(title, _MARGIN, top + 5, 6),
        _text(subtitle, _MARGIN, top + 11, 3.6),
        _text(page, right, top + 5, 3.6, "text-anchor='end'"),
    ]


def _caption(text: str, side: float, size: float, width: int) -> list[str]:
    lines = wrap(printable(text), width)
    if len(lines) > _LINES:
        lines = [*lines[: _LINES - 1], f"{lines[_LINES - 1][: width - 3]}..."]
    return [_text(line, 0, side + (number + 1.2) * 1.25 * size, size) for number, line in enumerate(lines)]


def _text(text: str, x: float, y: float, size: float, more: str = "") -> str:
    return f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' {_STYLE} {more}>{escape(printable(text))}</text>"


def _board(position: Position, naming: Naming, side: float) -> Iterator[str]:
    """Yield the shapes of a board: squares, their names, and pieces."""
    geometry = position.geometry
    square = side / geometry.size
    yield f"<rect width='{side:g}' height='{side:g}' fill='white' stroke='{_INK}' stroke-width='{_FRAME}'/>"
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
