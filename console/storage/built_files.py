"""The endgame tables and opening books that the user has built."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.book import Book, book_for
from ai.endgames.files import tables_for
from ai.endgames.probe import EndgameTables
from ai.engine import Engine
from console.storage.atomic_files import data_folder_if_any, user_folders
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.proof import Prover

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


def tabled_engine(rules: Rules, jumping: Jumping, damaged: Callable[[str], None]) -> Engine:
    """Return an engine that knows the exact values in the tables. ``damaged`` as in ``available_tables``."""
    return Engine(rules, jumping=jumping, tables=available_tables(rules, damaged))


def default_prover(rules: Rules, jumping: Jumping) -> "Prover":
    """Return a prover that uses the endgame tables, and searches positions that are not in them."""
    from ai.proof import Prover

    problems: list[str] = []
    return Prover(rules, jumping, available_tables(rules, problems.append), problems)


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
