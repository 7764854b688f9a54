"""Problems in a session of play: choosing the next one, mistakes that come back, and mistakes found by a review."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import reduce
from random import Random
from typing import TYPE_CHECKING

from console.activities.problems import sentences
from console.activities.problems.activity import ProblemServices, Solving, Task
from console.activities.problems.solved import SOLVED, OwnMistake, SolvedProblems, first_return
from console.dialogue.activity import Activity, Handler, Left
from console.dialogue.commands import resume
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Cause, Command, Played, Say, Steps
from console.game.analysis import Mistake
from console.game.naming import Naming
from console.game.options import DEFAULT_NAME
from console.text.review import flaw
from engine.fen import fen_text, parse_fen
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.problems.defence import Defence
    from ai.problems.problem import Problem


class Problems:
    """Sets problems. The current activity is suspended for them. ``today`` returns the date."""

    def __init__(self, conversation: Conversation, rng: Random, today: Callable[[], date] = date.today) -> None:
        self._state = conversation.state
        self._archive = conversation.archive
        self._options = conversation.options
        self._rng = rng
        self._today = today
        self._defences: dict[str, Defence] = {}
        self._services = ProblemServices(
            **vars(conversation), defence_of=self._defence_of, begin_another=lambda: self.begin(""), today=today
        )

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handler of the word."""
        return {"problem": self._do}

    def _do(self, command: Command) -> Steps[None]:
        """Set a problem, or leave the one on the board. Raises Left if no activity is suspended."""
        if command.argument != "off":
            yield from self.begin(command.argument)
        elif not isinstance(self._state.activity, Solving):
            yield Say(sentences.NOT_IN_ONE)
        elif not (yield from resume(self._state)):
            raise Left

    def first(self, which: str) -> Steps[Activity | None]:
        """Set the first problem of a session of play; return None if there is none."""
        yield from self.begin(which)
        return self._state.activity if isinstance(self._state.activity, Solving) else None

    def learn(self, wrong: Sequence[Mistake]) -> Steps[None]:
        """Store the player's gravest mistakes in the game on the table as problems."""
        state = self._state
        gravest = [each for each in wrong if flaw(each) == "??" and each.side not in state.table.computers]
        found = [own for own in map(self._own, gravest) if own is not None]
        if not found:
            return
        before = self._archive.read_file(SOLVED)
        known = self._archive.change_file(SOLVED, lambda known: reduce(SolvedProblems.with_mistake, found, known))
        new = len(known.yours) - len(before.yours)
        if new > 0:
            yield Say(sentences.learned(new))

    def _own(self, mistake: Mistake) -> OwnMistake | None:
        """Return a mistake in its stored form; None if the better move is the only legal one, or illegal."""
        state = self._state
        position, better = state.game.position_at(mistake.turn), mistake.better[0]
        generator = MoveGenerator(state.table.rules)
        moves = generator.legal_moves(position)
        if len(moves) < 2 or all(move.after != better.after for move in moves):
            return None
        played = Naming(state.table.rules.geometry, position.side).move(mistake.move)
        text = move_text(better, generator.routes(position))
        return OwnMistake(state.table.rules.name, fen_text(position), text, played, first_return(self._today()))

    # Choosing a problem

    def begin(self, which: str) -> Steps[None]:
        """Set a problem: one that fits, the problem of ``today``, or one of ``yours``; or say which there are."""
        if which not in ("", "today", "yours"):
            yield Say(sentences.WHICH)
            return
        rules = self._state.table.rules
        task = None
        due = self._due()
        if due and which != "today":
            task = self._of_mistake(due[0])
            if not which:
                yield Say(sentences.due(len(due)))
        elif which == "yours":
            yield Say(sentences.none_due(self._archive.read_file(SOLVED).days_to_next(rules.name, self._today())))
            return
        if task is None:
            try:
                problem = self._choose(rules, which == "today")
                task = None if problem is None else self._of_problem(problem)
            except ValueError as error:
                yield Say(sentences.damaged(str(error)))
                return
        if task is None:
            yield Say(sentences.NO_PROBLEMS)
            return
        self._set(Solving(task, self._solver, self._services))
        yield Played(self._state.game.position, Cause.START)
        if task.problem is not None:
            yield Say(sentences.set_out(task.problem, which == "today"))
        elif task.mistake is not None:
            yield Say(sentences.mistake_set_out(task.position.side, task.goal, task.mistake.played))

    def say_due(self) -> Steps[None]:
        """Say how many mistakes have come back, in a game against the computer."""
        due = self._due() if len(self._state.table.computers) == 1 else []
        if due:
            yield Say(sentences.due_at_start(len(due)))

    def _due(self) -> list[OwnMistake]:
        """Return the mistakes under the rules on the table that have come back."""
        return self._archive.read_file(SOLVED).due(self._state.table.rules.name, self._today())

    def _choose(self, rules: Rules, of_the_day: bool) -> "Problem | None":
        from ai.problems.problem import collection, next_problem, problem_of_the_day

        try:
            problems = collection(rules)
        except OSError:
            return None
        if of_the_day:
            return problem_of_the_day(problems, self._today())
        known = self._archive.read_file(SOLVED)
        return next_problem(problems, set(known.solved.get(rules.name, ())), known.rating(rules.name).value, self._rng)

    def _of_problem(self, problem: "Problem") -> Task:
        return Task(problem.rules, problem.position, problem.first_move, problem.goal, problem=problem)

    def _of_mistake(self, mistake: OwnMistake) -> Task | None:
        """Return the task of a mistake; a mistake that cannot be read is deleted, and None returned."""
        rules = self._state.table.rules
        try:
            position = parse_fen(mistake.fen, rules)
            move = read_move(mistake.better, MoveGenerator(rules).routes(position))
        except ValueError:
            self._archive.change_file(SOLVED, lambda known: known.answered(mistake, True, self._today()))
            return None
        return Task(rules, position, move, "do better", mistake=mistake)

    @property
    def _solver(self) -> str:
        """The solver's name."""
        return self._state.player or self._options.default_name or DEFAULT_NAME

    def _set(self, solving: Solving) -> None:
        """Put a problem on the board and suspend a game."""
        state = self._state
        if any(state.table.names) and not isinstance(state.activity, Solving):
            state.suspend(solving)
        else:
            state.begin(solving)

    def _defence_of(self, rules: Rules) -> "Defence":
        from ai.problems.defence import Defence
        from console.storage.endgame_tables import tables_folder_if_any

        if rules.name not in self._defences:
            self._defences[rules.name] = Defence(rules, tables_folder_if_any())
        return self._defences[rules.name]
