"""The tables that come with the program, and which of the files at hand are taken."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

import pytest
from support.built_tables import built_tables, counted_pieces
from support.endings import random_ending, value_by_moves

from ai.endgames.files import PACKAGED, files_at_hand, tables_for
from ai.endgames.packed import BLOCK, PackedTables, file_name, without_distances
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import slices
from ai.endgames.verify import verify
from ai.score import ExactValue
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

MOST = 12 << 20  # bytes that they may take
LARGE = 10_000_000  # positions
LONGEST_AMERICAN = {2: 13, 3: 61, 4: 109, 5: 161}  # plies of the longest wins


def value(found: EndgameTables, position: Position) -> int:
    """From tables with distances for every number of pieces that the position has."""
    return int(found.value(*position.words(), 0))


def test_all_together_are_small() -> None:
    assert sum(path.stat().st_size for path in PACKAGED.iterdir()) <= MOST


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_has_its_tables(name: str) -> None:
    """With distances, all slices and every position in them."""
    rules = RULE_SETS[name]
    files = files_at_hand(rules)
    with_distances = [count for count, file in files.items() if file.distances]
    assert with_distances == [2, 3] if rules.triple_kings else [2, 3, 4]
    for count, file in files.items():
        assert tuple(file.figures) == slices(count, rules)
        assert all(figures.positions == each.positions(rules) for each, figures in file.figures.items())


def test_american_ones_go_further() -> None:
    files = files_at_hand(AMERICAN)
    assert [count for count, file in files.items() if not file.distances] == [5]
    assert files[5].counted == {each for each in slices(5, AMERICAN) if each.men + each.other_men <= 1}
    longest = {count: max(each.longest_win for each in file.figures.values()) for count, file in files.items()}
    assert longest == LONGEST_AMERICAN


@pytest.mark.parametrize("name", RULE_SETS)
def test_values_follow_from_those_of_the_moves(name: str) -> None:
    rules = RULE_SETS[name]
    found = tables_for(rules)
    generator = MoveGenerator(rules)
    rng = Random(9)
    for _ in range(60):
        position = random_ending(rules, rng, counted_pieces(found))
        after = [move.after for move in generator.legal_moves(position)]
        assert value(found, position) == value_by_moves(partial(value, found), after)


def test_keeps_no_more_blocks_than_there_is_memory_for() -> None:
    files = list(files_at_hand(AMERICAN).values())
    memory = 3 * BLOCK
    large, small = EndgameTables(AMERICAN, files), EndgameTables(AMERICAN, files, memory)
    rng = Random(4)
    for _ in range(100):
        position = random_ending(AMERICAN, rng, 4)
        assert small.find(position) == large.find(position)
        assert small.used == sum(len(block) for blocks in small.blocks for block in blocks) <= memory
    assert large.used > memory


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_no_byte_is_damaged(name: str) -> None:
    for file in files_at_hand(RULE_SETS[name]).values():
        assert list(file.check()) == list(file.figures)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_every_value_follows_from_those_of_the_moves(name: str) -> None:
    """And so does every figure, in all but the two largest files, for which there is a command."""
    rules = RULE_SETS[name]
    files = [file for file in files_at_hand(rules).values() if file.positions < LARGE]
    with ThreadPoolExecutor(1) as executor:
        for number, file in enumerate(files, start=1):
            assert list(verify(rules, files[:number], executor))[-1].done == file.positions


class TestWhichAreTaken:
    def test_the_packaged_ones_where_there_are_no_others(self, tmp_path: Path) -> None:
        assert {file.path.parent for file in files_at_hand(AMERICAN, tmp_path / "none").values()} == {PACKAGED}

    def test_built_ones_before_packaged_ones(self, tmp_path: Path) -> None:
        built_tables(AMERICAN, 2, tmp_path)
        files = files_at_hand(AMERICAN, tmp_path)
        assert [count for count, file in files.items() if file.path.parent == tmp_path] == [2]

    def test_distances_before_everything(self, tmp_path: Path) -> None:
        packaged = PackedTables(PACKAGED / file_name(AMERICAN, 3), AMERICAN)
        with (tmp_path / file_name(AMERICAN, 3)).open("wb") as file:
            without_distances(packaged, AMERICAN, file)
        assert files_at_hand(AMERICAN, tmp_path)[3].path == packaged.path

    @pytest.mark.parametrize(
        ("content", "told"),
        [
            (b"", "american-2.tables is no file of endgame tables."),
            (b"EGA Checkers endgame tables 1\n", "american-2.tables is no file of endgame tables."),
            ((PACKAGED / "american-2.tables").read_bytes()[:500], "american-2.tables: the head is damaged."),
            ((PACKAGED / "american-2.tables").read_bytes()[:-1], None),
            ((PACKAGED / "russian-2.tables").read_bytes(), "american-2.tables was made for other rules."),
        ],
    )
    def test_a_damaged_one_is_told_and_left_aside(self, content: bytes, told: str | None, tmp_path: Path) -> None:
        path = tmp_path / "american-2.tables"
        path.write_bytes(content)
        sentences: list[str] = []
        files = files_at_hand(AMERICAN, tmp_path, sentences.append)
        assert sentences == ([] if told is None else [told])
        assert (files[2].path == path) == (told is None)

    def test_one_that_is_no_file_is_none(self, tmp_path: Path) -> None:
        (tmp_path / "american-2.tables").mkdir()
        assert files_at_hand(AMERICAN, tmp_path)[2].path.parent == PACKAGED


def test_without_distances_is_what_a_build_stores(tmp_path: Path) -> None:
    """Whether a position is won, and nothing else."""
    exact = tables_for(AMERICAN)
    files = []
    for count in (2, 3):
        path = tmp_path / file_name(AMERICAN, count)
        with path.open("wb") as file:
            without_distances(PackedTables(PACKAGED / path.name, AMERICAN), AMERICAN, file)
        files.append(PackedTables(path, AMERICAN))
    rng = Random(10)
    outcomes = EndgameTables(AMERICAN, files)
    for _ in range(300):
        position = random_ending(AMERICAN, rng, 3)
        expected = value(exact, position)
        found = outcomes.find(position)
        assert found is not None
        assert found.outcome == (0 if expected == 0 else 1 - 2 * (expected % 2))


def test_a_distance_is_known_only_where_those_of_all_replies_are(tmp_path: Path) -> None:
    """Four pieces of which some can be captured, over three whose distances are known with kings alone."""
    exact = tables_for(AMERICAN)
    path = tmp_path / file_name(AMERICAN, 3)
    counted = [each for each in slices(3, AMERICAN) if each.men + each.other_men == 0]
    with path.open("wb") as file:
        without_distances(PackedTables(PACKAGED / path.name, AMERICAN), AMERICAN, file, counted)
    two, four = (PackedTables(PACKAGED / file_name(AMERICAN, count), AMERICAN) for count in (2, 4))
    some = EndgameTables(AMERICAN, [two, PackedTables(path, AMERICAN), four])
    generator = MoveGenerator(AMERICAN)
    rng = Random(12)
    seen = set()
    for _ in range(3000):
        position = random_ending(AMERICAN, rng, 4)
        black, white, side = position.black, position.white, position.side
        if (
            black.bit_count() == 2 and rng.random() < 0.5
        ):  # one piece of the mover against three, so that some captures lose
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


def test_some_slices_alone_can_have_distances(tmp_path: Path) -> None:
    """What they know in plies is right; they know it of all that these slices hold, and of what captures lead to."""
    exact = tables_for(AMERICAN)
    path = tmp_path / file_name(AMERICAN, 3)
    counted = [each for each in slices(3, AMERICAN) if each.men + each.other_men == 0]
    with path.open("wb") as file:
        without_distances(PackedTables(PACKAGED / path.name, AMERICAN), AMERICAN, file, counted)
    packed = PackedTables(path, AMERICAN)
    assert packed.counted == set(counted)
    assert not packed.distances
    some = EndgameTables(AMERICAN, [PackedTables(PACKAGED / file_name(AMERICAN, 2), AMERICAN), packed])
    assert (some.pieces, counted_pieces(some)) == (3, 2)
    generator = MoveGenerator(AMERICAN)
    rng = Random(11)
    for _ in range(600):
        position = random_ending(AMERICAN, rng, 3)
        expected, found = exact.find(position), some.find(position)
        assert expected is not None
        assert found is not None
        pieces = position.black | position.white
        if pieces.bit_count() == 2 or position.kings == pieces or generator.can_capture(position):
            assert found == expected
        else:
            assert found == ExactValue(expected.outcome)
