"""The engine with endgame tables: values, damage, and play."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.built_tables import counted_pieces
from support.positions_with_few_pieces import positions_with_few_pieces

from ai.endgames.files import PACKAGED, tables_for
from ai.endgames.packed import PackedTables, file_name
from ai.endgames.probe import EndgameTables
from ai.engine import Engine, Limits, never
from ai.score import EVALUATION_LIMIT, MATE, WIN, ExactValue
from ai.search.options import SearchOptions
from ai.search.path import new_path
from ai.search.root import Searcher
from ai.search.transposition_table import position_hash
from engine.draws import plies_left
from engine.fen import parse_fen
from engine.game import Outcome, Reason, drawn, is_progress, stuck
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN

SMALL = SearchOptions(megabytes=1)


def engine_with(*files: Path) -> Engine:
    return Engine(AMERICAN, SMALL, tables=EndgameTables(AMERICAN, [PackedTables(path, AMERICAN) for path in files]))


def test_exact_moves_match_the_exact_value() -> None:
    engine = engine_with(PACKAGED / file_name(AMERICAN, 2))
    outcomes = set()
    for position in positions_with_few_pieces(AMERICAN, Random(4), (2,), 100):
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


def test_has_no_value_without_tables_or_with_too_many_pieces() -> None:
    three = parse_fen("B:WK1:BK10,K11", AMERICAN)
    assert Engine(AMERICAN, SMALL).exact_value(three) is None
    engine = engine_with(PACKAGED / file_name(AMERICAN, 2))
    assert engine.exact_value(three) is None
    assert engine.exact_moves(three) == []
    assert engine.exact_value(parse_fen("B:W:BK10,K11", AMERICAN)) == ExactValue(1, 0)


@pytest.mark.timeout(60)
def test_treats_damaged_tables_as_missing(tmp_path: Path) -> None:
    whole = (PACKAGED / file_name(AMERICAN, 2)).read_bytes()
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


@pytest.mark.parametrize("pieces", [0, 2, 3])
def test_uses_tables_up_to_a_number_of_pieces(pieces: int) -> None:
    """With a limit, the search visits the same nodes as with only the tables within the limit."""
    limited = Engine(AMERICAN, SMALL, tables=tables_for(AMERICAN), tabled_pieces=pieces)
    fewer = engine_with(*(PACKAGED / file_name(AMERICAN, count) for count in range(2, pieces + 1)))
    for fen in ("B:W21,31:B14", "B:W21,31:B2,14", "B:W18,K20,30:B11,15,K1"):
        position = parse_fen(fen, AMERICAN)
        assert limited.exact_value(position) == fewer.exact_value(position)
        found, expected = (engine.analyze([position], Limits(nodes=500)) for engine in (limited, fewer))
        assert (found.nodes, found.score, found.pv) == (expected.nodes, expected.score, expected.pv)


# Play


def packaged() -> Engine:
    return Engine(AMERICAN, SMALL, tables=tables_for(AMERICAN))


def plies_of(engine: Engine, position: Position) -> int:
    """Return the number of plies to the end of the game, which the tables know."""
    value = engine.exact_value(position)
    assert value is not None
    assert value.plies is not None
    return value.plies


def positions(engine: Engine, seed: int, pieces: int, outcome: int, least: int = 0) -> Iterator[Position]:
    """Yield random positions with an outcome that is at least ``least`` plies away."""
    for position in positions_with_few_pieces(AMERICAN, Random(seed), (pieces,), 10**6):
        value = engine.exact_value(position)
        assert value is not None
        if value.outcome == outcome and (value.plies or 0) >= least:
            yield position


def play(engine: Engine, position: Position, limits: Limits, *, defends: bool) -> tuple[int, Outcome]:
    """Play the engine, which defends or attacks, against the tables; return the plies and the outcome."""
    generator = MoveGenerator(AMERICAN)
    line, plies = [position], 0
    side = 1 - position.side if defends else position.side
    engine.new_game()
    while True:
        outcome = stuck(generator, line[-1]) or drawn(generator, line)
        if outcome is not None:
            return plies, outcome
        if (line[-1].side == side) != defends:
            move = engine.search(line, limits).move
        else:
            move = engine.exact_moves(line[-1])[0].move
        line = [move.after] if is_progress(line[-1], move) else [*line, move.after]
        plies += 1


@pytest.mark.parametrize("count", [3, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("outcome", [1, -1], ids=["won", "lost"])
def test_plays_decided_positions_in_the_exact_number_of_plies(outcome: int, count: int) -> None:
    engine = packaged()
    for pieces in (3, 4):
        for position, _ in zip(positions(engine, 7, pieces, outcome, 5), range(count), strict=False):
            wanted = plies_of(engine, position)
            plies, ended = play(engine, position, Limits(nodes=2_000), defends=outcome < 0)
            if ended.reason is Reason.NO_PROGRESS:
                assert wanted > 2 * AMERICAN.draw_after
            else:
                assert ended.winner == (position.side if outcome > 0 else 1 - position.side)
                assert plies == wanted


def test_returns_the_whole_variation_of_a_decided_position() -> None:
    engine = packaged()
    for outcome in (1, -1):
        for position, _ in zip(positions(engine, 3, 4, outcome, 6), range(5), strict=False):
            plies = plies_of(engine, position)
            info = engine.analyze([position], Limits(nodes=1))
            assert info.nodes == 0
            assert info.score == outcome * (MATE - plies)
            assert len(info.pv) == plies
            best = [each.move for each in engine.exact_moves(position) if each.value == engine.exact_value(position)]
            assert [root.move for root in info.roots] == best


def test_chooses_the_drawing_moves_with_the_most_losing_replies() -> None:
    engine = packaged()
    traps = 0
    for position, _ in zip(positions(engine, 5, 4, 0), range(25), strict=False):
        moves = engine.exact_moves(position)
        shares = {}
        for each in moves:
            replies = engine.exact_moves(each.move.after)
            if each.value.outcome == 0:
                shares[each.move] = sum(reply.value.outcome < 0 for reply in replies) / len(replies)
        info = engine.analyze([position], Limits(nodes=1))
        assert info.score == 0
        assert {root.move for root in info.roots} == {
            move for move, share in shares.items() if share == max(shares.values())
        }
        traps += max(shares.values()) > 0
    assert traps > 2


def test_avoids_a_repetition_in_a_drawn_position() -> None:
    engine = packaged()
    position = parse_fen("B:WK20:BK10", AMERICAN)
    first = engine.analyze([position], Limits(nodes=1)).roots
    assert len(first) > 1
    again = engine.analyze([first[0].move.after, position], Limits(nodes=1)).roots
    assert {root.move for root in again} == {root.move for root in first[1:]}


def test_searches_only_the_winning_moves_without_exact_plies() -> None:
    engine = packaged()
    assert engine.tables is not None
    assert counted_pieces(engine.tables) < 5 <= engine.tables.pieces
    seen = 0
    for position, _ in zip(positions(engine, 2, 5, 1), range(8), strict=False):
        winning = [each.move for each in engine.exact_moves(position) if each.value.outcome > 0]
        info = engine.analyze([position], Limits(nodes=300))
        assert info.score >= EVALUATION_LIMIT
        assert info.move in winning
        others = [move for move in winning if move != info.move]
        if info.nodes and others:
            seen += 1
            again = engine.analyze([info.move.after, position], Limits(nodes=300))
            assert again.move in others  # no repetition
    assert seen > 1


def test_wins_in_an_unknown_number_of_plies() -> None:
    """A search of 300 nodes wins the endings of five pieces with at most one man that lack distances."""
    engine = packaged()
    seen = 0
    for position, _ in zip(positions(engine, 17, 5, 1), range(120), strict=False):
        value = engine.exact_value(position)
        assert value is not None
        men = (position.black | position.white) & ~position.kings
        if value.plies is None and men.bit_count() <= 1:
            seen += 1
            _, outcome = play(engine, position, Limits(nodes=300), defends=False)
            assert outcome.winner == position.side
    assert seen > 1


def test_makes_progress_before_the_game_is_drawn() -> None:
    engine = packaged()
    seen = 0
    for position, _ in zip(positions(engine, 11, 3, 1, 5), range(20), strict=False):
        moves = engine.exact_moves(position)
        kept = [each.move for each in moves if each.value.outcome > 0 and is_progress(position, each.move)]
        if kept and not is_progress(position, moves[0].move):
            seen += 1
            info = engine.analyze([position] * (2 * AMERICAN.draw_after), Limits(nodes=1_000))
            assert info.move in kept
            assert info.score >= WIN
    assert seen > 2


def test_a_win_with_the_last_ply_before_the_draw_is_not_searched() -> None:
    position, engine = parse_fen("B:WK32:BK1,K5", AMERICAN), packaged()
    plies = plies_of(engine, position)
    line = [position] * (2 * AMERICAN.draw_after - plies + 1)
    assert plies_left(AMERICAN, line) == plies
    assert engine.analyze(line, Limits(nodes=100)).nodes == 0


def test_scores_no_win_that_comes_after_the_draw_without_progress() -> None:
    """Test the probe below the root: a win counts only if it comes before the draw."""
    engine = packaged()
    assert engine.tables is not None
    search = Searcher(AMERICAN, SMALL, tables=engine.tables).below
    node = new_path()
    generator = MoveGenerator(AMERICAN)
    seen = 0
    for outcome in (1, -1):
        for position, _ in zip(positions(engine, 21, 3, outcome, 9), range(15), strict=False):
            if generator.can_capture(position):
                continue
            plies = plies_of(engine, position)
            node.own, node.opp, node.kings, node.triples, node.side = position.words()
            node.pieces = 3
            assert abs(int(search._probe(node, -MATE, MATE, 1, plies))) == MATE - plies
            assert abs(int(search._probe(node, -MATE, MATE, 1, plies - 1))) > MATE, "the value must be unknown"
            seen += 1
    assert seen > 10


def test_looks_up_positions_at_every_depth() -> None:
    """Quiescence search looks up positions, too. A position with a capture is looked up after the captures."""
    engine = packaged()
    assert engine.tables is not None
    search = Searcher(AMERICAN, SMALL, tables=engine.tables).below
    generator = MoveGenerator(AMERICAN)
    node = new_path()
    captures = 0
    for outcome in (1, -1):
        for position, _ in zip(positions(engine, 31, 4, outcome), range(12), strict=False):
            value = engine.exact_value(position)
            assert value is not None
            is_quiet = not generator.can_capture(position)
            captures += not is_quiet
            for depth in (5, 0, -1):
                search.clear()
                node.own, node.opp, node.kings, node.triples, node.side = position.words()
                node.key, node.pieces = position_hash(*position.words()), 4
                search.start(node, 0, never)
                assert search.search(node, -MATE, MATE, depth) == value.score
                assert search.nodes == 1 or not is_quiet
    assert captures > 3


@pytest.mark.timeout(60)
def test_searches_again_without_damaged_tables(tmp_path: Path) -> None:
    for pieces in (2, 3, 4):
        name = file_name(AMERICAN, pieces)
        content = bytearray((PACKAGED / name).read_bytes())
        if pieces == 4:
            start = len(content) // 10  # damage the blocks, not the header
            content[start:] = bytes(len(content) - start)
        (tmp_path / name).write_bytes(content)
    engine = engine_with(*sorted(tmp_path.iterdir()))
    assert engine.tables is not None
    assert engine.tables.pieces == 4
    six = parse_fen("B:W18,K20,30:B11,15,K1", AMERICAN)
    info = engine.analyze([six], Limits(nodes=1_000))
    assert engine.tables.pieces == 3
    assert "damaged" in engine.tables.problem
    assert info.nodes == 1_000
    assert info.move in engine.legal_moves(six)
    fewer = engine_with(*sorted(tmp_path.iterdir())[:2])
    assert fewer.analyze([six], Limits(nodes=1_000)).score == info.score
