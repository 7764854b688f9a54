"""Huffing: which piece may be taken for a missed jump, when, and what follows."""

import random
from functools import partial

import pytest
from support.cases import cases
from support.games import game_at, play
from support.naive_generator import SETS, huffable
from support.naive_values import route_of, state_of
from support.random_positions import ordered

from engine.fen import fen_text
from engine.game import Game, IllegalMove, Outcome, Reason
from engine.geometry import BLACK, WHITE
from engine.position import Move
from engine.rules import RULE_SETS, Jumping

huffing = partial(game_at, jumping="huff")
HUFFED_SETS = [name for name, rules in RULE_SETS.items() if "huff" in rules.jumpings]


@pytest.mark.parametrize(("case", "name", "fen", "move", "squares"), cases("huffs"))
def test_finds_the_pieces_that_may_be_huffed(case: str, name: str, fen: str, move: str, squares: str) -> None:
    huffed = () if squares == "none" else tuple(map(int, squares.split(",")))
    game = huffing(fen, name)
    before = state_of(game.position)
    play(game, move)
    assert game.huffable == huffed, case
    assert huffable(SETS[name], before, route_of(game.turns[-1].move)) == set(huffed), case


def test_rejects_a_second_huff_and_other_pieces() -> None:
    game = play(huffing("B:W18,30:B12,14,15"), "12-16")
    for number in (16, 18, 1, 33):
        with pytest.raises(IllegalMove, match=str(number)):
            game.huff(number)
    game.huff(14)
    with pytest.raises(IllegalMove):
        game.huff(15)
    with pytest.raises(IllegalMove):
        game.waive_huff()


def test_a_waived_huff_is_lost() -> None:
    game = play(huffing("B:W18,30:B4,12,14"), "4-8")
    game.waive_huff()
    assert game.huffable == ()
    assert fen_text(game.position) == "W:W18,30:B8,12,14"
    with pytest.raises(IllegalMove):
        game.huff(14)


def test_an_undecided_huff_is_pending_after_undo() -> None:
    game = play(huffing("B:W18,30:B4,12,14"), "4-8", "30-26")
    game.go_to(game.ply - 1)
    assert game.huffable == (14,)
    game.huff(14)
    assert fen_text(game.position) == "W:W18,30:B8,12"
    assert not game.can_redo


def test_loses_after_a_huff_of_the_last_man() -> None:
    game = play(huffing("B:W18,30:B14"), "14-17")
    assert game.outcome is None
    game.huff(17)
    if game.outcome is None:
        play(game, "18-15")
    assert game.outcome == Outcome(WHITE, Reason.NO_MEN)


BLOCKING = "B:W18:B9,10,11,14"  # 10-15 leaves White's only man no move, but 14 could have jumped it


def test_a_pending_huff_delays_the_outcome() -> None:
    game = play(huffing(BLOCKING), "10-15")
    assert game.huffable == (14,)
    assert game.outcome is None
    game.huff(14)
    assert game.outcome is None
    play(game, "18-14")


def test_a_side_without_moves_loses_after_a_waiver() -> None:
    game = play(huffing(BLOCKING), "10-15")
    game.waive_huff()
    assert game.outcome == Outcome(BLACK, Reason.NO_MOVES)


@pytest.mark.parametrize("jumping", ["forced", "free"])
def test_allows_no_huff_under_forced_or_free_jumping(jumping: Jumping) -> None:
    game = game_at("B:W18,26,32:B4,14", jumping=jumping)
    if jumping == "forced":
        for path in ((4, 8), (14, 17), (14, 23)):
            with pytest.raises(IllegalMove):
                game.play(Move(path, (18,) if path == (14, 23) else (), game.position))
        play(game, "14x23x30")
    else:
        play(game, "14x23")
    assert game.huffable == ()
    with pytest.raises(IllegalMove):
        game.huff(game.turns[-1].move.end)


def test_a_huff_is_progress() -> None:
    """Nothing before a huff can be repeated, and the count of moves without progress begins again."""
    game = play(huffing("B:W14,30:BK4,K18"), "4-8")
    game.waive_huff()
    assert len(game.positions_since_progress()) == 2
    game = play(huffing("B:W14,30:BK4,K18"), "4-8")
    game.huff(18)
    assert game.positions_since_progress() == [game.position]


@pytest.mark.parametrize("name", HUFFED_SETS)
def test_agrees_with_the_naive_generator_in_random_games(name: str) -> None:
    """Both implementations find the same pieces to huff. A game goes back and forward with its huffs."""
    rng = random.Random(f"huff {name}")
    seen = 0
    for _ in range(3):
        game = Game(RULE_SETS[name], "huff")
        boards = [game.position]
        while game.outcome is None and game.ply < 80:
            before = state_of(game.position)
            moves = ordered({route_of(move) for move in game.routes()})
            chosen = rng.choice(moves)
            game.play(next(move for move in game.routes() if move.path == chosen.path))
            expected = huffable(SETS[name], before, chosen)
            assert set(game.huffable) == expected
            if expected:
                seen += 1
                number = rng.choice([*sorted(expected), 0])
                if number:
                    game.huff(number)
                    gone = {piece for piece in chosen.after.pieces if piece[0] == number}
                    assert state_of(game.position) == chosen.after._replace(pieces=chosen.after.pieces - gone)
                    assert (game.turns[-1].huffed, game.turns[-1].after) == (number, game.position)
                else:
                    game.waive_huff()
                assert game.huffable == ()
            boards.append(game.position)
        again, turns = Game(RULE_SETS[name], "huff"), game.turns
        again.resign(BLACK)
        for turn in turns:
            again.replay(turn)
        assert (again.turns, again.outcome) == (turns, game.outcome)
        for ply in (*range(len(turns), -1, -1), *range(len(turns))):
            for each in (game, again):
                each.go_to(ply)
                assert (each.position, each.huffable) == (boards[ply], ())
    assert seen > 4


def test_a_huff_cancels_a_later_resignation() -> None:
    game = play(huffing("B:W18,30:B4,12,14"), "4-8", "30-25")
    game.resign(BLACK)
    game.go_to(1)
    game.huff(14)
    assert game.outcome is None
