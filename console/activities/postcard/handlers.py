"""Postcards: the handler of their command, and a postcard as text, with the board in a frame and a greeting."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from console.dialogue.activity import CannotDo, Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.messages import PAPER, Draw, Output, Paper, Say, Steps
from console.dialogue.state import State
from console.dialogue.table import Table
from console.game.naming import Naming, quoted
from console.reading.readings import Command
from console.storage.notices import NotKept
from console.terminal.canvas import padded
from console.text.board import SIGNS, board_text
from console.text.sentences import game_length, who_wins
from console.version import NAME
from engine.geometry import SIDE_NAMES
from engine.printable import printable

if TYPE_CHECKING:
    from console.terminal.screen_stack import Screen

LONGEST_GREETING: Final = 120
_WIDTH: Final = 44


def card_text(table: Table, naming: Naming, bottom: int, greeting: str) -> str:
    """Return a postcard as text. ``bottom`` is the side at the bottom of the board. ``greeting`` may be empty."""
    board = board_text(table.position, naming, bottom, table.jumped).splitlines()
    width = max(map(len, board))
    lines = ["", *(line.ljust(width).center(_WIDTH) for line in board), "", *_caption(table), ""]
    if greeting:
        lines += [*(line.center(_WIDTH) for line in wrap(greeting, _WIDTH - 4)), ""]
    rule = f"+{f' {NAME} '.center(_WIDTH + 2, '-')}+"
    edge = f"+{'-' * (_WIDTH + 2)}+"
    return "\n".join([rule, *(f"| {padded(line, _WIDTH, most=True)} |" for line in lines), edge]) + "\n"


def _caption(table: Table) -> list[str]:
    """Return the lines that say who plays with which pieces, and how the game stands."""
    pieces = "  -  ".join(f"{SIGNS[side][0]} {name}" for side, name in enumerate(table.seats.shown_names))
    return [line.center(_WIDTH) for text in (pieces, how_it_stands(table)) for line in wrap(text, _WIDTH)]


def how_it_stands(table: Table) -> str:
    """Return the sentence about the result, or about the side to move."""
    outcome, to_move = table.game.outcome, f"{SIDE_NAMES[table.game.side]} to move"
    stands = to_move if outcome is None else who_wins(outcome, table.seats.shown_names)
    return f"{stands} after {game_length(table.game.ply)}." if table.game.ply else f"{stands}."


@dataclass(frozen=True)
class ShowPostcard(Output):
    """A postcard of the game on the table. On the screen, the player may change the ``greeting``.

    ``text`` returns the postcard as text; its argument is the greeting. ``keep`` saves a file, of which the
    conversation speaks afterwards; its arguments are a suffix such as ``svg``, and the content.
    """

    greeting: str
    text: Callable[[str], str]
    keep: Callable[[str, str | bytes], None]
    state: State

    def lines(self, paper: Paper = PAPER) -> Iterable[str]:
        """Return the postcard as text, and save it."""
        self.keep("txt", self.text(self.greeting))
        return self.text(self.greeting).splitlines()

    def screen(self, draw: Draw) -> "Screen[Any]":
        """Return the screen of the postcard, over the game screen."""
        from console.activities.postcard.screen import PostcardScreen

        return PostcardScreen(self.greeting, how_it_stands(self.state.table), self.text, self.keep, self.state, draw)


def make(conversation: Conversation, command: Command) -> Steps[None]:
    """Show a postcard of the game. Say where it was saved, or why it could not be. Raises CannotDo."""
    greeting, state, saved = command.text.strip(), conversation.state, list[str]()
    if len(greeting) > LONGEST_GREETING or printable(greeting) != greeting:
        room = f"which has room for {LONGEST_GREETING} characters"
        raise CannotDo(f"{quoted(greeting)} does not fit on a postcard, {room}.")

    def keep(suffix: str, content: str | bytes) -> None:
        try:
            saved.append(f"Saved as {conversation.archive.store.keep('postcard', suffix, content)}.")
        except NotKept as error:
            saved.append(str(error))

    text = partial(card_text, state.table, state.naming, state.bottom)
    yield ShowPostcard(greeting, text, keep, state)
    yield from map(Say, saved)


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"postcard": partial(make, conversation)}
