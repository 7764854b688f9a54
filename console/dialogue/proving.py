"""Provers of positions, which use the endgame tables that are installed."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

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


def proof_of(game: Game, prover_of: ProverOf) -> "Callable[[Callable[[], bool]], Proof | None]":
    """Return a function that searches for a proof of the position on the board, and returns None if it finds none.

    Its argument ``stop`` returns True when the search must end.
    """
    prover, positions = prover_of(game.rules, game.jumping), game.positions_since_progress()
    return lambda stop: prover.prove(positions, stop)
