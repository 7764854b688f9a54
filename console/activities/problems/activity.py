"""A problem on the board: checking the solver's moves, refuting wrong ones, hints and rating."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Final

from console.activities.problems import sentences as problem_sentences
from console.activities.problems.solved import SOLVED, OwnMistake
from console.dialogue.activity import Activity, Handler, Left
from console.dialogue.commands import resume
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Answer, Cause, Command, Played, Say, ShowBoard, Steps, Think, think
from console.dialogue.table import Pairing, Table
from console.dialogue.words import Place
from console.game.analysis import NOTABLE
from console.game.clock import Stopwatch
from console.text import sentences
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from ai.problems.defence import Defence
    from ai.problems.problem import Problem

DEFENCE: Final = "Defence"
ANOTHER: Final = Kind("another problem", Trait.YES_OR_NO | Trait.BETWEEN)
TRY_AGAIN: Final = Kind("try again", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
_MOST_MOVES: Final = 8  # the longest solution played on the board, in moves of the solver
_SCORES: Final = (1.0, 0.5)  # for the rating, by number of hints; 0 with more hints or a wrong move


@dataclass(frozen=True)
class Task:
    """A move to be found: the first ``move`` of a problem, or the better move for a mistake of the user's."""

    rules: Rules
    position: Position
    move: Move
    goal: str
    problem: "Problem | None" = None
    mistake: OwnMistake | None = None

    @property
    def outcome(self) -> int:
        """1 for a win, else 0."""
        return int(self.goal == "win")


@dataclass(frozen=True)
class ProblemServices(Conversation):
    """The parts of the conversation that a problem uses; ``begin_another`` sets the next problem."""

    defence_of: "Callable[[Rules], Defence]"
    begin_another: Callable[[], Steps[None]]
    today: Callable[[], date]


