"""The rhythms of the bell: one each for a move, a jump, a crowning and a win."""

from typing import Final

from console.dialogue.messages import Cause, Ended, Played
from console.dialogue.state import State
from console.game.naming import just_crowned
from console.game.seats import Person
from engine.position import Move

Rhythm = tuple[float, ...]
"""The times at which the bell sounds, in seconds after its first sound."""

SILENCE: Final[Rhythm] = ()
MOVE: Final[Rhythm] = (0.0,)
JUMP: Final[Rhythm] = (0.0, 0.2)
CROWNING: Final[Rhythm] = (0.0, 0.2, 0.6)
WIN: Final[Rhythm] = (0.0, 0.2, 0.4, 0.8, 1.2)


def rhythm_of(step: Played | Ended, state: State) -> Rhythm:
    """Return the rhythm for a step.

    A player's own moves against the computer are silent; between two players, or two computers, every move sounds.
    """
    seats, opponent = state.table.seats, state.table.opponent
    match step:
        case Ended():
            outcome = state.game.outcome
            won = outcome is not None and outcome.winner is not None and isinstance(seats[outcome.winner], Person)
            return WIN if won else SILENCE
        case Played(cause=Cause.MOVE, move=Move() as move, side=side) if opponent is None or side != state.table.home:
            if just_crowned(state.game):
                return CROWNING
            return JUMP if move.captured else MOVE
    return SILENCE
