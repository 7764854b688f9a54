"""The steps that the dialogue yields to a front end, and the replies that the front end sends."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from ai.levels import Level, MoveRequest
from console.reading.kinds import Kind
from console.reading.readings import Command, Reading
from console.storage.settings import Change
from engine.game import Game
from engine.position import Move, Position

if TYPE_CHECKING:
    from ai.engine import Report, SearchInfo, Stop
    from ai.manners import DrawAnswer
    from console.reading.question import Question
    from console.storage.explorer import Explorer
    from console.terminal.canvas import Canvas
    from console.terminal.screen_stack import Screen
    from console.text.manual import Place
    from console.text.spans import Sections
    from console.text.table import Column


Search: TypeAlias = "Callable[[Stop, Report | None], SearchInfo]"
"""A search for a move: it ends when its first argument returns True, and passes interim results to its second."""


class MoveChooser(Protocol):
    """A source of the computer's moves: the computer player, a rival or an engine."""

    def choose_move(self, request: MoveRequest, stop: "Stop", report: "Report | None" = None) -> "SearchInfo":
        """Return the result of a search, with the move.

        The search ends when ``stop`` returns True. ``report`` is called with interim results.
        """


class ComputerPlayer(MoveChooser, Protocol):
    """The computer player, for example ``ai.opponent.Opponent``.

    ``problems`` has a message for each endgame table that was found to be damaged.
    """

    problems: list[str]

    def ponder(self, game: Game, level: Level, stop: "Stop") -> None:
        """Prepare the next ``choose_move`` while the other side thinks, until ``stop`` returns True.

        May be called on any thread, but no search for a move may run at the same time.
        """

    def choose_huff(self, game: Game) -> int:
        """Return the square of the piece to huff."""

    def answer_draw(self, game: Game, side: int) -> "DrawAnswer":
        """Return the answer of ``side`` to the offer of a draw."""


