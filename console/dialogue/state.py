"""The state of a session of play: the current activity, the suspended ones, the switches and the next game."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from console.dialogue.activity import Activity, BeforeGames
from console.dialogue.next_game import NextGame
from console.dialogue.table import Table
from console.game.elo import FIRST_RATING
from console.game.match import Match
from console.game.move_input import Squares
from console.game.naming import Naming, SquareStyle
from console.game.options import Options
from console.game.seats import Program
from console.reading.readings import Command
from console.reading.words import Allowed, Group, Vocabulary
from console.storage.settings import Settings
from engine.game import Game
from engine.position import Position
from engine.rules import Rules

if TYPE_CHECKING:
    from console.dialogue.analyzing import GameAnalyzer


class Place(NamedTuple):
    """A position of one game in one activity. A question or an offer is about one place, and ends with it."""

    activity: Activity
    game: Game
    position: Position


class Offer(NamedTuple):
    """Moves that were named to the player at a place: a hint with its ``reason``, or several to choose from.

    ``command`` was offered in answer to the last line; a yes executes it.
    """

    moves: tuple[Squares, ...] = ()
    reason: str = ""
    command: Command | None = None


class State:
    """The state that the conversation changes and front ends read.

    ``activity`` is the current activity. ``suspended`` has the suspended ones, the latest last. ``switches`` are the
    settings in use. ``opponent`` is the program that the player has chosen for his next games. ``player`` is the user's
    name, and ``partner`` that of the second player at this board; each is empty until it is known. ``exploring`` is the
    activity in which the explorer was opened and not closed. ``standing`` is the last finished game of a match,
    and the match after it. ``said`` has the messages before the last question.
    ``white_look`` returns a word for the look of White's pieces, or an empty string.
    """

    activity: Activity

    def __init__(self, options: Options, vocabulary: Vocabulary, now: Callable[[], float] = time.monotonic) -> None:
        self.now = now
        self.vocabulary = vocabulary
        self.suspended: list[Activity] = []
        self.switches = Settings(teaching=options.teach)
        self.next_game = NextGame(options.players, control=options.clock)
        self.opponent = Program(options.level, FIRST_RATING if options.fit else None)
        self.player, self.partner = options.name or "", options.other or ""
        self.exploring: Activity | None = None
        self.said: tuple[str, ...] = ()
        self._offer = Offer()
        self._offered_at: Place | None = None
        self.white_look: Callable[[], str] = lambda: ""
        self._analyzer: GameAnalyzer | None = None
        self.standing: tuple[Game, Match] | None = None

    @property
    def offer(self) -> Offer:
        """The offer for the position on the board; an empty one if nothing was named there."""
        return self._offer if self._offered_at == self.place else Offer()

    @offer.setter
    def offer(self, offer: Offer) -> None:
        self._offer, self._offered_at = offer, self.place

    @property
    def place(self) -> Place:
        """The place of the current position."""
        return Place(self.activity, self.game, self.game.position)

    @property
    def first_activity(self) -> Activity:
        """The activity that was begun first: that of the game, if it is suspended for a problem or another task."""
        return (*self.suspended, self.activity)[0]

    @property
    def table(self) -> Table:
        """The table of the current activity."""
        return self.activity.table

    @table.setter
    def table(self, table: Table) -> None:
        self.activity.table = table

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.activity.table.game

    @property
    def match(self) -> Match | None:
        """The match on the table with the points of Black and White, also those of this game once it is over."""
        if self.standing is not None and self.standing[0] is self.game and self.game.outcome is not None:
            return self.standing[1]
        return self.table.match

    @property
    def analyzer(self) -> "GameAnalyzer":
        """The analyzer of the game on the table, which is kept until the rules change."""
        from console.dialogue.analyzing import GameAnalyzer

        rules, jumping = self.table.rules, self.table.jumping
        if self._analyzer is None or (self._analyzer.rules, self._analyzer.jumping) != (rules, jumping):
            self._analyzer = GameAnalyzer(rules, jumping)
        return self._analyzer

    @property
    def next_rules(self) -> Rules:
        """The rules of the next game: the chosen ones, or those of the game, which may be suspended for a task."""
        return self.next_game.rules_after(self.first_activity.table).rules

    @property
    def is_at_board(self) -> bool:
        """True in a game at this board and in a study; False in tasks and in remote games."""
        return Group.BOARD in self.activity.allowed

    @property
    def in_study(self) -> bool:
        """True in a study."""
        return self.activity.edited is not None

    @property
    def naming(self) -> Naming:
        """The names of the squares on the table. A flipped board keeps them; a peer has the same names."""
        table = self.table
        seat = table.home if table.seats.peer is None else table.rules.first
        return self.naming_of(table.rules, seat, table.squares)

    def naming_of(self, rules: Rules, home: int, chosen: SquareStyle | None = None) -> Naming:
        """Return the names of the squares under a rule set, as seen from the side ``home``; ``chosen`` for one game."""
        return Naming.of(rules, home, chosen or self.switches.squares)._replace(has_brackets=self.switches.brackets)

    @property
    def bottom(self) -> int:
        """The side that is drawn at the bottom."""
        table = self.table
        side = table.game.side if self.switches.turning and len(table.seats.people) == 2 else table.home
        return 1 - side if table.flipped else side

    def suggest(self, command: Command | None, moves: tuple[Squares, ...] = ()) -> None:
        """Offer a command, which a yes at the next question for a move executes. None withdraws the offer.

        ``moves`` replace the moves that were named before, unless there are none.
        """
        self.offer = self.offer._replace(command=command, moves=moves or self.offer.moves)

    def works(self, command: Command, allowed: Allowed | None = None) -> bool:
        """Return True if a command is allowed in the current activity, whose words may be given."""
        if command.name in self.activity.words:
            return True
        return self.vocabulary.works(command, self.activity.allowed if allowed is None else allowed)

    def begin_task(self, task: Activity) -> None:
        """Make a task, such as a problem or a lesson, the current activity, and suspend the activity before it.

        A task of the same kind is dropped instead, and so are the questions before a game if no player is known yet.
        """
        is_begun = any(self.table.names) or not isinstance(self.activity, BeforeGames)
        if is_begun and self.activity.label != task.label:
            self.table.stop_clock()
            self.suspended.append(self.activity)
        self.activity = task
