"""The endgame tables that the user has built, and the dates on which tables were verified."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Final

from ai.endgames.files import tables_for
from ai.endgames.packed import PackedTables
from ai.endgames.probe import EndgameTables
from console.storage.atomic_files import bytes_or_none, data_folder_if_any, user_folders, write_whole
from engine.rules import Rules

_FOLDER: Final = "tables"
_VERIFIED: Final = "verified.json"


def tables_folder() -> Path:
    """Return the folder of built tables, which need not exist. Raises NoFolder."""
    return user_folders().data / _FOLDER


def tables_folder_if_any() -> Path | None:
    """Return the folder of built tables, or None if the user has no folders."""
    return data_folder_if_any(_FOLDER)


def available_tables(rules: Rules, damaged: Callable[[str], None] | None = None) -> EndgameTables:
    """Return the best of packaged and built tables. ``damaged`` gets a sentence about each file that is ignored."""
    return tables_for(rules, tables_folder_if_any(), damaged)


def verified_on(tables: PackedTables, folder: Path | None) -> str | None:
    """Return the day on which a file was verified as it is now, as YYYY-MM-DD, or None."""
    found = _verified(folder).get(_key(tables)) if folder else None
    return found if isinstance(found, str) else None


def remember_verified(tables: PackedTables, folder: Path) -> None:
    """Store that a file was verified today. Raises OSError."""
    proved = {**_verified(folder), _key(tables): date.today().isoformat()}
    write_whole(folder / _VERIFIED, json.dumps(proved, indent=1).encode("ascii"))


def _key(tables: PackedTables) -> str:
    """Return the key of a file: its name and checksum."""
    return f"{tables.path.name} {tables.checksum:08x}"


def _verified(folder: Path) -> dict[str, object]:
    """Return the stored dates by key; none if they cannot be read, as tables can be verified again."""
    try:
        found = json.loads(bytes_or_none(folder / _VERIFIED) or b"{}")
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
