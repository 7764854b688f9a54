"""Who proves positions and knows exact values: the calls that the conversation and the screens make."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.game import Game
from engine.position import Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import ExactMove
    from ai.proof import Proof
    from ai.score import ExactValue


class Prover(Protocol):
    """Proves positions of one rule set with one way of jumping, as ``ai.proof.Prover`` does."""

    @property
    def problems(self) -> list[str]:
        """Sentences about the tables that were found damaged so far."""

    def exact_value(self, position: Position) -> "ExactValue | None":
        """What is known of a position as long as every jump is made."""

    def exact_moves(self, position: Position) -> "list[ExactMove]":
        """The same of every move, the best first; empty where they are not all known."""

    def prove(self, positions: Sequence[Position], stop: Callable[[], bool]) -> "Proof | None":
        """A proof for the last of the positions since the last progress; None where there is none."""


ProverOf: TypeAlias = Callable[[Rules, Jumping], Prover]
"""Makes a prover, which is to be used by one thread at a time."""


def proof_of(game: Game, prover_of: ProverOf) -> "Callable[[Callable[[], bool]], Proof | None]":
    """Return the call that looks for a proof of how the position of a game ends, until it is told to stop."""
    prover, positions = prover_of(game.rules, game.jumping), game.positions_since_progress()
    return lambda stop: prover.prove(positions, stop)
