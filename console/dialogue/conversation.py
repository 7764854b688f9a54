"""The parts of a conversation that every activity uses."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, cast

from console.dialogue.archive import Archive
from console.dialogue.commands import Commands
from console.dialogue.messages import ComputerPlayer, Ended, MoveChooser, Played, Step, Steps, T
from console.dialogue.player import Player
from console.dialogue.proving import Proofs
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.game.options import DEFAULT_NAME, Options
from console.game.seats import Program
from console.storage.store import Store
from console.text.levels import Remarks
from engine.rules import Rules

if TYPE_CHECKING:
    from console.dialogue.ending import Ending
    from console.game.analysis import Mistake
    from console.game.record import Exercises


class Opened(NamedTuple):
    """The session of play has begun. A remote game takes the place of the first game."""


class Reviewed(NamedTuple):
    """A review has found the mistakes in the game on the table."""

    mistakes: "Sequence[Mistake]"


class Parting(NamedTuple):
    """The player leaves. What a room says now follows the farewell."""


Event: TypeAlias = Step | Opened | Reviewed | Parting
"""Something that rooms are told of; a step before it is made."""


class ProgramKind(NamedTuple):
    """A kind of programs. The field ``kind`` of a seat names it.

    ``chooser`` returns what chooses the moves of a program, and ``remarks`` its remarks by turning point. ``after``
    adds what such a program says after a step of its game. ``ready`` is asked before and behind a search for a move: it
    seats such a program, or another one in its place, and says why.
    """

    chooser: "Callable[[Conversation, Program], MoveChooser]"
    remarks: Callable[[Program], Remarks] = lambda _: {}
    after: "Callable[[Conversation, Played | Ended], Iterable[Step]]" = lambda *_: ()
    ready: "Callable[[Conversation], Iterable[Step]]" = lambda _: ()


@dataclass(eq=False)
class Conversation:
    """The state of a session of play, and the objects that ask, save and execute commands.

    ``today`` returns the date. ``exercises`` returns what the user has done beside his games under a rule set.
    ``programs`` are the kinds of programs beside the built-in opponent, which is ``opponent`` if that is given.
    ``built_in`` returns him, and ``hear`` tells the rooms of an event; the composition root sets both. The functions
    ``closing`` are called when the conversation ends or is closed. ``parts`` has the parts that ``part`` has made.
    """

    options: Options
    state: State
    store: Store
    rng: Random
    today: Callable[[], date]
    exercises: "Callable[[Rules], Sequence[Exercises]]"
    programs: Mapping[str, ProgramKind] = field(default_factory=dict)
    opponent: ComputerPlayer | None = None
    built_in: Callable[[], MoveChooser] = field(init=False)
    hear: Callable[[Event], Steps[None]] = field(init=False)

    def __post_init__(self) -> None:
        self.closing: list[Callable[[], None]] = []
        self.parts: dict[str, object] = {}
        self.archive = Archive(self.state, self.store)
        self.commands = Commands(self.state, self.archive)
        self.questions = Questions(self.state, self.archive, self.commands, self.options)
        self.player = Player(self.state, self.questions, self.archive, self.commands)
        self.proofs = Proofs(self.state, self.archive)

    @cached_property
    def ending(self) -> "Ending":
        """The messages at the end of games."""
        from console.dialogue.ending import Ending

        return Ending(self.state, self.archive, self.questions)

    def part(self, name: str, make: "Callable[[Conversation], T]") -> T:
        """Return the part of this conversation with a name. ``make`` makes it at the first call."""
        if name not in self.parts:
            self.parts[name] = make(self)
        return cast(T, self.parts[name])

    @property
    def player_name(self) -> str:
        """The user's name; until he has been asked for it, the default one."""
        return self.state.player or self.options.default_name or DEFAULT_NAME

    @property
    def learner(self) -> str:
        """The user's name in the game or task on the table, which he may have changed for the next game."""
        people = self.state.activity.people
        return (people[0] if len(people) == 1 else "") or self.player_name


class ConversationPart:
    """A part of the conversation that asks, saves and executes commands through its objects."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation: Final = conversation
        self._state: Final = conversation.state
        self._archive: Final = conversation.archive
        self._questions: Final = conversation.questions
        self._commands: Final = conversation.commands
