"""The review's work on a thread of its own."""

import threading
from typing import TYPE_CHECKING

from console.game.analysis import Judging, opinions
from engine.game import Game

if TYPE_CHECKING:
    from ai.analyzer import Opinion


class Analyst:
    """Forms opinions of a game's positions, from the last to the first, from the moment it is made.

    ``found`` grows meanwhile; without a ``judge`` the computer player is one.
    """

    def __init__(self, game: Game, judge: Judging | None = None) -> None:
        self.found: dict[int, Opinion] = {}
        self.total = len(game.turns) + 1
        self._game = game.copy()
        self._judge = judge
        self._stop = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="analyst", daemon=True)
        self._thread.start()

    @property
    def working(self) -> bool:
        """Whether more opinions will come. An error on its thread is raised here."""
        if self._error is not None:
            raise self._error
        return self._thread.is_alive()

    def stop(self) -> None:
        """Have it end with what it has."""
        self._stop.set()

    def leave(self, patience: float = 2.0) -> None:
        """Stop it and wait for its end, not longer than some seconds."""
        self.stop()
        self._thread.join(patience)

    def _work(self) -> None:
        try:
            if self._judge is None:
                from ai.analyzer import Judge

                self._judge = Judge(self._game.rules)
            for ply, opinion in opinions(self._game, self._judge, self._stop.is_set):
                self.found[ply] = opinion
        except BaseException as error:  # whatever it is, it is raised on the thread that looks
            self._error = error
