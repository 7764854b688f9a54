"""The messages about problems: tasks, hints, refutations and ratings."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.levels import LEVELS
from console.activities.problems.solved import Rating, SolvedRow
from console.game.naming import Naming, quoted, spoken_list
from console.text import sentences
from console.text.sentences import naming_list
from engine.entries import read_entries
from engine.position import Move

if TYPE_CHECKING:
    from ai.problems.problem import Problem

MISTAKE_SET_OUT: Final = "From one of your games: you played {} here. {}."
RIGHT: Final = "Right so far."
AT_ONCE: Final = "Solved at once."
WITH_HELP: Final = "Solved, with a hint."
AFTER_ALL: Final = "Solved after all."
AS_BEFORE: Final = "Solved, as before: only new ones count."
COMES_BACK: Final = "This mistake comes back {}."
FORGOTTEN: Final = "This mistake will not come back."
_SHOWN: Final = 6
_SHOWN_AGAINST: Final = 4  # moves; more would not fit into the smallest conversation pane
_PHRASES: Final = read_entries(Path(__file__).with_name("ideas.txt").read_text("ascii"), " = ")


def set_out(problem: "Problem", of_the_day: bool) -> str:
    """Return the message that introduces a problem."""
    named = f"{problem.name}. " if problem.name else ""
    which = "The problem of the day" if of_the_day else "A problem"
    return f"{which}, difficulty {problem.difficulty}. {named}{sentences.task(problem.position.side, problem.goal)}."


def hint(step: int, line: Sequence[Move], themes: Sequence[str], naming: Naming) -> str:
    """Return hint number ``step``: 1 names the themes, if there are any, 2 the man, 3 the line."""
    if step == 1 and themes:
        return f"The idea is {spoken_list([*map(_idea, themes)], 'and')}."
    if step < 3:
        return f"Look at {naming.square(line[0].start)}."
    return f"The solution is {naming_list(line[:_SHOWN], naming)}."


def _idea(theme: str) -> str:
    """Return a theme in words; a shot by its name with an article: ``a two-for-one``, ``an eight-for-four``."""
    return _PHRASES["themes"].get(theme) or f"{'an' if theme.startswith('eight') else 'a'} {theme}"


def refuted(move: Move, line: Sequence[Move], goal: str, naming: Naming) -> str:
    """Return the message that a move is wrong. ``line`` is the refutation; empty if the move ends the game."""
    message = f"No, {naming.move(move)} does not {goal}"
    if not line:
        return f"{message}."
    rest = naming_list(line[1 : 1 + _SHOWN_AGAINST], naming)
    return f"{message}: {naming.move(line[0])}{f', then {rest}' if rest else ''}."


def second_solution(move: Move, goal: str, naming: Naming) -> str:
    """Return the message that a move other than the solution is proved to be as good."""
    does = "wins" if goal == "win" else "draws"
    return f"{naming.move(move)} is not what I had in mind, but it {does}, too, and I can prove it."


def solved(how: str, idea: str, line: Sequence[Move], naming: Naming) -> str:
    """Return the message that a problem is solved. ``line`` is the play that could follow."""
    following = f"It could continue {naming_list(line[:_SHOWN_AGAINST], naming)}." if line else ""
    return " ".join(filter(None, (how, idea, following)))


def about(problem: "Problem") -> str:
    """Return the sentence about the idea of a problem: for a classic with its verdict, else with who misses it."""
    idea = f"The idea was {_idea(problem.themes[0]).partition(' (')[0]}"
    if problem.name:
        return f"{idea}. {_PHRASES['verdicts'][problem.ground]}"
    if problem.difficulty == 1:
        return f"{idea}; even level 1, the {LEVELS[1].name}, finds it."
    level = problem.difficulty - 1
    return f"{idea}, and level {level}, the {LEVELS[level].name}, misses it."


def row(before: SolvedRow, after: SolvedRow) -> str:
    """Return the message about the row after a problem that counts."""
    if not after.now:
        return row_ended(before) if before.now else f"The next one can start a streak.{_best(after)}"
    if after.now == 1:
        return f"That starts a streak.{_best(after)}"
    if after.now > before.best:
        return f"{after.now} in a row, your best. {_PHRASES['streaks'].get(str(after.now), '')}".rstrip()
    return f"{after.now} in a row.{_best(after)}"


def row_ended(ended: SolvedRow) -> str:
    """Return the message that a row has ended."""
    return f"That ends a streak of {ended.now}{', your best' if 1 < ended.now == ended.best else ''}."


def _best(row: SolvedRow) -> str:
    return f" Your best is {row.best}." if row.best > 1 else ""


def marked(days: int) -> str:
    """Return the message about a new mark on the calendar. ``days`` in succession have a mark, this day included."""
    run = f"{days} days in a row" if days > 1 else '"problem calendar" shows it'
    return f"A mark on the calendar: {run}."


def rating(before: Rating, after: Rating) -> str:
    """Return the message about the new rating, with the change unless the rating is a guess."""
    if after.is_guess:
        return f"Your problem rating is around {round(after.value, -1):.0f} so far."
    change = round(after.value) - round(before.value)
    return f"Your problem rating is {round(after.value)} ({change:+})."


def none_due(days: int | None) -> str:
    """Return the message that no mistake is due. The next one is due in ``days`` days; None: there is none."""
    if days is None:
        return 'None of your mistakes is due: "review" finds them, and they come back after a day.'
    return f"None of your mistakes is due: the next comes back {sentences.in_days(days)}."


def no_number(kind: str, most: int) -> str:
    """Return the message for a number that no problem of a kind has."""
    return f'The {kind} problems have the numbers 1 to {most}, as in "problem {kind} {most}".'


def no_kind(typed: str) -> str:
    """Return the message for a kind of problems that does not exist."""
    others = '"problem list" lists the kinds; today, yours, calendar and off work, too.'
    return f"There are no {quoted(typed)} problems: {others}"
