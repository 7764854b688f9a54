"""Measure how often a search without endgame tables keeps the value of positions that the tables know."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import lru_cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from ai.endgames.files import tables_for
from ai.endgames.slices import Slice
from ai.engine import Engine, Limits
from ai.search.options import SearchOptions, fit_hash_size
from ai.tasks import finished
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import Rules


class Kept(NamedTuple):
    """The value of a position and the value after the move of the search, both for the side to move: 1, 0 or -1.

    ``least`` is the value after the worst move. If it is that of the position, nothing could be lost or searched.
    """

    slice: Slice
    value: int
    after: int
    least: int


class Trial(NamedTuple):
    """A search of ``nodes`` nodes in ``positions`` positions of ``pieces`` pieces; ``seed`` determines the positions.

    The values are those of the tables in ``folder`` and of the packaged tables, which must have so many pieces.
    """

    rules: Rules
    pieces: int
    nodes: int
    positions: int
    seed: int
    folder: Path | None


def play_trial(trial: Trial, executor: Executor) -> Iterator[Kept]:
    """Yield what the search keeps in each position, in the order of completion."""
    return (kept for _, kept in finished(executor, partial(keep, trial), range(trial.positions)))


def keep(trial: Trial, number: int) -> Kept:
    """Return what the search keeps in one position. It depends on the trial and the number only."""
    rng = Random(f"kept {trial.seed} {number}")
    knowing, searching = _engines(trial.rules, trial.folder, trial.nodes)
    while not (exact := knowing.exact_moves(position := _drawn(trial.rules, trial.pieces, rng))):
        pass  # the side to move has no move
    value, after, least = exact[0].value.outcome, exact[0].value.outcome, exact[-1].value.outcome
    if least < value:
        searching.new_game()
        move = searching.search([position], Limits(nodes=trial.nodes)).move
        after = next(each.value.outcome for each in exact if each.move == move)
    return Kept(_slice_of(position), value, after, least)


@lru_cache(maxsize=1)
def _engines(rules: Rules, folder: Path | None, nodes: int) -> tuple[Engine, Engine]:
    """Return an engine with tables and one without, which a worker process keeps."""
    options = fit_hash_size(SearchOptions(), nodes)
    return Engine(rules, options, tables=tables_for(rules, folder)), Engine(rules, options)


def _drawn(rules: Rules, pieces: int, rng: Random) -> Position:
    """Return a random position. All positions of men and kings are equally likely."""
    geometry = rules.geometry
    while True:
        pieces_of, kings = [0, 0], 0
        for number in rng.sample(range(1, geometry.squares + 1), pieces):
            pieces_of[rng.randrange(2)] |= geometry.bit(number)
            kings |= geometry.bit(number) * rng.randrange(2)
        position = Position(geometry, pieces_of[BLACK], pieces_of[WHITE], kings, 0, rng.randrange(2))
        if all(pieces_of) and not position.uncrowned:
            return position


def _slice_of(position: Position) -> Slice:
    """Return the slice of a position without triple kings."""
    own, opp, kings, _, _ = position.words()
    return Slice(*(pieces.bit_count() for pieces in (own & ~kings, own & kings, opp & ~kings, opp & kings)))
