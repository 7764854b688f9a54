"""The search against what it may not change: plain minimax, other seeds, the other way of running."""

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from support.minimax import Minimax
from support.paths import ROOT
from support.played_positions import played_positions

import ai.search.root
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.trained_evaluation import trained_evaluation
from ai.levels import LEVELS, Level
from ai.opponent import Opponent
from ai.score import MATE, WIN
from ai.search.options import EXACT_OPTIONS, SearchOptions
from ai.search.root import Limits, Searcher, SearchResult
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
from ai.time_control import Budget
from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.geometry import WHITE
from engine.moves import MoveGenerator
from engine.outcome import is_progress
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Jumping, Rules

COMPILED = not str(ai.search.root.__file__).endswith(".py")
SMALL = SearchOptions(megabytes=1)
FREE = [name for name, rules in RULE_SETS.items() if "free" in rules.jumpings]
SAMPLES = [("american", 7), ("american", 8), ("american", 9), ("american", 10), ("casual", 7), ("triple-king", 7)]
WAYS: list[tuple[str, Jumping]] = [*((name, "forced") for name in RULE_SETS), *((name, "free") for name in FREE)]


def never() -> bool:
    """Do not stop."""
    return False


def ignore(result: SearchResult) -> None:
    """Nobody listens."""


def compare_with_minimax(
    depth: int, games: int, rules: Rules = AMERICAN, jumping: Jumping = "forced", seed: int = 7
) -> None:
    """Search positions of so many games to a depth, with the table and without, and hold the scores to minimax.

    What the table keeps of a position does not know the way there, so with it only positions are compared in which
    nothing can repeat: a side without kings has no way back.
    """
    plain, tabled = (
        Searcher(rules, replace(EXACT_OPTIONS, table=table, megabytes=1), jumping=jumping) for table in (False, True)
    )
    generator, evaluator = MoveGenerator(rules, jumping), Evaluator(trained_evaluation(rules))
    for position in played_positions(rules, seed, games, 90, jumping):
        expected = Minimax(generator, evaluator).value([position], depth, 0)
        may_repeat = position.kings & position.black and position.kings & position.white
        for searcher in (plain,) if may_repeat else (plain, tabled):
            searcher.clear()
            found = searcher.search([position], Limits(depth=depth), never, ignore)
            assert found.scores[0] == expected or abs(expected) >= WIN, fen_text(position)


def test_pruning_never_changes_a_value() -> None:
    """At equal depth the score is that of minimax."""
    compare_with_minimax(4 if COMPILED else 3, 20)


@pytest.mark.slow
def test_pruning_never_changes_a_value_deeper() -> None:
    """The same for 300 positions to depth 5."""
    compare_with_minimax(5, 300)


@pytest.mark.parametrize(("name", "seed"), SAMPLES)
def test_pruning_changes_no_value_where_jumps_may_be_declined(name: str, seed: int) -> None:
    """Free jumping: jumps, jumps stopped early and steps are moves of both sides."""
    compare_with_minimax(2, 6, RULE_SETS[name], "free", seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), SAMPLES)
def test_pruning_changes_no_value_where_jumps_may_be_declined_deeper(name: str, seed: int) -> None:
    """The same for 300 positions to depth 4."""
    compare_with_minimax(4, 50, RULE_SETS[name], "free", seed)


def test_who_has_nothing_but_captures_must_make_one() -> None:
    """Nobody stands pat who cannot step: whatever else Black does, White, hemmed in, takes a man and is taken."""
    root = parse_fen("B:W32:B1,14,18,27,28", AMERICAN)
    searcher = Searcher(AMERICAN, replace(EXACT_OPTIONS, megabytes=1), jumping="free")
    found = searcher.search([root], Limits(depth=1, multipv_window=WIN), never, ignore)
    scores = dict(zip(found.successors, found.scores, strict=True))
    waiting = next(move.after for move in MoveGenerator(AMERICAN).legal_moves(root) if move.path == (1, 5))
    assert scores[waiting] == MATE - 3


