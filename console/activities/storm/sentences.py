"""The messages of storms."""

from collections.abc import Sequence
from typing import Final

from console.activities.storm.scores import FOUNDERS_STORMS, Storm
from console.game.clock import clock_text
from console.game.naming import counted

INTRODUCTION: Final = "Three minutes, easy problems first, one move each. A wrong move costs ten seconds."
ASK_READY: Final = "Start the clock (Y/N, Enter: Y)? "
ASK_ANOTHER: Final = "Another storm (Y/N)? "
TIME: Final = "Time!"
NO_MOVE: Final = "Time! You have not made a move, so nobody will hear of it."
NO_SUCH: Final = 'There is no storm {}: "storm" starts one, "storm best" lists the best, "storm off" leaves it.'
ALL_DONE: Final = "That was the last problem I had."


def right(solved: int, left: float) -> str:
    """Return the message about a right move, with the founder who has solved as many."""
    equal = next((f", as many as {one.name}" for one in FOUNDERS_STORMS if one.solved == solved), "")
    return f"Right, that is {solved}{equal}. {clock_text(left)} left."


def result(storm: Storm, best_before: int, table: Sequence[Storm]) -> str:
    """Return the message about a finished storm: the score, the best one, and whom it has passed in the table."""
    missed = f", {storm.missed} missed" if storm.missed else ", and none missed"
    score = f"{counted(storm.solved, 'problem')} solved{missed}."
    if not storm.solved and not best_before:
        return f"{score} Nowhere to go but up."
    if storm.solved <= best_before:
        return f"{score} Your best is {best_before}."
    place = table.index(storm)
    if not place:
        return f"{score} Nobody has ever solved more."
    ahead = table[place - 1]
    passed = "".join(f", ahead of {behind.name}" for behind in table[place + 1 : place + 2])
    return f"{score} That makes you number {place + 1}{passed}; {ahead.name} has {ahead.solved}."
