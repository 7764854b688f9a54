"""The computer player: its moves, its thinking on the player's time, its huffs, and its answers to draw offers."""

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

from ai.book import book_for
from ai.endgames.files import tables_for
from ai.engine import MAX_DEPTH, Engine, Limits, Report, RootMove, SearchInfo, Stop
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.expectation import centiman
from ai.features import crowns
from ai.levels import ALL_TABLES, OPENING_PLIES, Level, MoveRequest, pieces_of
from ai.manners import DrawAnswer, answer_draw
from ai.policy import likes, weights_at
from ai.score import is_decided
from ai.search.options import SearchOptions, fit_hash_size
from ai.time_control import UNLIMITED, Budget
from engine.game import Game
from engine.position import Position
from engine.rules import Jumping, Rules

_HUFF_NODES: Final = 3_000
_DRAW_NODES: Final = 40_000  # 3,000 misjudge one even position in ten
_PONDERING: Final = Budget(hard=120.0)  # more would hardly find a better move
_BOOK_TEMPERATURE: Final = 3  # centimen; the least later in the book


class Opponent:
    """The computer player.

    The endgame tables are the packaged tables and the tables in ``folder``. The opening book is the book in ``books``,
    else the packaged book. ``problems`` has an error message for each damaged file.
    """

    def __init__(self, folder: Path | None = None, books: Path | None = None) -> None:
        self._folder = folder
        self._engine = lru_cache(maxsize=4)(self._new_engine)  # keeps the transposition tables from move to move
        self._book = lru_cache(maxsize=4)(lambda rules: book_for(rules, books, self._add_problem))
        self.problems: list[str] = []
        self._game: Game | None = None
        self._budget_shift = 0.0

    def choose_move(self, request: MoveRequest, stop: Stop, report: Report | None = None) -> SearchInfo:
        """Choose a move.

        Unless jumping is free, the computer never declines a jump and always completes it. At a level with a node limit
        the move depends only on the game, the level, the state of ``rng`` and the random factor of the game, unless
        ``stop`` or a time limit ends the search.
        """
        game, level, rng, budget = request
        level = level.drawn(rng)
        nodes = self._nodes(game, level, rng)
        engine = self._engine_for(game, level, nodes)
        if level.policy_temperature and any(crowns(game.position, move) for move in engine.legal_moves(game.position)):
            engine = self._engine_for(game, level._replace(tabled_pieces=0), nodes)  # people crown first
        if nodes:
            engine.new_game()
        budget = budget or (Budget(hard=level.seconds) if level.seconds else UNLIMITED)
        window, temperature = level.window_and_temperature(game.ply, pieces_of(game.position), centiman(game.rules))
        limits = Limits(level.depth or MAX_DEPTH, nodes, budget, multipv_window=window)
        found = engine.search(game.positions_since_progress(), limits, stop, report)
        if level.is_thrifty and found.nodes:
            found = engine.thrifty(game.positions_since_progress(), found, stop)
        if engine.tables is not None:
            self._add_problem(engine.tables.problem)
        if not (found.nodes or found.is_from_book):
            return found.choosing(rng.choice(found.roots)) if len(found.roots) > 1 else found
        if found.is_from_book:
            least = level.book_temperature * centiman(game.rules) if game.ply < OPENING_PLIES else _BOOK_TEMPERATURE
            temperature = max(temperature, least)
            window = max(window, round(2 * temperature))
        scores = {root.move: root.score for root in found.roots}
        liked = likes(game, scores, weights_at(game.rules, level))
        return found.choosing(choose_root_move(found.roots, window, temperature, rng, liked))

    def ponder(self, game: Game, level: Level, stop: Stop) -> None:
        """Search while the player thinks, until ``stop`` returns True or for two minutes. The game is not over.

        The level has a time limit. The search fills the transposition table, so that ``choose_move`` searches deeper in
        the same time, whatever the player's move is. It must have ended before ``choose_move`` is called.
        """
        engine = self._engine_for(game, level, nodes=0)
        engine.analyze(game.positions_since_progress(), Limits(budget=_PONDERING), stop)

    def _engine_for(self, game: Game, level: Level, nodes: int) -> Engine:
        """Return the engine of a level for searches of ``nodes`` nodes, or with a time limit if ``nodes`` is 0."""
        options = fit_hash_size(SearchOptions(prob_cut=level.prob_cut), nodes)
        return self._engine(game.rules, options, game.jumping, level.tabled_pieces, level.uses_book)

    def _new_engine(
        self, rules: Rules, options: SearchOptions, jumping: Jumping, tabled_pieces: int, uses_book: bool
    ) -> Engine:
        tables = tables_for(rules, self._folder, self._add_problem) if tabled_pieces else None
        book = self._book(rules) if uses_book else None
        self._add_problem(trained_evaluation(rules).problem)
        return Engine(rules, options, jumping, tables=tables, book=book, tabled_pieces=tabled_pieces)

    def _add_problem(self, problem: str) -> None:
        if problem and problem not in self.problems:
            self.problems.append(problem)

    def _nodes(self, game: Game, level: Level, rng: Random) -> int:
        """Return the node limit for a move. The random factor is drawn at the first move of each game."""
        if level.budget_variation and self._game is not game:
            self._game = game
            self._budget_shift = rng.uniform(-1, 1)
        octaves = self._budget_shift * level.budget_variation
        if level.is_exact(pieces_of(game.position)):
            octaves = max(0.0, octaves)
        return math.ceil(level.nodes * 2**octaves)

    def choose_huff(self, game: Game) -> int:
        """Return the square of the huffable piece whose removal has the best score for the side to move."""
        scores = {number: self._score(game, [game.position.without(number)], _HUFF_NODES) for number in game.huffable}
        return max(scores, key=lambda number: (scores[number], number))

    def answer_draw(self, game: Game, side: int) -> DrawAnswer:
        """Return the answer of the computer, playing ``side``, to the offer of a draw."""
        score = self._score(game, game.positions_since_progress(), _DRAW_NODES)
        return answer_draw(game, side, score if side == game.side else -score)

    def _score(self, game: Game, positions: Sequence[Position], nodes: int) -> int:
        """Return the score of the last position for the side to move, by a short search."""
        engine = self._engine(game.rules, fit_hash_size(SearchOptions(), nodes), game.jumping, ALL_TABLES, False)
        engine.new_game()
        return engine.analyze(positions, Limits(nodes=nodes)).score


def choose_root_move(
    roots: Sequence[RootMove], window: int, temperature: float, rng: Random, liked: Sequence[float] = ()
) -> RootMove:
    """Choose a move by softmax among the root moves that score at most ``window`` centimen below the best.

    ``roots`` are sorted, best first; ``liked`` has how much each of them is liked (see ``ai.policy``). A book move is
    chosen more often if the book knows more after it, so that games differ. In a decided game choose the best move.
    """
    top = roots[0].score
    if is_decided(top) or not window:
        return roots[0]  # without a window the other scores are upper bounds
    near = [root for root in roots if root.score >= top - window]
    extra = dict(zip(roots, liked, strict=False))
    odds = [math.sqrt(root.weight) * math.exp((root.score - top) / temperature + extra.get(root, 0)) for root in near]
    return rng.choices(near, odds)[0]
