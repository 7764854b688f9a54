"""A problem on the board: the common part of problems of the collection and of the player's mistakes."""

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, TypeAlias

from ai.engine import SearchInfo
from console.activities.problems import sentences as said
from console.activities.problems import solved as results
from console.activities.problems.calendar_page import days_in_succession
from console.activities.problems.solved import SolverStanding, standing_of
from console.dialogue.messages import Cause, Played, Say, Steps
from console.dialogue.task import Task, TaskWord
from console.game.seats import Program
from console.reading.kinds import Kind, Trait
from console.reading.readings import Command
from console.storage.player_data import Statement
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Rules

DEFENSE: Final = "Defense"
ANOTHER: Final = Kind("another problem", Trait.YES_OR_NO | Trait.BETWEEN)
TRY_AGAIN: Final = Kind("try again", Trait.YES_OR_NO | Trait.ENTER_IS_YES | Trait.BETWEEN)

Following: TypeAlias = Callable[[], Steps[None]]
"""A function that sets another problem."""


class Solving(Task):
    """One problem, until the player leaves it. ``first_move`` does what ``goal`` says: win, draw or do better.

    It is solved when no piece can be captured, or with move number ``last``, counted for both sides.
    """

    label = "problem"
    follows = True
    not_now = 'That has to wait: "problem off" leaves the problem, "hint" helps with it.'
    not_in_one = "There is no problem on the board."
    from_start = "Here it is again."
    last: ClassVar[int] = 17

    def __init__(
        self, rules: Rules, position: Position, first_move: Move, word: TaskWord, following: Following
    ) -> None:
        from ai.problems.solution import FIRST_NODES

        self.first_move = first_move
        self.defense = word.defense_of(rules, FIRST_NODES)
        self.hints = Counter[int]()  # by ply
        self.settled = False
        self._following = following
        self._line: tuple[Move, ...] = ()
        super().__init__(word, Game(rules, "forced", position), Program(given=DEFENSE))

    def set_out(self) -> Steps[None]:
        """Say what the problem is."""
        yield from super().set_out()
        self.asked = self.introduction()
        yield Say(self.asked)

    def again(self, command: Command) -> Steps[None]:
        """Take back all moves. If none was made, execute the command as in other activities."""
        again = super().again if self.table.game.ply else self.conversation.commands.do_everywhere
        yield from again(command)

    # The kinds of problems

    @abstractmethod
    def introduction(self) -> str:
        """Return the message that introduces the problem."""

    @abstractmethod
    def is_as_good(self, found: SearchInfo) -> Steps[bool]:
        """Return True if the solver's last move is as good as the solution. ``found`` is the reply to it."""

    @property
    def counts(self) -> bool:
        """True if the next result counts: it is the first try."""
        return not self.settled

    @abstractmethod
    def changes(self, solved: bool, at_once: bool) -> Sequence[Statement]:
        """Return the changes of what is stored by a try; ``at_once``: it counts, and no hint was said."""

    @abstractmethod
    def news(self, before: SolverStanding, after: SolverStanding, at_once: bool) -> str:
        """Return the message about what a result that counts has changed; the streak has its own message."""

    @abstractmethod
    def themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the problem."""

    def idea(self) -> str:
        """Return the message about the idea of the problem after it is solved; empty for none."""
        return ""

    # Moves

    def judge(self) -> Steps[None]:
        """Check the solver's last move. Refute it, or reply to it, or say that the problem is solved."""
        game = self.table.game
        turn = game.last
        assert turn is not None
        if game.outcome is None:
            found = yield from self.reply_of(self.defense, game)
            right = game.ply == 1 and turn.after == self.first_move.after
            if not right and not (yield from self.is_as_good(found)):
                yield from self._fail(turn.move, found)
                return
            if MoveGenerator(game.rules).is_quiet(game.position) or game.ply >= self.last:
                yield from self._solve(found.pv)
                return
            yield Say(said.RIGHT)
            yield from self.reply(found.move, self.naming)
        if game.outcome is not None:
            if game.outcome.winner == game.start.side or (game.outcome.winner is None and self.goal != "win"):
                yield from self._solve(())
            else:
                yield from self._fail(turn.move, None)

    def _fail(self, move: Move, found: SearchInfo | None) -> Steps[None]:
        """Store that a move was wrong, make the reply that refutes it, and offer another try.

        If the solver declines, say the solution. ``found`` is None if the game is over.
        """
        told = self._settle(solved=False)
        if found is not None:
            yield from self.reply(found.move, self.naming)
            yield Played(self.table.game.position, Cause.FLIP)
        yield Say(said.refuted(move, () if found is None else found.pv, self.goal, self.naming))
        yield from told
        declined = not (yield from self.conversation.questions.ask_yes("Another try (Y/N, Enter: Y)? ", TRY_AGAIN))
        yield from self.again(Command("undo"))
        if declined:
            yield Say(said.hint(3, (yield from self.solution()), (), self.naming))
            yield from self._next()

    def _solve(self, line: tuple[Move, ...]) -> Steps[None]:
        """Store that the problem is solved, say so, and offer the next one. ``line`` is the play that could follow."""
        if self.counts:
            how = said.WITH_HELP if self.hints else said.AT_ONCE
        else:
            how = said.AFTER_ALL if self.settled else said.AS_BEFORE
        told = self._settle(solved=True)
        yield Say(said.solved(how, self.idea(), line, self.naming))
        yield from told
        yield from self._next()

    def _next(self) -> Steps[None]:
        """Begin another problem or resume the suspended activity. Raises Left if there is none."""
        yield from self.offer(ANOTHER, ("Another problem (Y/N)? ", self._following))

    def _settle(self, solved: bool) -> Sequence[Say]:
        """Store the result of a try, and return the messages about it.

        Call this before the first message, so that a player who leaves at once does not keep his streak.
        """
        before, counts = self._standing, self.counts
        at_once = solved and counts and not self.hints
        self.data.change(*([results.row_after(at_once)] if counts else ()), *self.changes(solved, at_once))
        self.settled = True
        after = self._standing
        told = [f"{said.row(before.row, after.row)} {self.news(before, after, at_once)}"] if counts else []
        told += [said.marked(days_in_succession(after.days, day)) for day in after.days - before.days]
        return [Say(text) for text in told]

    @property
    def _standing(self) -> SolverStanding:
        return standing_of(self.data, self.table.rules.name)

    # Help

    def hint(self, command: Command) -> Steps[None]:
        """Say the next of three hints for the position on the board: the theme, the man, the solution.

        With an argument, as in ``hint answer``, say the solution at once.
        """
        ply, row = self.table.game.ply, self._standing.row
        if row.now and self.counts:
            self.data.change(results.row_after(at_once=False))
            yield Say(said.row_ended(row))
        self.hints[ply] = 3 if command.argument else self.hints[ply] + 1
        step = min(self.hints[ply], 3)
        if ply:
            line = (yield from self.reply_of(self.defense, self.table.game)).pv
        else:
            line = (yield from self.solution()) if step == 3 else (self.first_move,)
        themes = (yield from self.themes()) if step == 1 else ()
        yield Say(said.hint(step, line, themes, self.naming))

    def solved_game(self) -> Game:
        """Return a game in which the first move of the solution was made."""
        game = Game(self.table.rules, "forced", self.table.game.start)
        game.play(self.first_move)
        return game

    def solution(self) -> Steps[tuple[Move, ...]]:
        """Return the first move of the solution and the best play after it."""
        if not self._line:
            game = self.solved_game()
            rest = () if game.outcome is not None else (yield from self.reply_of(self.defense, game)).pv
            self._line = (self.first_move, *rest)
        return self._line
