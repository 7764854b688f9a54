"""The table: a game with everything that belongs to it. A frozen record; a change makes another one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from ai.levels import LEVELS
from console.game.clock import GameClock, Stopwatch
from console.game.jump_path import JumpPath, Squares
from console.game.match import Match
from console.game.naming import in_sentence
from console.game.player_tags import BY_ENGINE, LEVELS_OWN, Strength, tags_of
from engine.game import Game, Turn
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.position import Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from console.game.analysis import Mistake

COMPUTER = "Computer"


class Pairing(NamedTuple):
    """The players: their names by side, empty until they are known, and the sides of the computer.

    ``home`` is the side from which the squares are named, and at the bottom unless the board is turned. ``remote`` is
    the side of the peer at a connection, or None.
    """

    names: tuple[str, str] = ("", "")
    computers: frozenset[int] = frozenset()
    home: int = BLACK
    remote: int | None = None

    @classmethod
    def against(cls, other: str, name: str, home: int) -> "Pairing":
        """Return the pairing of a player, who has the side ``home``, and the program under the name ``other``."""
        return cls(by_side(name, other, home), frozenset((1 - home,)), home)

    def with_computer(self) -> "Pairing":
        """Return the pairing in which the built-in opponent plays the sides of the computer."""
        black, white = (COMPUTER if side in self.computers else name for side, name in enumerate(self.names))
        return self._replace(names=(black, white))


def by_side(own: str, other: str, home: int) -> tuple[str, str]:
    """Return two names by side; ``own`` is the name of the side ``home``."""
    return (own, other) if home == BLACK else (other, own)


NOBODY: Final = Pairing()
"""The players before they are known."""


class Findings(NamedTuple):
    """The mistakes that a review found in a game, and the turns of that game."""

    turns: tuple[Turn, ...]
    mistakes: "tuple[Mistake, ...]"


@dataclass(frozen=True)
class Table:
    """A game, its players, its clocks and its annotations.

    ``tags`` are the tags of its record that do not follow from its moves. ``level`` is the computer's level, None if it
    plays at no level. ``strength`` has its rating and name if they are not those of the level. ``engine`` is the name
    of the external engine that plays for the computer, empty for the built-in opponent. ``flipped``: the board is
    turned round. ``helped``: the player used a command that counts as help (``Word.helps``), a proof or a review, or
    changed the level during the game. ``jump`` is an unfinished jump. ``source`` is the record that the game was loaded
    from. ``findings`` is None until a review.

    The properties are derived from these fields, so that no activity or front end has to derive them again.
    """

    game: Game
    stopwatch: Stopwatch
    pairing: Pairing = NOBODY
    clock: GameClock | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    level: int | None = None
    strength: Strength = LEVELS_OWN
    engine: str = ""
    flipped: bool = False
    helped: bool = False
    jump: JumpPath | None = None
    source: GameRecord | None = None
    findings: Findings | None = None

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

    def taken(self, side: int) -> int:
        """Return the number of pieces that a side has captured, huffs included."""
        other = 1 - side
        return self.game.start.of(other).bit_count() - self.game.position.of(other).bit_count()

    # Players

    @property
    def computers(self) -> frozenset[int]:
        """The sides that the computer plays."""
        return self.pairing.computers

    @property
    def home(self) -> int:
        """The side from which squares are named."""
        return self.pairing.home

    @property
    def names(self) -> tuple[str, str]:
        """The players' names by side; empty until they are known."""
        return self._named(self.engine)

    @property
    def shown_names(self) -> tuple[str, str]:
        """The names to show, by side. A computer that plays against a player is called by its level."""
        return self._named(self.opponent if len(self.computers) == 1 else self.engine)

    @property
    def called(self) -> tuple[str, str]:
        """The names inside a sentence, by side; the only computer is called as when it speaks: ``the Barber``."""
        return self._named(in_sentence(self.the_opponent) if len(self.computers) == 1 else self.engine)

    def _named(self, computer: str) -> tuple[str, str]:
        """Return the names by side. ``computer`` is the name of the computer, empty for its name in the pairing."""
        black, white = (
            computer if computer and side in self.computers else name for side, name in enumerate(self.pairing.names)
        )
        return black, white

    @property
    def opponent(self) -> str:
        """The computer's name: the engine's, the rival's, the level's, or the name by side."""
        if self.engine or self.strength.rival:
            return self.engine or self.strength.rival
        if self.level is None:
            return next((self.pairing.names[side] for side in self.computers), "")
        return LEVELS[self.level].name

    @property
    def the_opponent(self) -> str:
        """The computer's name at the beginning of a sentence, for example ``The Barber``."""
        return self.engine or self.strength.rival or f"The {self.opponent}"

    @property
    def match(self) -> Match | None:
        """The match that the game belongs to, with the points of Black and White before it, or None."""
        return Match.of_tags(self.tags)

    @property
    def has_level(self) -> bool:
        """True if the computer plays at a level, and is no rival of the season."""
        return bool(self.computers) and self.level is not None and not self.strength.rival

    @property
    def is_demo(self) -> bool:
        """True if the computer plays both sides."""
        return len(self.computers) == 2

    @property
    def are_two_at_board(self) -> bool:
        """True if two players sit at this board."""
        return not self.computers and self.pairing.remote is None

    @property
    def people(self) -> list[str]:
        """The names of the players who sit at this board."""
        others = {*self.computers, self.pairing.remote}
        return [name for side, name in enumerate(self.names) if side not in others]

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
        return self.clock is not None and self.clock.fallen(side)

    @property
    def time_left(self) -> float | None:
        """The seconds left on the running clock, or None if no clock runs."""
        clock = self.clock
        return None if clock is None or clock.running is None else clock.left(clock.running)

    @property
    def clock_owner(self) -> str | None:
        """The name of the player whose clock runs; None if no clock runs or it is that of the only player here."""
        side = self.clock.running if self.clock is not None else None
        if side is None or (side not in self.computers and self.computers) or self.pairing.remote == 1 - side:
            return None
        return self.the_opponent if len(self.computers) == 1 else self.names[side]

    # The record

    @property
    def is_rated(self) -> bool:
        """True if the game so far will change the player's rating."""
        from_start = self.game.start == Position.start(self.rules)
        ours = len(self.computers) == 1 and BY_ENGINE not in self.tags
        return ours and from_start and not self.helped and self.game.outcome is None

    def record(self) -> GameRecord:
        """Return the game up to the position on the board, with its players and its comments."""
        tags = {**self.tags, **self.stopwatch.tags(), **(self.clock.tags() if self.clock else {})}
        level = None if self.engine else self.level
        tags = tags_of(self.names, self.computers, level, self.helped, tags, self.strength)
        return GameRecord.of(self.game, tags, before=self.source)

    @property
    def mistakes(self) -> "tuple[Mistake, ...] | None":
        """The mistakes that a review found in the game on the board; None if these turns were not reviewed."""
        found = self.findings
        return None if found is None or found.turns != self.game.turns else found.mistakes

    # Headlines

    @property
    def turn_line(self) -> str:
        """The line that says whose turn it is and whether a jump is forced; empty until the players are known."""
        if self.game.outcome is not None:
            return "The game is over."
        side = self.game.side
        if side in self.computers:
            return f"{SIDE_NAMES[side] if self.is_demo else self.the_opponent} is thinking."
        name = self.names[side]
        if not name:
            return ""
        alone = self.computers or self.pairing.remote == 1 - side
        if alone:
            return f"Your move, {name}: you have a jump." if self.must_jump else f"Your move, {name}."
        return f"{name} ({SIDE_NAMES[side]}) {'must jump' if self.must_jump else 'to move'}."

    def moving_line(self, side: int) -> str:
        """Return the line that is shown while a move of ``side`` is animated."""
        if side not in self.computers:
            return f"{self.names[side]} moves."
        return f"{SIDE_NAMES[side] if self.is_demo else self.the_opponent} moves."
