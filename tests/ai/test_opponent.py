"""The computer player: huffs, draw offers, choice among root moves, budgets, damaged files, games and reports."""

import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from support.stops import stop_after

from ai.endgames.files import PACKAGED
from ai.endgames.packed import file_name
from ai.engine import RootMove, SearchInfo, never
from ai.evaluation.trained_evaluation import evaluation_file, trained_evaluation
from ai.levels import HINT, LEVELS, Level, MoveRequest
from ai.opponent import Opponent, choose_root_move
from ai.score import EVALUATION_LIMIT, MATE
from ai.time_control import UNLIMITED, Budget
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS

START_MOVES = MoveGenerator(AMERICAN).legal_moves(Position.start(AMERICAN))
FOURTH_POSITION = "W:W30,K31,K32:BK20,21,K22,K23"


def scored(*scores: int) -> list[RootMove]:
    """Return the opening moves with these scores, best first."""
    return [RootMove(move, score) for move, score in zip(START_MOVES, scores, strict=False)]


# Huffs


@pytest.mark.parametrize(
    ("fen", "move", "huffable", "taken"),
    [
        ("B:W10,27,32:BK24,7,1", "1-5", (7, 24), 24),
        ("W:WK26,9,32:B6,23,4", "32-28", (9, 26), 26),
        ("W:WK9,26,32:B6,23,1", "32-28", (9, 26), 9),
        ("B:W10,27,32:BK7,24,1", "1-5", (7, 24), 24),
    ],
)
def test_huffs_the_piece_with_the_best_score(fen: str, move: str, huffable: tuple[int, ...], taken: int) -> None:
    """A king rather than a man, unless the king can be jumped at once as in the last case."""
    game = Game(AMERICAN, "huff", parse_fen(fen, AMERICAN))
    game.play(read_move(move, game.routes()))
    assert game.huffable == huffable
    assert Opponent().choose_huff(game) == taken


# Draws


@pytest.mark.parametrize(
    ("fen", "agrees"),
    [
        ("B:WK32:BK1", {BLACK: True, WHITE: True}),
        ("B:WK32,K31:BK1", {BLACK: True, WHITE: False}),
        ("W:WK32:BK1,K2", {BLACK: False, WHITE: True}),
        pytest.param("W:W16,20,21,22,23,29,30:B3,6,7,9,11,13,15", {BLACK: True, WHITE: True}, marks=pytest.mark.slow),
    ],
)
def test_accepts_a_draw_unless_better(fen: str, agrees: dict[int, bool]) -> None:
    """In the last position, a search of 3,000 nodes prefers Black."""
    game = Game(AMERICAN, start=parse_fen(fen, AMERICAN))
    assert {side: Opponent().answer_draw(game, side).agreed for side in (BLACK, WHITE)} == agrees


# Hints


@pytest.mark.slow
def test_a_hint_gives_up_no_piece_in_a_won_game() -> None:
    """It gave a king away by 19-16, which reaches the endgame tables soonest."""
    game = Game(AMERICAN, start=parse_fen("B:WK11,21:B5,15,18,K19", AMERICAN))
    move = Opponent().choose_move(MoveRequest(game, HINT, Random(0)), never).move
    assert f"{move.start}-{move.end}" in ("5-9", "19-23", "19-24")


# The choice among root moves


def test_chooses_by_softmax_within_the_window() -> None:
    roots, rng = scored(10, 0, -10, -11), Random(3)
    chosen = Counter(choose_root_move(roots, 20, 10.0, rng).score for _ in range(6000))
    assert set(chosen) == {10, 0, -10}
    assert chosen[10] / chosen[0] == pytest.approx(math.e, rel=0.1)
    assert chosen[0] / chosen[-10] == pytest.approx(math.e, rel=0.15)


def test_chooses_a_book_move_more_often_if_the_book_knows_more_after_it() -> None:
    roots, rng = [root._replace(weight=weight) for root, weight in zip(scored(0, 0), (4, 1), strict=True)], Random(3)
    chosen = Counter(choose_root_move(roots, 1, 1.0, rng).move for _ in range(3000))
    assert chosen[roots[0].move] / chosen[roots[1].move] == pytest.approx(2, rel=0.1)


def test_chooses_the_best_without_a_window() -> None:
    """The other scores are upper bounds and may be equal."""
    roots = scored(10, 10, 10)
    assert choose_root_move(roots, 0, 1.0, Random(1)) == roots[0]


