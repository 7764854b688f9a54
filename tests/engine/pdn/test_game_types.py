"""The rules that a file names by its tags: no guess takes their place."""

import pytest
from support.cases import cases
from support.written_games import read_one

from engine.game import Game, Outcome, Reason
from engine.geometry import BLACK, WHITE
from engine.pdn.reader import read_games, read_with_warnings
from engine.pdn.record import GameRecord
from engine.pdn.scanner import score_sheets
from engine.pdn.writer import pdn_text
from engine.rules import RULE_SETS, losing_game, rules_named


@pytest.mark.parametrize(("tags", "name"), cases("game_types"))
def test_reads_by_the_rules_named(tags: str, name: str) -> None:
    assert read_one(f"{tags} *").rules == rules_named(name)


@pytest.mark.parametrize(("tags", "reason"), cases("unknown_game_types"))
def test_rejects_unknown_rules_unless_rules_are_given(tags: str, reason: str) -> None:
    text = "\n".join(['[Event "x"]', *tags.replace("][", "]\n[").splitlines(), "1. 11-15 *"])
    games, problems = read_games(text)
    assert not games
    assert problems[0].reason.startswith(reason)
    assert problems[0].line == (3 if "][" in tags else 2)
    record = read_with_warnings(score_sheets(text)[0], RULE_SETS["american"]).record
    assert (record.tag("GameType"), record.tag("Variant")) == ("?", "?")


@pytest.mark.parametrize(
    ("tags", "warning"),
    [
        ('[GameType "21"]\n[Variant "Go as you please"]', 'Variant "Go as you please" is not known; the game is read'),
        ('[GameType "23"]\n[Variant "American checkers"]', 'GameType "23" is pool; the game is read as american'),
    ],
)
def test_warns_of_tags_that_disagree(tags: str, warning: str) -> None:
    reading = read_with_warnings(score_sheets(f"{tags}\n1. 11-15 *")[0])
    assert reading.record.rules.name == "american"
    assert [each.reason.startswith(warning) for each in reading.warnings] == [True]
    assert reading.warnings[0].line == (2 if warning.startswith("Variant") else 1)


def test_antidraughts_is_won_by_the_side_without_pieces() -> None:
    record = read_one('[Result "2-0"]\n[GameType "98"]\n[FEN "B:W29:B23"]\n\n1... 23x34 2-0\n')
    assert record.outcome == Outcome(WHITE, Reason.NO_MEN)
    assert record.result == "2-0"
    text = pdn_text([record])
    assert '[GameType "98"]\n[Variant "international-losing"]\n' in text
    assert read_one(text) == record


@pytest.mark.parametrize("name", [*RULE_SETS, "international-losing", "killer-losing"])
def test_writes_results_as_the_game_type_wants(name: str) -> None:
    """PDN 3.0 wants 2-0, 1-1 and 0-2 for GameType 20; lidraughts writes these for 96 and 98 too."""
    usual = RULE_SETS.get(name)
    rules = usual or losing_game(RULE_SETS[name.removesuffix("-losing")])
    is_second = name in ("international", "international-losing", "breakthrough")
    texts = ("2-0", "0-2", "1-1") if is_second else ("1-0", "0-1", "1/2-1/2")
    for text, winner in zip(texts, (rules.first, 1 - rules.first, None), strict=True):
        game = Game(rules)
        game.end(Outcome(winner, Reason.AGREED if winner is None else Reason.RESIGNED))
        written = pdn_text([GameRecord.of(game)])
        assert f'[Result "{text}"]' in written
        assert written.endswith(f"\n{text}\n")
        assert read_one(written).outcome == game.outcome


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        *(("1-0", BLACK), ("2-0", BLACK), ("2:0", BLACK), ("1 - 0", BLACK), ("2 - 0", BLACK), ("1\u20130", BLACK)),
        *(("0-1", WHITE), ("0-2", WHITE), ("0:1", WHITE), ("0 -2", WHITE), ("0\u22121", WHITE)),
        *((text, None) for text in ("1-1", "1:1", "1/2-1/2", "1/2", "\xbd-\xbd", "1/2 - 1/2", "0.5-0.5", "1\u20131")),
    ],
)
def test_reads_results_in_any_form(result: str, winner: int | None) -> None:
    for text in (
        f'[Result "{result}"]\n1. 11-15 23-19',
        f"1. 11-15 23-19 {result}",
        f"1. 11-15 23-19 2. 8-11 {result}",
    ):
        outcome = read_one(text).outcome
        assert outcome is not None
        assert outcome.winner == winner


def test_a_result_that_looks_like_a_move_is_known_by_its_tag() -> None:
    record = read_one('[GameType "20"]\n[Result "4-6"]\n1. 32-28 19-23 4-6\n')
    assert (len(record.turns), record.result, record.stated_result) == (2, "0-2", "4-6")
    assert '[Result "4-6"]' in pdn_text([record])
    assert pdn_text([record]).endswith(" 0-2\n")
    assert read_one(pdn_text([record])) == record
