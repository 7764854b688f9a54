"""Proofs and exact values of moves by the endgame tables that are installed, and messages about damaged tables."""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from console.dialogue.archive import Archive
from console.dialogue.messages import Prepare, Steps
from console.dialogue.state import State
from console.game.naming import counted
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import Engine, ExactMove
    from ai.proof import Proof, Prover
    from ai.score import ExactValue

LOOKING: Final = "Trying to prove how this ends"

ProverOf: TypeAlias = "Callable[[Rules, Jumping], Prover]"
"""A function that makes a prover. Only one thread at a time may use the prover."""


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


class Proofs:
    """Proofs for the game on the table, and the exact values of its moves."""

    def __init__(self, state: State, archive: Archive) -> None:
        self._state = state
        self._archive = archive
        self._tabled = lru_cache(maxsize=1)(self._new_tabled)
        self._lent: list[Prover] = []

    def notices(self) -> Steps[None]:
        """Say which damaged tables were found by the provers that front ends used, and forget these provers."""
        for prover in self._lent:
            self._archive.store.complain(*prover.problems)
        self._lent.clear()
        yield from self._archive.notices()

    def attempt(self, seconds: float = math.inf) -> "Steps[Proof | None]":
        """Search for a proof of the position, at most so many seconds, and return it, or None."""
        found = list["Proof | None"]()
        attempt = Attempt(self._state.game, self._lend_uncounted)

        def search(stop: Callable[[], bool]) -> None:
            end = time.monotonic() + seconds
            found.append(attempt.run(lambda: stop() or time.monotonic() >= end))

        yield Prepare(LOOKING, search, attempt.progress)
        yield from self.notices()
        return found[0] if found else None

    def value(self, before: Position, move: Move) -> "ExactValue | None":
        """Return the exact value of a move for its side, or None if it is not known. Assumes that jumps are forced."""
        return next((each.value for each in self.exact_moves(before) if each.move.after == move.after), None)

    def exact_moves(self, position: Position) -> "list[ExactMove]":
        """Return the legal moves with their exact values; none if these are not known. Note damaged tables."""
        engine = self._tabled(self._state.table.rules, self._state.table.jumping)
        found = engine.exact_moves(position)
        if engine.tables is not None and engine.tables.problem:
            self._archive.store.complain(engine.tables.problem)
        return found

    def _new_tabled(self, rules: Rules, jumping: Jumping) -> "Engine":
        """Return the engine that knows the exact values. Its search, which would be large, is not used."""
        from console.storage.built_files import tabled_engine

        return tabled_engine(rules, jumping, self._archive.store.complain)

    def lend(self, rules: Rules, jumping: Jumping) -> "Prover":
        """Return a new prover for a front end, which may use it on another thread. Its use counts as help."""
        if self._state.game.outcome is None:
            self._state.table = replace(self._state.table, helped=True)
            self._archive.keep()
        return self._lend_uncounted(rules, jumping)

    def _lend_uncounted(self, rules: Rules, jumping: Jumping) -> "Prover":
        """Return a new prover, whose use does not count as help."""
        from console.storage.built_files import default_prover

        prover = default_prover(rules, jumping)
        self._lent.append(prover)
        return prover
