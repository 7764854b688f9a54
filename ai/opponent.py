"""The computer player: which move it makes, which man it huffs, whether it agrees to a draw."""

import math
import random
import time
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ai.levels import Level
from ai.score import WIN
from ai.search.options import Options, suited
from ai.search.root import Limits, Result, Searcher
from ai.time_control import FREE, Budget, for_reply
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import RULE_SETS

_OPENING_PLIES: Final = 16
_DETOUR: Final = 25  # hundredths of a man it gives to leave a line that lost
_QUICK_NODES: Final = 3_000


@dataclass(frozen=True)
class Thought:
    """What the computer thinks: the move it would make (None: nothing yet), and why.

    ``score`` is in hundredths of a man from the view of the side to move, a win in N plies ``MATE - N``; ``line`` is
    the expected play, its first move ``move`` unless chance chose another one.
    """

    move: Move | None
    score: int
    depth: int
    nodes: int
    seconds: float
    line: tuple[Move, ...]


class Opponent:
    """The computer player of one sitting; it remembers the opening lines it lost with."""

    def __init__(self) -> None:
        self._searcher = lru_cache(maxsize=4)(_new_searcher)  # tables live from move to move
        self._lost: set[Position] = set()
        self._game: Game | None = None
        self._form = 0.0

    def choose_move(
        self,
        game: Game,
        level: Level,
        rng: random.Random,
        stop: Callable[[], bool],
        report: Callable[[Thought], None] | None = None,
        budget: Budget | None = None,
    ) -> Thought:
        """The computer's move in a game that is not over; it always jumps and always finishes.

        With a level that spends nodes the same game, level, state of ``rng`` and memory give the same move unless
        ``stop`` or the ``budget``, if there is one, cuts in. Its form is drawn at its first move of a game.
        """
        started = time.monotonic()
        moves = _generator(game.rules.name).legal_moves(game.position)
        if len(moves) == 1:
            return Thought(moves[0], 0, 0, 0, 0.0, (moves[0],))
        nodes = self._nodes(game, level, rng)
        searcher = self._searcher(game.rules.name, suited(Options(), nodes))
        if nodes:
            searcher.forget()
        if budget is None:
            budget = for_reply(level.seconds) if level.seconds else FREE
        soft, hard = budget.soft, budget.hard
        late = False

        def enough() -> bool:
            time.sleep(0)  # other threads run while the compiled search holds the interpreter
            return late or stop() or time.monotonic() - started >= hard

        def told(result: Result) -> None:
            nonlocal late
            late = time.monotonic() - started >= soft
            if report is not None:
                report(_thought(game, moves, result, result.successors[0], started))

        lost = {move.after for move in moves} & self._lost
        margin, softness = level.leeway(game.ply)
        limits = Limits(nodes=nodes, margin=max(margin, _DETOUR) if lost else margin)
        result = searcher.search(game.positions_since_progress(), limits, enough, told)
        return _thought(game, moves, result, pick(result, margin, softness, rng, lost), started)

    def _nodes(self, game: Game, level: Level, rng: random.Random) -> int:
        """What it may spend on a move of this game, in which its form is good or bad from beginning to end."""
        if level.form and self._game is not game:
            self._game = game
            self._form = rng.uniform(-1, 1)
        return math.ceil(level.nodes * 2 ** (self._form * level.form))

    def choose_huff(self, game: Game) -> int:
        """The huffable piece whose loss is best for the side to move."""
        scores = {}
        for number in game.huffable:
            scores[number] = self._value(game, [game.position.without(number)])
        return max(scores, key=lambda number: (scores[number], number))

    def accepts_draw(self, game: Game, side: int) -> bool:
        """Whether the computer, playing ``side``, agrees to a draw: it does when it is not better."""
        score = self._value(game, game.positions_since_progress())
        return (score if side == game.side else -score) <= 0

    def _value(self, game: Game, positions: list[Position]) -> int:
        """A quick score of the last of some positions since the last progress, from the view of its side to move."""
        position = positions[-1]
        if not _generator(game.rules.name).can_move(position):
            return -WIN
        if not position.of(1 - position.side):
            return WIN
        searcher = self._searcher(game.rules.name, suited(Options(), _QUICK_NODES))
        searcher.forget()
        return searcher.search(positions, Limits(nodes=_QUICK_NODES), lambda: False, lambda result: None).scores[0]

    def remember(self, game: Game, side: int) -> None:
        """Learn from a finished game in which the computer played ``side``: a lost line is not begun again."""
        outcome = game.outcome
        if outcome is None or outcome.winner != 1 - side:
            return
        for turn in game.turns[:_OPENING_PLIES]:
            if turn.after.side != side:
                self._lost.add(turn.move.after)


@lru_cache(maxsize=4)
def _generator(rules_name: str) -> MoveGenerator:
    """Finds the moves the computer allows itself: it never declines a jump.

    Neither the game's, which others may use while the computer thinks, nor the searcher's, which still has the root's
    moves on its stack when it reports.
    """
    return MoveGenerator(RULE_SETS[rules_name])


def _new_searcher(rules_name: str, options: Options) -> Searcher:
    rules = RULE_SETS[rules_name]
    return Searcher(rules, options)


def pick(
    result: Result, margin: int, softness: float, rng: random.Random, lost: Set[Position] = frozenset()
) -> Position:
    """One of the successors that score at most ``margin`` below the best, the closer the likelier.

    A sure win is not gambled with; what leads into a ``lost`` line is left out while something else comes close.
    """
    best = result.scores[0]
    if abs(best) >= WIN or not (margin or lost):
        return result.successors[0]  # without a margin the scores of the others are only bounds
    scores = dict(zip(result.successors, result.scores, strict=True))
    fresh = [after for after, score in scores.items() if after not in lost and score >= best - _DETOUR]
    pool = fresh if lost and fresh else list(scores)
    best = max(scores[after] for after in pool)
    near = [after for after in pool if scores[after] >= best - margin]
    return rng.choices(near, [math.exp((scores[after] - best) / softness) for after in near])[0]


def _thought(game: Game, moves: list[Move], result: Result, chosen: Position, started: float) -> Thought:
    by_position = {move.after: move for move in moves}
    line = _generator(game.rules.name).along([game.position, *result.line])
    score = result.scores[result.successors.index(chosen)]
    return Thought(by_position[chosen], score, result.depth, result.nodes, time.monotonic() - started, tuple(line))
