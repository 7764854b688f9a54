"""Verify the tables of a file: :mod:`ai.lab.tables.consistency` checks parts of its slices in parallel."""

from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import lru_cache
from operator import add
from pathlib import Path
from typing import Final, NamedTuple

from ai.endgames.packed import PackedTables, figures_of
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import Slice
from ai.endgames.values import UNCOUNTED
from ai.lab.tables.build import TableProgress
from ai.lab.tables.consistency import ConsistencyCheck
from ai.tasks import finished
from engine.fen import fen_text
from engine.position import Position
from engine.rules import Rules

_PART: Final = 4_000_000  # positions of one task, roughly


class WrongTables(ValueError):
    """Tables with a wrong value, described in one sentence."""


class _Part(NamedTuple):
    """A part of a slice to check, with ``share`` positions, and the files of the tables."""

    rules: Rules
    paths: tuple[str, ...]
    slice: Slice
    number: int
    parts: int
    share: int


def verify(rules: Rules, files: Sequence[PackedTables], executor: Executor) -> Generator[TableProgress, None, None]:
    """Check all values and figures of the last file. The files before it have all positions with fewer pieces.

    Raises WrongTables, OSError, DamagedTables.
    """
    tables = files[-1]
    paths = tuple(str(file.path) for file in files)
    done = 0
    yield TableProgress(done, tables.positions)
    parts = []
    for each, figures in sorted(tables.figures.items(), key=lambda row: -row[1].positions):
        count = max(1, figures.positions // _PART)
        share, rest = divmod(figures.positions, count)
        parts += [_Part(rules, paths, each, n, count, share + (0 if n else rest)) for n in range(count)]
    found = {each: [0] * (UNCOUNTED + 3) for each in tables.figures}
    for part, (counts, wrong) in finished(executor, check_part, parts):
        if wrong is not None:
            raise WrongTables(f"{tables.path.name}: the value of {fen_text(wrong)} is wrong.")
        found[part.slice] = [*map(add, found[part.slice], counts)]
        done += part.share
        yield TableProgress(done, tables.positions)
    for each, figures in tables.figures.items():
        # Without distances the longest win and loss cannot be proved.
        provable = figures if each in tables.counted else replace(figures, longest_win=0, longest_loss=0)
        if figures_of(found[each], rules) != provable:
            raise WrongTables(f"{tables.path.name}: the figures of {each.name} are wrong.")


def check_part(part: _Part) -> tuple[list[int], Position | None]:
    """Check a part of a slice in a worker.

    Return the number of positions with each value, and the first position with a wrong value.

    Raises OSError, DamagedTables.
    """
    check = ConsistencyCheck(_tables(part.rules, part.paths), part.slice, part.number, part.parts)
    return list(check.counts), check.wrong


@lru_cache(maxsize=1)
def _tables(rules: Rules, paths: tuple[str, ...]) -> EndgameTables:
    return EndgameTables(rules, [PackedTables(Path(path), rules) for path in paths])
