"""Problems of the collection, and the command: the choice of the next problem, and the list of their kinds."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import Final

from ai.engine import SearchInfo
from ai.problems.problem import Problem
from ai.problems.verdict import keeps, proves
from console.activities.problems import sentences as said
from console.activities.problems import solved as results
from console.activities.problems.activity import Following, Solving
from console.activities.problems.calendar_page import calendar_lines
from console.activities.problems.mistakes import SolvingMistake
from console.activities.problems.room import DUE
from console.activities.problems.solved import SolverStanding, solved_fens, standing_of
from console.dialogue.activity import CannotDo, refusing
from console.dialogue.messages import Row, Say, ShowList, ShowPage, Steps
from console.dialogue.task import TaskWord, packaged
from console.game.naming import whole_number
from console.game.repetition import MISTAKE, Item
from console.reading.readings import Command
from console.storage.due_items import items_of, removed
from console.storage.player_data import Statement
from console.text import sentences
from console.text.bars import bar
from console.text.table import Column, figures
from engine.rules import Rules

_SCORES: Final = (1.0, 0.5)  # for the rating, by number of hints; 0 with more hints or a wrong move
_BAR: Final = 10


class SolvingProblem(Solving):
    """A problem of the collection. ``day`` is the day whose problem it is, None for any other. Raises CannotDo."""

    def __init__(self, problem: Problem, day: date | None, word: TaskWord, following: Following) -> None:
        self._problem = problem
        self._day = day
        self.goal = problem.goal
        with refusing(sentences.PROBLEMS_DAMAGED):
            super().__init__(problem.rules, problem.position, problem.first_move, word, following)

    def introduction(self) -> str:
        """Return the message that introduces the problem."""
        return said.set_out(self._problem, self._day is not None)

    def is_as_good(self, found: SearchInfo) -> Steps[bool]:
        """Return True if the first move is proved to reach the goal, or a later move keeps it."""
        game, outcome = self.table.game, self._problem.outcome
        if game.ply > 1:
            return keeps(outcome, found)
        is_proved = proves(outcome, found, self.defense.knows(game.position))
        if is_proved and game.last is not None:
            yield Say(said.second_solution(game.last.move, self.goal, self.naming))
        return is_proved

    @property
    def counts(self) -> bool:
        """True if the next result counts: it is the first try, and the problem was not solved before."""
        return super().counts and self._problem.fen not in solved_fens(self.data, self.table.rules.name)

    def changes(self, solved: bool, at_once: bool) -> Sequence[Statement]:
        """Return the changes of the rating, of the solved problems and of the days."""
        rules, changes, hints = self.table.rules.name, list[Statement](), self.hints.total()
        if self.counts:
            score = _SCORES[hints] if solved and hints < len(_SCORES) else 0.0
            changes += results.rated(rules, self._problem.difficulty, score)
        if solved:
            changes.append(results.solved_problem(rules, self._problem.fen))
            changes += [] if self._day is None else [results.solved_day(rules, self._day)]
        return changes

    def news(self, before: SolverStanding, after: SolverStanding, at_once: bool) -> str:
        """Return the message about the new rating."""
        return said.rating(before.rating, after.rating)

    def idea(self) -> str:
        """Return the message about the theme and the difficulty."""
        return said.about(self._problem)

    def themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the problem."""
        yield from ()
        return self._problem.themes


_SINGLE: Final = ("", "today", "yours")
"""The arguments of the command "problem" that choose a single problem instead of a kind."""
_OTHERS: Final = (("today", "the problem of the day"), ("yours", "your mistakes"), ("calendar", "the days so far"))
"""The rows below the kinds."""


