"""Moving the men by mouse and by cursor, alone and mixed with typing."""

import pytest
from support.conversation import Script, options
from support.play_screen import THEME, PlaySession

from console.dialogue import kinds
from console.screens.play.board_input import BoardInput, Pointer, on_board
from console.screens.widgets.board import BoardLayout
from console.storage.settings import Settings
from console.terminal.events import Key, Mouse
from engine.rules import Jumping

JUMPS = "B:W15,22,32:B11,1"
SIZES = [(80, 24), (80, 25), (120, 40), (40, 20), (40, 24), (60, 22)]


def number(name: str, session: PlaySession) -> int:
    squares = range(1, session.dialogue.state.table.rules.geometry.squares + 1)
    return next(square for square in squares if session.dialogue.state.table.naming.square(square) == name)


def cell(name: str, session: PlaySession) -> tuple[int, int]:
    """A cell in the middle of a square."""
    layout = session.layout
    row, column = layout.place(number(name, session))
    return row + layout.size.height // 2, column + layout.size.width // 2


def press(session: PlaySession, *names: str) -> None:
    """Click squares one after the other."""
    for name in names:
        row, column = cell(name, session)
        session.send(Mouse("press", row, column), Mouse("release", row, column))


def drag(session: PlaySession, start: str, end: str) -> None:
    """Press on one square and let go on another."""
    (row, column), (last_row, last_column) = cell(start, session), cell(end, session)
    steps = max(abs(last_row - row), abs(last_column - column))
    session.send(Mouse("press", row, column))
    for step in range(1, steps + 1):
        session.send(
            Mouse("drag", row + (last_row - row) * step // steps, column + (last_column - column) * step // steps)
        )
    session.send(Mouse("release", last_row, last_column))


def lit(session: PlaySession) -> set[str]:
    """The names of the squares that are lit."""
    canvas, layout = session.picture(), session.layout
    names = set()
    for square in range(1, layout.geometry.squares + 1):
        row, column = layout.place(square)
        if canvas.at(row, column).paper == THEME.palette.board.lit.paper and square != session.play.lifted:
            names.add(session.dialogue.state.table.naming.square(square))
    return names


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("flipped", [True, False])
def test_a_man_is_clicked_and_a_square(size: tuple[int, int], first: bool, flipped: bool) -> None:
    session = PlaySession(options(first=first), Script(["22-18"] if first else ["11-15", "8-11"]), size)
    if flipped:
        session.type("flip")
    ply = session.dialogue.state.game.ply
    press(session, "C3", "D4")
    session.settle()
    assert session.dialogue.state.game.ply == ply + 2
    assert session.dialogue.state.table.naming.move(session.dialogue.state.game.turns[ply].move) == "C3 D4"


def test_what_may_be_gone_to_lights_up_and_what_is_held_is_marked() -> None:
    session = PlaySession()
    press(session, "C3")
    assert lit(session) == {"D2", "D4"}
    assert session.play.scene().lifted == number("C3", session)
    press(session, "C5")
    assert lit(session) == {"D4", "D6"}
    press(session, "C5")
    assert lit(session) == set()


@pytest.mark.parametrize(("jumping", "seen"), [("huff", {"D2"}), ("forced", {"E5"}), ("free", {"D2", "E5"})])
def test_jumps_a_player_is_to_find_himself_stay_dark(jumping: Jumping, seen: set[str]) -> None:
    session = PlaySession(options(fen=JUMPS, jumping=jumping))
    press(session, "C3")
    assert lit(session) == seen
    session.play.settings.change(Settings(show_moves=True))
    assert lit(session) == seen | {"E5"}


def test_dropped_outside_or_after_escape_it_stays_where_it_was() -> None:
    session = PlaySession()
    row, column = cell("C3", session)
    session.send(Mouse("press", row, column), Mouse("drag", 0, 0), Mouse("release", 0, 0))
    assert session.play.lifted is None
    press(session, "C3")
    session.send("escape")
    assert session.play.lifted is None
    press(session, "C3")
    session.send(Mouse("press", row, column, "right"))
    assert session.play.lifted is None
    assert session.dialogue.state.game.ply == 0


def test_the_man_follows_the_pointer() -> None:
    session = PlaySession()
    row, column = cell("C3", session)
    before = session.picture()
    session.send(Mouse("press", row, column), Mouse("drag", row - 1, column + 3))
    after = session.picture()
    place = session.layout.place(number("C3", session))
    assert before.at(place[0], place[1] + 2).char == "█"
    assert after.at(place[0], place[1] + 1).char != "█"
    assert after.at(row - 1, column + 3).char == "█"


def test_a_man_is_dragged_and_is_not_shown_moving_again() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    drag(session, "C3", "D4")
    assert session.dialogue.state.game.ply == 1
    assert session.play.runner.scene is None
    session.settle()
    assert "I move F6 E5" in session.text


def test_a_refused_square_is_told_and_the_man_stays_lifted() -> None:
    session = PlaySession()
    press(session, "C3", "E5")
    assert "C3 to? E5" in session.text
    assert "Nothing to jump between C3 and E5." in session.text
    assert session.play.lifted == number("C3", session)
    press(session, "D4")
    assert session.dialogue.state.game.ply == 1


def test_a_man_that_cannot_move_is_told_and_not_lifted() -> None:
    session = PlaySession()
    drag(session, "B2", "C3")
    assert "B2 cannot move." in session.text
    assert session.play.lifted is None
    assert session.play.board_input.pointer is None


def test_jumps_are_made_one_by_one() -> None:
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "C3", "E5")
    session.settle()
    assert "Is it a multiple jump (Y/N)?" in session.text
    press(session, "G7")
    session.settle()
    assert "You take D4 and F6." in session.text
    assert session.text.count("Is it a multiple jump (Y/N)? N") == 0


