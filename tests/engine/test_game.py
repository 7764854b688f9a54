"""A game: turns back and forth, and every way it ends."""

import random
from collections import Counter
from collections.abc import Callable

import pytest
from support.games import game_at, play
from support.naive_values import route_of
from support.random_positions import ordered

from engine.fen import parse_fen
from engine.game import Game, IllegalMove, Outcome, Reason, drawn
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.notation import find_move
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Rules, rules_named


def _ending(game: Game) -> tuple[int | None, Reason] | None:
    return (game.outcome.winner, game.outcome.reason) if game.outcome else None


def test_lists_captures_under_forced_jumping() -> None:
    for jumping in AMERICAN.jumpings:
        game = game_at("B:W16,18,26,32:B12,14", "american", jumping)
        assert {move.path for move in game.captures()} == {(12, 19), (14, 23, 30)}
        assert game_at("B:W30:B12,14", "american", jumping).captures() == []
    assert {move.path for move in game_at("B:W16,18,26,32:B12,14", "triple-king", "huff").captures()} == {(14, 23, 30)}


def test_a_move_after_undo_deletes_the_undone_moves() -> None:
    game = play(Game(AMERICAN), "11-15", "23-18", "8-11")
    game.go_to(1)
    play(game, "22-18")
    assert [turn.move.path for turn in game.turns] == [(11, 15), (22, 18)]
    assert not game.can_redo


def test_rejects_an_illegal_move_without_changes() -> None:
    game = Game(AMERICAN)
    before = game.position
    for path in ((11, 18), (11, 12), (23, 18), (4, 8), (11, 15, 18)):
        with pytest.raises(IllegalMove):
            game.play(Move(path, (), before))
    assert (game.position, game.ply, game.turns) == (before, 0, ())


def test_a_copy_is_independent() -> None:
    game = play(Game(AMERICAN, "huff"), "11-15", "23-18")
    other = game.copy()
    assert (other.position, other.ply, other.jumping, other.start) == (game.position, 2, "huff", game.start)
    play(other, "8-11")
    other.resign(WHITE)
    assert (game.ply, len(game.turns), game.outcome) == (2, 2, None)
    assert game.copy().position == game.position


@pytest.mark.parametrize("name", [name for name, rules in RULE_SETS.items() if rules.jumpings == ("forced",)])
def test_rejects_another_jumping_under_rules_that_force_it(name: str) -> None:
    for jumping in ("huff", "free"):
        with pytest.raises(ValueError, match=name):
            Game(RULE_SETS[name], jumping)


@pytest.mark.parametrize(
    ("fen", "path", "reason"),
    [("B:W18:B14", "14x23", Reason.NO_MEN), ("B:W13:B1,9", "1-6", Reason.NO_MOVES)],
    ids=["no-men", "no-moves"],
)
def test_ends_for_a_side_that_cannot_move(fen: str, path: str, reason: Reason) -> None:
    game = play(game_at(fen), path)
    assert _ending(game) == (BLACK, reason)
    assert game.legal_moves() == []


def test_rejects_moves_after_the_end() -> None:
    game = Game(AMERICAN)
    move = game.legal_moves()[0]
    game.resign(BLACK)
    with pytest.raises(IllegalMove, match="over"):
        game.play(move)


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (lambda game: game.resign(BLACK), Outcome(WHITE, Reason.RESIGNED)),
        (lambda game: game.resign(WHITE), Outcome(BLACK, Reason.RESIGNED)),
        (lambda game: game.lose_on_time(WHITE), Outcome(BLACK, Reason.FLAG)),
        (lambda game: game.agree_draw(), Outcome(None, Reason.AGREED)),
    ],
    ids=["black-resigns", "white-resigns", "white-out-of-time", "agreed"],
)
def test_players_end_thegame_at(end, outcome: Outcome) -> None:  # type: ignore[no-untyped-def]  # one-line lambdas above
    """The end comes after the position on the board; moves taken back before are gone."""
    game = play(Game(AMERICAN), "11-15", "23-18")
    game.go_to(1)
    end(game)
    assert (game.outcome, game.ply, game.can_redo) == (outcome, 1, False)
    game.go_to(game.ply - 1)
    assert game.outcome is None


