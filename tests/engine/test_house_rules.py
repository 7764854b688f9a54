"""House rules: the table of articles, their text, contradictions, and damaged texts."""

import random
import re
from dataclasses import replace

import pytest
from support.cases import cases
from support.house_rules import random_articles

from engine.house_rules import (
    ARTICLES,
    article_line,
    contradiction,
    house_rules,
    parse_articles,
    parse_rules,
    rules_text,
)
from engine.rules import AMERICAN, RULE_SETS, Rules, losing_game

EVERY_SET = [each for rules in RULE_SETS.values() for each in (rules, losing_game(rules))]
PLAIN = house_rules("grandpa", replace(AMERICAN, men_capture_back=True))


@pytest.mark.parametrize("rules", EVERY_SET, ids=lambda rules: rules.name)
def test_named_sets_can_be_written_as_house_rules_and_keep_their_files(rules: Rules) -> None:
    copy = house_rules("mine", rules)
    assert parse_rules(rules_text(copy)) == copy == parse_articles("mine", article_line(copy))
    assert (copy.files, copy.capture_sign) == (rules.files, rules.capture_sign)
    assert all(getattr(copy, article.field) == getattr(rules, article.field) for article in ARTICLES)


def test_stored_articles_keep_their_text() -> None:
    """Find what was stored under a text by it, and write what earlier versions read."""
    stored = (
        "Board: 8x8; Dark corner: left; Rows of men: 3; First move: Black; Men jump backward: yes; "
        "Men jump kings: yes; Kings step: one square; Kings jump: from next to it; Kings land: anywhere; "
        "Choice: any; King row while jumping: ends the turn; Jumped pieces leave: at once; Triple kings: no; "
        "Draw after: 40; No piece or no move: loses; Jumping: forced, huff or free; Squares: numbers; Square 1: Black"
    )
    assert article_line(PLAIN) == stored
    assert set(stored.split("; ")) < set(rules_text(PLAIN).split("\n"))


def test_rejects_contradictions_and_reads_back_everything_else() -> None:
    rng = random.Random("contradictions")
    problems = set()
    for _ in range(800):
        rules = random_articles(rng)
        problem = contradiction(rules)
        if problem:
            problems.add(problem.rpartition(":")[2])
            with pytest.raises(ValueError, match="does not go with"):
                parse_articles("mixed", article_line(rules))
        else:
            mixed = house_rules("mixed", rules)
            assert mixed.files.startswith("house-")
            assert parse_rules(rules_text(mixed)) == mixed == parse_articles("mixed", article_line(mixed))
    assert len(problems) == 6


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"rows_of_men": 4}, '"Rows of men: 4" does not go with "Board: 8x8": nobody could move'),
        (
            {"landing": "behind"},
            '"Kings land: just behind" does not go with "Kings jump: from next to it": '
            "a king that jumps the piece next to it always lands just behind it",
        ),
        (
            {"losing": True},
            '"No piece or no move: wins" does not go with "Jumping: forced, huff or free": '
            "where the loser wins, every jump must be made",
        ),
    ],
)
def test_names_both_articles_of_a_contradiction(changes: dict[str, object], sentence: str) -> None:
    rules = replace(AMERICAN, **changes)  # type: ignore[arg-type]
    assert contradiction(rules) == sentence


@pytest.mark.parametrize(("old", "new", "sentence"), cases("wrong_house_rules"))
def test_quotes_the_wrong_line(old: str, new: str, sentence: str) -> None:
    text, old, new = rules_text(PLAIN), old.replace("\\n", "\n"), new.replace("\\n", "\n")
    assert old in text
    with pytest.raises(ValueError, match=rf"\A{re.escape(sentence)}\Z"):
        parse_rules(text.replace(old, new))


def test_reads_what_a_person_writes() -> None:
    text = rules_text(PLAIN).replace("Board: 8x8", "  # the old board\n  board :  8X8 ").replace("\n", "\r\n")
    for article in ARTICLES:
        text = text.replace(article.label, article.short)
    assert "King row jump" in text
    assert parse_rules(text) == PLAIN


def test_damaged_texts_never_give_rules_other_than_they_show() -> None:
    rng = random.Random("damage")
    whole = rules_text(PLAIN).encode()
    texts = [whole[:end] for end in range(len(whole) - 1)]
    for _ in range(400):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        texts.append(bytes(data))
    texts += [rng.randbytes(rng.randrange(3000)) for _ in range(50)] + [whole * 1000, b"\0" * 5000, b""]
    for text in (data.decode("utf-8", "replace") for data in texts):
        rules, problem = _read(text)
        if rules is None:
            assert problem.isprintable()
            assert len(problem) < 250
        else:
            shown = {_folded(line) for line in rules_text(rules).split("\n")[2:]}
            assert shown <= {_folded(line) for line in text.split("\n")}


def _read(text: str) -> tuple[Rules | None, str]:
    """Return the rules of a text, or None and the error message."""
    try:
        return parse_rules(text), ""
    except ValueError as error:
        return None, str(error)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def test_changed_rules_use_other_files() -> None:
    other = house_rules("grandpa", replace(PLAIN, draw_after=30))
    assert len({PLAIN.files, other.files, losing_game(PLAIN).files, "american"}) == 4
    assert house_rules("granny", PLAIN).files == PLAIN.files


@pytest.mark.parametrize("rules", [AMERICAN, RULE_SETS["russian"], PLAIN], ids=lambda rules: rules.name)
def test_a_losing_game_read_from_its_articles_is_the_same(rules: Rules) -> None:
    usual = house_rules("granny", rules)
    losing = losing_game(usual)
    assert parse_articles("granny-losing", article_line(losing)) == losing
    assert house_rules("giveaway", losing).files == losing.files == losing_game(rules).files
    assert house_rules("strict", replace(rules, jumpings=("forced",))).files == usual.files


def test_the_summary_names_the_nearest_set() -> None:
    assert PLAIN.summary == "house rules, like american, except men jump backward: yes"
    assert house_rules("mine", RULE_SETS["thai"]).summary == "house rules, the same as thai"
    losing = house_rules("mine", replace(losing_game(AMERICAN), draw_after=30))
    assert losing.summary == "house rules, like american-losing, except draw after: 30"
