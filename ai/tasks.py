"""Independent tasks on an executor: processes of this machine, the workers of a cluster, or this process."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from threading import Thread, current_thread, main_thread
from typing import Any, Final, ParamSpec, TypeVar

_AHEAD: Final = 256  # unfinished tasks at a time, more than there are workers
_POLL_SECONDS: Final = 0.5  # Windows delivers interrupts only between waits

_T = TypeVar("_T")
_R = TypeVar("_R")
_P = ParamSpec("_P")


class InlineExecutor(Executor):
    """An executor that runs each task in this thread when it is submitted."""

    def submit(self, fn: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_R]":
        """Return a future that already has the result or the error. KeyboardInterrupt and SystemExit pass through."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def finished(executor: Executor, work: Callable[[_T], _R], items: Iterable[_T]) -> Iterator[tuple[_T, _R]]:
    """Yield each item with the result of ``work`` on it, in the order of completion.

    At most a few hundred items are submitted ahead, so ``items`` may be endless. Raises the errors of ``work``.
    """
    running: dict[Future[_R], _T] = {}
    for item in items:
        running[executor.submit(work, item)] = item
        yield from _completed(running, _AHEAD - 1)
    yield from _completed(running, 0)


def _completed(running: dict[Future[_R], _T], most: int) -> Iterator[tuple[_T, _R]]:
    """Remove and yield the completed tasks; wait until at most ``most`` tasks are running."""
    while True:
        for future in wait(running, _POLL_SECONDS if len(running) > most else 0, FIRST_COMPLETED)[0]:
            yield running.pop(future), future.result()
        if len(running) <= most:
            return


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Open an executor of ``jobs`` processes that ignore interrupts and end with this process.

    Tasks that are not finished at the end are dropped.
    """
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _initialize_worker)
    # A process inherits ignored signals, so the workers ignore interrupts from their start. Each submit below starts a
    # worker. Only the main thread may set a signal handler.
    is_main = current_thread() is main_thread()
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    for _ in range(jobs):
        executor.submit(os.getpid)
    if is_main:
        signal.signal(signal.SIGINT, previous)
    try:
        yield executor
    finally:
        for process in multiprocessing.active_children():
            process.terminate()
        executor.shutdown(cancel_futures=True)


def _initialize_worker() -> None:
    """Ignore interrupts, and watch the parent process in another thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the parent process, then exit."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)
