"""The notation of squares: that of the rules, the chosen one, and moves typed in another one."""

import random
from pathlib import Path

import pytest
from support.conversation import Talk, converse, options, said, talk
from support.play_screen import PlaySession
from support.stored_games import disk

from console.dialogue import kinds
from console.game.naming import SQUARE_STYLES, Naming, SquareStyle
from console.game.options import default_jumping
from console.game.typed_squares import parse_squares
from engine.geometry import BLACK, WHITE
from engine.rules import RULE_SETS


class TestChoosing:
    @pytest.mark.parametrize(
        ("typed", "message"),
        [
            (
                ["squares"],
                'Moves look like C3 D4, the row first, as these rules have it; "squares algebraic" or "squares '
                'numbers" changes that.',
            ),
            (
                ["squares algebraic", "squares"],
                'Moves look like f6-e5, the column first; "squares own" leaves it to each set of rules.',
            ),
            (
                ["squares numbers", "squares"],
                'Moves look like 11-15, by the numbers of the squares; "squares own" leaves it to each set of rules.',
            ),
            (
                ["squares \x1b"],
                '"?" is no way to name squares: "squares" takes console, algebraic, numbers or own.',
            ),
        ],
    )
    def test_says_how_squares_are_named(self, typed: list[str], message: str) -> None:
        assert talk().type(*typed).texts[-1] == message

    def test_uses_the_chosen_notation_in_all_rules_until_it_is_changed(self) -> None:
        paper = converse(["squares console", "new russian", "squares own", "squares numbers", "new american"])
        prompts = [line for line in paper.splitlines() if line.startswith("Your move (like ")]
        asked = [line.partition("(like ")[2].partition(")")[0] for line in prompts]
        assert asked == ["C3 D4", "C3 D4", "C3 D4", "c3-d4", "22-18", "11-15"]

    def test_remembers_the_choice(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        talk(store=store).type("squares numbers")
        assert store.settings.squares == "numbers"
        again = talk(options(rules="russian", jumping="forced"), store=disk(tmp_path))
        assert again.asked.prompt == "Your move (like 22-18)? "
        again.type("squares own")
        assert disk(tmp_path).settings.squares is None
        assert again.asked.prompt == "Your move (like c3-d4)? "

    def test_changes_from_the_menu(self) -> None:
        session = PlaySession()
        entries = {entry.label: entry for entry in session.dialogue.menu()["Position"]}
        shown = []
        for _ in range(4):
            entry = entries["Square names"]
            assert callable(entry.value)
            assert callable(entry.argument)
            shown.append(entry.value(session.dialogue.state))
            session.type(f"squares {entry.argument(session.dialogue.state)}")
        assert shown == ["own", *SQUARE_STYLES]
        assert session.dialogue.state.switches.squares is None

    def test_keeps_the_choice_in_a_problem(self) -> None:
        conversation = talk().type("problem", "squares numbers")
        assert "(like 11-15)" in conversation.asked.prompt or "(like 22-18)" in conversation.asked.prompt


def test_asks_each_of_two_players_with_a_move_of_his_own() -> None:
    conversation = talk(options(rules="russian", jumping="forced", players="two", other="Eve"))
    assert conversation.asked.prompt.endswith("(like c3-d4)? ")
    assert conversation.type("c3-d4").asked.prompt.endswith("(like f6-e5)? ")
    assert conversation.type("squares console").asked.prompt.endswith("(like F6 E5)? ")
    assert conversation.type("").texts[-1] == "Type a move like F6 E5, or ? for help."


class TestOtherNotation:
    @pytest.mark.parametrize(
        ("fields", "typed", "message"),
        [
            ({}, "f6-e5", 'I read "f6-e5" as C3 D4.'),
            ({}, "f6 to", 'I cannot read "to": type squares like C3 D4, or 11-15.'),
            ({"rules": "russian"}, "C5 D6", 'I read "C5 D6" as e3-f4.'),
            ({"rules": "brazilian", "first": False}, "c3d4", 'I read "c3d4" as f6-e5.'),
            ({"fen": "B:W18,32:B15"}, "e5xc3", 'I read "e5xc3" as D4 F6.'),
        ],
    )
    def test_reads_a_move_that_is_legal_in_the_other_notation_only(
        self, fields: dict[str, object], typed: str, message: str
    ) -> None:
        rules = RULE_SETS[str(fields.get("rules", "american"))]
        heard = said([typed], jumping=default_jumping(rules), **fields)
        assert message in heard

    def test_reads_letters_by_the_present_notation_if_both_are_legal(self) -> None:
        """From White's seat, B4 C5 and b4-c5 are moves of different men."""
        for style, path in (("console", (26, 23)), ("algebraic", (17, 14))):
            conversation = talk(options(fen="W:W26,17:B1")).type(f"squares {style}", "b4 c5")
            assert conversation.state.game.turns[0].move.path == path
            assert not any(text.startswith("I read") for text in conversation.texts)

    @pytest.mark.parametrize(
        ("fen", "typed", "answer"),
        [
            ("W:W19:B1", "d6-e5", 'I read "d6-e5" as f4-e5.'),
            ("W:W19:B10,1", "d6-e5", "d6 is not your man."),
            ("W:W19,8:B10,4", "d6-e5", "d6 is not your man."),
            ("W:W19:B10,1", "D6 E5", 'I read "D6 E5" as f4-e5.'),
        ],
    )
    def test_reads_a_move_of_the_other_side_otherwise_only_if_it_is_spelled_so(
        self, fen: str, typed: str, answer: str
    ) -> None:
        assert answer in said([typed], rules="russian", jumping="forced", fen=fen)

    @pytest.mark.parametrize("typed", ["9", "22", "22 "])
    def test_takes_a_number_alone_for_no_square_where_squares_have_letters(self, typed: str) -> None:
        conversation = talk(options(rules="russian", jumping="forced")).type(typed)
        assert conversation.texts[-1] == f'"{typed.strip()}" is no square here: they are named like c3.'
        assert conversation.asked.kind is kinds.MOVE
        assert conversation.type("22-18").state.game.ply == 2

    def test_reads_a_number_as_the_end_of_a_move(self) -> None:
        conversation = talk(options(rules="russian", jumping="forced")).type("c3", "18")
        assert 'I read "18" as c3-d4.' in conversation.texts
        assert talk(options(rules="russian", jumping="forced")).type("c3", "4").asked.prompt == "c3 to? "

    def test_asks_about_a_square_alone_if_an_own_man_is_there(self) -> None:
        """From White's seat, b4 is D2, and B4 a man of White."""
        conversation = talk(options(first=False)).type("C3", "B4")
        assert conversation.asked.prompt == "Did you mean C3 D2 (Y/N)? "
        conversation.type("N")
        assert conversation.texts[-1] == "That square is taken."
        assert conversation.state.game.ply == 1
        assert conversation.type("B4", "Y").state.game.ply == 3

    def test_explains_a_forced_jump_instead_of_another_reading(self) -> None:
        heard = said(["C3 D2"], fen="B:W15,24,32:B11,28", jumping="forced")
        assert "You must jump: C3 can." in heard
        assert not any("I read" in line for line in heard)

    def test_reads_letters_while_squares_have_numbers(self) -> None:
        heard = said(["squares numbers", "C3 D4"])
        assert not any("I read" in line for line in heard)
        heard = said(["squares numbers", "f6-e5"])
        assert 'I read "f6-e5" as 11-15.' in heard

    def test_undoes_a_move_that_was_read_otherwise(self) -> None:
        conversation = talk().type("f6-e5", "undo")
        assert conversation.state.game.ply == 0


def _listed(conversation: Talk) -> list[str]:
    """Return the moves that the word "moves" lists."""
    text = conversation.type("moves").texts[-1]
    assert text.startswith(("You can move ", "You can jump "))
    return text.removesuffix(".")[len("You can move ") :].split(", ")


@pytest.mark.parametrize("style", SQUARE_STYLES)
@pytest.mark.parametrize("name", ["american", "russian", "international", "italian"])
@pytest.mark.parametrize("side", [BLACK, WHITE])
def test_whatever_is_said_of_squares_can_be_typed_back(name: str, style: SquareStyle, side: int) -> None:
    """The lists of moves, the hint, the computer's move, the pieces and the question."""
    rng, rules = random.Random(f"{name} {style} {side}"), RULE_SETS[name]
    chosen = options(rules=name, jumping="forced", first=(side == rules.first))
    conversation = talk(chosen).type(f"squares {style}")
    state = conversation.state
    for _ in range(6):
        naming = Naming.of(rules, side, style)
        assert state.naming == naming
        moves = state.game.routes()
        listed = _listed(conversation)
        assert {parse_squares(text, naming) for text in listed} <= {move.path for move in moves}
        assert len(listed) == len(state.game.legal_moves())
        hinted = conversation.type("hint").texts[-1].removeprefix("I would move ").partition(";")[0].removesuffix(".")
        assert parse_squares(hinted, naming) in {move.path for move in moves}
        if rng.random() < 0.3:
            text = conversation.type("where").texts[-1]
            named = [word.strip(",.") for word in text.split() if any(sign.isdigit() for sign in word)]
            assert {parse_squares(word, naming) for word in named} <= {(n,) for n in range(1, 51)}
        before = state.game.ply
        conversation.type(rng.choice([*listed, hinted]))
        if conversation.asked.kind is not kinds.MOVE or state.game.ply != before + 2:
            break
        answered = conversation.texts[-1].removeprefix("I move ").partition(" and ")[0].removesuffix(".")
        assert parse_squares(answered, naming) == state.game.turns[-1].move.path
    assert state.game.ply >= 2
