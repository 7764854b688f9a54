"""The course in a session of play: its command, and the choice of a lesson."""

from collections.abc import Mapping
from typing import Final

from console.activities.course import sentences as said
from console.activities.course.activity import Learning
from console.activities.course.lesson_list import lesson_list
from console.activities.course.lessons import RULES, Lesson, lessons, lessons_of
from console.activities.course.progress import finished_lessons
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.features import Services
from console.dialogue.messages import Command, Steps
from console.dialogue.task import TaskWord

_NODES: Final = 30_000  # for a reply; positions of the endgame tables need none


class Course(TaskWord):
    """Begins lessons."""

    kind = Learning

    def execute(self, command: Command) -> Steps[None]:
        """Begin a lesson, list the lessons, or skip a task. Raises CannotDo."""
        activity = self.state.activity
        match command.argument:
            case "":
                self._begin_next()
            case "list":
                yield lesson_list(self._of_game, self._finished)
            case "skip" if isinstance(activity, Learning):
                yield from activity.skip()
            case "skip":
                raise CannotDo(said.NOT_IN_ONE)
            case number:
                found = next((lesson for lesson in lessons() if str(lesson.number) == number.lstrip("0")), None)
                if found is None:
                    raise CannotDo(said.no_lesson(command.text))
                self._begin(found)

    @property
    def _of_game(self) -> tuple[Lesson, ...]:
        """The lessons of the game on the board, or those of american checkers."""
        return lessons_of(self.state.table.rules) or lessons_of(RULES)

    @property
    def _finished(self) -> frozenset[int]:
        return finished_lessons(self.data)

    def _begin_next(self) -> None:
        """Begin the first lesson that is not finished. Raises CannotDo if all are."""
        finished = self._finished
        lesson = next((lesson for lesson in self._of_game if lesson.number not in finished), None)
        if lesson is None:
            raise CannotDo(said.all_done(self._of_game[0]))
        self._begin(lesson)

    def _begin(self, lesson: Lesson) -> None:
        """Make a lesson the current activity."""
        teacher = self.defence_of(lesson.rules, _NODES)
        self.state.begin_task(Learning(lesson, self.conversation, teacher, self._begin))


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"course": Course(services).do}
