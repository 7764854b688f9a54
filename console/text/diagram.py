"""An ASCII diagram ruled like the board of the manual: numbers on empty squares, signs for pieces."""

from typing import Final

from console.text.board import SIGNS, rows_and_columns
from engine.position import Position

_INDENT: Final = " " * 4


def diagram_text(position: Position, bottom: int) -> str:
    """Return the diagram with ``bottom`` at the bottom: square numbers, ``x`` and ``o``, capitals for kings."""
    geometry, size = position.geometry, position.geometry.size
    order, columns = rows_and_columns(size, bottom)
    rule = f"{_INDENT}+{'----+' * size}"
    lines = [rule]
    for row in order:
        cells = "".join(f" {_square(position, geometry.at(row, column)):>2} |" for column in columns)
        lines += [f"{_INDENT}|{cells}", rule]
    return "\n".join(lines)


def _square(position: Position, number: int | None) -> str:
    if number is None:
        return ""
    piece = position.piece(number)
    return str(number) if piece is None else f"{SIGNS[piece.side][piece.rank]} "
