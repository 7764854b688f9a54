"""The transcript: all that the plain front end writes, the board included."""

from collections.abc import Sequence
from textwrap import fill
from typing import Final, TextIO

from console.dialogue.state import State
from console.terminal.standard_streams import write
from console.text.board import JUMPED, SIGNS, board_text
from engine.geometry import BLACK, WHITE
from engine.position import TRIPLE, Position

_WIDTH: Final = 78


class Transcript:
    """A writer of lines on a text stream."""

    def __init__(self, state: State, out: TextIO) -> None:
        self._state = state
        self._out = out
        self._taken = (0, 0)
        self._drawn: Position | None = None
        self.open_prompt = ""
        """The prompt that a message of the peer interrupted. Empty as soon as anything is written."""

    def put(self, text: str) -> None:
        """Write a text that need not end a line."""
        if self.open_prompt:
            self.open_prompt = ""
            write("\n", self._out)
        write(text, self._out)

    def write(self, *lines: str) -> None:
        """Write lines."""
        self.put("".join(f"{line}\n" for line in lines))

    def write_wrapped(self, text: str, break_on_hyphens: bool = True) -> None:
        """Write a text in lines that fit a screen."""
        self.write(fill(text, _WIDTH, break_on_hyphens=break_on_hyphens))

    def write_apart(self, lines: Sequence[str]) -> None:
        """Write lines with an empty line before and after them."""
        self.write("", *lines, "")

    def draw_new(self) -> None:
        """Write the board if its position has changed since it was drawn."""
        if self._state.table.position != self._drawn:
            self._draw_board()
            self.write("")

    def draw(self) -> None:
        """Write the board and its legend."""
        self._draw_board()
        table = self._state.table
        sides = (table.home, 1 - table.home)
        signs = (f"{SIGNS[side][0]} is {table.names[side]}" for side in sides)
        kings = "kings are capitals"
        if table.rules.triple_kings:
            kings += f", triple kings {' and '.join(SIGNS[side][TRIPLE] for side in sides)}"
        if table.jumped:
            kings += f", {JUMPED} is jumped and still stands"
        self.write(f"  {', '.join(signs)}", f"  {table.rules.name}, {table.jumping}; {kings}", "")

    def _draw_board(self) -> None:
        table = self._state.table
        self._drawn = table.position
        self.write("", board_text(table.position, table.home, self._state.bottom, table.jumped))

    def count(self) -> bool:
        """Count the captured men; return True if the counts have changed since the last time."""
        table, before = self._state.table, self._taken
        self._taken = table.taken(BLACK), table.taken(WHITE)
        return self._taken != before

    def write_news(self) -> None:
        """Write the counts of captured men if they have changed, and a reminder of a forced jump."""
        table = self._state.table
        if self.count():
            sides = (table.home, 1 - table.home)
            self.write(f"Taken: {', '.join(f'{table.names[side]} {self._taken[side]}' for side in sides)}.")
        if table.must_jump:
            self.write(self._state.activity.headline)
