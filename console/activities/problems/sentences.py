"""What is said of problems: what is asked for, hints, refutations and ratings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from console.activities.problems.rating import Rating
from console.game.naming import Naming, spoken_list
from console.text.sentences import naming_list
from engine.geometry import SIDE_NAMES
from engine.position import Move

if TYPE_CHECKING:
    from ai.problems.problem import Problem

ASK_AGAIN: Final = "Another try (Y/N, Enter: Y)? "
ASK_NEXT: Final = "Another problem (Y/N)? "
SOLVED_MISTAKE: Final = "This mistake will not come back."
NO_PROBLEMS: Final = "There are no problems by these rules."
WHICH: Final = '"problem" sets one that fits you; there are "problem today", "problem yours" and "problem off".'
NOT_IN_ONE: Final = "There is no problem on the board."
BACK: Final = "Back to the game."
NOT_NOW: Final = 'Not in a problem: "problem off" leaves it, "hint" helps with it.'
FROM_THE_START: Final = "Here it is again."
_SHOWN: Final = 6
_SHOWN_AGAINST: Final = 4  # so that it stays in sight with what follows, on the smallest conversation
_UNSURE: Final = 150.0  # the deviation of a rating from which on it is told as a guess
_NAMED_WAITS: Final = {1: "tomorrow", 7: "in a week", 30: "in a month"}
_WHY: Final = {
    "exchange": "an exchange",
    "sacrifice": "a sacrifice",
    "steal": "a piece that cannot be defended",
    "breeches": "the breeches (one piece between two, of which one falls)",
    "in and out": "an in-and-out shot (into the king row and out again)",
    "back shot": "a back shot",
    "bridge": "a way past the bridge",
    "dog hole": "a man stuck in the dog hole",
    "king trapped": "a trapped king",
    "crowning": "a man that is crowned",
    "block": "a block (the other side cannot move)",
    "first position": "First Position",
    "second position": "Second Position",
    "opposition": "the opposition (the other side has to give way)",
    "ending": "an ending with few pieces",
    "attack": "steady pressure",
}


def damaged(error: str) -> str:
    """Return the message for a file of problems that cannot be read."""
    return f"The problems by these rules are damaged: {error}."


def task(side: int, goal: str) -> str:
    """What is to be done: ``Black to move and win``."""
    return f"{SIDE_NAMES[side]} to move and {goal}"


def set_out(problem: "Problem", of_the_day: bool) -> str:
    """What is told with a problem."""
    named = f"{problem.name}. " if problem.name else ""
    which = "The problem of the day" if of_the_day else "A problem"
    return f"{which}, difficulty {problem.difficulty}. {named}{task(problem.position.side, problem.goal)}."


def mistake_set_out(side: int, goal: str, played: str) -> str:
    """What is told with a mistake of the user's that comes back."""
    return f"From a game of yours: you played {played} here. {task(side, goal)}."


def ask_move(side: int, goal: str, naming: Naming) -> str:
    """The question for a move of the solver's."""
    return f"{task(side, goal)} (like {naming.example})? "


def hint(step: int, move: Move, line: Sequence[Move], themes: Sequence[str], naming: Naming) -> str:
    """The first hint names the man, the second where he goes, the third tells why."""
    if step == 1:
        return f"Look at {naming.square(move.start)}."
    if step == 2:
        return f"{naming.move(move)} is the move."
    why = spoken_list([_WHY.get(theme) or _with_article(theme) for theme in themes], "and")
    return f"It is about {why}: {expected(line, naming)}."


def _with_article(shot: str) -> str:
    """A shot by its figures: ``a two for one``, ``an eight for four``."""
    return f"{'an' if shot.startswith('eight') else 'a'} {shot}"


def expected(line: Sequence[Move], naming: Naming) -> str:
    """The first moves of a line."""
    return naming_list(line[:_SHOWN], naming)


def refuted(move: Move, reply: Move | None, line: Sequence[Move], goal: str, naming: Naming) -> str:
    """Why a move is wrong: how it is answered."""
    told = f"No, {naming.move(move)} does not {goal}"
    if reply is None:
        return f"{told}."
    rest = naming_list(line[1 : 1 + _SHOWN_AGAINST], naming)
    return f"{told}: {naming.move(reply)}{f', then {rest}' if rest else ''}."


def second_solution(move: Move, goal: str, naming: Naming) -> str:
    """A move that is not the one looked for, and proved to be as good."""
    does = "wins" if goal == "win" else "draws"
    return f"{naming.move(move)} is not what I looked for, but it {does} as well: proved."


def solved(at_once: bool, line: Sequence[Move], naming: Naming) -> str:
    """The problem is solved; what would follow."""
    told = "Solved at once." if at_once else "Solved."
    return f"{told} It could go on {expected(line, naming)}." if line else told


def solution(line: Sequence[Move], naming: Naming) -> str:
    """What the solution is, to whom gives up."""
    return f"The solution is {expected(line, naming)}."


def rating(before: Rating, after: Rating) -> str:
    """How the rating moved; where little is known of the solver, only about where it is."""
    if after.deviation >= _UNSURE:
        return f"Your rating for problems is about {round(after.value, -1):.0f}: a guess that each problem makes surer."
    change = round(after.value) - round(before.value)
    return f"Your rating for problems is {round(after.value)} ({change:+})."


def due(count: int) -> str:
    """That mistakes come back before other problems."""
    return f"{_are_due(count)} first."


def due_at_start(count: int) -> str:
    """That mistakes come back, where a session of play begins."""
    return f'{_are_due(count)}: "problem".'


def _are_due(count: int) -> str:
    return f"{'A mistake' if count == 1 else f'{count} mistakes'} of yours {'is' if count == 1 else 'are'} due"


def none_due(days: int | None) -> str:
    """That no mistake comes back today; the next does in so many days, None if there is none."""
    if days is None:
        return 'No mistake of yours is due: "review" finds them, and they come back after a day.'
    return f"No mistake of yours is due: the next comes back {_wait(days)}."


def comes_back(days: int) -> str:
    """When a mistake comes back that was not solved at once."""
    return f"This mistake comes back {_wait(days)}."


def _wait(days: int) -> str:
    return _NAMED_WAITS.get(days, f"in {days} days")


def learned(count: int) -> str:
    """That a review has found mistakes that will come back."""
    return f'{"One mistake" if count == 1 else f"{count} mistakes"} of yours will come back tomorrow: "problem yours".'
