"""The steps that the dialogue yields to a front end, and the replies that it is sent."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar

from ai.levels import Level
from console.dialogue.kinds import Kind
from console.dialogue.proving import ProverOf
from console.game.jump_path import Squares
from engine.game import Game
from engine.position import Move, Position

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from ai.proof import Proof
    from ai.time_control import Budget
    from console.game.analysis import Mistake, PositionAnalyzer
    from console.storage.game_index import GameIndex
    from console.text.manual import Place
    from console.text.table import Column


class MoveChooser(Protocol):
    """The computer player, or the defence of a problem."""

    def choose_move(
        self,
        game: Game,
        level: Level,
        rng: Random,
        stop: Callable[[], bool],
        report: "Callable[[SearchInfo], None] | None" = None,
        budget: "Budget | None" = None,
    ) -> "SearchInfo":
        """Return its move and the search behind it. ``budget`` is the time allowed, if any."""


class Opponent(MoveChooser, Protocol):
    """The computer player, for example ``ai.opponent.Opponent``.

    ``problems`` are messages about endgame tables that were found damaged so far.
    """

    problems: list[str]

    def choose_huff(self, game: Game) -> int:
        """Return the square of the piece that it huffs."""

    def accepts_draw(self, game: Game, side: int) -> bool:
        """Return True if ``side`` accepts a draw."""

    def remember(self, game: Game, side: int) -> None:
        """Learn from a finished game in which the computer played ``side``."""


class News(Protocol):
    """News that may arrive while a question is open."""

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for news; return True if there is any. May be called on any thread."""


