"""Problems in a session of play: choosing them, checking the solver's moves, hints, and mistakes that come back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import reduce
from random import Random
from typing import TYPE_CHECKING, Final

from ai.levels import HINT
from console.activities.problems import sentences as problem_sentences
from console.activities.problems.solved import SOLVED, OwnMistake, SolvedProblems, first_return
from console.dialogue.activity import Activity, CannotDo, Handler, Left
from console.dialogue.commands import resume
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Cause, Command, Played, Row, Say, ShowBoard, ShowList, Steps, Think, think
from console.dialogue.table import Pairing, Table
from console.dialogue.words import Place
from console.game.analysis import NOTABLE, Mistake
from console.game.clock import Stopwatch
from console.game.naming import Naming
from console.game.options import DEFAULT_NAME
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
    from ai.defence import Defence
    from ai.engine import SearchInfo
    from ai.problems.problem import Problem

DEFENCE: Final = "Defence"
ANOTHER: Final = Kind("another problem", Trait.YES_OR_NO | Trait.BETWEEN)
TRY_AGAIN: Final = Kind("try again", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
_NONE: Final = "There are no problems by these rules."
_SINGLE: Final = ("", "today", "yours")
"""The arguments of the command "problem" that choose a single problem instead of a kind."""
_MOST_MOVES: Final = 8  # the longest solution played on the board, in moves of the solver
_SCORES: Final = (1.0, 0.5)  # for the rating, by number of hints; 0 with more hints or a wrong move


@dataclass(frozen=True)
class Task:
    """A move to be found: the first ``move`` of a problem, or the better move for a mistake of the user's.

    ``kind`` is the kind of problem that was asked for, and from which the next one comes; empty for any.
    """

    rules: Rules
    position: Position
    move: Move
    goal: str
    problem: "Problem | None" = None
    mistake: OwnMistake | None = None
    kind: str = ""

    @property
    def outcome(self) -> int:
        """1 for a win, else 0."""
        return int(self.goal == "win")


class Solving(Activity):
    """One problem, until the player leaves it; ``problems`` has set it."""

    place = Place.PROBLEM
    label = "problem"

    def __init__(self, task: Task, problems: "Problems") -> None:
        conversation, side = problems.conversation, task.position.side
        names = (problems.solver, DEFENCE) if side == BLACK else (DEFENCE, problems.solver)
        game = Game(task.rules, "forced", task.position)
        super().__init__(Table(game, Stopwatch(conversation.state.now), Pairing(names, frozenset((1 - side,)), side)))
        self._task = task
        self._conversation = conversation
        self._files = conversation.archive.store.files
        self._problems = problems
        self._defence = problems.defence_of(task.rules)
        self._hints = 0
        self._settled = False
        self._line: tuple[Move, ...] = ()

    @property
    def words(self) -> Mapping[str, Handler]:
        """The handlers of the commands that work differently while a problem is being solved."""
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
        yield from self._again() if self.table.game.ply else self._conversation.commands.do_everywhere(command)

    def _list_moves(self) -> Steps[None]:
        """List the legal moves without their values."""
        yield Say(sentences.legal_moves(self.table.game.legal_moves(), self.table.naming, {}))

    # Moves

    def step(self) -> Steps[Activity | None]:
        """Ask the solver for a move. Execute the answer as a command, or play it as a move and check it."""
        conversation, task, table = self._conversation, self._task, self.table
        table.run_clock()
        prompt = problem_sentences.ask_move(task.position.side, task.goal, table.naming)
        if (yield from conversation.player.act((yield from conversation.player.ask_move(prompt)))):
            yield from self._check_move()
        return conversation.state.activity

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
        yield from self.reply(found.move)
        if game.outcome is not None:
            yield from self._end_by_rule()

    def _is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Return True if the solver's last move is as good as the solution.

        For a problem, the first move must be proved to reach the goal, and a later move must keep it. For a mistake,
        the score must be close to that of the better move.
        """
        from ai.problems.verdict import keeps, proves

        task, game = self._task, self.table.game
        if task.mistake is not None:
            better = yield from self._think(self._after_solution())
            return -found.score >= -better.score - NOTABLE
        if game.ply == 1:
            return proves(task.outcome, found, self._defence.knows(game.position))
        return keeps(task.outcome, found)

    def _is_done(self) -> bool:
        """Return True if the solution is complete.

        That is so if neither side can capture, after ``_MOST_MOVES`` moves, and after one move for a mistake.
        """
        game = self.table.game
        quiet = MoveGenerator(game.rules).is_quiet(game.position)
        return quiet or self._task.mistake is not None or game.ply >= 2 * _MOST_MOVES

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
        yield from self.reply(found.move)
        if self._conversation.state.switches.drawing is not False:
            yield ShowBoard()
        yield from self._fail(problem_sentences.refuted(move, found.move, found.pv, self._task.goal, self.table.naming))

    def _fail(self, sentence: str) -> Steps[None]:
        """Say that a move was wrong, and offer another try or show the solution."""
        yield Say(sentence)
        yield from self._settle(0.0, solved=False)
        if (yield from self._conversation.questions.ask_yes("Another try (Y/N, Enter: Y)? ", TRY_AGAIN)):
            yield from self._again()
            return
        yield from self._again()
        line = yield from self._solution()
        yield Say(f"The solution is {problem_sentences.expected(line, self.table.naming)}.")
        yield from self._next()

    def _again(self) -> Steps[None]:
        """Take back all moves."""
        game = self.table.game
        before = game.position
        game.go_to(0)
        yield Played(before, Cause.UNDO)
        yield Say("Here it is again.")

    def _solve(self, line: tuple[Move, ...]) -> Steps[None]:
        """Say that the problem is solved, and offer the next one."""
        at_once = not self._settled and not self._hints
        yield Say(problem_sentences.solved(at_once, line, self.table.naming))
        score = _SCORES[self._hints] if self._hints < len(_SCORES) else 0.0
        yield from self._settle(score, solved=True)
        yield from self._next()

    def _settle(self, score: float, solved: bool) -> Steps[None]:
        """Store the result of a try. Only the first try changes the rating or the day on which a mistake comes back."""
        first, self._settled = not self._settled, True
        if self._task.problem is not None:
            yield from self._rate(self._task.problem, score, first, solved)
        elif self._task.mistake is not None and first:
            yield from self._put_off(self._task.mistake, at_once=score == 1)

    def _put_off(self, mistake: OwnMistake, at_once: bool) -> Steps[None]:
        """Delete a mistake that was solved ``at_once``, or let it come back on a later day."""
        today = self._problems.today()
        self._files.change(SOLVED, lambda known: known.answered(mistake, at_once, today))
        days = (mistake.failed(today).due - today).days
        yield Say("This mistake will not come back." if at_once else problem_sentences.comes_back(days))

    def _rate(self, problem: "Problem", score: float, first: bool, solved: bool) -> Steps[None]:
        """Store a try of a problem. One that was solved before does not change the rating."""
        rules, done = problem.rules.name, self._files.read(SOLVED)
        before = done.rating(rules)
        counts = first and problem.fen not in done.solved(rules)
        after = before.after(problem.difficulty, score) if counts else before
        self._files.change(SOLVED, lambda known: known.tried(rules, problem.fen, solved, after))
        if counts:
            yield Say(problem_sentences.rating(before, after))

    def _next(self) -> Steps[None]:
        """Begin another problem or resume the suspended activity. Raises Left if there is none."""
        if (yield from self._conversation.questions.ask_yes("Another problem (Y/N)? ", ANOTHER)):
            yield from self._conversation.archive.attempt(self._problems.begin(self._task.kind))
        elif not (yield from resume(self._conversation.state)):
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
        return (yield from think(Think(game, HINT, Random(0), self._defence)))


