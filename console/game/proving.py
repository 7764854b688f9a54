"""The interface of provers, which find proofs and exact values of positions."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.game import Game
from engine.position import Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import ExactMove
    from ai.proof import Proof


class Prover(Protocol):
    """A prover for one rule set and kind of jumping, for example ``ai.proof.Prover``."""

    @property
    def problems(self) -> list[str]:
        """The messages about tables that were found damaged so far."""

    def exact_moves(self, position: Position) -> "list[ExactMove]":
        """Return the exact values of all moves, the best first; empty if they are not all known."""

    def prove(self, positions: Sequence[Position], stop: Callable[[], bool]) -> "Proof | None":
        """Return a proof for the last of the positions since the last progress, or None."""


ProverOf: TypeAlias = Callable[[Rules, Jumping], Prover]
"""Makes a prover, which is to be used by one thread at a time."""


def proof_of(game: Game, prover_of: ProverOf) -> "Callable[[Callable[[], bool]], Proof | None]":
    """Return a function that searches for a proof of the position on the board until ``stop`` returns True."""
    prover, positions = prover_of(game.rules, game.jumping), game.positions_since_progress()
    return lambda stop: prover.prove(positions, stop)
