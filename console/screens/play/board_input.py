"""The board as a place to play on: the square cursor, and the pointer that drags a piece. Headless."""

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
    """Where on the canvas a piece is being dragged."""

    row: int
    column: int


class BoardInput:
    """The square cursor and the pointer. What is done with them is told as answers to the open question."""

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
        """Let go and take the cursor away."""
        self.let_go()
        self.cursor = None

    def lights(self, kind: Kind | None, all_jumps: bool) -> frozenset[int]:
        """The squares to light for what is lifted: with huff not the jumps a player is to find himself."""
        if kind is kinds.HUFF:
            return frozenset(self._state.game.huffable)
        if self._state.table.jump is None or kind is None or not kind.has(Trait.AT_BOARD):
            return frozenset()
        hidden = self._state.table.jumping == "huff" and not all_jumps
        return frozenset(number for number, jump in self._state.table.jump.targets.items() if not (jump and hidden))

    # The keyboard's cursor

    def move(self, layout: BoardLayout, down: int, right: int) -> None:
        """Move the cursor by one square; the first time it appears."""
        if self.cursor is None:
            self.cursor = self._beginning()
        else:
            self.cursor = layout.neighbour(self.cursor, down, right)

    def _beginning(self) -> int:
        """Where the cursor appears: on the piece under way or a piece near the middle that can move."""
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
        """Lift or drop at the cursor; it appears first if it is not there."""
        if self.cursor is None:
            self.cursor = self._beginning()
            return None
        return self.at(self.cursor, kind)

    # Choosing squares

    def at(self, number: int, kind: Kind) -> Answer | None:
        """Choose a square: lift the piece there, put it down, or go on jumping; the answer that makes, if any."""
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
        """The square of the piece that is lifted or under way."""
        return self._state.table.jump.end if self._state.table.jump is not None else None

    def _own(self, number: int) -> bool:
        piece = self._state.table.position.piece(number)
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
    """The upper left cell of a piece whose middle is under the pointer, kept on the board."""
    size, count = layout.size, layout.geometry.size
    row = min(max(layout.top, pointer.row - (size.height - 1) // 2), layout.top + (count - 1) * size.height)
    column = min(max(layout.left, pointer.column - (size.width - 1) // 2), layout.left + (count - 1) * size.width)
    return Pointer(row, column)
