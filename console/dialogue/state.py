"""Who sits where and what is on the board: all that a face reads to draw a moment of the conversation."""

from typing import Final

from console.game.clock import GameClock
from console.game.jump_path import Path, half_way, onward, still_standing
from console.game.naming import Naming
from console.game.options import Options, default_jumping
from console.game.player_tags import tags_of
from engine.game import Game, Turn
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.writer import GameRecord
from engine.position import Position
from engine.rules import RULE_SETS, Jumping

COMPUTER: Final = "Computer"


class Table:
    """A board and its players: ``computers`` are the sides the computer plays, ``home`` the seat that names squares.

    ``tags`` say of the game what its moves do not; ``helped`` that moves were taken back, a hint was asked for or the
    level was changed on the way.
    ``turning`` turns the board to whom is to move where two players sit at it; ``thinking`` that the computer's
    thoughts are told; ``clock`` is None in a game without one.
    """

    def __init__(self, options: Options) -> None:
        self.rules = RULE_SETS[options.rules]
        self.jumping: Jumping = options.jumping or default_jumping(self.rules)
        self.level = options.level
        self.names = ["", ""]  # until somebody sits down
        self.computers: frozenset[int] = frozenset()
        self.home = BLACK
        self.flipped = False
        self.under_way: Path = ()
        self.tags: dict[str, str] = {}
        self.helped = False
        self.turning = False
        self.thinking = False
        self.clock: GameClock | None = None
        self.game = Game(self.rules, self.jumping, options.start)

    @property
    def naming(self) -> Naming:
        """How squares are called: from the home seat, however the board is turned."""
        return Naming(self.rules.geometry, self.home)

    @property
    def bottom(self) -> int:
        """The side whose seat is drawn at the bottom."""
        seat = self.game.side if self.turning and not self.computers else self.home
        return 1 - seat if self.flipped else seat

    @property
    def is_demo(self) -> bool:
        """Whether the computer plays both sides."""
        return len(self.computers) == 2

    @property
    def position(self) -> Position:
        """The board to show, a jump under way included."""
        return half_way(self.game, self.under_way)

    @property
    def jumped(self) -> Path:
        """The squares of pieces that the jump under way has taken and that still stand on the board."""
        return still_standing(self.game, self.under_way)

    @property
    def last_turn(self) -> Turn | None:
        """The turn that led to the position on the board."""
        return self.game.last

    @property
    def must_jump(self) -> bool:
        """Whether the side to move has a jump and jumping is forced; with huff and free jumping nobody says so."""
        return self.jumping == "forced" and bool(self.game.captures())

    def record(self) -> GameRecord:
        """The game up to the position on the board, and who plays it."""
        tags = self.tags | (self.clock.tags() if self.clock else {})
        return GameRecord.of(self.game, tags_of(self.names, self.computers, self.level, self.helped, tags))

    def turn_line(self) -> str:
        """Whose turn it is, and whether there is a jump that must be made; nothing until the players sit."""
        if self.game.outcome is not None:
            return "The game is over."
        side = self.game.side
        if side in self.computers:
            return f"{SIDE_NAMES[side]} is thinking." if self.is_demo else "I am thinking."
        name = self.names[side]
        if not name:
            return ""
        whose = f"Your move, {name}" if self.computers else f"{name} ({SIDE_NAMES[side]}) to move"
        return f"{whose}: you have a jump." if self.must_jump else f"{whose}."

    def taken(self, side: int) -> int:
        """How many pieces a side has taken, huffs included."""
        other = 1 - side
        return self.game.start.of(other).bit_count() - self.game.position.of(other).bit_count()

    def targets(self, path: Path = ()) -> dict[int, bool]:
        """Where the player's piece may go on from the squares it has come over; True where that is a jump.

        Without a path: the squares of the pieces that can move; True where one of the moves is a jump.
        """
        routes = self.game.routes()
        if path:
            return onward(path, routes)
        jumpers = {move.start for move in routes if move.captured}
        return {move.start: move.start in jumpers for move in routes}
