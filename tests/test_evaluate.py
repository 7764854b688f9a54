"""The terms of the evaluation, each by itself: what it counts, and for whom."""

import random
from dataclasses import replace

import pytest

from ai.evaluation.evaluate import Evaluator
from ai.evaluation.patterns import trained
from ai.evaluation.weights import NO_WEIGHTS, weights_for
from engine.fen import parse_fen
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules

UNIT = 32


def score(position: Position, **weights: int) -> int:
    """What Black has of an evaluation in which only these weights count."""
    evaluator = Evaluator(AMERICAN, replace(NO_WEIGHTS, **weights))
    found = evaluator.evaluate(*position.words())
    return found if position.side == BLACK else -found


@pytest.mark.parametrize(
    ("weight", "fen", "units"),
    [
        ("man", "B:W32:B1,2,K3", 1),
        ("king", "B:W32,K10,K11:B1,K2", -1),
        ("advance", "B:W32:B9", 2),
        ("advance", "W:W24:B1", -2),
        ("seventh_row", "B:W32:B25", 1),
        ("seventh_row", "B:W8:B21", -1),
        ("centre", "B:W32:B18,15,10,K11", 3),
        ("edge", "B:W32:B5,12,6", 2),
        ("king_centre", "B:WK32:BK18,15", 1),
        ("king_edge", "B:W23:BK32,K18,5", 1),
        ("guard_bridge", "B:W32,30:B1,3", 0),
        ("guard_bridge", "B:W32,31:B1,3", 1),
        ("guard_other_pair", "B:W20:B1,2", 1),
        ("guard_three", "B:W29,30,31:B1", -1),
        ("guard_full", "B:W29,30,31:B1,2,3,4", 1),
        ("dog_hole", "B:W32:B28", 1),
        ("dog_hole", "B:W5:B1", -1),
        ("dog_hole", "B:W32:BK28", 0),
        ("mobile_man", "B:W32:B1,5,6", 1),  # the first is behind the two others; one of White
        ("trapped_king", "B:W8,11:BK4", 1),
        ("trapped_king", "B:W8,12:BK3,K4", 1),
        ("the_move", "B:WK23:BK15", -1),
        ("the_move", "W:WK23:BK15", 1),
        ("the_move", "B:WK18:BK15", 1),
        ("turn", "B:W32:B1", 1),
        ("turn", "W:W32:B1", -1),
        ("runaway", "B:W5:B21,K32", 1),  # the king silences White's own runaways
        ("runaway", "B:W5:B6,K32", 1),
        ("runaway", "B:W32:B27,K1", 0),  # stopped at the end
        ("runaway", "B:W32:B21,K1", 1),  # gets through on the other wing
        ("runaway", "B:WK5:B21,K32", 0),  # hunted by a king
        ("runaway", "W:W12,K1:B28", -1),
    ],
)
def test_a_term_counts_what_its_name_says(weight: str, fen: str, units: int) -> None:
    """A position and how often the term is found in it, Black's less White's."""
    assert score(parse_fen(fen, AMERICAN), **{weight: UNIT}) == units * UNIT


def test_a_runaway_is_worth_less_the_further_it_has_to_go() -> None:
    """One step from the king row, two, and so many that nothing is left."""
    for fen, worth in (("B:W5:B25,K3", 20), ("B:W5:B21,K3", 16), ("B:W5:B17,K3", 12), ("B:W5:B6,K32", 0)):
        assert score(parse_fen(fen, AMERICAN), runaway=20, runaway_delay=4) == worth, fen


def test_a_lead_grows_as_pieces_are_traded() -> None:
    """The same man more is worth the more the fewer pieces are left, and nothing without a lead."""
    leads = [
        score(parse_fen(fen, AMERICAN), man=100, lead_per_trade=1) - 100
        for fen in ("B:W21,22,23,24:B5,6,7,8,9", "B:W21,22:B5,6,7", "B:W21:B5,6")
    ]
    assert 0 < leads[0] < leads[1] < leads[2]
    assert score(parse_fen("B:W21:B5", AMERICAN), man=100, lead_per_trade=1) == 0


def test_a_king_in_the_double_corner_is_a_refuge_for_who_is_behind() -> None:
    """It takes from the leader, only with a king there, and only while few pieces are left."""
    assert score(parse_fen("B:WK1:BK14,K15", AMERICAN), king=100, refuge=40) == 100 - 40
    assert score(parse_fen("B:WK4:BK14,K15", AMERICAN), king=100, refuge=40) == 100
    assert score(parse_fen("B:WK14,K15:BK32", AMERICAN), king=100, refuge=40) == -100 + 40
    crowd = "B:WK1,K30,K31,K23:BK14,K15,K19,K20,K11"
    assert score(parse_fen(crowd, AMERICAN), king=100, refuge=40) == 100


def gets_through(generator: MoveGenerator, position: Position) -> bool:
    """Whether Black's only man becomes a king whatever White does."""
    if not position.black:
        return False
    if position.kings & position.black:
        return True
    replies = [gets_through(generator, move.after) for move in generator.legal_moves(position)]
    return any(replies) if position.side == BLACK else all(replies)


def test_a_runaway_gets_through_whatever_the_enemy_does() -> None:
    """Every man that is counted, in seeded positions of one man against up to three, by trying all replies."""
    rng = random.Random(7)
    generator = MoveGenerator(AMERICAN)
    geometry = AMERICAN.geometry
    counted = 0
    for _ in range(300):
        squares = [rng.randrange(13, 29), *rng.sample(range(5, 13), rng.randint(0, 2)), rng.randrange(29, 33)]
        black, white = geometry.mask((squares[0],)), geometry.mask(tuple(squares[1:]))
        position = Position(geometry, black, white, 0, 0, rng.randrange(2))
        king = geometry.bit(1)  # silences White's own runaways, in the count only
        if score(replace(position, black=black | king, kings=king), runaway=UNIT):
            counted += 1
            assert gets_through(generator, position), position
    assert counted > 60


def test_every_rule_set_weighs_its_own_terms() -> None:
    """A change counts in each, and an unknown name is refused with the names there are."""
    for rules in RULE_SETS.values():
        assert weights_for(rules, {"runaway": 1}).runaway == 1
        with pytest.raises(ValueError, match=r"no weight 'runnaway': .*runaway_delay"):
            weights_for(rules, {"runnaway": 1})


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_the_trained_patterns_are_added_for_black(rules: Rules) -> None:
    """In positions of men only: for the side to move with the sign that it has for Black."""
    patterns = trained(rules.name, rules.geometry)
    assert patterns is not None
    plain, taught = Evaluator(rules, weights_for(rules, {"patterns": 0})), Evaluator(rules, weights_for(rules))
    half = Evaluator(rules, weights_for(rules, {"patterns": 50}))
    rng = random.Random(rules.name)
    position = Position.start(rules)
    seen: set[int] = set()
    while len(seen) < 8:
        position = rng.choice(MoveGenerator(rules).legal_moves(position)).after
        if position.kings:
            position = Position.start(rules)
        score = patterns.score(position.black, position.white)
        sign = 1 if position.side == BLACK else -1
        words = position.words()
        assert taught.evaluate(*words) - plain.evaluate(*words) == sign * score
        assert half.evaluate(*words) - plain.evaluate(*words) == sign * (score * 50 // 100)
        seen.add(score)
