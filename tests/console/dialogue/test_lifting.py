"""Moves typed square by square, typing errors, and questions answered by a single key."""

from random import Random

import pytest
from support.conversation import Script, converse, options, said
from support.play_screen import PlaySession
from support.set_clock import Clock

from console.dialogue import kinds
from console.game.clock import Control
from console.game.jump_path import JumpPath
from console.game.mistyped import only_reading
from console.game.naming import Naming
from console.text import sentences
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK
from engine.notation import square_name
from engine.rules import AMERICAN, RULE_SETS

JUMPS = "B:W15,22,32:B11,1"


class TestSquareBySquare:
    @pytest.mark.parametrize(
        "lines", [("C3", "D4"), ("c3 ", "C3 D4"), ("11", "15"), ("(5,2)", "(4,3)"), ("E3", "C3", "D4")]
    )
    def test_completes_a_move_typed_square_by_square(self, lines: tuple[str, ...]) -> None:
        typed = ["E3 F4"] if lines[0] == "E3" else []
        fen = "B:W24,32:B11,19" if typed else None
        lines_shown = said(list(lines), Script(["24-20"] if typed else ["22-18"]), fen=fen)
        assert f"C3 to? {lines[-1]}" in lines_shown
        assert any(line.startswith("I move ") for line in lines_shown)

    @pytest.mark.parametrize("nothing", ["", "C3", "n"])
    def test_puts_a_man_down_on_an_empty_line_or_his_square(self, nothing: str) -> None:
        lines_shown = said(["C3", nothing, "C5 D6"], Script(["22-18"]))
        assert lines_shown[1:4] == ["Your move (like C3 D4)? C3", f"C3 to? {nothing}", "Your move (like C3 D4)? C5 D6"]
        assert lines_shown[4].startswith("I move ")

    def test_rejects_a_wrong_square_in_one_sentence_and_asks_again(self) -> None:
        lines_shown = said(["C3", "D6", "zz", "B4", "D4"], Script(["22-18"]))
        assert lines_shown[2:7] == [
            "C3 to? D6",
            "C3 to D6 is not along a diagonal.",
            "C3 to? zz",
            'I cannot read "zz": type squares like C3 D4, or 11-15.',
            "C3 to? B4",
        ]
        assert lines_shown[8] == "C3 to? D4"

    @pytest.mark.parametrize(
        ("instead", "expected"),
        [
            ("level 3", "I play at level 3, Barber."),
            ("C5 D6", "I move F6 E5 (22-18)."),
            ("undo", sentences.NOTHING_TO_UNDO),
        ],
    )
    def test_accepts_a_command_or_another_move_while_a_man_is_lifted(self, instead: str, expected: str) -> None:
        assert expected in said(["C3", instead, "C3 D4"], Script(["22-18", "23-19"]))

    def test_continues_a_jump_from_its_landing(self) -> None:
        lines_shown = said(["C3", "E5", "Y", "G7", "N"], Script(["32-28"]), fen=JUMPS)
        assert lines_shown[2:6] == [
            "C3 to? E5",
            "Is it a multiple jump (Y/N)? Y",
            "Next square? G7",
            "Is it a multiple jump (Y/N)? N",
        ]
        assert "You take D4 and F6." in lines_shown

    @pytest.mark.parametrize("rest", ["25", "18 25", "11 18 25"])
    def test_goes_on_with_a_jump_that_is_typed_from_its_start(self, rest: str) -> None:
        lines_shown = said(["11 18", rest], Script(["32-28"]), fen="B:W15,22,23,32:B11", jumping="forced")
        assert f"Next square? {rest}" in lines_shown
        assert any(line.startswith("You take ") for line in lines_shown)

    def test_plays_all_landing_squares_typed_after_the_start(self) -> None:
        assert "You take D4 and F6." in said(["C3", "E5 G7"], Script(["32-28"]), fen=JUMPS)

    def test_shows_a_typed_square_like_a_click(self) -> None:
        session = PlaySession(opponent=Script(["22-18"]))
        session.type("C3")
        assert session.play.picture.scene().targets == {15, 16}
        assert session.play.board_input.lifted == 11
        assert "C3 to?" in session.text
        assert "Esc Put down" in session.rows[-1]
        session.send("escape")
        assert session.play.board_input.lifted is None
        assert session.asked is kinds.MOVE
        session.type("11", "16")
        assert "C3 to? 16" in session.text
        assert session.dialogue.state.game.ply == 2

    def test_ends_the_game_on_time_while_a_man_is_lifted(self) -> None:
        clock = Clock()
        session = PlaySession(options(clock=Control(1, 0)), now=clock)
        session.type("C3")
        clock.seconds = 1e9
        session.type("D4")
        assert session.dialogue.state.game.outcome is not None
        assert session.play.board_input.lifted is None


