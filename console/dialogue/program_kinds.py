"""The differences between the kinds of programs that play."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from console.dialogue.messages import Ended, MoveChooser, Played, Step
from console.game.seats import Program
from console.text.levels import VOICES, TurningPoint

Remarks: TypeAlias = Mapping[TurningPoint, str]


def remarks_at_level(program: Program) -> Remarks:
    """Return the remarks of the built-in opponent at the level of a program."""
    return VOICES[program.level].remarks if program.level is not None else {}


class ProgramKind(NamedTuple):
    """A kind of programs. The field ``kind`` of a seat names it.

    ``chooser`` returns what chooses the moves of a program, and ``remarks`` its remarks by turning point. ``after``
    adds what such a program says after a step of its game. ``ready`` seats such a program, or another one in its place,
    before a search for a move, and ``moved`` says so if another one has chosen the move.
    """

    chooser: Callable[[Program], MoveChooser]
    remarks: Callable[[Program], Remarks] = lambda _: {}
    after: Callable[[Played | Ended], Iterable[Step]] = lambda _: ()
    ready: Callable[[], Iterable[Step]] = tuple
    moved: Callable[[], Iterable[Step]] = tuple
