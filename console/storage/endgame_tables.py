"""Where the endgame tables live that a user has built."""

from pathlib import Path

from console.storage.atomic_files import NoPlace, places


def tables_folder() -> Path:
    """The folder of built tables, which need not exist. Raises NoPlace."""
    return places().data / "tables"


def tables_folder_if_any() -> Path | None:
    """The same; None where nothing can be kept."""
    try:
        return tables_folder()
    except NoPlace:
        return None
