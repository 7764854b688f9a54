"""Problems in the conversation: set out on the board, solved move by move, refuted, hinted at and rated."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import reduce
from random import Random
from typing import TYPE_CHECKING, Final

from console.dialogue import kinds
from console.dialogue.archive import Archive
from console.dialogue.computer import hint_level
from console.dialogue.messages import Answer, Cause, Played, Say, Show, Steps, Think, Topic
from console.dialogue.player import Player
from console.dialogue.questions import Left, Questions
from console.dialogue.state import Pairing, State
from console.game.analysis import NOTABLE, Mistake
from console.game.naming import Naming
from console.game.solver_rating import rated, rating_of
from console.storage.solved_problems import OwnMistake, SolvedProblems, first_return
from console.text import problems as told
from console.text import sentences
from console.text.review import flaw
from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from ai.problems.defence import Defence
    from ai.problems.problem import Problem

DEFENCE: Final = "Defence"
_MOST_MOVES: Final = 8  # of the solver's that a solution takes on the board
_SCORES: Final = (1.0, 0.5)  # for a rating: without a hint, with one; 0 with more of them or a wrong move


@dataclass(frozen=True)
class _Task:
    """What is to be found: the first ``move`` of a problem, or the better one of a mistake of the user's."""

    rules: Rules
    position: Position
    move: Move
    goal: str
    problem: "Problem | None" = None
    mistake: OwnMistake | None = None

    @property
    def outcome(self) -> int:
        """1 where it is a win, else 0."""
        return int(self.goal == "win")


