"""The picture of a board as SVG."""

from collections.abc import Iterator

from .board import Board

_CELL = 45
_LIGHT, _DARK, _MOVED = "#f0e6d2", "#7a5230", "#a9803f"
_COLORS = (("#1c1c1c", "#8a8a8a"), ("#faf6ee", "#5a5a5a"))


def svg(board: Board) -> str:
    """Return a board as White sees it: squares by number, those of the last move lighter, kings with a ring."""
    size = _CELL * board.rules.geometry.size
    moved = board.peek().path if board.game.last else ()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}">',
        f'<rect width="{size}" height="{size}" fill="{_LIGHT}"/>',
    ]
    for y, row in enumerate(board.rows()):
        for x, square in enumerate(row):
            if square is not None:
                parts += _square(board, square, x * _CELL, y * _CELL, _MOVED if square in moved else _DARK)
    return "\n".join([*parts, "</svg>\n"])


def _square(board: Board, square: int, x: int, y: int, color: str) -> Iterator[str]:
    """Yield the elements of a square with its number and its piece."""
    yield f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{color}"/>'
    yield f'<text x="{x + 2}" y="{y + 10}" font-size="9" font-family="sans-serif" fill="{_LIGHT}">{square}</text>'
    if piece := board.piece_at(square):
        fill, edge = _COLORS[piece.side]
        for ring in range(piece.rank + 1):
            where = f'cx="{x + _CELL // 2}" cy="{y + _CELL // 2}" r="{17 - 5 * ring}"'
            yield f'<circle {where} fill="{fill}" stroke="{edge}" stroke-width="2"/>'
