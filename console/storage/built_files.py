"""The endgame tables and opening books that the user has built, and the analyzer of a review."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from ai.book import Book, book_for
from ai.endgames.files import tables_for
from ai.endgames.probe import EndgameTables
from console.storage.atomic_files import data_folder_if_any, user_folders
from console.storage.rules_folder import users_rules
from engine.position import Position
from engine.rules import RULE_SETS, Jumping, Rules, losing_game

if TYPE_CHECKING:
    from ai.analyzer import Analyzer
    from ai.engine import SearchInfo

_TABLES: Final = "tables"
_BOOKS: Final = "books"


def tables_folder() -> Path:
    """Return the folder of built tables, which need not exist. Raises NoFolder."""
    return user_folders().data / _TABLES


def tables_folder_if_any() -> Path | None:
    """Return the folder of built tables, or None if the user has no folders."""
    return data_folder_if_any(_TABLES)


def available_tables(rules: Rules, damaged: Callable[[str], None] | None = None) -> EndgameTables:
    """Return the best of packaged and built tables. ``damaged`` is called with a sentence for each ignored file."""
    return tables_for(rules, tables_folder_if_any(), damaged)


def rules_with_files(damaged: Callable[[str], None]) -> list[Rules]:
    """Return the rule sets that have files of their own: named sets and the user's house rules, also as losing games.

    ``damaged`` is called with a sentence for each file of house rules that cannot be read.
    """
    usual = [*RULE_SETS.values(), *users_rules().readable(damaged)]
    found: dict[str, Rules] = {}
    for rules in (*usual, *map(losing_game, usual)):
        found.setdefault(rules.files, rules)
    return list(found.values())


def books_folder() -> Path:
    """Return the folder of built books, which need not exist. Raises NoFolder."""
    return user_folders().data / _BOOKS


def books_folder_if_any() -> Path | None:
    """Return the folder of built books, or None if the user has no folders."""
    return data_folder_if_any(_BOOKS)


def available_book(rules: Rules, damaged: Callable[[str], None] | None = None) -> Book | None:
    """Return the built book of a rule set, else the packaged one, else None.

    ``damaged`` is called with a sentence for each ignored file.
    """
    return book_for(rules, books_folder_if_any(), damaged)


class ReviewAnalyzer:
    """The built-in analyzer of a review, with the user's tables. It may be used on any thread.

    It adds what it finds to ``known``, and finds it there again. So two reviews of a game say the same, however busy
    the machine is.
    """

    def __init__(self, rules: Rules, jumping: Jumping, known: "dict[object, SearchInfo]") -> None:
        self._rules, self._jumping = rules, jumping
        self._known = known
        self._lock = Lock()

    def analyze(self, positions: Sequence[Position], stop: Callable[[], bool]) -> "SearchInfo":
        """Return the evaluation of the last of ``positions``, which are all positions since the last progress."""
        key = self._rules, self._jumping, tuple(positions)
        with self._lock:
            if key not in self._known:
                found = self._analyzer.analyze(positions, stop)
                if stop():
                    return found
                self._known[key] = found
            return self._known[key]

    @cached_property
    def _analyzer(self) -> "Analyzer":
        from ai.analyzer import Analyzer

        return Analyzer(self._rules, self._jumping, folder=tables_folder_if_any())
