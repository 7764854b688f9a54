"""Which tables are at hand: those that come with the program, and those that were built here."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from ai.endgames.packed import DamagedTables, PackedTables, file_name
from ai.endgames.probe import EndgameTables
from engine.rules import Rules

PACKAGED: Final = Path(__file__).parent / "packaged"
MOST_PIECES: Final = 8  # that tables could be built for


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


def tables_for(
    rules: Rules,
    folder: Path | None = None,
    damaged: Callable[[str], None] | None = None,
    most: int = MOST_PIECES,
) -> EndgameTables:
    """The tables of ``most`` pieces at most that are at hand for a rule set, from :func:`files_at_hand`."""
    files = files_at_hand(rules, folder, damaged)
    return EndgameTables(rules, [file for pieces, file in files.items() if pieces <= most])
