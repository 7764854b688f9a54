"""The note beside the board: lessons of the tutor, and help."""

import pytest
from support.conversation import Script, options
from support.headless_screens import THEMES, check_golden, picture, text_of
from support.play_screen import PlaySession

from console.screens.pager import Manual, Pager
from console.text.reflow import wrapped

STEP = "Your men step one"
SIZES = [(80, 24), (100, 30), (160, 50)]


def rows_of(session: PlaySession, text: str) -> list[int]:
    """Return the rows that contain a text."""
    return [number for number, row in enumerate(session.rows) if text in row]


@pytest.mark.parametrize("size", SIZES)
def test_shows_a_lesson_until_the_next(size: tuple[int, int]) -> None:
    session = PlaySession(options(fen="B:W18,32:B15,1", jumping="free", teach=True), size=size)
    assert len(rows_of(session, "Tutor")) == 1
    (row,) = rows_of(session, STEP)
    assert row < session.layout.row + session.layout.height
    session.type("moves")
    assert "Tutor" in session.text
    below = session.play.picture.layout.conversation.row
    assert all(row >= below for row in rows_of(session, STEP))
    assert rows_of(session, "You have a jump")[0] < below
    session.type("flip", "flip")
    assert len(rows_of(session, "You have a jump")) == 1


def test_removes_a_lesson_at_the_next_move() -> None:
    """The lesson may be about a piece that is taken next; it never hides the players."""
    session = PlaySession(options(fen="B:W18,32:B15,1", jumping="free", teach=True), Script(["32-28"]), size=(80, 24))
    session.type("moves")
    assert "Tutor" in session.text
    session.type("A7 B6")
    assert len(rows_of(session, "You have a jump")) == 0
    long = tuple("A lesson of many words, of which there is one more." for _ in range(5))
    for size in SIZES:
        session = PlaySession(options(teach=True), size=size)
        session.play.runner.lessons = long
        assert "County Champion" in session.text
        assert {"Dan", "Black"} <= set(session.text.split())
        assert ("Tutor" in session.text) == (size[1] > 30)


def test_gives_the_place_to_help_and_to_the_result_until_these_are_closed() -> None:
    session = PlaySession(options(fen="B:W18:B15", teach=True))
    session.type("?")
    assert "Tutor" not in session.text
    session.send("escape")
    assert "Tutor" in session.text
    session.type("D4 F6", "N")
    assert "Again" in session.text
    assert "Tutor" not in session.text
    session.send("escape")
    assert "Tutor" in session.text
    session.type("help 6")
    assert isinstance(session.opened, Manual)
    session.come_back()
    session.type("teach")
    assert "Tutor" not in session.text
    session.type("teach", "new")
    assert rows_of(session, STEP) == rows_of(session, "Tutor") == []


def test_shows_two_lessons_of_one_question() -> None:
    session = PlaySession(options(fen="B:W23,32:B15,10,1", jumping="free", teach=True), Script(["23x14"]))
    session.type("D4 E5")
    assert "I jumped E5" in session.text
    assert "You have a jump" in session.text
    assert "Tutor" in session.text


def test_writes_lessons_in_the_conversation_without_room() -> None:
    session = PlaySession(options(teach=True), size=(60, 24))
    assert "Tutor" not in session.text
    assert len(rows_of(session, STEP)) == 1


@pytest.mark.parametrize("size", SIZES)
def test_shows_help_until_the_next_answer(size: tuple[int, int]) -> None:
    session = PlaySession(size=size)
    session.type("?")
    assert "Help ═" in session.text
    for word in ("hint", "undo", "where", "teach", 'F1 or "help"'):
        assert rows_of(session, word)
    session.type("level")
    assert "Help ═" not in session.text


@pytest.mark.parametrize("size", [(60, 24), (40, 20)])
def test_opens_a_screen_for_help_without_room(size: tuple[int, int]) -> None:
    session = PlaySession(size=size)
    session.picture()
    session.type("?")
    assert isinstance(session.opened, Pager)
    assert text_of(picture(session.opened, *size)).count('F1 or "help" opens the manual.') == 1


def test_draws_notes() -> None:
    session = PlaySession(options(teach=True))
    session.type("?")
    check_golden("help-colour-80x24", session.picture(THEMES["colour"]))


def test_breaks_no_line_within_a_move() -> None:
    """To leave no word alone, a line ended within a move. Squares without a break are broken anywhere."""
    assert wrapped("Black moves C3 D4 (11-15).", 23) == ["Black moves", "C3 D4 (11-15)."]
    assert wrapped("C3 D4 E5 F6", 8) == ["C3 D4", "E5 F6"]


@pytest.mark.parametrize("size", [(80, 24), (80, 25)])
@pytest.mark.parametrize("task", ["course", "learn", "study", "problem", "guess", "storm"])
def test_the_first_page_of_a_task_is_whole(task: str, size: tuple[int, int]) -> None:
    """The task of the first lesson was cut, and the man on the card above a note was half a man."""
    session = PlaySession(opponent=Script(["22-18"]), size=size)
    session.type("C3 D4", task)
    assert session.play.runner.transcript.unread == 0
    panel = session.play.picture.layout.panel
    top, below = ("▟▀▀▙" in row[panel.column :] for row in session.rows[panel.row : panel.row + 2])
    assert not below
    assert top == ("▜▄▄▛" in session.rows[panel.row + 1][panel.column :])
