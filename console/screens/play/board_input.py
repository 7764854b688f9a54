"""Input on the board: the square cursor, the pointer that drags a piece, and the keys that walk through a study."""

from dataclasses import dataclass
from typing import Final

from console.dialogue.state import State
from console.game.move_input import JumpPath
from console.reading import kinds
from console.reading.kinds import Kind, Trait
from console.reading.readings import Command, Input
from console.screens.widgets.board import BoardLayout
from console.terminal.events import Mouse

_PUT_DOWN: Final = {kinds.TO: "", kinds.MULTIPLE: "N"}
WHEEL: Final = ("left", "right")
"""The keys that the wheel stands for, up and down."""
_WALKS: Final = {"left": "undo", "home": "reset", "right": "redo", "end": "go", "up": "line", "down": "line"}


@dataclass
class BoardInput:
    """Turns the square cursor and the mouse into answers to the open question.

    ``cursor`` is a square, or None while the cursor is hidden. ``pointer`` is the row and column of the cell to which a
    piece is dragged, or None.
    """

    state: State
    cursor: int | None = None
    pointer: tuple[int, int] | None = None
    _pressed: int | None = None
    _was_lifted: bool = False

    @property
    def lifted(self) -> int | None:
        """The square of the lifted piece, or of the piece in an unfinished jump; None if there is none."""
        jump = self.state.table.jump
        return jump.end if jump is not None else None

    def let_go(self) -> None:
        """Cancel a press or a drag of the mouse."""
        self.pointer = self._pressed = None

    def hide(self) -> None:
        """Cancel a press or a drag of the mouse, and hide the cursor."""
        self.let_go()
        self.cursor = None

    def lights(self, kind: Kind | None) -> frozenset[int]:
        """Return the squares to highlight: the targets of the lifted piece, or the pieces that can be huffed.

        The pieces that can move are highlighted after the player has had his moves listed. In a game with huffing that
        counts as help, so the targets are not highlighted before, either.
        """
        table = self.state.table
        if kind is kinds.HUFF:
            return frozenset(table.game.huffable)
        is_listed = table.listed == table.game.position
        if table.jump is None and kind is kinds.MOVE and is_listed:
            return frozenset(JumpPath.of(table.game).targets)
        if table.jump is None or kind is None or Trait.AT_BOARD not in kind.traits:
            return frozenset()
        if table.jumping == "huff" and self.state.activity.is_kept and not is_listed:
            return frozenset()
        return frozenset(table.jump.targets)

    # The cursor

    def move(self, layout: BoardLayout, down: int, right: int) -> None:
        """Move the cursor by one square, or show it if it is hidden. ``down`` and ``right`` are -1, 0 or 1."""
        if self.cursor is None:
            self.cursor = self._beginning()
        else:
            self.cursor = layout.neighbor(self.cursor, down, right)

    def _beginning(self) -> int:
        """Return the first square of the cursor: the lifted piece, the piece moved last, or one that can move.

        If no piece can move, return a square in the middle.
        """
        if self.lifted is not None:
            return self.lifted
        game = self.state.game
        last = game.turns[game.ply - 2].move.end if game.ply > 1 else 0
        own = sorted(JumpPath.of(game).targets)
        if last in own:
            return last
        pieces = own or range(1, game.rules.geometry.squares + 1)
        return pieces[len(pieces) // 2]

    def pick(self, kind: Kind) -> Input | None:
        """Choose the square at the cursor, as if it was typed. If the cursor is hidden, only show it."""
        if self.cursor is None:
            self.cursor = self._beginning()
            return None
        found = self.at(self.cursor, kind)
        return (self.cursor,) if found is None else found

    # Choosing squares

    def at(self, number: int, kind: Kind) -> Input | None:
        """Choose a square. Return the answer that lifts a piece, drops it or continues a jump there, or None."""
        jump = self.state.table.jump
        if jump is not None and number == jump.end and kind is not kinds.HUFF:
            return _PUT_DOWN.get(kind)
        if kind is kinds.HUFF:
            chosen = number in self.state.game.huffable
        elif jump is None:
            chosen = self._own(number)
        else:
            chosen = kind is kinds.TO or number in jump.targets
        return (number,) if chosen else None

    def _own(self, number: int) -> bool:
        piece = self.state.table.position.piece(number)
        return piece is not None and piece.side == self.state.game.side

    # The mouse

    def point(self, mouse: Mouse, layout: BoardLayout, kind: Kind) -> Input | None:
        """Return the answer that an event of the mouse makes, or None.

        A press lifts or drops a piece. A release drops a dragged piece.
        """
        number = layout.square_at(mouse.row, mouse.column)
        if mouse.button != "left":
            return None
        if mouse.kind == "press":
            return self._press(number, kind)
        if mouse.kind != "drag":
            return self._release(number, kind)
        pressed = self._pressed is not None and self._pressed == self.lifted
        if pressed and (number != self._pressed or self.pointer is not None):
            self.pointer = mouse.row, mouse.column
        return None

    def _press(self, number: int | None, kind: Kind) -> Input | None:
        self.hide()
        if number is None:
            return "" if kind is kinds.TO else None
        self._was_lifted = number == self.lifted
        if self._was_lifted or (Trait.IN_HAND in kind.traits and self._own(number)):
            self._pressed = number
        return None if self._was_lifted else self.at(number, kind)

    def _release(self, number: int | None, kind: Kind) -> Input | None:
        pressed = self._pressed
        self.let_go()
        if pressed is None or pressed != self.lifted:
            return None
        if number is None:
            return "" if kind is kinds.TO else None
        return self.at(number, kind) if number != pressed or self._was_lifted else None


def on_board(pointer: tuple[int, int], layout: BoardLayout) -> tuple[int, int]:
    """Return the row and column of the upper left cell of a piece that is dragged to ``pointer``.

    The middle of the piece is under the pointer, unless the piece would leave the board.
    """
    size, last = layout.size, layout.geometry.size - 1
    row, column = pointer[0] - (size.height - 1) // 2, pointer[1] - (size.width - 1) // 2
    return (
        min(max(layout.top, row), layout.top + last * size.height),
        min(max(layout.left, column), layout.left + last * size.width),
    )


def walks(key: str, state: State, cursor: int | None) -> bool:
    """Return True if a key walks through a study. The arrows move the square cursor instead if there is one.

    Up and Down walk only if the game has variations.
    """
    if not state.in_study or (_WALKS.get(key) == "line" and not any(each.depth for each in state.activity.outline)):
        return False
    return key in _WALKS and (cursor is None or key in ("home", "end"))


def step_of(key: str, state: State) -> Command | None:
    """Return the command that a key stands for; None if the board is at that end of the line."""
    last = len(state.game.turns)
    if _WALKS[key] == "line":
        return Command("line", key)
    is_at_end = state.game.ply == (0 if key in ("left", "home") else last)
    return None if is_at_end else Command(_WALKS[key], str(last) if key == "end" else "")
