"""The output of the plain front end: lines of text, the board, and the counts of captured men."""

from collections.abc import Sequence
from textwrap import fill
from typing import Final, TextIO

from console.dialogue.state import State
from console.terminal.standard_streams import write
from console.text.board import JUMPED, SIGNS, board_text
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.position import TRIPLE, Position

WIDTH: Final = 78
"""The width of the lines, in columns."""


class PlainWriter:
    """A writer to a text stream. It remembers the board and the counts that it wrote last. Raises OutputLost."""

    def __init__(self, state: State, out: TextIO) -> None:
        self._state = state
        self._out = out
        self._counts = (0, 0)
        self._last_drawn: Position | None = None
        self._last_reminded: Position | None = None
        self.open_prompt = ""
        """The prompt that a message of the peer interrupts, else empty. The next output begins a new line."""

    def put(self, text: str) -> None:
        """Write a text as it is, without a line end after it."""
        if self.open_prompt:
            self.open_prompt = ""
            write("\n", self._out)
        write(text, self._out)

    def write(self, *lines: str) -> None:
        """Write lines, each with a line end."""
        self.put("".join(f"{line}\n" for line in lines))

    def write_wrapped(self, text: str, break_on_hyphens: bool = True) -> None:
        """Write a text in lines of at most 78 columns. ``break_on_hyphens``: a line may also end after a hyphen.

        A longer word, such as a FEN, has a line of its own: it can be copied only in one piece.
        """
        self.write(fill(text, WIDTH, break_long_words=False, break_on_hyphens=break_on_hyphens))

    def write_apart(self, lines: Sequence[str]) -> None:
        """Write lines with an empty line before and after them."""
        self.write("", *lines, "")

    def draw_new(self) -> None:
        """Write the board without a legend, if the position has changed since the board was written."""
        if self._state.table.position != self._last_drawn:
            self._draw_board()
            self.write("")

    def draw(self) -> None:
        """Write the board and its legend: players, rules and kings."""
        self._draw_board()
        table = self._state.table
        sides = (table.home, 1 - table.home)
        signs = (f"{SIGNS[side][0]} is {table.seats.called[side] or SIDE_NAMES[side]}" for side in sides)
        kings = "kings are capitals"
        if table.rules.triple_kings:
            kings += f", triple kings {' and '.join(SIGNS[side][TRIPLE] for side in sides)}"
        if table.jumped:
            kings += f", {JUMPED} is jumped and still stands"
        self.write(f"  {', '.join(signs)}", f"  {table.rules.name}, {table.jumping}; {kings}", "")

    def _draw_board(self) -> None:
        table = self._state.table
        self._last_drawn = table.position
        self.write("", board_text(table.position, self._state.naming, self._state.bottom, table.jumped))

    def count(self) -> bool:
        """Count the captured men. Return True if the counts have changed since the last call."""
        table, before = self._state.table, self._counts
        self._counts = table.taken(BLACK), table.taken(WHITE)
        return self._counts != before

    def write_news(self) -> None:
        """Write the counts of captured men if they have changed. If a jump is forced, write a reminder, once."""
        table = self._state.table
        if self.count():
            sides = (table.home, 1 - table.home)
            self.write(f"Taken: {', '.join(f'{table.seats.called[side]} {self._counts[side]}' for side in sides)}.")
        if table.must_jump and table.position != self._last_reminded:
            self.write(self._state.activity.headline)
        self._last_reminded = table.position