class Problems:
    """Sets problems in one session of play, and knows what has become of the one on the board.

    A game that is under way is put aside for them and comes back. ``now`` tells the date, ``name`` what the solver is
    called.
    """

    def __init__(
        self,
        state: State,
        questions: Questions,
        archive: Archive,
        player: Player,
        rng: Random,
        name: Callable[[], str],
        today: Callable[[], date] = date.today,
    ) -> None:
        self._state = state
        self._questions = questions
        self._archive = archive
        self._player = player
        self._rng = rng
        self._name = name
        self._today = today
        self._task: _Task | None = None
        self._hints = 0
        self._settled = False
        self._line: tuple[Move, ...] = ()
        self._put_back: Callable[[], None] | None = None
        self._defences: dict[str, Defence] = {}

    def learn(self, wrong: Sequence[Mistake]) -> Steps[None]:
        """Keep the gravest of the mistakes in the game on the table as problems, those of the computer left out."""
        state = self._state
        gravest = [each for each in wrong if flaw(each) == "??" and each.side not in state.computers]
        found = [own for own in map(self._own, gravest) if own is not None]
        if not found:
            return
        before = self._archive.solved()
        known = self._archive.keep_solved(lambda known: reduce(SolvedProblems.with_mistake, found, known))
        new = len(known.yours) - len(before.yours)
        if new > 0:
            yield Say(told.learned(new))

    def _own(self, mistake: Mistake) -> OwnMistake | None:
        """A mistake as it is kept; None where the better move is not one with jumps forced, or the only one."""
        state = self._state
        position, better = state.game.position_at(mistake.turn), mistake.better[0]
        generator = MoveGenerator(state.rules)
        moves = generator.legal_moves(position)
        if len(moves) < 2 or all(move.after != better.after for move in moves):
            return None
        played = Naming(state.rules.geometry, position.side).move(mistake.move)
        text = move_text(better, generator.routes(position))
        return OwnMistake(state.rules.name, fen_text(position), text, played, first_return(self._today()))

    # On the board

    def begin(self, which: str) -> Steps[None]:
        """Set a problem: one that fits, that of ``today``, or one of ``yours``; or tell which there are."""
        if which not in ("", "today", "yours"):
            yield Say(told.WHICH)
            return
        rules = self._state.rules
        task = None
        due = self._due()
        if due and which != "today":
            task = self._of_mistake(due[0])
            if not which:
                yield Say(told.due(len(due)))
        elif which == "yours":
            yield Say(told.none_due(self._archive.solved().days_to_next(rules.name, self._today())))
            return
        if task is None:
            with suppress(ValueError):  # of a damaged collection
                problem = self._choose(rules, which == "today")
                task = None if problem is None else self._of_problem(problem)
        if task is None:
            yield Say(told.NO_PROBLEMS)
            return
        self._set_out(task)
        yield Played(self._state.game.position, Cause.START)
        if task.problem is not None:
            yield Say(told.set_out(task.problem, which == "today"))
        elif task.mistake is not None:
            yield Say(told.mistake_set_out(task.position.side, task.goal, task.mistake.played))

    def tell_due(self) -> Steps[None]:
        """Say if mistakes have come back, to whom plays the computer."""
        due = self._due() if len(self._state.computers) == 1 else []
        if due:
            yield Say(told.due_at_start(len(due)))

    def _due(self) -> list[OwnMistake]:
        """The mistakes under the rules on the table that have come back."""
        return self._archive.solved().due(self._state.rules.name, self._today())

    def _choose(self, rules: Rules, of_the_day: bool) -> "Problem | None":
        from ai.problems.choice import next_problem, problem_of_the_day
        from ai.problems.problem import collection

        try:
            problems = collection(rules)
        except OSError:
            return None
        if of_the_day:
            return problem_of_the_day(problems, self._today())
        known = self._archive.solved()
        return next_problem(problems, set(known.solved.get(rules.name, ())), known.rating(rules.name).value, self._rng)

    def _of_problem(self, problem: "Problem") -> _Task:
        return _Task(problem.rules, problem.position, problem.first_move, problem.goal, problem=problem)

    def _of_mistake(self, mistake: OwnMistake) -> _Task | None:
        """The task of a mistake; None where it cannot be read, and then it is forgotten."""
        rules = self._state.rules
        try:
            position = parse_fen(mistake.fen, rules)
            move = read_move(mistake.better, MoveGenerator(rules).routes(position))
        except ValueError:
            self._archive.keep_solved(lambda known: known.answered(mistake, True, self._today()))
            return None
        return _Task(rules, position, move, "do better", mistake=mistake)

    def _set_out(self, task: _Task) -> None:
        state = self._state
        if self._put_back is None and not state.is_problem and any(state.names):
            self._put_back = state.put_aside()
        side = task.position.side
        names = (self._name(), DEFENCE) if side == BLACK else (DEFENCE, self._name())
        state.pose(Game(task.rules, "forced", task.position), Pairing(names, frozenset((1 - side,)), side), DEFENCE)
        self._task, self._hints, self._settled, self._line = task, 0, False, ()

    def leave(self) -> Steps[bool]:
        """Take the problem off the board; whether a game has come back in its place."""
        if self._put_back is None:
            return False
        self._put_back()
        self._put_back = None
        yield Say(told.BACK)
        yield Played(self._state.game.position, Cause.START)
        return True

    # Moves

    def ask(self) -> Steps[Answer]:
        """The question for a move of the solver's."""
        task, state = self._known, self._state
        return (yield from self._player.ask_move(told.ask_move(task.position.side, task.goal, state.naming)))

    def move(self, answer: Answer) -> Steps[Answer | None]:
        """Make the move that was answered and have it judged; another answer if that is what came of it."""
        game = self._state.game
        ply = game.ply
        other = yield from self._player.move(answer)
        if game.ply == ply:
            return other
        yield from self._judge()
        return None

    def _judge(self) -> Steps[None]:
        """Say what the last move is worth, and answer it unless that is the end."""
        task, game = self._known, self._state.game
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
            yield Say(told.second_solution(turn.move, task.goal, self._state.naming))
        if self._is_done():
            yield from self._solve(found.pv)
            return
        yield from self._reply(found.move)
        if game.outcome is not None:
            yield from self._end_by_rule()

    def _is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Whether a move other than the solution holds what that does; a first move must be proved to."""
        from ai.problems.defence import keeps, proves

        task, game = self._known, self._state.game
        if task.mistake is not None:
            better = yield from self._think(self._after_solution())
            return -found.score >= -better.score - NOTABLE
        if game.ply == 1:
            return proves(task.outcome, found, self._defence.knows(game.position))
        return keeps(task.outcome, found)

    def _is_done(self) -> bool:
        """Whether the solution is seen: nothing more is to be taken, or enough was shown."""
        game = self._state.game
        quiet = MoveGenerator(game.rules).is_quiet(game.position)
        return quiet or self._known.mistake is not None or game.ply >= 2 * _MOST_MOVES

    def _reply(self, move: Move) -> Steps[None]:
        """Make a move of the defence."""
        game, naming = self._state.game, self._state.naming
        before, side, moves = game.position, game.side, game.routes()
        game.play(move)
        yield Played(before, Cause.MOVE, move, side)
        yield Say(sentences.computer_moved(before, move, moves, naming))

    def _end_by_rule(self) -> Steps[None]:
        """The game of the problem is over: somebody cannot move, or it is drawn."""
        task, outcome = self._known, self._state.game.outcome
        assert outcome is not None
        wanted = task.position.side if task.outcome else None
        if outcome.winner in (wanted, task.position.side):
            yield from self._solve(())
        else:
            last = self._state.game.last
            assert last is not None
            yield from self._fail(told.refuted(last.move, None, (), task.goal, self._state.naming))

    def _refute(self, move: Move, found: "SearchInfo") -> Steps[None]:
        """Show how a wrong move is answered."""
        yield from self._reply(found.move)
        if not self._state.undrawn:
            yield Show(Topic.BOARD)
        yield from self._fail(told.refuted(move, found.move, found.pv, self._known.goal, self._state.naming))

    def _fail(self, sentence: str) -> Steps[None]:
        """Tell that a move was wrong, and offer another try."""
        yield Say(sentence)
        yield from self._settle(0.0, solved=False)
        if (yield from self._questions.ask_yes(told.ASK_AGAIN, kinds.TRY_AGAIN)):
            yield from self.again()
            return
        yield from self.again()
        line = yield from self._solution()
        yield Say(told.solution(line, self._state.naming))
        yield from self._next()

    def again(self) -> Steps[None]:
        """The problem as it was set."""
        game = self._state.game
        before = game.position
        game.go_to(0)
        yield Played(before, Cause.UNDO)
        yield Say(told.FROM_THE_START)

    def _solve(self, line: tuple[Move, ...]) -> Steps[None]:
        """Tell that it is solved."""
        at_once = not self._settled and not self._hints
        yield Say(told.solved(at_once, line, self._state.naming))
        score = _SCORES[self._hints] if self._hints < len(_SCORES) else 0.0
        yield from self._settle(score, solved=True)
        yield from self._next()

    def _settle(self, score: float, solved: bool) -> Steps[None]:
        """Remember what came of it; the first result counts for when a mistake comes back, or for the rating.

        That leaves alone whoever has solved the problem before.
        """
        task, first = self._known, not self._settled
        self._settled = True
        if task.mistake is not None:
            if first:
                mistake, today = task.mistake, self._today()
                self._archive.keep_solved(lambda known: known.answered(mistake, score == 1, today))
                days = (mistake.failed(today).due - today).days
                yield Say(told.SOLVED_MISTAKE if score == 1 else told.comes_back(days))
            return
        problem = task.problem
        assert problem is not None
        rules = task.rules.name
        done = self._archive.solved()
        before = done.rating(rules)
        counts = first and problem.fen not in done.solved.get(rules, ())
        after = rated(before, [(rating_of(problem.difficulty), score)]) if counts else before
        self._archive.keep_solved(lambda known: known.tried(rules, problem.fen, solved, after))
        if counts:
            yield Say(told.rating(before, after))

    def _next(self) -> Steps[None]:
        """Another problem, or back to what there was. Raises Left where that was nothing."""
        if (yield from self._questions.ask_yes(told.ASK_NEXT, kinds.PROBLEM)):
            yield from self.begin("")
        elif not (yield from self.leave()):
            raise Left

    # Help

    def hint(self) -> Steps[None]:
        """The next of three hints: which man, where to, and why."""
        task, naming = self._known, self._state.naming
        if self._state.game.ply:
            yield from self.again()
        self._hints = min(self._hints + 1, 3)
        line = (yield from self._solution()) if self._hints == 3 else (task.move,)
        yield Say(told.hint(self._hints, task.move, line, self._themes(line), naming))

    def _themes(self, line: Sequence[Move]) -> tuple[str, ...]:
        """What the task is about, ``line`` being its solution."""
        from ai.problems.themes import themes

        task = self._known
        return themes(task.rules, task.position, line) if task.problem is None else task.problem.themes

    def _solution(self) -> Steps[tuple[Move, ...]]:
        """The first move and best play behind it."""
        if not self._line:
            game = self._after_solution()
            rest = () if game.outcome is not None else (yield from self._think(game)).pv
            self._line = (self._known.move, *rest)
        return self._line

    def _after_solution(self) -> Game:
        task = self._known
        game = Game(task.rules, "forced", task.position)
        game.play(task.move)
        return game

    def _think(self, game: Game) -> "Steps[SearchInfo]":
        found = yield Think(game, hint_level(), Random(0), self._defence)
        assert found is not None
        assert not isinstance(found, str | tuple)
        return found

    @property
    def _known(self) -> _Task:
        assert self._task is not None
        return self._task

    @property
    def _defence(self) -> "Defence":
        from ai.problems.defence import Defence
        from console.storage.endgame_tables import tables_folder_if_any

        rules = self._known.rules
        if rules.name not in self._defences:
            self._defences[rules.name] = Defence(rules, tables_folder_if_any())
        return self._defences[rules.name]
