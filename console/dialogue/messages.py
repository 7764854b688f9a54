"""What the dialogue asks of a front end, one step at a time, and what it is sent back."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from console.dialogue.kinds import Kind
from console.game.jump_path import Squares
from console.game.proving import ProverOf
from console.storage.hall_of_fame import Standing
from console.storage.saved_games import SavedGame
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
    """Something to show, which a subclass for each topic describes; the reply is None.

    An activity defines subclasses of its own.
    """


@dataclass(frozen=True)
class ShowManual(Show):
    """The manual, at a place in it or at its beginning."""

    place: "Place | None" = None


@dataclass(frozen=True)
class ShowHelp(Show):
    """The lines of help that are needed most."""


@dataclass(frozen=True)
class ShowBoard(Show):
    """The board."""


@dataclass(frozen=True)
class ShowMenu(Show):
    """The menu, or the words that work."""


@dataclass(frozen=True)
class ShowSettings(Show):
    """The settings of the front end."""


@dataclass(frozen=True)
class ShowRules(Show):
    """What rules say."""

    rules: Rules


@dataclass(frozen=True)
class ShowGames(Show):
    """The saved games."""

    games: tuple[SavedGame, ...]


@dataclass(frozen=True)
class ShowFound(Show):
    """The games of an index that words find."""

    library: "GameIndex"
    words: str


@dataclass(frozen=True)
class ShowFame(Show):
    """The hall of fame."""

    hall: tuple[Standing, ...]


@dataclass(frozen=True)
class ShowLevels(Show):
    """The levels, with the games that the player has won, drawn and lost against each."""

    record: Mapping[int, tuple[int, int, int]]


@dataclass(frozen=True)
class ShowEngines(Show):
    """The commands that start the engines which played before."""

    commands: tuple[str, ...]


@dataclass(frozen=True)
class ShowParameters(Show):
    """The parameters of an engine."""

    parameters: "tuple[HubParameter, ...]"


@dataclass(frozen=True)
class ShowSetup(Show):
    """The board to set up a position; ``prover_of`` makes what judges it."""

    prover_of: ProverOf


@dataclass(frozen=True)
class ShowReview(Show):
    """A review of the game.

    ``analyzer`` is asked in place of the computer if it is not None. ``report`` is called once with the mistakes found.
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
    """A connection that is being made, until it is made or has failed."""

    dialling: Dialling


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
    """Something takes a while: ``doing`` says what, ``progress`` how far it is. ``work`` does it; the reply is None.

    ``for_engine``: a program of others is waited for.
    """

    doing: str
    work: Callable[[Callable[[], bool]], None]
    progress: Callable[[], str] = str
    for_engine: bool = False

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


@dataclass(frozen=True)
class Command:
    """A word of the prompt with its argument.

    ``text`` is the argument with its capitals. ``short``: only the letter of the word was typed, which may be an
    answer. ``value`` is what a screen chose, in place of an argument that was typed.
    """

    name: str
    argument: str = ""
    short: bool = False
    text: str = ""
    value: object = None

    @property
    def line(self) -> str:
        """The command as it would be typed."""
        return f"{self.name} {self.text}".strip()


Step: TypeAlias = Say | Ask | Show | Think | Prepare | Played | Ended
Answer: TypeAlias = str | Squares | Command
"""An answer of the player: a line as it was typed, squares of the board by their numbers, or what he chose."""
Reply: TypeAlias = "Answer | SearchInfo | None"

T = TypeVar("T")
Steps: TypeAlias = Generator[Step, Reply, T]
"""A part of the conversation: it yields steps, is sent their replies, and returns a ``T``."""
