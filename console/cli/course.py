"""``checkers course``: list the lessons of the course, or print one."""

from typing import Final

from console.activities.course.lesson_text import LessonBook
from console.activities.course.lessons import lessons
from console.activities.course.progress import finished_lessons
from console.cli.arguments import JSON
from console.cli.parser import Asked, Command, word
from console.cli.results import print_result
from console.storage.store import Store, open_store
from console.terminal.standard_streams import complain
from engine.printable import printable


def listed(asked: Asked) -> None:
    """Print the list of lessons, or the lesson that is named."""
    if vars(asked).get("number"):
        show(asked)
        return
    store = open_store(automatic=True)
    book = lesson_book(store)
    _report(store)
    print_result(asked.json, book.objects(), book.contents())


def show(asked: Asked) -> None:
    """Print one lesson."""
    store = open_store(automatic=True)
    book = lesson_book(store)
    _report(store)
    print_result(asked.json, book.object(asked.number), book.lines(asked.number))


def _read_number(text: str) -> int:
    """Return the number of a lesson. Raises ValueError."""
    if text not in map(str, lesson_book(open_store(automatic=True)).numbers):
        raise ValueError("use the number of a lesson")
    return int(text)


def lesson_book(store: Store) -> LessonBook:
    """Return the lessons of the course, with those that the user has finished."""
    return LessonBook(lessons(), finished_lessons(store.player), store.settings.squares)


def _report(store: Store) -> None:
    """Print the notices of the store as errors."""
    for notice in store.notices.take():
        complain(printable(notice))


COMMANDS: Final = (
    Command(
        "course",
        listed,
        "The course: its lessons, listed and printed.",
        word("N", _read_number, "the number of a lesson to print instead", "number", "?"),
        JSON,
    ),
    Command("course list", listed, "List the lessons, with the ones you have finished marked.", JSON),
    Command(
        "course show",
        show,
        "Print a lesson: its text, its tasks, and the answers at the end.",
        word("N", _read_number, "the number of the lesson", "number"),
        JSON,
    ),
)
