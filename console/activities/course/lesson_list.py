"""The list of lessons."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from console.activities.course import sentences as said
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
    legend = ["A star marks a lesson that is done."] * bool(finished) + [said.OTHER_GAMES]
    return ShowList("The course", columns, rows, following, "Begin", topic="Looking and learning", before=legend)


def _tick(lesson: Lesson, finished: AbstractSet[int]) -> str:
    return "*" if lesson.number in finished else " "