TYPING_ERRORS = [
    ("C3 E4", "C3 D4"),  # a key beside the right one
    ("v3 d4", "C3 D4"),
    ("3C D4", "C3 D4"),  # exchanged
    ("c3d44", "C3 D4"),  # too many
    ("c3dd4", "C3 D4"),
    ("C3;D4", "C3 D4"),
    ("11-51", "11-15"),
    ("111-15", "11-15"),
    ("1-15", "11-15"),  # too few
    ("(5,2) (43)", "C3 D4"),
]
HUFFABLE = [("american", JUMPS), ("casual", "B:W14,15,22,32:B10,11,1"), ("triple-king", "B:W10,15,24,29:B4,6,T1")]
NOT_CORRECTED = ["C3 F5", "C3 D", "C3 E5", "hello", "C3 D8", "33-40", "x" * 300, "C3 D4 E5"]


class TestTypingErrors:
    @pytest.mark.parametrize(("typed", "meant"), TYPING_ERRORS)
    def test_asks_about_the_only_legal_correction_of_a_line(self, typed: str, meant: str) -> None:
        lines_shown = said([typed, "Y"], Script(["32-28"]), fen="B:W32:B11")
        assert lines_shown[1:4] == [
            f"Your move (like C3 D4)? {typed}",
            f"Did you mean {meant} (Y/N)? Y",
            "I move H2 G1 (32-28).",
        ]

    @pytest.mark.parametrize("no", ["N", "", "nonsense"])
    def test_explains_the_error_after_any_answer_but_yes(self, no: str) -> None:
        lines_shown = said(["C3 E4", no, "C3 D4"], Script(["32-28"]), fen="B:W32:B11")
        assert lines_shown[3] == "E4 is a light square: the men stand on the dark ones."
        assert lines_shown[-2] == "I move H2 G1 (32-28)." or lines_shown[-3] == "I move H2 G1 (32-28)."

    @pytest.mark.parametrize("instead", ["C3 D2", "C3", "resign"])
    def test_accepts_a_move_or_a_command_instead_of_yes(self, instead: str) -> None:
        lines_shown = said(["C3 E4", instead], Script(["32-28"]), fen="B:W32:B11")
        assert any(line.startswith(("I move", "C3 to?", "Do you really")) for line in lines_shown[4:])

    @pytest.mark.parametrize("typed", NOT_CORRECTED)
    def test_asks_nothing_if_a_line_has_no_single_correction(self, typed: str) -> None:
        assert "Did you mean" not in converse([typed, "quit"], options(fen="B:W32:B11"))

    def test_corrects_typing_errors_after_a_lifted_man_and_within_a_jump(self) -> None:
        assert "Did you mean C3 D4 (Y/N)? Y" in said(["C3", "E4", "Y"], Script(["32-28"]), fen="B:W32:B11")
        lines_shown = said(["C3 E5", "Y", "G8", "Y", "N"], Script(["32-28"]), fen=JUMPS)
        assert "Did you mean C3 E5 G7 (Y/N)? Y" in lines_shown
        assert "You take D4 and F6." in lines_shown
        lines_shown = said(["C3 E5", "Y", "G8", "undo"], Script(["32-28"]), fen=JUMPS)
        assert "Very well, choose another move." in lines_shown

    def test_explains_a_forced_jump_instead_of_suggesting_a_correction(self) -> None:
        """C3 D2 is illegal only because a jump is forced, although it differs from C3 D4 by one character."""
        lines_shown = said(["C3 D2", "N"], fen="B:W15,32:B11", jumping="forced")
        assert "You must jump: C3 can." in lines_shown
        assert not any(line.startswith("Did you mean") for line in lines_shown)

    @pytest.mark.parametrize(("rules", "fen"), HUFFABLE)
    def test_plays_every_legal_line_as_typed(self, rules: str, fen: str) -> None:
        game = Game(RULE_SETS[rules], "huff", parse_fen(fen, RULE_SETS[rules]))
        for route in game.routes():
            spelled = " ".join(square_name(number, game.rules.geometry, BLACK) for number in route.path)
            output = converse([spelled], options(fen=fen, rules=rules))
            assert "Did you mean" not in output
            assert "Is it a multiple jump" in output or "(like C3 D4)?" in output.split("? ", 1)[1]

    def test_suggests_only_legal_moves(self) -> None:
        rng, found = Random(7), 0
        for rules in RULE_SETS.values():
            game = Game(rules)
            for _ in range(12):
                path = JumpPath.of(game)
                route = rng.choice(path.routes)
                text = " ".join(square_name(number, rules.geometry, BLACK) for number in route.path).lower()
                place = rng.randrange(len(text))
                mistyped = text[:place] + rng.choice("abcdefgh12345678 ") + text[place + rng.randrange(2) :]
                reading = only_reading(mistyped, path, Naming(rules, BLACK, "console"))
                if reading is not None:
                    found += 1
                    assert any(other.path[: len(reading.squares)] == reading.squares for other in path.routes)
                game.play(route)
        assert found > 10

    def test_suggests_nothing_if_a_reading_is_ambiguous(self) -> None:
        """One slip away are D6 H2, which two jumps fit, and D6 B8 H2, which one fits."""
        game = Game(AMERICAN, start=parse_fen("B:W10,11,18,19,27,31:BK14,K8", AMERICAN))
        naming = Naming(AMERICAN, BLACK, "console")
        assert only_reading("d6b h2", JumpPath.of(game), naming) is None


