"""The board of the library: the same game as ``Game`` plays, and what users of other libraries filed as bugs."""

import re
from random import Random
from typing import Any

import pytest
from ega_checkers import (
    BLACK,
    RULE_SETS,
    WHITE,
    AmbiguousMove,
    Board,
    IllegalMove,
    Move,
    Reason,
    UnreadableMove,
    perft,
)

pytestmark = pytest.mark.wheel


def texts(board: Board) -> list[str]:
    """Return the legal moves as text."""
    return sorted(map(str, board.legal_moves))


@pytest.mark.parametrize(
    ("name", "jumping"), [(name, each) for name, rules in RULE_SETS.items() for each in rules.jumpings]
)
def test_push_and_pop_give_the_same_as_the_game(name: str, jumping: Any) -> None:
    """Random games: legal moves, positions, huffs and outcome; then back to the start."""
    board, rng = Board(name, jumping), Random(name)
    game = board.game.copy()
    fens = [board.fen]
    while game.outcome is None and game.ply < 40:
        moves = game.legal_moves()
        assert [(move.path, move.captured) for move in board.legal_moves] == [
            (move.path, move.captured) for move in moves
        ]
        chosen = rng.randrange(len(moves))
        board.push(board.legal_moves[chosen])
        game.play(moves[chosen])
        assert board.can_huff == game.huffable
        if board.can_huff and rng.random() < 0.5:
            square = rng.choice(board.can_huff)
            board.huff(square)
            game.huff(square)
        assert board.game.position == game.position
        assert board.outcome() == game.outcome
        fens.append(board.fen)
    assert Board(name, jumping, board.fen) == board
    while board.move_stack:
        assert board.fen == fens.pop()
        assert board.peek() == board.pop()
    assert board == Board(name, jumping)


def test_a_fen_names_the_side_to_move_once() -> None:
    for name in RULE_SETS:
        assert re.fullmatch(r"[BW]:W[\d,]+:B[\d,]+", Board(name).fen)
    assert Board("international", fen='[FEN "W:W:W31-50:B1-20"]') == Board("international")


def test_a_fen_may_have_pieces_of_one_side_only() -> None:
    board = Board("international", fen="W:W39:B44")
    board.push("39x50")
    assert board.fen == "B:W50:B"
    again = Board("international", fen="B:W50:B")
    assert again == board
    assert again.legal_moves == []
    assert again.status() == ["Black has no pieces."]
    outcome = again.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (WHITE, Reason.NO_MEN)


def test_a_move_that_is_pushed_twice_is_illegal_and_leaves_the_board_alone() -> None:
    board = Board("international", fen="W:WK2,25:B14,15,16")
    move = board.legal_moves[0]
    board.push(move)
    fen = board.fen
    with pytest.raises(IllegalMove, match="25-20 is not a legal move here"):
        board.push(move)
    assert (board.fen, len(board.move_stack)) == (fen, 1)


def test_a_move_of_another_board_is_illegal() -> None:
    board = Board("american", fen="W:W22:B18,32")
    with pytest.raises(IllegalMove):
        board.push(Move.of(Board("american", fen="W:W22:B17,32").game.legal_moves()[0], board.rules))
    assert texts(board) == ["22x15"]


def test_captures_that_differ_are_different_texts_and_must_be_told_apart() -> None:
    board = Board("international", fen="W:WK4:B13,20,32,37")
    assert texts(board) == ["4x27x38x15", "4x31x42x15"]
    with pytest.raises(AmbiguousMove, match="4x27x38x15 or 4x31x42x15"):
        board.push("4x15")
    assert board.push("4x31x42x15").captured == (13, 37, 20)
    assert board.fen == "B:WK15:B32"


def test_every_route_of_a_capture_can_be_played() -> None:
    board = Board(fen="W:WK18:B14,15,7,6")
    assert texts(board) == ["18x11x2x9x18"]
    assert board.push("18x9x2x11x18").path == (18, 9, 2, 11, 18)
    assert board.fen == "B:WK18:B"


def test_black_begins_where_black_begins() -> None:
    black = {"american", "casual", "triple-king", "pool", "thai"}
    assert {name for name in RULE_SETS if Board(name).turn == BLACK} == black


def test_a_king_with_several_captures_of_different_pieces() -> None:
    board = Board("russian", fen="W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8")
    assert texts(board) == ["f8:b4", "f8:h6:f4:d6:b4", "h4:f6:d4:b6"]


