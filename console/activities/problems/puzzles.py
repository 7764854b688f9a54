"""The two kinds of puzzles: problems of the collection, and mistakes of the player's own."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Final

from console.activities.problems import sentences as said
from console.activities.problems.activity import Puzzle, Solving
from console.activities.problems.calendar_page import days_in_succession
from console.activities.problems.solved import TryResult, rated, solved_day, solved_fens, solved_problem
from console.dialogue.messages import Say, Steps
from console.dialogue.task import TaskWord, damage_reported
from console.game.analysis import NOTABLE, cost
from console.game.repetition import Item
from console.game.typed_squares import UnreadableMove, parse_squares
from console.storage.due_items import removed, updated
from console.storage.player_data import Statement
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from ai.problems.problem import Problem

_SCORES: Final = (1.0, 0.5)  # for the rating, by number of hints; 0 with more hints or a wrong move


class SolvingProblem(Solving):
    """A problem of the collection. ``day`` is the day whose problem it is, None for any other. Raises CannotDo."""

    def __init__(
        self, problem: "Problem", day: date | None, word: TaskWord, following: Callable[[], Steps[None]]
    ) -> None:
        self._problem = problem
        self._day = day
        with damage_reported():
            puzzle = Puzzle(problem.rules, problem.position, problem.first_move, problem.goal)
        super().__init__(puzzle, word, following)

    def introduction(self) -> str:
        """Return the message that introduces the problem."""
        return said.set_out(self._problem, self._day is not None)

    def is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Return True if the first move is proved to reach the goal, or a later move keeps it."""
        from ai.problems.verdict import keeps, proves

        game, outcome = self.table.game, self.puzzle.outcome
        if game.ply > 1:
            return keeps(outcome, found)
        is_proved = proves(outcome, found, self.defence.knows(game.position))
        if is_proved and game.last is not None:
            yield Say(said.second_solution(game.last.move, self.puzzle.goal, self.naming))
        return is_proved

    @property
    def counts(self) -> bool:
        """True if the next result counts: it is the first try, and the problem was not solved before."""
        return super().counts and self._problem.fen not in solved_fens(self.data, self.puzzle.rules.name)

    def changes(self, solved: bool, at_once: bool) -> Sequence[Statement]:
        """Return the changes of the rating, of the solved problems and of the days."""
        rules, changes = self.puzzle.rules.name, list[Statement]()
        if self.counts:
            score = _SCORES[self.hints] if solved and self.hints < len(_SCORES) else 0.0
            changes += rated(rules, self._problem.difficulty, score)
        if solved:
            changes.append(solved_problem(rules, self._problem.fen))
            changes += [] if self._day is None else [solved_day(rules, self._day)]
        return changes

    def news(self, result: TryResult) -> str:
        """Return the message about the new rating."""
        return said.rating(result.before.rating, result.after.rating)

    def say_standing(self, result: TryResult) -> Steps[None]:
        """Say what a try has changed, and that the day is marked in the calendar."""
        yield from super().say_standing(result)
        if self._day is not None and self._day in result.after.days - result.before.days:
            yield Say(said.marked(days_in_succession(result.after.days, self._day)))

    def idea(self) -> str:
        """Return the message about the theme and the difficulty."""
        return said.about(self._problem)

    def themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the problem."""
        yield from ()
        return self._problem.themes


class SolvingMistake(Solving):
    """A mistake of the player's, in place of which a better move is to be found. Raises ValueError if unreadable."""

    last = 1

    def __init__(self, mistake: Item, rules: Rules, word: TaskWord, following: Callable[[], Steps[None]]) -> None:
        self._mistake = mistake
        self._today = word.today
        position = parse_fen(mistake.start, rules)
        move = read_move(mistake.moves, MoveGenerator(rules).routes(position))
        super().__init__(Puzzle(rules, position, move, "do better"), word, following)

    def introduction(self) -> str:
        """Return the message that introduces the mistake, with the wrong move in the present notation."""
        played = self._mistake.name
        with suppress(UnreadableMove):
            squares = parse_squares(played, self.naming._replace(letters="console"))
            played = self.naming.path_of(squares, self.table.game.possible())
        return said.mistake_set_out(self.puzzle.position.side, self.puzzle.goal, played)

    def is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Return True if the score of the move is close to that of the better move."""
        better = yield from self.reply_of(self.defence, self.puzzle.solved())
        return cost(-better.score, -found.score, self.puzzle.rules) < NOTABLE

    def changes(self, solved: bool, at_once: bool) -> Sequence[Statement]:
        """Forget a mistake that was solved at once, or return it with the day on which it is set again."""
        changed = removed(self._mistake) if at_once else updated(self._mistake.failed(self._today()))
        return [changed] if self.counts else []

    def news(self, result: TryResult) -> str:
        """Return the message about the day on which the mistake comes back."""
        today = self._today()
        return said.FORGOTTEN if result.at_once else said.comes_back((self._mistake.failed(today).due - today).days)

    def themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the better move."""
        from ai.themes import themes

        return themes(self.puzzle.rules, self.puzzle.position, (yield from self.solution()))
