"""An analyzer with given scores, and the screen of a review."""

import threading
from collections.abc import Callable, Sequence

from ai.engine import SearchInfo
from console.activities.review.analysis import ReviewOrder
from console.activities.review.screen import Review
from console.dialogue.analyzing import GameAnalyzer
from console.game.analysis import PositionAnalyzer
from console.storage.built_files import default_prover
from console.storage.explorer import Explorer
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.moves import MoveGenerator
from engine.position import Position
from support.namings import from_black


class Oracle:
    """An analyzer with a score for each position of a game, from Black's view, and a move that was not played.

    From the sixth position on it waits until it is stopped or for ``hold``, if there is one.
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
            while not self.hold.wait(0.005) and not stop():
                pass
        score = self.told.get(position, 0)
        others = [move for move in self.generator.legal_moves(position) if move.after not in self.played]
        return SearchInfo(score if position.side == BLACK else -score, tuple(others[:1]), proved=True)


def review_of(
    game: Game,
    analyzer: PositionAnalyzer | None = None,
    names: tuple[str, str] = (SIDE_NAMES[BLACK], SIDE_NAMES[WHITE]),
    explorer: Explorer | None = None,
) -> Review:
    """Return the screen of a review, with Black at the bottom."""
    analyzer = analyzer or GameAnalyzer(game.rules, game.jumping)
    naming = from_black(game.rules)
    return Review(ReviewOrder(game, naming, names, default_prover, lambda mistakes: None, analyzer, None, explorer))
