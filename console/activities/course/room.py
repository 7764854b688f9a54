"""The room of the course: its word, its menu, and the lessons done, for the record."""

from typing import TYPE_CHECKING, Final

from console.dialogue.menu import Entry, Menu, in_task
from console.dialogue.room import Room
from console.reading.words import Group, Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.record import Exercises
    from console.storage.player_data import PlayerData

WORDS: Final = (
    Word(
        "course",
        "starts the next lesson, or one by number or topic; also list, skip, off",
        "NUMBER",
        Group.TASK,
        aliases=("lesson", "lessons"),
    ),
)
MENU: Final[Menu] = {
    "Learn": (
        Entry("The next lesson", "The course, from how a man moves", "course"),
        Entry("All lessons", "A star marks those you have done", "course", "list"),
        Entry("Skip this task", "Goes on without it", "course", "skip", shown=in_task("course")),
        Entry("Leave the lesson", "Back to your game", "course", "off", shown=in_task("course")),
    ),
}


def done(data: "PlayerData", rules: Rules) -> "Exercises | None":
    """Return the lessons done under a rule set, or None."""
    from console.activities.course.progress import lessons_done

    return lessons_done(data, rules)


ROOM: Final = Room(WORDS, MENU, done=done)
