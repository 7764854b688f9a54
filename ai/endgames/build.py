"""Builds endgame tables slice by slice; killed at any moment, the next build goes on with what it left.

A slice is a task for a worker of an executor, which reads from a folder what the slice needs and leaves its values
there, in a file with a checksum that is written whole.
"""

import json
import re
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple
from zlib import crc32

from ai.endgames.packed import DamagedTables, SliceFigures, compress, file_name, rules_text, write
from ai.endgames.slices import Slice, needed, pairs, slices
from ai.endgames.solve import Solution, Solver
from ai.whole_files import written_whole
from engine.rules import RULE_SETS, Rules

MOST_WITH_DISTANCES: Final = 5  # pieces; with more only who wins is stored
_CHECKSUM: Final = 4
_POLL_SECONDS: Final = 0.5  # after which an interrupt is heard where waiting cannot be interrupted
_CALIBRATION_SECONDS: Final = 0.1
_SMALLEST: Final = Slice(0, 1, 0, 1)
_PACKED_DISTANCES: Final = 6  # positions for a byte of a packed file, as american has them
_PACKED_OUTCOMES: Final = 60
_COPIES: Final = 4  # of the values of a slice while it is solved and packed
_WORKER: Final = 50 << 20  # bytes of memory that a worker takes for itself
# The files that a build leaves in its folder, and what a writer that was killed leaves of them.
_OURS: Final = re.compile(r"[\dmkt]+-[\dmkt]+\.solved(\.damaged)?|\.[\dmkt]+-[\dmkt]+\.solved\.\d+\.tmp")
_ONE_AT_A_TIME: Final = Lock()  # a scheduler may run several tasks in threads of one process


@dataclass(frozen=True)
class Progress:
    """How far a build or a proof is: so many positions of ``total`` are done, of which some were ``found`` done.

    ``damaged`` has a sentence for each damaged file that was just met; it was put aside and is made anew.
    """

    done: int
    total: int
    found: int = 0
    damaged: tuple[str, ...] = ()


class Needs(NamedTuple):
    """What a build takes: positions to solve; bytes of memory a worker, of the disk meanwhile, and of it for good."""

    positions: int
    memory: int
    disk: int
    packed: int


class _Task(NamedTuple):
    """What a worker did for a slice: whether it was solved or found done, and a sentence for each damaged file."""

    solved: bool
    damaged: tuple[str, ...]


class _Left(NamedTuple):
    """What a worker leaves of a slice: its figures, all its values, and what will be stored, compressed in blocks."""

    figures: SliceFigures
    values: bytes
    blocks: list[bytes]


def needs(rules: Rules, pieces: int) -> Needs:
    """What it takes to build the tables of 2 to so many pieces, none of them there yet."""
    positions = values = packed = memory = 0
    for count in range(2, pieces + 1):
        found = slices(count, rules)
        here = sum(each.positions(rules) for each in found)
        positions += here
        values += sum(each.size(rules) for each in found)
        packed += here // (_PACKED_DISTANCES if count <= MOST_WITH_DISTANCES else _PACKED_OUTCOMES)
    for each in pairs(pieces, rules):
        read = sum(other.size(rules) for other in needed(each, rules))
        memory = max(memory, read + _COPIES * sum(other.size(rules) for other in {each, each.turned}))
    return Needs(positions, memory + _WORKER, values + 2 * packed, packed)


def seconds_per_position(rules: Rules) -> float:
    """How long one worker solves a position here, from king against king solved again and again for a moment."""
    solver = Solver(rules)
    for each in needed(_SMALLEST, rules):
        solver.learn(each, bytes(each.size(rules)))
    began = monotonic()
    solved = 0
    while monotonic() - began < _CALIBRATION_SECONDS:
        solver.solve(_SMALLEST)
        solved += _SMALLEST.positions(rules)
    return (monotonic() - began) / solved


def build(rules: Rules, pieces: int, folder: Path, work: Path, executor: Executor) -> Generator[Progress, None, None]:
    """Build the tables of 2 to so many pieces into ``folder``, but for those that are there already.

    ``work`` is a folder for what is under way, which all workers of the executor see; it is removed at the end.
    Raises OSError, DamagedTables if what is under way is damaged from outside meanwhile, and OverflowError where a win
    takes too long for a table.
    """
    work.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    total = sum(each.positions(rules) for count in range(2, pieces + 1) for each in slices(count, rules))
    done = found = 0
    yield Progress(done, total)
    for count in range(2, pieces + 1):
        for each, task in _solve_all(rules, count, work, executor):
            positions = sum(one.positions(rules) for one in {each, each.turned})
            done += positions
            found += 0 if task.solved else positions
            yield Progress(done, total, found, task.damaged)
        target = folder / file_name(rules, count)
        if not target.exists():
            _assemble(rules, count, work, target)
    clear(work)


