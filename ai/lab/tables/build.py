"""The build of endgame tables, slice by slice. A build that was killed is resumed by the next one.

Each slice is a task for a worker of an executor. The worker reads the slices that it needs from a work folder and
writes the values there atomically, with a checksum.
"""

import json
import re
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple
from zlib import crc32

from ai.endgames.packed import DamagedTables, SliceFigures, compress, figures_of, file_name, rules_text, write
from ai.endgames.slices import Slice, needed, pairs, slices
from ai.lab.tables.solve import SolvedSlice, Solver
from ai.whole_files import written_whole
from engine.json_text import parse_json
from engine.rules import Rules

MOST_WITH_DISTANCES: Final = 5  # pieces; with more, only outcomes are stored
_CHECKSUM_BYTES: Final = 4
_POLL_SECONDS: Final = 0.5  # Windows delivers interrupts only between waits
_DISTANCES_PER_BYTE: Final = 7  # positions per byte of a packed file, measured with american
_OUTCOMES_PER_BYTE: Final = 67
_VALUE_COPIES: Final = 4  # copies of the values of a slice while it is solved and packed
_WORKER_BYTES: Final = 50 << 20  # bytes of memory of a worker without slices
# The work files of a build, and the temporary files of a killed build.
_WORK_FILE_NAME: Final = re.compile(r"[\dmkt]+-[\dmkt]+\.solved|\.[\dmkt]+-[\dmkt]+\.solved\.\d+\.tmp")
_WORKER_LOCK: Final = Lock()  # a cluster may run several tasks in threads of one process


@dataclass(frozen=True)
class TableProgress:
    """The progress of a build or a verification, in positions.

    ``done`` positions of ``total`` are finished; ``found`` of the finished positions were solved by an earlier build.
    """

    done: int
    total: int
    found: int = 0


class BuildCost(NamedTuple):
    """The cost of a build: positions to solve, bytes of memory per worker, bytes on disk during and after it."""

    positions: int
    memory: int
    disk: int
    packed: int


class _WorkFile(NamedTuple):
    """The work file of a slice: its figures, all its values, and the compressed blocks to store."""

    figures: SliceFigures
    values: bytes
    blocks: list[bytes]


def build_cost(rules: Rules, pieces: int) -> BuildCost:
    """Return the cost of building all tables of 2 to ``pieces`` pieces."""
    positions = values = packed = memory = 0
    for count in range(2, pieces + 1):
        found = slices(count, rules)
        here = sum(each.positions(rules) for each in found)
        positions += here
        values += sum(each.size(rules) for each in found)
        packed += here // (_DISTANCES_PER_BYTE if count <= MOST_WITH_DISTANCES else _OUTCOMES_PER_BYTE)
    for each in pairs(pieces, rules):
        read = sum(other.size(rules) for other in needed(each, rules))
        memory = max(memory, read + _VALUE_COPIES * sum(other.size(rules) for other in {each, each.turned}))
    return BuildCost(positions, memory + _WORKER_BYTES, values + 2 * packed, packed)


def build(
    rules: Rules, pieces: int, folder: Path, work: Path, executor: Executor
) -> Generator[TableProgress, None, None]:
    """Build the tables of 2 to ``pieces`` pieces that are not in ``folder`` yet.

    ``work`` is a folder that all workers of the executor can access; it is cleared at the end. Raises OSError,
    DamagedTables if a work file is damaged during the build, and OverflowError if a win is too long for a table.
    """
    work.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    total = sum(each.positions(rules) for count in range(2, pieces + 1) for each in slices(count, rules))
    done = found = 0
    yield TableProgress(done, total)
    for count in range(2, pieces + 1):
        for each, was_found in _solve_all(rules, count, work, executor):
            positions = sum(one.positions(rules) for one in {each, each.turned})
            done += positions
            found += positions if was_found else 0
            yield TableProgress(done, total, found)
        target = folder / file_name(rules, count)
        if not target.exists():
            _assemble(rules, count, work, target)
    clear(work)


def left_in(work: Path) -> list[Path]:
    """Return the work files of earlier builds in a folder; empty if the folder does not exist. Raises OSError."""
    return [path for path in work.iterdir() if _WORK_FILE_NAME.fullmatch(path.name)] if work.is_dir() else []


def clear(work: Path) -> None:
    """Delete the work files; then delete the folder unless it has other files or is a symbolic link. Raises OSError."""
    if not work.is_dir():
        return
    for path in left_in(work):
        path.unlink()
    if not work.is_symlink() and not any(work.iterdir()):
        work.rmdir()


