"""Positions with few pieces, and their values by tables and by the moves."""

from collections.abc import Iterable
from functools import cache
from random import Random

from ai.endgames.files import tables_for
from ai.endgames.probe import EndgameTables
from ai.engine import Engine
from ai.search.options import SearchOptions
from engine.geometry import BLACK, WHITE
from engine.position import Position
from engine.rules import AMERICAN, Rules


@cache
def tabled_engine(rules: Rules = AMERICAN) -> Engine:
    """Return an engine with the endgame tables of a rule set."""
    return Engine(rules, SearchOptions(megabytes=1), tables=tables_for(rules))


def random_ending(rules: Rules, rng: Random, most: int = 7) -> Position:
    """Return a random position with 2 to ``most`` pieces; men may be on the other side's king row."""
    geometry = rules.geometry
    chosen = rng.sample(range(1, geometry.squares + 1), rng.randint(2, most))
    black, white = geometry.mask(tuple(chosen[::2])), geometry.mask(tuple(chosen[1::2]))
    kings = geometry.mask(tuple(number for number in chosen if rng.random() < 0.5))
    kings |= black & geometry.row_bits(geometry.size - 1) | white & geometry.row_bits(0)
    triples = kings & geometry.mask(tuple(chosen[:3])) if rules.triple_kings else 0
    return Position(geometry, black, white, kings, triples, rng.choice((BLACK, WHITE)))


def tabled_value(tables: EndgameTables, position: Position) -> int:
    """Return the value of a position whose distance is known: 0 for a draw, otherwise one more than the plies."""
    found = tables.find(position)
    assert found is not None
    if not found.outcome:
        return 0
    assert found.plies is not None
    return found.plies + 1


def value_by_moves(tables: EndgameTables, after: Iterable[Position]) -> int:
    """Return the value of a position that follows from the values of the positions after its moves."""
    values = [tabled_value(tables, each) for each in after]
    lost, won = [each for each in values if each % 2], [each for each in values if each and each % 2 == 0]
    if lost:
        return min(lost) + 1
    return max(won, default=0) + 1 if len(won) == len(values) else 0