class TestOneKey:
    @pytest.mark.parametrize("rest", [(), ("enter",), ("e", "s", "enter"), ("E", "S", "enter")])
    def test_answers_at_once_to_y_and_ignores_the_rest(self, rest: tuple[str, ...]) -> None:
        session = PlaySession(options(first=None))
        assert session.asked is kinds.FIRST
        session.send("y")
        assert session.asked is kinds.MOVE
        session.send(*rest)
        session.type("C3 D4")
        assert session.text.count("Your move (like C3 D4)?") == 2
        assert "Type a move like" not in session.text
        assert "cannot read" not in session.text
        assert session.dialogue.state.table.home == BLACK

    def test_answers_at_once_to_n(self) -> None:
        session = PlaySession()
        session.type("resign")
        assert session.asked is kinds.RESIGN
        session.send("n")
        assert session.asked is kinds.MOVE

    def test_plays_a_move_that_begins_with_e_after_y(self) -> None:
        session = PlaySession(options(fen="B:W32:B19", first=None), Script(["32-28"]))
        session.send("y")
        session.type("e3 f4")
        assert session.dialogue.state.game.ply == 2

    def test_counts_enter_as_no_and_reads_other_keys_as_a_line(self) -> None:
        session = PlaySession()
        session.type("resign")
        assert session.asked is kinds.RESIGN
        session.send("x")
        assert session.asked is kinds.RESIGN
        session.send("enter")
        assert session.asked is kinds.MOVE
        session.type("resign")
        session.send("y")
        assert session.asked is kinds.ANOTHER

    def test_answers_y_at_once_but_not_n_after_a_game(self) -> None:
        session = PlaySession(options(fen="B:W15:B11"))
        session.type("C3 E5")
        session.send("n")
        session.settle()
        assert session.asked is kinds.ANOTHER
        session.send("enter", *"next casual", "enter")
        assert "casual" in session.text
        session.send("y")
        assert session.asked is kinds.MOVE
        assert session.dialogue.state.table.rules.name == "casual"

    def test_answers_a_suggested_move_by_one_key(self) -> None:
        session = PlaySession(opponent=Script(["22-18"]))
        session.type("C3 E4")
        assert session.asked is kinds.MEANT
        assert session.rows[-1].startswith("Y Yes N No")
        session.send("Y")
        session.settle()
        assert session.dialogue.state.game.ply == 2
