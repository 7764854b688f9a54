"""The game uses its window: the board is large, and what is beside it has content."""

import pytest
from support.composition import composition
from support.conversation import Script, options
from support.play_screen import PlaySession

from console.terminal.canvas import Rect

GAME = "11-15 23-19 8-11 22-17 11-16 24-20 16x23 27x11 7x16 20x11 3-7 28-24 7x16 24-20 16-19 25-22 4-8 29-25 9-14 22-18"


@pytest.mark.parametrize(
    ("size", "share", "hole"),
    [
        ((80, 24), 0.49, 120),
        ((80, 25), 0.49, 120),
        ((100, 30), 0.60, 120),
        ((120, 40), 0.60, 120),
        ((160, 50), 0.53, 300),
    ],
    ids=str,
)
def test_uses_the_window_at_move_ten(size: tuple[int, int], share: float, hole: int) -> None:
    moves = GAME.split()
    session = PlaySession(options(level=3), Script(moves[1::2]), size)
    for move in moves[::2]:
        session.type(*([move] if "-" in move else [move, "n"]))
    assert session.dialogue.state.game.ply == len(moves)
    board = session.layout
    found = composition(session.picture(), Rect(board.row, board.column, board.height, board.width))
    assert found.board >= share
    assert found.blank < 0.5
    assert found.hole <= hole
