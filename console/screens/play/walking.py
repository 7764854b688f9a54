"""The keys that walk through a study: Left and Right back and forth, Home and End to the ends of the line."""

from typing import Final

from console.dialogue.messages import Command
from console.dialogue.state import State

WHEEL: Final = ("left", "right")
"""The keys that the wheel stands for, up and down."""
_BESIDE: Final = ("left", "right")
_ENDS: Final = ("home", "end")


def walks(key: str, state: State, cursor: int | None) -> bool:
    """Return True if a key walks. Left and Right move the square cursor instead if there is one."""
    return state.in_study and (key in _ENDS or (key in _BESIDE and cursor is None))


def step_of(key: str, state: State) -> Command | None:
    """Return the command that a key stands for; None if the board is at that end of the line."""
    game, last = state.game, len(state.game.turns)
    steps = {
        "left": Command("undo"),
        "home": Command("reset"),
        "right": Command("redo"),
        "end": Command("go", f"{last}"),
    }
    is_at_end = game.ply == (0 if key in ("left", "home") else last)
    return None if is_at_end else steps[key]
