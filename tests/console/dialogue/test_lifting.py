"""Moves typed square by square, typing errors, and questions answered by a single key."""

from random import Random

import pytest
from support.cases import cases
from support.conversation import Script, converse, options, talk
from support.play_screen import PlaySession
from support.questions import question
from support.set_clock import Clock

from console.game.clock import Control
from console.game.move_input import JumpPath, parse_squares
from console.game.naming import Naming
from console.reading import kinds
from console.reading.read import read
from console.reading.readings import NamedMove, Talk
from console.terminal.events import Mouse
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK, square_name
from engine.rules import AMERICAN, RULE_SETS

JUMPS = "B:W15,22,32:B11,1"


class TestSquareBySquare:
    def test_shows_a_typed_square_like_a_click(self) -> None:
        session = PlaySession(options(jumping="free"), opponent=Script(["22-18"]))
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


HUFFABLE = [("american", JUMPS), ("casual", "B:W14,15,22,32:B10,11,1"), ("triple-king", "B:W10,15,24,29:B4,6,T1")]


class TestTypingErrors:
    @pytest.mark.parametrize(("rules", "fen"), HUFFABLE)
    def test_plays_every_legal_line_as_typed(self, rules: str, fen: str) -> None:
        game = Game(RULE_SETS[rules], "huff", parse_fen(fen, RULE_SETS[rules]))
        for route in game.routes():
            spelled = " ".join(square_name(number, game.rules.geometry, BLACK) for number in route.path)
            output = converse([spelled], options(fen=fen, rules=rules))
            assert "Did you mean" not in output
            assert "Is it a multiple jump" in output or "(like C3 D4)?" in output.split("? ", 1)[1]

    def test_asks_only_about_legal_moves(self) -> None:
        rng, found = Random(7), 0
        for rules in RULE_SETS.values():
            game = Game(rules)
            for _ in range(12):
                path = JumpPath.of(game)
                route = rng.choice(path.routes)
                text = " ".join(square_name(number, rules.geometry, BLACK) for number in route.path).lower()
                place = rng.randrange(len(text))
                slip = text[:place] + rng.choice("abcdefgh12345678 ") + text[place + rng.randrange(2) :]
                reading = read(slip, question(game))
                if isinstance(reading, Talk) and reading.meant is not None:
                    found += 1
                    squares = reading.meant.path.squares
                    assert any(other.path[: len(squares)] == squares for other in path.routes)
                game.play(route)
        assert found > 10

    def test_asks_about_nothing_if_several_moves_are_one_slip_away(self) -> None:
        """One slip away are D6 H2, which two jumps fit, and D6 B8 H2, which one fits."""
        game = Game(AMERICAN, start=parse_fen("B:W10,11,18,19,27,31:BK14,K8", AMERICAN))
        reading = read("d6b h2", question(game))
        assert isinstance(reading, Talk)
        assert reading.meant is None


class TestSentences:
    @pytest.mark.parametrize(("typed", "meant", "played"), cases("squares_in_sentences"))
    def test_plays_or_asks_about_the_only_move_with_these_squares(self, typed: str, meant: str, played: str) -> None:
        game = Game(AMERICAN, "huff", parse_fen("B:W14,18,25:B10,15,K32", AMERICAN))
        at = question(game)
        reading = read(typed, at)
        path = reading.path if isinstance(reading, NamedMove) else None
        if isinstance(reading, Talk) and reading.meant is not None:
            path = reading.meant.path
        found = at.naming.path(path.squares) if path is not None and len(path.squares) > 1 else "-"
        assert (found, isinstance(reading, NamedMove)) == (meant, played == "yes")

    def test_asks_which_of_several_moves_is_meant(self) -> None:
        said = " ".join(talk(options("B:W14:B9,10,1")).type("take the one on d6").texts)
        assert "Which one: C7 E5 or C5 E7?" in said

    def test_goes_on_with_a_jump(self) -> None:
        game = Game(AMERICAN, "huff", parse_fen("B:W18,25:B15", AMERICAN))
        naming = Naming(AMERICAN, BLACK, "console")
        begun = JumpPath.of(game).to(parse_squares("D4 F6", naming))
        reading = read("then to h8", question(game, kind=kinds.MULTIPLE, path=begun))
        assert isinstance(reading, NamedMove)
        assert naming.path(reading.path.squares) == "D4 F6 H8"


class TestYesOrNoOnTheScreen:
    def test_other_letters_than_y_and_n_are_asked_again(self) -> None:
        session = PlaySession()
        for line, asked in (("x", kinds.RESIGN), ("n", kinds.MOVE), ("y", kinds.ANOTHER)):
            session.type("resign")
            assert session.asked is kinds.RESIGN
            session.send(*line, "enter")
            assert session.asked is asked

    def test_a_word_that_begins_with_n_may_be_typed_after_a_game(self) -> None:
        session = PlaySession(options(fen="B:W15:B11"))
        session.type("C3 E5", "next casual")
        assert "casual" in session.text
        session.type("y")
        assert session.asked is kinds.MOVE
        assert session.dialogue.state.table.rules.name == "casual"

    def test_answers_a_suggested_move_by_a_click(self) -> None:
        session = PlaySession(opponent=Script(["22-18"]))
        session.type("C3 E4")
        assert session.asked is kinds.MEANT
        assert session.rows[-1].startswith("Esc Back Y Yes N No")
        session.send(Mouse("press", len(session.rows) - 1, len("Esc Back ")))
        session.settle()
        assert session.dialogue.state.game.ply == 2
