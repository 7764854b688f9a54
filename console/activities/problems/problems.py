"""Problems in a session of play: which is set next, which mistakes come back, and what is learned from a review."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import reduce
from random import Random
from typing import TYPE_CHECKING

from console.activities.problems import sentences as told
from console.activities.problems.activity import Desk, Solving, Task
from console.activities.problems.solved import SOLVED, OwnMistake, SolvedProblems, first_return
from console.dialogue.activity import Activity, Handler, Left
from console.dialogue.archive import Archive
from console.dialogue.commands import Commands, resume
from console.dialogue.messages import Cause, Command, Played, Say, Steps
from console.dialogue.player import Player
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.game.analysis import Mistake
from console.game.naming import Naming
from console.game.options import DEFAULT_NAME, Options
from console.text.review import flaw
from engine.fen import fen_text, parse_fen
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.problems.defence import Defence
    from ai.problems.problem import Problem


class Problems:
    """Sets problems. An activity that is under way is suspended for them. ``today`` returns the date."""

    def __init__(
        self,
        state: State,
        questions: Questions,
        archive: Archive,
        commands: Commands,
        player: Player,
        options: Options,
        rng: Random,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._state = state
        self._archive = archive
        self._options = options
        self._rng = rng
        self._today = today
        self._defences: dict[str, Defence] = {}
        self._desk = Desk(state, archive, commands, questions, player, self._defence_of, lambda: self.begin(""), today)

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handler of the word."""
        return {"problem": self._do}

    def _do(self, command: Command) -> Steps[None]:
        """Set a problem, or leave the one on the board. Raises Left if there is nothing to go back to."""
        if command.argument != "off":
            yield from self.begin(command.argument)
        elif not isinstance(self._state.activity, Solving):
            yield Say(told.NOT_IN_ONE)
        elif not (yield from resume(self._state)):
            raise Left

    def first(self, which: str) -> Steps[Activity | None]:
        """Set the first problem of a session of play; return None if there is none."""
        yield from self.begin(which)
        return self._state.activity if isinstance(self._state.activity, Solving) else None

    def learn(self, wrong: Sequence[Mistake]) -> Steps[None]:
        """Keep the gravest of the mistakes in the game on the table as problems, those of the computer left out."""
        state = self._state
        gravest = [each for each in wrong if flaw(each) == "??" and each.side not in state.table.computers]
        found = [own for own in map(self._own, gravest) if own is not None]
        if not found:
            return
        before = self._archive.read_file(SOLVED)
        known = self._archive.change_file(SOLVED, lambda known: reduce(SolvedProblems.with_mistake, found, known))
        new = len(known.yours) - len(before.yours)
        if new > 0:
            yield Say(told.learned(new))

    def _own(self, mistake: Mistake) -> OwnMistake | None:
        """A mistake as it is kept; None where the better move is not one with jumps forced, or the only one."""
        state = self._state
        position, better = state.game.position_at(mistake.turn), mistake.better[0]
        generator = MoveGenerator(state.table.rules)
        moves = generator.legal_moves(position)
        if len(moves) < 2 or all(move.after != better.after for move in moves):
            return None
        played = Naming(state.table.rules.geometry, position.side).move(mistake.move)
        text = move_text(better, generator.routes(position))
        return OwnMistake(state.table.rules.name, fen_text(position), text, played, first_return(self._today()))

    # Which problem is set

    def begin(self, which: str) -> Steps[None]:
        """Set a problem: one that fits, that of ``today``, or one of ``yours``; or say which there are."""
        if which not in ("", "today", "yours"):
            yield Say(told.WHICH)
            return
        rules = self._state.table.rules
        task = None
        due = self._due()
        if due and which != "today":
            task = self._of_mistake(due[0])
            if not which:
                yield Say(told.due(len(due)))
        elif which == "yours":
            yield Say(told.none_due(self._archive.read_file(SOLVED).days_to_next(rules.name, self._today())))
            return
        if task is None:
            try:
                problem = self._choose(rules, which == "today")
                task = None if problem is None else self._of_problem(problem)
            except ValueError as error:
                yield Say(told.damaged(str(error)))
                return
        if task is None:
            yield Say(told.NO_PROBLEMS)
            return
        self._set(Solving(task, self._solver, self._desk))
        yield Played(self._state.game.position, Cause.START)
        if task.problem is not None:
            yield Say(told.set_out(task.problem, which == "today"))
        elif task.mistake is not None:
            yield Say(told.mistake_set_out(task.position.side, task.goal, task.mistake.played))

    def tell_due(self) -> Steps[None]:
        """Say if mistakes have come back, to whom plays the computer."""
        due = self._due() if len(self._state.table.computers) == 1 else []
        if due:
            yield Say(told.due_at_start(len(due)))

    def _due(self) -> list[OwnMistake]:
        """The mistakes under the rules on the table that have come back."""
        return self._archive.read_file(SOLVED).due(self._state.table.rules.name, self._today())

    def _choose(self, rules: Rules, of_the_day: bool) -> "Problem | None":
        from ai.problems.choice import next_problem, problem_of_the_day
        from ai.problems.problem import collection

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
        """The task of a mistake; None where it cannot be read, and then it is forgotten."""
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
        """The name of the player who solves problems."""
        return self._state.player or self._options.usual_name or DEFAULT_NAME

    def _set(self, solving: Solving) -> None:
        """Put a problem on the board; a game that is under way is suspended."""
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