@pytest.mark.parametrize("best", [MATE - 5, EVALUATION_LIMIT, -EVALUATION_LIMIT, 6 - MATE])
def test_chooses_the_best_in_a_decided_game(best: int) -> None:
    roots = scored(best, best - 1, best - 1)
    assert {choose_root_move(roots, 50, 50.0, Random(seed)) for seed in range(30)} == {roots[0]}


# Budgets


def test_varies_the_nodes_from_game_to_game() -> None:
    """The logarithm of the nodes is uniform over games, and constant within a game."""
    level = Level(4, "test", 0, 40, 0, 0, 1, budget_variation=2)
    spent = []
    for seed in range(20):
        game, opponent, rng = Game(AMERICAN), Opponent(), Random(seed)
        nodes = set()
        for _ in range(2):
            info = opponent.choose_move(MoveRequest(game, level, rng), never)
            nodes.add(info.nodes)
            game.play(info.move)
        assert len(nodes) == 1
        spent.append(math.log2(nodes.pop() / 40))
    assert -2 <= min(spent) < -1
    assert 1 < max(spent) <= 2.1
    assert abs(sum(spent) / len(spent)) < 0.6


def test_opening_has_a_wider_window_and_its_temperature_falls() -> None:
    level = LEVELS[7]
    assert level.window_and_temperature(0, 24, 1) == (30, 14.5)
    assert level.window_and_temperature(9, 24, 1) == (30, 12.25)
    assert level.window_and_temperature(9, 24, 2.4) == (44, 12.6)
    assert level.window_and_temperature(10, 9, 2.4) == (20, 12)


@pytest.mark.parametrize("number", [7, 8])
def test_high_levels_leave_no_ending_to_chance(number: int) -> None:
    """In the Fourth Position most steps have the same score, and many of them lose in the end."""
    assert LEVELS[number].window_and_temperature(0, 8, 1)[0] == 0
    assert LEVELS[6].window_and_temperature(0, 8, 1)[0] == LEVELS[6].multipv_window > 0
    level = LEVELS[number]._replace(nodes=100)
    for seed in range(4):
        game = Game(AMERICAN, start=parse_fen(FOURTH_POSITION, AMERICAN))
        found = Opponent().choose_move(MoveRequest(game, level, Random(seed)), never)
        assert found.move == found.roots[0].move
        assert found.nodes >= 100


@pytest.mark.slow
@pytest.mark.parametrize("fen", [FOURTH_POSITION, FOURTH_POSITION.replace("W:", "B:", 1)])
def test_holds_the_fourth_position(fen: str) -> None:
    """White draws against the stronger side, whoever is to move. Level 8 plays both."""
    game, players, rng = Game(AMERICAN, start=parse_fen(fen, AMERICAN)), (Opponent(), Opponent()), Random(2)
    while game.outcome is None:
        game.play(players[game.side].choose_move(MoveRequest(game, LEVELS[8], rng), never).move)
    assert game.outcome.winner is None


