"""The characters of a picture."""

from console.terminal.canvas import Canvas


def row_text(canvas: Canvas, row: int) -> str:
    """Return the characters of one row."""
    return "".join(canvas.at(row, column).char for column in range(canvas.width))
