"""What the engine tells from endgame tables."""

from pathlib import Path
from random import Random

import pytest
from support.built_tables import built_tables

from ai.endgames.packed import PackedTables, file_name
from ai.endgames.probe import EndgameTables
from ai.engine import Engine
from ai.score import ExactValue
from ai.search.options import SearchOptions
from engine.fen import parse_fen
from engine.position import Position
from engine.rules import AMERICAN

SMALL = SearchOptions(megabytes=1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables of two pieces."""
    found = tmp_path_factory.mktemp("tables")
    built_tables(AMERICAN, 2, found)
    return found


def engine_with(*files: Path) -> Engine:
    return Engine(AMERICAN, SMALL, tables=EndgameTables(AMERICAN, [PackedTables(path, AMERICAN) for path in files]))


def test_exact_moves_are_those_of_the_values_they_lead_to(folder: Path) -> None:
    engine = engine_with(folder / file_name(AMERICAN, 2))
    rng = Random(4)
    squares = AMERICAN.geometry.squares
    outcomes = set()
    for _ in range(300):
        black, white = (1 << place for place in rng.sample(range(squares + squares // 8), 2))
        if (black | white) & AMERICAN.geometry.all != black | white:
            continue
        position = Position(AMERICAN.geometry, black, white, black | white, 0, rng.randrange(2))
        value = engine.exact_value(position)
        moves = engine.exact_moves(position)
        assert value is not None
        assert {each.move for each in moves} == set(engine.legal_moves(position))
        if moves:
            assert moves[0].value == value
        order = [(each.value.outcome, each.value.outcome * -(each.value.plies or 0)) for each in moves]
        assert order == sorted(order, reverse=True)
        outcomes.add(value.outcome)
    assert outcomes == {1, 0, -1}


def test_nothing_is_known_without_tables_or_with_too_many_pieces(folder: Path) -> None:
    three = parse_fen("B:WK1:BK10,K11", AMERICAN)
    assert Engine(AMERICAN, SMALL).exact_value(three) is None
    engine = engine_with(folder / file_name(AMERICAN, 2))
    assert engine.exact_value(three) is None
    assert engine.exact_moves(three) == []
    assert engine.exact_value(parse_fen("B:W:BK10,K11", AMERICAN)) == ExactValue(1, 0)


def test_damaged_tables_count_as_missing(folder: Path, tmp_path: Path) -> None:
    whole = (folder / file_name(AMERICAN, 2)).read_bytes()
    path = tmp_path / file_name(AMERICAN, 2)
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    engine = engine_with(path)
    kings, men = parse_fen("B:WK20:BK10", AMERICAN), parse_fen("B:W20:B10", AMERICAN)
    assert engine.exact_value(kings) == ExactValue(0)
    assert engine.exact_value(men) is None
    assert engine.exact_value(kings) is None
    assert engine.tables is not None
    assert engine.tables.pieces < 2
    assert "damaged" in engine.tables.problem
