"""``checkers course``: list the lessons of the course, or print one."""

from argparse import Namespace

from console.cli.composition import lesson_book
from console.cli.results import print_result
from console.storage.store import Store, open_store
from console.terminal.standard_streams import complain
from engine.printable import printable


def listed(asked: Namespace) -> None:
    """Print the list of lessons."""
    store = open_store(automatic=True)
    book = lesson_book(store)
    _report(store)
    print_result(asked.json, book.objects(), book.contents())


def show(asked: Namespace) -> None:
    """Print one lesson."""
    store = open_store(automatic=True)
    book = lesson_book(store)
    _report(store)
    print_result(asked.json, book.object(asked.number), book.lines(asked.number))


def read_number(text: str) -> int:
    """Return the number of a lesson. Raises ValueError."""
    if text not in map(str, lesson_book(open_store(automatic=True)).numbers):
        raise ValueError("use the number of a lesson")
    return int(text)


def _report(store: Store) -> None:
    """Print the notices of the store as errors."""
    for notice in store.notices.take():
        complain(printable(notice))
