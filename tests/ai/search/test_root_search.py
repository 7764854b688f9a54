"""The search at the root: repetitions, distances to a win, order of the root moves, several lines."""

from dataclasses import replace

import pytest
from support.minimax import EXACT_OPTIONS
from support.played_positions import played_positions

from ai.score import MATE, WIN
from ai.search.limits import Limits, never
from ai.search.options import SearchOptions
from ai.search.path import new_path
from ai.search.root import Searcher, SearchResult
from ai.search.transposition_table import EXACT, bound_in, position_hash, score_in
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules

SMALL = SearchOptions(megabytes=1)


def ignore(result: SearchResult) -> None:
    pass


def line_of(rules: Rules, fen: str, *paths: tuple[int, int]) -> list[Position]:
    """Return the positions from a FEN along some moves."""
    line = [parse_fen(fen, rules)]
    generator = MoveGenerator(rules)
    for path in paths:
        line.append(next(move.after for move in generator.legal_moves(line[-1]) if move.path == path))
    return line


def scores_after(rules: Rules, line: list[Position], depth: int) -> dict[Position, int]:
    """Return the score of every move in the last position of a line without progress."""
    searcher = Searcher(rules, replace(EXACT_OPTIONS, table=False, megabytes=1))
    result = searcher.search(line, Limits(depth=depth, multipv_window=WIN), never, ignore)
    return dict(zip(result.successors, result.scores, strict=True))


def test_third_occurrence_is_a_draw() -> None:
    """Positions repeat after four plies with short kings; flying kings can also take six."""
    short = [(1, 6), (32, 28), (6, 1), (28, 32)]
    flying = [(28, 24), (2, 9), (24, 19), (9, 13), (19, 28), (13, 2)]
    russian = RULE_SETS["russian"]
    for rules, fen, cycle in ((AMERICAN, "B:WK32,K31:BK1", short), (russian, "W:WK4,K28:BK2", flying)):
        line = line_of(rules, fen, *cycle, *cycle[:-1])
        again = line[0]
        assert scores_after(rules, line, 1)[again] == 0
        assert scores_after(rules, line[len(cycle) :], 1)[again] != 0


def test_second_occurrence_on_the_path_is_a_draw() -> None:
    """The root counts as part of the path."""
    root = parse_fen("B:WK32:BK1,K2,K3", AMERICAN)
    below = Searcher(AMERICAN, SMALL).below
    node = new_path()
    while node.ply < 4:
        assert node.child is not None
        node = node.child
    node.own, node.opp, node.kings, node.triples, node.side = root.words()
    node.key, node.pieces, node.reversible_plies = position_hash(*root.words()), 4, 4
    assert below.search(node, -MATE, MATE, 0) > 0
    below.keys[0] = node.key
    assert below.search(node, -MATE, MATE, 0) == 0


def test_a_lost_position_that_occurred_once_is_lost() -> None:
    """White's only move repeats a position. Black won there in five plies, and may still do so."""
    line = line_of(AMERICAN, "B:WK25:BK10,K15", (10, 6), (25, 29), (6, 10))
    assert scores_after(AMERICAN, line, 6) == {line[0]: -MATE + 6}


@pytest.mark.parametrize("jumping", ["forced", "free"])
def test_capture_by_a_king_is_progress(jumping: Jumping) -> None:
    """One ply before the draw by moves without progress, steps draw and jumps do not."""
    root = parse_fen("B:W14,32:BK1,K2,K9", AMERICAN)
    line = [root] * (2 * AMERICAN.draw_after)
    searcher = Searcher(AMERICAN, replace(EXACT_OPTIONS, table=False, megabytes=1), jumping=jumping)
    result = searcher.search(line, Limits(depth=1, multipv_window=WIN), never, ignore)
    for after, score in zip(result.successors, result.scores, strict=True):
        assert (score > 0) == (after.white != root.white)
        assert score >= 0


def test_stores_the_distance_to_a_win_from_the_position() -> None:
    """Along the principal variation the distance falls by one each ply."""
    searcher = Searcher(AMERICAN, SMALL)
    root = parse_fen("B:WK1:BK10,K14,K6", AMERICAN)
    result = searcher.search([root], Limits(depth=13), never, ignore)
    plies = MATE - result.scores[0]
    assert plies == 5
    for number, position in enumerate(result.pvs[0][:3], start=1):
        entry = searcher.below.table.find(position_hash(*position.words()))
        left = MATE - (plies - number)
        assert bound_in(entry) == EXACT
        assert score_in(entry) == (left if position.side == root.side else -left)


def test_sorts_root_moves_by_the_scores_of_an_iteration() -> None:
    """Moves without a new score keep their distance from the first; equal moves keep their order."""
    searcher = Searcher(AMERICAN, SMALL)
    for found, moves, scores in (
        ([], [0, 1, 2, 3], [50, 40, 30, -10]),
        ([20], [0, 1, 2, 3], [20, 10, 0, -40]),
        ([80, 90], [1, 0, 2, 3], [90, 80, 60, 20]),
        ([20, 35], [1, 0, 2, 3], [35, 20, 0, -40]),
        ([20, 0, 20, 25], [3, 0, 2, 1], [25, 20, 20, 0]),
    ):
        searcher.moves, searcher.scores = [0, 1, 2, 3], [50, 40, 30, -10]
        searcher._sort_root_moves(found)
        assert (searcher.moves, searcher.scores) == (moves, scores)


def test_ends_at_a_decisive_score() -> None:
    for fen in ("B:W32:BK1,K5,9", "W:W32:BK1,K5,9"):
        result = Searcher(AMERICAN, SMALL).search([parse_fen(fen, AMERICAN)], Limits(9, decisive=100), never, ignore)
        assert result.depth == 1


@pytest.mark.parametrize("rules", [AMERICAN, RULE_SETS["international"]], ids=lambda rules: str(rules.name))
def test_lines_have_exact_scores(rules: Rules) -> None:
    """The other moves have no better scores."""
    for position in played_positions(rules, seed=5, games=1, longest=40):
        if not MoveGenerator(rules).legal_moves(position):
            continue
        whole = scores_after(rules, [position], 3)
        for lines in (2, 50):
            searcher = Searcher(rules, replace(EXACT_OPTIONS, table=False, megabytes=1))
            result = searcher.search([position], Limits(depth=3, lines=lines), never, ignore)
            best = result.scores[:lines]
            assert best == sorted(whole.values(), reverse=True)[:lines]
            assert [whole[after] for after in result.successors[:lines]] == best
            assert all(score <= best[-1] for score in result.scores[lines:])
            assert [pv[0] for pv in result.pvs] == result.successors[:lines]


def test_variations_of_all_lines_are_legal() -> None:
    searcher, generator = Searcher(AMERICAN, SMALL), MoveGenerator(AMERICAN)
    result = searcher.search([Position.start(AMERICAN)], Limits(depth=5, lines=4), never, ignore)
    assert len(result.pvs) == 4
    assert max(map(len, result.pvs)) > 2
    for pv in result.pvs:
        for before, after in zip([Position.start(AMERICAN), *pv], pv, strict=False):
            assert after in {move.after for move in generator.legal_moves(before)}
