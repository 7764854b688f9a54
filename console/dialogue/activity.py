"""Activities, for example a game, a problem, a lesson or a study. One is current; others may be suspended."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, TypeAlias

from console.dialogue.messages import Cause, Played, Say, Step, Steps, Think
from console.dialogue.table import Table
from console.game.naming import Naming, capitalized
from console.reading.readings import Command, Reading
from console.reading.words import AT_QUESTION, Allowed
from console.text import sentences
from console.text.phrases import PHRASES
from engine.geometry import SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.position import Move, Position

if TYPE_CHECKING:
    from ai.engine import SearchInfo

Handler: TypeAlias = Callable[[Command], Steps[object]]
"""A function that executes a command."""

Handlers: TypeAlias = Mapping[str, Handler]
"""Handlers by the names of their commands."""


class OutlineMove(NamedTuple):
    """A move of a tree: how many variations it is within, its number from 1, and its annotation symbols.

    ``has_others``: the tree has other moves in its place.
    """

    depth: int
    ply: int
    move: Move
    marks: str
    is_current: bool
    has_others: bool


class Activity(ABC):
    """An activity and its table. The subclasses are in ``console.activities``, for example games and problems.

    A suspended activity is the same object, which is used again when it is resumed. ``label`` is the command
    that begins a task and, with the argument ``off``, leaves it; the header of the screen shows it. A game has none.
    ``topic`` is what help opens the manual at, if that is another word.
    ``asked`` is the message that set the task. ``takes_back``: moves can be taken back. ``follows``: several moves
    that are typed at once are played. ``may_offer``: talk may be answered by the offer of a command.
    """

    label: ClassVar[str] = ""
    topic: ClassVar[str] = ""
    takes_back: ClassVar[bool] = True
    follows: ClassVar[bool] = False
    may_offer: ClassVar[bool] = True
    asked: str = ""

    def __init__(self, table: Table) -> None:
        self.table = table

    @abstractmethod
    def step(self) -> Steps[None]:
        """Run one step, such as one move. Afterwards another activity of the state may be the current one."""

    @property
    @abstractmethod
    def allowed(self) -> Allowed:
        """The words that are allowed in this activity."""

    @property
    def words(self) -> Handlers:
        """The handlers of the commands that work differently in this activity, by name."""
        return {}

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is not allowed in this activity."""
        return 'The game is over: "undo" takes a move back, Y starts a new game.'

    @property
    def is_kept(self) -> bool:
        """True if the game is saved after each move, and its result is recorded when it is over."""
        return False

    @property
    def headline(self) -> str:
        """The line that says what the question for a move does not: who must jump, which of two players moves."""
        table = self.table
        if table.game.outcome is not None:
            return "The game is over."
        side = table.game.side
        if table.seats.is_program(side):
            return "" if table.seats.people else f"{table.title(side)} is thinking."
        name = table.names[side]
        if not name:
            return ""
        if table.seats.is_alone(side):
            return "You have a jump." if table.must_jump else ""
        return f"{name} ({SIDE_NAMES[side]}) {'must jump' if table.must_jump else 'to move'}."

    @property
    def people(self) -> list[str]:
        """The names of the players at this board, for the farewell."""
        return self.table.seats.people

    def leave(self) -> Steps[None]:
        """Prepare for another activity that replaces this one, for example save the game."""
        yield from self.adjourn()

    def adjourn(self) -> Steps[None]:
        """Prepare for the end of the session of play, for example save what is unsaved."""
        yield from ()

    def interrupt(self) -> None:  # noqa: B027  # most activities are ended by a command
        """Ask an activity without questions to end at its next step. May be called on any thread."""

    # The table and its game

    def record(self) -> GameRecord:
        """Return the game as it is saved."""
        return self.table.record()

    @property
    def edited(self) -> GameRecord | None:
        """The saved record that the player edits, so that ``record`` replaces it. A game is not edited but goes on."""
        return None

    def saved(self) -> None:  # noqa: B027  # most activities have no unsaved changes
        """Note that the game has been saved."""

    def note_help(self, helped: bool) -> None:
        """Note whether the player was helped in the game."""
        self.table = replace(self.table, helped=helped)

    def make(self, move: Move) -> None:
        """Play a move of the player at this board."""
        self.table.game.play(move)

    def reply(self, move: Move, naming: Naming, who: str | None = None) -> Steps[None]:
        """Play a move of the computer, show it and say it; ``who`` replaces "I"."""
        game = self.table.game
        before, side, moves = game.position, game.side, game.routes()
        game.play(move)
        yield Played(before, Cause.MOVE, move, side)
        yield Say(sentences.computer_moved(before, move, moves, naming, who))

    def go_to(self, ply: int) -> Steps[None]:
        """Take back the moves after ply ``ply``, and show the position."""
        game = self.table.game
        before = game.position
        game.go_to(ply)
        yield Played(before, Cause.UNDO)

    def list_moves(self, naming: Naming, worth: Mapping[Position, str]) -> Steps[None]:
        """Say the legal moves, and what passing up a jump costs. ``worth`` is what is known of them.

        Note that they were listed.
        """
        self.table = replace(self.table, listed=self.table.game.position)
        moves = self.table.moves
        yield Say(sentences.legal_moves(moves, naming, worth))
        if self.table.jumping == "huff" and len({bool(move.captured) for move in moves}) > 1:
            yield Say(capitalized(PHRASES["not jumping"]["huff"]))

    @property
    def outline(self) -> Sequence[OutlineMove]:
        """The tree of the game, which the screen shows in place of the moves; empty if there is none."""
        return ()

    def marks_at(self, ply: int) -> str:
        """Return the annotation symbols of move number ``ply``, counted from 1; empty for none."""
        return ""


class BeforeGames(Activity):
    """The activity before the first game. ``begin`` asks the questions and begins the first game."""

    allowed: Final = AT_QUESTION

    def __init__(self, table: Table, begin: Callable[[], Iterable[Step]]) -> None:
        super().__init__(table)
        self._begin = begin

    def refusal(self, command: Command) -> str:
        """Return the message for a command that is for games."""
        return sentences.WAITS[False]

    def step(self) -> Steps[None]:
        """Ask the questions, and begin the first game."""
        yield from self._begin()


class Begin(Exception):
    """A request to replace the current activity by the one that ``begin`` begins."""

    def __init__(self, begin: Callable[[], Steps[None]]) -> None:
        super().__init__()
        self.begin = begin


class CannotDo(Exception):
    """A command cannot be executed. The message is one sentence for the player."""


@contextmanager
def refusing(sentence: str = "{}") -> Iterator[None]:
    """Raise CannotDo in place of a ValueError, with ``sentence``, in which braces stand for the text of the error.

    The sentence begins with a capital letter.
    """
    try:
        yield
    except ValueError as error:
        raise CannotDo(capitalized(sentence.replace("{}", str(error)))) from None


def think(step: Think) -> "Steps[SearchInfo]":
    """Run a search and return its result."""
    found = yield step
    assert found is not None
    assert not isinstance(found, Reading)
    return found


class Left(Exception):
    """The player leaves the program."""


class BoardChanged(Exception):
    """A command has changed the board or the activity, so that no question that is open there stands any more."""


class FlagFell(Exception):
    """The side to move has run out of time."""
