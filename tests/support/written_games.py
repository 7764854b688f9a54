"""Games to write down and to read back: an archive as others write it, games played at random, and damaged text."""

import random
from collections.abc import Iterator
from pathlib import Path

from engine.game import Game
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from engine.rules import RULE_SETS, Jumping
from support.naive_generator import SETS
from support.naive_values import position_of
from support.random_positions import random_state

SHORT = "1. 11-15 23-19 2. 8-11 22-17 3. 9-13 17-14 4. 10x17 21x14"
ARCHIVE = """[Event "Portland"]
[White "R. Jordan"]
[Black "A. Jordan"]
[Result "1/2-1/2"]
1. 11-15 23-19 2. 8-11 22-17 1/2-1/2

[Event "Cedar Point"]
[Result "0-1"]
1. 9-14 22-18 0-1
"""
CLUB = """[Event "Club 100%"]
[Date "1990.06.01"]
[Black "Jordan, R."]
[White "Ferrie"]
[Result "1-0"]
1. 11-15 23-19 2. 8-11 22-17 3. 11-16 {the Glasgow, so called} 24-20 1-0

[Event "Cup"]
[Date "2004.??.??"]
[Black "Чёрный"]
[White "Jordan, A."]
1. 11-15 23-19 2. 9-14 22-17 3. 5-9 1/2-1/2

[Event "Cup"]
[Date "?"]
[White "Zoë"]
[FEN "B:WK32,31:BK1"]
1. 1-6 31-27 2. 6-10 27-24 0-1

1. 11-15 99-1
"""
MANY = "".join(f'[Event "Cup {number}"]\n[Result "1-0"]\n\n1. 11-15 23-19 1-0\n\n' for number in range(120))


def club_file(folder: Path) -> Path:
    """Write ``CLUB`` to a file in ``folder`` and return its path: four games; the last has an impossible move."""
    path = folder / "club.pdn"
    path.write_text(CLUB, "utf-8")
    return path


def random_game(name: str, jumping: Jumping, rng: random.Random, plies: int, anywhere: bool) -> Game:
    """Return a game of random moves and routes, huffs carried out, waived or left open, and any ending."""
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


def read_one(text: str) -> GameRecord:
    """Return the only game of a text in which nothing is wrong."""
    games, problems = read_games(text)
    assert problems == []
    assert len(games) == 1
    return games[0]


def played(record: GameRecord) -> list[str]:
    """Return the moves of a game in numbers."""
    game = Game(record.rules, record.jumping, record.start)
    texts = []
    for turn in record.turns:
        texts.append("x".join(map(str, turn.move.path)) if turn.move.captured else f"{turn.move.start}-{turn.move.end}")
        game.replay(turn)
    return texts


def cut(text: str, rng: random.Random) -> Iterator[str]:
    """Return a text with pieces lost, doubled and replaced."""
    for _ in range(rng.randint(1, 6)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.randrange(12))
        text = (
            text[:start] + rng.choice(("", text[start:end] * 2, rng.choice('{}()[];"%$*!1-0 \n\\x\ud7ff'))) + text[end:]
        )
        yield text