@contextmanager
def _damage_reported() -> Iterator[None]:
    """Raise CannotDo for a ValueError about a damaged collection."""
    try:
        yield
    except ValueError as error:
        raise CannotDo(f"The problems by these rules are damaged: {error}.") from None


class Problems:
    """Sets problems. The current activity is suspended for them. ``today`` returns the date."""

    def __init__(self, conversation: Conversation, rng: Random, today: Callable[[], date] = date.today) -> None:
        self.conversation = conversation
        self.today = today
        self._state = conversation.state
        self._files = conversation.archive.store.files
        self._rng = rng
        self._defences: dict[str, Defence] = {}

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handler of the word."""
        return {"problem": self._do}

    def _do(self, command: Command) -> Steps[None]:
        """Set a problem, or leave the one on the board. Raises Left if no activity is suspended."""
        if command.argument != "off":
            yield from self.begin(command.argument)
        elif not isinstance(self._state.activity, Solving):
            yield Say("There is no problem on the board.")
        elif not (yield from resume(self._state)):
            raise Left

    def first(self, which: str) -> Steps[Activity | None]:
        """Set the first problem of a session of play; return None if there is none."""
        yield from self.conversation.archive.attempt(self.begin(which))
        return self._state.activity if isinstance(self._state.activity, Solving) else None

    def learn(self, wrong: Sequence[Mistake]) -> Steps[None]:
        """Store the player's gravest mistakes in the game on the table as problems."""
        state = self._state
        gravest = [each for each in wrong if flaw(each) == "??" and each.side not in state.table.computers]
        found = [own for own in map(self._own, gravest) if own is not None]
        if not found:
            return
        before = self._files.read(SOLVED)
        known = self._files.change(SOLVED, lambda known: reduce(SolvedProblems.with_mistake, found, known))
        new = len(known.yours) - len(before.yours)
        if new > 0:
            yield Say(problem_sentences.learned(new))

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
        return OwnMistake(state.table.rules.name, fen_text(position), text, played, first_return(self.today()))

    # Choosing a problem

    def begin(self, which: str) -> Steps[None]:
        """Set the problem that the argument ``which`` chooses, or show the list of kinds for ``list``. Raises CannotDo.

        ``today`` is the problem of the day, ``yours`` a mistake of the player's that has come back. A kind chooses an
        unsolved problem of the kind near the player's rating. An empty argument chooses a mistake that has come back,
        or else an unsolved problem of any kind.
        """
        if which == "list":
            with _damage_reported():
                listed = self._kinds()
            yield listed
            return
        due = self._due() if which in ("", "yours") else []
        if which == "yours" and not due:
            wait = self._files.read(SOLVED).days_to_next(self._state.table.rules.name, self.today())
            raise CannotDo(problem_sentences.none_due(wait))
        task = self._of_mistake(due[0]) if due else None
        if due and not which:
            yield Say(f"{problem_sentences.are_due(len(due))} first.")
        if task is None:
            task = self._of_problem(which)
        self._set(Solving(task, self))
        yield Played(self._state.game.position, Cause.START)
        if task.problem is not None:
            yield Say(problem_sentences.set_out(task.problem, which == "today"))
        elif task.mistake is not None:
            yield Say(problem_sentences.mistake_set_out(task.position.side, task.goal, task.mistake.played))

    def _due(self) -> list[OwnMistake]:
        """Return the mistakes under the rules on the table that have come back."""
        return self._files.read(SOLVED).due(self._state.table.rules.name, self.today())

    def _of_problem(self, which: str) -> Task:
        """Return the task of a problem of the collection. Raises CannotDo."""
        with _damage_reported():
            problem = self._choose(which)
            if problem is None:
                raise CannotDo(_NONE)
            kind = "" if which in _SINGLE else which
            return Task(problem.rules, problem.position, problem.first_move, problem.goal, problem, kind=kind)

    def _collection(self) -> "tuple[Problem, ...]":
        """Return the problems under the rules on the table; none if there is no file. Raises ValueError."""
        from ai.problems.problem import collection

        try:
            return collection(self._state.table.rules)
        except OSError:
            return ()

    def _choose(self, which: str) -> "Problem | None":
        """Return the problem of the day, or one of a kind that fits; None if there is none.

        Raises ValueError, and CannotDo for an unknown kind.
        """
        from ai.problems.problem import next_problem, of_kind, problem_of_the_day

        rules, problems = self._state.table.rules, self._collection()
        if which == "today":
            return problem_of_the_day(problems, self.today())
        if which not in _SINGLE:
            problems = of_kind(problems, which)
            if not problems:
                raise CannotDo(problem_sentences.no_kind(which))
        known = self._files.read(SOLVED)
        return next_problem(problems, set(known.solved(rules.name)), known.rating(rules.name).value, self._rng)

    def _kinds(self) -> ShowList:
        """Return the list of all kinds of problems, with the share solved of each. Raises ValueError."""
        from ai.problems.problem import kinds, of_kind
        from console.text.table import Column, figures

        problems = self._collection()
        solved = set(self._files.read(SOLVED).solved(self._state.table.rules.name))
        rows, lines = [], []
        for kind in kinds(problems):
            some = of_kind(problems, kind)
            done = sum(problem.fen in solved for problem in some)
            bar = problem_sentences.share_bar(done, len(some))
            rows.append(Row((kind, bar, str(done), str(len(some))), Command("problem", kind)))
            lines.append(f"{kind:18} {bar} {done:4} of {len(some)}")
        columns = [Column("Kind", least=15), Column("", 1), *figures("Solved", "All")]
        return ShowList("Problems by kind", columns, rows, lines, empty=_NONE, topic="Looking and learning")

    def _of_mistake(self, mistake: OwnMistake) -> Task | None:
        """Return the task of a mistake; a mistake that cannot be read is deleted, and None returned."""
        rules = self._state.table.rules
        try:
            position = parse_fen(mistake.fen, rules)
            move = read_move(mistake.better, MoveGenerator(rules).routes(position))
        except ValueError:
            self._files.change(SOLVED, lambda known: known.answered(mistake, True, self.today()))
            return None
        return Task(rules, position, move, "do better", mistake=mistake)

    @property
    def solver(self) -> str:
        """The solver's name."""
        return self._state.player or self.conversation.options.default_name or DEFAULT_NAME

    def _set(self, solving: Solving) -> None:
        """Put a problem on the board and suspend a game."""
        state = self._state
        if any(state.table.names) and not isinstance(state.activity, Solving):
            state.suspend(solving)
        else:
            state.begin(solving)

    def defence_of(self, rules: Rules) -> "Defence":
        """Return the defence under a rule set, which is made once."""
        from ai.defence import Defence
        from ai.problems.solution import FIRST_NODES
        from console.storage.built_files import tables_folder_if_any

        if rules.name not in self._defences:
            self._defences[rules.name] = Defence(rules, FIRST_NODES, tables_folder_if_any())
        return self._defences[rules.name]
