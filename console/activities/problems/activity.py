"""The activity of a problem: it checks the solver's moves, gives hints, and stores the result of a try."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from console.activities.problems import sentences as said
from console.activities.problems.calendar_page import days_in_succession
from console.activities.problems.solved import Solved, Standing, rated, row_after, solved_day, solved_problem
from console.dialogue.activity import Activity, Handler
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, Say, ShowBoard, Steps, Think, think
from console.dialogue.table import Table
from console.dialogue.words import IN_TASK
from console.game.analysis import NOTABLE
from console.game.clock import Stopwatch
from console.game.repetition import Item
from console.game.seats import Seats
from console.storage.due_items import removed, updated
from console.storage.player_data import Statement
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.defence import Defence
    from ai.engine import SearchInfo
    from ai.problems.problem import Problem

DEFENCE: Final = "Defence"
ANOTHER: Final = Kind("another problem", Trait.YES_OR_NO | Trait.BETWEEN)
TRY_AGAIN: Final = Kind("try again", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)
_MOST_MOVES: Final = 8  # the longest solution played on the board, in moves of the solver
_SCORES: Final = (1.0, 0.5)  # for the rating, by number of hints; 0 with more hints or a wrong move


@dataclass(frozen=True)
class Task:
    """A position in which the solver must find ``move``.

    ``move`` is the first move of the solution of ``problem``, or the better move in place of ``mistake``, a mistake of
    the user's.

    ``kind`` is the kind of problem that was asked for, and from which the next one comes; empty for any. ``day`` is the
    day whose problem it is, None for any other problem.
    """

    rules: Rules
    position: Position
    move: Move
    goal: str
    problem: "Problem | None" = None
    mistake: Item | None = None
    kind: str = ""
    day: date | None = None

    @property
    def outcome(self) -> int:
        """The result that the solver must reach: 1 for a win, else 0."""
        return int(self.goal == "win")


class Result(NamedTuple):
    """The result of a try: the data before and after it. ``counts``: it has changed the rating or the row.

    ``at_once``: it counts, and the problem was solved without a hint.
    """

    before: Standing
    after: Standing
    counts: bool
    at_once: bool


class Solving(Activity):
    """One problem, until the player leaves it. ``defence`` is the other side; ``begin`` sets a problem of a kind."""

    allowed = IN_TASK
    label = "problem"

    def __init__(
        self,
        task: Task,
        conversation: Conversation,
        defence: "Defence",
        today: Callable[[], date],
        begin: Callable[[str], Steps[None]],
    ) -> None:
        seats = Seats.against(DEFENCE, conversation.player_name, task.position.side)
        game = Game(task.rules, "forced", task.position)
        super().__init__(Table(game, Stopwatch(conversation.state.now), seats, task.position.side))
        self._task = task
        self._conversation = conversation
        self._data = conversation.archive.store.player
        self._solved = Solved(self._data)
        self._defence = defence
        self._today = today
        self._begin = begin
        self._hints = 0
        self._hints_here = (0, 0)
        self._settled = False
        self._line: tuple[Move, ...] = ()

    @property
    def words(self) -> Mapping[str, Handler]:
        """The handlers of the commands that work differently while a problem is being solved."""
        return {
            "hint": lambda _: self._hint(),
            "undo": self._back,
            "reset": self._back,
            "moves": lambda _: self.list_moves(self._conversation.state.naming),
        }

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is not allowed in a problem."""
        return said.NOT_NOW

    def _back(self, command: Command) -> Steps[None]:
        """Take back all moves. If none was made, execute the command as in other activities."""
        yield from self._again() if self.table.game.ply else self._conversation.commands.do_everywhere(command)

    # Moves

    def step(self) -> Steps[Activity | None]:
        """Ask the solver for a move. Execute the answer as a command, or play it as a move and check it."""
        conversation, task, table = self._conversation, self._task, self.table
        table.run_clock()
        prompt = said.ask_move(task.position.side, task.goal, self._conversation.state.naming)
        if (yield from conversation.player.act((yield from conversation.player.ask_move(prompt)))):
            yield from self._check_move()
        return conversation.state.activity

    def _check_move(self) -> Steps[None]:
        """Check the solver's last move. Refute it, or reply to it, or say that the problem is solved."""
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
            yield Say(said.second_solution(turn.move, task.goal, self._conversation.state.naming))
        if self._is_done():
            yield from self._solve(found.pv)
            return
        yield from self.reply(found.move, self._conversation.state.naming)
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
        """Handle the end of the game in a problem: a side cannot move, or the game is drawn."""
        task, outcome = self._task, self.table.game.outcome
        assert outcome is not None
        wanted = task.position.side if task.outcome else None
        if outcome.winner in (wanted, task.position.side):
            yield from self._solve(())
        else:
            last = self.table.game.last
            assert last is not None
            result = self._settle(solved=False)
            yield from self._fail(said.refuted(last.move, None, (), task.goal, self._conversation.state.naming), result)

    def _refute(self, move: Move, found: "SearchInfo") -> Steps[None]:
        """Store that a move was wrong, play the reply to it, and say the line that refutes the move."""
        result = self._settle(solved=False)
        yield from self.reply(found.move, self._conversation.state.naming)
        if self._conversation.state.switches.drawing is not False:
            yield ShowBoard()
        message = said.refuted(move, found.move, found.pv, self._task.goal, self._conversation.state.naming)
        yield from self._fail(message, result)

    def _fail(self, message: str, result: Result) -> Steps[None]:
        """Say that a move was wrong, and offer another try. If the solver declines, say the solution."""
        yield Say(message)
        yield from self._say_standing(result)
        if (yield from self._conversation.questions.ask_yes("Another try (Y/N, Enter: Y)? ", TRY_AGAIN)):
            yield from self._again()
            return
        yield from self._again()
        line = yield from self._solution()
        yield Say(f"The solution is {said.expected(line, self._conversation.state.naming)}.")
        yield from self._next()

    def _again(self) -> Steps[None]:
        """Take back all moves."""
        yield from self.go_to(0)
        yield Say("Here it is again.")

    def _solve(self, line: tuple[Move, ...]) -> Steps[None]:
        """Store that the problem is solved, say so, and offer the next one. ``line`` is the play that could follow."""
        task, was_settled = self._task, self._settled
        result = self._settle(solved=True)
        if result.counts:
            how = said.AT_ONCE if result.at_once else said.WITH_HELP
        else:
            how = said.AFTER_ALL if was_settled else said.AS_BEFORE
        yield Say(said.solved(how, task.problem, line, self._conversation.state.naming))
        yield from self._say_standing(result)
        if task.day is not None and task.day not in result.before.days:
            yield Say(said.marked(days_in_succession(result.after.days, task.day)))
        yield from self._next()

    def _next(self) -> Steps[None]:
        """Begin another problem or resume the suspended activity. Raises Left if there is none."""
        if (yield from self._conversation.questions.ask_yes("Another problem (Y/N)? ", ANOTHER)):
            yield from self._conversation.archive.attempt(self._begin(self._task.kind))
        else:
            yield from go_back(self._conversation.state)

    # Results

    @property
    def _counts(self) -> bool:
        """True if the next result counts: it is the first try, and the problem was not solved before."""
        problem = self._task.problem
        if self._settled or problem is None:
            return not self._settled
        return problem.fen not in self._solved.fens(problem.rules.name)

    def _settle(self, solved: bool) -> Result:
        """Store the result of a try. Call this before anything is said, so that leaving at once does not keep a row."""
        task, counts, rules = self._task, self._counts, self._task.rules.name
        before = self._solved.standing(rules)
        at_once = solved and counts and not self._hints
        score = _SCORES[self._hints] if solved and self._hints < len(_SCORES) else 0.0

        changes: list[Statement] = [row_after(at_once)] if counts else []
        if solved and task.day is not None:
            changes.append(solved_day(rules, task.day))
        if task.problem is not None:
            changes += rated(rules, task.problem.difficulty, score) if counts else ()
            changes += [solved_problem(rules, task.problem.fen)] if solved else ()
        elif task.mistake is not None and counts:
            changes.append(removed(task.mistake) if at_once else updated(task.mistake.failed(self._today())))
        self._data.change(*changes)
        self._settled = True
        return Result(before, self._solved.standing(rules), counts, at_once)

    def _say_standing(self, result: Result) -> Steps[None]:
        """Say how a result that counts has changed the row, and the rating or the day of a mistake."""
        task, before, after = self._task, result.before, result.after
        if not result.counts:
            return
        if task.mistake is None:
            standing = said.rating(before.rating, after.rating)
        elif result.at_once:
            standing = said.FORGOTTEN
        else:
            today = self._today()
            standing = said.comes_back((task.mistake.failed(today).due - today).days)
        yield Say(f"{said.row(before.row, after.row)} {standing}")

    # Help

    def _hint(self) -> Steps[None]:
        """Say the next of three hints for the position on the board: which man, where to, and why."""
        task, ply = self._task, self.table.game.ply
        row = self._solved.standing(self._task.rules.name).row
        if row.now and self._counts:
            self._data.change(row_after(at_once=False))
            yield Say(said.row_ended(row))
        last_ply, given = self._hints_here
        step = min(given + 1, 3) if ply == last_ply else 1
        self._hints, self._hints_here = self._hints + 1, (ply, step)
        if ply:
            line = (yield from self._think(self.table.game)).pv
        else:
            line = (yield from self._solution()) if step == 3 else (task.move,)
        themes = (yield from self._themes()) if step == 3 else ()
        yield Say(said.hint(step, line[0], line, themes, self._conversation.state.naming))

    def _themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the task."""
        from ai.themes import themes

        task = self._task
        if task.problem is not None:
            return task.problem.themes
        return themes(task.rules, task.position, (yield from self._solution()))

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
        return (yield from think(Think(game, partial(self._defence.reply, game))))
