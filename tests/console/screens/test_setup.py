"""The position editor: keys, mouse, FEN, and its verdicts."""

import re

import pytest
from support.canvas_text import row_text
from support.conversation import talk
from support.headless_screens import check_view, click, find, picture, send, text_of
from support.namings import from_black

from console.activities.setup.screen import PositionEditor
from console.cli.parser import OptionError
from console.cli.play import game_options
from console.game.position_editor import PositionDraft
from console.reading.readings import Command
from console.terminal.events import Mouse
from console.terminal.screen_stack import Pop
from engine.fen import fen_text, parse_fen
from engine.geometry import BLACK
from engine.position import TRIPLE, Piece, Position
from engine.rules import AMERICAN, RULE_SETS, Rules

TRIPLES = RULE_SETS["triple-king"]
TEN = RULE_SETS["international"]


def fen(screen: PositionEditor) -> str:
    """Return the position as FEN."""
    return fen_text(screen.draft.position)


def square(screen: PositionEditor, number: int) -> tuple[int, int]:
    """Return a cell of a square at 80 x 24."""
    picture(screen)
    assert screen.board is not None
    return screen.board.place(number)


def test_cycles_a_square_through_all_kinds() -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    send(screen, ["c"])
    seen = []
    for _ in range(4):
        send(screen, [" "])
        seen.append(fen(screen))
    # Square 4 is on White's king row: no white man can stand there.
    assert seen == ["B:W:B4", "B:W:BK4", "B:WK4:B", "B:W:B"]
    send(screen, ["backspace"])
    assert fen(screen) == "B:WK4:B"
    screen = PositionEditor(TRIPLES, from_black(TRIPLES))
    send(screen, ["c", "up", *[" "] * 6])
    assert fen(screen) == "B:WT8:B"


def test_puts_pieces_by_letters() -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    begun = fen(screen)
    send(screen, ["c", "b", "b", "t", "u", "u"])
    assert fen(screen) == "B:W:B", "U takes back one change; the second man changed nothing"
    send(screen, ["u", "u"])
    assert fen(screen) == begun
    send(screen, ["c", "b", "right", "W", "up", "w", "left", "B", "k", "3", "t"])
    assert fen(screen) == "W:WK3,7:B4,8"
    send(screen, ["delete", "down", "k", "k"])
    assert fen(screen) == "W:WK3,7:B4"
    send(screen, ["u", "k"])
    assert fen(screen) == "W:WK3,7:B4"
    send(screen, ["c", "v", "down", "b"])
    assert fen(screen) == "W:W:B8", "the board is turned, and the cursor with it"


def test_cycles_back_with_the_right_button() -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    click(screen, "Clear")
    at = square(screen, 15)
    send(screen, [Mouse("press", *at), Mouse("release", *at), Mouse("press", *at), Mouse("release", *at)])
    assert fen(screen) == "B:W:BK15"
    send(screen, [Mouse("press", *at, "right"), Mouse("release", *at, "right")])
    assert fen(screen) == "B:W:B15"


def test_moves_a_piece_by_a_drag() -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    send(screen, [Mouse("press", *square(screen, 11)), Mouse("drag", *square(screen, 15))])
    send(screen, [Mouse("release", *square(screen, 18))])
    assert fen(screen) == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,18"
    send(screen, ["u"])
    assert send(screen, ["enter"]) == Pop(Command("fen", position=Position.start(AMERICAN)))


def test_paints_the_chosen_kind_of_piece() -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    send(screen, ["c"])
    click(screen, "White man")
    send(screen, [Mouse("press", *square(screen, 15)), Mouse("drag", *square(screen, 18))])
    send(screen, [Mouse("drag", *square(screen, 2)), Mouse("release", *square(screen, 2))])
    assert fen(screen) == "B:WK2,15,18:B"
    send(screen, [Mouse("press", *square(screen, 15))])
    assert fen(screen) == "B:WK2,18:B"
    click(screen, "Del empty")
    send(screen, [Mouse("press", *square(screen, 18))])
    assert fen(screen) == "B:WK2:B"
    click(screen, "Space cycle")
    send(screen, [Mouse("press", *square(screen, 18))])
    assert fen(screen) == "B:WK2:B18"


