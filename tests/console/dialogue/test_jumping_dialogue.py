"""Jumps in the conversation: single and multiple jumps, huffs, and the reasons for rejecting moves."""

import pytest
from support.conversation import Script, options, said, talk

from console.dialogue import kinds
from console.dialogue.messages import Played
from console.game.seats import Peer, Person, Seats
from engine.geometry import BLACK, WHITE
from engine.rules import Jumping


class TestMultipleJump:
    """C3 may jump D4 and then F6, to G7."""

    FEN = "B:W15,22,32:B11,1"

    def test_asks_for_another_jump_and_its_square(self) -> None:
        lines = said(["C3 E5", "Y", "G7", "N"], Script(["32-28"]), fen=self.FEN)
        assert lines[2:6] == [
            "Is it a multiple jump (Y/N)? Y",
            "Next square? G7",
            "Is it a multiple jump (Y/N)? N",
            "You take D4 and F6.",
        ]

    def test_asks_nothing_after_a_whole_path(self) -> None:
        for typed in ("C3 E5 G7", "11x18x25", "11x25", "c3g7"):
            lines = said([typed], Script(["32-28"]), fen=self.FEN)
            assert lines[2:4] == ["You take D4 and F6.", "I move H2 G1 (32-28)."]

    def test_ends_the_jump_on_a_yes_if_it_cannot_go_on(self) -> None:
        lines = said(["C3 E5", "Y", "G7", "Y"], Script(["32-28"]), fen=self.FEN)
        assert lines[5:7] == ["Nothing more can be jumped: the move stands.", "You take D4 and F6."]

    def test_huffs_a_jump_that_stops_early(self) -> None:
        lines = said(["C3 E5", "no"], Script(["32-28"]), fen=self.FEN)
        assert lines[3:6] == [
            "You take D4.",
            "E5 could have gone on jumping: I take your man for not jumping.",
            "I move H2 G1 (32-28).",
        ]

    def test_lets_a_free_jump_stop_early(self) -> None:
        lines = said(["C3 E5", "N"], Script(["22-15"]), fen=self.FEN, jumping="free")
        assert lines[3:5] == ["You take D4.", "I move F6 D4 (22x15) and take E5."]

    def test_finishes_a_forced_jump_along_the_only_way(self) -> None:
        lines = said(["C3 E5"], Script(["32-28"]), fen=self.FEN, jumping="forced")
        assert lines[3:5] == ["You take D4 and F6.", "I move H2 G1 (32-28)."]

    @pytest.mark.parametrize("asked", ["N", "hint", "moves"])
    def test_asks_which_way_a_forced_jump_goes(self, asked: str) -> None:
        lines = said(["C3 E5", asked, "G3"], fen="B:W15,22,23,32:B11,1", jumping="forced")
        assert lines[3:7] == [
            f"Next square? {asked}",
            "You must go on jumping: from E5 to G3 or G7.",
            "Next square? G3",
            "You take D4 and F4.",
        ]

    @pytest.mark.parametrize(("jumping", "asked"), [("huff", True), ("free", False), ("forced", False)])
    def test_asks_about_a_single_jump_only_with_huff(self, jumping: Jumping, asked: bool) -> None:
        lines = said(["C3 E5", "N"], Script(["32-28"]), fen="B:W15,32:B11,1", jumping=jumping)
        assert ("Is it a multiple jump (Y/N)? N" in lines) == asked

    @pytest.mark.parametrize(
        ("answer", "heard"), [("maybe", True), ("zz", True), ("whatever", True), ("N", False), ("nah", False)]
    )
    def test_says_that_an_answer_counts_as_no(self, answer: str, heard: bool) -> None:
        lines = said(["C3 E5", answer], Script(["32-28"]), fen=self.FEN)
        assert (f'I take "{answer}" for a no.' in lines) == heard
        assert "E5 could have gone on jumping: I take your man for not jumping." in lines

    def test_rejects_a_wrong_next_square_and_asks_again(self) -> None:
        lines = said(["C3 E5", "Y", "G3", "E5", "", "zz", "E5 G7", "N"], Script(["32-28"]), fen=self.FEN)
        assert [line for line in lines if not line.startswith("Next")][3:7] == [
            "Nothing to jump between E5 and G3.",
            'Name the square the jump goes to, or "undo".',
            'Name the square the jump goes to, or "undo".',
            'I cannot read "zz": type squares like C3 D4, or 11-15.',
        ]
        assert "You take D4 and F6." in lines

    @pytest.mark.parametrize("jumping", ["huff", "free"])
    def test_asks_again_after_a_no_instead_of_the_next_square(self, jumping: Jumping) -> None:
        lines = said(["C3 E5", "Y", "n", "N"], Script(["32-28"]), fen=self.FEN, jumping=jumping)
        assert lines[2:6] == [
            "Is it a multiple jump (Y/N)? Y",
            "Next square? n",
            "Is it a multiple jump (Y/N)? N",
            "You take D4.",
        ]

    @pytest.mark.parametrize("typed", [["C3 E5", "undo"], ["C3 E5", "Y", "undo"]])
    def test_takes_back_a_jump_under_way(self, typed: list[str]) -> None:
        lines = said([*typed, "A7 B6"], Script(["22-17"]), fen=self.FEN, jumping="free")
        assert "Very well, choose another move." in lines
        assert "I move F6 E7 (22-17)." in lines

    def test_shows_a_jump_under_way_on_the_board(self) -> None:
        dialogue = talk(options(fen=self.FEN), Script(["32-28"])).type("C3 E5", "Y")
        table = dialogue.state.table
        assert dialogue.asked.kind is kinds.NEXT_SQUARE
        assert table.jump is not None
        assert table.jump.squares == (11, 18)
        assert table.jump.targets == {25: True}
        assert table.position.black == table.position.geometry.mask((18, 1))
        assert table.position.white == table.position.geometry.mask((22, 32))
        assert dialogue.state.game.ply == 0
        dialogue.type("G7")
        step = dialogue.send("N", until=Played)
        assert isinstance(step, Played)
        assert step.shown == 2
        assert dialogue.state.table.jump is None


