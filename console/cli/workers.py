"""Who does the work of a long command: processes of this machine, or the workers of a cluster.

The processes leave interrupts to the command, and end when it ends.
"""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.connection import wait
from threading import Thread
from typing import Final

from ai.tasks import HereAndNow
from console.cli.parser import CommandLine, whole
from engine.printable import printable

_PATIENCE: Final = 10  # seconds to reach a cluster


class NoWorkers(Exception):
    """One sentence about workers that cannot be had, or were lost."""


def add_worker_options(line: CommandLine) -> None:
    """Let a command line say who does the work."""
    jobs = os.cpu_count() or 1
    line.add_argument("--jobs", type=whole(1, 256), default=jobs, metavar="N", help="worker processes (all)")
    cluster = "let the workers of a dask.distributed scheduler do it"
    line.add_argument("--cluster", metavar="ADDRESS", default=None, help=cluster)


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Executor]:
    """So many processes, or the workers of the scheduler at an address; whatever leaves the block ends them at once.

    A single process needs no other: it works where it is.

    A worker of a cluster that dies costs its task only, which another does again; a process that dies ends all. Raises
    NoWorkers.
    """
    if jobs == 1 and cluster is None:
        yield HereAndNow()
        return
    try:
        with _processes(jobs) if cluster is None else _cluster(cluster) as executor:
            yield executor
    except BrokenProcessPool:
        raise NoWorkers("A worker process was killed, perhaps for want of memory; fewer --jobs need less.") from None


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError:
        raise NoWorkers("--cluster wants the extra cluster: python3 -m pip install 'ega-checkers[cluster]'.") from None
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoWorkers(f'No scheduler answers at "{printable(address)}": {printable(str(error))}.') from None
    try:
        with client:
            yield client.get_executor()
    except (distributed.KilledWorker, CancelledError, ImportError) as error:
        raise NoWorkers(f"The cluster gave up: {printable(str(error))}.") from error


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)
    # What a process ignores, those that it starts ignore from their first moment on. Each of these starts one.
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    for _ in range(jobs):
        executor.submit(os.getpid)
    signal.signal(signal.SIGINT, heard)
    try:
        yield executor
    except BaseException:
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        executor.shutdown(cancel_futures=True)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Nobody else would tell a worker that the command was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
