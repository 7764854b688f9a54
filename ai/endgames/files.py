"""The files of endgame tables: packaged with the program, or built on this machine."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

from ai.endgames.packed import DamagedTables, PackedTables, file_name
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import MOST_PIECES
from engine.rules import Rules

PACKAGED: Final = Path(__file__).parent / "packaged"
_MOST_OPEN: Final = 8  # sets of tables
_OPENING: Final = Lock()


def available_files(
    rules: Rules, folder: Path | None = None, damaged: Callable[[str], None] | None = None
) -> dict[int, PackedTables]:
    """Return the best file for each number of pieces, from ``folder`` and the packaged ones.

    Files with distances are preferred, then those in ``folder``. Files that are damaged or made for other rules are
    skipped; ``damaged`` gets an error message for each. Only the heads are read.
    """
    found: dict[int, PackedTables] = {}
    for place in (PACKAGED,) if folder is None else (PACKAGED, folder):
        for pieces in range(2, MOST_PIECES + 1):
            path = place / file_name(rules, pieces)
            try:
                if path.is_file():
                    tables = PackedTables(path, rules)
                    if pieces not in found or tables.distances or not found[pieces].distances:
                        found[pieces] = tables
            except DamagedTables as error:
                if damaged:
                    damaged(str(error))
            except OSError as error:
                if damaged:
                    damaged(f"{path.name} cannot be read: {error.strerror or error}.")
    return dict(sorted(found.items()))


def tables_for(rules: Rules, folder: Path | None = None, damaged: Callable[[str], None] | None = None) -> EndgameTables:
    """Return the tables of a rule set from the files that ``available_files`` returns.

    All callers that find the same files share one set of open tables and its cache of blocks.
    """
    with _OPENING:
        return _opened(rules, tuple(available_files(rules, folder, damaged).values()))


@lru_cache(maxsize=_MOST_OPEN)
def _opened(rules: Rules, files: tuple[PackedTables, ...]) -> EndgameTables:
    return EndgameTables(rules, files)