class Solving(Activity):
    """One problem, until the player leaves it."""

    place = Place.PROBLEM
    label = "problem"

    def __init__(self, task: Task, solver: str, services: ProblemServices) -> None:
        side = task.position.side
        names = (solver, DEFENCE) if side == BLACK else (DEFENCE, solver)
        game = Game(task.rules, "forced", task.position)
        super().__init__(Table(game, Stopwatch(services.state.now), Pairing(names, frozenset((1 - side,)), side)))
        self._task = task
        self._services = services
        self._hints = 0
        self._settled = False
        self._line: tuple[Move, ...] = ()

    @property
    def words(self) -> Mapping[str, Handler]:
        """The handlers of the words that must not show the solution, or that help to find it."""
        return {
            "hint": lambda _: self._hint(),
            "undo": self._back,
            "reset": self._back,
            "moves": lambda _: self._list_moves(),
        }

    def refusal(self, command: Command) -> str:
        """Return the message for a word that does not work here."""
        return problem_sentences.NOT_NOW

    def _back(self, command: Command) -> Steps[None]:
        """Set the problem again if a move was made."""
        yield from self._again() if self.table.game.ply else self._services.commands.do_everywhere(command)

    def _list_moves(self) -> Steps[None]:
        """List the legal moves without their values."""
        yield Say(sentences.legal_moves(self.table.game.legal_moves(), self.table.naming, {}))

    # Moves

    def step(self) -> Steps[Activity | None]:
        """Ask the solver for a move, and execute the word or check the move that is answered."""
        services, task, table = self._services, self._task, self.table
        table.run_clock()
        prompt = problem_sentences.ask_move(task.position.side, task.goal, table.naming)
        answer: Answer | None = yield from services.player.ask_move(prompt)
        while answer is not None and not (yield from services.commands.do_answer(answer)):
            answer = yield from services.player.move(answer)
            if table.game.ply and table.game.side != task.position.side:
                yield from self._check_move()
                break
        return services.state.activity

    def _check_move(self) -> Steps[None]:
        """Refute the solver's last move, or answer it, or say that the problem is solved."""
        task, game = self._task, self.table.game
        turn = game.last
        assert turn is not None
        if game.outcome is not None:
            yield from self._end_by_rule()
            return
        found = yield from self._think(game)
        right = game.ply == 1 and turn.after == task.move.after
        if not right and not (yield from self._is_as_good(found)):
            yield from self._refute(turn.move, found)
            return
        if game.ply == 1 and not right and task.problem is not None:
            yield Say(problem_sentences.second_solution(turn.move, task.goal, self.table.naming))
        if self._is_done():
            yield from self._solve(found.pv)
            return
        yield from self._reply(found.move)
        if game.outcome is not None:
            yield from self._end_by_rule()

    def _is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Return True if a move other than the solution is as good; this must be proved for a first move."""
        from ai.problems.defence import keeps, proves

        task, game = self._task, self.table.game
        if task.mistake is not None:
            better = yield from self._think(self._after_solution())
            return -found.score >= -better.score - NOTABLE
        if game.ply == 1:
            return proves(task.outcome, found, self._services.defence_of(task.rules).knows(game.position))
        return keeps(task.outcome, found)

    def _is_done(self) -> bool:
        """Return True if the solution is complete: no captures are left, or enough moves were played."""
        game = self.table.game
        quiet = MoveGenerator(game.rules).is_quiet(game.position)
        return quiet or self._task.mistake is not None or game.ply >= 2 * _MOST_MOVES

    def _reply(self, move: Move) -> Steps[None]:
        """Play a move of the defence."""
        game, naming = self.table.game, self.table.naming
        before, side, moves = game.position, game.side, game.routes()
        game.play(move)
        yield Played(before, Cause.MOVE, move, side)
        yield Say(sentences.computer_moved(before, move, moves, naming))

    def _end_by_rule(self) -> Steps[None]:
        """Handle the end of the problem's game: a side cannot move, or it is drawn."""
        task, outcome = self._task, self.table.game.outcome
        assert outcome is not None
        wanted = task.position.side if task.outcome else None
        if outcome.winner in (wanted, task.position.side):
            yield from self._solve(())
        else:
            last = self.table.game.last
            assert last is not None
            yield from self._fail(problem_sentences.refuted(last.move, None, (), task.goal, self.table.naming))

    def _refute(self, move: Move, found: "SearchInfo") -> Steps[None]:
        """Play the answer to a wrong move and say what follows."""
        yield from self._reply(found.move)
        if self._services.state.switches.drawing is not False:
            yield ShowBoard()
        yield from self._fail(problem_sentences.refuted(move, found.move, found.pv, self._task.goal, self.table.naming))

    def _fail(self, sentence: str) -> Steps[None]:
        """Say that a move was wrong, and offer another try or show the solution."""
        yield Say(sentence)
        yield from self._settle(0.0, solved=False)
        if (yield from self._services.questions.ask_yes(problem_sentences.ASK_AGAIN, TRY_AGAIN)):
            yield from self._again()
            return
        yield from self._again()
        line = yield from self._solution()
        yield Say(problem_sentences.solution(line, self.table.naming))
        yield from self._next()

    def _again(self) -> Steps[None]:
        """Take back all moves."""
        game = self.table.game
        before = game.position
        game.go_to(0)
        yield Played(before, Cause.UNDO)
        yield Say(problem_sentences.FROM_THE_START)

    def _solve(self, line: tuple[Move, ...]) -> Steps[None]:
        """Say that the problem is solved, and offer the next one."""
        at_once = not self._settled and not self._hints
        yield Say(problem_sentences.solved(at_once, line, self.table.naming))
        score = _SCORES[self._hints] if self._hints < len(_SCORES) else 0.0
        yield from self._settle(score, solved=True)
        yield from self._next()

    def _settle(self, score: float, solved: bool) -> Steps[None]:
        """Store the result of a try.

        Only the first try changes the rating or the day on which a mistake comes back. A problem that was solved before
        does not change the rating.
        """
        task, first = self._task, not self._settled
        self._settled = True
        if task.mistake is not None:
            if first:
                mistake, today = task.mistake, self._services.today()
                self._services.archive.change_file(SOLVED, lambda known: known.answered(mistake, score == 1, today))
                days = (mistake.failed(today).due - today).days
                yield Say(problem_sentences.SOLVED_MISTAKE if score == 1 else problem_sentences.comes_back(days))
            return
        problem = task.problem
        assert problem is not None
        rules = task.rules.name
        done = self._services.archive.read_file(SOLVED)
        before = done.rating(rules)
        counts = first and problem.fen not in done.solved.get(rules, ())
        after = before.after(problem.difficulty, score) if counts else before
        self._services.archive.change_file(SOLVED, lambda known: known.tried(rules, problem.fen, solved, after))
        if counts:
            yield Say(problem_sentences.rating(before, after))

    def _next(self) -> Steps[None]:
        """Begin another problem or resume the suspended activity. Raises Left if there is none."""
        if (yield from self._services.questions.ask_yes(problem_sentences.ASK_NEXT, ANOTHER)):
            yield from self._services.begin_another()
        elif not (yield from resume(self._services.state)):
            raise Left

    # Help

    def _hint(self) -> Steps[None]:
        """Say the next of three hints: which man, where to, and why."""
        task, naming = self._task, self.table.naming
        if self.table.game.ply:
            yield from self._again()
        self._hints = min(self._hints + 1, 3)
        line = (yield from self._solution()) if self._hints == 3 else (task.move,)
        yield Say(problem_sentences.hint(self._hints, task.move, line, self._themes(line), naming))

    def _themes(self, line: Sequence[Move]) -> tuple[str, ...]:
        """Return the themes of the task, whose solution is ``line``."""
        from ai.problems.themes import themes

        task = self._task
        return themes(task.rules, task.position, line) if task.problem is None else task.problem.themes

    def _solution(self) -> Steps[tuple[Move, ...]]:
        """Return the first move of the solution and the best play after it."""
        if not self._line:
            game = self._after_solution()
            rest = () if game.outcome is not None else (yield from self._think(game)).pv
            self._line = (self._task.move, *rest)
        return self._line

    def _after_solution(self) -> Game:
        task = self._task
        game = Game(task.rules, "forced", task.position)
        game.play(task.move)
        return game

    def _think(self, game: Game) -> "Steps[SearchInfo]":
        from ai.levels import HINT

        return (yield from think(Think(game, HINT, Random(0), self._services.defence_of(self._task.rules))))