def _solve_all(rules: Rules, pieces: int, work: Path, executor: Executor) -> Iterator[tuple[Slice, bool]]:
    """Solve the slices with ``pieces`` pieces, each when the slices that it needs are solved.

    Yield each slice, and True if it was found solved.
    """
    waiting = list(pairs(pieces, rules))
    solved: set[Slice] = set()
    running: dict[Future[bool], Slice] = {}
    while waiting or running:
        for each in list(waiting):
            if {other for other in needed(each, rules) if other.pieces == pieces} <= solved:
                waiting.remove(each)
                running[executor.submit(solve_slice, rules, tuple(each), str(work))] = each
        ready, _ = wait(running, _POLL_SECONDS, FIRST_COMPLETED)
        for future in ready:
            each = running.pop(future)
            was_found = future.result()
            solved |= {each, each.turned}
            yield each, was_found


def _assemble(rules: Rules, pieces: int, work: Path, target: Path) -> None:
    """Write the file of all slices with ``pieces`` pieces."""
    wanted = slices(pieces, rules)
    rows = []
    for each in wanted:
        found = _read(each, work, rules)
        rows.append((each, found.figures, found.blocks))
    with written_whole(target) as file:
        write(file, rules, pieces, rows, wanted if pieces <= MOST_WITH_DISTANCES else ())


def solve_slice(rules: Rules, wanted: tuple[int, ...], folder: str) -> bool:
    """Solve a slice and its turned slice in a worker process, unless their work files are in ``folder`` and intact.

    Return True if they are. Raises OSError, DamagedTables.
    """
    each, work = Slice(*wanted), Path(folder)
    try:
        for one in (each, each.turned):
            _read(one, work, rules)
    except (FileNotFoundError, DamagedTables):
        with _WORKER_LOCK:
            for solution in _solve(each, rules, work):
                _save(solution, work, rules)
        return False
    return True


@lru_cache(maxsize=1)
def _solver(rules: Rules, work: Path) -> tuple[Solver, set[Slice]]:
    """Return a solver and the slices that it knows. Those that the next slice also needs stay in memory."""
    return Solver(rules), set()


def _solve(wanted: Slice, rules: Rules, work: Path) -> list[SolvedSlice]:
    """Return the solutions of a slice and its turned slice."""
    (solver, known), wishes = _solver(rules, work), needed(wanted, rules)
    for each in known - wishes:
        solver.learn(each, b"")
    for each in wishes - known:
        solver.learn(each, _read(each, work, rules).values)
    known.clear()
    known.update(wishes)
    return solver.solve(wanted)


def _path(each: Slice, work: Path) -> Path:
    return work / f"{each.name}.solved"


def _save(solution: SolvedSlice, work: Path, rules: Rules) -> None:
    """Write the work file of a solved slice."""
    figures = figures_of(list(solution.counts), rules)
    blocks = compress(solution.simplified(), solution.slice.pieces <= MOST_WITH_DISTANCES)
    values = bytes(solution.values)
    lengths = {"values": len(values), "blocks": [len(block) for block in blocks]}
    head = json.dumps({"by": rules_text(rules), "figures": asdict(figures), **lengths})
    content = b"".join((head.encode("ascii"), b"\n", values, *blocks))
    with written_whole(_path(solution.slice, work)) as file:
        file.write(crc32(content).to_bytes(_CHECKSUM_BYTES, "little") + content)


def _read(each: Slice, work: Path, rules: Rules) -> _WorkFile:
    """Read the work file of a slice. Raises OSError, DamagedTables."""
    found = _path(each, work).read_bytes()
    line = found.find(b"\n", _CHECKSUM_BYTES)
    # The CRC of an empty text is 0: without the test ``line < 0`` a file of zeros would pass.
    if line < 0 or crc32(memoryview(found)[_CHECKSUM_BYTES:]) != int.from_bytes(found[:_CHECKSUM_BYTES], "little"):
        raise DamagedTables(f"The file of the slice {each.name} that was under way is damaged.")
    head = parse_json(found[_CHECKSUM_BYTES:line])
    if head["by"] != rules_text(rules):
        raise DamagedTables(f"The file of the slice {each.name} that was under way was made for other rules.")
    at = line + 1 + head["values"]
    values = found[line + 1 : at]
    blocks = []
    for length in head["blocks"]:
        blocks.append(found[at : at + length])
        at += length
    return _WorkFile(SliceFigures(**head["figures"]), values, blocks)
