"""The board in ASCII, for play, and as a diagram with the names of squares, as in the manual."""

from collections.abc import Sequence
from typing import Final

from console.game.naming import Naming
from engine.geometry import BLACK
from engine.position import Position

SIGNS: Final = ("xX*", "oO@")
JUMPED: Final = "-"
_INDENT: Final = " " * 4


def board_text(position: Position, naming: Naming, bottom: int, jumped: Sequence[int] = ()) -> str:
    """Return the board in ASCII with its labels. Pieces on the squares ``jumped`` are dashes.

    The side ``bottom`` is at the bottom. If squares have numbers, a row has the number of its first square at the left
    and that of its last square at the right.
    """
    geometry, size = position.geometry, position.geometry.size
    # On boards wider than nine the labels of columns may have two digits and need a space between them.
    wide = 2 if size < 10 else 3
    order, columns = rows_and_columns(size, bottom)
    board = [[geometry.at(row, column) for column in columns] for row in order]
    ends = [[naming.row_label(number) for number in squares if number is not None] for squares in board]
    margin = max(len(labels[0]) for labels in ends)
    frame = f"{' ' * margin} +{'-' * (wide * size + 1)}+"
    rows = [frame]
    for squares, (first, *_, last) in zip(board, ends, strict=True):
        cells = "".join(f"{_sign(position, number, jumped):>{wide}}" for number in squares)
        rows.append(f"{first:>{margin}} |{cells} |{f' {last}' if last != first else ''}")
    below = [naming.column_label(first or second or 0) for first, second in zip(board[-1], board[-2], strict=True)]
    rows += [frame, f"{' ' * margin}  {''.join(f'{label:>{wide}}' for label in below)}".rstrip()]
    return "\n".join(rows).rstrip()


def rows_and_columns(size: int, bottom: int) -> tuple[range, range]:
    """Return the rows from the top and the columns from the left, with the side ``bottom`` at the bottom."""
    up, down = range(size), range(size - 1, -1, -1)
    return (down, up) if bottom == BLACK else (up, down)


def _sign(position: Position, number: int | None, jumped: Sequence[int]) -> str:
    if number is None:
        return "."
    piece = position.piece(number)
    return " " if piece is None else JUMPED if number in jumped else SIGNS[piece.side][piece.rank]


def diagram_text(position: Position, naming: Naming) -> str:
    """Return the diagram with the side at home at the bottom: pieces, and names on empty dark squares."""
    geometry, size = position.geometry, position.geometry.size
    order, columns = rows_and_columns(size, naming.home)
    rule = f"{_INDENT}+{'----+' * size}"
    lines = [rule]
    for row in order:
        cells = "".join(f" {_square(position, naming, geometry.at(row, column)):>2} |" for column in columns)
        lines += [f"{_INDENT}|{cells}", rule]
    return "\n".join(lines)


def _square(position: Position, naming: Naming, number: int | None) -> str:
    if number is None:
        return ""
    piece = position.piece(number)
    return naming.square(number) if piece is None else f"{SIGNS[piece.side][piece.rank]} "
