"""Games by house rules in PDN: a reader without the rules file replays them."""

import random

import pytest
from support.house_rules import random_house_rules

from engine.game import Game
from engine.house_rules import article_line, house_rules, parse_rules, rules_text
from engine.pdn.reader import UnreadableGame, candidate_rules, read_sheet
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.pdn.writer import pdn_text
from engine.rules import RULE_SETS, losing_game

GRANDPA = parse_rules(
    rules_text(house_rules("grandpa", RULE_SETS["russian"])).replace("Draw after: 15", "Draw after: 5")
)


def _played(rng: random.Random, game: Game, plies: int) -> GameRecord:
    while game.outcome is None and game.ply < plies:
        game.play(rng.choice(game.legal_moves()))
    return GameRecord.of(game)


def test_games_by_random_house_rules_are_read_back() -> None:
    rng = random.Random("games in PDN")
    for number in range(14):
        rules, _ = random_house_rules(rng)
        rules = losing_game(rules) if number % 2 else rules
        record = _played(rng, Game(rules), 400)
        (sheet,) = score_sheets(pdn_text([record]))
        read = read_sheet(sheet)
        assert read == record
        assert read.game().outcome == record.outcome
        assert read.rules == rules == candidate_rules(sheet)[0]


def test_the_rules_are_tags_of_the_file() -> None:
    text = pdn_text([_played(random.Random(1), Game(GRANDPA), 6)])
    assert f'[Variant "grandpa"]\n[HouseRules "{article_line(GRANDPA)}"]\n' in text
    assert "HouseRules" not in pdn_text([_played(random.Random(1), Game(RULE_SETS["casual"]), 6)])


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Board: 8x8", "Board: 9x9", '"Board: 9x9" cannot be'),
        ("grandpa", "russian", '"russian" already means something else'),
        ("grandpa", "unified-pool", '"unified-pool" already means something else'),
        ("Choice: any; ", "", 'the line "Choice: ..." is missing'),
    ],
)
def test_damaged_house_rules_are_played_by_no_others(old: str, new: str, reason: str) -> None:
    text = pdn_text([_played(random.Random(1), Game(GRANDPA), 6)])
    (sheet,) = score_sheets(text.replace(old, new))
    with pytest.raises(UnreadableGame, match=f"its house rules: {reason}"):
        read_sheet(sheet)
    with pytest.raises(ValueError, match=f"its house rules: {reason}"):
        candidate_rules(sheet)


def test_a_game_read_by_other_rules_has_no_tags_of_those_it_names() -> None:
    text = pdn_text([_played(random.Random(1), Game(GRANDPA), 2)])
    for written in (text, text.replace("Board: 8x8", "Board: 9x9")):
        (sheet,) = score_sheets(written)
        record = read_sheet(sheet, RULE_SETS["russian"])
        assert (record.tag("Variant"), record.tag("HouseRules")) == ("?", "?")
        assert read_sheet(score_sheets(pdn_text([record]))[0]) == record