def test_scores_within_the_margin_are_exact() -> None:
    """At the depth asked for every move that comes so close is told by its own score, the others are told as below."""
    margin, several = 15, 0
    searcher, generator = Searcher(AMERICAN, replace(EXACT_OPTIONS, table=False, megabytes=1)), MoveGenerator(AMERICAN)
    minimax = Minimax(generator, Evaluator(trained_evaluation(AMERICAN)))
    for number, position in enumerate(played_positions(AMERICAN, 12, 40, 60)):
        depth = 2 + number % 3
        told = searcher.search([position], Limits(depth=depth, multipv_window=margin), never, ignore)
        exact = {}
        for move in generator.legal_moves(position):
            quiet = 0 if is_progress(position, move) else 1
            line = [position, move.after]
            exact[move.after] = -minimax.value(line, depth - 1, quiet, 1)
        floor = max(exact.values()) - margin
        close = {after: score for after, score in zip(told.successors, told.scores, strict=True) if score >= floor}
        assert close == {after: score for after, score in exact.items() if score >= floor}, fen_text(position)
        several += len(close) > 1
    assert several > 10


@pytest.mark.parametrize(("name", "jumping"), WAYS)
def test_the_move_found_is_legal_and_the_line_can_be_played(name: str, jumping: Jumping) -> None:
    """In every rule set, from random positions."""
    rules = RULE_SETS[name]
    searcher = Searcher(rules, SMALL, jumping=jumping)
    generator = MoveGenerator(rules, jumping)
    for position in played_positions(rules, 3, 20, 80, jumping):
        result = searcher.search([position], Limits(nodes=400), never, ignore)
        assert result.pv[0] == result.successors[0]
        for after in result.pv:
            assert after in {move.after for move in generator.legal_moves(position)}, fen_text(position)
            position = after


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    """At a level that spends nodes."""

    def game(seed: int) -> list[Position]:
        rng, played, opponent = random.Random(seed), Game(AMERICAN, "huff"), Opponent()
        while played.ply < 24 and not played.outcome:
            move = opponent.choose_move(played, LEVELS[2], rng, never).move
            assert move is not None
            played.play(move)
        return [turn.after for turn in played.turns]

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_a_win_that_is_announced_comes_true() -> None:
    """Whatever the loser tries, the winner's best moves bring the win in the number of plies told."""
    announced = 0
    searcher = Searcher(AMERICAN, SMALL)
    rng = random.Random(5)
    for position in played_positions(AMERICAN, 11, 120, 110):
        searcher.clear()
        result = searcher.search([position], Limits(nodes=1500), never, ignore)
        if result.scores[0] < WIN:
            continue
        announced += 1
        plies = MATE - result.scores[0]
        game = Game(AMERICAN, start=position)
        while game.outcome is None and game.ply < plies:
            if game.side == position.side:
                best = searcher.search(game.positions_since_progress(), Limits(nodes=20_000), never, ignore)
                game.play(next(move for move in game.legal_moves() if move.after == best.successors[0]))
            else:
                game.play(rng.choice(game.legal_moves()))
        assert game.outcome is not None, fen_text(position)
        assert game.outcome.winner == position.side, fen_text(position)
    assert announced >= 5


def test_only_the_roots_allowed_are_searched() -> None:
    """They get the scores they have among all of them, and no other is told."""
    start = Position.start(AMERICAN)
    after = [move.after for move in MoveGenerator(AMERICAN).legal_moves(start)]
    options = replace(EXACT_OPTIONS, table=False, megabytes=1)
    every = Searcher(AMERICAN, options).search([start], Limits(depth=4, multipv_window=1000), never, ignore)
    exact = dict(zip(every.successors, every.scores, strict=True))
    limits = Limits(depth=4, multipv_window=1000, allowed=after[2:5])
    some = Searcher(AMERICAN, options).search([start], limits, never, ignore)
    assert dict(zip(some.successors, some.scores, strict=True)) == {one: exact[one] for one in after[2:5]}


