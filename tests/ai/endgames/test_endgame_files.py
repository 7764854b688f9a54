"""The packaged endgame tables, the choice among files, and shared tables."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from support.built_tables import built_tables, counted_pieces, without_distances
from support.endings import random_ending, tabled_value, value_by_moves

import ai.endgames.files
from ai.endgames.files import PACKAGED, available_files, has_packaged_distances, package, tables_for
from ai.endgames.packed import BLOCK, PackedTables, file_name
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import slices
from ai.lab.tables.verify import verify
from ai.score import ExactValue
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

WITH_KINGS = [name for name, rules in RULE_SETS.items() if not rules.first_king]  # breakthrough has no tables
LARGE = 10_000_000  # positions
LONGEST_AMERICAN = {2: 13, 3: 61, 4: 109, 5: 161}  # plies of the longest wins


@pytest.mark.parametrize("name", WITH_KINGS)
def test_every_rule_set_has_tables(name: str) -> None:
    rules = RULE_SETS[name]
    files = available_files(rules)
    with_distances = [count for count, file in files.items() if file.distances]
    assert with_distances == ([2, 3] if name in ("triple-king", "international", "killer") else [2, 3, 4])
    for count, file in files.items():
        assert file.counted == {each for each in slices(count, rules) if has_packaged_distances(each, rules)}
        assert tuple(file.figures) == slices(count, rules)
        assert all(figures.positions == each.positions(rules) for each, figures in file.figures.items())


def test_american_has_tables_of_five_pieces() -> None:
    files = available_files(AMERICAN)
    assert [count for count, file in files.items() if not file.distances] == [5]
    assert {each.name for each in files[5].counted} == {"3k-2k", "2k-3k", "1m2k-2k", "2k-1m2k"}
    longest = {count: max(each.longest_win for each in file.figures.values()) for count, file in files.items()}
    assert longest == LONGEST_AMERICAN


@pytest.mark.parametrize("name", WITH_KINGS)
def test_values_follow_from_the_successors(name: str) -> None:
    rules = RULE_SETS[name]
    found = tables_for(rules)
    generator = MoveGenerator(rules)
    rng = Random(9)
    for _ in range(20):
        position = random_ending(rules, rng, counted_pieces(found))
        after = [move.after for move in generator.legal_moves(position)]
        assert tabled_value(found, position) == value_by_moves(found, after)


def test_a_full_cache_drops_only_its_oldest_blocks() -> None:
    files = list(available_files(AMERICAN).values())
    memory = 3 * BLOCK
    large, small = EndgameTables(AMERICAN, files), EndgameTables(AMERICAN, files, memory)
    rng = Random(4)
    for _ in range(60):
        position = random_ending(AMERICAN, rng, 4)
        assert small.find(position) == large.find(position)
        assert small.used == sum(len(block) for blocks in small.blocks for block in blocks) <= memory
    assert memory - BLOCK < small.used <= memory < large.used


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_packaged_tables_are_undamaged(name: str) -> None:
    for file in available_files(RULE_SETS[name]).values():
        assert list(file.check()) == list(file.figures)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_all_values_and_figures_are_verified(name: str) -> None:
    """The two largest files take too long; ``checkers tables verify`` checks them."""
    rules = RULE_SETS[name]
    files = [file for file in available_files(rules).values() if file.positions < LARGE]
    with ThreadPoolExecutor(1) as executor:
        for number, file in enumerate(files, start=1):
            assert list(verify(rules, files[:number], executor))[-1].done == file.positions


class TestAvailableFiles:
    def test_prefers_built_files(self, tmp_path: Path) -> None:
        built_tables(AMERICAN, 2, tmp_path)
        files = available_files(AMERICAN, tmp_path)
        assert [count for count, file in files.items() if file.path.parent == tmp_path] == [2]

    def test_prefers_distances(self, tmp_path: Path) -> None:
        packaged = PackedTables(PACKAGED / file_name(AMERICAN, 3), AMERICAN)
        without_distances(tmp_path / file_name(AMERICAN, 3))
        assert available_files(AMERICAN, tmp_path)[3].path == packaged.path

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "american-2.tables is no file of endgame tables."),
            (b"EGA Checkers endgame tables 1\n", "american-2.tables is no file of endgame tables."),
            ((PACKAGED / "american-2.tables").read_bytes()[:500], "american-2.tables: the head is damaged."),
            ((PACKAGED / "american-2.tables").read_bytes()[:-1], None),
            ((PACKAGED / "russian-2.tables").read_bytes(), "american-2.tables was made for other rules."),
        ],
    )
    def test_reports_and_skips_a_damaged_file(self, content: bytes, message: str | None, tmp_path: Path) -> None:
        path = tmp_path / "american-2.tables"
        path.write_bytes(content)
        sentences: list[str] = []
        files = available_files(AMERICAN, tmp_path, sentences.append)
        assert sentences == ([] if message is None else [message])
        assert (files[2].path == path) == (message is None)


class TestPackage:
    @pytest.fixture(autouse=True)
    def _elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ai.endgames.files, "PACKAGED", tmp_path)

    @pytest.mark.parametrize("pieces", [2, pytest.param(3, marks=pytest.mark.slow)])
    def test_writes_a_packaged_file_from_a_built_one(self, pieces: int, tmp_path: Path) -> None:
        built_tables(AMERICAN, pieces, tmp_path / "built")
        name = file_name(AMERICAN, pieces)
        package("american", str(tmp_path / "built" / name))
        assert (tmp_path / name).read_bytes() == (PACKAGED / name).read_bytes()

    def test_leaves_distances_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ai.endgames.files, "has_packaged_distances", lambda each, rules: each.men == 1)
        package("american", str(PACKAGED / file_name(AMERICAN, 3)))
        packaged = available_files(AMERICAN)[3]
        assert packaged.counted == {each for each in slices(3, AMERICAN) if each.men == 1}


class TestSharing:
    def test_shares_the_tables_of_the_same_files(self, tmp_path: Path) -> None:
        assert tables_for(AMERICAN) is tables_for(AMERICAN, tmp_path)
        assert tables_for(AMERICAN) is not tables_for(RULE_SETS["italian"])

    def test_opens_files_built_meanwhile(self, tmp_path: Path) -> None:
        before = tables_for(AMERICAN, tmp_path)
        built_tables(AMERICAN, 2, tmp_path)
        assert tables_for(AMERICAN, tmp_path) is not before

    def test_finds_the_same_values_in_several_threads(self) -> None:
        """The cache has room for one block, so that lookups in different threads read and drop blocks in turn."""
        shared = EndgameTables(AMERICAN, list(available_files(AMERICAN).values()), memory=1)
        exact = tables_for(AMERICAN)

        def wrong(seed: int) -> list[Position]:
            rng = Random(seed)
            endings = [random_ending(AMERICAN, rng, 4) for _ in range(60)]
            return [position for position in endings if shared.find(position) != exact.find(position)]

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            with ThreadPoolExecutor(4) as executor:
                assert list(executor.map(wrong, range(4))) == [[]] * 4
        finally:
            sys.setswitchinterval(interval)


@pytest.fixture
def some(tmp_path: Path) -> EndgameTables:
    """Return tables of up to four pieces, of which those of three have distances for kings only."""
    counted = [each for each in slices(3, AMERICAN) if each.men + each.other_men == 0]
    packed = without_distances(tmp_path / file_name(AMERICAN, 3), counted)
    assert packed.counted == set(counted)
    assert not packed.distances
    two, four = (PackedTables(PACKAGED / file_name(AMERICAN, count), AMERICAN) for count in (2, 4))
    return EndgameTables(AMERICAN, [two, packed, four])


def test_has_a_distance_only_with_the_distances_of_all_replies(some: EndgameTables) -> None:
    """Positions with four pieces and captures."""
    exact, generator, rng, seen = tables_for(AMERICAN), MoveGenerator(AMERICAN), Random(12), set()
    for _ in range(1000):
        position = random_ending(AMERICAN, rng, 4)
        black, white, side = position.black, position.white, position.side
        if black.bit_count() == 2 and rng.random() < 0.5:
            # One piece of the side to move against three, so that some captures lose.
            only = black & -black if side == BLACK else white & -white
            sides = (only, (black | white) ^ only)
            kings = position.kings | (black | white) & (AMERICAN.geometry.row_bits(0) | AMERICAN.geometry.row_bits(7))
            position = Position(AMERICAN.geometry, sides[side], sides[1 - side], kings, 0, side)
        if sum(map(int.bit_count, (black, white))) < 4 or not generator.can_capture(position):
            continue
        expected, found = exact.find(position), some.find(position)
        assert expected is not None
        assert found in (expected, ExactValue(expected.outcome))
        seen.add((found.outcome, found.plies is not None))
    assert seen >= {(1, True), (1, False), (-1, False)}


def test_finds_distances_of_single_slices(some: EndgameTables) -> None:
    """They are known in these slices, and where captures lead to slices with distances."""
    exact, generator, rng = tables_for(AMERICAN), MoveGenerator(AMERICAN), Random(11)
    for _ in range(200):
        position = random_ending(AMERICAN, rng, 3)
        expected, found = exact.find(position), some.find(position)
        assert expected is not None
        pieces = position.black | position.white
        is_known = pieces.bit_count() == 2 or position.kings == pieces or generator.can_capture(position)
        assert found == (expected if is_known else ExactValue(expected.outcome))
