"""The activity of a problem: it checks the solver's moves, gives hints, and stores the result of a try."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from console.activities.problems import sentences as said
from console.activities.problems.calendar_page import days_in_succession
from console.activities.problems.solved import Solved, Standing, rated, row_after, solved_day, solved_problem
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, Say, ShowBoard, Steps, Think, think
from console.dialogue.task import Task
from console.game.analysis import NOTABLE
from console.game.repetition import Item
from console.game.seats import Program
from console.game.typed_squares import UnreadableMove, parse_squares
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
class Puzzle:
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


class Solving(Task):
    """One problem, until the player leaves it. ``defence`` is the other side; ``begin`` sets a problem of a kind."""

    label = "problem"
    not_now = said.NOT_NOW
    not_in_one = said.NOT_IN_ONE
    from_start = said.FROM_THE_START

    def __init__(
        self,
        puzzle: Puzzle,
        conversation: Conversation,
        defence: "Defence",
        today: Callable[[], date],
        begin: Callable[[str], Steps[None]],
    ) -> None:
        super().__init__(conversation, Game(puzzle.rules, "forced", puzzle.position), Program(given=DEFENCE))
        self._puzzle = puzzle
        self._solved = Solved(self.data)
        self._defence = defence
        self._today = today
        self._begin = begin
        self._hints = 0
        self._hints_here = (0, 0)
        self._settled = False
        self._line: tuple[Move, ...] = ()

    def set_out(self) -> Steps[None]:
        """Say what the problem is."""
        puzzle = self._puzzle
        yield from super().set_out()
        if puzzle.problem is not None:
            yield Say(said.set_out(puzzle.problem, puzzle.day is not None))
        elif puzzle.mistake is not None:
            yield Say(said.mistake_set_out(puzzle.position.side, puzzle.goal, self._as_played(puzzle.mistake)))

    def _as_played(self, mistake: Item) -> str:
        """Return the wrong move of a mistake, in the present notation."""
        try:
            squares = parse_squares(mistake.name, self.naming._replace(letters="console"))
        except UnreadableMove:
            return mistake.name
        return self.naming.path_of(squares, self.table.game.possible())

    def again(self, command: Command) -> Steps[None]:
        """Take back all moves. If none was made, execute the command as in other activities."""
        again = super().again if self.table.game.ply else self.conversation.commands.do_everywhere
        yield from again(command)

    # Moves

    @property
    def question(self) -> str:
        """The question for a move of the solver."""
        return said.ask_move(self._puzzle.position.side, self._puzzle.goal, self.naming)

    def judge(self) -> Steps[None]:
        """Check the solver's last move. Refute it, or reply to it, or say that the problem is solved."""
        puzzle, game = self._puzzle, self.table.game
        turn = game.last
        assert turn is not None
        if game.outcome is not None:
            yield from self._end_by_rule()
            return
        found = yield from self._think(game)
        right = game.ply == 1 and turn.after == puzzle.move.after
        if not right and not (yield from self._is_as_good(found)):
            yield from self._refute(turn.move, found)
            return
        if game.ply == 1 and not right and puzzle.problem is not None:
            yield Say(said.second_solution(turn.move, puzzle.goal, self.naming))
        if self._is_done():
            yield from self._solve(found.pv)
            return
        yield from self.reply(found.move, self.naming)
        if game.outcome is not None:
            yield from self._end_by_rule()

    def _is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Return True if the solver's last move is as good as the solution.

        For a problem, the first move must be proved to reach the goal, and a later move must keep it. For a mistake,
        the score must be close to that of the better move.
        """
        from ai.problems.verdict import keeps, proves

        puzzle, game = self._puzzle, self.table.game
        if puzzle.mistake is not None:
            better = yield from self._think(self._after_solution())
            return -found.score >= -better.score - NOTABLE
        if game.ply == 1:
            return proves(puzzle.outcome, found, self._defence.knows(game.position))
        return keeps(puzzle.outcome, found)

    def _is_done(self) -> bool:
        """Return True if the solution is complete.

        That is so if neither side can capture, after ``_MOST_MOVES`` moves, and after one move for a mistake.
        """
        game = self.table.game
        quiet = MoveGenerator(game.rules).is_quiet(game.position)
        return quiet or self._puzzle.mistake is not None or game.ply >= 2 * _MOST_MOVES

    def _end_by_rule(self) -> Steps[None]:
        """Handle the end of the game in a problem: a side cannot move, or the game is drawn."""
        puzzle, outcome = self._puzzle, self.table.game.outcome
        assert outcome is not None
        wanted = puzzle.position.side if puzzle.outcome else None
        if outcome.winner in (wanted, puzzle.position.side):
            yield from self._solve(())
        else:
            last = self.table.game.last
            assert last is not None
            result = self._settle(solved=False)
            yield from self._fail(said.refuted(last.move, None, (), puzzle.goal, self.naming), result)

    def _refute(self, move: Move, found: "SearchInfo") -> Steps[None]:
        """Store that a move was wrong, play the reply to it, and say the line that refutes the move."""
        result = self._settle(solved=False)
        yield from self.reply(found.move, self.naming)
        if self.conversation.state.switches.drawing is not False:
            yield ShowBoard()
        message = said.refuted(move, found.move, found.pv, self._puzzle.goal, self.naming)
        yield from self._fail(message, result)

    def _fail(self, message: str, result: Result) -> Steps[None]:
        """Say that a move was wrong, and offer another try. If the solver declines, say the solution."""
        yield Say(message)
        yield from self._say_standing(result)
        declined = not (yield from self.conversation.questions.ask_yes("Another try (Y/N, Enter: Y)? ", TRY_AGAIN))
        yield from super().again(Command("undo"))
        if declined:
            line = yield from self._solution()
            yield Say(f"The solution is {said.expected(line, self.naming)}.")
            yield from self._next()

    def _solve(self, line: tuple[Move, ...]) -> Steps[None]:
        """Store that the problem is solved, say so, and offer the next one. ``line`` is the play that could follow."""
        puzzle, was_settled = self._puzzle, self._settled
        result = self._settle(solved=True)
        if result.counts:
            how = said.AT_ONCE if result.at_once else said.WITH_HELP
        else:
            how = said.AFTER_ALL if was_settled else said.AS_BEFORE
        yield Say(said.solved(how, puzzle.problem, line, self.naming))
        yield from self._say_standing(result)
        if puzzle.day is not None and puzzle.day not in result.before.days:
            yield Say(said.marked(days_in_succession(result.after.days, puzzle.day)))
        yield from self._next()

    def _next(self) -> Steps[None]:
        """Begin another problem or resume the suspended activity. Raises Left if there is none."""
        begin = partial(self._begin, self._puzzle.kind)
        yield from self.offer(ANOTHER, ("Another problem (Y/N)? ", begin))

    # Results

    @property
    def _counts(self) -> bool:
        """True if the next result counts: it is the first try, and the problem was not solved before."""
        problem = self._puzzle.problem
        if self._settled or problem is None:
            return not self._settled
        return problem.fen not in self._solved.fens(problem.rules.name)

    def _settle(self, solved: bool) -> Result:
        """Store the result of a try. Call this before anything is said, so that leaving at once does not keep a row."""
        puzzle, counts, rules = self._puzzle, self._counts, self._puzzle.rules.name
        before = self._solved.standing(rules)
        at_once = solved and counts and not self._hints
        score = _SCORES[self._hints] if solved and self._hints < len(_SCORES) else 0.0

        changes: list[Statement] = [row_after(at_once)] if counts else []
        if solved and puzzle.day is not None:
            changes.append(solved_day(rules, puzzle.day))
        if puzzle.problem is not None:
            changes += rated(rules, puzzle.problem.difficulty, score) if counts else ()
            changes += [solved_problem(rules, puzzle.problem.fen)] if solved else ()
        elif puzzle.mistake is not None and counts:
            changes.append(removed(puzzle.mistake) if at_once else updated(puzzle.mistake.failed(self._today())))
        self.data.change(*changes)
        self._settled = True
        return Result(before, self._solved.standing(rules), counts, at_once)

    def _say_standing(self, result: Result) -> Steps[None]:
        """Say how a result that counts has changed the row, and the rating or the day of a mistake."""
        puzzle, before, after = self._puzzle, result.before, result.after
        if not result.counts:
            return
        if puzzle.mistake is None:
            standing = said.rating(before.rating, after.rating)
        elif result.at_once:
            standing = said.FORGOTTEN
        else:
            today = self._today()
            standing = said.comes_back((puzzle.mistake.failed(today).due - today).days)
        yield Say(f"{said.row(before.row, after.row)} {standing}")

    # Help

    def hint(self, command: Command) -> Steps[None]:
        """Say the next of three hints for the position on the board: which man, where to, and why."""
        puzzle, ply = self._puzzle, self.table.game.ply
        row = self._solved.standing(self._puzzle.rules.name).row
        if row.now and self._counts:
            self.data.change(row_after(at_once=False))
            yield Say(said.row_ended(row))
        last_ply, given = self._hints_here
        step = min(given + 1, 3) if ply == last_ply else 1
        self._hints, self._hints_here = self._hints + 1, (ply, step)
        if ply:
            line = (yield from self._think(self.table.game)).pv
        else:
            line = (yield from self._solution()) if step == 3 else (puzzle.move,)
        themes = (yield from self._themes()) if step == 3 else ()
        yield Say(said.hint(step, line[0], line, themes, self.naming))

    def _themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the puzzle."""
        from ai.themes import themes

        puzzle = self._puzzle
        if puzzle.problem is not None:
            return puzzle.problem.themes
        return themes(puzzle.rules, puzzle.position, (yield from self._solution()))

    def _solution(self) -> Steps[tuple[Move, ...]]:
        """Return the first move of the solution and the best play after it."""
        if not self._line:
            game = self._after_solution()
            rest = () if game.outcome is not None else (yield from self._think(game)).pv
            self._line = (self._puzzle.move, *rest)
        return self._line

    def _after_solution(self) -> Game:
        puzzle = self._puzzle
        game = Game(puzzle.rules, "forced", puzzle.position)
        game.play(puzzle.move)
        return game

    def _think(self, game: Game) -> "Steps[SearchInfo]":
        return (yield from think(Think(game, partial(self._defence.reply, game))))