@pytest.mark.parametrize("end", [lambda game: game.resign(BLACK), lambda game: game.agree_draw()])
def test_rejects_a_huff_after_the_players_ended_thegame_at(end: Callable[[Game], None]) -> None:
    game = play(game_at("B:W18,32:B15,1", jumping="huff"), "1-6")
    assert game.huffable == (15,)
    end(game)
    ended = game.outcome
    assert ended is not None
    assert not game.huffable
    with pytest.raises(IllegalMove):
        game.huff(15)
    assert game.outcome == ended


@pytest.mark.parametrize("seed", range(5))
def test_draws_when_a_position_occurs_the_third_time(seed: int) -> None:
    """Kings move at random: not in a row, and often to the same squares with the other side to move."""
    game, rng, seen = game_at("B:WK29:BK4"), random.Random(seed), Counter[Position]()
    while True:
        seen[game.position] += 1
        assert (game.outcome == Outcome(None, Reason.REPETITION)) == (seen[game.position] == 3)
        if game.outcome is not None:
            break
        game.play(rng.choice(game.legal_moves()))
    game.go_to(game.ply - 1)
    assert game.outcome is None


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_draws_after_moves_without_progress(rules: Rules) -> None:
    """Kings, three of each side, stand on other squares in each position."""
    geometry, rng, positions = rules.geometry, random.Random(2), list[Position]()
    while len(positions) <= 2 * rules.draw_after:
        numbers = rng.sample(range(1, geometry.squares + 1), 6)
        black, white = geometry.mask(tuple(numbers[:3])), geometry.mask(tuple(numbers[3:]))
        positions.append(Position(geometry, black, white, black | white, 0, rng.randrange(2)))
    generator = MoveGenerator(rules)
    assert drawn(generator, positions[1:]) is None
    assert drawn(generator, positions) == Outcome(None, Reason.NO_PROGRESS)


@pytest.mark.parametrize(
    ("name", "fen", "move", "outcome"),
    [
        ("breakthrough", "W:W7:B40", "7-1", Outcome(WHITE, Reason.FIRST_KING)),
        ("breakthrough-64", "B:W5:B21,26", "26-31", Outcome(BLACK, Reason.FIRST_KING)),
        ("breakthrough-losing", "W:W7:B40", "7-1", Outcome(BLACK, Reason.FIRST_KING)),
        ("breakthrough", "W:W7,34:B6,40", "34x45", None),
    ],
)
def test_the_first_king_ends_thegame_at(name: str, fen: str, move: str, outcome: Outcome | None) -> None:
    rules = rules_named(name)
    assert rules is not None
    game = Game(rules, start=parse_fen(fen, rules))
    play(game, move)
    assert game.outcome == outcome
    generator = MoveGenerator(rules)
    assert bool(generator.legal_moves(game.position)) == generator.can_move(game.position) == (outcome is None)
    assert not outcome or not generator.can_capture(game.position)


@pytest.mark.parametrize("name", RULE_SETS)
def test_random_games_end_and_can_be_replayed(name: str) -> None:
    rng = random.Random(f"walk {name}")
    rules = RULE_SETS[name]
    game = Game(rules)
    positions = [game.position]
    while game.outcome is None and game.ply < 120:
        chosen = rng.choice(ordered({route_of(move) for move in game.legal_moves()}))
        game.play(find_move(chosen.path, game.routes()))
        positions.append(game.position)
    ending, last = game.outcome, game.ply
    for ply in (0, *rng.choices(range(last), k=last), *range(last + 1)):
        game.go_to(ply)
        assert (game.ply, game.position, game.can_redo) == (ply, positions[ply], ply < last)
    assert game.outcome == ending
    for ply in (-1, last + 1):
        with pytest.raises(IllegalMove, match=str(ply)):
            game.go_to(ply)
    assert (game.ply, len(game.turns)) == (last, last)