class News(Protocol):
    """A source of events that may arrive while a question is open, for example messages of a peer."""

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for news; return True if there is any. May be called on any thread."""


class Cause(Enum):
    """The reason why the board has changed."""

    START = auto()
    MOVE = auto()
    HUFF = auto()
    UNDO = auto()
    REDO = auto()
    FLIP = auto()


class Say(NamedTuple):
    """A message; the reply is None.

    ``words`` are what the opponent says of himself or the game. A screen shows the last of them on his card.
    """

    text: str
    words: str = ""


class Taught(Say):
    """An explanation by the tutor. A screen keeps it visible if there is room."""


class Ask(NamedTuple):
    """A question; the reply is what ``read`` makes of a typed line at ``question``, or None if ``news`` arrived first.

    The prompt ends in a space.
    """

    prompt: str
    question: "Question"
    news: News | None = None

    @property
    def kind(self) -> Kind:
        """The kind of the question."""
        return self.question.kind


@dataclass(frozen=True)
class ShowFixed:
    """Something to show that has no fields. There is a subclass for each."""


class ShowManual(NamedTuple):
    """The manual, at a place or at its beginning."""

    place: "Place | None" = None


class ShowHelp(ShowFixed):
    """The short help: a few lines."""


class ShowBoard(ShowFixed):
    """The board."""


class ShowMenu(NamedTuple):
    """The menu, or its group whose name begins with ``group``. The plain front end prints the entries."""

    group: str = ""


class ShowSettings(NamedTuple):
    """The settings of the front end; or, if there is a ``change``, the request to apply it. It is stored already.

    ``word`` is the command that asks for them.
    """

    change: Change | None = None
    word: str = ""


class HideBeside(ShowFixed):
    """The request to close the list that is shown beside the board, if there is one."""


class Paper(NamedTuple):
    """The place where a front end writes lines: their width in columns, and what the player types meanwhile.

    ``bars``: bars and curves are drawn. ``stop`` returns a function that returns True once an analysis is to end.
    ``takes`` returns True if a word was typed. ``typed`` returns a line that was typed since the writing began, or
    None; it raises EOFError when no line can come any more.
    """

    width: int = 78
    bars: bool = True
    stop: Callable[[], Callable[[], bool]] = lambda: lambda: False
    takes: Callable[[str], bool] = lambda word: False
    typed: Callable[[], str | None] = lambda: None


PAPER: Final = Paper()
"""The usual lines, while nothing is typed."""

Draw: TypeAlias = "Callable[[Canvas, Any], None]"
"""A function that draws the game screen in a theme."""


class Output(ABC):
    """Something to show. A front end writes its lines, or opens its screen.

    ``apart``: empty lines stand around the lines.
    """

    apart: ClassVar[bool] = True

    @abstractmethod
    def lines(self, paper: Paper = PAPER) -> Iterable[str]:
        """Return the lines. They may come slowly."""

    def screen(self, draw: Draw) -> "Screen[Any] | None":
        """Return the screen, or None for a page of the lines. ``draw`` draws what lies below it.

        Its result is a command, the beginning of a line that the player completes, or None.
        """
        return None


@dataclass(frozen=True)
class ShowPage(Output):
    """A page of text. In lines ``heading`` takes the place of ``title``.

    ``beside``: the page is about the board, and is shown beside it if there is room.
    """

    title: str
    text: Sequence[str]
    heading: Sequence[str] = ()
    beside: bool = False

    def lines(self, paper: Paper = PAPER) -> Sequence[str]:
        """Return the heading and the text."""
        return [*self.heading, *self.text]


@dataclass(frozen=True)
class ShowSections(Output):
    """A page whose sections are drawn for the width and with the characters of the front end.

    ``topic`` is what F1 opens the manual at.
    """

    title: str
    sections: "Sections"
    topic: str = ""

    def lines(self, paper: Paper = PAPER) -> Sequence[str]:
        """Return the title and the sections."""
        from console.text.spans import NO_BARS, Signs, plain_lines

        return [self.title, "", *plain_lines(self.sections(paper.width, Signs() if paper.bars else NO_BARS))]


_PLAIN_COLUMNS: Final = 130
"""The most columns of a list in plain lines. The longest name of a saved game is not cut there."""


class Row(NamedTuple):
    """A row of a list.

    ``answer`` is the result of choosing the row: a command, or the beginning of a line that the player completes. The
    name of the ``Command`` may also be an answer to the open question, such as the number of a value.
    ``about`` returns text about the row, wrapped to a width in columns. ``details`` are the plain lines below the row.
    """

    texts: Sequence[str]
    answer: "Command | str | None" = None
    about: Callable[[int], Sequence[str]] | None = None
    details: Sequence[str] = ()


@dataclass(frozen=True)
class ShowList(Output):
    """A list. The player chooses from ``rows`` on the screen.

    ``chosen`` is the index of the row that is selected at first; in plain lines ``mark`` stands before that row.
    ``verb`` is the label of the Enter key. ``empty`` is shown if there are no rows. ``topic`` is what F1 opens
    the manual at. Plain lines have the lines ``before`` and ``after`` around the table, or are ``plain`` if
    that is not None. ``legend`` explains the signs of the table. ``leave`` is the answer of Esc. ``explorer`` has the
    list for each position of the game: a screen with room shows it beside the board, and follows the game. It is not
    used while a Prepare step works.
    """

    title: str
    columns: "Sequence[Column]"
    rows: Sequence[Row]
    chosen: int = 0
    verb: str = "Choose"
    empty: str = ""
    topic: str = ""
    mark: str = " "
    before: Sequence[str] = ()
    after: Sequence[str] = ()
    legend: str = ""
    plain: Sequence[str] | None = None
    leave: "Command | None" = None
    explorer: "Explorer | None" = None

    def lines(self, paper: Paper = PAPER) -> Sequence[str]:
        """Return the list as a table."""
        from console.terminal.canvas import REST
        from console.text.table import TextTable

        if self.plain is not None:
            return [*self.plain]
        if not self.rows:
            return [*filter(None, [self.empty]), *self.after]
        titles, lines = TextTable(self.columns, [row.texts for row in self.rows]).lines(_PLAIN_COLUMNS)
        table = [f"  {titles}"]
        for index, (line, row) in enumerate(zip(lines, self.rows, strict=True)):
            mark = self.mark if index == self.chosen else " "
            table += [f"{mark} {line}".replace(REST, ""), *row.details]
        return [*self.before, *table, *self.after, *(["", *wrap(self.legend, paper.width)] if self.legend else [])]


class Think(NamedTuple):
    """A search for a move; the reply is its result. ``hint``: the move is a hint for the player.

    ``paced``: a screen may take as long as a person would. ``run`` may run on a worker thread.
    """

    game: Game
    run: Search
    hint: bool = False
    paced: bool = False


class Consider(NamedTuple):
    """A request to evaluate the position of ``game``; the reply is None.

    A screen starts the search, which continues while the next questions are open, and shows its results beside the
    board. The plain front end runs it ``in_brief`` and prints the result, which does not depend on the speed of the
    machine.
    """

    game: Game
    run: Search
    in_brief: Search


class Prepare(NamedTuple):
    """Work that takes a while; the reply is None.

    ``doing`` describes the work to the player. ``work`` does it; it ends early when the function it is given returns
    True. ``progress`` returns a message about the progress. ``for_engine``: the work waits for an external engine.
    """

    doing: str
    work: Callable[[Callable[[], bool]], None]
    progress: Callable[[], str] = str
    for_engine: bool = False

    def run(self, stop: Callable[[], bool], report: "Callable[[SearchInfo], None] | None" = None) -> None:
        """Work until done or until ``stop`` returns True; may run on a worker thread. ``report`` is not called."""
        self.work(stop)

    def told(self) -> str:
        """Return a sentence about the progress; empty if there is none."""
        return f"{self.doing}: {self.progress()}." if self.progress() else ""


class Played(NamedTuple):
    """A change of the board from ``before`` to the position of the state; the reply is None.

    ``move`` and ``side`` are set for a move, ``square`` for a huff. ``shown`` is the number of landings of the move
    that were already shown, so that only the rest is animated.
    """

    before: Position
    cause: Cause
    move: Move | None = None
    side: int | None = None
    square: int | None = None
    shown: int = 0


class Ended(NamedTuple):
    """The end of a game, after the messages about it; the reply is None.

    ``headline`` is the result in two words in capitals. ``how`` is a sentence with the reason. ``facts`` are sentences
    about the length of the game and the rating. A front end may show a memorable move of ``side`` unless it is None.
    """

    headline: str
    how: str
    facts: tuple[str, ...]
    side: int | None


Show: TypeAlias = ShowFixed | ShowMenu | ShowSettings | ShowManual | Output
"""Something to show; the reply is None."""

Step: TypeAlias = Say | Ask | Show | Think | Consider | Prepare | Played | Ended
Answer: TypeAlias = Reading
"""An answer of the player."""
Reply: TypeAlias = "Answer | SearchInfo | None"

T = TypeVar("T")
Steps: TypeAlias = Generator[Step, Reply, T]
"""A part of the conversation: a generator that yields steps, is sent their replies, and returns a ``T``."""
