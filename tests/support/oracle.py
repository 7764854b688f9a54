"""An analyzer with given scores."""

import threading
from collections.abc import Callable, Sequence

from ai.engine import SearchInfo
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Position


class Oracle:
    """An analyzer with a score for each position of a game, from Black's view, and a move that was not played.

    From the sixth position on it waits for ``hold``, if there is one.
    """

    def __init__(self, game: Game, told: Sequence[int], hold: threading.Event | None = None) -> None:
        self.told = {game.position_at(ply): score for ply, score in enumerate(told[: len(game.turns) + 1])}
        self.played = {turn.move.after for turn in game.turns}
        self.generator = MoveGenerator(game.rules)
        self.asked: list[Position] = []
        self.hold = hold
        self.holds = threading.Event()

    def analyze(self, positions: Sequence[Position], stop: Callable[[], bool]) -> SearchInfo:
        position = positions[-1]
        self.asked.append(position)
        if self.hold is not None and len(self.asked) > 5:
            self.holds.set()
            self.hold.wait(10)
        score = self.told.get(position, 0)
        others = [move for move in self.generator.legal_moves(position) if move.after not in self.played]
        return SearchInfo(score if position.side == BLACK else -score, tuple(others[:1]), proved=True)
