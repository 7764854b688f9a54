"""The tunes: one each for a move, a jump, a crowning, a huff and a win."""

from collections.abc import Callable
from typing import Final

from console.dialogue.messages import Cause, Ended, Played
from console.dialogue.state import State
from console.game.naming import just_crowned
from console.game.seats import Person
from console.terminal.bell import Note, Ringer
from engine.position import Move

Tune = tuple[Note, ...]

SILENCE: Final[Tune] = ()
MOVE: Final[Tune] = (Note(0.0, 523, 0.06),)
JUMP: Final[Tune] = (Note(0.0, 523, 0.1), Note(0.2, 784, 0.1))
HUFF: Final[Tune] = (Note(0.0, 392, 0.15), Note(0.2, 330, 0.15), Note(0.4, 262, 0.4))
CROWNING: Final[Tune] = (Note(0.0, 523, 0.15), Note(0.2, 659, 0.3), Note(0.6, 784, 0.4))
WIN: Final[Tune] = (
    *(Note(0.0, 392, 0.15), Note(0.2, 523, 0.15), Note(0.4, 659, 0.3)),
    *(Note(0.8, 523, 0.3), Note(1.2, 784, 0.6)),
)


def tune_of(step: Played | Ended, state: State) -> Tune:
    """Return the tune for a step.

    A player's own moves against the computer are silent; between two players, or two computers, every move sounds.
    """
    seats, opponent = state.table.seats, state.table.opponent
    match step:
        case Ended():
            outcome = state.game.outcome
            won = outcome is not None and outcome.winner is not None and isinstance(seats[outcome.winner], Person)
            return WIN if won else SILENCE
        case Played(cause=Cause.HUFF):
            return HUFF
        case Played(cause=Cause.MOVE, move=Move() as move, side=side) if opponent is None or side != state.table.home:
            if just_crowned(state.game):
                return CROWNING
            return JUMP if move.captured else MOVE
    return SILENCE


def ringer(descriptor: int) -> Callable[[Played | Ended, State], None]:
    """Return the function that plays the tune of a step on the terminal with this file descriptor."""
    bell = Ringer(descriptor)
    return lambda step, state: bell.ring(tune_of(step, state))
