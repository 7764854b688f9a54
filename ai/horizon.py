"""The move of a level with a short horizon: it overlooks what a person overlooks, and plays what it sees.

Each legal move has a *view* for each length of the line of play that follows it: no reply, the reply alone, the
captures after it, and searches of 3, 5, 7 and more plies. A line that changes the material is a *shot*; it is seen or
overlooked as a whole, whichever moves allow it. The deepest view before the first overlooked shot is what the level
sees of a move.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from ai.engine import Engine, Limits, RootMove, SearchInfo, Stop
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.levels import Horizon
from ai.themes import themes
from engine.game import Game
from engine.position import Move, Position

MAN: Final = 100  # centimen; a player who counts pieces counts them in full, whoever stands better
_KING: Final = 167
_DECIDED: Final = 1500  # centimen; no view is better or worse than this
DEPTHS: Final = (1, 3, 5, 7, 9, 11, 13)
_HARD_TO_SEE: Final = {"back shot": 0.5, "in and out": 0.6, "breeches": 0.8, "king trapped": 0.8, "block": 0.6}
"""The factors by which the probabilities to see shots with these themes are multiplied."""


class View(NamedTuple):
    """The result of a line of play after a move, for the side that moves: its material and its score in centimen.

    ``line`` is the line of play, the move included.
    """

    material: int
    score: int
    line: tuple[Move, ...]

    @property
    def shot(self) -> tuple[int, ...]:
        """The squares of the pieces that the first capture after the move takes; empty if there is none."""
        return next((move.captured for move in self.line[1:] if move.captured), ())


class Onlooker:
    """Finds the views of moves. The engine searches for the longer ones."""

    def __init__(self, engine: Engine, evaluator: Evaluator) -> None:
        self._engine = engine
        self._evaluator = evaluator
        self._sign = -1 if engine.rules.losing else 1

    def material(self, position: Position, side: int) -> int:
        """Return the material of a position for a side, in centimen; in a losing game fewer pieces are better."""

        def worth(of: int) -> int:
            pieces = position.of(of)
            return MAN * pieces.bit_count() + (_KING - MAN) * (pieces & position.kings).bit_count()

        return self._sign * (worth(side) - worth(1 - side))

    def _still(self, line: tuple[Move, ...], side: int) -> View:
        """Return the view of a line that ends in a position without a search."""
        last = line[-1].after
        score = int(self._evaluator.evaluate(*last.words()))
        return View(self.material(last, side), score if last.side == side else -score, line)

    def _captures(self, position: Position) -> list[Move]:
        return [move for move in self._engine.legal_moves(position) if move.captured]

    def views(self, positions: Sequence[Position], limits: Limits, stop: Stop) -> Iterator[dict[Move, View]]:
        """Yield the views of every legal move in the last position: first those without a reply, then longer ones.

        ``limits`` holds for each search. The searches end early if ``stop`` returns True.
        """
        side = positions[-1].side
        moves = self._engine.legal_moves(positions[-1])
        yield {move: self._still((move,), side) for move in moves}
        yield {move: self._after_reply(move, side) for move in moves}
        self._engine.new_game()
        for depth in DEPTHS:
            found = self._engine.analyze(positions, Limits(depth, limits.nodes, limits.budget, lines=len(moves)), stop)
            yield {each.pv[0]: self._searched(each.score, each.pv, side) for each in found.lines}

    def _after_reply(self, move: Move, side: int) -> View:
        """Return the view of a move and the reply that takes most."""
        replies = [self._still((move, reply), side) for reply in self._captures(move.after)]
        return min(replies, key=lambda view: view.material) if replies else self._still((move,), side)

    def _searched(self, score: int, line: tuple[Move, ...], side: int) -> View:
        """Return the view of a principal variation, with the captures that are possible at its end."""
        while captures := self._captures(line[-1].after):
            line = (*line, max(captures, key=lambda move: len(move.captured)))
        return View(self.material(line[-1].after, side), max(-_DECIDED, min(_DECIDED, score)), line)

    def ease(self, position: Position, view: View) -> float:
        """Return the factor for the probability to see the shot of a view, made by either side."""
        move, *rest = view.line
        if not rest:
            return 1.0
        is_ours = view.material > self.material(position, position.side)
        named = themes(self._engine.rules, *((position, view.line) if is_ours else (move.after, rest)))
        return min(_HARD_TO_SEE.get(theme, 1.0) for theme in named)


def look(engine: Engine, game: Game, horizon: Horizon, rng: Random, limits: Limits, stop: Stop) -> SearchInfo:
    """Return the legal moves with the scores that a level with this horizon sees, best first.

    An only legal move is returned without a look. A score is the evaluation, and once more the change of material.
    """
    position = game.position
    moves = engine.legal_moves(position)
    if len(moves) == 1:
        return SearchInfo(0, (moves[0],))
    onlooker = Onlooker(engine, Evaluator(trained_evaluation(game.rules)))
    views = onlooker.views(game.positions_since_progress(), limits, stop)
    best = next(views)
    open_moves, depth = moves, 1
    for chance, deeper in zip(horizon.notices, views, strict=False):
        noticed: dict[tuple[int, ...], bool] = {}
        still_open = []
        for move in open_moves:
            view = deeper.get(move, best[move])
            if view.material != best[move].material:
                if view.shot not in noticed:
                    noticed[view.shot] = rng.random() < chance * onlooker.ease(position, view)
                if not noticed[view.shot]:
                    continue
            best[move] = view
            still_open.append(move)
        open_moves, depth = still_open, depth + 1
    before = onlooker.material(position, position.side)
    roots = [RootMove(move, view.score + view.material - before) for move, view in best.items()]
    roots.sort(key=lambda root: -root.score)
    return SearchInfo(roots[0].score, best[roots[0].move].line, depth, len(roots), roots=tuple(roots))
