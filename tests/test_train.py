"""Trained patterns: the regression finds what is in its samples, and the file holds what was found."""

import random
import zlib

from ai.endgames.files import tables_for
from ai.evaluation.evaluate import Evaluator
from ai.evaluation.patterns import Patterns, pack, trained
from ai.evaluation.weights import weights_for
from ai.training.self_play import Sample, self_play, train
from engine.geometry import BLACK, WHITE, Geometry
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS


def random_men(geometry: Geometry, rng: random.Random) -> tuple[int, int]:
    """Some men of Black and of White."""
    numbers = rng.sample(range(1, geometry.squares + 1), 14)
    return geometry.mask(tuple(numbers[:7])), geometry.mask(tuple(numbers[7:]))


def test_the_score_is_the_sum_over_the_features() -> None:
    """On both boards, for random weights and men."""
    rng = random.Random(1)
    for geometry in (Geometry(8), Geometry(8, dark_left=False), Geometry(10)):
        patterns = Patterns(geometry)
        for place in range(len(patterns.weights)):
            patterns.weights[place] = rng.randint(-50, 50)
        for _ in range(50):
            black, white = random_men(geometry, rng)
            places = patterns.feature_indices(black, white)
            assert len(places) == len(set(places)) == patterns.count
            assert patterns.score(black, white) == sum(patterns.weights[place] for place in places)


def test_a_changed_man_changes_a_pattern() -> None:
    """Every square is in some block, for either side."""
    geometry = Geometry(10)
    patterns = Patterns(geometry)
    empty = patterns.feature_indices(0, 0)
    for number in range(1, geometry.squares + 1):
        bit = geometry.bit(number)
        assert patterns.feature_indices(bit, 0) != empty
        assert patterns.feature_indices(0, bit) != empty
        assert patterns.feature_indices(bit, 0) != patterns.feature_indices(0, bit)


def test_what_decides_the_games_is_learned() -> None:
    """Where a man on 14 always wins for Black, the patterns with it become good for him and its mirror for White."""
    rng = random.Random(2)
    geometry = AMERICAN.geometry
    key = geometry.bit(14)
    samples = []
    for _ in range(600):
        black, white = random_men(geometry, rng)
        black, white = black & ~key, white & ~key
        wins = rng.random() < 0.5
        position = Position(geometry, black | (key if wins else 0), white, 0, 0, rng.choice((BLACK, WHITE)))
        samples.append(Sample(position, 0, float(wins)))
    losses: list[float] = []
    worth = train(AMERICAN, samples, 6, lambda number, loss: losses.append(loss))
    patterns = Patterns(geometry)
    for place, value in enumerate(worth):
        patterns.weights[place] = value
    assert losses[-1] < losses[0]
    assert patterns.score(key, 0) > 10
    assert patterns.score(0, geometry.bit(33 - 14)) < -10


def test_packed_weights_come_back() -> None:
    """One signed byte each; what is larger is cut."""
    raw = zlib.decompress(pack([0, 5, -5, 127, -127, 300, -300]))
    assert [value - 256 if value > 127 else value for value in raw] == [0, 5, -5, 127, -127, 127, -127]


def test_the_patterns_that_came_along_fit_their_boards() -> None:
    """Every rule set has some, and switching them off changes the evaluation."""
    for rules in RULE_SETS.values():
        patterns = trained(rules.name, rules.geometry)
        assert patterns is not None
        assert any(patterns.weights[place] for place in range(len(patterns.weights)))
        start = Position.start(rules)
        black, white = start.black & ~rules.geometry.row_bits(rules.rows_of_men - 1), start.white
        plain = Evaluator(rules, weights_for(rules, {"patterns": 0}))
        taught = Evaluator(rules, weights_for(rules))
        assert plain.evaluate(black, white, 0, 0, BLACK) != taught.evaluate(black, white, 0, 0, BLACK)


def test_a_position_turned_half_round_is_worth_the_same() -> None:
    """The evaluation has no favourite side, up to the rounding of the trained weights."""
    rng = random.Random(3)
    for rules in RULE_SETS.values():
        geometry = rules.geometry
        evaluator = Evaluator(rules, weights_for(rules))
        for _ in range(30):
            men = random_men(geometry, rng)
            turned = [geometry.mask(tuple(geometry.squares + 1 - n for n in geometry.numbers(bits))) for bits in men]
            kings = men[0] & -men[0] | men[1] & -men[1]
            turned_kings = geometry.mask(tuple(geometry.squares + 1 - n for n in geometry.numbers(kings)))
            score = evaluator.evaluate(men[0], men[1], kings, 0, BLACK)
            mirrored = evaluator.evaluate(turned[0], turned[1], turned_kings, 0, WHITE)
            assert abs(int(score) - int(mirrored)) <= 8


def test_a_game_against_itself_gives_quiet_samples_with_one_result() -> None:
    """The same seed gives the same game."""
    games = [self_play(AMERICAN, seed, 60) for seed in range(6)]
    assert games == [self_play(AMERICAN, seed, 60) for seed in range(6)]
    assert any(games)
    tables = tables_for(AMERICAN)
    for samples in games:
        assert len({sample.result for sample in samples}) <= 1
        assert all(tables.find(sample.position) is None for sample in samples)  # it ends where its result is known
