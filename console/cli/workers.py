"""The workers of a long command: processes on this machine, or the workers of a cluster."""

import signal
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import current_thread, main_thread
from typing import Final

from ai.tasks import InlineExecutor, processes
from console.cli.loading import INTERRUPTED
from console.cli.parser import Refused
from console.cli.progress import ProgressBar
from console.storage.atomic_files import Lock
from console.terminal.standard_streams import complain
from engine.printable import printable

_PATIENCE: Final = 10  # seconds: timeout for connecting to a cluster


@contextmanager
def interruptible(advice: str = "The same command picks up where it left off.") -> Iterator[ProgressBar]:
    """Yield a progress bar and clear it at the end. On Ctrl-C, raise Refused with ``advice``."""
    try:
        with ProgressBar() as bar:
            yield bar
    except KeyboardInterrupt:
        raise Refused(f"Interrupted. {advice}", INTERRUPTED) from None


@contextmanager
def alone(lock_file: Path, doing: str) -> Iterator[None]:
    """Hold a lock, so that only one program does this at a time. Raises Refused while another one does, and OSError."""
    lock = Lock.on(lock_file)
    if lock is None:
        raise Refused(f"Another program is {doing}; let it finish first.")
    try:
        yield
    finally:
        lock.release()


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Executor]:
    """Yield an executor with ``jobs`` processes, or with the workers of the scheduler at address ``cluster``.

    Local processes end with the block; the workers of a cluster keep running. A single job runs in this process. If a
    cluster worker dies, another worker repeats the task. If a local process dies, the command fails. Raises Refused.
    """
    # A command that is terminated ends its processes and its files, as after Ctrl-C.
    is_main = current_thread() is main_thread()
    previous = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number)) if is_main else None
    local = InlineExecutor if jobs == 1 else partial(processes, jobs)
    try:
        with local() if cluster is None else _cluster(cluster) as executor:
            yield executor
    except BrokenProcessPool:
        raise Refused("A worker process was killed, perhaps by a lack of memory; fewer --jobs take less.") from None
    finally:
        if is_main:
            signal.signal(signal.SIGTERM, previous)


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError:
        raise Refused("--cluster needs the extra cluster: python3 -m pip install 'ega-checkers[cluster]'.") from None
    try:
        client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refused(f'No scheduler answers at "{printable(address)}": {printable(str(error))}.') from None
    try:
        with client:
            if not client.nthreads():
                complain(f"The scheduler at {printable(address)} has no workers yet: waiting for one.")
            yield client.get_executor()
    except (distributed.KilledWorker, CancelledError, ImportError) as error:
        raise Refused(f"The cluster gave up: {printable(str(error))}.") from error
