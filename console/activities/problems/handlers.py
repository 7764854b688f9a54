"""The command of problems: it chooses a problem, shows lists, and sets the user's mistakes again."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from console.activities.problems import sentences as said
from console.activities.problems.activity import Solving, SolvingMistake, SolvingProblem
from console.activities.problems.calendar_page import calendar_lines
from console.activities.problems.solved import solved_fens, standing_of
from console.dialogue.activity import Activity, CannotDo, Handler
from console.dialogue.features import Services
from console.dialogue.messages import Command, Row, Say, ShowList, ShowPage, Steps
from console.dialogue.task import TaskWord
from console.game.analysis import Mistake
from console.game.naming import Naming
from console.game.repetition import MISTAKE, Item, next_day
from console.storage.due_items import added, items_of, removed
from console.text.review import flaw
from engine.fen import fen_text
from engine.house_rules import own_articles
from engine.moves import MoveGenerator
from engine.notation import move_text

if TYPE_CHECKING:
    from ai.problems.problem import Problem

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
                yield from self.begin(which)

    def first(self, which: str) -> Steps[Activity | None]:
        """Set the first problem of a session of play, and return its activity, or None if there is no such problem."""
        yield from self.conversation.archive.attempt(self.begin(which))
        return self.state.activity if isinstance(self.state.activity, Solving) else None

    def learn(self, wrong: Sequence[Mistake]) -> Steps[None]:
        """Store the player's gravest mistakes in the game on the table as problems."""
        state = self.state
        gravest = [each for each in wrong if flaw(each) == "??" and not state.table.seats.is_program(each.side)]
        found = [own for own in map(self._own, gravest) if own is not None]
        if not found:
            return
        before = len(items_of(self.data, MISTAKE, state.table.rules))
        self.data.change(*map(added, found))
        new = len(items_of(self.data, MISTAKE, state.table.rules)) - before
        if new > 0:
            yield Say(f"""{("One" if new == 1 else new)} of your mistakes will come back tomorrow: "problem yours".""")

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
        from ai.problems.problem import next_problem, of_kind, problem_of_the_day

        rules, problems = self.state.table.rules, self.collection()
        if which == "today":
            return problem_of_the_day(problems, self.today())
        if which not in _SINGLE:
            problems = of_kind(problems, which)
            if not problems:
                raise CannotDo(said.no_kind(which))
        solved, rating = solved_fens(self.data, rules.name), standing_of(self.data, rules.name).rating
        return next_problem(problems, solved, rating.value, self.rng)

    def _kinds(self) -> ShowList:
        """Return the list of all kinds of problems, with the share solved of each. Raises CannotDo."""
        from ai.problems.problem import kinds, of_kind
        from console.text.table import Column, figures

        problems = self.collection()
        solved = solved_fens(self.data, self.state.table.rules.name)
        rows = []
        for kind in kinds(problems):
            some = of_kind(problems, kind)
            done = sum(problem.fen in solved for problem in some)
            bar = said.share_bar(done, len(some))
            rows.append(Row((kind, bar, str(done), str(len(some))), Command("problem", kind)))
        for kind, what in (
            ("today", "that of the day"),
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
