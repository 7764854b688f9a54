"""The characters of a picture."""

from itertools import islice

from console.terminal.canvas import Canvas


def row_text(canvas: Canvas, row: int) -> str:
    """Return the characters of one row."""
    run = next(islice(canvas.changed(None), row, None))
    return "".join([cell.char for cell in run.cells])