class Problems(TaskWord):
    """Chooses and sets problems."""

    kind = Solving

    def execute(self, command: Command) -> Steps[None]:
        """Set a problem, or show a list or the calendar. Raises CannotDo."""
        match command.argument:
            case "list":
                yield self._kinds()
            case "calendar":
                lines = calendar_lines(standing_of(self.data, self._rules.name).days, self.conversation.today())
                yield ShowPage("The problems of the day", lines)
            case which:
                yield from self.begin(which.replace(" for ", "-for-"))

    def begin(self, which: str) -> Steps[None]:
        """Set the problem that the argument ``which`` chooses. Raises CannotDo.

        ``today`` is the problem of the day, ``yours`` a mistake of the player's that has come back. A kind chooses an
        unsolved problem of the kind near the player's rating. An empty argument chooses a mistake that has come back,
        or else an unsolved problem of any kind.
        """
        kind, number = _numbered(which)
        after = which if number is None else f"{kind} {number + 1}"
        following, today = partial(self.begin, "" if which in _SINGLE else after), self.conversation.today()
        back = [item for item in self._mistakes() if item.due <= today] if which in ("", "yours") else []
        task = next(filter(None, (self._of_mistake(item, following) for item in back)), None)
        if which == "yours" and task is None:
            waiting = self._mistakes()
            raise CannotDo(said.none_due((waiting[0].due - today).days if waiting else None))
        if task is not None and not which:
            yield Say(f"{sentences.are_due([DUE.called(len(back))], len(back))} first.")
        day = today if which == "today" else None
        self.state.begin_task(task or SolvingProblem(self._choose(which), day, self, following))

    @property
    def _rules(self) -> Rules:
        """The rules on the table."""
        return self.state.table.rules

    def _mistakes(self) -> list[Item]:
        """Return the mistakes under the rules on the table, those that are due first at the beginning."""
        return items_of(self.data, MISTAKE, self._rules)

    def _of_mistake(self, mistake: Item, following: Following) -> SolvingMistake | None:
        """Return the task of a mistake. If the mistake cannot be read, delete it and return None."""
        try:
            return SolvingMistake(mistake, self._rules, self, following)
        except ValueError:
            self.data.change(removed(mistake))
            return None

    def _choose(self, which: str) -> Problem:
        """Return the problem of the day, or a problem of a kind that fits the rating.

        Raises CannotDo for an unknown kind, and if there are no readable problems.
        """
        from ai.problems.problem import by_kind, collection, next_problem, problem_of_the_day

        rules = self._rules
        kind, number = _numbered(which)
        problems = packaged(collection, rules) if which in _SINGLE else packaged(by_kind, rules).get(kind)
        if problems is None:
            raise CannotDo(said.no_kind(which))
        if number is not None:
            if not 1 <= number <= len(problems):
                raise CannotDo(said.no_number(kind, len(problems)))
            return problems[number - 1]
        if which == "today":
            return problem_of_the_day(problems, self.conversation.today())
        solved, rating = solved_fens(self.data, rules.name), standing_of(self.data, rules.name).rating
        return next_problem(problems, solved, rating.value, self.conversation.rng)

    def _kinds(self) -> ShowList:
        """Return the list of all kinds of problems, with the share solved of each. Raises CannotDo."""
        from ai.problems.problem import by_kind

        kinds = packaged(by_kind, self._rules)
        solved, rows = solved_fens(self.data, self._rules.name), []
        for kind, some in kinds.items():
            done = sum(problem.fen in solved for problem in some)
            texts = (kind, bar(done, 0, len(some) - done, _BAR), str(done), str(len(some)))
            rows.append(Row(texts, Command("problem", kind)))
        rows += [Row((kind, what, "", ""), Command("problem", kind)) for kind, what in _OTHERS]
        columns = [Column("Kind", least=15), Column("", 1), *figures("Solved", "All")]
        return ShowList("Problems by kind", columns, rows, topic="problem")


def _numbered(which: str) -> tuple[str, int | None]:
    """Return the kind of problems and the number that an argument names, as in ``classics 12``; None for no number."""
    kind, _, typed = which.rpartition(" ")
    number = whole_number(typed) if kind else None
    return (which, None) if number is None else (kind, number)


handlers = Problems.handlers
