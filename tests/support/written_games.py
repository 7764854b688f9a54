"""Games to write down: an archive as others write it, and games played at random."""

import random

from engine.game import Game
from engine.rules import RULE_SETS, Jumping
from support.naive_generator import SETS
from support.naive_values import position_of
from support.random_positions import random_state

ARCHIVE = """[Event "Portland"]
[White "R. Jordan"]
[Black "A. Jordan"]
[Result "1/2-1/2"]
1. 11-15 23-19 2. 8-11 22-17 1/2-1/2

[Event "Cedar Point"]
[Result "0-1"]
1. 9-14 22-18 0-1
"""


def random_game(name: str, jumping: Jumping, rng: random.Random, plies: int, anywhere: bool) -> Game:
    """A game of random moves and routes, huffs carried out, waived or left open, and any ending."""
    rules = RULE_SETS[name]
    start = position_of(rules, random_state(SETS[name], rng)) if anywhere else None
    game = Game(rules, jumping, start)
    for _ in range(plies):
        if game.outcome is not None:
            return game
        moves = game.routes()
        if not moves:
            return game
        game.play(rng.choice(moves))
        if game.huffable and rng.random() < 0.7:
            if rng.random() < 0.7:
                game.huff(rng.choice(game.huffable))
            else:
                game.waive_huff()
    if game.outcome is None:
        ends = (lambda: game.resign(rng.randrange(2)), lambda: game.lose_on_time(rng.randrange(2)), game.agree_draw)
        rng.choice((*ends, lambda: None))()
    return game