def test_stop_is_obeyed_and_the_best_so_far_returned() -> None:
    """After the first look at the clock."""
    searcher = Searcher(AMERICAN, SMALL)
    result = searcher.search([Position.start(AMERICAN)], Limits(), lambda: True, ignore)
    assert result.nodes <= 1024
    assert len(result.successors) == 7


def test_a_node_limit_is_kept_to_the_node() -> None:
    """Levels spend exactly what they have."""
    searcher = Searcher(AMERICAN, SMALL)
    for nodes in (1, 100, 700):
        assert searcher.search([Position.start(AMERICAN)], Limits(nodes=nodes), never, ignore).nodes == nodes


def test_the_computer_never_declines_a_jump_nor_stops_early_where_that_is_an_offence() -> None:
    """In huff it might, and pays for it."""
    jumpings: tuple[Jumping, ...] = ("forced", "huff")
    for jumping in jumpings:
        game, rng, opponent = Game(AMERICAN, jumping), random.Random(2), Opponent()
        while game.outcome is None and game.ply < 60:
            captures = game.captures()
            move = opponent.choose_move(game, LEVELS[1], rng, never).move
            assert move is not None
            assert not captures or move in captures
            game.play(move)


def test_thinking_leaves_the_game_alone() -> None:
    """The board may be drawn, and its moves looked up, on another thread meanwhile."""

    class Busy(Game):
        def routes(self) -> list[Move]:
            raise AssertionError("in use")

        legal_moves = captures = possible = routes

    thought = Opponent().choose_move(Busy(AMERICAN, "huff"), LEVELS[2], random.Random(1), never)
    assert thought.move in Game(AMERICAN).legal_moves()


def test_what_is_forgotten_changes_nothing() -> None:
    """After a search of something else and forgetting it, a search goes as with a new searcher."""
    first, second = played_positions(AMERICAN, 4, 2, 40)
    fresh, used = (Searcher(AMERICAN, replace(SearchOptions(), megabytes=0)) for _ in range(2))
    used.search([first], Limits(nodes=3000), never, ignore)
    used.clear()
    results = [searcher.search([second], Limits(nodes=3000), never, ignore) for searcher in (fresh, used)]
    assert (results[0].depth, results[0].scores) == (results[1].depth, results[1].scores)


def test_a_full_table_keeps_nothing_it_forgot() -> None:
    """Every key is new after forgetting, and what was forgotten gives way first."""
    table = TranspositionTable(0)
    for key in range(1, 9, 2):
        table.store(key, 5, 30, EXACT, 0)
    assert all(table.find(key) for key in range(1, 9, 2))
    table.clear()
    assert not any(table.find(key) for key in range(1, 9, 2))
    for key in range(1, 9, 2):
        table.store(key, 6, 1, EXACT, 0)
    assert [score_in(table.find(key)) for key in range(1, 9, 2)] == [6] * 4


def test_what_an_older_search_left_gives_way_before_what_is_new_and_shallow() -> None:
    """However deep it was searched; within one search the shallowest goes first."""
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


def test_a_move_too_far_back_for_an_entry_is_not_kept_and_spoils_nothing_else() -> None:
    """In triple-king a position may have hundreds of moves."""
    table = TranspositionTable(0)
    for move in (254, 255, 256, 300, 1000):
        table.store(7, -6, 5, UPPER, move)
        entry = table.find(7)
        assert (score_in(entry), depth_in(entry), bound_in(entry)) == (-6, 5, UPPER)
        assert move_in(entry) == (move if move < NO_MOVE else 254)


def test_a_clock_decides_how_long_the_full_strength_thinks() -> None:
    """Of two limits of time that of the game's clock counts; a search that ignored it would not end here."""
    endless = Level(9, "test", 0, 1e9, 1, 1)
    thought = Opponent().choose_move(Game(AMERICAN), endless, random.Random(1), never, budget=Budget(0, 0))
    assert thought.move is not None
    thought = Opponent().choose_move(Game(AMERICAN), endless, random.Random(1), never, budget=Budget(0, 1e9))
    assert thought.nodes < 1000