def test_rejects_a_position_that_cannot_be_played() -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    send(screen, ["c"])
    assert picture(screen).caret is None
    assert "Black has no pieces." in text_of(picture(screen))
    assert send(screen, ["enter"]) is None
    assert "Fix that first" in text_of(picture(screen))
    send(screen, ["b", "s", *["up"] * 3, "b"])
    assert "Black has 13 pieces; the limit is 12." in text_of(picture(screen))
    assert send(screen, ["enter"]) is None


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (fen_text(Position.start(AMERICAN)), "Black to move: 7 moves."),
        ("B:W16,19:B12", "Black has no move: over before it begins."),
    ],
)
def test_counts_the_moves_in_the_verdict(position: str, said: str) -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN), parse_fen(position, AMERICAN))
    assert said in text_of(picture(screen))
    assert isinstance(send(screen, ["enter"]), Pop)


def test_shows_and_edits_the_fen() -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    assert "FEN B:W21,22,23" in text_of(picture(screen))
    send(screen, ["f", "ctrl-u", *"w:wk18:b5,k10", "enter"])
    assert send(screen, ["enter"]) == Pop(Command("fen", position=parse_fen("W:WK18:B5,K10", AMERICAN)))
    send(screen, ["f", "ctrl-u", *"rubbish"])
    click(screen, "Clear")
    send(screen, ["escape"])
    assert fen(screen) == "W:WK18:B5,K10"
    send(screen, ["f", *"W:W29:B4", "enter", "f", "end", "backspace", "5", "enter"])
    assert fen(screen) == "W:W29:B5", "what is typed first replaces the old one"
    assert send(screen, ["c", "escape"]) == Pop()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("B:W99:B1", 'That FEN: "99" is not on this board'),
        ("", "is not a FEN; one looks like B:W21-32:B1-12"),
    ],
)
def test_explains_an_invalid_fen(typed: str, said: str) -> None:
    screen = PositionEditor(AMERICAN, from_black(AMERICAN))
    before = fen(screen)
    send(screen, ["f", "ctrl-u", *typed, "enter"])
    assert said in text_of(picture(screen))
    assert picture(screen).caret is not None
    assert fen(screen) == before


def test_puts_every_piece_on_every_legal_square() -> None:
    for rules in RULE_SETS.values():
        board = PositionDraft(rules)
        board.pieces = {}
        for number in range(1, rules.geometry.squares + 1):
            for piece in board.kinds(number):
                board.turn(number)
                assert board.pieces[number] == piece
            board.turn(number)
            assert number not in board.pieces
        assert (Piece(BLACK, TRIPLE) in board.kinds()) == rules.triple_kings


@pytest.mark.parametrize("rules", [AMERICAN, TRIPLES, TEN], ids=lambda rules: rules.name)
@pytest.mark.parametrize(("width", "height"), [(40, 20), (60, 30), (80, 24), (200, 60)])
def test_fits_every_window(rules: Rules, width: int, height: int) -> None:
    screen = PositionEditor(rules, from_black(rules))
    for name in ("up", "c", "f", "x", "enter", "escape", "b", "s", "t"):
        send(screen, [name], width, height)
        shown = picture(screen, width, height)
        assert find(shown, "FEN")
        assert "Esc" in row_text(shown, height - 1)
        assert name in ("f", "x", "enter") or "F1 Help" in row_text(shown, height - 1)


@pytest.mark.parametrize(
    ("rules", "view"), [(AMERICAN, "colour-80x25"), (TRIPLES, "colour-120x40"), (TEN, "ascii-80x24")]
)
def test_looks_like_the_golden_picture(rules: Rules, view: str) -> None:
    check_view(f"setup-{rules.name}", view, PositionEditor(rules, from_black(rules)), ["up", "up", "up"])


@pytest.mark.parametrize("text", ["W:W30:B", "B:W:B1", "B:W18:B1-13"])
def test_no_place_begins_a_game_from_a_position_that_setup_refuses(text: str) -> None:
    position = parse_fen(text, AMERICAN)
    fault = PositionDraft(AMERICAN, position).fault(from_black(AMERICAN))
    assert fault is not None
    sentence = f'FEN "{text}": {fault}'
    dialogue = talk().type(f"fen {text}")
    assert dialogue.texts[-1] == sentence
    assert dialogue.state.game.ply == 0
    with pytest.raises(OptionError, match=re.escape(sentence)):
        game_options({"fen": text})
    assert send(PositionEditor(AMERICAN, from_black(AMERICAN), position), ["enter"]) is None
