"""What the dialogue asks of a front end, one step at a time, and what it is sent back."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from console.dialogue.kinds import Kind
from console.game.jump_path import Squares
from console.game.proving import ProverOf
from console.storage.hall_of_fame import Standing
from console.storage.saved_games import SavedGame
from console.storage.usual_prover import usual_prover
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from ai.hub.client import HubParameter
    from ai.levels import Level
    from ai.proof import Proof
    from ai.time_control import Budget
    from console.game.analysis import Mistake, PositionAnalyzer
    from console.storage.game_index import GameIndex
    from console.text.manual import Place


class Opponent(Protocol):
    """The calls of the computer player, as ``ai.opponent.Opponent`` answers them.

    ``problems`` are sentences about the endgame tables that it found damaged so far.
    """

    problems: list[str]

    def choose_move(
        self,
        game: Game,
        level: "Level",
        rng: Random,
        stop: Callable[[], bool],
        report: "Callable[[SearchInfo], None] | None" = None,
        budget: "Budget | None" = None,
    ) -> "SearchInfo":
        """The move it makes within the budget, if there is one, with what it saw."""

    def choose_huff(self, game: Game) -> int:
        """The square of the huffable piece it takes."""

    def accepts_draw(self, game: Game, side: int) -> bool:
        """Whether ``side`` takes the draw it is offered."""

    def remember(self, game: Game, side: int) -> None:
        """A game is over in which the computer played ``side``."""


class Topic(Enum):
    """What a front end is asked to show."""

    MANUAL = auto()
    HELP = auto()
    BOARD = auto()
    RULES = auto()
    GAMES = auto()
    FAME = auto()
    LEVELS = auto()
    SETUP = auto()
    MENU = auto()
    REVIEW = auto()
    PROOF = auto()
    FIND = auto()
    ENGINES = auto()
    PARAMETERS = auto()
    DIALLING = auto()
    SETTINGS = auto()


class News(Protocol):
    """What may come from elsewhere while a question is open."""

    def wait(self, patience: float) -> bool:
        """Whether there is some, waiting for it so many seconds at most; may be called on another thread."""


class Dialling(Protocol):
    """A line that is to come about, on a thread of its own."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What is told of it so far, a line each; lines are added at the end only."""

    @property
    def done(self) -> bool:
        """Whether it has come about, or will not."""

    def wait(self, patience: float) -> bool:
        """Whether it is done, waiting for that so many seconds at most."""

    def stop(self) -> None:
        """Give up: it is done at once."""


class Cause(Enum):
    """Why the board has changed."""

    START = auto()
    MOVE = auto()
    HUFF = auto()
    UNDO = auto()
    REDO = auto()
    FLIP = auto()


@dataclass(frozen=True)
class Say:
    """Something to tell; the reply is None."""

    text: str


@dataclass(frozen=True)
class Lesson(Say):
    """Something the tutor explains, told like anything else; it stays in sight where there is room for that."""


@dataclass(frozen=True)
class Ask:
    """A question, whose prompt ends in a space; the reply is a typed line, or squares where some are asked for.

    Squares answer questions for a move, where one alone lifts a piece, for where that goes, for its next square (also
    in place of the Y before it) and for a piece to huff. With ``news`` the reply is None where some came first. With
    ``takes_yes`` Y is an answer, but N may begin a word.
    """

    prompt: str
    kind: Kind
    news: News | None = None
    takes_yes: bool = False


@dataclass(frozen=True)
class Show:
    """The manual, the lines needed most, the board, rules, saved games or the hall of fame are wanted; replied None.

    With the manual may come the ``place`` in it; with the last three come their ``rules``, ``games`` and ``hall``, and
    with the levels the player's ``record`` against each: what he has won, drawn and lost. With a proof, a review and a
    position to be set up comes what makes provers; with games to be found the ``library``
    and the ``words`` they are found by; with ``engines`` what starts each, with their ``parameters`` those.
    ``tell_mistakes`` wants to hear what a review has found, once; ``analyzer`` is asked in it instead
    of the computer. ``dialling`` is to be seen as long as it takes.
    """

    topic: Topic
    place: "Place | None" = None
    rules: Rules | None = None
    games: tuple[SavedGame, ...] = ()
    hall: tuple[Standing, ...] = ()
    record: Mapping[int, tuple[int, int, int]] = field(default_factory=dict)
    prover_of: ProverOf = usual_prover
    tell_mistakes: "Callable[[Sequence[Mistake]], None]" = lambda mistakes: None
    library: "GameIndex | None" = None
    words: str = ""
    engines: tuple[str, ...] = ()
    parameters: "tuple[HubParameter, ...]" = ()
    analyzer: "PositionAnalyzer | None" = None
    dialling: Dialling | None = None
    proof: "Proof | None" = None


@dataclass(frozen=True)
class Think:
    """The opponent must find a move; the reply is what ``choose`` returns.

    ``hint`` tells a hint for the player from a move of the computer's own; ``budget`` is what its clock allows when
    it begins to think.
    """

    game: Game
    level: "Level"
    rng: Random
    opponent: Opponent
    hint: bool = False
    budget: "Callable[[], Budget | None]" = lambda: None

    def choose(self, stop: Callable[[], bool], report: "Callable[[SearchInfo], None] | None" = None) -> "SearchInfo":
        """Search until done or until ``stop`` says so; may run on a worker thread."""
        return self.opponent.choose_move(self.game, self.level, self.rng, stop, report, self.budget())


@dataclass(frozen=True)
class Prepare:
    """Something takes a while: ``doing`` says what, ``progress`` how far it is. ``work`` does it; the reply is None."""

    doing: str
    work: Callable[[Callable[[], bool]], None]
    progress: Callable[[], str] = str

    def choose(self, stop: Callable[[], bool], report: "Callable[[SearchInfo], None] | None" = None) -> None:
        """Do it until done or until ``stop`` says so; may run on a worker thread. Nothing is reported."""
        self.work(stop)


@dataclass(frozen=True)
class Played:
    """The board has changed from ``before`` to what the dialogue shows now; the reply is None.

    ``move`` and ``side`` come with a move, ``square`` with a huff. ``shown`` counts the landings of the move that
    were on the board already, so that only the rest need be shown.
    """

    before: Position
    cause: Cause
    move: Move | None = None
    side: int | None = None
    square: int | None = None
    shown: int = 0


@dataclass(frozen=True)
class Ended:
    """The game is over, which was told already; the reply is None.

    ``headline`` is the result in two words of capitals, ``how`` and ``facts`` are sentences: why it ended, and what it
    comes to. ``side`` is the one of whose play a front end may tell a memorable move, None if there is none.
    """

    headline: str
    how: str
    facts: tuple[str, ...]
    side: int | None


Step: TypeAlias = Say | Ask | Show | Think | Prepare | Played | Ended
Answer: TypeAlias = str | Squares
"""What a player answers: a line as it was typed, or squares of the board by their numbers."""
Reply: TypeAlias = "Answer | SearchInfo | None"

T = TypeVar("T")
Steps: TypeAlias = Generator[Step, Reply, T]
"""A part of the conversation: it yields steps, is sent their replies, and returns a ``T``."""