def left_in(work: Path) -> list[Path]:
    """Return the files that builds have left in a folder, none if there is no such folder. Raises OSError."""
    return [path for path in work.iterdir() if _OURS.fullmatch(path.name)] if work.is_dir() else []


def clear(work: Path) -> None:
    """Delete the files that builds have left in a folder; the folder too if it is no link and nothing else is in it.

    Raises OSError.
    """
    if not work.is_dir():
        return
    for path in left_in(work):
        path.unlink()
    if not work.is_symlink() and not any(work.iterdir()):
        work.rmdir()


def _solve_all(rules: Rules, pieces: int, work: Path, executor: Executor) -> Iterator[tuple[Slice, _Task]]:
    """Solve the slices of so many pieces, each as soon as those it needs are there; with each, what was done."""
    waiting = list(pairs(pieces, rules))
    solved: set[Slice] = set()
    running: dict[Future[_Task], Slice] = {}
    while waiting or running:
        for each in list(waiting):
            if {other for other in needed(each, rules) if other.pieces == pieces} <= solved:
                waiting.remove(each)
                running[executor.submit(solve_slice, rules.name, tuple(each), str(work))] = each
        ready, _ = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
        for future in ready:
            each = running.pop(future)
            task = future.result()
            solved |= {each, each.turned}
            yield each, task


def _assemble(rules: Rules, pieces: int, work: Path, target: Path) -> None:
    """Write the file of all slices of so many pieces."""
    rows = []
    for each in slices(pieces, rules):
        left = _read(each, work, rules)
        rows.append((each, left.figures, left.blocks))
    with written_whole(target) as file:
        write(file, rules, pieces, pieces <= MOST_WITH_DISTANCES, rows)


def solve_slice(rules_name: str, wanted: tuple[int, ...], folder: str) -> _Task:
    """The task of one worker: solve a slice and its turned one from files in a folder, and leave theirs there.

    What is there already is left; what is there but damaged is put aside. Raises OSError, DamagedTables.
    """
    each, work, rules = Slice(*wanted), Path(folder), RULE_SETS[rules_name]
    damaged = []
    missing = False
    for one in sorted({each, each.turned}):
        try:
            _read(one, work, rules)
        except FileNotFoundError:
            missing = True
        except DamagedTables as error:
            path = _path(one, work)
            path.replace(path.with_name(f"{path.name}.damaged"))
            damaged.append(str(error))
    if missing or damaged:
        with _ONE_AT_A_TIME:
            for solution in _worker(rules_name, folder).solve(each):
                _leave(solution, work, rules)
    return _Task(missing or bool(damaged), tuple(damaged))


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
            self._solver.learn(each, _read(each, self._work, self._rules).values)
        self._known = wishes
        return self._solver.solve(wanted)


@lru_cache(maxsize=1)
def _worker(rules_name: str, folder: str) -> _Worker:
    return _Worker(RULE_SETS[rules_name], Path(folder))


def _path(each: Slice, work: Path) -> Path:
    return work / f"{each.name}.solved"


def _leave(solution: Solution, work: Path, rules: Rules) -> None:
    """Write what was found of a slice."""
    figures = SliceFigures(
        solution.wins,
        solution.losses,
        solution.draws,
        max(0, solution.highest_win - 1),
        max(0, solution.highest_loss - 1),
    )
    blocks = compress(solution.simplified(), solution.slice.pieces <= MOST_WITH_DISTANCES)
    values = bytes(solution.values)
    lengths = {"values": len(values), "blocks": [len(block) for block in blocks]}
    head = json.dumps({"by": rules_text(rules), "figures": asdict(figures), **lengths})
    content = b"".join((head.encode("ascii"), b"\n", values, *blocks))
    with written_whole(_path(solution.slice, work)) as file:
        file.write(crc32(content).to_bytes(_CHECKSUM, "little") + content)


def _read(each: Slice, work: Path, rules: Rules) -> _Left:
    """What a worker left of a slice. Raises OSError, DamagedTables."""
    found = _path(each, work).read_bytes()
    line = found.find(b"\n", _CHECKSUM)
    # The checksum of nothing is nothing, so that zeros and an empty file would pass it.
    if line < 0 or crc32(memoryview(found)[_CHECKSUM:]) != int.from_bytes(found[:_CHECKSUM], "little"):
        raise DamagedTables(f"The file of the slice {each.name} that was under way is damaged.")
    head = json.loads(found[_CHECKSUM:line])
    if head["by"] != rules_text(rules):
        raise DamagedTables(f"The file of the slice {each.name} that was under way was made for other rules.")
    at = line + 1 + head["values"]
    values = found[line + 1 : at]
    blocks = []
    for length in head["blocks"]:
        blocks.append(found[at : at + length])
        at += length
    return _Left(SliceFigures(**head["figures"]), values, blocks)
