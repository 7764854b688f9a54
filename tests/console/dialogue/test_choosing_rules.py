"""Choosing, listing and explaining rules at the prompt."""

import pytest
from support.conversation import Script, converse, message_lines, options
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession

from console.game.options import default_jumping
from console.screens.play.player_panel import folded
from console.text.rules import explain
from engine.rules import RULE_SETS, Rules

EVERY_SET = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


class TestChoosing:
    def test_begins_a_game_by_other_rules(self) -> None:
        lines = message_lines(converse(["C3 D4", "new russian", "board", "undo"], options(), Script(["22-18"])))
        assert "You play White: russian, forced, level 5. Type ? for help." in lines
        assert "There is no move of yours to take back." in lines

    @pytest.mark.parametrize(
        ("typed", "opening"),
        [
            ("new casual free", "You play Black: casual, free, level 5."),
            ("NEW Triple-King", "You play Black: triple-king, huff, level 5."),
            ("new american, forced", "You play Black: american, forced, level 5."),
            ("n international", "You play White: international, forced, level 5."),
            ("new", "You play Black: american, huff, level 5."),
            ("new american losing", "You play Black: american-losing, forced, level 5."),
            ("new losing", '"losing" is no rule set:'),
        ],
    )
    def test_takes_a_kind_of_jumping_with_the_rules(self, typed: str, opening: str) -> None:
        assert any(line.startswith(opening) for line in message_lines(converse([typed]))[1:])

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ("new russian huff", "In russian jumping is always forced."),
            ("new american never", '"never" is no kind of jumping: it is forced, huff or free.'),
            ("new canadian", "Canadian is played on a board of 12 by 12, and not here."),
            ("rules turkish", "Turkish is played on all squares, along rows and columns, and not here."),
            ("new american losing huff", "In american-losing jumping is always forced."),
            ("rules chess", '"chess" is no rule set: there are american, casual, triple-king, russian,'),
            ("new chess", '"chess" is no rule set: there are american, casual, triple-king, russian,'),
        ],
    )
    def test_rejects_unknown_rules_and_jumping(self, typed: str, sentence: str) -> None:
        lines = message_lines(converse([typed, "moves"]))
        assert sentence in lines
        assert lines[-3].startswith("You can move C1 D2")

    def test_lists_the_rules_and_asks_for_the_next_ones(self) -> None:
        lines = message_lines(converse(["C3 D4", "rules", "italian", "new", "rules", ""], options(), Script(["22-18"])))
        assert lines[3:10] == [
            "Your move (like C3 D4)? rules",
            'We play american, huff; "rules NAME" explains any set of rules.',
            "Also: casual, triple-king, russian, brazilian, international, italian, pool,",
            "spanish, portuguese, czech, thai and killer.",
            '"rules house" makes up rules of your house.',
            "Whose rules for the next game (Enter: no change)? italian",
            'The next game is italian, forced: "new" begins it.',
        ]
        assert "You play White: italian, forced, level 5. Type ? for help." in lines
        assert 'We play italian, forced; "rules NAME" explains any set of rules.' in lines
        assert lines[-2] == "Your move (like C2 D3)? "

    def test_plays_a_position_by_the_rules_it_was_read_by(self) -> None:
        lines = ["C3 D4", "rules", "international", "fen B:W32:B1,2", "new"]
        paper = message_lines(converse(lines, options(), Script(["22-18"])))
        seated = [line.split(",")[0] for line in paper if line.startswith("You play")]
        assert seated == ["You play Black: american", "You play Black: american", "You play White: international"]

    def test_begins_at_once_by_chosen_rules_before_the_first_move(self) -> None:
        lines = message_lines(converse(["rules", "brazilian"]))
        assert lines[-3] == "You play White: brazilian, forced, level 5. Type ? for help."

    def test_keeps_a_game_whose_moves_were_taken_back(self) -> None:
        lines = message_lines(converse(["C3 D4", "undo", "next russian", "redo"], options(), Script(["22-18"])))
        assert 'The next game is russian, forced: "new" begins it.' in lines
        assert not any(line.startswith("You play White: russian") for line in lines)

    def test_keeps_rules_chosen_after_a_game_for_the_next(self) -> None:
        lines = message_lines(converse(["resign", "Y", "rules", "casual forced", "y"]))
        assert "The next game is casual, forced." in lines
        assert "You play Black: casual, forced, level 5. Type ? for help." in lines

    def test_explains_rules_while_they_are_asked_for(self) -> None:
        paper = converse(["rules", "rules russian", "rules", "russian"])
        assert "\n".join(explain(RULE_SETS["russian"])) in paper
        assert paper.count("Whose rules for the next game") == 3
        assert "You play White: russian, forced" in paper

    @EVERY_SET
    def test_explains_every_rule_set_at_every_question(self, rules: Rules) -> None:
        for chosen in (options(), options(first=None)):
            assert "\n".join(explain(rules)) in converse([f"rules {rules.name}"], chosen)

    def test_keeps_a_position_of_the_command_line_with_its_rules(self) -> None:
        paper = converse(["new russian", "new american"], options(fen="B:W32:B1"))
        assert paper.count("A |   .   .   . x . |") == 2
        assert paper.count("1 | o . o . o . o . |") == 1


@pytest.mark.parametrize("size", [(40, 20), (40, 24), (60, 22), (64, 24), (80, 20), (80, 24), (80, 25), (120, 40)])
@EVERY_SET
def test_shows_rules_and_jumping_at_every_size(rules: Rules, size: tuple[int, int]) -> None:
    jumping = default_jumping(rules)
    session = PlaySession(options(rules=rules.name, jumping=jumping), size=size)
    session.type("hint", "hint", "hint")
    words = f"{rules.name}, {jumping}"
    assert any(all(line in session.text for line in folded(words, width)) for width in (40, 14, 9, 5))


def test_shows_an_explanation_on_a_page_of_its_own() -> None:
    session = PlaySession()
    session.type("rules russian")
    assert "russian: flying kings" in text_of(picture(session.opened))
    session.come_back()
    session.type("new russian")
    assert "You play White (red): russian, forced" in session.text


class TestLosingGame:
    """A side without pieces or moves wins, and the messages say so."""

    def test_begins_with_its_goal(self) -> None:
        goal = "Who has no piece left, or no move on his turn, wins: give your men away."
        assert goal in message_lines(converse(["new american losing"]))
        assert goal not in message_lines(converse(["new american"]))

    def test_a_hint_praises_pieces_given_away(self) -> None:
        chosen = options(fen="B:W22,32:B3,14", rules="american-losing", jumping="forced")
        hint = next(line for line in message_lines(converse(["hint"], chosen)) if line.startswith("I would move"))
        assert "takes" not in hint
        assert "king" not in hint

    def test_teaches_that_a_side_that_cannot_move_has_won(self) -> None:
        chosen = options(fen="B:W22,32:B14", rules="american-losing", jumping="forced", teach=True)
        paper = converse(["14-18"], chosen, Script(["22x15"]))
        assert "A side that cannot move has won." in paper
        assert "Dan (Black) wins: you have no men left." in paper
        assert "Congratulations, Dan!" in paper
