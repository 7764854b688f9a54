"""The opening books that the user has built, and the book to play from."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from ai.book import Book, book_for
from console.storage.atomic_files import data_folder_if_any, user_folders
from engine.rules import Rules

_FOLDER: Final = "books"


def books_folder() -> Path:
    """Return the folder of built books, which need not exist. Raises NoFolder."""
    return user_folders().data / _FOLDER


def books_folder_if_any() -> Path | None:
    """Return the folder of built books, or None if the user has no folders."""
    return data_folder_if_any(_FOLDER)


def available_book(rules: Rules, damaged: Callable[[str], None] | None = None) -> Book | None:
    """Return the built book of a rule set, else the packaged one, else None.

    ``damaged`` gets a sentence about each file that is ignored.
    """
    return book_for(rules, books_folder_if_any(), damaged)
