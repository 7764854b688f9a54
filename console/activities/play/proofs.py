"""Endgame tables in the conversation: proofs, exact values of moves, and messages about damaged tables."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from console.dialogue.activity import CannotDo
from console.dialogue.archive import Archive
from console.dialogue.messages import Prepare, Say, ShowProof, ShowReview, ShowSetup, Steps
from console.dialogue.proving import Attempt, ProverOf
from console.dialogue.state import State
from console.dialogue.table import Findings
from console.text import sentences
from console.text.proof import IF_JUMPS_ARE_MADE, LOOKING, UNPROVED, worth
from engine.geometry import BLACK, WHITE
from engine.position import Move, Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.analyzer import Analyzer
    from ai.engine import ExactMove, SearchInfo
    from ai.proof import Proof, Prover
    from ai.score import ExactValue
    from console.game.analysis import Mistake, PositionAnalyzer


class Proofs:
    """Proofs for the game on the table. Its prover is made when it is first needed."""

    def __init__(self, state: State, archive: Archive, prover_of: ProverOf) -> None:
        self._state = state
        self._archive = archive
        self._prover_of = prover_of
        self._own = lru_cache(maxsize=1)(prover_of)  # one at a time: each has a large transposition table
        self._lent: list[Prover] = []
        self._analyzed: dict[object, SearchInfo] = {}

    def set_up(self) -> Steps[None]:
        """Show the position editor. A proof in it counts as help."""
        yield ShowSetup(self._lend)
        yield from self._notices_of_lent()

    def review(self, analyzer: "PositionAnalyzer | None", whole: bool) -> "Steps[list[Mistake]]":
        """Show a review and return the mistakes that it found. A review counts as help.

        ``analyzer`` replaces the built-in engine unless it is None. ``whole``: plain lines list all moves, too.
        """
        from console.storage.explorer import Explorer

        table = self._state.table
        analyzer = analyzer or ReviewAnalyzer(table.rules, table.jumping, self._analyzed)
        wrong: list[Mistake] = []
        learner = next(filter(table.seats.is_alone, (BLACK, WHITE)), None)
        explorer = Explorer(self._archive.store, self._state.player)
        yield ShowReview(self._lend, wrong.extend, analyzer, learner, explorer, whole)
        yield from self._notices_of_lent()
        self._state.table = replace(self._state.table, findings=Findings(self._state.game.turns, tuple(wrong)))
        return wrong

    def _notices_of_lent(self) -> Steps[None]:
        """Say which damaged tables the provers lent to a front end have found, and forget these provers."""
        for prover in self._lent:
            self._archive.store.complain(*prover.problems)
        self._lent.clear()
        yield from self._archive.notices()

    def prove(self) -> Steps[None]:
        """Search for a proof of the position and show it. Raises CannotDo if there is none, which is no help."""
        proof = yield from self.attempt()
        if proof is None:
            raise CannotDo(UNPROVED)
        self._archive.keep()
        yield ShowProof(proof)

    def attempt(self, seconds: float = math.inf) -> "Steps[Proof | None]":
        """Search for a proof of the position, at most so many seconds, and return it, or None."""
        found = list["Proof | None"]()
        attempt = Attempt(self._state.game, self._lend_uncounted)

        def search(stop: Callable[[], bool]) -> None:
            end = time.monotonic() + seconds
            found.append(attempt.run(lambda: stop() or time.monotonic() >= end))

        yield Prepare(LOOKING, search, attempt.progress)
        yield from self._notices_of_lent()
        return found[0] if found else None

    def list_moves(self) -> Steps[None]:
        """Say the legal moves with their exact values, if known. Leave out the values in a rated game."""
        state = self._state
        state.table = replace(state.table, listed=state.game.position)
        moves = state.table.moves
        known = {each.move.after: worth(each.value) for each in self._exact_moves(state.game.position)}
        yield from self._archive.notices()
        if known and state.table.is_rated:
            yield Say(sentences.legal_moves(moves, state.naming, {}))
            yield Say('I know what each is worth: "hint" and "proof" will tell you, and count as help.')
            return
        yield Say(sentences.legal_moves(moves, state.naming, known))
        if known and state.table.jumping != "forced":
            yield Say(f"That is what each is worth {IF_JUMPS_ARE_MADE}.")

    def value(self, before: Position, move: Move) -> "ExactValue | None":
        """Return the exact value of a move for its side, or None if it is not known. Assumes that jumps are forced."""
        return next((each.value for each in self._exact_moves(before) if each.move.after == move.after), None)

    def _exact_moves(self, position: Position) -> "list[ExactMove]":
        """Return the legal moves with their exact values; none if these are not known. Note damaged tables."""
        found = self._prover.exact_moves(position)
        self._archive.store.complain(*self._prover.problems)
        return found

    def _lend(self, rules: Rules, jumping: Jumping) -> "Prover":
        """Return a new prover for a front end, which may use it on another thread. Its use counts as help."""
        if self._state.game.outcome is None:
            self._state.table = replace(self._state.table, helped=True)
            self._archive.keep()
        return self._lend_uncounted(rules, jumping)

    def _lend_uncounted(self, rules: Rules, jumping: Jumping) -> "Prover":
        """Return a new prover, whose use does not count as help."""
        prover = self._prover_of(rules, jumping)
        self._lent.append(prover)
        return prover

    @property
    def _prover(self) -> "Prover":
        return self._own(self._state.table.rules, self._state.table.jumping)


class ReviewAnalyzer:
    """The built-in analyzer of a review, with the user's tables. It may be used on any thread.

    It adds what it finds to ``known``, and finds it there again. So two reviews of a game say the same, however busy
    the machine is.
    """

    def __init__(self, rules: Rules, jumping: Jumping, known: "dict[object, SearchInfo]") -> None:
        self._rules, self._jumping = rules, jumping
        self._known = known
        self._lock = Lock()

    def analyze(self, positions: Sequence[Position], stop: Callable[[], bool]) -> "SearchInfo":
        """Return the evaluation of the last of ``positions``, which are all positions since the last progress."""
        key = self._rules, self._jumping, tuple(positions)
        with self._lock:
            if key not in self._known:
                found = self._analyzer.analyze(positions, stop)
                if stop():
                    return found
                self._known[key] = found
            return self._known[key]

    @cached_property
    def _analyzer(self) -> "Analyzer":
        from ai.analyzer import Analyzer
        from console.storage.built_files import tables_folder_if_any

        return Analyzer(self._rules, self._jumping, folder=tables_folder_if_any())
