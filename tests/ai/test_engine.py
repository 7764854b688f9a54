"""The engine: answers without a search, jumping rules, results, arguments and stops."""

from dataclasses import replace
from itertools import count

import pytest
from support.minimax import EXACT_OPTIONS
from support.played_positions import played_positions

from ai.endgames.files import tables_for
from ai.engine import Engine, Limits, RootMove, SearchInfo, Stop, never
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import material_evaluation
from ai.openings.ballots import ballot_game
from ai.score import MATE
from ai.search.options import SearchOptions
from ai.time_control import Budget, Timer
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, losing_game

START = Position.start(AMERICAN)
ONLY_MOVE = parse_fen("B:W6,15,24,32:B1", AMERICAN)
SMALL = SearchOptions(megabytes=1)
VARIED = [("american", "forced"), ("international", "forced"), ("thai", "forced"), ("triple-king", "free")]
DEEPEST = 7


def test_searches_an_only_move_only_to_analyze_it() -> None:
    engine = Engine(AMERICAN, SMALL)
    (move,) = engine.legal_moves(ONLY_MOVE)
    assert engine.search([ONLY_MOVE], Limits(nodes=100)) == SearchInfo(0, (move,))
    info = engine.analyze([ONLY_MOVE], Limits(nodes=100))
    assert info.move == move
    assert info.nodes == 100


@pytest.mark.parametrize(
    ("fen", "score"),
    [("B:W18:B", -MATE), ("B:W16,19:B12", -MATE), ("B:W:B4", MATE)],
    ids=["no piece", "no move", "no enemy"],
)
def test_scores_a_finished_game_without_a_move(fen: str, score: int) -> None:
    ended = SearchInfo(score, (), proved=True)
    assert Engine(AMERICAN, SMALL).analyze([parse_fen(fen, AMERICAN)], Limits()) == ended
    assert Engine(AMERICAN, SMALL).search([parse_fen(fen, AMERICAN)], Limits()) == ended
    losing = losing_game(AMERICAN)
    assert Engine(losing, SMALL).analyze([parse_fen(fen, losing)], Limits()) == replace(ended, score=-score)


# Jumping rules

DECLINED = parse_fen("B:W9,25:B6", AMERICAN)  # the jump loses the man
STOPPED = parse_fen("B:W17,21,25:B8,13,14,15,18", AMERICAN)  # stopping the jump early is better
AFTER_A_JUMP = parse_fen("W:W25:B13", AMERICAN)


@pytest.mark.parametrize(("root", "best", "jumped"), [(DECLINED, (6, 10), (6, 13)), (STOPPED, (13, 22), (13, 22, 29))])
def test_declines_or_stops_a_jump_in_free_jumping(
    root: Position, best: tuple[int, ...], jumped: tuple[int, ...]
) -> None:
    expected: dict[Jumping, tuple[int, ...]] = {"forced": jumped, "huff": jumped, "free": best}
    for jumping, path in expected.items():
        engine = Engine(AMERICAN, SMALL, jumping)
        assert engine.analyze([root], Limits(depth=7)).move.path == path
        assert (best in {move.path for move in engine.legal_moves(root)}) == (jumping == "free")


def test_does_not_use_tables_in_free_jumping() -> None:
    known = {}
    for jumping in AMERICAN.jumpings:
        engine = Engine(AMERICAN, SMALL, jumping, tables=tables_for(AMERICAN))
        known[jumping] = engine.exact_value(AFTER_A_JUMP) is not None
    assert known == {"forced": True, "huff": True, "free": False}


# Results


@pytest.mark.parametrize(("name", "jumping"), VARIED)
def test_variations_are_legal_moves_with_their_full_paths(name: str, jumping: Jumping) -> None:
    rules = RULE_SETS[name]
    engine, generator, captures = Engine(rules, SMALL, jumping), MoveGenerator(rules, jumping), 0
    for position in played_positions(rules, 21, 5, 60, jumping):
        info = engine.analyze([position], Limits(nodes=300))
        assert {root.move for root in info.roots} == set(generator.legal_moves(position))
        assert [root.score for root in info.roots] == sorted((root.score for root in info.roots), reverse=True)
        assert info.roots[0] == RootMove(info.move, info.score)
        for move in info.pv:
            (named,) = [each for each in generator.legal_moves(position) if each.after == move.after]
            assert move == named
            captures += bool(move.captured)
            position = move.after
    assert captures


