"""The messages of storms."""

from collections.abc import Sequence
from typing import Final

from console.activities.storm.scores import FOUNDERS_STORMS, Storm
from console.game.clock import clock_text
from console.game.naming import Naming, counted, quoted
from engine.geometry import SIDE_NAMES
from engine.position import Move

NOT_NOW: Final = 'Not now: the clock is running. "storm off" ends the storm.'
NOT_IN_ONE: Final = 'There is no storm. "storm" starts one.'
INTRODUCTION: Final = (
    "Three minutes on your clock, and problems from easy to hard, each with one move to find. A right move "
    "brings the next problem at once; a wrong one costs ten seconds."
)
ASK_READY: Final = "Start the clock (Y/N, Enter: Y)? "
ASK_ANOTHER: Final = "Another storm (Y/N)? "
LEFT: Final = "It blows over. A storm you leave early does not count."
TIME: Final = "Time!"
NO_MOVE: Final = "Time! You have not made a move, so nobody will hear of it."
ALL_DONE: Final = "That was the last problem I had."


def no_such(typed: str) -> str:
    """Return the message for an unknown argument."""
    return f'There is no storm {quoted(typed)}: "storm" starts one, "storm best" lists the best, "storm off" leaves it.'


def ask_move(side: int, goal: str, naming: Naming) -> str:
    """Return the question for the move."""
    return f"{SIDE_NAMES[side]} to move and {goal} (like {naming.example})? "


def right(solved: int, left: float) -> str:
    """Return the message about a right move, with the founder who has solved as many."""
    equal = next((f", as many as {one.name}" for one in FOUNDERS_STORMS if one.solved == solved), "")
    return f"Right, that is {solved}{equal}. {clock_text(left)} left."


def wrong(solution: Move, goal: str, left: float, naming: Naming) -> str:
    """Return the message about a wrong move."""
    return f"No: {naming.move(solution)} {goal}s. {clock_text(left)} left."


def result(storm: Storm, best_before: int, table: Sequence[Storm]) -> str:
    """Return the message about a finished storm: the score, the best one, and whom it has passed in the table."""
    missed = f", {storm.missed} missed" if storm.missed else ", and none missed"
    score = f"{counted(storm.solved, 'problem')} solved{missed}."
    if not storm.solved and not best_before:
        return f"{score} Nowhere to go but up."
    if storm.solved <= best_before:
        return f"{score} Your best is {best_before}."
    place = table.index(storm)
    behind = next((each for each in table[place + 1 :]), None)
    ahead = table[place - 1] if place else None
    if ahead is None:
        return f"{score} Nobody has ever solved more."
    passed = f", ahead of {behind.name}" if behind is not None else ""
    return f"{score} That makes you number {place + 1}{passed}; {ahead.name} has {ahead.solved}."
