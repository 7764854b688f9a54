"""The course in the conversation and on the screen. Its sentences are in the transcript ``course.txt``."""

import re
from collections.abc import Sequence

import pytest
from support.conversation import Talk, converse, talk
from support.endings import tabled_engine
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession

from ai.engine import SearchInfo
from console.activities.course import sentences as said
from console.activities.course.handlers import NEXT, Learning
from console.activities.course.lesson_text import LessonBook, lesson_list
from console.activities.course.lessons import Exercise, Lesson, lessons, read_lesson
from console.reading.kinds import MOVE, STEP
from engine.fen import parse_fen
from engine.game import Game
from engine.notation import read_move
from engine.rules import AMERICAN


def teach(monkeypatch: pytest.MonkeyPatch, body: str) -> Lesson:
    """Make a lesson the only one of the course."""
    lesson = read_lesson(1, f"title A\npart B\nminutes 1\n\n{body}")
    monkeypatch.setattr("console.activities.course.lessons.lessons", lambda: (lesson,))
    return lesson


def learning(session: Talk) -> Learning:
    """Return the lesson of a conversation."""
    assert isinstance(session.state.activity, Learning)
    return session.state.activity


def answer(course: Learning) -> str:
    """Return the right move in the task on the board, as it is typed."""
    task, game = course.task, course.table.game
    if task.goal in ("win", "hold"):
        move = tabled_engine(task.rules).exact_moves(game.position)[0].move
    else:
        move = read_move(task.moves[0 if task.goal != "shot" else game.ply], game.routes())
    return course.naming.move(move)


def try_wrong_moves(session: Talk, task: Exercise) -> None:
    """Check what is said of each move of a task that the tables know to be wrong."""
    moves = tabled_engine(task.rules).exact_moves(task.position) if task.value or task.goal in ("win", "hold") else []
    drawn = "That lets the win slip" if task.goal != "shot" else "Not that one"
    for each in moves:
        if each.value.outcome != moves[0].value.outcome:
            session.type(learning(session).naming.move(each.move))
            assert session.texts[-1].startswith("That loses" if each.value.outcome < 0 else drawn)


def test_answers_every_line_between_tasks_and_talk_at_a_task_with_the_task() -> None:
    """A line between tasks had no answer, and the words of the task itself got small talk."""
    session = talk().type("course 3", "jump three men")
    assert session.texts[-1].startswith("Jump three men with one man: from A3")
    assert "Type a move like" in session.texts[-1]
    session.type("A3 C5", "my cat is asleep")
    assert session.texts[-1] == 'Enter goes on with the lesson; "course off" leaves it.'
    assert "Back to the game." in session.type("stop, go back to the game").texts


@pytest.mark.parametrize("part", [0, 1, 2, 3, 4])
def test_every_lesson_can_be_done_and_answers_wrong_moves_by_what_they_come_to(part: int) -> None:
    """Lesson 21 said of moves that lose that they let the win go."""
    session = talk()
    for lesson in lessons()[part::5]:
        session.type(f"course {lesson.number}")
        for task in (piece for piece in lesson.pieces if isinstance(piece, Exercise)):
            try_wrong_moves(session, task)
            before, game = len(session.texts), session.state.game
            while session.state.game is game and session.asked.kind is MOVE:
                session.type(answer(learning(session)))
            wrong = ("That lets", "That loses", "Not that one")
            assert not any(text.startswith(wrong) for text in session.texts[before:])
            session.type(*[""] * (session.asked.kind is STEP))
        assert said.finished(lesson, skipped=False) in session.texts[-2:]


@pytest.mark.parametrize(
    ("goal", "board", "move", "ended"),
    [
        ("win 1", "B:WK19:BK6,K32", "6-10", said.TOO_SLOW),
        ("win 2", "B:WK19:BK6,K32", "6-10", ""),
        ("hold 1", "W:WK32:BK1", "32-28", "Held."),
        ("hold 2", "W:WK32:BK1", "32-28", ""),
        ("shot 6-10 19-16", "B:WK19:BK6,K32", "6-10", "Held."),
        ("shot 6-10 19-16 10-14", "B:WK19:BK6,K32", "6-10", ""),
        ("shot 6-10 19-16", "B:WK19:BK6,K32", "32-28", ""),  # it wins, too, but is not the first move of the shot
    ],
)
def test_a_task_ends_with_the_last_move_of_its_limit_or_line(
    monkeypatch: pytest.MonkeyPatch, goal: str, board: str, move: str, ended: str
) -> None:
    teach(monkeypatch, f"@board {board}\n@{goal}\n@ask a\n@hint h\n@done Held.")
    text = converse(["course 1", move, "quit"])
    assert [end for end in (said.TOO_SLOW, "Held.") if end in text] == [end for end in (ended,) if end]


