"""Where the opening books are that a user has built."""

from pathlib import Path

from console.storage.atomic_files import NoPlace, places


def books_folder() -> Path:
    """The folder of built books, which need not exist. Raises NoPlace."""
    return places().data / "books"


def books_folder_if_any() -> Path | None:
    """The same; None where nothing can be kept."""
    try:
        return books_folder()
    except NoPlace:
        return None