def test_a_jump_is_dragged_on() -> None:
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    drag(session, "C3", "E5")
    drag(session, "E5", "G7")
    session.settle()
    assert "You take D4 and F6." in session.text


def test_a_jump_is_ended_by_a_click_on_the_piece_or_taken_back() -> None:
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "C3", "E5", "E5")
    session.settle()
    assert "could have gone on jumping" in session.text
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "C3", "E5")
    session.send("escape")
    assert session.dialogue.state.game.ply == 0
    assert not session.dialogue.state.table.jump


def test_a_jump_made_on_the_board_is_asked_about_while_it_can_go_on_only() -> None:
    """Answers to questions that did not come stayed for those that came later."""
    session = PlaySession(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]), size=(80, 30))
    press(session, "C3", "E5")
    session.settle()
    press(session, "G7")
    session.settle()
    assert "Is it a multiple jump (Y/N)? G7" in session.text
    assert "Next square?" not in session.text
    assert "You take D4 and F6." in session.text
    assert session.play.runner.ask is not None
    assert session.play.runner.ask.kind is kinds.MOVE


def test_what_is_done_on_the_board_is_written_as_it_would_be_typed() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    press(session, "C3", "D4")
    session.settle()
    assert "C3 to? D4" in session.text
    assert "Your move (like C3 D4)? C3" not in session.text


def test_clicks_that_lead_nowhere_are_no_answer() -> None:
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "H8", "E5")
    assert session.dialogue.state.game.ply == 0
    press(session, "C3", "E5", "A1", "H8", "D4")
    assert "Is it a multiple jump (Y/N)?" in session.text


def test_arrows_and_space_or_enter() -> None:
    session = PlaySession(opponent=Script(["22-18", "18-14"]))
    session.send("up")
    assert session.play.board_input.cursor is not None
    session.play.board_input.cursor = number("C3", session)
    session.send(" ")
    assert lit(session) == {"D2", "D4"}
    session.send("up", "enter")
    session.settle()
    assert session.dialogue.state.game.ply == 2
    session.send("escape")
    assert session.play.board_input.cursor is None


def test_escape_lets_go_first_and_hides_the_cursor_then() -> None:
    session = PlaySession()
    session.send(" ", " ")
    assert session.play.lifted is not None
    session.send("escape")
    assert session.play.lifted is None
    assert session.play.board_input.cursor is not None
    session.send("escape")
    assert session.play.board_input.cursor is None


def test_hand_and_line_mix_within_a_move() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    press(session, "C3")
    session.type("d4")
    assert session.dialogue.state.table.naming.move(session.dialogue.state.game.turns[0].move) == "C3 D4"
    session = PlaySession(opponent=Script(["22-18"]))
    session.send("c", "3")
    press(session, "D4")
    session.settle()
    assert session.dialogue.state.table.naming.move(session.dialogue.state.game.turns[0].move) == "C3 D4"
    session = PlaySession()
    session.send(" ", " ")
    session.type("level 3")
    assert session.dialogue.state.level == 3


def test_with_something_typed_the_arrows_edit_it() -> None:
    session = PlaySession()
    session.send("c", "3", "left", "up")
    assert session.play.board_input.cursor is None


def test_the_board_takes_no_clicks_while_the_computer_thinks() -> None:
    session = PlaySession(opponent=Script(["22-18"]))
    session.send(*"C3 D4", "enter", "escape")
    press(session, "C5", "D6")
    session.settle()
    assert session.dialogue.state.game.ply == 2


def test_a_dragged_piece_stays_on_the_board() -> None:
    session = PlaySession()
    layout: BoardLayout = session.layout
    for row in range(-3, 30):
        for column in range(-3, 90):
            corner = on_board(Pointer(row, column), layout)
            assert layout.top <= corner.row <= layout.top + 7 * layout.size.height
            assert layout.left <= corner.column <= layout.left + 7 * layout.size.width


def test_nothing_is_lit_without_a_piece() -> None:
    assert BoardInput(PlaySession().dialogue.state).lights(kinds.MOVE, True) == frozenset()
    assert BoardInput(PlaySession().dialogue.state).lights(None, True) == frozenset()


def test_bars_of_a_jump_can_be_clicked() -> None:
    session = PlaySession(options(fen=JUMPS), Script(["32-28"]))
    press(session, "C3", "E5")
    session.settle()
    bar = session.rows[-1]
    assert "Y Jump on" in bar
    session.send(Mouse("press", 23, bar.index("N Stop here")))
    session.settle()
    assert session.dialogue.state.game.ply >= 1
    assert session.send(Key("f1")) is not None