def test_chance_picks_among_moves_that_score_close() -> None:
    """With a wide margin several openings occur, none outside the margin."""
    level = Level(1, "test", 5000, 0, multipv_window=20, temperature=20)
    thoughts = [Opponent().choose_move(Game(AMERICAN), level, random.Random(seed), never) for seed in range(12)]
    scores = [thought.score for thought in thoughts]
    assert len({thought.move for thought in thoughts}) > 2
    assert max(scores) - min(scores) <= level.multipv_window


def test_an_opening_line_that_lost_is_not_begun_again() -> None:
    """The reply that led to a loss is left for another that scores close."""
    opponent, level = Opponent(), Level(1, "test", 2000, 0, multipv_window=0, temperature=1)

    def reply() -> Game:
        game = Game(AMERICAN)
        game.play(game.legal_moves()[0])
        move = opponent.choose_move(game, level, random.Random(1), never).move
        assert move is not None
        game.play(move)
        return game

    lost = reply()
    assert reply().position == lost.position
    lost.resign(WHITE)
    opponent.remember(lost, WHITE)
    assert reply().position != lost.position


PROBE = """
import importlib.machinery, json, sys
if sys.argv[1] == "bare":
    sys.modules.update(librt=None, mypy_extensions=None)
if sys.argv[1] != "as installed":
    def sources_only(path):
        if not path.startswith(sys.argv[2]) or "site-packages" in path:
            raise ImportError
        return importlib.machinery.FileFinder(
            path, (importlib.machinery.SourceFileLoader, importlib.machinery.SOURCE_SUFFIXES)
        )
    sys.path_hooks.insert(0, sources_only)
    sys.path_importer_cache.clear()
sys.path.insert(0, sys.argv[2])
import ai.search.root
from ai.search.options import SearchOptions
from engine.fen import parse_fen
from engine.rules import RULE_SETS
found = []
for name, jumping, fen in json.load(sys.stdin):
    rules = RULE_SETS[name]
    searcher = ai.search.root.Searcher(rules, SearchOptions(megabytes=1), jumping=jumping)
    limits = ai.search.root.Limits(nodes=1000, multipv_window=5)
    result = searcher.search([parse_fen(fen, rules)], limits, lambda: False, lambda r: None)
    found.append([result.depth, result.nodes, result.scores, [repr(after) for after in result.successors]])
json.dump([ai.search.root.__file__.endswith(".py"), found], sys.stdout)
"""


def test_compiled_and_interpreted_search_alike() -> None:
    """Same nodes, scores and moves for a search of fixed nodes in every rule set, on lists of plain ints as well."""
    positions = [
        (name, jumping, fen_text(position))
        for name, jumping in WAYS
        for position in played_positions(RULE_SETS[name], 9, 3 if jumping == "forced" else 1, 70, jumping)
    ]

    def probe(how: str) -> tuple[bool, object]:
        # The finder must come before any import of ours, so each runs in a process of its own.
        done = subprocess.run(
            [sys.executable, "-c", PROBE, how, str(ROOT)],
            input=json.dumps(positions),
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(sys.executable).parent,
        )
        interpreted, found = json.loads(done.stdout)
        return interpreted, found

    interpreted, slow = probe("interpreted")
    bare, plain = probe("bare")
    _, fast = probe("as installed")
    assert interpreted
    assert bare
    assert slow == plain == fast


def test_a_far_win_is_found_and_a_lost_position_answered() -> None:
    """Two kings against one in the open are won; the lone king still gets a move."""
    position = parse_fen("B:WK18:BK10,K11", AMERICAN)
    searcher = Searcher(AMERICAN, SMALL)
    result = searcher.search([position], Limits(nodes=5_000), never, ignore)
    assert result.scores[0] > 0
    assert searcher.search([result.successors[0]], Limits(nodes=300), never, ignore).successors
