"""Provers of positions, which use the endgame tables that are installed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from console.game.naming import counted
from engine.game import Game
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.proof import Proof, Prover

ProverOf: TypeAlias = "Callable[[Rules, Jumping], Prover]"
"""A function that makes a prover. Only one thread at a time may use the prover."""


def default_prover(rules: Rules, jumping: Jumping) -> "Prover":
    """Return a prover that uses the endgame tables, and searches positions that are not in them."""
    from ai.proof import Prover
    from console.storage.built_files import available_tables

    problems: list[str] = []
    return Prover(rules, jumping, available_tables(rules, problems.append), problems)


class Attempt:
    """An attempt to prove how the position on the board ends. It may run on any thread."""

    def __init__(self, game: Game, prover_of: ProverOf) -> None:
        self._prover = prover_of(game.rules, game.jumping)
        self._positions = game.positions_since_progress()

    def run(self, stop: Callable[[], bool]) -> "Proof | None":
        """Search for a proof; return None if none is found, or when ``stop`` returns True."""
        return self._prover.prove(self._positions, stop)

    def progress(self) -> str:
        """Return how much has been searched so far."""
        return f"{counted(self._prover.nodes, 'position')} so far" if self._prover.nodes else ""
