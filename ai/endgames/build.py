"""Builds endgame tables slice by slice; killed at any moment, the next build goes on with what it left."""

import json
import os
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from ai.endgames.packed import SliceFigures, compress, file_name, write
from ai.endgames.slices import Slice, needed, pairs, slices
from ai.endgames.solve import Solution, Solver
from engine.rules import RULE_SETS, Rules

MOST_WITH_DISTANCES: Final = 5  # pieces; with more only who wins is stored
_CHECKSUM: Final = 4


@dataclass(frozen=True)
class Progress:
    """How far a build is: so many positions of ``total`` are solved."""

    solved: int
    total: int


class _Left(NamedTuple):
    """What a worker leaves of a slice: its figures, all its values, and what will be stored, compressed in blocks."""

    figures: SliceFigures
    values: bytes
    blocks: list[bytes]


def build(rules: Rules, pieces: int, folder: Path, work: Path, executor: Executor) -> Generator[Progress, None, None]:
    """Build the tables of 2 to so many pieces into ``folder``, but for those that are there already.

    ``work`` is a folder for what is under way, which all workers of the executor see; it is removed at the end.
    Raises OSError, and OverflowError where a win takes too long for a table.
    """
    work.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    total = sum(each.positions(rules) for count in range(2, pieces + 1) for each in slices(count, rules))
    done = 0
    yield Progress(done, total)
    for count in range(2, pieces + 1):
        for solved in _solve_all(rules, count, work, executor):
            done += sum(each.positions(rules) for each in {solved, solved.turned})
            yield Progress(done, total)
        target = folder / file_name(rules, count)
        if not target.exists():
            _assemble(rules, count, work, target)
    for path in work.iterdir():
        path.unlink()
    work.rmdir()


def _solve_all(rules: Rules, pieces: int, work: Path, executor: Executor) -> Iterator[Slice]:
    """Solve the slices of so many pieces, each as soon as those it needs are there."""
    waiting = list(pairs(pieces, rules))
    solved: set[Slice] = set()
    running: dict[Future[None], Slice] = {}
    while waiting or running:
        for each in list(waiting):
            if {other for other in needed(each, rules) if other.pieces == pieces} <= solved:
                waiting.remove(each)
                running[executor.submit(solve_slice, rules.name, tuple(each), str(work))] = each
        ready, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in ready:
            future.result()
            each = running.pop(future)
            solved |= {each, each.turned}
            yield each


def _assemble(rules: Rules, pieces: int, work: Path, target: Path) -> None:
    """Write the file of all slices of so many pieces."""
    rows = []
    for each in slices(pieces, rules):
        left = _read(each, work)
        rows.append((each, left.figures, left.blocks))
    beside = target.with_name(target.name + ".new")
    with beside.open("wb") as file:
        write(file, rules, pieces, pieces <= MOST_WITH_DISTANCES, rows)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(target)


def solve_slice(rules_name: str, wanted: tuple[int, ...], folder: str) -> None:
    """The task of one worker: solve a slice and its turned one from files in a folder, and leave theirs there."""
    each, work = Slice(*wanted), Path(folder)
    with suppress(OSError, ValueError):
        _read(each, work)
        _read(each.turned, work)
        return
    for solution in _worker(rules_name, folder).solve(each):
        _leave(solution, work)


class _Worker:
    """A solver that keeps the slices it has read for the next one."""

    def __init__(self, rules: Rules, work: Path) -> None:
        self._rules = rules
        self._work = work
        self._solver = Solver(rules)
        self._known: set[Slice] = set()

    def solve(self, wanted: Slice) -> list[Solution]:
        """Solve a slice and its turned one."""
        wishes = needed(wanted, self._rules)
        for each in self._known - wishes:
            self._solver.learn(each, b"")
        for each in wishes - self._known:
            self._solver.learn(each, _read(each, self._work).values)
        self._known = wishes
        return self._solver.solve(wanted)


@lru_cache(maxsize=1)
def _worker(rules_name: str, folder: str) -> _Worker:
    return _Worker(RULE_SETS[rules_name], Path(folder))


def _path(each: Slice, work: Path) -> Path:
    return work / f"{each.name}.solved"


def _leave(solution: Solution, work: Path) -> None:
    """Write what was found of a slice, beside its place and then renamed."""
    figures = SliceFigures(
        solution.wins,
        solution.losses,
        solution.draws,
        max(0, solution.highest_win - 1),
        max(0, solution.highest_loss - 1),
    )
    blocks = compress(solution.simplified(), solution.slice.pieces <= MOST_WITH_DISTANCES)
    values = bytes(solution.values)
    head = json.dumps({**asdict(figures), "values": len(values), "blocks": [len(block) for block in blocks]})
    content = b"".join((head.encode("ascii"), b"\n", values, *blocks))
    path = _path(solution.slice, work)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_bytes(crc32(content).to_bytes(_CHECKSUM, "little") + content)
    beside.replace(path)


def _read(each: Slice, work: Path) -> _Left:
    """What a worker left of a slice. Raises OSError, and ValueError if it is damaged."""
    found = _path(each, work).read_bytes()
    if crc32(memoryview(found)[_CHECKSUM:]) != int.from_bytes(found[:_CHECKSUM], "little"):
        raise ValueError(f"{_path(each, work).name} is damaged")
    line = found.index(b"\n", _CHECKSUM)
    head = json.loads(found[_CHECKSUM:line])
    at = line + 1 + head.pop("values")
    values = found[line + 1 : at]
    blocks = []
    for length in head.pop("blocks"):
        blocks.append(found[at : at + length])
        at += length
    return _Left(SliceFigures(**head), values, blocks)
