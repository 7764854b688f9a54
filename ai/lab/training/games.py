"""Samples from self-play games, and new scores for existing samples.

A game ends when the tables, a proof or the rules decide it. A fit learns more from scores than from results, and better
searches and evaluations give better scores. A longer search with the current evaluation can therefore replace the
scores later. Games are played only once, and each evaluation trains the next (bootstrapping: Veness, Silver, Uther and
Blair 2009).
"""

import random
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.lab.training.samples import RECORD, SUFFIX, Sample, limited, position_of, read_samples, sample, write_samples
from ai.openings.ballots import BALLOTS, ballot_game, random_plies
from ai.openings.names import has_ballots
from ai.score import is_decided
from ai.search.options import SearchOptions
from engine.game import Game
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import Rules

_LONGEST_GAME: Final = 240  # plies; a longer game is aborted and gives no samples
_UNEVEN: Final = 90  # centimen; an opening with a larger score is discarded
_DEEPER: Final = 4  # factor: nodes for the score of an opening, by nodes of a move
_EXPLORATION: Final = 0.1  # the share of moves that are chosen at random from the MultiPV window
_MULTIPV_WINDOW: Final = 30
_IDLE: Final = 16  # plies without progress; then moves are searched with fewer nodes and give no samples
_IDLE_DIVISOR: Final = 10  # divisor of the nodes of a move after _IDLE plies
_NODES_SEPARATOR: Final = "+"
_MEN_SEPARATOR: Final = "m"


class Batch(NamedTuple):
    """The games of one task. Their seeds are the numbers from ``first`` to ``end - 1``.

    ``tables`` is a folder of endgame tables beside the packaged ones.
    """

    rules: Rules
    first: int
    end: int
    nodes: int
    tables: Path | None


def play_batch(batch: Batch, folder: Path) -> int:
    """Play the games of a batch and write their samples, unless the file exists; return the number of samples."""
    path = batch_file(batch, folder)
    if not path.exists():
        samples: list[Sample] = []
        for number in range(batch.first, batch.end):
            samples += play_game(batch.rules, number, batch.nodes, batch.tables)
        write_samples(path, samples)
    return path.stat().st_size // RECORD.size


def batch_file(batch: Batch, folder: Path) -> Path:
    """Return the path of the samples of a batch."""
    return folder / f"{batch.rules.files}-{batch.nodes}-{batch.first:08}{SUFFIX}"


@lru_cache(maxsize=1)
def small_engine(rules: Rules, tables: Path | None) -> Engine:
    """Return an engine with a small hash table. It is cached, so a worker process creates it once.

    ``tables`` is a folder of endgame tables beside the packaged ones.
    """
    return Engine(rules, SearchOptions(megabytes=2), tables=tables_for(rules, tables))


def play_game(rules: Rules, number: int, nodes: int, tables: Path | None) -> list[Sample]:
    """Play a game and return its samples. The list is empty if the opening was uneven or the game was aborted.

    All samples are quiet positions: neither side can capture.
    """
    rng = random.Random(f"game {rules.name} {number}")
    game = _opening(rules, rng)
    engine, limits = small_engine(rules, tables), Limits(nodes=nodes, multipv_window=_MULTIPV_WINDOW)
    engine.new_game()
    if game.outcome is not None:
        return []
    if abs(engine.analyze(game.positions_since_progress(), replace(limits, nodes=_DEEPER * nodes)).score) > _UNEVEN:
        return []
    generator = MoveGenerator(rules)
    found: list[tuple[Position, int]] = []
    while game.outcome is None:
        if game.ply >= _LONGEST_GAME:
            return []
        exact = engine.exact_value(game.position)
        if exact is not None:
            return _label(found, number, _for_black(exact.outcome, game.side))
        line = game.positions_since_progress()
        idle = len(line) > _IDLE
        info = engine.search(line, replace(limits, nodes=max(1, nodes // _IDLE_DIVISOR)) if idle else limits)
        if info.nodes:
            if is_decided(info.score):
                return _label(found, number, _for_black(1 if info.score > 0 else -1, game.side))
            if not idle and generator.is_quiet(game.position):
                found.append((game.position, info.score))
        near = [root.move for root in info.roots if root.score > info.score - _MULTIPV_WINDOW]
        game.play(rng.choice(near) if near and rng.random() < _EXPLORATION else info.move)
    winner = game.outcome.winner
    return _label(found, number, 0 if winner is None else _for_black(1, winner))


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


def _label(found: list[tuple[Position, int]], number: int, result: int) -> list[Sample]:
    """Return the samples of a game with the given result for Black."""
    return [sample(each, number, score, _for_black(result, each.side), exact=False) for each, score in found]


class ScoreTask(NamedTuple):
    """A file of samples to score again, with ``nodes`` nodes for each sample.

    With ``men``, only samples without kings and with at least so many men are scored and written.
    """

    rules: Rules
    path: Path
    nodes: int
    men: int | None = None


def score_file(task: ScoreTask, folder: Path) -> int:
    """Write the samples of a file with new scores, unless the new file exists; return the number of samples.

    Raises OSError, ValueError.
    """
    path = scored_file(task, folder)
    if not path.exists():
        # Use only the packaged tables: lookups in larger tables would take longer than the search.
        engine, limits = small_engine(task.rules, None), Limits(nodes=task.nodes)
        engine.new_game()
        every, men = read_samples(task.path, task.rules), task.men
        wanted = (each for each in every if men is None or _has_men_alone(each, men))
        write_samples(path, [_rescore(each, engine, limits) for each in wanted])
    return path.stat().st_size // RECORD.size


def _has_men_alone(each: Sample, least: int) -> bool:
    """Return True if a sample has no kings and at least ``least`` men."""
    return not each.kings and (each.own | each.opp).bit_count() >= least


def scored_file(task: ScoreTask, folder: Path) -> Path:
    """Return the path of the new samples. Its name contains the nodes of both searches, and the fewest men if given."""
    rules, nodes, first = task.path.stem.rsplit("-", 2)
    again = f"{task.nodes}" if task.men is None else f"{task.nodes}{_MEN_SEPARATOR}{task.men}"
    return folder / f"{rules}-{nodes.partition(_NODES_SEPARATOR)[0]}{_NODES_SEPARATOR}{again}-{first}{SUFFIX}"


def nodes_text(path: Path) -> str:
    """Return the node counts of the searches that scored a file of samples, in words, from the name of the file."""
    played, _, again = path.stem.rsplit("-", 2)[-2].partition(_NODES_SEPARATOR)
    again, _, men = again.partition(_MEN_SEPARATOR)
    text = f"{played} nodes a move" + (f" and scored again at {again}" if again else "")
    return text + (f", those of at least {men} men and no kings" if men else "")


def _rescore(each: Sample, engine: Engine, limits: Limits) -> Sample:
    """Return a sample with a new score. If the score is proved, the result is replaced too."""
    score = engine.analyze([position_of(each, engine.rules.geometry)], limits).score
    scored = each._replace(score=limited(score))
    return scored._replace(result=1 if score > 0 else -1, exact=True) if is_decided(score) else scored
