"""What is on the table: the game, its players and its clock. The dialogue changes it, front ends read it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from console.game.analysis import Mistake
from console.game.clock import Control, GameClock
from console.game.jump_path import JumpPath, Squares
from console.game.naming import Naming
from console.game.options import LONGEST_NAME, Options, Players, default_jumping
from console.game.player_tags import BY_ENGINE, players_of, tags_of
from console.game.rule_choice import RuleChoice
from console.game.study import Study, annotated
from engine.game import Game, Turn
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.position import Move, Position
from engine.rules import RULE_SETS, Jumping, Rules

COMPUTER: Final = "Computer"


@dataclass(frozen=True)
class Pairing:
    """Who plays whom: the names by side, empty until they are known, and the sides of the computer.

    ``home`` is the side that names the squares and sits at the bottom, ``far`` the one who plays over a line, if any.
    """

    names: tuple[str, str] = ("", "")
    computers: frozenset[int] = frozenset()
    home: int = BLACK
    far: int | None = None


@dataclass(frozen=True)
class NextGame:
    """What the game after this one will be.

    ``rule_choice`` and ``position`` are None where nobody chose them, ``control`` where it has no clock,
    ``ballot`` where it does not begin with one (0 is a random one). ``side`` is the player's, None where he is asked.
    """

    players: Players = "one"
    rule_choice: RuleChoice | None = None
    position: Position | None = None
    control: Control | None = None
    ballot: int | None = None
    side: int | None = None


class State:
    """A game and all that belongs to it. Its attributes are assigned by its own methods only.

    ``jump`` is a jump under way. ``white_look`` tells in a word what White's pieces look like, or nothing. ``tags`` say
    of the game what its moves do not; ``helped`` that moves were taken back, a hint, a proof or a review was asked for
    or the level was changed on the way. ``turning`` turns the board to whom is to move where two players sit at it;
    ``drawing`` has it drawn before each move where that takes lines of text, ``undrawn`` only when it is asked for;
    with neither it is drawn when it has changed otherwise than by a move. ``thinking`` has the computer's thoughts
    told, ``remarks`` what he remarks; ``book`` has him play from the opening book; ``teaching`` has each kind of move
    explained; ``clock`` is None in a game without one.
    """

    def __init__(self, options: Options, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._began: float | None = None
        self._turn_began: tuple[int, float] | None = None
        self._seconds: list[float | None] = []
        rules = RULE_SETS[options.rules]
        self.game = Game(rules, options.jumping or default_jumping(rules), options.start)
        self.pairing = Pairing()
        self.next_game = NextGame(options.players, control=options.clock)
        self.level = options.level
        self.clock: GameClock | None = None
        self.tags: dict[str, str] = {}
        self._taken_up: GameRecord | None = None
        self.study: Study | None = None
        self._findings: tuple[Game, tuple[Turn, ...], tuple[Mistake, ...]] | None = None
        self.helped = False
        self.jump: JumpPath | None = None
        self._posed_by = ""
        self._engine = ""
        self.white_look: Callable[[], str] = str
        self.flipped = False
        self.turning = False
        self.drawing = self.undrawn = False
        self.thinking = False
        self.remarks = True
        self.book = True
        self.teaching = options.teach

    # What is changed

    def begin(self, game: Game, clock: GameClock | None, tags: dict[str, str]) -> None:
        """Put a new game on the table, with its clock if it has one."""
        self.game, self.clock, self.tags, self.helped = game, clock, tags, False
        self._posed_by = ""
        self.jump, self._began, self._taken_up, self.study = None, self._now(), None, None
        self._turn_began, self._seconds = None, []

    def take_up(self, record: GameRecord, game: Game, clock: GameClock | None, helped: bool) -> None:
        """Put a game on record on the table; how long it has lasted is not known."""
        self.begin(game, clock, dict(record.tags))
        self.helped, self._began, self._taken_up = helped, None, record

    def pose(self, game: Game, pairing: Pairing, opponent: str) -> None:
        """Put a problem on the table, which is no game to keep; ``opponent`` is what the other side is called."""
        self.begin(game, None, {})
        self.pair(pairing)
        self._posed_by = opponent

    def put_aside(self) -> Callable[[], None]:
        """Leave the game on the table for a problem; the call that brings it back, its clock standing until then."""
        game, clock, tags, helped, pairing = self.game, self.clock, self.tags, self.helped, self.pairing
        began, seconds, taken_up, study = self._began, self._seconds, self._taken_up, self.study
        findings, flipped = self._findings, self.flipped
        if clock is not None:
            clock.stop()

        def put_back() -> None:
            self.begin(game, clock, tags)
            self.helped, self._began, self._seconds = helped, began, seconds
            self._taken_up, self.study = taken_up, study
            self.pair(pairing)
            self._findings, self.flipped = findings, flipped

        return put_back

    def begin_study(self, record: GameRecord) -> None:
        """Put a game on record on the table to be looked at: nobody plays it, every move that is new is a variation."""
        self.take_up(record, record.game(), None, players_of(record).helped)
        self.study = Study(record, ply=0)
        self.game = self.study.game
        black, white = (record.tag(colour, colour)[:LONGEST_NAME] for colour in SIDE_NAMES)
        self.pair(Pairing((black, white)))

    def edit(self, change: Callable[[Study], None]) -> None:
        """Change the tree of the game, or where in it a study is. Raises CannotBe."""
        if self.study is not None:
            change(self.study)
            self.game = self.study.game
            return
        whole = self.game.copy()
        whole.go_to(len(whole.turns))
        record = GameRecord.of(whole, self.tags, before=self._taken_up)
        self._taken_up = annotated(record, self.game.ply, change)

    def make(self, move: Move) -> None:
        """Make a move on the board; in a study it goes into the tree."""
        if self.study is None:
            self.game.play(move)
        else:
            self.edit(lambda study: study.play(move))

    def find_mistakes(self, found: Sequence[Mistake]) -> None:
        """Remember what a review has found in the moves of the game as it is."""
        self._findings = self.game, self.game.turns, tuple(found)

    def pair(self, pairing: Pairing) -> None:
        """Have these play, the home side at the bottom."""
        self.pairing = pairing
        self.flipped = False

    def plan(self, next_game: NextGame) -> None:
        """Change what the next game will be."""
        self.next_game = next_game

    def set_level(self, level: int) -> None:
        """Play at another level; in a game in which a player has moved that is help."""
        moved = any(self.game.position_at(ply).side not in self.computers for ply in range(self.game.ply))
        self.helped = self.helped or (moved and self.level != level)
        self.level = level

    def take_up_level(self, level: int) -> None:
        """Play at the level of a game on record."""
        self.level = level

    def help(self) -> None:
        """The player was helped: this game leaves the rating alone."""
        self.helped = True

    def seat(self, engine: str) -> None:
        """Have an engine of this name play for the computer; our own opponent if it is empty."""
        self._engine = engine
        if engine and self.computers:
            self.tags = {**self.tags, BY_ENGINE: engine}
        elif not engine and not self.game.ply:
            self.tags = {name: value for name, value in self.tags.items() if name != BY_ENGINE}

    def show_white_as(self, look: Callable[[], str]) -> None:
        """Have the word for what White's pieces look like asked for here."""
        self.white_look = look

    def flip(self) -> None:
        """Turn the board round."""
        self.flipped = not self.flipped

    def set_turning(self, on: bool) -> None:
        """Turn the board after each move of two players, or leave it."""
        self.turning = on

    def set_drawing(self, on: bool) -> None:
        """Draw the board before each move in lines of text, or when it is asked for only."""
        self.drawing, self.undrawn = on, not on

    def set_thinking(self, on: bool) -> None:
        """Have the computer's thoughts told, or not."""
        self.thinking = on

    def set_remarks(self, on: bool) -> None:
        """Have the opponent remark on the game, or not."""
        self.remarks = on

    def set_book(self, on: bool) -> None:
        """Have the computer play from the opening book on the levels that do, or not."""
        self.book = on

    def set_teaching(self, on: bool) -> None:
        """Have each kind of move explained when it first occurs, or not."""
        self.teaching = on

    def show_jump(self, jump: JumpPath | None) -> None:
        """Have a jump under way on the board, or none."""
        self.jump = jump

    # The clock

    def stop_clock(self) -> None:
        """Go on without a clock."""
        self.clock = None

    def run_clock(self) -> None:
        """Somebody is to move: time his move and let his clock run, or none in a game that is over."""
        if self._turn_began is None or self._turn_began[0] != self.game.ply:
            self._turn_began = self.game.ply, self._now()
        if self.clock is not None:
            if self.game.outcome is None:
                self.clock.run(self.game.side)
            else:
                self.clock.stop()

    def press_clock(self, side: int) -> None:
        """A side has moved: how long it took is noted, and its clock stops and gains the increment."""
        ply = self.game.ply - 1
        self._seconds = [*self._seconds[:ply], *[None] * (ply - len(self._seconds))]
        known = self._turn_began is not None and self._turn_began[0] == ply
        self._seconds.append(self._now() - self._turn_began[1] if known and self._turn_began else None)
        if self.clock is not None:
            self.clock.press(side)

    def flag_fallen(self, side: int) -> bool:
        """Whether a side's time is up."""
        return self.clock is not None and self.clock.fallen(side)

    def time_left(self) -> float | None:
        """The seconds left on the clock that runs, not below nothing; None if none runs."""
        clock = self.clock
        return None if clock is None or clock.running is None else clock.left(clock.running)

    def clock_owner(self) -> str | None:
        """The name of whose clock runs; None if it is that of the only player."""
        side = self.clock.running if self.clock is not None else None
        if side is None or (side not in self.computers and self.computers) or self.far == 1 - side:
            return None
        return self.the_opponent if len(self.computers) == 1 else self.names[side]

    # What is read

    @property
    def rules(self) -> Rules:
        """The rules of the game on the table."""
        return self.game.rules

    @property
    def jumping(self) -> Jumping:
        """The kind of jumping it is played with."""
        return self.game.jumping

    @property
    def minutes(self) -> int | None:
        """The full minutes since the game began; None where that is not known."""
        return None if self._began is None else int(self._now() - self._began) // 60

    def seconds(self, ply: int) -> float | None:
        """How long the move after ``ply`` others took; None if it was not made in this session of play."""
        return self._seconds[ply] if ply < len(self._seconds) else None

    @property
    def names(self) -> tuple[str, str]:
        """The players' names by side; empty until they are known."""
        if not self.engine:
            return self.pairing.names
        black, white = (self.engine if side in self.computers else name for side, name in enumerate(self.pairing.names))
        return black, white

    @property
    def engine(self) -> str:
        """What the engine is called that plays for the computer; empty where our own opponent does."""
        return "" if self.is_problem else self._engine

    @property
    def opponent(self) -> str:
        """What the computer is called at its level, as in ``Barber``, or in a problem, or an engine in its place."""
        if self._posed_by or self.engine:
            return self._posed_by or self.engine
        from ai.levels import LEVELS

        return LEVELS[self.level].name

    @property
    def the_opponent(self) -> str:
        """The same at the beginning of a sentence, as in ``The Barber``."""
        return self.engine or f"The {self.opponent}"

    @property
    def shown_names(self) -> tuple[str, str]:
        """The names by side as they are shown: a player's opponent is called by his level."""
        if len(self.computers) != 1:
            return self.names
        black, white = (self.opponent if side in self.computers else name for side, name in enumerate(self.names))
        return black, white

    @property
    def computers(self) -> frozenset[int]:
        """The sides that the computer plays."""
        return self.pairing.computers

    @property
    def home(self) -> int:
        """The side from which squares are named."""
        return self.pairing.home

    @property
    def far(self) -> int | None:
        """The side that is played over a line; None in any other game."""
        return self.pairing.far

    @property
    def near(self) -> int | None:
        """The side that is played here in a game over a line; None in any other game."""
        return None if self.far is None else 1 - self.far

    @property
    def has_level(self) -> bool:
        """Whether the computer plays at a level: the defence of a problem has none."""
        return bool(self.computers) and not self.is_problem

    @property
    def are_two_at_board(self) -> bool:
        """Whether two players sit at this board."""
        return not self.computers and self.far is None

    @property
    def naming(self) -> Naming:
        """How squares are called: from the home side, however the board is turned."""
        return Naming(self.rules.geometry, self.home)

    @property
    def bottom(self) -> int:
        """The side that is drawn at the bottom."""
        side = self.game.side if self.turning and self.are_two_at_board else self.home
        return 1 - side if self.flipped else side

    @property
    def is_demo(self) -> bool:
        """Whether the computer plays both sides."""
        return len(self.computers) == 2

    @property
    def is_problem(self) -> bool:
        """Whether a problem is on the table."""
        return bool(self._posed_by)

    @property
    def is_kept(self) -> bool:
        """Whether it is a game to keep: no demonstration, no problem and no study."""
        return not (self.is_demo or self.is_problem or self.study is not None)

    @property
    def is_rated(self) -> bool:
        """Whether the game, as it goes so far, will move the player's rating."""
        from_start = self.game.start == Position.start(self.rules)
        ours = len(self.computers) == 1 and BY_ENGINE not in self.tags
        return ours and from_start and not self.helped and self.game.outcome is None

    @property
    def position(self) -> Position:
        """The board to show, a jump under way included."""
        return self.jump.position if self.jump is not None else self.game.position

    @property
    def jumped(self) -> Squares:
        """The squares of pieces that the jump under way has taken and that still stand on the board."""
        return self.jump.standing if self.jump is not None else ()

    @property
    def last_turn(self) -> Turn | None:
        """The turn that led to the position on the board."""
        return self.game.last

    @property
    def must_jump(self) -> bool:
        """Whether the side to move has a jump and jumping is forced; with huff and free jumping nobody says so."""
        return self.jumping == "forced" and bool(self.game.captures())

    def paths(self) -> JumpPath:
        """The jump under way, or the beginning of every move."""
        return self.jump if self.jump is not None else JumpPath.of(self.game)

    def record(self) -> GameRecord:
        """The game up to the position on the board, and who plays it, with its remarks; a study's as it stands."""
        if self.study is not None:
            return self.study.record
        tags = self.tags | (self.clock.tags() if self.clock else {})
        tags = tags_of(self.names, self.computers, None if self.engine else self.level, self.helped, tags)
        return GameRecord.of(self.game, tags, before=self._taken_up)

    @property
    def findings(self) -> tuple[Mistake, ...] | None:
        """What a review has found in the game as it is; None if there was none."""
        if self._findings is None or (self._findings[0], self._findings[1]) != (self.game, self.game.turns):
            return None
        return self._findings[2]

    def turn_line(self) -> str:
        """Whose turn it is, and whether there is a jump that must be made; nothing until the players are known."""
        if self.study is not None:
            return f"A study: {SIDE_NAMES[self.game.side]} to move."
        if self.game.outcome is not None:
            return "The game is over."
        side = self.game.side
        if side in self.computers:
            return f"{SIDE_NAMES[side]} is thinking." if self.is_demo else f"{self.the_opponent} is thinking."
        name = self.names[side]
        if not name:
            return ""
        whose = f"Your move, {name}" if self.computers or side == self.near else f"{name} ({SIDE_NAMES[side]}) to move"
        return f"{whose}: you have a jump." if self.must_jump else f"{whose}."

    def moving_line(self, side: int) -> str:
        """Who is making the move that is being shown."""
        if side not in self.computers:
            return f"{self.names[side]} moves."
        return f"{SIDE_NAMES[side]} moves." if self.is_demo else f"{self.the_opponent} moves."

    def taken(self, side: int) -> int:
        """How many pieces a side has taken, huffs included."""
        other = 1 - side
        return self.game.start.of(other).bit_count() - self.game.position.of(other).bit_count()
