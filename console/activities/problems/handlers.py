"""The command of problems: it chooses a problem, shows lists, and sets the user's mistakes again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Final

from console.activities.problems import sentences as said
from console.activities.problems.activity import Solving, Task
from console.activities.problems.calendar_page import calendar_lines
from console.activities.problems.solved import Solved
from console.dialogue.activity import Activity, CannotDo, Handler
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Cause, Command, Played, Row, Say, ShowList, ShowPage, Steps
from console.game.analysis import Mistake
from console.game.naming import Naming
from console.game.repetition import MISTAKE, Item, next_day
from console.game.typed_squares import UnreadableMove, parse_squares
from console.storage.due_items import added, removed
from console.text.review import flaw
from engine.fen import fen_text, parse_fen
from engine.house_rules import own_articles
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.defence import Defence
    from ai.problems.problem import Problem

_NONE: Final = "There are no problems by these rules."
_SINGLE: Final = ("", "today", "yours")
"""The arguments of the command "problem" that choose a single problem instead of a kind."""


@contextmanager
def _damage_reported() -> Iterator[None]:
    """Convert a ValueError about a damaged collection to CannotDo, with a message for the player."""
    try:
        yield
    except ValueError as error:
        raise CannotDo(f"The problems by these rules are damaged: {error}.") from None


class Problems:
    """Chooses and sets problems. The current game is suspended meanwhile. ``today`` returns the date."""

    def __init__(self, conversation: Conversation, rng: Random, today: Callable[[], date] = date.today) -> None:
        self._conversation = conversation
        self._today = today
        self._state = conversation.state
        self._data = conversation.archive.store.player
        self._solved = Solved(self._data)
        self._rng = rng
        self._defences: dict[Rules, Defence] = {}

    def do(self, command: Command) -> Steps[None]:
        """Set a problem, show a list or the calendar, or leave the problem. Raises Left if nothing is suspended."""
        match command.argument:
            case "list":
                with _damage_reported():
                    listed = self._kinds()
                yield listed
            case "calendar":
                lines = calendar_lines(self._solved.standing(self._state.table.rules.name).days, self._today())
                yield ShowPage("The problems of the day", lines)
            case "off" if not isinstance(self._state.activity, Solving):
                yield Say("There is no problem on the board.")
            case "off":
                yield from go_back(self._state)
            case which:
                yield from self.begin(which)

    def first(self, which: str) -> Steps[Activity | None]:
        """Set the first problem of a session of play, and return its activity, or None if there is no such problem."""
        yield from self._conversation.archive.attempt(self.begin(which))
        return self._state.activity if isinstance(self._state.activity, Solving) else None

    def learn(self, wrong: Sequence[Mistake]) -> Steps[None]:
        """Store the player's gravest mistakes in the game on the table as problems."""
        state = self._state
        gravest = [each for each in wrong if flaw(each) == "??" and not state.table.seats.is_program(each.side)]
        found = [own for own in map(self._own, gravest) if own is not None]
        if not found:
            return
        before = len(self._solved.mistakes(state.table.rules))
        self._data.change(*map(added, found))
        new = len(self._solved.mistakes(state.table.rules)) - before
        if new > 0:
            yield Say(said.learned(new))

    def _own(self, mistake: Mistake) -> Item | None:
        """Return a mistake as it is stored, or None if it makes no problem.

        It makes none if the better move is the only legal move, or is illegal if jumps are forced.
        """
        rules = self._state.table.rules
        position, better = self._state.game.position_at(mistake.turn), mistake.better[0]
        generator = MoveGenerator(rules)
        moves = generator.legal_moves(position)
        if len(moves) < 2 or all(move.after != better.after for move in moves):
            return None
        played = Naming(rules, position.side, "console").move(mistake.move)
        text, due = move_text(better, generator.routes(position)), next_day(self._today(), 0)
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
            waiting = self._solved.mistakes(self._state.table.rules)
            raise CannotDo(said.none_due((waiting[0].due - self._today()).days if waiting else None))
        task = self._of_mistake(due[0]) if due else None
        if due and not which:
            yield Say(f"{said.are_due(len(due))} first.")
        if task is None:
            task = self._of_problem(which)
        solving = Solving(task, self._conversation, self._defence_of(task.rules), self._today, self.begin)
        self._state.begin_task(solving)
        yield Played(self._state.game.position, Cause.START)
        if task.problem is not None:
            yield Say(said.set_out(task.problem, which == "today"))
        elif task.mistake is not None:
            yield Say(said.mistake_set_out(task.position.side, task.goal, self._as_played(task.mistake)))

    def _as_played(self, mistake: Item) -> str:
        """Return the wrong move of a mistake on the table, in the present notation."""
        naming = self._state.naming
        try:
            squares = parse_squares(mistake.name, naming._replace(letters="console"))
        except UnreadableMove:
            return mistake.name
        return naming.path_of(squares, self._state.game.possible())

    def _due(self) -> list[Item]:
        """Return the mistakes under the rules on the table that are due today."""
        return [item for item in self._solved.mistakes(self._state.table.rules) if item.due <= self._today()]

    def _of_problem(self, which: str) -> Task:
        """Return the task of a problem of the collection. Raises CannotDo."""
        with _damage_reported():
            problem = self._choose(which)
            if problem is None:
                raise CannotDo(_NONE)
            kind, day = "" if which in _SINGLE else which, self._today() if which == "today" else None
            return Task(problem.rules, problem.position, problem.first_move, problem.goal, problem, kind=kind, day=day)

    def _collection(self) -> "tuple[Problem, ...]":
        """Return the problems under the rules on the table; none if there is no file. Raises ValueError."""
        from ai.problems.problem import collection

        try:
            return collection(self._state.table.rules)
        except OSError:
            return ()

    def _choose(self, which: str) -> "Problem | None":
        """Return the problem of the day, or a problem of a kind that fits the rating; None if there are no problems.

        Raises ValueError for a damaged collection, and CannotDo for an unknown kind.
        """
        from ai.problems.problem import next_problem, of_kind, problem_of_the_day

        rules, problems = self._state.table.rules, self._collection()
        if which == "today":
            return problem_of_the_day(problems, self._today())
        if which not in _SINGLE:
            problems = of_kind(problems, which)
            if not problems:
                raise CannotDo(said.no_kind(which))
        solved, rating = self._solved.fens(rules.name), self._solved.standing(rules.name).rating
        return next_problem(problems, solved, rating.value, self._rng)

    def _kinds(self) -> ShowList:
        """Return the list of all kinds of problems, with the share solved of each. Raises ValueError."""
        from ai.problems.problem import kinds, of_kind
        from console.text.table import Column, figures

        problems = self._collection()
        solved = self._solved.fens(self._state.table.rules.name)
        rows, lines = [], []
        for kind in kinds(problems):
            some = of_kind(problems, kind)
            done = sum(problem.fen in solved for problem in some)
            bar = said.share_bar(done, len(some))
            rows.append(Row((kind, bar, str(done), str(len(some))), Command("problem", kind)))
            lines.append(f"{kind:18} {bar} {done:4} of {len(some)}")
        columns = [Column("Kind", least=15), Column("", 1), *figures("Solved", "All")]
        return ShowList("Problems by kind", columns, rows, lines, empty=_NONE, topic="Looking and learning")

    def _of_mistake(self, mistake: Item) -> Task | None:
        """Return the task of a mistake. If the mistake cannot be read, delete it and return None."""
        rules = self._state.table.rules
        try:
            position = parse_fen(mistake.start, rules)
            move = read_move(mistake.moves, MoveGenerator(rules).routes(position))
        except ValueError:
            self._data.change(removed(mistake))
            return None
        return Task(rules, position, move, "do better", mistake=mistake)

    def _defence_of(self, rules: Rules) -> "Defence":
        """Return the defence under a rule set. It is made only once."""
        from ai.defence import Defence
        from ai.problems.solution import FIRST_NODES
        from console.storage.built_files import tables_folder_if_any

        if rules not in self._defences:
            self._defences[rules] = Defence(rules, FIRST_NODES, tables_folder_if_any())
        return self._defences[rules]


def problems(services: Services) -> Problems:
    """Return the object that sets problems."""
    return Problems(services.conversation, services.rng, services.today)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"problem": services.shared(problems).do}
