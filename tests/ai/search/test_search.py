"""The search: its scores against plain minimax, its limits and its table."""

from dataclasses import asdict, replace
from random import Random

import pytest
from support.minimax import EXACT_OPTIONS, Minimax
from support.played_positions import played_positions
from support.positions_with_few_pieces import positions_with_few_pieces

import ai.search.root
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.score import MATE, WIN
from ai.search.limits import Limits, never
from ai.search.options import SearchOptions, suited
from ai.search.root import Searcher, SearchResult
from ai.search.transposition_table import (
    EXACT,
    NO_MOVE,
    UPPER,
    TranspositionTable,
    bound_in,
    depth_in,
    move_in,
    score_in,
)
from engine.fen import fen_text, parse_fen
from engine.game import Game, is_progress
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules, losing_game

COMPILED = not str(ai.search.root.__file__).endswith(".py")
SMALL = SearchOptions(megabytes=1)
DECLINING = ("american", "casual", "triple-king")


def ignore(result: SearchResult) -> None:
    pass


@pytest.mark.parametrize(
    ("rules", "jumping", "depth", "games"),
    [
        (AMERICAN, "forced", 4 if COMPILED else 3, 12),
        pytest.param(AMERICAN, "forced", 5, 300, marks=pytest.mark.slow),
        *((losing_game(RULE_SETS[name]), "forced", 3, 5) for name in ("american", "russian")),
        *((RULE_SETS[name], "free", 2, 4) for name in DECLINING),
        *(pytest.param(RULE_SETS[name], "free", 4, 100, marks=pytest.mark.slow) for name in DECLINING),
    ],
    ids=str,
)
def test_scores_match_minimax(rules: Rules, jumping: Jumping, depth: int, games: int) -> None:
    """Search a position of each game with and without the table.

    Table entries ignore repetitions. So with the table only positions are compared in which nothing can repeat, because
    one side has no kings.
    """
    plain, tabled = (
        Searcher(rules, replace(EXACT_OPTIONS, table=table, megabytes=1), jumping=jumping) for table in (False, True)
    )
    generator, evaluator = MoveGenerator(rules, jumping), Evaluator(trained_evaluation(rules))
    for position in played_positions(rules, 7, games, 90, jumping):
        expected = Minimax(generator, evaluator).value([position], depth, 0)
        may_repeat = position.kings & position.black and position.kings & position.white
        for searcher in (plain,) if may_repeat else (plain, tabled):
            searcher.clear()
            found = searcher.search([position], Limits(depth=depth), never, ignore)
            assert found.scores[0] == expected or abs(expected) >= WIN, fen_text(position)


def test_does_not_stand_pat_without_a_step() -> None:
    """White has no step: after Black's waiting move it must take a man, and then loses its last one."""
    root = parse_fen("B:W32:B1,14,18,27,28", AMERICAN)
    searcher = Searcher(AMERICAN, replace(EXACT_OPTIONS, megabytes=1), jumping="free")
    found = searcher.search([root], Limits(depth=1, multipv_window=WIN), never, ignore)
    scores = dict(zip(found.successors, found.scores, strict=True))
    waiting = next(move.after for move in MoveGenerator(AMERICAN).legal_moves(root) if move.path == (1, 5))
    assert scores[waiting] == MATE - 3


def test_scores_within_the_window_are_exact() -> None:
    """Moves below the window have scores below it."""
    margin, several = 15, 0
    searcher, generator = Searcher(AMERICAN, replace(EXACT_OPTIONS, table=False, megabytes=1)), MoveGenerator(AMERICAN)
    minimax = Minimax(generator, Evaluator(trained_evaluation(AMERICAN)))
    for number, position in enumerate(played_positions(AMERICAN, 12, 12, 60)):
        depth = 2 + number % 3
        result = searcher.search([position], Limits(depth=depth, multipv_window=margin), never, ignore)
        exact = {}
        for move in generator.legal_moves(position):
            quiet = 0 if is_progress(position, move) else 1
            line = [position, move.after]
            exact[move.after] = -minimax.value(line, depth - 1, quiet, 1)
        floor = max(exact.values()) - margin
        close = {after: score for after, score in zip(result.successors, result.scores, strict=True) if score >= floor}
        assert close == {after: score for after, score in exact.items() if score >= floor}, fen_text(position)
        several += len(close) > 1
    assert several > 3


