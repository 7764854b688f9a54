"""The rules in words: each sentence follows its field, and all fit on a screen."""

from dataclasses import replace
from typing import Any

import pytest

from console.text.rules import explain
from engine.geometry import BLACK, WHITE
from engine.rules import AMERICAN, FMJD_DRAWS, JUMPINGS, RULE_SETS, Rules


def words(rules: Rules) -> str:
    return " ".join(" ".join(line.strip() for line in explain(rules)).split())


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_fits_on_a_screen_and_begins_with_the_summary(rules: Rules) -> None:
    lines = explain(rules)
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 76
    assert words(rules).startswith(f"{rules.name}: {rules.summary}.")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"size": 8, "rows_of_men": 3}, "8 by 8"),
        ({"size": 8, "rows_of_men": 3}, "12 men each, on three rows"),
        ({"size": 10, "rows_of_men": 4}, "10 by 10"),
        ({"size": 10, "rows_of_men": 4}, "20 men each, on four rows"),
        ({"dark_left": True}, "lower left"),
        ({"dark_left": False}, "lower right"),
        ({"first": BLACK}, "Black moves first"),
        ({"first": WHITE}, "White moves first"),
        ({"men_capture_back": False}, "jumps forward over"),
        ({"men_capture_back": True}, "jumps forward or backward over"),
        ({"men_take_kings": False}, "never over a king"),
        ({"kings_fly": False}, "A king steps one square in any direction"),
        ({"kings_fly": True}, "A king steps any distance along a clear diagonal"),
        ({"kings_range": False}, "in any direction over the enemy next to him"),
        ({"kings_range": True}, "an enemy at any distance"),
        ({"kings_range": True}, "where a king can land and jump again, he must land there"),
        ({"kings_range": False}, "a short one as well as a long one"),
        ({"choice": ("pieces",)}, "choose one that takes the most pieces."),
        (
            {"choice": ("pieces", "by a king", "kings", "kings soonest")},
            "choose one that takes the most pieces; among those, one that is made by a king; among those, "
            "one that takes the most kings; among those, one that meets a king soonest.",
        ),
        ({"crowning": "ends"}, "is crowned a king and his turn ends"),
        ({"crowning": "king"}, "in the middle of a jump he jumps on as one"),
        ({"crowning": "passes"}, "one that can jump on stays a man"),
        ({"captured_stay": True}, "leave the board together after the last jump"),
        ({"captured_stay": False}, "leaves the board as it is jumped"),
        ({"triple_kings": True}, "is a triple king for good"),
        ({"kings_range": True, "landing": "anywhere"}, "and lands on any empty square beyond. "),
        ({"kings_range": True, "landing": "behind"}, "and lands just behind him."),
        (
            {"kings_range": True, "landing": "behind a last king"},
            "but just behind a king that his last jump takes.",
        ),
        ({"losing": False}, "has no pieces left, loses."),
        ({"losing": True}, "has no pieces left, wins."),
        ({"first_king": True}, "The first king ends the game: whoever makes him wins."),
        ({"first_king": True, "losing": True}, "The first king ends the game: whoever makes him loses."),
        ({"numbered_from": WHITE}, "Square 1 is at White's right hand."),
        ({"draw_after": 17}, "17 moves each with no capture and no man moved"),
        ({"jumpings": ("forced",)}, "A jump must be made and finished (forced)."),
        (
            {"jumpings": JUMPINGS},
            "A jump must be made and finished (forced), or may be passed up at the price of a piece (huff), or may be "
            "made or not (free).",
        ),
    ],
)
def test_each_sentence_follows_its_field(fields: dict[str, Any], said: str) -> None:
    assert said in words(replace(AMERICAN, **fields))


def test_does_not_mention_what_a_rule_set_lacks() -> None:
    assert "never over" not in words(AMERICAN)
    assert "triple" not in words(AMERICAN)


def test_every_field_changes_the_text() -> None:
    """Every field that changes the play changes the text."""
    other: dict[str, Any] = {
        "name": "x", "summary": "x", "size": 10, "rows_of_men": 2, "first": WHITE, "dark_left": False,
        "men_capture_back": True, "men_take_kings": False, "kings_fly": True, "kings_range": True,
        "choice": ("kings",), "crowning": "passes", "captured_stay": True, "triple_kings": True, "draw_after": 7,
        "draws": FMJD_DRAWS, "jumpings": ("forced",), "algebraic": True, "landing": "behind", "losing": True,
        "numbered_from": WHITE, "first_king": True,
    }  # fmt: skip
    for field, value in other.items():
        usual = replace(AMERICAN, kings_range=field == "landing")
        assert words(replace(usual, **{field: value})) != words(usual), field
    written_only = {"game_type", "same_as", "capture_sign", "console_names"}
    assert set(Rules.__dataclass_fields__) - written_only == set(other)
