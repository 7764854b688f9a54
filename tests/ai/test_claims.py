"""Claims, as they are found, against a checker that shares no code with the finder."""

from collections import Counter
from random import Random

import pytest
from support.claim_checker import ClaimChecker
from support.programs.check_claims import checked

from ai.claims import Claims
from ai.tactics import Tactics
from engine.fen import parse_fen
from engine.game import Game
from engine.rules import AMERICAN, RULE_SETS

SEEN = {"gain", "exchange", "threat", "parry", "deter", "few replies", "hold", "sacrifice", "support", "crown"}

ENOUGH = 6


def test_claims_about_moves_of_random_games_are_true() -> None:
    seen = Counter[str]()
    for rules, seed, plies in (("american", 7, 28), ("russian", 2, 16), ("italian", 3, 16)):
        checker, rng, game = ClaimChecker(rules), Random(seed), Game(RULE_SETS[rules])
        claims = Claims(RULE_SETS[rules])
        while game.outcome is None and game.ply < plies:
            move = rng.choice(game.legal_moves())
            for claim in claims.of_move(game.position, [move]):
                seen[claim.kind.value] += 1
                assert seen[claim.kind.value] > ENOUGH or checker.is_true(claim.text), claim.text
            game.play(move)
    assert seen.keys() >= SEEN


@pytest.mark.parametrize(
    "text",
    [
        "gain | B:W14,18,19,21,23,25,26,27,28,31:B1,2,3,5,7,9,11,12,20,24 | 11-15 | half_men=3 quiet=1",
        "gain | B:W22,23,32:B6,10,14 | 14-18 22x15 10x19x26 | half_men=2 quiet=1",
        "edge | B:W28:B1,27 | 27-31 | ",
        "only move | B:W28:B1,27 | 27-31 | ",
        "value | B:WK32:BK1 | 1-5 | value=1:7",
        "hold | B:W30,31:B1,17 | 17-22 | squares=31",
        "few replies | B:W19,32:B1,11,12 | 11-16 | squares=19,15,32,28",
        "support | B:W30:B1,10 | 1-6 | squares=9",
        "crown | B:W30:B1,10 | 1-6 | ",
        "capture | B:W18,32:B15 | 15x22 | squares=32",
        "center | B:W30:B1,10 | 1-6 | ",
        "more pieces | B:W30,31:B1,10 | 1-6 | ",
        "more pieces | B:W18:B10,11 | 11-15 | ",
        "fewer pieces | B:W30,31:B1,10 | 1-6 | ",
        "missed jump | B:W30,31:B1,10 | 1-6 | ",
        "king nearer | B:W30:BK1,10 | 1-5 | squares=30",
    ],
)
def test_checker_finds_false_claims(text: str) -> None:
    assert not ClaimChecker(nodes=1_000).is_true(text)


@pytest.mark.parametrize("text", ["gain | B:W18,32:B1,15 | 1-5 18x2 | ", "threat | B:W18,32:B1,15 | 1-5 15-19 | "])
def test_checker_rejects_illegal_moves(text: str) -> None:
    with pytest.raises(ValueError, match="illegal"):
        ClaimChecker().is_true(text)


def test_gain_counts_the_quiet_moves_of_every_defense() -> None:
    """It counted those of the line that is shown: here another reply needs a second one."""
    position = parse_fen("B:W14,18,19,21,23,25,26,27,28,31:B1,2,3,5,7,9,11,12,20,24", AMERICAN)
    tactics = Tactics(AMERICAN)
    move = next(each for each in tactics.legal_moves(position) if each.path == (11, 15))
    gain = tactics.gain_by(position, move, 2)
    assert gain is not None
    assert (gain.half_men, gain.quiet, sum(not each.captured for each in gain.line[::2])) == (3, 2, 1)


@pytest.mark.slow
def test_sentences_about_a_game_between_levels_are_true() -> None:
    """``support/programs/check_claims.py`` checks as many games as wanted."""
    sentences = checked(2, ClaimChecker())
    assert len(sentences) > 20
    assert [said for said, _, is_true in sentences if not is_true] == []
