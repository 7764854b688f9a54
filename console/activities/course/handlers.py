"""The course in a session of play: its command, and the choice of a lesson."""

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from console.activities.course import sentences as said
from console.activities.course.activity import Learning
from console.activities.course.lesson_list import lesson_list
from console.activities.course.lessons import RULES, Lesson, lessons
from console.activities.course.progress import PROGRESS
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, Steps

if TYPE_CHECKING:
    from ai.defence import Defence

_NODES: Final = 30_000  # for a reply; positions of the endgame tables need none


class Course:
    """Begins lessons. The current activity is suspended meanwhile."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def do(self, command: Command) -> Steps[None]:
        """Begin a lesson, list the lessons, skip a task or leave. Raises Left if nothing is suspended."""
        activity, known = self._conversation.state.activity, lessons()
        match command.argument:
            case "":
                self._begin_next()
            case "list":
                yield lesson_list(known, self._finished)
            case "skip" if isinstance(activity, Learning):
                yield from activity.skip()
            case "off" if isinstance(activity, Learning):
                yield from go_back(self._conversation.state)
            case "skip" | "off":
                raise CannotDo(said.NOT_IN_ONE)
            case number if number.isdecimal() and len(number) < 4 and 1 <= int(number) <= len(known):
                self._begin(known[int(number) - 1])
            case _:
                raise CannotDo(said.no_lesson(command.text, len(known)))

    @property
    def _finished(self) -> frozenset[int]:
        return self._conversation.archive.store.files.read(PROGRESS).finished

    def _begin_next(self) -> None:
        """Begin the first lesson that is not finished. Raises CannotDo if all are."""
        finished = self._finished
        lesson = next((lesson for lesson in lessons() if lesson.number not in finished), None)
        if lesson is None:
            raise CannotDo(said.ALL_DONE)
        self._begin(lesson)

    def _begin(self, lesson: Lesson) -> None:
        """Make a lesson the current activity."""
        self._conversation.state.begin_task(Learning(lesson, self._conversation, self._teacher, self._begin))

    @cached_property
    def _teacher(self) -> "Defence":
        """The search for the teacher's moves."""
        from ai.defence import Defence

        return Defence(RULES, _NODES)


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"course": Course(services.conversation).do}
