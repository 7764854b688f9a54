"""Open questions without a conversation."""

from typing import Any

from console.cli.composition import VOCABULARY
from console.game.move_input import JumpPath
from console.game.naming import Naming
from console.reading import kinds
from console.reading.kinds import Kind
from console.reading.question import Question
from engine.game import Game


def question(game: Game, naming: Naming | None = None, kind: Kind = kinds.MOVE, **fields: Any) -> Question:
    """Return the question of a kind in a game. Squares are named as on the console, from Black's side, by default."""
    fields.setdefault("path", JumpPath.of(game))
    return Question(kind, VOCABULARY, game, naming or Naming(game.rules, 0, "console"), **fields)
