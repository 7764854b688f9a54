"""Worker processes of a long command: they leave interrupts to it, and end when it ends."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from threading import Thread


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """So many processes; whatever leaves the block ends them at once."""
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