def test_choosing_another_root_replaces_the_variation() -> None:
    info = Engine(AMERICAN, SMALL).analyze([START], Limits(depth=5, multipv_window=1000))
    best, *_, last = info.roots
    assert info.choosing(best) is info
    chosen = info.choosing(last)
    assert (chosen.move, chosen.pv, chosen.score) == (last.move, (last.move,), last.score)
    assert (chosen.depth, chosen.nodes, chosen.roots) == (info.depth, info.nodes, info.roots)


def test_reports_completed_iterations() -> None:
    reports: list[SearchInfo] = []
    info = Engine(AMERICAN, SMALL).search([START], Limits(nodes=1000), never, reports.append)
    assert [each.depth for each in reports] == list(range(1, info.depth + 1))
    silent = Engine(AMERICAN, SMALL).search([START], Limits(nodes=1000))
    assert (silent.nodes, silent.depth, silent.roots, silent.pv) == (info.nodes, info.depth, info.roots, info.pv)


# Arguments


def test_uses_the_evaluator_of_the_caller() -> None:
    position = parse_fen("B:W31,32:B1,2,3", AMERICAN)
    plain = Engine(AMERICAN, EXACT_OPTIONS, evaluator=Evaluator(material_evaluation(AMERICAN)))
    assert plain.analyze([position], Limits(depth=1)).score == 100
    assert Engine(AMERICAN, EXACT_OPTIONS).analyze([position], Limits(depth=1)).score != 100


# Stops

ENOUGH = 300  # polls


def ticking() -> Timer:
    """Return a timer that advances one second each time it is read."""
    return Timer.started(count().__next__)


def patience() -> Stop:
    """Return a stop for a search that should have ended before."""
    polls = count()
    return lambda: next(polls) > ENOUGH


def test_stops_at_the_hard_limit() -> None:
    info = Engine(AMERICAN, SMALL).analyze([START], Limits(budget=Budget(hard=8), timer=ticking()), patience())
    assert info.nodes <= 8 * 512
    assert info.depth > 0


def _last_depth(reports: list[SearchInfo], budget: Budget) -> int:
    """Return the depth after which a search with these reports ends, if each iteration takes a second."""
    moves, scores = [info.move for info in reports], [info.score for info in reports]
    ends = (depth for depth in range(1, DEEPEST) if depth > budget.latest_start(moves[:depth], scores[:depth]))
    return next(ends, DEEPEST)


@pytest.mark.parametrize(
    ("number", "budgets"),
    [
        (20, [Budget(settled=0)]),
        (77, [Budget(settled=0), Budget(soft=3)]),
        (77, [Budget(soft=soft, unsettled=DEEPEST) for soft in range(1, DEEPEST)]),
    ],
)
def test_starts_no_iteration_after_the_latest_start(number: int, budgets: list[Budget]) -> None:
    """A second passes in each iteration."""
    line = ballot_game(AMERICAN, number).positions_since_progress()
    reports: list[SearchInfo] = []
    info = Engine(AMERICAN, SMALL).analyze(line, Limits(depth=DEEPEST), report=reports.append)
    assert info.depth == len(reports) == DEEPEST
    for budget in budgets:
        seconds: list[SearchInfo] = []
        limits = Limits(depth=DEEPEST, budget=budget, timer=Timer.started(seconds.__len__))
        found = Engine(AMERICAN, SMALL).analyze(line, limits, patience(), seconds.append)
        assert found.depth == len(seconds) == _last_depth(reports, budget)


def test_ponders_until_the_timer_starts() -> None:
    """Even a budget of no time is not spent before."""
    timer, polls = Timer(), count()

    def start_at_the_twentieth_poll() -> bool:
        poll = next(polls)
        if poll == 20:
            timer.start()
        return poll > ENOUGH

    limits = Limits(budget=Budget(0, 0), timer=timer)
    info = Engine(AMERICAN, SMALL).analyze([START], limits, start_at_the_twentieth_poll)
    assert info.nodes <= 22 * 512
    assert next(polls) in (21, 22), "it stops at the poll that started the timer, or the next"


def test_stops_when_asked() -> None:
    info = Engine(AMERICAN, SMALL).search([START], Limits(), lambda: True)
    assert info.nodes <= 1024
    assert {root.move for root in info.roots} == set(MoveGenerator(AMERICAN).legal_moves(START))
