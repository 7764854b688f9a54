"""The endgame tables that a user has built, and which tables were proved."""

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Final

from ai.endgames.files import tables_for
from ai.endgames.packed import PackedTables
from ai.endgames.probe import EndgameTables
from console.storage.atomic_files import bytes_or_none, data_folder_if_any, places, write_whole
from engine.rules import Rules

_FOLDER: Final = "tables"
_PROVED: Final = "verified.json"


def tables_folder() -> Path:
    """The folder of built tables, which need not exist. Raises NoPlace."""
    return places().data / _FOLDER


def tables_folder_if_any() -> Path | None:
    """The same; None where nothing can be kept."""
    return data_folder_if_any(_FOLDER)


def tables_at_hand(rules: Rules, damaged: Callable[[str], None] | None = None) -> EndgameTables:
    """The best of packaged and built tables; ``damaged`` gets a sentence about each file that is left aside."""
    return tables_for(rules, tables_folder_if_any(), damaged)


def verified_on(tables: PackedTables, folder: Path | None) -> str | None:
    """The day on which a file was proved, as YYYY-MM-DD; None if it never was as it is now."""
    found = _proved(folder).get(_key(tables)) if folder else None
    return found if isinstance(found, str) else None


def remember_verified(tables: PackedTables, folder: Path) -> None:
    """Note that a file was proved today. Raises OSError."""
    proved = {**_proved(folder), _key(tables): date.today().isoformat()}
    write_whole(folder / _PROVED, json.dumps(proved, indent=1).encode("ascii"))


def _key(tables: PackedTables) -> str:
    """What tells a file from all others, however it is called."""
    return f"{tables.path.name} {tables.checksum:08x}"


def _proved(folder: Path) -> dict[str, object]:
    """What was noted; nothing where it cannot be read: then a proof can be made again."""
    try:
        found = json.loads(bytes_or_none(folder / _PROVED) or b"{}")
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
