"""``checkers course``: list the lessons of the course, or print one."""

from collections.abc import Callable, Sequence
from typing import Final

from console.cli.actions import Action, run_action
from console.cli.composition import lesson_book
from console.cli.parser import CommandLine
from console.cli.results import add_json_option, print_result
from console.storage.store import Store, open_store
from console.terminal.standard_streams import complain
from engine.printable import printable


def run(arguments: Sequence[str]) -> int:
    """List the lessons, or run the action that the first argument names. Raises OptionError and TextRequested."""
    if arguments and not arguments[0].startswith(("-", "/")):
        return run_action(_NAMED, arguments)
    return _print_list(CommandLine("course", "The course: its lessons, listed and printed."), arguments)


def _list(arguments: Sequence[str]) -> int:
    """Print the list of lessons."""
    does = "List the lessons, with the ones you have finished marked."
    return _print_list(CommandLine("course list", does), arguments)


def _print_list(line: CommandLine, arguments: Sequence[str]) -> int:
    add_json_option(line)
    asked, store = line.parse_args(arguments), open_store(automatic=True)
    book = lesson_book(store)
    _report(store)
    print_result(asked.json, book.objects(), book.contents())
    return 0


def _show(arguments: Sequence[str]) -> int:
    """Print one lesson."""
    store = open_store(automatic=True)
    book = lesson_book(store)
    line = CommandLine("course show", "Print a lesson: its text, its tasks, and the answers at the end.")
    line.add_argument("number", type=_one_of(book.numbers), metavar="N", help="the number of the lesson")
    add_json_option(line)
    asked = line.parse_args(arguments)
    _report(store)
    print_result(asked.json, book.object(asked.number), book.lines(asked.number))
    return 0


def _one_of(numbers: Sequence[int]) -> Callable[[str], int]:
    """Return a converter for the numbers of the lessons."""

    def read(text: str) -> int:
        if text not in map(str, numbers):
            raise ValueError("use the number of a lesson")
        return int(text)

    return read


def _report(store: Store) -> None:
    """Print the notices of the store as errors."""
    for notice in store.notices():
        complain(printable(notice))


_NAMED: Final[dict[str, Action]] = {"list": _list, "show": _show}
