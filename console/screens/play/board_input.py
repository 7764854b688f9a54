"""The player's hand on the board: the square cursor, the piece it holds, and the pointer that drags it. Headless."""

from dataclasses import dataclass
from typing import Final

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Kind
from console.screens.widgets.board import Layout
from console.terminal.events import Mouse
from engine.notation import UnreadableMove, parse_squares

ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
AT_BOARD: Final = (Kind.MOVE, Kind.MULTIPLE, Kind.NEXT_SQUARE, Kind.HUFF)


@dataclass(frozen=True)
class Pointer:
    """Where on the canvas a piece is being dragged."""

    row: int
    column: int


class Hand:
    """What is held and where the cursor is. What it does is told as the replies a player would type."""

    def __init__(self, dialogue: Dialogue) -> None:
        self._dialogue = dialogue
        self.cursor: int | None = None
        self.held: int | None = None
        self.pointer: Pointer | None = None
        self._pressed: int | None = None
        self._was_held = False

    def let_go(self) -> None:
        """Put the piece back where it was lifted."""
        self.held = self.pointer = self._pressed = None

    def hide(self) -> None:
        """Let go and take the cursor away."""
        self.let_go()
        self.cursor = None

    def lights(self, kind: Kind | None, all_jumps: bool) -> frozenset[int]:
        """The squares to light for what is held: with huff not the jumps a player is to find himself."""
        table = self._dialogue
        if kind is Kind.HUFF:
            return frozenset(table.game.huffable)
        if kind is Kind.MOVE and self.held is not None:
            found = table.targets((self.held,))
        elif kind in (Kind.MULTIPLE, Kind.NEXT_SQUARE):
            found = table.targets(table.under_way)
        else:
            return frozenset()
        hidden = table.jumping == "huff" and not all_jumps
        return frozenset(number for number, jump in found.items() if not (jump and hidden))

    # The keyboard's cursor

    def move(self, layout: Layout, down: int, right: int) -> None:
        """Move the cursor by one square; the first time it appears."""
        if self.cursor is None:
            self.cursor = self._beginning()
        else:
            self.cursor = layout.neighbour(self.cursor, down, right)

    def _beginning(self) -> int:
        """Where the cursor appears: on the piece under way or a piece of the player's near the middle."""
        table = self._dialogue
        if table.under_way:
            return table.under_way[-1]
        last = table.game.turns[table.game.ply - 2].move.end if table.game.ply > 1 else 0
        own = table.position.geometry.numbers(table.position.of(table.game.side))
        if last in own:
            return last
        pieces = own or tuple(range(1, table.position.geometry.squares + 1))
        return pieces[len(pieces) // 2]

    def pick(self, kind: Kind) -> list[str]:
        """Lift or drop at the cursor; it appears first if it is not there."""
        if self.cursor is None:
            self.cursor = self._beginning()
            return []
        return self.at(self.cursor, kind)

    # Choosing squares

    def at(self, number: int, kind: Kind) -> list[str]:
        """Choose a square: lift the piece there, drop the one held, or go on jumping; the replies that makes."""
        table = self._dialogue
        name = table.naming.square(number)
        if kind is Kind.HUFF:
            return [name] if number in table.game.huffable else []
        if kind in (Kind.MULTIPLE, Kind.NEXT_SQUARE):
            return self._jump_on(number, name, kind)
        if self._own(number) and number != self.held:
            self.held = number
        elif number == self.held:
            self.let_go()
        elif self.held is not None:
            start, self.held = self.held, None
            return [f"{table.naming.square(start)} {name}"]
        return []

    def _jump_on(self, number: int, name: str, kind: Kind) -> list[str]:
        """The piece put down where it stands ends the jump, on another square it goes on."""
        table = self._dialogue
        if number == table.under_way[-1]:
            return ["N"] if kind is Kind.MULTIPLE else []
        if number not in table.targets(table.under_way):
            return []
        return ["Y", name] if kind is Kind.MULTIPLE else [name]

    def _own(self, number: int) -> bool:
        piece = self._dialogue.position.piece(number)
        return piece is not None and piece.side == self._dialogue.game.side

    # The mouse

    def point(self, mouse: Mouse, layout: Layout, kind: Kind) -> list[str]:
        """A press lifts or drops, a release somewhere else than the press drops what was dragged there."""
        number = layout.square_at(mouse.row, mouse.column)
        if mouse.button != "left":
            return []
        if mouse.kind == "press":
            return self._press(number, kind)
        if mouse.kind == "drag":
            if self._pressed is not None and (number != self._pressed or self.pointer is not None):
                self.pointer = Pointer(mouse.row, mouse.column)
            return []
        return self._release(number, kind)

    def _press(self, number: int | None, kind: Kind) -> list[str]:
        self.cursor = self.pointer = self._pressed = None
        if number is None:
            self.let_go()
            return []
        if kind is Kind.MOVE and self._own(number):
            self._was_held = self.held == number
            self._pressed = self.held = number
            return []
        under_way = self._dialogue.under_way
        if under_way and number == under_way[-1]:
            self._pressed = number
            self._was_held = True
            return []
        return self.at(number, kind)

    def _release(self, number: int | None, kind: Kind) -> list[str]:
        pressed, self._pressed, self.pointer = self._pressed, None, None
        if pressed is None:
            return []
        if number is None:
            self.let_go()
            return []
        if number == pressed:
            return self.at(number, kind) if self._was_held else []
        return self.at(number, kind)

    # Together with the typed line

    def with_line(self, line: str) -> str:
        """A typed line, with the square of the piece held before it if it names one square only."""
        if self.held is None or self._squares(line) != 1:
            return line
        return f"{self._dialogue.naming.square(self.held)} {line.strip()}"

    def take_from(self, line: str) -> bool:
        """Hold the piece on the one square that a line names; whether there is one of the player's."""
        if self._squares(line) != 1:
            return False
        number = self._parse(line)[0]
        if self._own(number):
            self.held = number
        return self.held == number

    def _squares(self, line: str) -> int:
        return len(self._parse(line))

    def _parse(self, line: str) -> tuple[int, ...]:
        table = self._dialogue
        try:
            return parse_squares(line.strip(), table.rules.geometry, table.home) if line.strip() else ()
        except UnreadableMove:
            return ()


def on_board(pointer: Pointer, layout: Layout) -> Pointer:
    """The upper left cell of a piece whose middle is under the pointer, kept on the board."""
    size, count = layout.size, layout.geometry.size
    row = min(max(layout.top, pointer.row - (size.height - 1) // 2), layout.top + (count - 1) * size.height)
    column = min(max(layout.left, pointer.column - (size.width - 1) // 2), layout.left + (count - 1) * size.width)
    return Pointer(row, column)