@pytest.mark.parametrize(("score", "sentence"), [(149, "Not that one: "), (150, "That loses: ")])
def test_a_move_loses_from_the_score_on_that_wins(score: int, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reply = SearchInfo(score, (Game(AMERICAN, start=parse_fen("W:WK19:BK10,K32", AMERICAN)).legal_moves()[0],))
    monkeypatch.setattr("ai.defense.Defense.reply", lambda *_: reply)
    teach(monkeypatch, "@board B:WK19:BK6,K32\n@shot 32-28\n@ask a\n@hint h\n@done d")
    assert sentence in converse(["course 1", "6-10", "quit"])


def screen(*lines: str, size: tuple[int, int] = (80, 24)) -> PlaySession:
    """Return the screen after some lines; pages are closed."""
    session = PlaySession(size=size)
    for line in lines:
        session.type(line)
        if session.play.runner.show is not None:
            session.come_back()
    return session


class TestNextLesson:
    """The question after lesson 1, in which two moves do everything."""

    ENDED = ("course 1", "C3 D4", "", "C1 D2")

    @pytest.mark.parametrize("word", ["new", "problem"])
    def test_another_activity_begins_on_the_screen(self, word: str) -> None:
        """A blank is typed first, as N at an empty line is a no at once."""
        session = screen(*self.ENDED, size=(80, 40))
        assert session.asked is NEXT
        session.type(f" {word}")
        assert f"(Y/N, Enter: Y)? {word}" in session.said
        assert session.dialogue.state.activity.label == ("" if word == "new" else "problem")
        assert session.asked is MOVE

    def test_the_menu_works(self) -> None:
        items = screen(*self.ENDED).play.menu_items()
        works = {item.label: item.works for group in items for item in group.inside}
        assert works["The next lesson"]
        assert works["Leave the lesson"]


def test_a_long_or_unprintable_argument_is_quoted_short() -> None:
    text = converse([f"course {'9' * 400}", "course \x1b[2J", "quit"])
    assert text.count("There is no lesson") == 2
    assert len(text.replace("9" * 400, "")) < 2_000
    assert "\x1b" not in text.replace("course \x1b[2J", "")


@pytest.mark.parametrize(
    ("finished", "chosen"), [((), 0), ((2,), 0), ((1, 2), 2), ([lesson.number for lesson in lessons()], 0)]
)
def test_the_list_opens_at_the_first_lesson_that_is_not_finished(finished: Sequence[int], chosen: int) -> None:
    shown = lesson_list(lessons(), {*finished})
    assert shown.chosen == chosen
    assert [row.texts[0] for row in shown.rows].count("*") == len(finished)


def test_the_last_position_stays_on_the_board_until_enter() -> None:
    """The next page or board came at once, so that the praise named squares that nobody saw any more."""
    session = screen("course 5", "F6 H4")
    assert session.asked is STEP
    assert "Crowned, and the move is over: G3 has one move to get away." in session.said
    assert "Enter Go on" in session.rows[-1]
    assert session.dialogue.state.game.ply == 1
    session.type("")
    assert "The first king on the" in session.text


def test_names_a_lesson_once_on_its_first_page() -> None:
    """On the screen it stood in the border and in the first line."""
    session = PlaySession(size=(40, 20))
    session.picture()
    session.type("course 1")
    assert text_of(picture(session.opened, 40, 20)).count("Men") == 1


def test_a_page_stands_beside_its_board_at_80x24() -> None:
    """The page of lesson 24 is too long."""
    session = PlaySession()
    for number in {*range(1, 31)} - {24}:
        session.type(f"course {number}")
        session.picture()
        assert session.asked is MOVE, number
        title = next(lesson.title for lesson in lessons() if lesson.number == number)[:20]
        assert f"═ {title}" in session.text or f"═ Lesson {number}: {title}" in session.text
        session.type("hint")
        assert f"═ {title}" not in session.text, "it gives way to the next answer"


def test_a_page_names_squares_as_on_the_next_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Square 11 is C3 for Black and F6 for White. A page named squares as on the board before it."""
    task = "@do 11-15 | 22-18\n@ask a\n@hint h\n@done d"
    lesson = teach(
        monkeypatch,
        f"First {{11}}.\n\n@board B:W22:B11\n{task}\n\nThen {{11}}.\n\n@board W:W22:B11\n{task}\n\nLast {{11}}.\n",
    )
    text = converse(["course 1", "course skip", "course skip", "quit"])
    book = "\n".join(LessonBook((lesson,), frozenset(), None).lines(1))
    for shown in (text, book):
        assert re.findall(r"^(?:First|Then|Last) ..\.", shown, re.MULTILINE) == ["First C3.", "Then F6.", "Last F6."]


def test_the_words_of_the_opponent_stay_with_his_game() -> None:
    """They stood on the teacher's card."""
    session = screen("C3 D4")
    assert "County Champion, who" in session.said
    session.type("course 1", "C3 D4")
    assert "County Champion, who" not in session.said
