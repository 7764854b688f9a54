"""The files of endgame tables: packaged with the program, or built on this machine."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final

from ai.endgames.packed import DamagedTables, PackedTables, file_name, repack
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import MOST_PIECES, Slice
from ai.whole_files import written_whole
from engine.rules import RULE_SETS, Rules

PACKAGED: Final = Path(__file__).parent / "packaged"
_MOST_OPEN_TABLES: Final = 8  # sets of tables
_OPEN_LOCK: Final = Lock()


def has_packaged_distances(each: Slice, rules: Rules) -> bool:
    """Return True if the packaged files have the distances of a slice.

    They leave out distances that take much room and that a search hardly needs. Without distances a search of 300
    nodes won all positions tried in american slices with at most one man, except in slices with two kings against
    three pieces, and in all slices of international. Without those of 1m2k-2k even 20,000 nodes drew 9 of 200 wins.
    """
    men = each.men + each.other_men
    if rules.geometry.size > 8:
        return each.pieces < 4 or men == 0
    return each.pieces < 5 or (men <= 1 and (0, 2) in ((each.men, each.kings), (each.other_men, each.other_kings)))


def package(name: str, path: str) -> None:
    """Write the built tables of the rule set ``name`` at ``path`` to the packaged files.

    Raises OSError, DamagedTables, and ValueError if the file at ``path`` lacks distances.
    """
    rules = RULE_SETS[name]
    built = PackedTables(Path(path), rules)
    if not built.distances:
        raise ValueError(f"{path} lacks distances")
    with written_whole(PACKAGED / file_name(rules, built.pieces)) as file:
        repack(file, built, rules, {each for each in built.figures if has_packaged_distances(each, rules)})


def available_files(
    rules: Rules, folder: Path | None = None, damaged: Callable[[str], None] | None = None
) -> dict[int, PackedTables]:
    """Return the best file by number of pieces, from ``folder`` and from the packaged files.

    Files with distances are preferred to files without, then files in ``folder`` to packaged files. Files that are
    damaged or made for other rules are skipped; ``damaged`` is called with an error message for each. Only the heads
    are read.
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

    Callers with the same files share one ``EndgameTables`` object and its cache of blocks.
    """
    with _OPEN_LOCK:
        return _open_tables(rules, tuple(available_files(rules, folder, damaged).values()))


@lru_cache(maxsize=_MOST_OPEN_TABLES)
def _open_tables(rules: Rules, files: tuple[PackedTables, ...]) -> EndgameTables:
    return EndgameTables(rules, files)
