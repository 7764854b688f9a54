"""Moving the men by mouse and by cursor, alone and mixed with typing."""

import pytest
from support.conversation import Script, options
from support.play_screen import LOOK, Sitting

from console.dialogue.messages import Kind
from console.screens.play.board_input import BoardInput, Pointer, on_board
from console.screens.widgets.board import BoardLayout
from console.storage.settings import Settings
from console.terminal.events import Key, Mouse
from engine.rules import Jumping

JUMPS = "B:W15,22,32:B11,1"
SIZES = [(80, 24), (80, 25), (120, 40), (40, 20), (40, 24), (60, 22)]


def number(name: str, sitting: Sitting) -> int:
    squares = range(1, sitting.dialogue.state.rules.geometry.squares + 1)
    return next(square for square in squares if sitting.dialogue.state.naming.square(square) == name)


def cell(name: str, sitting: Sitting) -> tuple[int, int]:
    """A cell in the middle of a square."""
    layout = sitting.layout
    row, column = layout.place(number(name, sitting))
    return row + layout.size.height // 2, column + layout.size.width // 2


def press(sitting: Sitting, *names: str) -> None:
    """Click squares one after the other."""
    for name in names:
        row, column = cell(name, sitting)
        sitting.send(Mouse("press", row, column), Mouse("release", row, column))


