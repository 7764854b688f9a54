"""An activity: what is going on at the board. One is current, others may be suspended below it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final, TypeAlias

from console.dialogue.messages import Cause, Command, Played, Say, Steps
from console.dialogue.table import Table
from console.dialogue.words import Place
from console.text import sentences
from engine.pdn.record import GameRecord
from engine.position import Move

Handler: TypeAlias = Callable[[Command], Steps[object]]
"""Executes a command."""


class Activity(ABC):
    """A game, a problem, a study or a remote game, with the table it is played on.

    To suspend an activity is to keep this object; to resume it is to use the object again. ``label`` is shown in the
    header of the screen.
    """

    label: ClassVar[str] = ""

    def __init__(self, table: Table) -> None:
        self.table = table

    @abstractmethod
    def step(self) -> "Steps[Activity | None]":
        """Do the next thing and return the activity that is current afterwards, or None if this one is over."""

    @property
    @abstractmethod
    def place(self) -> Place:
        """The place that decides which words work."""

    @property
    def words(self) -> Mapping[str, Handler]:
        """The handlers of the words that mean something special here."""
        return {}

    def refusal(self, command: Command) -> str:
        """Return the message for a word that does not work here."""
        return sentences.GAME_OVER

    @property
    def is_kept(self) -> bool:
        """True if the game is saved as it is played, and counted in the results when it is over."""
        return False

    @property
    def headline(self) -> str:
        """The line that says whose turn it is and what is asked."""
        return self.table.turn_line

    @property
    def people(self) -> list[str]:
        """The names of the players at this board, for the farewell."""
        return self.table.people

    def leave(self) -> Steps[None]:
        """Leave the activity for another."""
        yield from self.adjourn()

    def adjourn(self) -> Steps[None]:
        """Leave the activity at the end of the session of play."""
        yield from ()

    def interrupt(self) -> None:  # noqa: B027  # most activities are left by a word
        """End an activity that asks no questions at its next step. May be called on any thread."""

    # The game

    def change(self, **fields: Any) -> None:
        """Replace fields of the table."""
        self.table = replace(self.table, **fields)

    def replace_table(self, table: Table) -> None:
        """Replace the whole table."""
        self.table = table

    def record(self) -> GameRecord:
        """Return the game as it is saved."""
        return self.table.record()

    def saved(self) -> None:  # noqa: B027  # most activities need not know
        """Note that the game has been saved."""

    def make(self, move: Move) -> None:
        """Make a move."""
        self.table.game.play(move)

    def reply(self, move: Move) -> Steps[None]:
        """Make a move of the computer's side, and say it."""
        game, naming = self.table.game, self.table.naming
        before, side, moves = game.position, game.side, game.routes()
        game.play(move)
        yield Played(before, Cause.MOVE, move, side)
        yield Say(sentences.computer_moved(before, move, moves, naming))

    def marks_at(self, ply: int) -> str:
        """Return the signs to show at move number ``ply``."""
        return ""


class Opening(Activity):
    """The questions before the first game; ``begin`` asks them."""

    place: Final = Place.QUESTION

    def __init__(self, table: Table, begin: Callable[[], Steps[Activity | None]]) -> None:
        super().__init__(table)
        self._begin = begin

    def step(self) -> Steps[Activity | None]:
        """Ask the questions that come before the first game."""
        return (yield from self._begin())


class Begin(Exception):
    """The current activity is to be left for the one that ``begin`` returns."""

    def __init__(self, begin: Callable[[], Steps[Activity | None]]) -> None:
        super().__init__()
        self.begin = begin


class CannotDo(Exception):
    """A word cannot be executed now. The text is one sentence for the player."""


class Left(Exception):
    """The player has asked to leave."""


class FlagFell(Exception):
    """The time of the player who was asked is up."""
