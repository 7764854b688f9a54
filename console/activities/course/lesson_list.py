"""The list of lessons."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby

from console.activities.course.lessons import Lesson
from console.dialogue.messages import Command, Row, ShowList
from console.text.table import Column, figures


def lesson_list(lessons: Sequence[Lesson], finished: AbstractSet[int]) -> ShowList:
    """Return the list of lessons, with a mark beside the finished ones.

    The first unfinished lesson is selected when the list opens, or the first of all if none is unfinished.
    """
    columns = [Column(""), *figures(""), Column("Lesson", least=20), Column("Part", 1), *figures("Minutes")]
    rows = [
        Row(
            (_tick(lesson, finished), str(lesson.number), lesson.title, lesson.part, str(lesson.minutes)),
            Command("course", str(lesson.number)),
        )
        for lesson in lessons
    ]
    following = next((index for index, lesson in enumerate(lessons) if lesson.number not in finished), 0)
    lines = [*_lines(lessons, finished)]
    return ShowList("The course", columns, rows, lines, following, "Begin", topic="Looking and learning")


def _tick(lesson: Lesson, finished: AbstractSet[int]) -> str:
    return "*" if lesson.number in finished else " "


def _lines(lessons: Sequence[Lesson], finished: AbstractSet[int]) -> Iterator[str]:
    """Yield the lines of the list, part by part. A legend of the mark comes first if there is a finished lesson."""
    if finished:
        yield "A star marks a lesson that is done."
    for part, some in groupby(lessons, lambda lesson: lesson.part):
        yield part
        for lesson in some:
            yield f" {_tick(lesson, finished)} {lesson.number:2}  {lesson.title:32} {lesson.minutes} min"
