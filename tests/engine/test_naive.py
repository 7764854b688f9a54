"""The generator against a slow second one, over seeded random games and positions, for every field of a rule set."""

import json
import random
from dataclasses import replace

import pytest
from support.house_rules import random_house_rules
from support.naive_generator import SETS, Sentences, State, perft, read_fen, routes, start, write_fen
from support.naive_values import SETS_AND_JUMPINGS, position_of, route_of
from support.paths import DATA
from support.random_positions import playout, random_state

from engine.moves import MoveGenerator
from engine.rules import RULE_SETS, Jumping, Preference, Rules


def _compare(rules: Rules, sentences: Sentences, generator: MoveGenerator, jumping: Jumping, state: State) -> None:
    """Both generators find the same routes, and the same moves among them, in a position."""
    fen = write_fen(state)
    position = position_of(rules, state)
    expected = routes(sentences, state, jumping)
    ways = generator.routes(position)
    found = {move: route_of(move) for move in ways}
    assert set(found.values()) == expected, fen
    assert len(ways) == len(expected), fen
    keys = {route.key for route in expected}
    after = {move: move.after for move in ways}  # moves are equal whatever they lead to
    legal = generator.legal_moves(position)
    assert generator.can_move(position) == bool(legal), fen
    assert generator.can_capture(position) == any(move.captured for move in legal), fen
    assert [move.after for move in legal] == [after.get(move) for move in legal], fen
    moves = [found[move] for move in legal]
    assert {move.key for move in moves} == keys, fen
    assert set(moves) <= expected, fen
    assert len(moves) == len(keys) == generator.perft(position, 1), fen


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("most", [150, pytest.param(40_000, marks=pytest.mark.slow)])
def test_naive_generator_agrees_with_perft(most: int, name: str) -> None:
    known = json.loads((DATA / "positions.json").read_text())
    cases = [(read_fen(case["fen"]), case["perft"]) for case in known if case["rules"] == name]
    rows = [line.split() for line in (DATA / "perft.txt").read_text().splitlines()]
    cases += [(start(SETS[name]), map(int, counts)) for each, *counts in rows if each == name]
    for state, counts in cases:
        for depth, count in enumerate(counts, start=1):
            if count <= most:
                assert perft(SETS[name], state, depth) == count, write_fen(state)


@pytest.mark.parametrize(("name", "jumping"), SETS_AND_JUMPINGS)
@pytest.mark.parametrize(("positions", "games"), [(20, 1), pytest.param(6000, 60, marks=pytest.mark.slow)])
def test_random_positions_and_games(positions: int, games: int, name: str, jumping: Jumping) -> None:
    rng = random.Random(f"positions {name} {jumping}")
    generator = MoveGenerator(RULE_SETS[name], jumping)
    for _ in range(positions):
        _compare(RULE_SETS[name], SETS[name], generator, jumping, random_state(SETS[name], rng))
    for _ in range(games):
        for state in playout(SETS[name], rng, 60, jumping):
            _compare(RULE_SETS[name], SETS[name], generator, jumping, state)


@pytest.mark.parametrize(("mixtures", "positions"), [(50, 1), pytest.param(300, 180, marks=pytest.mark.slow)])
def test_agrees_for_random_mixtures_of_rule_fields(mixtures: int, positions: int) -> None:
    rng = random.Random("mixed")
    for _ in range(mixtures):
        rules, sentences = random_house_rules(rng)
        for jumping in rules.jumpings[:2]:
            generator = MoveGenerator(rules, jumping)
            for _ in range(positions):
                _compare(rules, sentences, generator, jumping, random_state(sentences, rng))


@pytest.mark.parametrize("games", [6, pytest.param(300, marks=pytest.mark.slow)])
def test_games_by_random_house_rules(games: int) -> None:
    """Games of 40 plies from the start, so that every rule set is played as it is set up."""
    rng = random.Random("house games")
    for _ in range(games):
        rules, sentences = random_house_rules(rng)
        generator = MoveGenerator(rules)
        for state in playout(sentences, rng, 40):
            assert generator.perft(position_of(rules, state), 1) == perft(sentences, state, 1), write_fen(state)


@pytest.mark.parametrize("choice", [("pieces", "kings"), ("kings",)], ids=str)
def test_each_king_of_a_double_jump_counts(choice: tuple[Preference, ...]) -> None:
    """A triple king takes two kings by one jump, and each of them counts in the choice of a capture."""
    rules = replace(RULE_SETS["triple-king"], choice=choice)
    sentences, rng = SETS["triple-king"]._replace(best=choice), random.Random("doubles")
    for _ in range(30):
        _compare(rules, sentences, MoveGenerator(rules), "forced", random_state(sentences, rng))