def test_wins_within_the_plies_of_the_score() -> None:
    """The loser moves at random."""
    announced = set()
    searcher = Searcher(AMERICAN, SMALL)
    rng = Random(5)
    for position in positions_with_few_pieces(AMERICAN, Random(2), (3, 4), 15):
        searcher.clear()
        result = searcher.search([position], Limits(nodes=300), never, ignore)
        if result.scores[0] < WIN:
            continue
        plies = MATE - result.scores[0]
        announced.add(plies)
        game = Game(AMERICAN, start=position)
        while game.outcome is None and game.ply < plies:
            if game.side == position.side:
                best = searcher.search(game.positions_since_progress(), Limits(nodes=300), never, ignore)
                game.play(next(move for move in game.legal_moves() if move.after == best.successors[0]))
            else:
                game.play(rng.choice(game.legal_moves()))
        assert game.outcome is not None, fen_text(position)
        assert game.outcome.winner == position.side, fen_text(position)
    assert len(announced) > 2


def test_searches_only_the_allowed_root_moves() -> None:
    """Their scores are the same as in a search of all root moves."""
    start = Position.start(AMERICAN)
    after = [move.after for move in MoveGenerator(AMERICAN).legal_moves(start)]
    options = replace(EXACT_OPTIONS, table=False, megabytes=1)
    every = Searcher(AMERICAN, options).search([start], Limits(depth=4, multipv_window=1000), never, ignore)
    exact = dict(zip(every.successors, every.scores, strict=True))
    limits = Limits(depth=4, multipv_window=1000)
    some = Searcher(AMERICAN, options).search([start], limits, never, ignore, allowed=after[2:5])
    assert dict(zip(some.successors, some.scores, strict=True)) == {one: exact[one] for one in after[2:5]}


@pytest.mark.parametrize(
    ("rules", "off"),
    [
        (AMERICAN, {"one_reply_extension", "offer_extension", "only_reply", "reply_guard"}),
        (
            RULE_SETS["russian"],
            {"one_reply_extension", "offer_extension", "only_reply", "reply_guard", "razoring", "prob_cut_growth"},
        ),
        (losing_game(AMERICAN), {"razoring", "prob_cut", "threat_extension", "only_reply", "reply_guard"}),
    ],
)
def test_some_options_are_off_by_the_rules(rules: Rules, off: set[str]) -> None:
    before, after = asdict(SearchOptions()), asdict(suited(SearchOptions(), rules))
    assert {name for name, value in after.items() if value != before[name]} == off
    assert not any(after[name] for name in off)


def test_finds_a_shot_whose_replies_are_all_forced() -> None:
    """Five men are given up, each for an only capture, before a king takes six. It took 3.8 million nodes."""
    root = parse_fen("W:W25,27,28,32,33,34,37,44,45,50:B3,9,11,12,13,15,19,23,24,26", RULE_SETS["international"])
    searcher = Searcher(RULE_SETS["international"], SearchOptions(megabytes=4))
    found = searcher.search([root], Limits(nodes=250_000, decisive=200), never, ignore)
    assert found.scores[0] > 200


def test_clear_empties_a_full_table() -> None:
    """Entries from before are not found, and are replaced first."""
    table = TranspositionTable(0)
    for key in range(1, 9, 2):
        table.store(key, 5, 30, EXACT, 0)
    assert all(table.find(key) for key in range(1, 9, 2))
    table.clear()
    assert not any(table.find(key) for key in range(1, 9, 2))
    for key in range(1, 9, 2):
        table.store(key, 6, 1, EXACT, 0)
    assert [score_in(table.find(key)) for key in range(1, 9, 2)] == [6] * 4


def test_replaces_entries_of_older_searches_first() -> None:
    """Within one search the entry with the lowest depth is replaced first."""
    table = TranspositionTable(0)
    old, new = range(1, 9, 2), range(9, 17, 2)
    for depth, key in enumerate(old, 20):
        table.store(key, 5, depth, EXACT, 0)
    table.new_search()
    for depth, key in enumerate(new, 1):
        table.store(key, 6, depth, EXACT, 0)
    assert [bool(table.find(key)) for key in (*old, *new)] == [False] * 4 + [True] * 4
    table.store(17, 7, 9, EXACT, 0)
    assert [bool(table.find(key)) for key in (*new, 17)] == [False] + [True] * 4


def test_drops_a_move_that_does_not_fit_into_an_entry() -> None:
    """In triple-king a position may have hundreds of moves."""
    table = TranspositionTable(0)
    for move in (254, 255, 256, 300, 1000):
        table.store(7, -6, 5, UPPER, move)
        entry = table.find(7)
        assert (score_in(entry), depth_in(entry), bound_in(entry)) == (-6, 5, UPPER)
        assert move_in(entry) == (move if move < NO_MOVE else 254)
