"""The evaluations that are shown beside the board: of the computer's searches, and of the positions of a study."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from console.dialogue.messages import Ask, Cause, Consider, Played, Prepare, Step, Think
from console.dialogue.state import State
from console.screens.play.search_worker import SearchWorker
from engine.geometry import BLACK
from engine.position import Position

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_STEADY_DEPTH: Final = 6
_OTHER_POSITION: Final = (Cause.START, Cause.UNDO, Cause.REDO)


class Evaluation(NamedTuple):
    """The result of a search in a position."""

    position: Position
    info: "SearchInfo"

    @property
    def score(self) -> int:
        """The score for Black, in centimen."""
        return self.info.claim if self.position.side == BLACK else -self.info.claim


class Evaluations:
    """The ``latest`` evaluation, and the search that evaluates the position of a study in the background.

    ``latest`` is kept until a search has a steady result for another position. So it may be of an earlier position of
    the game. ``post`` is called on the thread of the search when ``take`` may find a new result.
    """

    def __init__(self, state: State, post: Callable[[object], None]) -> None:
        self._state = state
        self._post = post
        self._activity = state.activity
        self._background: SearchWorker | None = None
        self.latest: Evaluation | None = None

    @property
    def running(self) -> bool:
        """True while a search runs in the background."""
        return self._background is not None and not self._background.worker.finished

    def forget(self) -> None:
        """End the search in the background, and forget the latest evaluation."""
        if self._background is not None:
            self._background.worker.leave()
        self._background = self.latest = None

    def follow(self, step: Step) -> None:
        """Begin, end or forget evaluations as a step of the conversation demands."""
        state = self._state
        if self._activity is not state.activity or not state.switches.thinking:
            self._activity = state.activity
            self.forget()
        match step:
            case Consider():
                self._pause()
                self._background = SearchWorker(step, self._post)
            case Think() | Prepare():
                self._pause()  # two searches would slow each other
            case Played(cause=cause) if cause in _OTHER_POSITION and not state.in_study:
                self.forget()
            case Ask() if self._background is not None and self._background.position != state.game.position:
                self.forget()

    def take(self, search: SearchWorker | None) -> None:
        """Store the result of ``search``, or else of the search in the background, if it is steady.

        Raises the error of the search.
        """
        search = search or self._background
        if search is None or search.position is None:
            return
        found = search.worker.result() if search.worker.finished else search.latest
        if found is not None and self._state.switches.thinking and _is_steady(found, search.worker.finished):
            self.latest = Evaluation(search.position, found)

    def _pause(self) -> None:
        if self._background is not None:
            self.take(None)
            self._background.worker.leave()


def _is_steady(found: "SearchInfo", has_ended: bool) -> bool:
    """Return True if a result is a reliable evaluation. An only move is played without a search, and has none."""
    is_known = not found.depth and bool(found.roots)  # by the opening book or the endgame tables
    return is_known or found.depth >= _STEADY_DEPTH or (has_ended and (found.depth > 0 or not found.pv))
