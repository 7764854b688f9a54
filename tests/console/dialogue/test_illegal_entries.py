"""No square is guessed: two squares that are no legal move are never played, however they are written."""

from random import Random

import pytest
from support.questions import question

from console.game.naming import Naming
from console.reading.read import read
from console.reading.readings import NamedMove
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.notation import fitting_moves
from engine.rules import RULE_SETS

WAYS = ("{} {}", "{}-{}", "{} to {}", "i move {} to {}", "{} takes {}")
DOUBTED = (
    *("I wonder whether {} {} loses", "{} protects {}", "{} or {}?", "{} {} is a mistake", "{} and {} are mine"),
    *("is {} {} any good", "you should have played {} {}", "{} stands behind {}", "never {} {}", "not {} {}"),
    *("why not {} {}", "{} {} looks better than a hint", "he wants {} {}", "if {} {} then I win", "maybe {} {}"),
)


def positions(seed: int, count: int) -> list[Game]:
    """Return games of three rule sets in positions of both sides."""
    rng, found = Random(seed), list[Game]()
    for number in range(count):
        game = Game(RULE_SETS[("american", "russian", "italian")[number % 3]])
        for _ in range(rng.randrange(1, 40)):
            if game.outcome is None:
                game.play(rng.choice(game.routes()))
        if game.outcome is None:
            found.append(game)
    return found


@pytest.mark.parametrize(
    ("seed", "count", "share"), [(1, 9, 0.04), pytest.param(2, 12, 1.0, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_no_illegal_entry_is_played(seed: int, count: int, share: float) -> None:
    rng, tried = Random(seed), 0
    for game in positions(seed, count):
        for letters in ("console", "algebraic"):
            naming = Naming(game.rules, rng.choice((BLACK, WHITE)), letters)
            at = question(game, naming, asks_letters=True, may_offer=True)
            for start in range(1, 33):
                for end in range(1, 33):
                    if start != end and rng.random() < share / 2 and not fitting_moves((start, end), game.routes()):
                        line = rng.choice(WAYS).format(naming.square(start), naming.square(end))
                        tried += 1
                        assert not isinstance(read(line, at), NamedMove), line
    assert tried > 100


@pytest.mark.parametrize("talk", DOUBTED)
def test_a_legal_move_that_is_doubted_is_not_played(talk: str) -> None:
    for game in positions(3, 6):
        at = question(game)
        for move in game.legal_moves()[:3]:
            line = talk.format(*map(at.naming.square, (move.start, move.end)))
            assert not isinstance(read(line, at), NamedMove), line
