"""Samples from games of the program against itself, and new scores for them.

Games are played until the tables, a proof or the rules decide them. Later a longer search with the current evaluation
may replace the scores: a fit learns more from scores than from results, and a score is only as good as the search and
the evaluation behind it. Games therefore need to be played only once, and each evaluation teaches the next, as in the
bootstrapping of Veness, Silver, Uther and Blair (2009).
"""

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
from ai.training.samples import RECORD, SUFFIX, Sample, limited, position_of, read_samples, sample, write_samples
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import RULE_SETS, Rules

_LONGEST_GAME: Final = 240  # plies; a longer game is aborted and gives no samples
_LEVEL: Final = 90  # centimen; an opening with a larger score is discarded
_DEEPER: Final = 4  # the factor of the nodes of a move for that score
_EXPLORATION: Final = 0.1  # the share of moves that are chosen at random from the MultiPV window
_MULTIPV_WINDOW: Final = 30
_IDLE: Final = 16  # plies without progress, after which a game is played fast and gives no more samples
_QUICKLY: Final = 10  # the divisor of the nodes of a move
_AGAIN: Final = "+"


class Batch(NamedTuple):
    """The games of one task: their seeds are the numbers from ``first`` up to ``end``.

    ``tables`` is a folder of endgame tables beside the packaged ones.
    """

    rules: str
    first: int
    end: int
    nodes: int
    tables: Path | None


def play_batch(batch: Batch, folder: Path) -> int:
    """Play the games of a batch and write their samples, unless they exist; return the number of samples."""
    path = batch_file(batch, folder)
    if not path.exists():
        samples: list[Sample] = []
        for number in range(batch.first, batch.end):
            samples += play_game(RULE_SETS[batch.rules], number, batch.nodes, batch.tables)
        write_samples(path, samples)
    return path.stat().st_size // RECORD.size


def batch_file(batch: Batch, folder: Path) -> Path:
    """Return the path of the samples of a batch."""
    return folder / f"{batch.rules}-{batch.nodes}-{batch.first:08}{SUFFIX}"


@lru_cache(maxsize=1)
def small_engine(rules: Rules, tables: Path | None) -> Engine:
    """Return an engine with a small hash table, which a worker process keeps from game to game.

    ``tables`` is a folder of endgame tables beside the packaged ones.
    """
    return Engine(rules, SearchOptions(megabytes=2), tables=tables_for(rules, tables))


def play_game(rules: Rules, number: int, nodes: int, tables: Path | None) -> list[Sample]:
    """Play a game and return its samples; none if its opening was uneven or it was aborted.

    All samples are quiet positions: neither side can capture.
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
    """Return a game from a ballot and some random moves, or from random moves alone."""
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
    """Return the samples of a game with the given result for Black."""
    return [
        sample(position, number, score, _for_black(result, position.side), exact=False) for position, score in found
    ]


class ScoreTask(NamedTuple):
    """A file of samples to score anew with a number of nodes for each."""

    rules: str
    path: Path
    nodes: int


def score_file(task: ScoreTask, folder: Path) -> int:
    """Write the samples of a file with new scores, unless they exist; return the number of samples.

    Raises OSError, ValueError.
    """
    path = scored_file(task, folder)
    if not path.exists():
        # The packaged tables only: lookups in larger ones would take longer than the search.
        engine, limits = small_engine(RULE_SETS[task.rules], None), Limits(nodes=task.nodes)
        engine.new_game()
        write_samples(path, [_scored(each, engine, limits) for each in read_samples(task.path)])
    return path.stat().st_size // RECORD.size


def scored_file(task: ScoreTask, folder: Path) -> Path:
    """Return the path of the new samples; its name gives the nodes of both searches."""
    rules, nodes, first = task.path.stem.rsplit("-", 2)
    return folder / f"{rules}-{nodes.partition(_AGAIN)[0]}{_AGAIN}{task.nodes}-{first}{SUFFIX}"


def nodes_text(path: Path) -> str:
    """Describe the searches behind samples, by the name of their file."""
    played, _, again = path.stem.rsplit("-", 2)[-2].partition(_AGAIN)
    return f"{played} nodes a move" + (f" and scored anew at {again}" if again else "")


def _scored(each: Sample, engine: Engine, limits: Limits) -> Sample:
    """Return a sample with a new score; a proved score also sets the result."""
    score = engine.analyze([position_of(each, engine.rules.geometry)], limits).score
    scored = each._replace(score=limited(score))
    return scored._replace(result=1 if score > 0 else -1, exact=True) if is_decided(score) else scored
