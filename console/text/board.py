"""The board in ASCII, for play, and as a diagram with square numbers, as in the manual."""

from collections.abc import Sequence
from typing import Final

from engine.geometry import BLACK
from engine.position import Position

SIGNS: Final = ("xX*", "oO@")
JUMPED: Final = "-"
_INDENT: Final = " " * 4


def board_text(position: Position, home: int, bottom: int, jumped: Sequence[int] = ()) -> str:
    """Return the board in ASCII. Pieces on the squares ``jumped`` are dashes.

    Rows and columns are named from the side ``home``. The side ``bottom`` is at the bottom.
    """
    geometry, size = position.geometry, position.geometry.size
    # On boards wider than nine the column numbers have two digits and need a space between them.
    wide = 2 if size < 10 else 3
    frame = f"  +{'-' * (wide * size + 1)}+"
    rows = [frame]
    order, columns = rows_and_columns(size, bottom)
    for row in order:
        squares = [geometry.at(row, column) for column in columns]
        cells = "".join(f"{_sign(position, number, jumped):>{wide}}" for number in squares)
        rows.append(f"{'ABCDEFGHIJ'[row if home == BLACK else size - 1 - row]} |{cells} |")
    names = [column + 1 if home == BLACK else size - column for column in columns]
    rows += [frame, "   " + "".join(f"{name:{wide}}" for name in names)]
    return "\n".join(rows)


def rows_and_columns(size: int, bottom: int) -> tuple[range, range]:
    """Return the rows from the top and the columns from the left, with the side ``bottom`` at the bottom."""
    up, down = range(size), range(size - 1, -1, -1)
    return (down, up) if bottom == BLACK else (up, down)


def _sign(position: Position, number: int | None, jumped: Sequence[int]) -> str:
    if number is None:
        return "."
    piece = position.piece(number)
    return " " if piece is None else JUMPED if number in jumped else SIGNS[piece.side][piece.rank]


def diagram_text(position: Position, bottom: int) -> str:
    """Return the diagram with the side ``bottom`` at the bottom: pieces, and numbers on empty dark squares."""
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
