"""The scenes of moves and huffs, and lines that are too slow for them."""

import os
import sys

import pytest

from console.screens.play.animation import SCENE_SECONDS, moving, taking
from console.terminal.system_line import is_slow_line
from engine.fen import parse_fen
from engine.game import Game
from engine.rules import AMERICAN


@pytest.mark.parametrize("fen", ["B:W32:B1", "B:W15,22,32:B11", "B:W8:B27", "W:W25:B3,11,18,22", "B:W15,23,31,32:BK11"])
@pytest.mark.parametrize("stay", [False, True])
def test_shows_a_move_in_a_quarter_of_a_second(fen: str, stay: bool) -> None:
    """The piece is drawn once, the captured ones fade, and a new king is still a man on his last square."""
    game = Game(AMERICAN, "free", parse_fen(fen, AMERICAN))
    for move in game.legal_moves():
        scenes = list(moving(game.position, move, captured_stay=stay))
        assert len(scenes) >= 3
        assert len(scenes) * SCENE_SECONDS <= 0.25
        assert all((scene.glide is not None) != (scene.piece(move.end) is not None) for scene in scenes)
        assert all(scene.piece(move.start) is None for scene in scenes)
        assert {number for scene in scenes for number in scene.fading} <= {*move.captured}
        last = scenes[-1]
        assert all(last.piece(number) is None or number in last.fading for number in move.captured)


def test_shows_a_huff_in_a_quarter_of_a_second() -> None:
    scenes = list(taking(parse_fen("B:W32:B1", AMERICAN), 1))
    assert len(scenes) * SCENE_SECONDS <= 0.25
    assert scenes[-1].fading == {1}


@pytest.mark.skipif(sys.platform == "win32", reason="it has no serial lines of this kind")
def test_a_line_of_9600_baud_is_slow() -> None:
    import termios

    ours, theirs = os.openpty()
    try:
        assert not is_slow_line(theirs)
        attributes = termios.tcgetattr(theirs)
        attributes[4] = attributes[5] = termios.B9600
        termios.tcsetattr(theirs, termios.TCSANOW, attributes)
        assert is_slow_line(theirs)
    finally:
        os.close(ours)
        os.close(theirs)
