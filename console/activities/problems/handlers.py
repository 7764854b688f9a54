"""Problems: their command, and the tasks: problems of the collection, and mistakes of the player's own."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from console.activities.problems import sentences as said
from console.activities.problems.calendar_page import calendar_lines, days_in_succession
from console.activities.problems.solved import (
    TryResult,
    rated,
    row_after,
    solved_day,
    solved_fens,
    solved_problem,
    standing_of,
)
from console.dialogue.activity import Activity, CannotDo, Handler
from console.dialogue.features import Services
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Cause, Command, Played, Row, Say, ShowList, ShowPage, Steps
from console.dialogue.task import Task, TaskWord, damage_reported
from console.game.analysis import NOTABLE, Mistake, cost
from console.game.naming import Naming
from console.game.repetition import MISTAKE, Item, next_day
from console.game.seats import Program
from console.game.typed_squares import UnreadableMove, parse_squares
from console.storage.due_items import added, items_of, removed, updated
from console.storage.player_data import Statement
from console.text.review import flaw
from console.text.sentences import ask_move, in_days
from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.house_rules import own_articles
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from ai.problems.problem import Problem

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
        super().__init__(word, Game(puzzle.rules, "forced", puzzle.position), Program(given=DEFENCE))

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
            yield Played(self.conversation.state.game.position, Cause.FLIP)
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
        position = parse_fen(mistake.start, rules)
        move = read_move(mistake.moves, MoveGenerator(rules).routes(position))
        super().__init__(Puzzle(rules, position, move, "do better"), word, following)

    def introduction(self) -> str:
        """Return the message that introduces the mistake, with the wrong move in the present notation."""
        played = self._mistake.name
        with suppress(UnreadableMove):
            squares = parse_squares(played, self.naming._replace(letters="console"))
            played = self.naming.path_of(squares, self.table.game.possible())
        return said.MISTAKE_SET_OUT.format(played, said.task(self.puzzle.position.side, self.puzzle.goal))

    def is_as_good(self, found: "SearchInfo") -> Steps[bool]:
        """Return True if the score of the move is close to that of the better move."""
        better = yield from self.reply_of(self.defence, self.puzzle.solved())
        return cost(-better.score, -found.score, self.puzzle.rules) < NOTABLE

    def changes(self, solved: bool, at_once: bool) -> Sequence[Statement]:
        """Forget a mistake that was solved at once, or return it with the day on which it is set again."""
        changed = removed(self._mistake) if at_once else updated(self._mistake.failed(self.word.today()))
        return [changed] if self.counts else []

    def news(self, result: TryResult) -> str:
        """Return the message about the day on which the mistake comes back."""
        today = self.word.today()
        return (
            said.FORGOTTEN
            if result.at_once
            else said.COMES_BACK.format(in_days((self._mistake.failed(today).due - today).days))
        )

    def themes(self) -> Steps[Sequence[str]]:
        """Return the themes of the better move."""
        from ai.themes import themes

        return themes(self.puzzle.rules, self.puzzle.position, (yield from self.solution()))


_SINGLE: Final = ("", "today", "yours")
"""The arguments of the command "problem" that choose a single problem instead of a kind."""


class Problems(TaskWord):
    """Chooses and sets problems."""

    kind = Solving

    def execute(self, command: Command) -> Steps[None]:
        """Set a problem, or show a list or the calendar. Raises CannotDo."""
        match command.argument:
            case "list":
                yield self._kinds()
            case "calendar":
                lines = calendar_lines(standing_of(self.data, self.state.table.rules.name).days, self.today())
                yield ShowPage("The problems of the day", lines)
            case which:
                yield from self.begin(which.replace(" for ", "-for-"))

    def first(self, which: str) -> Steps[Activity | None]:
        """Set the first problem of a session of play, and return its activity, or None if there is no such problem."""
        yield from self.conversation.archive.attempt(self.begin(which))
        return self.state.activity if isinstance(self.state.activity, Solving) else None

    def learn(self, wrong: Sequence[Mistake]) -> Steps[None]:
        """Store the player's gravest mistakes in the game on the table as problems."""
        state = self.state
        gravest = [each for each in wrong if flaw(each) == "??" and self._is_own(each.side)]
        found = [own for own in map(self._own, gravest) if own is not None]
        if not found:
            return
        before = len(items_of(self.data, MISTAKE, state.table.rules))
        self.data.change(*map(added, found))
        new = len(items_of(self.data, MISTAKE, state.table.rules)) - before
        if new > 0:
            yield Say(f"""{("One" if new == 1 else new)} of your mistakes will come back tomorrow: "problem yours".""")

    def _is_own(self, side: int) -> bool:
        """Return True if the side of a game on the table is the player's, or that of another person at this board."""
        table, people = self.state.table, {self.state.player, *self.state.activity.people}
        return not table.seats.is_program(side) and table.names[side] in people

    def _own(self, mistake: Mistake) -> Item | None:
        """Return a mistake as it is stored, or None if it makes no problem.

        It makes none if the better move is the only legal move, or is illegal if jumps are forced.
        """
        rules = self.state.table.rules
        position, better = self.state.game.position_at(mistake.turn), mistake.better[0]
        generator = MoveGenerator(rules)
        moves = generator.legal_moves(position)
        if len(moves) < 2 or all(move.after != better.after for move in moves):
            return None
        played = Naming(rules, position.side, "console").move(mistake.move)
        text, due = move_text(better, generator.routes(position)), next_day(self.today(), 0)
        where = rules.name, own_articles(rules), position.side
        return Item(MISTAKE, *where, played, fen_text(position), text, due)

    # Choosing a problem

    def begin(self, which: str) -> Steps[None]:
        """Set the problem that the argument ``which`` chooses. Raises CannotDo.

        ``today`` is the problem of the day, ``yours`` a mistake of the player's that has come back. A kind chooses an
        unsolved problem of the kind near the player's rating. An empty argument chooses a mistake that has come back,
        or else an unsolved problem of any kind.
        """
        due = self._due() if which in ("", "yours") else []
        if which == "yours" and not due:
            waiting = items_of(self.data, MISTAKE, self.state.table.rules)
            raise CannotDo(said.none_due((waiting[0].due - self.today()).days if waiting else None))
        following = partial(self.begin, "" if which in _SINGLE else which)
        task = next(filter(None, (self._of_mistake(item, following) for item in due)), None)
        if which == "yours" and task is None:
            raise CannotDo(said.none_due(None))
        if task is not None and not which:
            yield Say(f"{said.are_due(len(due))} first.")
        day = self.today() if which == "today" else None
        self.state.begin_task(task or SolvingProblem(self._choose(which), day, self, following))

    def _due(self) -> list[Item]:
        """Return the mistakes under the rules on the table that are due today."""
        return [item for item in items_of(self.data, MISTAKE, self.state.table.rules) if item.due <= self.today()]

    def _choose(self, which: str) -> "Problem":
        """Return the problem of the day, or a problem of a kind that fits the rating.

        Raises CannotDo for an unknown kind, and if there are no readable problems.
        """
        from ai.problems.problem import CLASSICS, next_problem, of_kind, problem_of_the_day

        rules, problems = self.state.table.rules, self.collection()
        if which == "today":
            return problem_of_the_day(problems, self.today())
        if which not in _SINGLE:
            problems = self._classics() if which == CLASSICS else of_kind(problems, which)
            if not problems:
                raise CannotDo(said.no_kind(which))
        solved, rating = solved_fens(self.data, rules.name), standing_of(self.data, rules.name).rating
        return next_problem(problems, solved, rating.value, self.rng)

    def _classics(self) -> "tuple[Problem, ...]":
        """Return the classics under the rules on the table. Raises CannotDo if their file is damaged."""
        from ai.problems.problem import classics

        with damage_reported():
            return classics(self.state.table.rules)

    def _kinds(self) -> ShowList:
        """Return the list of all kinds of problems, with the share solved of each. Raises CannotDo."""
        from ai.problems.problem import CLASSICS, kinds, of_kind
        from console.text.table import Column, figures

        problems = self.collection()
        solved = solved_fens(self.data, self.state.table.rules.name)
        rows = []
        by_kind = {CLASSICS: self._classics()} | {kind: of_kind(problems, kind) for kind in kinds(problems)}
        for kind, some in by_kind.items():
            if not some:
                continue
            done = sum(problem.fen in solved for problem in some)
            bar = said.share_bar(done, len(some))
            rows.append(Row((kind, bar, str(done), str(len(some))), Command("problem", kind)))
        for kind, what in (
            ("today", "the problem of the day"),
            ("yours", "your mistakes"),
            ("calendar", "the days so far"),
        ):
            rows.append(Row((kind, what, "", ""), Command("problem", kind)))
        columns = [Column("Kind", least=15), Column("", 1), *figures("Solved", "All")]
        return ShowList("Problems by kind", columns, rows, topic="Looking and learning")

    def _of_mistake(self, mistake: Item, following: Callable[[], Steps[None]]) -> SolvingMistake | None:
        """Return the task of a mistake. If the mistake cannot be read, delete it and return None."""
        try:
            return SolvingMistake(mistake, self.state.table.rules, self, following)
        except ValueError:
            self.data.change(removed(mistake))
            return None


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"problem": services.shared(Problems).do}
