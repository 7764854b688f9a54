"""Jumps in the conversation: single and multiple jumps, huffs, and the reasons for rejecting moves."""

from dataclasses import replace

import pytest
from support.conversation import Script, options, talk

from console.dialogue.messages import Played
from console.game.seats import Peer, Person, Seats
from console.reading import kinds
from engine.geometry import BLACK, WHITE
from engine.rules import Jumping


class TestMultipleJump:
    """C3 may jump D4 and then F6, to G7."""

    FEN = "B:W15,22,32:B11,1"

    def test_does_not_ask_about_a_jump_that_is_said_to_be_the_only_one(self) -> None:
        played = talk(options(fen=self.FEN), Script(["32-28"])).type("c3 takes e5, just the one")
        assert played.asked.kind is kinds.MOVE
        assert played.state.game.turns[0].move.path == (11, 18)

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


def test_points_out_the_forced_jump_of_another_player() -> None:
    """The side that waits has no jump, with two players and over a line."""
    two = talk(options(fen="B:W15,32:B11,9", jumping="forced", players="two", other="Eve")).state.activity
    assert two.headline == "Dan (Black) must jump."
    two.table = replace(two.table, seats=Seats(Peer("Dan"), Person("Eve")), home=WHITE)
    assert two.headline == "Dan (Black) must jump."
    two.table = replace(two.table, seats=Seats(Person("Dan"), Peer("Eve")), home=BLACK)
    assert two.headline == "You have a jump."


@pytest.mark.parametrize("jumping", ["huff", "free"])
def test_moves_lists_what_goes_on_with_the_jump(jumping: Jumping) -> None:
    run = talk(options("B:W15,22,32:B11,1", jumping, players="two", other="Eve")).type("C3 E5", "moves", "moves")
    said = [text for text in run.texts if text.startswith("You can")][-1]
    assert said.startswith("You can jump C3 E5, C3 E5 G7")
    assert "A7" not in said