@pytest.mark.parametrize("damage", [lambda data: data[:-9], None])
def test_plays_with_material_if_the_evaluation_is_damaged(
    damage: Callable[[bytes], bytes] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder in the place of the file counts as damaged."""
    path = tmp_path / "american.evaluation"
    path.write_bytes(damage(evaluation_file(AMERICAN).read_bytes())) if damage is not None else path.mkdir()
    monkeypatch.setattr("ai.evaluation.trained_evaluation.FOLDER", tmp_path)
    trained_evaluation.cache_clear()
    try:
        opponent = Opponent()
        # Black can win a man or lose one.
        game = Game(AMERICAN, start=parse_fen("B:W18,31,32:B15,3,4", AMERICAN))
        for _ in range(2):
            opponent.choose_move(MoveRequest(game, LEVELS[5], Random(1)), never)
            assert len(opponent.problems) == 1
        assert opponent.problems[0].startswith("The evaluation american.evaluation cannot be used (")
        assert opponent.choose_move(MoveRequest(Game(AMERICAN), LEVELS[5], Random(1)), never).nodes > 0
    finally:
        trained_evaluation.cache_clear()


@pytest.mark.timeout(60)
def test_plays_without_damaged_tables(tmp_path: Path) -> None:
    whole = (PACKAGED / file_name(AMERICAN, 2)).read_bytes()
    (tmp_path / file_name(AMERICAN, 2)).write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    opponent = Opponent(tmp_path)
    game = Game(AMERICAN, start=parse_fen("B:W20:B10", AMERICAN))
    for _ in range(2):
        assert opponent.choose_move(MoveRequest(game, LEVELS[7], Random(1)), never).move in game.legal_moves()
        assert len(opponent.problems) == 1
    assert "damaged" in opponent.problems[0]


# Thinking on the player's time


def test_searches_deeper_after_thinking_on_the_players_time() -> None:
    level = LEVELS[9]._replace(uses_book=False)
    depths = []
    for before in (0, 20):
        game, opponent = Game(AMERICAN), Opponent()
        if before:
            opponent.ponder(game, level, stop_after(before))
        game.play(game.legal_moves()[2])
        depths.append(opponent.choose_move(MoveRequest(game, level, Random(1), UNLIMITED), stop_after(6)).depth)
    assert depths[1] > depths[0]


# Games


def test_does_not_use_the_move_generator_of_the_game() -> None:
    """Another thread may use it at the same time."""

    class Busy(Game):
        def routes(self) -> list[Move]:
            raise AssertionError("in use")

        legal_moves = captures = possible = routes

    thought = Opponent().choose_move(MoveRequest(Busy(AMERICAN, "huff"), LEVELS[2], Random(1)), never)
    assert thought.move in Game(AMERICAN).legal_moves()


def test_budget_of_the_clock_replaces_the_seconds_of_the_level() -> None:
    """A search that ignored the budget would not end."""
    endless = Level(9, "test", 0, 0, 1e9, 1, 1)
    assert Opponent().choose_move(MoveRequest(Game(AMERICAN), endless, Random(1), Budget(0, 0)), never).pv
    thought = Opponent().choose_move(MoveRequest(Game(AMERICAN), endless, Random(1), Budget(0, 1e9)), never)
    assert thought.nodes < 1000


def test_chooses_among_the_moves_within_the_window() -> None:
    level = Level(1, "test", 0, 300, 0, multipv_window=20, temperature=20)
    thoughts = [Opponent().choose_move(MoveRequest(Game(AMERICAN), level, Random(seed)), never) for seed in range(8)]
    scores = [thought.score for thought in thoughts]
    assert len({thought.move for thought in thoughts}) > 2
    assert max(scores) - min(scores) <= level.multipv_window


@pytest.mark.parametrize("rules", ["american", "international"])
def test_reports_change_nothing(rules: str) -> None:
    """The expected line was once worked out on the generator of the search under way, which lost its moves by it."""
    games = []
    for report in (None, list[SearchInfo]().append):
        game, opponent, level = Game(RULE_SETS[rules]), Opponent(), LEVELS[7]._replace(nodes=200, uses_book=False)
        request = MoveRequest(game, level, Random(3))
        for _ in range(6):
            info = opponent.choose_move(request, never, report)
            game.play(info.move)
        games.append([turn.move for turn in game.turns])
    assert games[0] == games[1]


def test_reports_grow_deeper_and_expect_legal_play() -> None:
    game, reports = Game(RULE_SETS["american"]), list[SearchInfo]()
    level = LEVELS[7]._replace(nodes=1_000, uses_book=False)
    last = Opponent().choose_move(MoveRequest(game, level, Random(1)), never, reports.append)
    assert [info.depth for info in reports] == list(range(1, len(reports) + 1))
    assert last.depth == reports[-1].depth
    for info in reports:
        again = game.copy()
        for move in info.pv:
            again.play(move)


# What a person asks


@pytest.mark.parametrize("level", [HINT, LEVELS[9]], ids=["hint", "level 9"])
def test_sees_a_shot_that_prob_cut_overlooks(level: Level) -> None:
    """As many nodes with ProbCut see another move."""
    game = Game(AMERICAN, start=parse_fen("B:W11,21,22,23,25,26,28,31,32:B2,4,7,10,12,13,14,16,19", AMERICAN))

    def chosen(level: Level) -> tuple[int, ...]:
        request = MoveRequest(game, level._replace(nodes=3000, seconds=0), Random(0))
        return Opponent().choose_move(request, never).move.path

    assert chosen(level) == (10, 15)
    assert chosen(level._replace(prob_cut=LEVELS[8].prob_cut)) != (10, 15)
