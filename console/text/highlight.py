"""The sentence about the memorable move of a finished game."""

from typing import TYPE_CHECKING

from console.game.analysis import BAD, Mistake, PositionAnalyzer, analyze_game, exact_moves, mistakes, worst
from console.game.naming import Naming
from engine.game import Game
from engine.geometry import SIDE_NAMES

if TYPE_CHECKING:
    from ai.engine import Stop
    from ai.proof import Prover


def highlight(
    game: Game, naming: Naming, analyzer: PositionAnalyzer, prover: "Prover", side: int, stop: "Stop"
) -> str | None:
    """Return the sentence about the best move of ``side``, or, if ``side`` lost, about its gravest mistake.

    The best move is the reply to the other side's gravest mistake; the reply must be no mistake itself. Return None if
    there is no such move or mistake, or if ``stop`` returns True before all positions are analyzed.
    """
    found = dict(analyze_game(game, analyzer, stop))
    if len(found) <= len(game.turns):
        return None
    wrong = mistakes(game, found, exact_moves(game, prover))
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


def _move(game: Game, naming: Naming, turn: int) -> str:
    return f"move {turn // 2 + 1}, {naming.move(game.turns[turn].move)}"


def _best(game: Game, naming: Naming, turn: int, side: int) -> str:
    whose = "Your" if side == naming.home else f"{SIDE_NAMES[side]}'s"
    return f"{whose} best moment: {_move(game, naming, turn)}."


def _turned(game: Game, naming: Naming, mistake: Mistake) -> str:
    return f"It turned at {_move(game, naming, mistake.turn)}: {naming.move(mistake.better[0])} was better."
