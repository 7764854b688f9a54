"""Endgame tables: position numbers, values against a naive solver, files and builds."""

import faulthandler
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, permutations, product
from pathlib import Path
from random import Random

import pytest
from support.built_tables import built_tables
from support.endings import random_ending, tabled_value
from support.naive_endgames import solve
from support.naive_generator import SETS
from support.naive_values import position_of

from ai.endgames.index import PositionIndex, number_in, slot_in
from ai.endgames.packed import DamagedTables, PackedTables, SliceFigures, file_name
from ai.endgames.slices import Slice, needed, pairs, slices
from ai.lab.tables.build import TableProgress, build, solve_slice
from engine.geometry import BLACK, WHITE
from engine.position import KING, MAN, TRIPLE, Position
from engine.rules import AMERICAN, RULE_SETS, Rules, rules_named

BOTH = (BLACK, WHITE)
# With two pieces the moves of all other sets are as in one of these.
DIFFERENT = ("american", "triple-king", "russian", "spanish", "thai", "american-losing")


@pytest.mark.parametrize("name", ["american", "triple-king", "italian", "international"])
class TestPositionIndex:
    def test_numbers_are_unique(self, name: str) -> None:
        rules = RULE_SETS[name]
        index = PositionIndex(rules)
        seen: dict[tuple[int, int, int], Position] = {}
        for position in two_pieces(rules):
            located = index.locate(*position.words())
            key = (position.side, slot_in(located), number_in(located))
            assert seen.setdefault(key, position) == position
        sizes = {each.slot: each.size(rules) for each in slices(2, rules)}
        assert all(0 <= number < sizes[slot] for _, slot, number in seen)
        assert len(seen) == 2 * sum(each.positions(rules) for each in slices(2, rules))

    def test_a_turned_position_has_the_same_number(self, name: str) -> None:
        rules = RULE_SETS[name]
        index = PositionIndex(rules)
        rng = Random(5)
        for _ in range(60):
            position = random_ending(rules, rng)
            assert index.locate(*position.words()) == index.locate(*position.turned().words())


def two_pieces(rules: Rules) -> Iterator[Position]:
    """Yield all positions with two pieces and no man on its king row."""
    geometry = rules.geometry
    ranks = (MAN, KING, TRIPLE) if rules.triple_kings else (MAN, KING)
    numbers = range(1, geometry.squares + 1)
    for (black, white), first, second in product(permutations(numbers, 2), ranks, ranks):
        blacks, whites = geometry.bit(black), geometry.bit(white)
        if first == MAN and blacks & geometry.row_bits(geometry.size - 1):
            continue
        if second == MAN and whites & geometry.row_bits(0):
            continue
        kings = (blacks if first else 0) | (whites if second else 0)
        triples = (blacks if first == TRIPLE else 0) | (whites if second == TRIPLE else 0)
        yield from (Position(geometry, blacks, whites, kings, triples, side) for side in BOTH)


def test_slices_follow_those_they_need() -> None:
    for name in ("american", "triple-king"):
        rules = RULE_SETS[name]
        seen: set[Slice] = set()
        for count in range(2, 5):
            for each in pairs(count, rules):
                assert needed(each, rules) <= seen
                seen |= {each, each.turned}
            assert {each for each in seen if each.pieces == count} == set(slices(count, rules))


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        pytest.param(name, pieces, marks=[] if pieces == 2 and name in DIFFERENT else [pytest.mark.slow])
        for name in (*RULE_SETS, "american-losing", "russian-losing")
        for pieces in (2, 3)
    ],
)
def test_values_match_the_naive_solver(name: str, pieces: int, tmp_path: Path) -> None:
    """Compare every value, and the figures of every slice."""
    faulthandler.cancel_dump_traceback_later()  # too short for the large board on a busy machine
    rules = rules_named(name)
    assert rules is not None
    sentences = SETS[name.removesuffix("-losing")]._replace(losing=rules.losing)
    found = built_tables(rules, pieces, tmp_path)
    seen: dict[Slice, list[int]] = {}
    for state, expected in solve(sentences, pieces).items():
        assert tabled_value(found, position_of(rules, state)) == expected, state
        if len(state.pieces) == pieces:
            kinds = Counter((side, rank) for _, side, rank in state.pieces)
            each = Slice(*(kinds[side, rank] for side in "BW" for rank in "MK"))
            each = each._replace(triples=kinds["B", "T"], other_triples=kinds["W", "T"])
            seen.setdefault(each, []).append(expected)
    figures = PackedTables(tmp_path / file_name(rules, pieces), rules).figures
    assert figures == {each: figures_of(values, rules.losing) for each, values in seen.items()}


def figures_of(values: list[int], losing: bool) -> SliceFigures:
    """Return the figures of a slice with these values."""
    wins = [value for value in values if value and value % 2 == losing]
    losses = [value for value in values if value and value % 2 != losing]
    longest = [max(0, max(some, default=0) - 1) for some in (wins, losses)]
    return SliceFigures(len(wins), len(losses), values.count(0), *longest)


def test_detects_flipped_bits_and_truncation(tmp_path: Path) -> None:
    built_tables(AMERICAN, 2, tmp_path)
    path = tmp_path / file_name(AMERICAN, 2)
    whole = path.read_bytes()
    rng = Random(2)
    for _ in range(60):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(DamagedTables):
            list(PackedTables(path, AMERICAN).check())
    for length in range(0, len(whole), 150):
        path.write_bytes(whole[:length])
        with pytest.raises(DamagedTables):
            list(PackedTables(path, AMERICAN).check())


def test_resumes_an_interrupted_build(tmp_path: Path) -> None:
    """One work file is damaged meanwhile."""
    built_tables(AMERICAN, 2, tmp_path / "whole")
    whole = (tmp_path / "whole" / file_name(AMERICAN, 2)).read_bytes()
    for steps in (2, 4):
        folder = tmp_path / str(steps)
        with ThreadPoolExecutor(1) as executor:
            begun = build(AMERICAN, 2, folder, folder / "work", executor)
            for _ in range(steps):
                next(begun)
            begun.close()
        left = sorted((folder / "work").iterdir())
        for path in left[:1]:
            path.write_bytes(path.read_bytes()[:-1])
        built_tables(AMERICAN, 2, folder)
        assert (folder / file_name(AMERICAN, 2)).read_bytes() == whole
        assert not (folder / "work").exists()


def test_counts_positions_solved_by_an_earlier_build(tmp_path: Path) -> None:
    def steps() -> Iterator[TableProgress]:
        with ThreadPoolExecutor(1) as executor:
            yield from build(AMERICAN, 2, tmp_path, tmp_path / "work", executor)

    begun = list(islice(steps(), 4))
    assert begun[-1].done > 0
    assert {each.found for each in begun} == {0}
    *_, last = steps()
    assert begun[-1].done <= last.found <= last.done == last.total


def test_solves_a_slice_again_only_if_its_file_is_damaged(tmp_path: Path) -> None:
    kings = (AMERICAN, (0, 1, 0, 1), str(tmp_path))
    assert [solve_slice(*kings), solve_slice(*kings)] == [False, True]
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[1:])
    assert not solve_slice(*kings)
    assert path.read_bytes() == whole
