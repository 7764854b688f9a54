"""The board as a place to play on: the square cursor, the piece that is held, the pointer that drags it. Headless."""

from dataclasses import dataclass
from typing import Final

from console.dialogue.messages import Answer, Kind
from console.dialogue.state import State
from console.game.jump_path import JumpPath, Squares
from console.screens.widgets.board import BoardLayout
from console.terminal.events import Mouse
from engine.notation import UnreadableMove, parse_squares

ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
AT_BOARD: Final = (Kind.MOVE, Kind.MULTIPLE, Kind.NEXT_SQUARE, Kind.HUFF)


@dataclass(frozen=True)
class Pointer:
    """Where on the canvas a piece is being dragged."""

    row: int
    column: int


class BoardInput:
    """The piece that is held and the square cursor. What is done with them is told as answers to the open question."""

    def __init__(self, state: State) -> None:
        self._state = state
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
        if kind is Kind.HUFF:
            return frozenset(self._state.game.huffable)
        if kind is Kind.MOVE and self.held is not None:
            found = self._state.paths().along(self.held).targets
        elif kind in (Kind.MULTIPLE, Kind.NEXT_SQUARE):
            found = self._state.paths().targets
        else:
            return frozenset()
        hidden = self._state.jumping == "huff" and not all_jumps
        return frozenset(number for number, jump in found.items() if not (jump and hidden))

    # The keyboard's cursor

    def move(self, layout: BoardLayout, down: int, right: int) -> None:
        """Move the cursor by one square; the first time it appears."""
        if self.cursor is None:
            self.cursor = self._beginning()
        else:
            self.cursor = layout.neighbour(self.cursor, down, right)

    def _beginning(self) -> int:
        """Where the cursor appears: on the piece under way or a piece of the player's near the middle."""
        state, position = self._state, self._state.position
        if state.jump is not None:
            return state.jump.end
        last = state.game.turns[state.game.ply - 2].move.end if state.game.ply > 1 else 0
        own = position.geometry.numbers(position.of(state.game.side))
        if last in own:
            return last
        pieces = own or tuple(range(1, position.geometry.squares + 1))
        return pieces[len(pieces) // 2]

    def pick(self, kind: Kind) -> Answer | None:
        """Lift or drop at the cursor; it appears first if it is not there."""
        if self.cursor is None:
            self.cursor = self._beginning()
            return None
        return self.at(self.cursor, kind)

    # Choosing squares

    def at(self, number: int, kind: Kind) -> Answer | None:
        """Choose a square: lift the piece there, drop the one held, or go on jumping; the answer that makes, if any."""
        if kind is Kind.HUFF:
            return (number,) if number in self._state.game.huffable else None
        if self._state.jump is not None:
            return self._jump_on(self._state.jump, number, kind)
        if self._own(number) and number != self.held:
            self.held = number
        elif number == self.held:
            self.let_go()
        elif self.held is not None:
            start, self.held = self.held, None
            return start, number
        return None

    @staticmethod
    def _jump_on(jump: JumpPath, number: int, kind: Kind) -> Answer | None:
        """The piece put down where it stands ends the jump, on another square it goes on."""
        if number == jump.end:
            return "N" if kind is Kind.MULTIPLE else None
        return (number,) if number in jump.targets else None

    def _own(self, number: int) -> bool:
        piece = self._state.position.piece(number)
        return piece is not None and piece.side == self._state.game.side

    # The mouse

    def point(self, mouse: Mouse, layout: BoardLayout, kind: Kind) -> Answer | None:
        """A press lifts or drops, a release somewhere else than the press drops what was dragged there."""
        number = layout.square_at(mouse.row, mouse.column)
        if mouse.button != "left":
            return None
        if mouse.kind == "press":
            return self._press(number, kind)
        if mouse.kind == "drag":
            if self._pressed is not None and (number != self._pressed or self.pointer is not None):
                self.pointer = Pointer(mouse.row, mouse.column)
            return None
        return self._release(number, kind)

    def _press(self, number: int | None, kind: Kind) -> Answer | None:
        self.cursor = self.pointer = self._pressed = None
        if number is None:
            self.let_go()
            return None
        if kind is Kind.MOVE and self._own(number):
            self._was_held = self.held == number
            self._pressed = self.held = number
            return None
        if self._state.jump is not None and number == self._state.jump.end:
            self._pressed = number
            self._was_held = True
            return None
        return self.at(number, kind)

    def _release(self, number: int | None, kind: Kind) -> Answer | None:
        pressed, self._pressed, self.pointer = self._pressed, None, None
        if pressed is None:
            return None
        if number is None:
            self.let_go()
            return None
        if number == pressed:
            return self.at(number, kind) if self._was_held else None
        return self.at(number, kind)

    # Together with the typed line

    def with_line(self, line: str) -> Answer:
        """What a typed line answers: while a piece is held one square is where that goes, else it is left as typed."""
        squares = self._squares(line) if self.held is not None else ()
        return (self.held, *squares) if self.held is not None and len(squares) == 1 else squares or line

    def take_from(self, line: str) -> None:
        """Hold the piece on the one square that a line names, if it is one of the player's."""
        squares = self._squares(line)
        if len(squares) == 1 and self._own(squares[0]):
            self.held = squares[0]

    def _squares(self, line: str) -> Squares:
        """The squares a line names; none if it does not name any."""
        try:
            return parse_squares(line.strip(), self._state.rules.geometry, self._state.home) if line.strip() else ()
        except UnreadableMove:
            return ()


def on_board(pointer: Pointer, layout: BoardLayout) -> Pointer:
    """The upper left cell of a piece whose middle is under the pointer, kept on the board."""
    size, count = layout.size, layout.geometry.size
    row = min(max(layout.top, pointer.row - (size.height - 1) // 2), layout.top + (count - 1) * size.height)
    column = min(max(layout.left, pointer.column - (size.width - 1) // 2), layout.left + (count - 1) * size.width)
    return Pointer(row, column)