class TestHuff:
    @pytest.mark.parametrize(
        ("fen", "typed", "heard"),
        [
            ("B:W15,32:B11,9", "C7 D8", "C3 could have jumped: I take your man for not jumping."),
            ("B:W15,32:B11,9", "C3 D2", "C3 (now D2) could have jumped: I take your man for not jumping."),
            ("B:W15,32:BK11,9", "C7 D8", "C3 could have jumped: I take your king for not jumping."),
        ],
    )
    def test_huffs_for_a_step_instead_of_a_jump(self, fen: str, typed: str, heard: str) -> None:
        assert said([typed], Script(["32-28"]), fen=fen)[2:4] == [heard, "I move H2 G1 (32-28)."]

    def test_the_computer_chooses_between_several_huffs(self) -> None:
        lines = said(["A7 B8"], Script(["32-28"], huff=10), fen="B:W15,32:B11,10,1")
        assert lines[2] == "C5 could have jumped: I take your man for not jumping."

    def test_undo_gives_a_huffed_man_back(self) -> None:
        lines = said(["C7 D8", "undo", "fen"], Script(["32-28"]), fen="B:W15,32:B11,9")
        assert "Taken back: C7 D8, H2 G1." in lines
        assert "FEN B:W15,32:B9,11" in lines

    def test_huffs_the_last_man(self) -> None:
        lines = said(["C3 D2"], fen="B:W15,32:B11")
        assert lines[2:5] == [
            "C3 (now D2) could have jumped: I take your man for not jumping.",
            "The County Champion wins: you have no men left.",
            "My commiserations, Dan. A good game.",
        ]

    def test_does_not_point_out_a_jump_with_huff(self) -> None:
        assert not any("you have a jump" in line for line in said([], fen="B:W15,32:B11,9"))

    @pytest.mark.parametrize(
        ("answers", "kept"), [(["C3"], 1), (["N"], 2), (["", "N"], 2), (["A1", "N"], 2), (["Y"], 1)]
    )
    def test_asks_a_player_for_a_huff_and_lets_it_pass(self, answers: list[str], kept: int) -> None:
        chosen = options(fen="B:W15,32:B11,9", players="two", other="Eve")
        dialogue = talk(chosen).type("C7 D8")
        assert dialogue.asked.prompt == "Eve, C3 could have jumped: take it (Y/N)? "
        dialogue.type(*answers)
        assert ("C3 could have jumped: Dan loses the man for not jumping." in dialogue.texts) == (kept == 1)
        assert dialogue.texts.count("Y takes C3, N lets it pass.") == len(answers) - 1
        assert dialogue.state.game.position.black.bit_count() == kept
        assert dialogue.state.activity.headline == "Eve (White) to move."


def test_asks_for_the_way_when_two_jumps_reach_a_square() -> None:
    lines = said(["A3 E3", "A3 C1 E3", "N"], Script(["5-1"]), fen="B:W7,8,15,16,5:BK3", jumping="free")
    assert "Two jumps go there: name every square on the way." in lines
    assert "You take B2 and D2." in lines


def test_points_out_a_forced_jump() -> None:
    lines = said(["C3 E5", "N"], Script(["32-28"]), fen="B:W15,32:B11,9", jumping="forced")
    assert lines[1] == "Your move, Dan: you have a jump."
    assert lines.count("Your move, Dan: you have a jump.") == 1


def test_points_out_the_forced_jump_of_another_player() -> None:
    """The side that waits has no jump, with two players and over a line."""
    two = talk(options(fen="B:W15,32:B11,9", jumping="forced", players="two", other="Eve")).state.activity
    assert two.headline == "Dan (Black) must jump."
    two.change(seats=Seats(Peer("Dan"), Person("Eve")), home=WHITE)
    assert two.headline == "Dan (Black) must jump."
    two.change(seats=Seats(Person("Dan"), Peer("Eve")), home=BLACK)
    assert two.headline == "Your move, Dan: you have a jump."


def test_points_out_a_forced_jump_once_for_each_position() -> None:
    lines = said(["C1 D2", "hello", "", "C3 E5", "N"], fen="B:W15,32:B11,9", jumping="forced")
    assert lines.count("Your move, Dan: you have a jump.") == 1


@pytest.mark.parametrize(("jumping", "is_known"), [("forced", True), ("huff", True), ("free", False)])
def test_the_book_is_for_forced_jumps_and_huffs(jumping: Jumping, is_known: bool) -> None:
    """A word that finds nothing does not count as help."""
    assert talk(options(jumping=jumping)).type("book").state.table.helped == is_known
