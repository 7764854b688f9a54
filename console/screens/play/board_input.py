"""Input on the board: the square cursor, and the pointer that drags a piece. It draws nothing."""

from dataclasses import dataclass
from typing import Final

from console.dialogue import kinds
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Answer
from console.dialogue.state import State
from console.game.jump_path import JumpPath
from console.screens.widgets.board import BoardLayout
from console.terminal.events import Mouse

ARROWS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_PUT_DOWN: Final = {kinds.TO: "", kinds.MULTIPLE: "N"}


@dataclass(frozen=True)
class Pointer:
    """The cell of the canvas to which a piece is dragged."""

    row: int
    column: int


class BoardInput:
    """The square cursor and the pointer. They make answers to the open question."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.cursor: int | None = None
        self.pointer: Pointer | None = None
        self._pressed: int | None = None
        self._was_lifted = False

    def let_go(self) -> None:
        """Forget what was pressed or dragged."""
        self.pointer = self._pressed = None

    def hide(self) -> None:
        """Forget the mouse, and hide the cursor."""
        self.let_go()
        self.cursor = None

    def lights(self, kind: Kind | None, all_jumps: bool) -> frozenset[int]:
        """Return the squares to light for the lifted piece. With huff, players must find jumps themselves."""
        if kind is kinds.HUFF:
            return frozenset(self._state.game.huffable)
        if self._state.table.jump is None or kind is None or not kind.has(Trait.AT_BOARD):
            return frozenset()
        hidden = self._state.table.jumping == "huff" and not all_jumps
        return frozenset(number for number, jump in self._state.table.jump.targets.items() if not (jump and hidden))

    # The cursor

    def move(self, layout: BoardLayout, down: int, right: int) -> None:
        """Move the cursor by one square, or show it."""
        if self.cursor is None:
            self.cursor = self._beginning()
        else:
            self.cursor = layout.neighbour(self.cursor, down, right)

    def _beginning(self) -> int:
        """Return the first square of the cursor: the lifted piece, the last one moved, or one that can move."""
        state, position = self._state, self._state.table.position
        if state.table.jump is not None:
            return state.table.jump.end
        last = state.game.turns[state.game.ply - 2].move.end if state.game.ply > 1 else 0
        own = sorted(JumpPath.of(state.game).targets)
        if last in own:
            return last
        pieces = own or range(1, position.geometry.squares + 1)
        return pieces[len(pieces) // 2]

    def pick(self, kind: Kind) -> Answer | None:
        """Lift or drop a piece at the cursor, or show the cursor."""
        if self.cursor is None:
            self.cursor = self._beginning()
            return None
        return self.at(self.cursor, kind)

    # Choosing squares

    def at(self, number: int, kind: Kind) -> Answer | None:
        """Choose a square, to lift a piece, put it down or jump on. Return the answer, if that makes one."""
        jump = self._state.table.jump
        if kind is kinds.HUFF:
            return (number,) if number in self._state.game.huffable else None
        if jump is None:
            return (number,) if self._own(number) else None
        if number == jump.end:
            return _PUT_DOWN.get(kind)
        return (number,) if kind is kinds.TO or number in jump.targets else None

    @property
    def _lifted(self) -> int | None:
        """The square of the piece that is lifted or moving."""
        return self._state.table.jump.end if self._state.table.jump is not None else None

    def _own(self, number: int) -> bool:
        piece = self._state.table.position.piece(number)
        return piece is not None and piece.side == self._state.game.side

    # The mouse

    def point(self, mouse: Mouse, layout: BoardLayout, kind: Kind) -> Answer | None:
        """Lift or drop a piece by a press. Drop a dragged piece by a release on another square."""
        number = layout.square_at(mouse.row, mouse.column)
        if mouse.button != "left":
            return None
        if mouse.kind == "press":
            return self._press(number, kind)
        if mouse.kind == "drag":
            pressed = self._pressed is not None and self._pressed == self._lifted
            if pressed and (number != self._pressed or self.pointer is not None):
                self.pointer = Pointer(mouse.row, mouse.column)
            return None
        return self._release(number, kind)

    def _press(self, number: int | None, kind: Kind) -> Answer | None:
        self.cursor = self.pointer = self._pressed = None
        if number is None:
            return "" if kind is kinds.TO else None
        self._was_lifted = number == self._lifted
        lifts = kind.has(Trait.IN_HAND) and self._own(number)
        if self._was_lifted or lifts:
            self._pressed = number
        return None if self._was_lifted else self.at(number, kind)

    def _release(self, number: int | None, kind: Kind) -> Answer | None:
        pressed, self._pressed, self.pointer = self._pressed, None, None
        if pressed is None or pressed != self._lifted:
            return None
        if number is None:
            return "" if kind is kinds.TO else None
        return self.at(number, kind) if number != pressed or self._was_lifted else None


def on_board(pointer: Pointer, layout: BoardLayout) -> Pointer:
    """Return the upper left cell of a piece whose middle is under the pointer. It stays on the board."""
    size, count = layout.size, layout.geometry.size
    row = min(max(layout.top, pointer.row - (size.height - 1) // 2), layout.top + (count - 1) * size.height)
    column = min(max(layout.left, pointer.column - (size.width - 1) // 2), layout.left + (count - 1) * size.width)
    return Pointer(row, column)
