"""The command that proves how the position ends, and the proof as it is shown."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from console.dialogue.activity import CannotDo, Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.messages import PAPER, Draw, Output, Paper, Steps
from console.game.naming import Naming
from console.reading.readings import Command
from console.text.proof import UNPROVED, ProofWriter
from engine.game import Game

if TYPE_CHECKING:
    from ai.proof import Proof
    from console.terminal.screen_stack import Screen


@dataclass(frozen=True)
class ShowProof(Output):
    """The proof of the result of the position in a game."""

    apart = False
    proof: "Proof"
    game: Game
    naming: Naming

    def lines(self, paper: Paper = PAPER) -> Iterable[str]:
        """Return the result and the moves of the proof."""
        return ProofWriter(self.proof, self.game.rules, self.game.jumping, self.naming).lines()

    def screen(self, draw: Draw) -> "Screen[Any]":
        """Return the screen of the proof."""
        from console.screens.proof import ProofScreen

        return ProofScreen(self.game, self.naming, lambda stop: self.proof)


def prove(conversation: Conversation, command: Command) -> Steps[None]:
    """Search for a proof of the position and show it. Raises CannotDo if none is found; that does not count as help."""
    proof = yield from conversation.proofs.attempt()
    if proof is None:
        raise CannotDo(UNPROVED)
    conversation.archive.keep()
    yield ShowProof(proof, conversation.state.game, conversation.state.naming)


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"proof": partial(prove, conversation)}
