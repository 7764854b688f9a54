"""Moves by mouse and by cursor, also mixed with typing."""

import pytest
from support.conversation import Script, options
from support.play_screen import THEME, PlaySession

from console.game.seats import Program
from console.reading import kinds
from console.screens.play.board_input import on_board
from console.screens.widgets.board import BoardLayout
from console.terminal.events import Mouse
from engine.rules import Jumping

JUMPS = "B:W15,22,32:B11,1"
SIZES = [(80, 24), (120, 40), (40, 20), (60, 22)]


def number(name: str, session: PlaySession) -> int:
    squares = range(1, session.dialogue.state.table.rules.geometry.squares + 1)
    return next(square for square in squares if session.dialogue.state.naming.square(square) == name)


def cell(name: str, session: PlaySession) -> tuple[int, int]:
    """Return a cell in the middle of a square."""
    layout = session.layout
    row, column = layout.place(number(name, session))
    return row + layout.size.height // 2, column + layout.size.width // 2


def press(session: PlaySession, *names: str) -> None:
    """Click squares one after the other."""
    for name in names:
        row, column = cell(name, session)
        session.send(Mouse("press", row, column), Mouse("release", row, column))


def drag(session: PlaySession, start: str, end: str) -> None:
    """Press on one square and release on another."""
    (row, column), (last_row, last_column) = cell(start, session), cell(end, session)
    steps = max(abs(last_row - row), abs(last_column - column))
    session.send(Mouse("press", row, column))
    for step in range(1, steps + 1):
        session.send(
            Mouse("drag", row + (last_row - row) * step // steps, column + (last_column - column) * step // steps)
        )
    session.send(Mouse("release", last_row, last_column))


def lit(session: PlaySession) -> set[str]:
    """Return the names of the lit squares."""
    canvas, layout = session.picture(), session.layout
    names = set()
    for square in range(1, layout.geometry.squares + 1):
        row, column = layout.place(square)
        if canvas.at(row, column).paper == THEME.palette.board.lit.paper and square != session.play.board_input.lifted:
            names.add(session.dialogue.state.naming.square(square))
    return names


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("first", "flipped"), [(True, False), (True, True), (False, True)])
def test_moves_a_man_by_two_clicks(size: tuple[int, int], first: bool, flipped: bool) -> None:
    session = PlaySession(options(first=first), Script(["22-18"] if first else ["11-15", "8-11"]), size)
    if flipped:
        session.type("flip")
    ply = session.dialogue.state.game.ply
    press(session, "C3", "D4", "C5", "D6")  # the computer thinks at the last clicks
    session.settle()
    assert session.dialogue.state.game.ply == ply + 2
    assert size != (120, 40) or "C3 to? D4" in session.said
    assert "Your move (like C3 D4)? C3" not in session.said
    assert session.dialogue.state.naming.move(session.dialogue.state.game.turns[ply].move) == "C3 D4"


def test_highlights_targets_and_marks_the_lifted_piece() -> None:
    session = PlaySession(options(jumping="free"))
    press(session, "C3")
    assert lit(session) == {"D2", "D4"}
    assert session.play.picture.scene().lifted == number("C3", session)
    press(session, "C5")
    assert lit(session) == {"D4", "D6"}
    press(session, "C5")
    assert lit(session) == set()


@pytest.mark.parametrize(("jumping", "seen"), [("huff", set()), ("forced", {"E5"}), ("free", {"D2", "E5"})])
def test_lights_every_legal_target_but_none_in_huff(jumping: Jumping, seen: set[str]) -> None:
    session = PlaySession(options(fen=JUMPS, jumping=jumping))
    press(session, "C3")
    assert lit(session) == seen


def test_in_huff_lights_targets_only_in_a_position_whose_moves_were_listed() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    session.type("moves")
    press(session, "C3")
    assert lit(session) == {"D2", "D4"}
    press(session, "D4")
    session.settle()
    press(session, "C1")
    assert session.play.board_input.lifted == number("C1", session)
    assert lit(session) == set()


def test_lights_the_men_that_can_move_in_a_problem_too() -> None:
    session = PlaySession()
    session.type("problem", "moves")
    state = session.dialogue.state
    assert lit(session) == {state.naming.square(move.start) for move in state.game.legal_moves()}


def test_keeps_a_piece_dropped_outside_or_after_escape() -> None:
    session = PlaySession()
    row, column = cell("C3", session)
    session.send(Mouse("press", row, column), Mouse("drag", 0, 0), Mouse("release", 0, 0))
    assert session.play.board_input.lifted is None
    press(session, "C3")
    session.send("escape")
    assert session.play.board_input.lifted is None
    press(session, "C3")
    session.send(Mouse("press", row, column, "right"))
    assert session.play.board_input.lifted is None
    assert session.dialogue.state.game.ply == 0


