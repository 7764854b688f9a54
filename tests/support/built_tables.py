"""Endgame tables built for a test."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ai.endgames.build import build
from ai.endgames.packed import PackedTables, file_name
from ai.endgames.probe import EndgameTables
from engine.rules import Rules


def counted_pieces(tables: EndgameTables) -> int:
    """The most pieces with which all distances are known."""
    return max(file.pieces for file in tables.files if file is not None and file.distances)


def built_tables(rules: Rules, pieces: int, folder: Path) -> EndgameTables:
    """The tables of a rule set to so many pieces, built into a folder."""
    with ThreadPoolExecutor(1) as executor:
        for _ in build(rules, pieces, folder, folder / "work", executor):
            pass
    return EndgameTables(
        rules, [PackedTables(folder / file_name(rules, count), rules) for count in range(2, pieces + 1)]
    )
