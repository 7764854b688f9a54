"""One search of the Hub server, on a thread of its own."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Final, TypeAlias

from ai.engine import Limits, Report, SearchInfo, Stop, Variation
from ai.hub.text import hub_value
from ai.score import EVALUATION_LIMIT, WIN, is_decided, mate_distance
from ai.time_control import Timer
from ai.worker import Worker
from engine.position import Move, Position

_MATE_IN_MEN: Final = 100.0
_WIN_IN_MEN: Final = 90.0  # upper limit of the score of a win of unknown length
_BETWEEN_INFOS: Final = 0.01
_LONGEST_LINE: Final = 20


SearchMethod: TypeAlias = Callable[[Sequence[Position], Limits, Stop, Report | None], SearchInfo]
"""``Engine.search`` or ``Engine.analyze``. The positions begin after the last capture or man's move."""


@dataclass(eq=False)
class HubSearch:
    """A search that ends by its limits or by ``stop`` and then writes ``done``.

    A pondering search does not end before ``ponder_hit`` or ``stop``, and its budget counts from ``ponder_hit``.
    ``write`` is called on the thread of the search. If the search raises an exception, its message and a ``done`` with
    the ``fallback`` are written, so that a waiting client gets a move.
    """

    seek: SearchMethod
    positions: Sequence[Position]
    limits: Limits
    write: Callable[[str], None]
    name_move: Callable[[Move], str]
    fallback: Move
    ponders: bool = False

    def __post_init__(self) -> None:
        self.failed = False
        self._timer = Timer()
        self._released = Event()
        self._informed = time.monotonic()
        self._latest: SearchInfo | None = None
        if not self.ponders:
            self.ponder_hit()
        self._worker = Worker("hub search", self._search, self._ended)

    def stop(self) -> None:
        """Stop the search; ``done`` follows soon."""
        self._worker.stop()
        self._released.set()

    def ponder_hit(self) -> None:
        """Start the clock: the expected move was played."""
        self._timer.start()
        self._released.set()

    def wait(self) -> None:
        """Wait until ``done`` is written."""
        self._worker.wait()

    def _search(self, stop: Event) -> SearchInfo:
        limits = replace(self.limits, timer=self._timer)
        info = self.seek(self.positions, limits, stop.is_set, self._report)
        self._inform()
        self._released.wait()
        return info

    def _ended(self, worker: Worker[SearchInfo]) -> None:
        try:
            line = worker.result().pv[:2]
        except BaseException as error:  # any exception: the client must not wait forever
            self.failed = True
            self.write(f"error message={hub_value(f'the search failed: {type(error).__name__}: {error}')}")
            line = (self.fallback,)
        expected = f" ponder={self.name_move(line[1])}" if len(line) > 1 else ""
        self.write(f"done move={self.name_move(line[0])}{expected}")

    def _report(self, info: SearchInfo) -> None:
        self._latest = info
        if time.monotonic() - self._informed >= _BETWEEN_INFOS:
            self._inform()

    def _inform(self) -> None:
        """Write the latest iteration, unless it is written already."""
        info = self._latest
        if info is None:
            return
        self._latest = None
        self._informed = time.monotonic()
        seconds = max(info.seconds, 1e-6)
        for number, line in enumerate(info.lines or (Variation(info.score, info.pv),), 1):
            play = " ".join(map(self.name_move, line.pv[:_LONGEST_LINE]))
            which = f" multi-pv={number}" if self.limits.lines > 1 else ""
            self.write(
                f"info{which} depth={info.depth} score={score_text(line.score)} nodes={info.nodes} "
                f'time={seconds:.3f} nps={info.nodes / seconds / 1e6:.3f} pv="{play}"'
            )


def score_text(score: int) -> str:
    """Return a score in men. A win in N plies is N hundredths below 100; a win of unknown length is below 90."""
    plies = mate_distance(score)
    if plies is not None:
        return f"{math.copysign(_MATE_IN_MEN - plies / 100, score):.2f}"
    if is_decided(score):
        share = (WIN - abs(score)) / (WIN - EVALUATION_LIMIT)
        return f"{math.copysign(_WIN_IN_MEN - share, score):.2f}"
    return f"{score / 100:.2f}"
