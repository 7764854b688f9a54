"""Walking through a study by keys and by the wheel."""

import pytest
from support.play_screen import PlaySession

from console.dialogue import kinds
from console.terminal.events import Mouse


@pytest.fixture
def session() -> PlaySession:
    """Return a session with a study of four moves, at its beginning."""
    session = PlaySession()
    session.type("two", "Bob", "C3 D4", "F6 E7", "B2 C3", "G7 F6", "study")
    return session


def ply(session: PlaySession) -> int:
    """Return the ply of the position on the board."""
    return session.play.picture.state.game.ply


def test_walks_back_and_forth_and_to_the_ends(session: PlaySession) -> None:
    plies = []
    for key in ("right", "right", "left", "end", "right", "left", "home", "left"):
        session.send(key)
        plies.append(ply(session))
    assert plies == [1, 2, 1, 4, 4, 3, 0, 0]
    session.send("right", "right")
    session.size = (80, 40)
    assert "Replayed: F6 E7." in session.text
    assert session.text.count("Black to move (like") == 1, "the question is not repeated in the transcript"
    session.send("f", "left", "home", "end", "right")
    assert (ply(session), session.play.line.text) == (2, "f"), "in a typed line they move the caret"
    game = PlaySession()
    game.send("left")
    assert game.play.board_input.cursor is not None
    assert game.asked is kinds.MOVE


def test_moves_the_cursor_once_it_is_out(session: PlaySession) -> None:
    session.send("up")
    cursor = session.play.board_input.cursor
    session.send("left")
    assert (ply(session), session.play.board_input.cursor != cursor) == (0, True)
    session.send("escape", "right")
    assert (ply(session), session.play.board_input.cursor) == (1, None)


def test_the_wheel_walks_over_the_board_and_scrolls_elsewhere(session: PlaySession) -> None:
    session.picture()
    session.send(Mouse("wheel-down", 6, 10))
    assert ply(session) == 1
    session.send(Mouse("wheel-up", 6, 10))
    assert ply(session) == 0
    session.send(Mouse("wheel-down", 22, 10))
    assert ply(session) == 0


def test_the_keys_are_named(session: PlaySession) -> None:
    assert "Left Right Step F1 Help" in " ".join(session.text.split())
    session.type("?")
    assert "Left, Right, Home" in session.text