class Dialling(Protocol):
    """A connection that is being made on a thread of its own."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines to show of it so far; new lines are added at the end only."""

    @property
    def done(self) -> bool:
        """True if the connection is made or has failed."""

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds until it is done; return True if it is."""

    def stop(self) -> None:
        """Cancel the call; ``done`` is True at once."""


class Cause(Enum):
    """The reason why the board has changed."""

    START = auto()
    MOVE = auto()
    HUFF = auto()
    UNDO = auto()
    REDO = auto()
    FLIP = auto()


class Say(NamedTuple):
    """A message; the reply is None."""

    text: str


class Lesson(Say):
    """An explanation by the tutor. A screen keeps it in sight if there is room."""


class Ask(NamedTuple):
    """A question; the reply is a typed line, a command, or squares if the kind of question takes them.

    The prompt ends in a space. A single square answers a question for a move by lifting its piece. The reply is None
    if ``news`` came first. ``takes_yes``: Y is an answer, but N may begin a word.
    """

    prompt: str
    kind: Kind
    news: News | None = None
    takes_yes: bool = False


@dataclass(frozen=True)
class Show:
    """Something to show; the reply is None. There is a subclass for each way of showing it."""


@dataclass(frozen=True)
class ShowManual(Show):
    """The manual, at a place or at its beginning."""

    place: "Place | None" = None


class ShowHelp(Show):
    """The few lines of help that are needed most."""


class ShowBoard(Show):
    """The board."""


class ShowMenu(Show):
    """The menu of a screen, or the list of words in plain lines."""


class ShowSettings(Show):
    """The settings of the front end."""


@dataclass(frozen=True)
class ShowPage(Show):
    """A page of text."""

    title: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Row:
    """A row of a list.

    ``answer`` is what choosing it means: a command, or the beginning of a line that the player completes. ``about``
    returns lines about the row that fit a width.
    """

    texts: Sequence[str]
    answer: "Command | str | None" = None
    about: Callable[[int], Sequence[str]] | None = None


@dataclass(frozen=True)
class ShowList(Show):
    """A list. A screen shows ``rows`` to choose from, plain lines are ``lines``.

    ``chosen`` is the index of the row chosen at first, ``verb`` says what choosing does, ``empty`` is shown if there
    are no rows, and ``topic`` is the chapter of the manual about the list.
    """

    title: str
    columns: "Sequence[Column]"
    rows: Sequence[Row]
    lines: Sequence[str] = ()
    chosen: int = 0
    verb: str = "Choose"
    empty: str = ""
    topic: str = ""


@dataclass(frozen=True)
class ShowFound(Show):
    """The games of an index that contain some words."""

    library: "GameIndex"
    words: str


@dataclass(frozen=True)
class ShowSetup(Show):
    """The position editor; ``prover_of`` returns a prover for the position."""

    prover_of: ProverOf


@dataclass(frozen=True)
class ShowReview(Show):
    """A review of the game.

    ``analyzer`` takes the computer's place if it is not None. ``report`` is called once with the mistakes found.
    """

    prover_of: ProverOf
    report: "Callable[[Sequence[Mistake]], None]"
    analyzer: "PositionAnalyzer | None" = None


@dataclass(frozen=True)
class ShowProof(Show):
    """A proof of how the position ends."""

    proof: "Proof"


@dataclass(frozen=True)
class ShowDialling(Show):
    """The progress of a connection, until it is made or has failed."""

    dialling: Dialling


@dataclass(frozen=True)
class ShowPostcard(Show):
    """A postcard. The player may change the ``greeting`` where there is a screen.

    ``text`` returns the postcard as text with a greeting. ``keep`` saves the content of a file with a suffix such as
    ``svg``, and returns the message that says where, or why it could not be saved.
    """

    greeting: str
    text: Callable[[str], str]
    keep: Callable[[str, str], str]


class Think(NamedTuple):
    """A search for a move; the reply is the result of ``choose``.

    ``hint``: the move is a hint for the player. ``budget`` returns the time that the clock allows when the search
    begins, or None.
    """

    game: Game
    level: Level
    rng: Random
    chooser: MoveChooser
    hint: bool = False
    budget: "Callable[[], Budget | None]" = lambda: None

    def choose(self, stop: Callable[[], bool], report: "Callable[[SearchInfo], None] | None" = None) -> "SearchInfo":
        """Search until done or until ``stop`` returns True; may run on a worker thread."""
        return self.chooser.choose_move(self.game, self.level, self.rng, stop, report, self.budget())


class Prepare(NamedTuple):
    """Work that takes a while; the reply is None.

    ``doing`` names it, ``work`` does it until it is asked to stop, ``progress`` returns how far it is, as a message.
    ``for_engine``: it waits for another program.
    """

    doing: str
    work: Callable[[Callable[[], bool]], None]
    progress: Callable[[], str] = str
    for_engine: bool = False

    def choose(self, stop: Callable[[], bool], report: "Callable[[SearchInfo], None] | None" = None) -> None:
        """Work until done or until ``stop`` returns True; may run on a worker thread. ``report`` is not called."""
        self.work(stop)


class Played(NamedTuple):
    """A change of the board from ``before`` to the position of the state; the reply is None.

    ``move`` and ``side`` come with a move, ``square`` with a huff. ``shown`` is the number of landings of the move that
    were shown already, so that only the rest is animated.
    """

    before: Position
    cause: Cause
    move: Move | None = None
    side: int | None = None
    square: int | None = None
    shown: int = 0


class Ended(NamedTuple):
    """The end of a game, after the messages about it; the reply is None.

    ``headline`` is the result in two words of capitals. ``how`` is the sentence that says why it ended, ``facts`` are
    those about its length and rating. A front end may show a memorable move of ``side``, if that is not None.
    """

    headline: str
    how: str
    facts: tuple[str, ...]
    side: int | None


@dataclass(frozen=True)
class Command:
    """A word of the prompt with its argument.

    ``text`` is the argument as it was typed. ``short``: only the letter of the word was typed, which may be an answer.
    ``position`` is an argument that was set up on a screen instead of typed.
    """

    name: str
    text: str = ""
    short: bool = False
    position: Position | None = None

    @property
    def argument(self) -> str:
        """The argument in small letters."""
        return self.text.casefold()

    @property
    def line(self) -> str:
        """The command as it would be typed."""
        return f"{self.name} {self.text}".strip()


Step: TypeAlias = Say | Ask | Show | Think | Prepare | Played | Ended
Answer: TypeAlias = str | Squares | Command
"""An answer of the player: a typed line, squares of the board by their numbers, or a command chosen on a screen."""
Reply: TypeAlias = "Answer | SearchInfo | None"

T = TypeVar("T")
Steps: TypeAlias = Generator[Step, Reply, T]
"""A part of the conversation: a generator that yields steps, is sent their replies, and returns a ``T``."""


def think(step: Think) -> "Steps[SearchInfo]":
    """Run a search and return its result."""
    found = yield step
    assert found is not None
    assert not isinstance(found, str | tuple | Command)
    return found
