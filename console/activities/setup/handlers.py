"""The command that sets up a position."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from console.dialogue.activity import Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.messages import PAPER, Draw, Output, Paper, Steps
from console.dialogue.proving import ProverOf
from console.dialogue.state import State
from console.reading.readings import Command

if TYPE_CHECKING:
    from console.terminal.screen_stack import Screen


@dataclass(frozen=True)
class ShowSetup(Output):
    """The position editor; ``prover_of`` returns a prover for the position."""

    apart = False
    prover_of: ProverOf
    state: State

    def lines(self, paper: Paper = PAPER) -> Iterable[str]:
        """Return what takes the place of the editor."""
        return ['Type a position after "fen", as in "fen B:W18,24,K27:B5,K10".']

    def screen(self, draw: Draw) -> "Screen[Any]":
        """Return the editor at the position on the table."""
        from console.activities.setup.screen import PositionEditor

        table = self.state.table
        return PositionEditor(table.rules, self.state.naming, table.game.position, table.jumping, self.prover_of)


def set_up(conversation: Conversation, command: Command) -> Steps[None]:
    """Show the position editor. A proof in it counts as help."""
    yield ShowSetup(conversation.proofs.lend, conversation.state)
    yield from conversation.proofs.notices()


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"setup": partial(set_up, conversation)}