def drag(sitting: Sitting, start: str, end: str) -> None:
    """Press on one square and let go on another."""
    (row, column), (last_row, last_column) = cell(start, sitting), cell(end, sitting)
    steps = max(abs(last_row - row), abs(last_column - column))
    sitting.send(Mouse("press", row, column))
    for step in range(1, steps + 1):
        sitting.send(
            Mouse("drag", row + (last_row - row) * step // steps, column + (last_column - column) * step // steps)
        )
    sitting.send(Mouse("release", last_row, last_column))


def lit(sitting: Sitting) -> set[str]:
    """The names of the squares that are lit."""
    canvas, layout = sitting.picture(), sitting.layout
    names = set()
    for square in range(1, layout.geometry.squares + 1):
        row, column = layout.place(square)
        if canvas.at(row, column).paper == LOOK.theme.lit.paper and square != sitting.play.lifted:
            names.add(sitting.dialogue.state.naming.square(square))
    return names


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("flipped", [True, False])
def test_a_man_is_clicked_and_a_square(size: tuple[int, int], first: bool, flipped: bool) -> None:
    sitting = Sitting(options(first=first), Script(["22-18"] if first else ["11-15", "8-11"]), size)
    if flipped:
        sitting.type("flip")
    ply = sitting.dialogue.state.game.ply
    press(sitting, "C3", "D4")
    sitting.settle()
    assert sitting.dialogue.state.game.ply == ply + 2
    assert sitting.dialogue.state.naming.move(sitting.dialogue.state.game.turns[ply].move) == "C3 D4"


def test_what_may_be_gone_to_lights_up_and_what_is_held_is_marked() -> None:
    sitting = Sitting()
    press(sitting, "C3")
    assert lit(sitting) == {"D2", "D4"}
    assert sitting.play.scene().lifted == number("C3", sitting)
    press(sitting, "C5")
    assert lit(sitting) == {"D4", "D6"}
    press(sitting, "C5")
    assert lit(sitting) == set()


@pytest.mark.parametrize(("jumping", "seen"), [("huff", {"D2"}), ("forced", {"E5"}), ("free", {"D2", "E5"})])
def test_jumps_a_player_is_to_find_himself_stay_dark(jumping: Jumping, seen: set[str]) -> None:
    sitting = Sitting(options(fen=JUMPS, jumping=jumping))
    press(sitting, "C3")
    assert lit(sitting) == seen
    sitting.play.settings.change(Settings(show_moves=True))
    assert lit(sitting) == seen | {"E5"}


def test_dropped_outside_or_after_escape_it_stays_where_it_was() -> None:
    sitting = Sitting()
    row, column = cell("C3", sitting)
    sitting.send(Mouse("press", row, column), Mouse("drag", 0, 0), Mouse("release", 0, 0))
    assert sitting.play.lifted is None
    press(sitting, "C3")
    sitting.send("escape")
    assert sitting.play.lifted is None
    press(sitting, "C3")
    sitting.send(Mouse("press", row, column, "right"))
    assert sitting.play.lifted is None
    assert sitting.dialogue.state.game.ply == 0


def test_the_man_follows_the_pointer() -> None:
    sitting = Sitting()
    row, column = cell("C3", sitting)
    before = sitting.picture()
    sitting.send(Mouse("press", row, column), Mouse("drag", row - 1, column + 3))
    after = sitting.picture()
    place = sitting.layout.place(number("C3", sitting))
    assert before.at(place[0], place[1] + 2).char == "█"
    assert after.at(place[0], place[1] + 1).char != "█"
    assert after.at(row - 1, column + 3).char == "█"


def test_a_man_is_dragged_and_is_not_shown_moving_again() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    drag(sitting, "C3", "D4")
    assert sitting.dialogue.state.game.ply == 1
    assert sitting.play.runner.scene is None
    sitting.settle()
    assert "I move F6 E5" in sitting.text


def test_a_refused_move_is_told_and_nothing_is_held() -> None:
    sitting = Sitting()
    press(sitting, "C3", "E5")
    assert "C3 E5" in sitting.text
    assert "D4" in sitting.text or "too far" in sitting.text
    assert sitting.play.lifted is None


def test_jumps_are_made_one_by_one() -> None:
    sitting = Sitting(options(fen=JUMPS), Script(["32-28"]))
    press(sitting, "C3", "E5")
    sitting.settle()
    assert "Is it a multiple jump (Y/N)?" in sitting.text
    press(sitting, "G7")
    sitting.settle()
    assert "You take D4 and F6." in sitting.text
    assert sitting.text.count("Is it a multiple jump (Y/N)? N") == 0


def test_a_jump_is_dragged_on() -> None:
    sitting = Sitting(options(fen=JUMPS), Script(["32-28"]))
    drag(sitting, "C3", "E5")
    drag(sitting, "E5", "G7")
    sitting.settle()
    assert "You take D4 and F6." in sitting.text


def test_a_jump_is_ended_by_a_click_on_the_piece_or_taken_back() -> None:
    sitting = Sitting(options(fen=JUMPS), Script(["32-28"]))
    press(sitting, "C3", "E5", "E5")
    sitting.settle()
    assert "could have gone on jumping" in sitting.text
    sitting = Sitting(options(fen=JUMPS), Script(["32-28"]))
    press(sitting, "C3", "E5")
    sitting.send("escape")
    assert sitting.dialogue.state.game.ply == 0
    assert not sitting.dialogue.state.jump


def test_a_jump_made_on_the_board_is_asked_about_while_it_can_go_on_only() -> None:
    """Answers to questions that did not come stayed for those that came later."""
    sitting = Sitting(options(fen="B:W15,22,32:B11,1"), Script(["32-28"]), size=(80, 30))
    press(sitting, "C3", "E5")
    sitting.settle()
    press(sitting, "G7")
    sitting.settle()
    assert "Is it a multiple jump (Y/N)? G7" in sitting.text
    assert "Next square?" not in sitting.text
    assert "You take D4 and F6." in sitting.text
    assert sitting.play.runner.ask is not None
    assert sitting.play.runner.ask.kind is Kind.MOVE


def test_what_is_done_on_the_board_is_written_as_it_would_be_typed() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    press(sitting, "C3", "D4")
    sitting.settle()
    assert "Your move (like C3 D4)? C3 D4" in sitting.text


def test_clicks_that_lead_nowhere_are_no_answer() -> None:
    sitting = Sitting(options(fen=JUMPS), Script(["32-28"]))
    press(sitting, "H8", "E5")
    assert sitting.dialogue.state.game.ply == 0
    press(sitting, "C3", "E5", "A1", "H8", "D4")
    assert "Is it a multiple jump (Y/N)?" in sitting.text


def test_arrows_and_space_or_enter() -> None:
    sitting = Sitting(opponent=Script(["22-18", "18-14"]))
    sitting.send("up")
    assert sitting.play.board_input.cursor is not None
    sitting.play.board_input.cursor = number("C3", sitting)
    sitting.send(" ")
    assert lit(sitting) == {"D2", "D4"}
    sitting.send("up", "enter")
    sitting.settle()
    assert sitting.dialogue.state.game.ply == 2
    sitting.send("escape")
    assert sitting.play.board_input.cursor is None


def test_escape_lets_go_first_and_hides_the_cursor_then() -> None:
    sitting = Sitting()
    sitting.send(" ", " ")
    assert sitting.play.lifted is not None
    sitting.send("escape")
    assert sitting.play.lifted is None
    assert sitting.play.board_input.cursor is not None
    sitting.send("escape")
    assert sitting.play.board_input.cursor is None


def test_hand_and_line_mix_within_a_move() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    press(sitting, "C3")
    sitting.type("d4")
    assert sitting.dialogue.state.naming.move(sitting.dialogue.state.game.turns[0].move) == "C3 D4"
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.send("c", "3")
    press(sitting, "D4")
    sitting.settle()
    assert sitting.dialogue.state.naming.move(sitting.dialogue.state.game.turns[0].move) == "C3 D4"
    sitting = Sitting()
    sitting.send(" ", " ")
    sitting.type("level 3")
    assert sitting.dialogue.state.level == 3


def test_with_something_typed_the_arrows_edit_it() -> None:
    sitting = Sitting()
    sitting.send("c", "3", "left", "up")
    assert sitting.play.board_input.cursor is None


def test_the_board_takes_no_clicks_while_the_computer_thinks() -> None:
    sitting = Sitting(opponent=Script(["22-18"]))
    sitting.send(*"C3 D4", "enter", "escape")
    press(sitting, "C5", "D6")
    sitting.settle()
    assert sitting.dialogue.state.game.ply == 2


def test_a_dragged_piece_stays_on_the_board() -> None:
    sitting = Sitting()
    layout: BoardLayout = sitting.layout
    for row in range(-3, 30):
        for column in range(-3, 90):
            corner = on_board(Pointer(row, column), layout)
            assert layout.top <= corner.row <= layout.top + 7 * layout.size.height
            assert layout.left <= corner.column <= layout.left + 7 * layout.size.width


def test_nothing_is_lit_without_a_piece() -> None:
    assert BoardInput(Sitting().dialogue.state).lights(Kind.MOVE, True) == frozenset()
    assert BoardInput(Sitting().dialogue.state).lights(None, True) == frozenset()


def test_bars_of_a_jump_can_be_clicked() -> None:
    sitting = Sitting(options(fen=JUMPS), Script(["32-28"]))
    press(sitting, "C3", "E5")
    sitting.settle()
    bar = sitting.rows[-1]
    assert "Y Jump on" in bar
    sitting.send(Mouse("press", 23, bar.index("N Stop here")))
    sitting.settle()
    assert sitting.dialogue.state.game.ply >= 1
    assert sitting.send(Key("f1")) is not None