def test_draws_a_dragged_man_at_the_pointer_and_moves_him_without_animation() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    row, column = cell("C3", session)
    before = session.picture()
    session.send(Mouse("press", row, column), Mouse("drag", row - 1, column + 3))
    after = session.picture()
    place = session.layout.place(number("C3", session))
    assert before.at(place[0], place[1] + 2).char == "▀"
    assert after.at(place[0], place[1] + 2).char != "▀"
    assert after.at(row - 1, column + 3).char in "▀▄"
    session.send("escape")
    drag(session, "B2", "C3")
    assert "B2 cannot move." in session.said
    assert (session.play.board_input.lifted, session.play.board_input.pointer) == (None, None)
    drag(session, "C3", "D4")
    assert session.dialogue.state.game.ply == 1
    assert session.play.runner.scene is None
    session.settle()
    assert "I move F6 E5" in session.said


def test_keeps_the_man_lifted_after_an_illegal_square() -> None:
    session = PlaySession()
    press(session, "C3", "E5")
    assert "C3 to? E5" in session.said
    assert "Nothing to jump between C3 and E5." in session.said
    assert session.play.board_input.lifted == number("C3", session)
    press(session, "D4")
    assert session.dialogue.state.game.ply == 1


def test_continues_a_jump_by_a_drag() -> None:
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    drag(session, "C3", "E5")
    drag(session, "E5", "G7")
    session.settle()
    assert "You take D4 and F6." in session.said


def test_ends_or_undoes_a_jump_by_a_click() -> None:
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "C3", "E5", "E5")
    session.settle()
    assert "could have kept jumping" in session.said
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "C3", "E5")
    session.settle()
    session.send(Mouse("press", 23, session.rows[-1].index("Enter Stop here")))
    session.settle()
    assert "could have kept jumping" in session.said
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "C3", "E5")
    session.send("escape")
    assert session.dialogue.state.game.ply == 0
    assert not session.dialogue.state.table.jump


def test_asks_about_a_jump_only_while_it_can_continue() -> None:
    """An answer to a question that was not asked was used for a later one."""
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]), size=(80, 30))
    press(session, "C3", "E5")
    session.settle()
    press(session, "G7")
    session.settle()
    assert "Is it a multiple jump (Y/N)? G7" in session.said
    assert session.text.count("Is it a multiple jump (Y/N)? N") == 0
    assert "Next square?" not in session.said
    assert "You take D4 and F6." in session.said
    assert session.asked is kinds.MOVE


def test_moves_by_arrows_and_space_or_enter() -> None:
    session = PlaySession(options(jumping="free"), opponent=Script(["22-18", "18-14"]))
    session.send("c", "3", "left", "up")
    assert session.play.board_input.cursor is None, "the arrows edit a typed line"
    session.send("escape")
    session.play.board_input.cursor = number("E5", session)
    session.send("enter")
    assert "There is no piece on E5." in session.said
    session.send("up")
    session.play.board_input.cursor = number("C3", session)
    session.send(" ")
    assert lit(session) == {"D2", "D4"}
    session.send("escape")
    assert (session.play.board_input.lifted, session.play.board_input.cursor) == (None, number("C3", session))
    session.send(" ", "up", "enter")
    session.settle()
    assert session.dialogue.state.game.ply == 2
    session.send("escape")
    assert session.play.board_input.cursor is None


def test_the_cursor_begins_at_the_piece_moved_last_or_lifted() -> None:
    session = PlaySession(opponent=Script(["24-20", "28-24"]))
    for start, end in (("C7", "D8"), ("B8", "C7")):
        session.type(f"{start} {end}")
        session.settle()
        session.send("up")
        assert session.play.board_input.cursor == number(end, session)
        session.send("escape")
    session.type("C3")
    session.send("up")
    assert session.play.board_input.cursor == session.play.board_input.lifted == number("C3", session)


def test_mixes_clicks_and_typing_within_a_move() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    press(session, "C3")
    session.type("d4")
    assert session.dialogue.state.naming.move(session.dialogue.state.game.turns[0].move) == "C3 D4"
    session = PlaySession(opponent=Script(["22-18"]))
    session.send("c", "3")
    press(session, "D4")
    session.settle()
    assert session.dialogue.state.naming.move(session.dialogue.state.game.turns[0].move) == "C3 D4"
    session = PlaySession()
    session.send(" ", " ")
    session.type("level 3")
    assert session.dialogue.state.opponent == Program(3)


def test_keeps_a_dragged_piece_on_the_board() -> None:
    session = PlaySession()
    layout: BoardLayout = session.layout
    for row in range(-3, 30, 3):
        for column in range(-3, 90, 3):
            corner = on_board((row, column), layout)
            assert layout.top <= corner[0] <= layout.top + 7 * layout.size.height
            assert layout.left <= corner[1] <= layout.left + 7 * layout.size.width


def test_lights_the_pieces_that_can_move_once_moves_are_listed() -> None:
    session = PlaySession(options(jumping="forced", fen="B:W15,32:B11,1"))
    assert not session.play.picture.scene().targets
    session.type("moves")
    assert session.play.picture.scene().targets == {11}
