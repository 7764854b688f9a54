"""The command of problems: the choice of the next one, the list of their kinds, and the mistakes that are stored."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Final

from console.activities.problems import sentences as said
from console.activities.problems.activity import Following, Solving, SolvingMistake, SolvingProblem
from console.activities.problems.calendar_page import calendar_lines
from console.activities.problems.solved import solved_fens, standing_of
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Command, Row, Say, ShowList, ShowPage, Steps
from console.dialogue.task import TaskWord, packaged
from console.game.analysis import Mistake
from console.game.naming import Naming
from console.game.repetition import MISTAKE, Item, next_day
from console.storage.due_items import added, items_of, removed
from console.text.review import flaw
from engine.fen import fen_text
from engine.game import Game
from engine.house_rules import own_articles
from engine.moves import MoveGenerator
from engine.notation import move_text
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.problems.problem import Problem

_SINGLE: Final = ("", "today", "yours")
"""The arguments of the command "problem" that choose a single problem instead of a kind."""
_OTHERS: Final = (("today", "the problem of the day"), ("yours", "your mistakes"), ("calendar", "the days so far"))
"""The rows below the kinds."""


class Problems(TaskWord):
    """Chooses and sets problems."""

    kind = Solving

    def execute(self, command: Command) -> Steps[None]:
        """Set a problem, or show a list or the calendar. Raises CannotDo."""
        match command.argument:
            case "list":
                yield self._kinds()
            case "calendar":
                lines = calendar_lines(standing_of(self.data, self._rules.name).days, self.conversation.today())
                yield ShowPage("The problems of the day", lines)
            case which:
                yield from self.begin(which.replace(" for ", "-for-"))

    def begin(self, which: str) -> Steps[None]:
        """Set the problem that the argument ``which`` chooses. Raises CannotDo.

        ``today`` is the problem of the day, ``yours`` a mistake of the player's that has come back. A kind chooses an
        unsolved problem of the kind near the player's rating. An empty argument chooses a mistake that has come back,
        or else an unsolved problem of any kind.
        """
        following, today = partial(self.begin, "" if which in _SINGLE else which), self.conversation.today()
        due = [item for item in self._mistakes() if item.due <= today] if which in ("", "yours") else []
        task = next(filter(None, (self._of_mistake(item, following) for item in due)), None)
        if which == "yours" and task is None:
            waiting = self._mistakes()
            raise CannotDo(said.none_due((waiting[0].due - today).days if waiting else None))
        if task is not None and not which:
            yield Say(f"{said.are_due(len(due))} first.")
        day = today if which == "today" else None
        self.state.begin_task(task or SolvingProblem(self._choose(which), day, self, following))

    @property
    def _rules(self) -> Rules:
        """The rules on the table."""
        return self.state.table.rules

    def _mistakes(self) -> list[Item]:
        """Return the mistakes under the rules on the table, those that are due first at the beginning."""
        return items_of(self.data, MISTAKE, self._rules)

    def _of_mistake(self, mistake: Item, following: Following) -> SolvingMistake | None:
        """Return the task of a mistake. If the mistake cannot be read, delete it and return None."""
        try:
            return SolvingMistake(mistake, self._rules, self, following)
        except ValueError:
            self.data.change(removed(mistake))
            return None

    def _choose(self, which: str) -> "Problem":
        """Return the problem of the day, or a problem of a kind that fits the rating.

        Raises CannotDo for an unknown kind, and if there are no readable problems.
        """
        from ai.problems.problem import by_kind, collection, next_problem, problem_of_the_day

        rules = self._rules
        problems = packaged(collection, rules) if which in _SINGLE else packaged(by_kind, rules).get(which)
        if problems is None:
            raise CannotDo(said.no_kind(which))
        if which == "today":
            return problem_of_the_day(problems, self.conversation.today())
        solved, rating = solved_fens(self.data, rules.name), standing_of(self.data, rules.name).rating
        return next_problem(problems, solved, rating.value, self.conversation.rng)

    def _kinds(self) -> ShowList:
        """Return the list of all kinds of problems, with the share solved of each. Raises CannotDo."""
        from ai.problems.problem import by_kind
        from console.text.table import Column, figures

        kinds = packaged(by_kind, self._rules)
        solved, rows = solved_fens(self.data, self._rules.name), []
        for kind, some in kinds.items():
            done = sum(problem.fen in solved for problem in some)
            texts = (kind, said.share_bar(done, len(some)), str(done), str(len(some)))
            rows.append(Row(texts, Command("problem", kind)))
        rows += [Row((kind, what, "", ""), Command("problem", kind)) for kind, what in _OTHERS]
        columns = [Column("Kind", least=15), Column("", 1), *figures("Solved", "All")]
        return ShowList("Problems by kind", columns, rows, topic="Looking and learning")


def store_mistakes(conversation: Conversation, wrong: Sequence[Mistake]) -> Steps[None]:
    """Store the player's gravest mistakes in the game on the table as problems."""
    data = conversation.archive.store.player
    table, people = conversation.state.table, {conversation.state.player, *conversation.state.activity.people}
    found = []
    for mistake in wrong:
        is_own = not table.seats.is_program(mistake.side) and table.names[mistake.side] in people
        if flaw(mistake) == "??" and is_own and (item := _item(table.game, mistake, conversation.today())) is not None:
            found.append(added(item))
    if not found:
        return
    before = len(items_of(data, MISTAKE, table.rules))
    data.change(*found)
    new = len(items_of(data, MISTAKE, table.rules)) - before
    if new > 0:
        yield Say(f"""{("One" if new == 1 else new)} of your mistakes will come back tomorrow: "problem yours".""")


def _item(game: Game, mistake: Mistake, today: date) -> Item | None:
    """Return a mistake as it is stored, or None if it makes no problem.

    It makes none if the better move is the only legal move, or is illegal if jumps are forced.
    """
    position, better, generator = game.position_at(mistake.turn), mistake.better[0], MoveGenerator(game.rules)
    moves = generator.legal_moves(position)
    if len(moves) < 2 or all(move.after != better.after for move in moves):
        return None
    played = Naming(game.rules, position.side, "console").move(mistake.move)
    where = game.rules.name, own_articles(game.rules), position.side
    text = move_text(better, generator.routes(position))
    return Item(MISTAKE, *where, played, fen_text(position), text, next_day(today, 0))


def handlers(conversation: Conversation) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"problem": Problems(conversation).do}
