"""Choosing, listing and explaining rules at the prompt."""

from pathlib import Path

import pytest
from support.conversation import converse, options, talk
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession
from support.stored_games import disk

from console.dialogue.next_game import RULES_TAG
from console.game.options import default_jumping
from console.screens.play.player_panel import folded
from console.text.rules import explain
from engine.rules import RULE_SETS


class TestChoosing:
    def test_explains_rules_while_they_are_asked_for(self) -> None:
        paper = converse(["rules", "rules russian", "rules", "russian"])
        assert "\n".join(explain(RULE_SETS["russian"])) in paper
        assert paper.count("Whose rules for the next game") == 3
        assert "russian, forced; kings are capitals" in paper

    @pytest.mark.parametrize("first", [True, None])
    def test_explains_every_rule_set_at_every_question(self, first: bool | None) -> None:
        paper = converse([f"rules {name}" for name in RULE_SETS], options(first=first))
        assert all("\n".join(explain(rules)) in paper for rules in RULE_SETS.values())

    def test_keeps_a_position_of_the_command_line_with_its_rules(self) -> None:
        paper = converse(["new russian", "new american"], options(fen="B:W32:B1"))
        assert paper.count("A |   .   .   . x . |") == 2
        assert paper.count("1 | o . o . o . o . |") == 1


def test_the_rules_of_the_next_game_outlast_the_program(tmp_path: Path) -> None:
    """They were forgotten, and the game after the one picked up was again by its own rules."""
    store = disk(tmp_path)
    talk(store=store).type("C3 D4", "next losing russian", "quit")
    store.in_progress.release()
    again = talk(options(first=None, level=None), store=disk(tmp_path)).type("y")
    assert "The next game is Russian-Losing, and" in " ".join(again.texts)
    assert RULES_TAG not in again.state.table.tags
    again.type("resign", "y", "y", "y")
    assert again.state.table.rules.name == "russian-losing"


@pytest.mark.parametrize("size", [(40, 20), (60, 22), (64, 24), (80, 24), (120, 40)])
def test_shows_rules_and_jumping_wherever_no_word_is_cut(size: tuple[int, int]) -> None:
    for name in ("american", "international", "breakthrough-64"):
        jumping = default_jumping(RULE_SETS[name])
        session = PlaySession(options(rules=name, jumping=jumping), size=size)
        session.type("hint", "hint", "hint")
        words = f"{name}, {jumping}"
        strip = folded(words, {(40, 20): 5, (60, 22): 9}.get(size, 13))
        assert words in session.text or all(line in session.text for line in strip)


def test_shows_an_explanation_on_a_page_of_its_own() -> None:
    session = PlaySession()
    session.type("rules russian")
    assert "russian: flying kings" in text_of(picture(session.opened))
    session.come_back()
    session.type("new russian")
    assert session.rows[0].endswith("russian, forced, level 5 ")
