"""Tasks: positions in which the player has something to find, for example problems, lessons and opening lines.

``Task`` is the activity, and ``TaskWord`` the command that begins and leaves it. A kind of task defines what it says,
how it judges a move, and how it helps and ends.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from console.dialogue.activity import Activity, BoardChanged, CannotDo, Handlers, refusing, think
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Cause, Played, Say, Steps, T, Think
from console.dialogue.table import Table
from console.game.clock import Stopwatch
from console.game.naming import Naming
from console.game.seats import Person, Program, Seats
from console.reading.kinds import Kind
from console.reading.readings import Blank, Command, No, Yes
from console.reading.words import IN_TASK, Allowed
from console.text import sentences
from engine.game import Game
from engine.geometry import Side
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.defense import Defense
    from ai.engine import SearchInfo


class Task(Activity):
    """A task of the command ``word`` against ``other``. The player has the side ``home``, by default the side to move.

    A kind of task defines ``judge``, and may define ``set_out``, ``go_on``, ``question``, ``hint`` and ``again``. It
    says ``not_now`` for a word that is not allowed, ``not_in_one`` if there is no such task to leave, ``left`` when
    the player leaves it, and ``from_start`` when it begins again. ``goal`` says what a move is
    to do.
    """

    allowed: Allowed = IN_TASK
    not_now: ClassVar[str]
    not_in_one: ClassVar[str]
    left: ClassVar[str] = ""
    from_start: ClassVar[str] = ""
    goal: str = ""

    def __init__(self, word: "TaskWord", game: Game, other: Program, home: Side | None = None) -> None:
        self.word = word
        self.conversation = word.conversation
        self.data = word.data
        self.other = other
        self.is_set_out = False
        super().__init__(self.table_of(game, home))

    def table_of(self, game: Game, home: Side | None = None) -> Table:
        """Return a table with a game of the task."""
        side = game.side if home is None else home
        seats = Seats.of(Person(self.conversation.player_name), self.other, side)
        return Table(game, Stopwatch(self.conversation.state.now), seats, side)

    @property
    def naming(self) -> Naming:
        """The names of the squares on the table."""
        return self.conversation.state.naming

    @property
    def words(self) -> Handlers:
        """The handlers of the commands that help, which do not give away what is to be found."""
        return {
            "hint": self.hint,
            "undo": self.again,
            "reset": self.again,
            "moves": lambda _: self.list_moves(self.naming, {}),
        }

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is not allowed in the task."""
        return self.not_now

    def step(self) -> Steps[None]:
        """Introduce the task, or go on with it."""
        if self.is_set_out:
            yield from self.go_on()
        else:
            self.is_set_out = True
            yield from self.set_out()

    def set_out(self) -> Steps[None]:
        """Introduce the task."""
        yield Played(self.table.game.position, Cause.START)

    def go_on(self) -> Steps[None]:
        """Run one step of the task after its introduction, by default ask for a move."""
        yield from self.ask_move()

    def ask_move(self) -> Steps[None]:
        """Ask for a move. Execute the answer as a command, or play it as a move and judge it."""
        player = self.conversation.player
        self.table.run_clock()
        if (yield from player.act((yield from player.ask_move(self.question)))):
            yield from self.judge()

    def reply_of(self, defense: "Defense", game: Game) -> "Steps[SearchInfo]":
        """Return the best move of the side to move in a game."""
        return (yield from think(Think(game, partial(defense.reply, game))))

    @property
    def question(self) -> str:
        """The question for a move, with the goal of the task."""
        return sentences.ask_move(self.table.game, self.naming, goal=self.goal)

    @abstractmethod
    def judge(self) -> Steps[None]:
        """Judge the player's last move."""

    def hint(self, command: Command) -> Steps[None]:
        """Help with the next move."""
        yield Say(self.not_now)

    def again(self, command: Command) -> Steps[None]:
        """Begin the task again."""
        yield from self.go_to(0)
        yield Say(self.from_start)

    def goes_on(self, prompt: str, kind: Kind, otherwise: str = "") -> Steps[bool]:
        """Return True for Enter and yes, and False for no. Execute commands; return False if one leaves the task.

        Say ``otherwise`` to any other answer.
        """
        while self.conversation.state.activity is self:
            answer = yield from self.conversation.questions.ask(prompt, kind)
            if isinstance(answer, Yes | No | Blank):
                return not isinstance(answer, No)
            with suppress(BoardChanged):  # to go on is asked at any position
                if not (yield from self.conversation.player.respond(answer)) and otherwise:
                    yield Say(otherwise)
        return False

    def offer(self, kind: Kind, *choices: tuple[str, Callable[[], Steps[None]]]) -> Steps[None]:
        """Ask questions up to the first yes, and begin what it offers. If nothing begins, resume what is suspended.

        Raises Left if no activity is suspended.
        """
        for question, begin in choices:
            if (yield from self.conversation.questions.ask_yes(question, kind)):
                yield from self.conversation.archive.attempt(begin())
                break
        if self.conversation.state.activity is self:
            yield from go_back(self.conversation.state)


def packaged(read: Callable[[Rules], T], rules: Rules) -> T:
    """Return the packaged problems of a rule set as ``read`` returns them. Raises CannotDo if there are none."""
    with refusing(sentences.PROBLEMS_DAMAGED):
        if problems := read(rules):
            return problems
    raise CannotDo('There are no problems by these rules: "new american" starts a game that has them.')


class TaskWord(ABC):
    """The command of a kind of task. The current activity is suspended while there is a task."""

    kind: ClassVar[type[Task]]

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.state = conversation.state
        self.data = conversation.archive.store.player
        self._defenses: dict[Rules, Defense] = {}

    @classmethod
    def handlers(cls, conversation: Conversation) -> Handlers:
        """Return the handler by the name of the command, which is the label of the task."""
        return {cls.kind.label: cls(conversation).do}

    def do(self, command: Command) -> Steps[None]:
        """Execute the command, or leave the task. Raises NotKept and CannotDo, and Left if nothing is suspended."""
        if command.argument == "off":
            if not isinstance(self.state.activity, self.kind):
                raise CannotDo(self.kind.not_in_one)
            yield from self.leave()
        else:
            yield from self.execute(command)

    @abstractmethod
    def execute(self, command: Command) -> Steps[None]:
        """Execute the command with an argument other than ``off``, or without one. Raises NotKept and CannotDo."""

    def leave(self) -> Steps[None]:
        """Resume the suspended activity. Raises Left if there is none."""
        if self.kind.left:
            yield Say(self.kind.left)
        yield from go_back(self.state)

    def defense_of(self, rules: Rules, nodes: int) -> "Defense":
        """Return the other side of a task under a rule set, which searches ``nodes`` nodes. It is made only once."""
        from ai.defense import Defense
        from console.storage.built_files import tables_folder_if_any

        if rules not in self._defenses:
            self._defenses[rules] = Defense(rules, nodes, tables_folder_if_any())
        return self._defenses[rules]
