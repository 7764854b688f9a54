"""Independent tasks through any executor: processes of this machine, the workers of a cluster, or nobody but us."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
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
