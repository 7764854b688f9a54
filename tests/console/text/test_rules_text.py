"""The rules in words: each sentence follows its field, and all fit on a screen."""

import json
from dataclasses import replace
from typing import Any

import pytest
from support.cases import cases

from console.text.rules import explain
from engine.geometry import WHITE
from engine.rules import AMERICAN, RULE_SETS, Rules


def words(rules: Rules) -> str:
    return " ".join(" ".join(line.strip() for line in explain(rules)).split())


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_fits_on_a_screen_and_begins_with_the_summary(rules: Rules) -> None:
    lines = explain(rules)
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 76
    assert words(rules).startswith(f"{rules.name}: {rules.summary}.")


@pytest.mark.parametrize(("fields", "said"), cases("rules_in_words"))
def test_each_sentence_follows_its_field(fields: str, said: str) -> None:
    changes: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(fields).items()
    }
    assert said in words(replace(AMERICAN, **changes))


def test_does_not_mention_what_a_rule_set_lacks() -> None:
    assert "never over" not in words(AMERICAN)
    assert "triple" not in words(AMERICAN)


def test_every_field_changes_the_text() -> None:
    """Every field that changes the play changes the text."""
    other: dict[str, Any] = {
        "name": "x", "summary": "x", "size": 10, "rows_of_men": 2, "first": WHITE, "dark_left": False,
        "men_capture_back": True, "men_take_kings": False, "kings_fly": True, "kings_range": True,
        "choice": ("kings",), "crowning": "passes", "captured_stay": True, "triple_kings": True, "draw_after": 7,
        "draws": RULE_SETS["international"].draws, "jumpings": ("forced",), "algebraic": True, "landing": "behind",
        "losing": True, "numbered_from": WHITE, "first_king": True,
    }  # fmt: skip
    for field, value in other.items():
        usual = replace(AMERICAN, kings_range=field == "landing")
        assert words(replace(usual, **{field: value})) != words(usual), field
    written_only = {"game_type", "same_as", "capture_sign", "console_names"}
    assert set(Rules.__dataclass_fields__) - written_only == set(other)
