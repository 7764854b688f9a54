"""Games of the program against itself, played on until tables, a proof or the rules decide them."""

import random
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.match.ballots import BALLOTS, ballot_game, has_ballots, random_plies
from ai.score import is_decided
from ai.search.options import SearchOptions
from ai.training.samples import RECORD, SUFFIX, Sample, sample, write_samples
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import RULE_SETS, Rules

_LONGEST_GAME: Final = 240  # plies; a longer game is cut off and leaves no samples
_LEVEL: Final = 90  # hundredths of a man: an opening with a larger score is thrown away
_DEEPER: Final = 4  # times the nodes of a move: what says so
_EXPLORATION: Final = 0.1  # the share of moves that are drawn from the MultiPV window
_MULTIPV_WINDOW: Final = 30
_IDLE: Final = 16  # plies without progress after which a game is played out quickly, and leaves no more samples
_QUICKLY: Final = 10  # with so many times fewer nodes a move
_MEGABYTES: Final = 2


class Batch(NamedTuple):
    """Games that one worker plays: the numbers of the first and of the one after the last are their seeds.

    ``tables`` is a folder of endgame tables beside those that came with the program.
    """

    rules: str
    first: int
    end: int
    nodes: int
    tables: Path | None


def play_batch(batch: Batch, folder: Path) -> int:
    """Play the games of a batch and write their samples, if that was not done before; the number of samples."""
    path = batch_file(batch, folder)
    if not path.exists():
        samples: list[Sample] = []
        for number in range(batch.first, batch.end):
            samples += play_game(RULE_SETS[batch.rules], number, batch.nodes, batch.tables)
        write_samples(path, samples)
    return path.stat().st_size // RECORD.size


def batch_file(batch: Batch, folder: Path) -> Path:
    """Where the samples of a batch are written."""
    return folder / f"{batch.rules}-{batch.nodes}-{batch.first:08}{SUFFIX}"


@lru_cache(maxsize=1)
def small_engine(rules: Rules, tables: Path | None) -> Engine:
    """Return an engine with a small transposition table, which a worker keeps from game to game.

    ``tables`` is a folder of endgame tables beside the packaged ones.
    """
    return Engine(rules, replace(SearchOptions(), megabytes=_MEGABYTES), tables=tables_for(rules, tables))


def play_game(rules: Rules, number: int, nodes: int, tables: Path | None) -> list[Sample]:
    """The samples of one game; none where its opening was not level or where it was cut off.

    Quiet positions only: neither side can capture.
    """
    rng = random.Random(f"game {rules.name} {number}")
    game = _opening(rules, rng)
    engine, limits = small_engine(rules, tables), Limits(nodes=nodes, multipv_window=_MULTIPV_WINDOW)
    engine.new_game()
    if game.outcome is not None:
        return []
    if abs(engine.analyze(game.positions_since_progress(), replace(limits, nodes=_DEEPER * nodes)).score) > _LEVEL:
        return []
    generator = MoveGenerator(rules)
    found: list[tuple[Position, int]] = []
    while game.outcome is None:
        if game.ply >= _LONGEST_GAME:
            return []
        exact = engine.exact_value(game.position)
        if exact is not None:
            return _labelled(found, number, _for_black(exact.outcome, game.side))
        line = game.positions_since_progress()
        idle = len(line) > _IDLE
        info = engine.search(line, replace(limits, nodes=max(1, nodes // _QUICKLY)) if idle else limits)
        if info.nodes:
            if is_decided(info.score):
                return _labelled(found, number, _for_black(1 if info.score > 0 else -1, game.side))
            if not idle and generator.is_quiet(game.position):
                found.append((game.position, info.score))
        near = [root.move for root in info.roots if root.score > info.score - _MULTIPV_WINDOW]
        game.play(rng.choice(near) if near and rng.random() < _EXPLORATION else info.move)
    winner = game.outcome.winner
    return _labelled(found, number, 0 if winner is None else _for_black(1, winner))


def _opening(rules: Rules, rng: random.Random) -> Game:
    """A ballot and some moves at random, or only such moves."""
    if has_ballots(rules) and rng.random() < 0.5:
        game = ballot_game(rules, rng.randint(1, len(BALLOTS)))
        random_plies(game, rng.randint(0, 5), rng)
    else:
        game = Game(rules)
        random_plies(game, rng.randint(4, 12), rng)
    return game


def _for_black(outcome: int, side: int) -> int:
    return -outcome if side else outcome


def _labelled(found: list[tuple[Position, int]], number: int, result: int) -> list[Sample]:
    """The samples of a game that ended so for Black."""
    return [
        sample(position, number, score, _for_black(result, position.side), exact=False) for position, score in found
    ]
