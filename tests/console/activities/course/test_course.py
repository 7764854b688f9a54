"""The course in the conversation: every lesson is done, wrong moves are put back, and progress is stored."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, Talk, converse, options
from support.headless_screens import picture, text_of
from support.play_screen import PlaySession

from ai.endgames.files import tables_for
from ai.engine import Engine
from ai.search.options import SearchOptions
from console.activities.course import sentences as said
from console.activities.course.handlers import NEXT, Learning
from console.activities.course.lesson_text import LessonBook, lesson_list
from console.activities.course.lessons import Exercise, Lesson, lessons, read_lesson
from console.cli.composition import dialogue_of
from console.dialogue.kinds import MOVE, STEP
from console.dialogue.messages import Ask, Reply, Say, Think
from console.storage.atomic_files import Folders
from console.storage.store import Store
from engine.notation import read_move
from engine.rules import Rules


@cache
def engine_of(rules: Rules) -> Engine:
    """Return an engine with the endgame tables of a rule set."""
    return Engine(rules, SearchOptions(megabytes=1), tables=tables_for(rules))


def talk(lines: Sequence[str], store: Store | None = None) -> str:
    """Return the transcript of a session of play that begins with a game."""
    return converse(lines, store=store)


def teach(monkeypatch: pytest.MonkeyPatch, body: str) -> Lesson:
    """Make a lesson the only one of the course."""
    lesson = read_lesson(1, f"title A\npart B\nminutes 1\n\n{body}")
    monkeypatch.setattr("console.activities.course.handlers.lessons", lambda: (lesson,))
    monkeypatch.setattr("console.activities.course.handlers.lessons_of", lambda rules: (lesson,))
    return lesson


def answer(course: Learning, engine: Engine) -> str:
    """Return the right move in the task on the board, as it is typed."""
    task, game = course.task, course.table.game
    if task.goal in ("win", "hold"):
        move = engine.exact_moves(game.position)[0].move
    else:
        move = read_move(task.moves[0 if task.goal != "shot" else game.ply], game.routes())
    return course.naming.move(move)


def test_jumps_on_by_itself_and_asks_at_a_fork() -> None:
    """As lesson three says."""
    text = talk(["course 3", "A3 C5", "", "A5 C3", "E1"])
    assert "A3 C5\nYou take B4, D4 and F4.\n" in text
    assert "A5 C3\nNext square? E1\n" in text
    assert "multiple jump (Y/N)" not in text


def test_explains_the_mark_of_a_finished_lesson(tmp_path: Path) -> None:
    store = Store(automatic=True, where=Folders(tmp_path, tmp_path))
    legend = "A star marks a lesson that is done.\n"
    assert legend not in talk(["course list"], store)
    assert legend in talk(["course 1", "C3 D4", "", "C1 D2", "n", "course list"], store)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
def test_every_lesson_can_be_done(lesson: Lesson) -> None:
    number = lesson.number
    dialogue = dialogue_of(options(name="Dan", first=True), Random(1), Script())
    engine = engine_of(lesson.rules)
    steps = dialogue.run()
    reply: Reply = None
    said_: list[str] = []
    begun = False
    for _ in range(2_000):
        step = steps.send(reply)
        reply = None
        match step:
            case Say(text):
                said_.append(text)
            case Think():
                reply = step.choose(lambda: False)
            case Ask(kind=kind) if kind is MOVE:
                activity = dialogue.state.activity
                if isinstance(activity, Learning):
                    reply = answer(activity, engine)
                elif begun:
                    break
                else:
                    begun, reply = True, f"course {number}"
            case Ask(kind=kind):
                reply = "" if kind is STEP else "N"
    tasks = sum(not isinstance(piece, str) for piece in lesson.pieces)
    assert sum(text in said_ for text in (said.finished(lesson, False),)) == 1
    assert not any(text.startswith(("That lets", "That loses", "Not that one")) for text in said_)
    assert tasks >= 1


class TestMoves:
    def test_another_legal_move_is_put_back(self) -> None:
        """The second move is that of another man to the right square."""
        text = talk(["course 1", "C3 D2", "C5 D4", "C3 D4", "quit"])
        assert text.count(said.OTHER_MOVE) == 2
        assert "That was checkers." in text

    def test_a_move_that_lets_the_win_go_is_put_back(self) -> None:
        text = talk(["course 6", "A3 B2", "B4 B2", "quit"])
        assert "lets the win slip" in text

    def test_a_wrong_shot_is_refuted_and_put_back(self) -> None:
        text = " ".join(talk(["course 7", "F2 G1", "quit"]).split())
        assert "Not that one: I answer " in text
        assert "and nothing comes of it. I have put it back." in text
        assert said.FROM_THE_START not in text

    def test_a_wrong_later_move_of_a_shot_is_put_back_alone(self) -> None:
        text = talk(["course 15", "D2 E3", "E5 F6", "B8 C7", "quit"])
        assert "? E5 F6\nThat loses: I answer G5 E7. I have put your move back.\n" in text
        assert "? B8 C7\nI move C5 B4" in text

    def test_says_that_a_move_loses(self) -> None:
        """It said of a move that loses a drawn position that nothing comes of it."""
        for lesson, move in [("16", "D8 E7"), ("25", "A3 B4"), ("25", "B2 A1")]:
            text = talk([f"course {lesson}", move, "quit"])
            assert "That loses: I answer " in text
            assert "nothing comes of it" not in text

    @pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
    def test_answers_each_wrong_move_by_what_it_comes_to(self, lesson: Lesson) -> None:
        """Lesson 21 said of moves that lose that they let the win go. Tasks that the tables know are tried."""
        session = Talk(dialogue_of(options(name="Dan", first=True), Random(1), Script()))
        session.type(f"course {lesson.number}")
        for task in (piece for piece in lesson.pieces if isinstance(piece, Exercise)):
            moves = (
                engine_of(lesson.rules).exact_moves(task.position) if task.value or task.goal in ("win", "hold") else []
            )
            for each in moves:
                if each.value.outcome == moves[0].value.outcome:
                    continue
                activity = session.state.activity
                assert isinstance(activity, Learning)
                session.type(activity.naming.move(each.move))
                drawn = "That lets the win slip" if task.goal != "shot" else "Not that one"
                assert session.texts[-1].startswith("That loses" if each.value.outcome < 0 else drawn)
            session.type("course skip")
        session.close()

    def test_another_later_move_that_draws_solves_a_draw(self) -> None:
        """Lesson 15 called a second move that draws wrong, because it did not win."""
        text = " ".join(talk(["course 15", "course skip", "A1 B2", "B2 C3", "n", "quit"]).split())
        assert said.ALSO_DRAWS in text
        assert "Not that one" not in text

    def test_another_move_is_refuted_in_a_won_position(self) -> None:
        text = talk(["course 21", "D6 C7", "E7 F6", "", "C5 D6", "quit"])
        assert text.count("That loses: I answer ") == 2
        assert said.OTHER_MOVE not in text

    @pytest.mark.parametrize(
        ("goal", "board", "move", "ended"),
        [
            ("win 1", "B:WK19:BK6,K32", "6-10", said.TOO_SLOW),
            ("win 2", "B:WK19:BK6,K32", "6-10", ""),
            ("hold 1", "W:WK32:BK1", "32-28", "Held."),
            ("hold 2", "W:WK32:BK1", "32-28", ""),
            ("shot 6-10 19-16", "B:WK19:BK6,K32", "6-10", "Held."),
            ("shot 6-10 19-16 10-14", "B:WK19:BK6,K32", "6-10", ""),
        ],
    )
    def test_a_task_ends_with_the_last_move_of_its_limit_or_line(
        self, monkeypatch: pytest.MonkeyPatch, goal: str, board: str, move: str, ended: str
    ) -> None:
        teach(monkeypatch, f"@board {board}\n@{goal}\n@ask a\n@hint h\n@done Held.")
        text = talk(["course 1", move, "quit"])
        assert [end for end in (said.TOO_SLOW, "Held.") if end in text] == [end for end in (ended,) if end]


class TestHints:
    def test_second_hint_is_the_next_move_of_a_shot(self) -> None:
        text = talk(["course 15", "D2 E3", "hint", "hint", "quit"])
        assert said.next_move("B8 C7") in text

    def test_second_hint_is_a_best_move_against_perfect_defence(self) -> None:
        text = talk(["course 19", "hint", "E5 F4", "hint", "quit"])
        assert said.next_move("E3 F2") in text

    def test_each_task_has_its_own_first_hint(self) -> None:
        text = talk(["course 14", "hint", "course skip", "hint", "quit"])
        assert "Play " not in text


class TestNextLesson:
    """The question after lesson 1, in which two moves do everything."""

    ENDED = ("course 1", "C3 D4", "", "C1 D2")

    def test_executes_a_command(self) -> None:
        text = talk([*self.ENDED, "lesson 5", "quit"])
        assert "Lesson 5, The moves" in text
        assert "for a no" not in text

    def test_asks_again_after_a_command_that_stays_in_the_lesson(self) -> None:
        text = talk([*self.ENDED, "lesson list", "hint", "undo", "lesson skip", "quit"])
        assert text.count("On to lesson 2") == 5
        assert text.count(said.NO_TASK) == 3

    def test_explains_itself_after_a_move(self) -> None:
        text = talk([*self.ENDED, "C3 D4", "y", "quit"])
        assert said.NEXT_OR_NOT in " ".join(text.split())
        assert "Lesson 2, The moves" in text

    @pytest.mark.parametrize(("answer", "begins"), [("", True), ("y", True), ("n", False)])
    def test_takes_yes_and_no(self, answer: str, begins: bool) -> None:
        assert ("Lesson 2, The moves" in talk([*self.ENDED, answer, "quit"])) == begins

    @pytest.mark.parametrize("word", ["new", "problem"])
    def test_another_activity_begins_on_the_screen(self, word: str) -> None:
        session = PlaySession(options(name="Dan", first=True), size=(80, 40))
        for line in self.ENDED:
            session.type(line)
            if session.play.runner.show is not None:
                session.come_back()
        assert session.asked is NEXT
        session.type(word)
        assert f"(Y/N, Enter: Y)? {word}" in session.text
        assert session.dialogue.state.activity.label == ("" if word == "new" else "problem")
        assert session.asked is MOVE

    def test_the_menu_works(self) -> None:
        session = PlaySession(options(name="Dan", first=True))
        for line in self.ENDED:
            session.type(line)
            if session.play.runner.show is not None:
                session.come_back()
        works = {item.label: item.works for group in session.play.menu_items() for item in group.inside}
        assert works["The next lesson"]
        assert works["Leave the lesson"]


class TestWords:
    def test_skipping_a_task_does_not_finish_the_lesson(self, tmp_path: Path) -> None:
        store = Store(automatic=True, where=Folders(tmp_path, tmp_path))
        text = talk(["course 1", "course skip", "course skip", "n", "course list", "quit"], store)
        assert "no star yet" in " ".join(text.split())
        assert " * " not in text

    def test_progress_is_stored_and_the_next_lesson_begins(self, tmp_path: Path) -> None:
        store = Store(automatic=True, where=Folders(tmp_path, tmp_path))
        talk(["course", "C3 D4", "", "C1 D2", "n", "quit"], store)
        text = talk(["course list", "course", "quit"], Store(automatic=True, where=Folders(tmp_path, tmp_path)))
        assert "  *   1  Men" in text
        assert "Lesson 2, The moves: Jumps" in text

    def test_words_outside_a_lesson_say_so(self) -> None:
        text = " ".join(talk(["course off", "course skip", "course 0", "course 99", "course x", "quit"]).split())
        assert text.count(" ".join(said.NOT_IN_ONE.split())) == 2
        assert re.findall('There is no lesson "(.+?)"', text) == ["0", "99", "x"]

    def test_a_long_or_unprintable_argument_is_quoted_short(self) -> None:
        text = talk([f"course {'9' * 5_000}", "course \x1b[2J", "quit"])
        assert text.count("There is no lesson") == 2
        assert len(text.replace("9" * 5_000, "")) < 2_000
        assert "\x1b" not in text.replace("course \x1b[2J", "")

    def test_a_hint_names_squares_as_they_are_typed(self) -> None:
        assert "Type C3 D4." in talk(["course 1", "hint", "quit"])

    def test_a_second_hint_names_the_move(self) -> None:
        assert "Play C3 D4." in talk(["course 1", "hint", "hint", "quit"])
        assert "Play D4 E5." not in talk(["course 18", "hint", "quit"])
        assert "Play " in talk(["course 18", "hint", "hint", "quit"])

    def test_a_hint_within_a_task_names_the_next_move(self) -> None:
        """It was the hint for the first move again."""
        text = talk(["course 7", "E7 F6", "hint", "quit"])
        assert "Play D8 F6 H8." in text


@pytest.mark.parametrize(
    ("finished", "chosen"), [(set(), 0), ({2}, 0), ({1, 2}, 2), ({lesson.number for lesson in lessons()}, 0)]
)
def test_the_list_opens_at_the_first_lesson_that_is_not_finished(finished: set[int], chosen: int) -> None:
    assert lesson_list(lessons(), finished).chosen == chosen


class TestLastPosition:
    """The next page or board came at once, so that the praise named squares that nobody saw any more."""

    def test_stays_on_the_board_until_enter(self) -> None:
        session = PlaySession(options(name="Dan", first=True))
        session.type("course 5")
        session.come_back()
        session.type("F6 H4")
        assert session.asked is STEP
        assert "Crowned, and the move is over: G3 has one move to get away." in session.text
        assert "Enter Go on" in session.rows[-1]
        session.send("escape")
        assert session.asked is STEP
        assert session.dialogue.state.game.ply == 1
        session.type("")
        assert "The first king on the" in session.text

    def test_commands_work_meanwhile(self) -> None:
        text = talk(["course 5", "F6 H4", "hint", "E1", "course off", "quit"])
        assert said.NO_TASK in text
        assert text.count(said.GO_ON) == 3
        assert "Back to the game." in text


def test_names_a_lesson_once_on_its_first_page() -> None:
    """On the screen it stood in the border and in the first line."""
    session = PlaySession(options(name="Dan", first=True), size=(40, 20))
    session.picture()
    session.type("course 1")
    assert text_of(picture(session.opened, 40, 20)).count("Men") == 1
    text = talk(["course 1"])
    assert "\n\nLesson 1, The moves: Men. It takes 3 minutes or so.\n\nTwelve men" in text


@pytest.mark.parametrize("number", [number for number in range(1, 31) if number != 24])  # its page is too long
def test_a_page_stands_beside_its_board_at_80x24(number: int) -> None:
    session = PlaySession(options(name="Dan", first=True), size=(80, 24))
    session.type(f"course {number}")
    session.picture()
    assert session.asked is MOVE
    assert f"Lesson {number}: " in session.text
    session.type("hint")
    assert f"Lesson {number}: " not in session.text, "it gives way to the next answer"


def test_a_page_names_squares_as_on_the_next_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Square 11 is C3 for Black and F6 for White. A page named squares as on the board before it."""
    task = "@do 11-15 | 22-18\n@ask a\n@hint h\n@done d"
    lesson = teach(
        monkeypatch,
        f"First {{11}}.\n\n@board B:W22:B11\n{task}\n\nThen {{11}}.\n\n@board W:W22:B11\n{task}\n\nLast {{11}}.\n",
    )
    text = talk(["course 1", "course skip", "course skip", "quit"])
    book = "\n".join(LessonBook((lesson,), frozenset(), None).lines(1))
    for shown in (text, book):
        assert re.findall(r"^(?:First|Then|Last) ..\.", shown, re.MULTILINE) == ["First C3.", "Then F6.", "Last F6."]
