"""The activity of a puzzle: it checks the solver's moves, gives hints, and stores the result of a try."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from console.activities.problems import sentences as said
from console.activities.problems.solved import TryResult, row_after, standing_of
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, Say, ShowBoard, Steps
from console.dialogue.task import Task, TaskWord
from console.game.seats import Program
from console.storage.player_data import Statement
from console.text.sentences import ask_move
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo

DEFENCE: Final = "Defense"
ANOTHER: Final = Kind("another problem", Trait.YES_OR_NO | Trait.BETWEEN)
TRY_AGAIN: Final = Kind("try again", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)


class Puzzle(NamedTuple):
    """A position in which the solver must find ``move``, which does what ``goal`` says: win, draw or do better."""

    rules: Rules
    position: Position
    move: Move
    goal: str

    @property
    def outcome(self) -> int:
        """The result that the solver must reach: 1 for a win, else 0."""
        return int(self.goal == "win")

    def solved(self) -> Game:
        """Return a game in which ``move`` was made."""
        game = Game(self.rules, "forced", self.position)
        game.play(self.move)
        return game


class Solving(Task):
    """One puzzle, until the player leaves it. ``following`` sets another one.

    It is solved when no piece can be captured, or with move number ``last``, counted for both sides.
    """

    label = "problem"
    not_now = said.NOT_NOW
    not_in_one = said.NOT_IN_ONE
    from_start = said.FROM_THE_START
    last: ClassVar[int] = 17

    def __init__(self, puzzle: Puzzle, word: TaskWord, following: Callable[[], Steps[None]]) -> None:
        from ai.problems.solution import FIRST_NODES

        self.puzzle = puzzle
        self.defence = word.defence_of(puzzle.rules, FIRST_NODES)
        self.hints = 0
        self.settled = False
        self._following = following
        self._hints_here = (0, 0)
        self._line: tuple[Move, ...] = ()
        super().__init__(word.conversation, Game(puzzle.rules, "forced", puzzle.position), Program(given=DEFENCE))

    def set_out(self) -> Steps[None]:
        """Say what the puzzle is."""
        yield from super().set_out()
        yield Say(self.introduction())

    def again(self, command: Command) -> Steps[None]:
        """Take back all moves. If none was made, execute the command as in other activities."""
        again = super().again if self.table.game.ply else self.conversation.commands.do_everywhere
        yield from again(command)

    # The kinds of puzzles

    @abstractmethod
    def introduction(self) -> str:
        """Return the message that introduces the puzzle."""

    @abstractmethod
    def is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Return True if the solver's last move is as good as the solution. ``found`` is the reply to it."""

    @property
    def counts(self) -> bool:
        """True if the next result counts: it is the first try."""
        return not self.settled

    @abstractmethod
    def changes(self, solved: bool, at_once: bool) -> Sequence[Statement]:
        """Return the changes of what is stored of the puzzle by a try; ``at_once``: it counts, and no hint was said."""

    @abstractmethod
    def news(self, result: TryResult) -> str:
        """Return the message about what a result that counts has changed besides the row."""

    def idea(self) -> str:
        """Return the message about the idea of the puzzle after it is solved; empty for none."""
        return ""

    @abstractmethod
    def themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the puzzle."""

    # Moves

    @property
    def question(self) -> str:
        """The question for a move of the solver."""
        return ask_move(self.naming, self.puzzle.position.side)

    def judge(self) -> Steps[None]:
        """Check the solver's last move. Refute it, or reply to it, or say that the puzzle is solved."""
        puzzle, game = self.puzzle, self.table.game
        turn = game.last
        assert turn is not None
        if game.outcome is None:
            found = yield from self.reply_of(self.defence, game)
            right = game.ply == 1 and turn.after == puzzle.move.after
            if not right and not (yield from self.is_as_good(found)):
                yield from self._fail(turn.move, found)
                return
            if MoveGenerator(game.rules).is_quiet(game.position) or game.ply >= self.last:
                yield from self._solve(found.pv)
                return
            yield from self.reply(found.move, self.naming)
        if game.outcome is not None:
            if game.outcome.winner == puzzle.position.side or (game.outcome.winner is None and not puzzle.outcome):
                yield from self._solve(())
            else:
                yield from self._fail(turn.move, None)

    def _fail(self, move: Move, found: "SearchInfo | None") -> Steps[None]:
        """Store that a move was wrong, make the reply that refutes it, and offer another try.

        If the solver declines, say the solution. ``found`` is None if the game is over.
        """
        result = self._settle(solved=False)
        if found is not None:
            yield from self.reply(found.move, self.naming)
            if self.conversation.state.switches.drawing is not False:
                yield ShowBoard()
        yield Say(said.refuted(move, () if found is None else found.pv, self.puzzle.goal, self.naming))
        yield from self.say_standing(result)
        declined = not (yield from self.conversation.questions.ask_yes("Another try (Y/N, Enter: Y)? ", TRY_AGAIN))
        yield from super().again(Command("undo"))
        if declined:
            line = yield from self.solution()
            yield Say(said.hint(3, line, (), self.naming))
            yield from self._next()

    def _solve(self, line: tuple[Move, ...]) -> Steps[None]:
        """Store that the puzzle is solved, say so, and offer the next one. ``line`` is the play that could follow."""
        was_settled = self.settled
        result = self._settle(solved=True)
        if result.counts:
            how = said.AT_ONCE if result.at_once else said.WITH_HELP
        else:
            how = said.AFTER_ALL if was_settled else said.AS_BEFORE
        yield Say(said.solved(how, self.idea(), line, self.naming))
        yield from self.say_standing(result)
        yield from self._next()

    def _next(self) -> Steps[None]:
        """Begin another puzzle or resume the suspended activity. Raises Left if there is none."""
        yield from self.offer(ANOTHER, ("Another problem (Y/N)? ", self._following))

    # Results

    def _settle(self, solved: bool) -> TryResult:
        """Store the result of a try. Call this before anything is said, so that leaving at once does not keep a row."""
        rules, counts = self.puzzle.rules.name, self.counts
        before, at_once = standing_of(self.data, rules), solved and counts and not self.hints
        self.data.change(*([row_after(at_once)] if counts else ()), *self.changes(solved, at_once))
        self.settled = True
        return TryResult(before, standing_of(self.data, rules), counts, at_once)

    def say_standing(self, result: TryResult) -> Steps[None]:
        """Say what a try has changed."""
        if result.counts:
            yield Say(f"{said.row(result.before.row, result.after.row)} {self.news(result)}")

    # Help

    def hint(self, command: Command) -> Steps[None]:
        """Say the next of three hints for the position on the board: the theme, the man, the solution."""
        ply = self.table.game.ply
        row = standing_of(self.data, self.puzzle.rules.name).row
        if row.now and self.counts:
            self.data.change(row_after(at_once=False))
            yield Say(said.row_ended(row))
        last_ply, given = self._hints_here
        step = min(given + 1, 3) if ply == last_ply else 1
        self.hints, self._hints_here = self.hints + 1, (ply, step)
        if ply:
            line = (yield from self.reply_of(self.defence, self.table.game)).pv
        else:
            line = (yield from self.solution()) if step == 3 else (self.puzzle.move,)
        themes = (yield from self.themes()) if step == 1 else ()
        yield Say(said.hint(step, line, themes, self.naming))

    def solution(self) -> Steps[tuple[Move, ...]]:
        """Return the first move of the solution and the best play after it."""
        if not self._line:
            game = self.puzzle.solved()
            rest = () if game.outcome is not None else (yield from self.reply_of(self.defence, game)).pv
            self._line = (self.puzzle.move, *rest)
        return self._line
