"""The computer resigns, or offers a draw; the player may play on."""

from typing import Any

import pytest
from support.conversation import KINGS, TEN_MOVES, TEN_REPLIES, Scored, converse, options, talk
from support.play_screen import PlaySession
from support.set_clock import Clock

from ai.levels import level_at
from console.activities.season.rivals import rivals
from console.game.clock import Control
from console.game.seats import rival
from console.text import sentences
from console.text.levels import VOICES, TurningPoint

OF_TWO = [move for both in zip(TEN_MOVES, TEN_REPLIES, strict=True) for move in both]


def lost(*answers: str, level: int = 9) -> str:
    """Return a game in which the computer is lost, and resigns at its fourth move."""
    return converse([*TEN_MOVES[:4], *answers], options(KINGS, level=level), Scored(-900, TEN_REPLIES))


class TestResignation:
    def test_is_accepted_by_enter(self) -> None:
        said = lost("", "quit")
        assert f'The Grand Master: "{VOICES[9].remarks[TurningPoint.RESIGNING]}"' in said
        assert "I resign: do you accept (Y/N, Enter: Y)? " in said
        assert "Dan (Black) wins: the Grand Master resigned." in said

    @pytest.mark.parametrize("answers", [["N", TEN_MOVES[4]], ["n", TEN_MOVES[4]]], ids=["no", "a letter"])
    def test_is_declined_once_and_for_all(self, answers: list[str]) -> None:
        said = lost(*answers, "quit")
        assert "Then we play on." in said
        assert said.count("I resign:") == 1
        assert "(23-18)" in said
        assert "wins" not in said

    def test_a_childs_opponent_plays_on(self) -> None:
        assert "resign" not in lost(TEN_MOVES[4], "quit", level=2)

    def test_is_silent_about_it_without_remarks(self) -> None:
        said = converse(["chat off", *TEN_MOVES[:4], "", "quit"], options(KINGS, level=9), Scored(-900, TEN_REPLIES))
        assert "Grand Master:" not in said
        assert "I resign" in said

    @pytest.mark.parametrize(
        ("fields", "lines", "following"),
        [({"level": 9}, TEN_MOVES[:4], TEN_MOVES[4]), ({"players": "two", "other": "Eve"}, [*OF_TWO, "draw"], "C1 D2")],
    )
    def test_the_clocks_stop_while_it_is_asked(self, fields: dict[str, Any], lines: list[str], following: str) -> None:
        clock = Clock()
        run = talk(options(KINGS, clock=Control(1), **fields), Scored(-900, TEN_REPLIES), now=clock).type(*lines)
        clock.seconds = 100
        assert run.type("N", following).state.game.outcome is None

    def test_a_rival_is_called_by_his_name(self) -> None:
        irma = rival("Irma Vogel", 1820)
        assert sentences.ask_resigned(irma) == "Irma Vogel resigns: do you accept (Y/N, Enter: Y)? "
        assert sentences.ask_draw(irma) == "Irma Vogel offers a draw: do you accept (Y/N)? "

    def test_the_screen_asks_too(self) -> None:
        session = PlaySession(options(KINGS, level=9), Scored(-900, TEN_REPLIES))
        session.type(*TEN_MOVES[:4])
        assert "I resign: do you accept" in session.text
        assert "is thinking" not in session.text
        session.type("Y")
        assert "Congratulations, Dan!" in session.text


class TestDraw:
    def drawn(self, *answers: str) -> str:
        """Return a game in which nothing happens for ten moves each, and a draw is offered."""
        return converse([*TEN_MOVES, *answers], options(KINGS, level=4), Scored(0, TEN_REPLIES))

    def test_is_offered_when_nothing_happens(self) -> None:
        said = self.drawn("Y", "quit")
        assert f'The Club Player: "{VOICES[4].remarks[TurningPoint.DRAWN]}"' in said
        assert "I offer a draw: do you accept (Y/N)? " in said
        assert "The game is a draw: agreed." in said

    @pytest.mark.parametrize("answers", [["N"], [""], ["C1 D2"]], ids=["no", "Enter", "a move"])
    def test_is_declined(self, answers: list[str]) -> None:
        said = self.drawn(*answers, "quit")
        assert said.count("I offer a draw") == 1
        assert "agreed" not in said

    def test_a_move_declines_it_and_is_played(self) -> None:
        assert self.drawn("C1 D2", "quit").count("I move") == self.drawn("N", "C1 D2", "quit").count("I move")


def test_every_opponent_has_his_words() -> None:
    draws = TurningPoint.DRAWN, TurningPoint.ACCEPTING, TurningPoint.GIFT, TurningPoint.DECLINING
    assert all(point in each.remarks for each in rivals() for point in draws)
    assert all((TurningPoint.RESIGNING in each.remarks) == (level_at(each.rating).number > 2) for each in rivals())
