"""Independent tasks through any executor: processes of this machine, the workers of a cluster, or nobody but us."""

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing.connection import wait as wait_for
from threading import Thread, current_thread, main_thread
from typing import Any, Final, ParamSpec, TypeVar

_AHEAD: Final = 256  # tasks that wait in the executor: enough to keep any number of workers busy

_T = TypeVar("_T")
_R = TypeVar("_R")
_P = ParamSpec("_P")


class HereAndNow(Executor):
    """Does each task when it is handed over, in this very process."""

    def submit(self, fn: Callable[_P, _R], /, *args: _P.args, **kwargs: _P.kwargs) -> "Future[_R]":
        """A future that has its result, or its error, already; what stops the program stops it here as well."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def finished(executor: Executor, work: Callable[[_T], _R], items: Iterable[_T]) -> Iterator[tuple[_T, _R]]:
    """Each item with what ``work`` made of it, in the order in which they are finished. Raises what ``work`` raised.

    Items are handed over a few hundred ahead of what is finished, so that there may be any number of them.
    """
    running: dict[Future[_R], _T] = {}
    for item in items:
        running[executor.submit(work, item)] = item
        done = [future for future in running if future.done()]
        if not done and len(running) >= _AHEAD:
            done = list(wait(running, return_when=FIRST_COMPLETED)[0])
        for future in done:
            yield running.pop(future), future.result()
    while running:
        for future in wait(running, return_when=FIRST_COMPLETED)[0]:
            yield running.pop(future), future.result()


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """So many processes of this machine; they leave interrupts to this one, and end when it ends."""
    executor = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)
    # What a process ignores, those that it starts ignore from their first moment on. Each of these starts one. Only the
    # main thread may have something ignored.
    is_main = current_thread() is main_thread()
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    for _ in range(jobs):
        executor.submit(os.getpid)
    if is_main:
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
        wait_for([parent.sentinel])
        os._exit(1)
