"""Endgame tables built for a test."""

from collections.abc import Container
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ai.endgames.files import PACKAGED
from ai.endgames.packed import PackedTables, file_name, repack
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import Slice
from ai.lab.tables.build import build
from engine.rules import AMERICAN, Rules


def counted_pieces(tables: EndgameTables) -> int:
    """Return the largest number of pieces with which all distances are known."""
    return max(file.pieces for file in tables.files if file is not None and file.distances)


def built_tables(rules: Rules, pieces: int, folder: Path) -> EndgameTables:
    """Build the tables of a rule set to ``pieces`` pieces into a folder, and open them."""
    with ThreadPoolExecutor(1) as executor:
        for _ in build(rules, pieces, folder, folder / "work", executor):
            pass
    return EndgameTables(
        rules, [PackedTables(folder / file_name(rules, count), rules) for count in range(2, pieces + 1)]
    )


def without_distances(path: Path, counted: Container[Slice] = ()) -> PackedTables:
    """Write the packaged american tables of that name to ``path``, with distances for the ``counted`` slices only."""
    with path.open("wb") as file:
        repack(file, PackedTables(PACKAGED / path.name, AMERICAN), AMERICAN, counted)
    return PackedTables(path, AMERICAN)
