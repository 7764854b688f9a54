"""The sentence about the memorable move of a finished game."""

import time
from collections.abc import Callable
from typing import Final

from console.game.analysis import BAD, Mistake, PositionAnalyzer, analyze_game, mistakes, worst
from console.game.naming import Naming
from engine.game import Game
from engine.geometry import SIDE_NAMES

_SECONDS: Final = 1.0  # the longest time that a front end waits for the memorable move
NODES: Final = 4_000

HighlightOf = Callable[[Game, Naming, int, Callable[[], bool]], "str | None"]
"""A function like ``default_highlight``."""


def highlight(
    game: Game, naming: Naming, analyzer: PositionAnalyzer, side: int, stop: Callable[[], bool]
) -> str | None:
    """Return the sentence about the best move of ``side``, or, if ``side`` lost, about its gravest mistake.

    The best move is the reply to the other side's gravest mistake; the reply must be no mistake itself. Return None if
    there is no such move or mistake, or if ``stop`` returns True before all positions are analyzed.
    """
    found = dict(analyze_game(game, analyzer, stop))
    if len(found) <= len(game.turns):
        return None
    wrong = mistakes(game, found)
    flawed = {mistake.turn for mistake in wrong}
    grave = [mistake for mistake in wrong if mistake.loss >= BAD]
    if game.outcome is not None and game.outcome.winner == 1 - side:
        own = worst([mistake for mistake in grave if mistake.side == side], 1)
        return _turned(game, naming, own[0]) if own else None
    chances = [
        mistake
        for mistake in grave
        if mistake.side != side and mistake.turn + 1 < len(game.turns) and mistake.turn + 1 not in flawed
    ]
    return _best(game, naming, worst(chances, 1)[0].turn + 1, side) if chances else None


def default_highlight(game: Game, naming: Naming, side: int, stop: Callable[[], bool] = lambda: False) -> str | None:
    """Return the ``highlight`` that the built-in engine finds in a quick analysis, or None if it takes too long."""
    from ai.analyzer import Analyzer
    from console.storage.built_files import tables_folder_if_any

    analyzer = Analyzer(game.rules, game.jumping, nodes=NODES, folder=tables_folder_if_any())
    until = time.monotonic() + _SECONDS
    return highlight(game, naming, analyzer, side, lambda: stop() or time.monotonic() > until)


def _move(game: Game, naming: Naming, turn: int) -> str:
    return f"move {turn // 2 + 1}, {naming.move(game.turns[turn].move)}"


def _best(game: Game, naming: Naming, turn: int, side: int) -> str:
    whose = "Your" if side == naming.home else f"{SIDE_NAMES[side]}'s"
    return f"{whose} best moment: {_move(game, naming, turn)}."


def _turned(game: Game, naming: Naming, mistake: Mistake) -> str:
    # A review looks deeper, and may find another move.
    move, better = _move(game, naming, mistake.turn), naming.move(mistake.better[0])
    return f"At a glance, it turned at {move}: {better} looked better."
