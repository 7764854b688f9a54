"""Readings: what a typed line is."""

from dataclasses import dataclass
from typing import TypeAlias

from console.game.move_input import JumpPath, Squares
from engine.game import Turn
from engine.position import Position


@dataclass(frozen=True)
class Command:
    """A command with its argument.

    ``text`` is the argument as it was typed. ``short``: the one-letter spelling was typed.
    ``position`` is an argument that was set up in the position editor instead of typed.
    """

    name: str
    text: str = ""
    short: bool = False
    position: Position | None = None

    @property
    def argument(self) -> str:
        """The argument in lower case."""
        return self.text.casefold()

    @property
    def line(self) -> str:
        """The command as it would be typed."""
        return f"{self.name} {self.text}".strip()


@dataclass(frozen=True)
class NamedMove:
    """A legal move or its beginning, as far as its squares were named.

    ``ends``: the jump is to end there. ``by_hand``: it was made on the board, not typed.
    """

    path: JumpPath
    ends: bool = False
    by_hand: bool = False


@dataclass(frozen=True)
class Moves:
    """The legal moves of both sides that were typed one after another, as books print them.

    ``stop`` is the reason why the rest cannot be followed, or empty.
    """

    turns: tuple[Turn, ...]
    stop: str = ""


@dataclass(frozen=True)
class Yes:
    """A yes, and the command that is asked for behind it, or None."""

    rest: Command | None = None


@dataclass(frozen=True)
class No:
    """A no, and the command that is asked for behind it, or None. ``is_guess``: another line counts as a no."""

    rest: Command | None = None
    is_guess: bool = False


@dataclass(frozen=True)
class Blank:
    """An empty line."""


@dataclass(frozen=True)
class Meant:
    """A move that may have been meant. ``in_other_letters``: its squares were typed in the other notation."""

    path: JumpPath
    prompt: str
    in_other_letters: bool = False


@dataclass(frozen=True)
class Talk:
    """Any other line. It does nothing: it is answered.

    ``says`` is the answer, and ``shows`` a command that only shows something. ``offers`` is a command that a mere yes
    executes, ``choices`` are moves that the answer names, and ``meant`` is the move about which to ask.
    """

    says: str = ""
    shows: Command | None = None
    offers: Command | None = None
    choices: tuple[Squares, ...] = ()
    meant: Meant | None = None


@dataclass(frozen=True)
class Text:
    """A line at a question that takes any text. ``verbatim`` is the line.

    ``command`` is what it would be elsewhere, and ``answer`` is True for a yes and False for a no. ``is_known``: it is
    the spelling of a command or a whole line that the program knows.
    """

    verbatim: str
    command: Command | None = None
    answer: bool | None = None
    is_known: bool = False

    def argument_of(self, *names: str) -> str:
        """Return the text without the command in front of it, if that is one of these."""
        if self.command is not None and self.command.name in names:
            return self.command.text
        return self.verbatim.strip()


Input: TypeAlias = str | Squares | Command
"""Input of a front end: a typed line, squares that were pointed at, or a command that was chosen."""
Reading: TypeAlias = Command | NamedMove | Moves | Yes | No | Blank | Talk | Text
