"""Jumps in the conversation: single and multiple jumps, huffs, and the reasons for rejecting moves."""

from dataclasses import replace

import pytest
from support.conversation import Script, options, talk

from console.dialogue import kinds
from console.dialogue.messages import Played
from console.game.seats import Peer, Person, Seats
from engine.geometry import BLACK, WHITE


class TestMultipleJump:
    """C3 may jump D4 and then F6, to G7."""

    FEN = "B:W15,22,32:B11,1"

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


def test_points_out_the_forced_jump_of_another_player() -> None:
    """The side that waits has no jump, with two players and over a line."""
    two = talk(options(fen="B:W15,32:B11,9", jumping="forced", players="two", other="Eve")).state.activity
    assert two.headline == "Dan (Black) must jump."
    two.table = replace(two.table, seats=Seats(Peer("Dan"), Person("Eve")), home=WHITE)
    assert two.headline == "Dan (Black) must jump."
    two.table = replace(two.table, seats=Seats(Person("Dan"), Peer("Eve")), home=BLACK)
    assert two.headline == "You have a jump."
