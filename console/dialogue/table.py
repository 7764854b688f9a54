"""The table: a game with everything that belongs to it. A frozen record; a change makes another one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from console.game.clock import GameClock, Stopwatch, clock_text, seconds_played
from console.game.match import Match
from console.game.move_input import JumpPath, Squares
from console.game.naming import SquareStyle
from console.game.player_tags import BY_ENGINE, tags_of
from console.game.seats import NOBODY, Program, Seats
from engine.game import Game, Turn
from engine.geometry import BLACK, SIDE_NAMES, Side
from engine.pdn.record import GameRecord
from engine.position import Move, Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from console.game.analysis import Mistake


_MOVES_BEFORE_A_DRAW: Final = 10  # of each side


class Findings(NamedTuple):
    """The mistakes that a review found in a game, and the turns of that game."""

    turns: tuple[Turn, ...]
    mistakes: "tuple[Mistake, ...]"


@dataclass(frozen=True)
class Table:
    """A game, its players, its clocks and its annotations.

    ``home`` is the side from which the squares are named, and at the bottom unless the board is turned. ``tags`` are
    the tags of its record that do not follow from its moves. ``flipped``: the board is turned round. ``helped``: the
    player used a command that counts as help (``Word.helps``), a proof or a review, or changed the level during the
    game. ``listed`` is the position in which the player last had his moves listed, or None. ``jump`` is an unfinished
    jump. ``source`` is the record that the game was loaded from. ``findings`` is None until a review. ``squares`` is
    the notation that the player chose for this game, if any.

    The properties are derived from these fields, so that no activity or front end has to derive them again.
    """

    game: Game
    stopwatch: Stopwatch
    seats: Seats = NOBODY
    home: Side = BLACK
    clock: GameClock | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    flipped: bool = False
    helped: bool = False
    listed: Position | None = None
    jump: JumpPath | None = None
    source: GameRecord | None = None
    findings: Findings | None = None
    squares: SquareStyle | None = None

    @classmethod
    def of_record(cls, record: GameRecord, now: Callable[[], float], seats: Seats = NOBODY, home: Side = BLACK) -> Self:
        """Return the table of a recorded game, with its clocks and the time already played."""
        tags = dict(record.tags)
        stopwatch, clock = Stopwatch(now, seconds_played(tags)), GameClock.of_tags(tags, now)
        return cls(record.game(), stopwatch, seats, home, clock, tags, source=record)

    # Rules and position

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.game.rules

    @property
    def jumping(self) -> Jumping:
        """The kind of jumping: forced, with huffing, or free."""
        return self.game.jumping

    @property
    def position(self) -> Position:
        """The position to show, after the landings of an unfinished jump."""
        return self.jump.position if self.jump is not None else self.game.position

    @property
    def jumped(self) -> Squares:
        """The squares of the pieces that the unfinished jump has captured and that are still on the board."""
        return self.jump.standing if self.jump is not None else ()

    @property
    def must_jump(self) -> bool:
        """True if the side to move has a jump and jumping is forced."""
        return self.jumping == "forced" and bool(self.game.captures())

    @property
    def paths(self) -> JumpPath:
        """The path of the unfinished jump, or the empty path that every move begins with."""
        return self.jump if self.jump is not None else JumpPath.of(self.game)

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves, or those that begin with the unfinished jump."""
        return self.jump.routes if self.jump is not None else self.game.legal_moves()

    def taken(self, side: int) -> int:
        """Return the number of pieces that a side has captured and that have left the board, huffs included."""
        other = 1 - side
        return self.game.start.of(other).bit_count() - self.position.of(other).bit_count()

    # Players

    @property
    def names(self) -> tuple[str, str]:
        """The players' names by side; empty until they are known."""
        return self.seats.names

    @property
    def opponent(self) -> Program | None:
        """The program that plays against a player, or None."""
        return self.seats.opponent

    @property
    def engine(self) -> str:
        """The name of the external engine that plays; empty if none does."""
        program = self.seats.program
        return program.engine if program is not None else ""

    def title(self, side: Side) -> str:
        """Return the name of a program at the beginning of a sentence; its color if both sides are programs."""
        return self.opponent.title if self.opponent is not None else SIDE_NAMES[side]

    def with_program(self, program: Program) -> "Table":
        """Return the table with another program on the computer's sides. A finished game keeps its opponent."""
        return self if self.game.outcome is not None else replace(self, seats=self.seats.with_program(program))

    @property
    def match(self) -> Match | None:
        """The match that the game belongs to, with the points of Black and White before it, or None."""
        return Match.of_tags(self.tags)

    # Clocks

    def run_clock(self) -> None:
        """Start to time the next move, and start the clock of the side to move. If the game is over, stop both."""
        if self.game.outcome is not None:
            self.stop_clock()
            return
        self.stopwatch.start_turn(self.game.ply)
        if self.clock is not None:
            self.clock.run(self.game.side)

    def stop_clock(self) -> None:
        """Stop the time of the game."""
        self.stopwatch.stop()
        if self.clock is not None:
            self.clock.stop()

    def press_clock(self, side: int) -> None:
        """Store the time of the last move, which ``side`` made. Stop its clock and add the increment."""
        self.stopwatch.end_turn(self.game.ply - 1)
        if self.clock is not None:
            self.clock.press(side)

    def flag_fallen(self, side: int) -> bool:
        """Return True if a side has run out of time. Always False without a clock."""
        return self.clock is not None and self.clock.left(side) == 0

    @property
    def time_left(self) -> float | None:
        """The seconds left on the running clock, or None if no clock runs."""
        clock = self.clock
        return None if clock is None or clock.running is None else clock.left(clock.running)

    @property
    def times_left(self) -> list[str]:
        """The players with the time that each has left, the one at the bottom first; none without a clock."""
        sides, clock = (self.home, 1 - self.home), self.clock
        return [] if clock is None else [f"{self.names[side]} {clock_text(clock.left(side))}" for side in sides]

    @property
    def clock_owner(self) -> str | None:
        """The name of the player whose clock runs; None if no clock runs or it is that of the only player here."""
        side = self.clock.running if self.clock is not None else None
        if side is None or self.seats.is_alone(side):
            return None
        return self.opponent.title if self.opponent is not None else self.names[side]

    # The record

    @property
    def is_rated(self) -> bool:
        """True if the game so far will change the player's rating."""
        from_start = self.game.start == Position.start(self.rules)
        ours = self.opponent is not None and BY_ENGINE not in self.tags
        return ours and from_start and not self.helped and self.game.outcome is None

    def record(self) -> GameRecord:
        """Return the game up to the position on the board, with its players and its comments."""
        tags = {**self.tags, **self.stopwatch.tags(), **(self.clock.tags() if self.clock else {})}
        return GameRecord.of(self.game, tags_of(self.seats, self.helped, tags), before=self.source)

    @property
    def mistakes(self) -> "tuple[Mistake, ...] | None":
        """The mistakes that a review found in the game on the board; None if these turns were not reviewed."""
        found = self.findings
        return None if found is None or found.turns != self.game.turns else found.mistakes


def is_too_early_for_a_draw(game: Game) -> bool:
    """Return True until each side has made so many moves that a draw may be offered."""
    return game.ply < 2 * _MOVES_BEFORE_A_DRAW
