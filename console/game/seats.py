"""Seats: who plays each side of a game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, Self, TypeAlias

from ai.levels import LEVELS, Level, level_at
from console.game.naming import in_sentence
from engine.geometry import BLACK, Side

COMPUTER: Final = "Computer"
BUILT_IN: Final = "built-in"
RIVAL: Final = "rival"
HUB: Final = "hub"
RECORDED: Final = "recorded"


@dataclass(frozen=True)
class Person:
    """A player who sits at this board. ``name`` is empty until it is known."""

    name: str = ""


@dataclass(frozen=True)
class Peer:
    """A player at the other end of a connection."""

    name: str


@dataclass(frozen=True)
class Program:
    """A program that plays a side.

    ``kind`` determines who chooses its moves: the built-in opponent, a rival, an external engine, or the
    record of a game.
    ``level`` is the nearest level; None if the program plays at none. ``rating`` is None for the rating of the level.
    ``given`` is the name of a rival, of an engine, or of the other side in a task; empty for the name of the level.
    An engine has the strength at which the built-in opponent replaces it.
    """

    level: int | None = None
    rating: int | None = None
    given: str = ""
    kind: str = BUILT_IN

    @property
    def name(self) -> str:
        """The name in a record."""
        return self.given if self.given and self.kind != RIVAL else COMPUTER

    @property
    def shown(self) -> str:
        """The name to show: that of the level if the program has no other."""
        return self.given or (LEVELS[self.level].name if self.level is not None else COMPUTER)

    @property
    def title(self) -> str:
        """The name at the beginning of a sentence, for example ``The Barber``."""
        return f"The {self.shown}" if self.kind == BUILT_IN else self.given

    @property
    def called(self) -> str:
        """The name inside a sentence, for example ``the Barber``."""
        return in_sentence(self.title)

    @property
    def own_name(self) -> str:
        """The name by which the program is spoken of; empty for the built-in opponent, who says I."""
        return "" if self.kind == BUILT_IN else self.given

    @property
    def engine(self) -> str:
        """The name of the external engine; empty if the program is none."""
        return self.given if self.kind == HUB else ""

    @property
    def has_level(self) -> bool:
        """True if the player can choose the level, that is if the program plays at one and is no rival."""
        return self.level is not None and self.kind != RIVAL

    @property
    def is_fitted(self) -> bool:
        """True if the strength follows the player's rating."""
        return self.has_level and self.rating is not None

    @cached_property
    def strength(self) -> Level:
        """The playing strength, for programs with a level."""
        assert self.level is not None
        return LEVELS[self.level] if self.rating is None else level_at(self.rating)

    @property
    def without_engine(self) -> "Program":
        """The program that plays if no engine does."""
        return replace(self, given="", kind=BUILT_IN) if self.engine else self

    def played_by(self, engine: str) -> "Program":
        """Return the seat of an external engine, with this strength."""
        return replace(self, given=engine, kind=HUB)


def fitted(rating: int) -> Program:
    """Return the built-in opponent with the strength nearest to a rating."""
    nearest = level_at(rating)
    return Program(nearest.number, nearest.rating)


def rival(name: str, rating: int) -> Program:
    """Return a rival at the strength of his rating."""
    return Program(level_at(rating).number, rating, name, RIVAL)


Seat: TypeAlias = Person | Peer | Program


class Seats(NamedTuple):
    """The players of Black and White."""

    black: Seat = Person()
    white: Seat = Person()

    @classmethod
    def of(cls, own: Seat, other: Seat, home: Side) -> Self:
        """Return the seats with ``own`` on the side ``home``."""
        return cls(own, other) if home == BLACK else cls(other, own)

    @property
    def program(self) -> Program | None:
        """The program that plays one side or both, or None."""
        return next((seat for seat in self if isinstance(seat, Program)), None)

    @property
    def opponent(self) -> Program | None:
        """The program that plays one side, or None."""
        return self.program if not all(isinstance(seat, Program) for seat in self) else None

    def is_program(self, side: Side) -> bool:
        """Return True if a program plays a side."""
        return isinstance(self[side], Program)

    def is_alone(self, side: Side) -> bool:
        """Return True if the player of a side is the only one at this board."""
        return isinstance(self[side], Person) and len(self.people) == 1

    @property
    def peer(self) -> Side | None:
        """The side of the peer at a connection, or None."""
        return next((side for side, seat in enumerate(self) if isinstance(seat, Peer)), None)

    @property
    def people(self) -> list[str]:
        """The names of the players at this board: none in a demonstration, two if they share the board."""
        return [seat.name for seat in self if isinstance(seat, Person)]

    @property
    def names(self) -> tuple[str, str]:
        """The names by side; empty until they are known."""
        return self.black.name, self.white.name

    @property
    def shown_names(self) -> tuple[str, str]:
        """The names to show, by side. A program that plays against a player is called by its level."""
        return self._named(lambda program: program.shown)

    @property
    def called(self) -> tuple[str, str]:
        """The names inside a sentence, by side."""
        return self._named(lambda program: program.called)

    def _named(self, name_of: Callable[[Program], str]) -> tuple[str, str]:
        opponent = self.opponent
        black, white = (seat.name if opponent is None or seat is not opponent else name_of(opponent) for seat in self)
        return black, white

    def with_program(self, program: Program) -> "Seats":
        """Return the seats in which a program plays the sides that programs play now."""
        return Seats(*(program if isinstance(seat, Program) else seat for seat in self))

    @property
    def swapped(self) -> "Seats":
        """The seats with the sides changed."""
        return Seats(self.white, self.black)


NOBODY: Final = Seats()
"""The seats before the players are known."""
