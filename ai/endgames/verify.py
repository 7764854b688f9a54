"""Proves tables: every value from the values of the moves, as :mod:`ai.endgames.consistency` explains."""

from collections.abc import Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from ai.endgames.build import Progress
from ai.endgames.consistency import ConsistencyCheck
from ai.endgames.packed import PackedTables, SliceFigures
from ai.endgames.probe import EndgameTables
from ai.endgames.slices import Slice
from engine.fen import fen_text
from engine.position import Position
from engine.rules import RULE_SETS, Rules

_PART: Final = 4_000_000  # positions that one task checks, about
_POLL_SECONDS: Final = 0.5


class WrongTables(ValueError):
    """Tables with a value that does not follow from those of the moves, in one sentence."""


class _Part(NamedTuple):
    """What a worker found of a part of a slice."""

    figures: SliceFigures
    wrong: Position | None


def verify(rules: Rules, files: Sequence[PackedTables], executor: Executor) -> Generator[Progress, None, None]:
    """Prove all values and figures of the last of some files; the others have all positions of fewer pieces.

    Raises WrongTables, OSError, DamagedTables.
    """
    tables = files[-1]
    paths = tuple(str(file.path) for file in files)
    done = 0
    yield Progress(done, tables.positions)
    running: dict[Future[_Part], tuple[Slice, int]] = {}
    missing = dict.fromkeys(tables.figures, 0)
    for each, figures in sorted(tables.figures.items(), key=lambda row: -row[1].positions):
        parts = max(1, figures.positions // _PART)
        missing[each] = parts
        for part in range(parts):
            share = figures.positions // parts + (figures.positions % parts if part == 0 else 0)
            running[executor.submit(check_part, rules.name, paths, tuple(each), part, parts)] = (each, share)
    found = dict.fromkeys(tables.figures, SliceFigures(0, 0, 0, 0, 0))
    while running:
        ready, _ = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
        for future in ready:
            each, share = running.pop(future)
            result = future.result()
            if result.wrong is not None:
                raise WrongTables(f"{tables.path.name}: the value of {fen_text(result.wrong)} is wrong.")
            found[each] = _sum(found[each], result.figures)
            missing[each] -= 1
            if not missing[each] and found[each] != _provable(tables, each):
                raise WrongTables(f"{tables.path.name}: the figures of {each.name} are wrong.")
            done += share
            yield Progress(done, tables.positions)


def _provable(tables: PackedTables, each: Slice) -> SliceFigures:
    """The figures of a slice in a file, but for what cannot be known without distances."""
    figures = tables.figures[each]
    return figures if each in tables.counted else replace(figures, longest_win=0, longest_loss=0)


def _sum(first: SliceFigures, second: SliceFigures) -> SliceFigures:
    return SliceFigures(
        first.wins + second.wins,
        first.losses + second.losses,
        first.draws + second.draws,
        max(first.longest_win, second.longest_win),
        max(first.longest_loss, second.longest_loss),
    )


def check_part(rules_name: str, paths: tuple[str, ...], wanted: tuple[int, ...], part: int, parts: int) -> _Part:
    """The task of one worker: check one of so many parts of a slice. Raises OSError, DamagedTables."""
    check = ConsistencyCheck(_tables(rules_name, paths), Slice(*wanted), part, parts)
    return _Part(check.figures, check.wrong)


@lru_cache(maxsize=1)
def _tables(rules_name: str, paths: tuple[str, ...]) -> EndgameTables:
    rules = RULE_SETS[rules_name]
    return EndgameTables(rules, [PackedTables(Path(path), rules) for path in paths])