def test_a_russian_capture_is_not_broken_off() -> None:
    board = Board("russian", fen="W:Wh6:Bg7,c5,d2")
    assert texts(board) == ["h6:f8:b4:e1"]
    with pytest.raises(IllegalMove, match='"h6:f8" is a part of a capture'):
        board.push("h6:f8")


def test_a_king_does_not_step_onto_its_own_square() -> None:
    board = Board("international", fen="B:WK1,K2,14,16,31,37,42:BK49")
    assert all(move.captured or move.path[0] != move.path[-1] for move in board.legal_moves)


def test_a_position_for_the_third_time_is_a_draw_and_taking_back_ends_it() -> None:
    board = Board(fen="W:WK32,21:BK1,12")
    for text in 2 * ("32-27", "1-6", "27-32", "6-1"):
        assert board.outcome() is None
        board.push(text)
    outcome = board.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, Reason.REPETITION)
    board.pop()
    assert board.outcome() is None


def test_a_step_of_a_man_begins_the_count_of_moves_anew() -> None:
    """It is the steps of kings that count, not all moves since the last capture."""
    board = Board("international", fen="W:WK46,41:BK5,10")
    for text in ("41-37", "10-14"):
        board.push(text)
    assert len(board.game.positions_since_progress()) == 1
    board.push("46-41")
    assert len(board.game.positions_since_progress()) == 2


def test_texts_that_name_no_move_are_told_apart() -> None:
    board = Board()
    for text, error in (
        ("11-16-20", IllegalMove),
        ("11-99", UnreadableMove),
        ("", UnreadableMove),
        ("9-14 no", UnreadableMove),
    ):
        with pytest.raises(error):
            board.parse(text)
    assert [str(board.parse(text)) for text in ("11-15", "11 15", "f6e5", "12. 11-15!", "11\u201315")] == 5 * ["11-15"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("checkers",), '"checkers" is no rule set: the rule sets are american, casual'),
        (("turkish",), "turkish is played on all squares"),
        (("russian", "huff"), 'russian is not played with jumping "huff": forced'),
        (("american", "forced", "W:W33:B1"), '"33" is not on this board; squares are 1 to 32'),
        (("american", "forced", "no fen"), '"no fen" is not a FEN'),
    ],
)
def test_what_is_no_board_is_told_in_a_sentence(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        Board(*arguments)


def test_all_faults_of_a_position_are_told() -> None:
    board = Board(fen="W:W1,2,5-16:B32")
    assert board.status() == [
        "The man of Black on 32 stands on its king row.",
        "White has 14 pieces; 12 is the most.",
        "The man of White on 1 stands on its king row.",
        "The man of White on 2 stands on its king row.",
    ]
    assert Board().status() == []


def test_squares_and_depths_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="there is no square 0: 1 to 32"):
        Board().piece_at(0)
    with pytest.raises(ValueError, match="-1 is no depth"):
        perft(Board(), -1)
    with pytest.raises(IndexError, match="no move has been played"):
        Board().pop()


def test_a_copy_goes_its_own_way() -> None:
    board = Board()
    board.push("11-15")
    copy = board.copy()
    copy.push("22-17")
    assert (len(board.move_stack), len(copy.move_stack)) == (1, 2)
    assert board != copy
    copy.pop()
    assert board == copy


def test_a_huff_is_waived() -> None:
    board = Board("american", "huff")
    for text in ("11-15", "22-18", "9-13"):
        board.push(text)
    assert board.can_huff == (15,)
    with pytest.raises(IllegalMove):
        board.huff(14)
    board.waive()
    assert not board.can_huff
    assert board.turn == WHITE


def test_a_picture_has_every_square_every_piece_and_the_last_move() -> None:
    board = Board("triple-king", fen="W:WT18,K22,21:B1")
    picture = board._repr_svg_()
    assert (picture.count("<rect"), picture.count("<text"), picture.count("<circle")) == (33, 32, 7)
    board.push("21-17")
    assert (
        len(set(re.findall(r'fill="(#\w+)"/>', board._repr_svg_())) - set(re.findall(r'fill="(#\w+)"/>', picture))) == 1
    )


def test_pieces_have_a_letter_each() -> None:
    rows = str(Board("triple-king", fen="W:WT18,K22,21:B1,K2,T3")).splitlines()
    assert "".join(sorted("".join(rows).replace(".", "").replace(" ", ""))) == "ABWZbw"
    assert {len(row) for row in rows} == {15}
