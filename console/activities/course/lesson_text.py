"""The lessons as lists, as text, and as objects for JSON."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from textwrap import wrap
from typing import Any, Final

from console.activities.course import sentences as said
from console.activities.course.lessons import Exercise, Lesson, side_of
from console.dialogue.messages import Row, ShowList, ShowPage
from console.game.naming import Naming, SquareStyle
from console.reading.readings import Command
from console.text.board import board_text
from console.text.table import Column, figures
from engine.fen import fen_text
from engine.geometry import BLACK


def lesson_list(lessons: Sequence[Lesson], finished: AbstractSet[int]) -> ShowList:
    """Return the list of lessons, with a mark beside the finished ones.

    The first unfinished lesson is selected when the list opens, or the first of all if none is unfinished.
    """
    columns = [Column(""), *figures(""), Column("Lesson", least=20), Column("Part", 1), *figures("Minutes")]
    rows = []
    for lesson in lessons:
        star, number = "*" if lesson.number in finished else " ", str(lesson.number)
        rows.append(Row((star, number, lesson.title, lesson.part, str(lesson.minutes)), Command("course", number)))
    following = next((index for index, lesson in enumerate(lessons) if lesson.number not in finished), 0)
    legend = ["A star marks a lesson that is done."] * bool(finished) + [said.OTHER_GAMES]
    return ShowList("The course", columns, rows, following, "Begin", topic="course", before=legend)


_WIDTH: Final = 78
_PAGE_WIDTH: Final = 74


def lesson_page(lesson: Lesson, text: str, naming: Naming) -> ShowPage:
    """Return the paragraphs before a task as a page. The first page of a lesson has a heading."""
    heading = (*wrap(said.HEADING.format(lesson), _PAGE_WIDTH), "") if text == lesson.pieces[0] else ()
    lines = [line for each in text.split("\n\n") for line in ("", *wrap(naming.in_text(each), _PAGE_WIDTH))]
    return ShowPage(f"Lesson {lesson.number}: {lesson.title}", tuple(lines[1:]), heading, beside=True)


class LessonBook:
    """The lessons to read.

    ``finished`` are the numbers of those that the user has finished. ``squares`` is the notation that he has chosen, or
    None.
    """

    def __init__(self, lessons: Sequence[Lesson], finished: AbstractSet[int], squares: SquareStyle | None) -> None:
        self._lessons = {lesson.number: lesson for lesson in lessons}
        self._finished = finished
        self._squares = squares

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the lessons."""
        return tuple(self._lessons)

    def contents(self) -> Sequence[str]:
        """Return the lines of the list of lessons."""
        return lesson_list(tuple(self._lessons.values()), self._finished).lines()

    def objects(self) -> list[dict[str, Any]]:
        """Return the lessons as objects, without their texts and tasks."""
        return [self._head(lesson) for lesson in self._lessons.values()]

    def object(self, number: int) -> dict[str, Any]:
        """Return a lesson as an object, with its texts and tasks."""
        lesson = self._lessons[number]
        pieces = [
            _task_object(piece, naming) if isinstance(piece, Exercise) else {"text": naming.in_text(piece)}
            for piece, naming in self._named(lesson)
        ]
        return self._head(lesson) | {"pieces": pieces}

    def lines(self, number: int) -> Iterator[str]:
        """Yield the lines of a lesson: its texts, its tasks with their boards, and at the end the answers."""
        lesson, answers = self._lessons[number], list[str]()
        yield from wrap(said.HEADING.format(lesson), _WIDTH)
        for piece, naming in self._named(lesson):
            yield ""
            if isinstance(piece, Exercise):
                answers.append(_answer(piece, naming))
                yield from (board_text(piece.position, naming, naming.home), "")
                yield from wrap(f"Task {len(answers)}: {naming.in_text(piece.ask)}", _WIDTH)
            else:
                yield from wrap(naming.in_text(piece), _WIDTH)
        yield ""
        for task, answer in enumerate(answers, 1):
            yield from wrap(f"Task {task}: {answer}", _WIDTH)

    def _head(self, lesson: Lesson) -> dict[str, Any]:
        head = {name: getattr(lesson, name) for name in ("number", "title", "part", "minutes")}
        return head | {"rules": lesson.rules.name, "finished": lesson.number in self._finished}

    def _named(self, lesson: Lesson) -> Iterator[tuple[str | Exercise, Naming]]:
        """Yield the pieces of a lesson, each with the names of the squares.

        Squares are named from the side to move in the next task. After the last task, they are named as in it.
        """
        side = BLACK
        for number, piece in enumerate(lesson.pieces):
            side = side_of(lesson.pieces[number:], side)
            for part in piece.split("\n\n") if isinstance(piece, str) else [piece]:
                yield part, Naming.of(lesson.rules, side, self._squares)


def _task_object(task: Exercise, naming: Naming) -> dict[str, Any]:
    texts = {name: naming.in_text(getattr(task, name)) for name in ("ask", "hint", "done")}
    return {"fen": fen_text(task.position), "to": task.goal, "moves": list(task.moves), "limit": task.limit} | texts


def _answer(task: Exercise, naming: Naming) -> str:
    """Return the moves of the answer, or the hint if the task is to win or to hold a position."""
    if not task.moves:
        return naming.in_text(task.hint)
    between = ", " if task.goal == "shot" else " or "
    return f"{between.join(naming.in_text(f'{{{move}}}') for move in task.moves)}."
