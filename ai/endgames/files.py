"""Which tables are at hand: those that come with the program, and those that were built here."""

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
_OPENED: Final = 8  # sets of tables that stay open
_OPENING: Final = Lock()


def files_at_hand(
    rules: Rules, folder: Path | None = None, damaged: Callable[[str], None] | None = None
) -> dict[int, PackedTables]:
    """The best file of each number of pieces: of those in ``folder`` and the packaged ones, one with distances.

    A file that is damaged or was made for other rules is left aside, and ``damaged`` gets a sentence about it. Only
    the heads are read.
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
    """Return the tables of a rule set from the files that ``files_at_hand`` finds.

    All callers that find the same files share one set of open tables and its cache of blocks.
    """
    with _OPENING:
        return _opened(rules, tuple(files_at_hand(rules, folder, damaged).values()))


@lru_cache(maxsize=_OPENED)
def _opened(rules: Rules, files: tuple[PackedTables, ...]) -> EndgameTables:
    return EndgameTables(rules, files)
