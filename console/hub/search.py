"""One search of the Hub protocol, on a thread of its own."""

import math
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread
from typing import Final

from ai.score import MATE, WIN
from ai.search.root import Limits, Result, Searcher
from ai.time_control import Budget
from engine.moves import MoveGenerator
from engine.position import Move, Position

_MATE_IN_MEN: Final = 100.0
_BETWEEN_INFOS: Final = 0.01
_LONGEST_LINE: Final = 20


class Thinking:
    """Searches until its limits, its budget or ``stop`` ends it, then writes ``done``.

    A pondering search has no budget, and does not end, before ``ponder_hit``. ``generator`` is nobody else's meanwhile.
    """

    def __init__(
        self,
        searcher: Searcher,
        generator: MoveGenerator,
        positions: list[Position],
        limits: Limits,
        budget: Budget,
        write: Callable[[str], None],
        name_move: Callable[[Move], str],
        ponders: bool = False,
    ) -> None:
        self._searcher = searcher
        self._generator = generator
        self._positions = positions
        self._limits = limits
        self._budget = budget
        self._write = write
        self._name_move = name_move
        self._stopped = False
        self._released = Event()
        self._started = time.monotonic()
        self._clock_from = math.inf if ponders else self._started
        self._informed = self._started
        self._latest: Result | None = None
        if not ponders:
            self._released.set()
        self._thread = Thread(target=self._run, name="hub search", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ask for an end; ``done`` is written soon after."""
        self._stopped = True
        self._released.set()

    def ponder_hit(self) -> None:
        """The expected move was played: the clock runs from now on."""
        self._clock_from = time.monotonic()
        self._released.set()

    def wait(self) -> None:
        """Come back when ``done`` is written."""
        self._thread.join()

    def _run(self) -> None:
        root = self._positions[-1]
        moves = self._generator.legal_moves(root)
        line = moves[:1]
        if len(moves) > 1 or self._budget.hard == math.inf:
            result = self._searcher.search(self._positions, self._limits, self._enough, self._told)
            line = moves_of(self._generator, root, result.line[:2])
            self._inform()
        self._released.wait()
        expected = f" ponder={self._name_move(line[1])}" if len(line) > 1 else ""
        self._write(f"done move={self._name_move(line[0])}{expected}")

    def _enough(self) -> bool:
        time.sleep(0)  # lets the thread that reads commands run
        return self._stopped or time.monotonic() - self._clock_from >= self._budget.hard

    def _told(self, result: Result) -> None:
        now = time.monotonic()
        self._latest = result
        if now - self._informed >= _BETWEEN_INFOS:
            self._inform()
        if now - self._clock_from >= self._budget.soft:
            self._stopped = True

    def _inform(self) -> None:
        """Write the latest iteration, once."""
        result = self._latest
        if result is None:
            return
        self._latest = None
        self._informed = time.monotonic()
        seconds = max(self._informed - self._started, 1e-6)
        line = moves_of(self._generator, self._positions[-1], result.line[:_LONGEST_LINE])
        self._write(
            f"info depth={result.depth} score={score_text(result.scores[0])} nodes={result.nodes} "
            f'time={seconds:.3f} nps={result.nodes / seconds / 1e6:.3f} pv="{" ".join(map(self._name_move, line))}"'
        )


def score_text(score: int) -> str:
    """A score in men; a win in N plies is N hundredths below 100."""
    if abs(score) >= WIN:
        return f"{math.copysign(_MATE_IN_MEN - (MATE - abs(score)) / 100, score):.2f}"
    return f"{score / 100:.2f}"


def moves_of(generator: MoveGenerator, root: Position, line: Sequence[Position]) -> list[Move]:
    """The moves that lead along a line of positions."""
    moves: list[Move] = []
    for after in line:
        moves += [move for move in generator.legal_moves(root) if move.after == after][:1]
        root = after
    return moves
