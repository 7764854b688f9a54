"""Processes that die: at one of their calls to the file system, or killed by the system at any moment."""

import gc
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter, FileIO
from pathlib import Path
from random import Random
from typing import Any

import pytest


class Killed(BaseException):
    """The moment at which the process is gone."""


@contextmanager
def dying(fatal: int, rng: Random) -> Iterator[None]:
    """Let this process die at its n-th call to the file system; what it had begun to write may be cut anywhere.

    Nothing is collected meanwhile: what other tests left would make calls as it ends.
    """
    calls, real_open = 0, Path.open

    def step() -> None:
        """Count one call more; dead processes make none."""
        nonlocal calls
        calls += 1
        if calls >= fatal:
            raise Killed

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that counts its call, before it does anything or after it has."""

        def call(*arguments: Any, **named: Any) -> Any:
            is_late = rng.random() < 0.5
            if not is_late:
                step()
            result = real(*arguments, **named)
            if is_late:
                step()
            return result

        return call

    class Torn(BufferedWriter):
        def write(self, data: Any) -> int:
            if calls + 1 == fatal:
                super().write(data[: rng.randrange(len(data) + 1)])
                self.flush()
            step()
            return super().write(data)

    def opened(path: Path, mode: str = "r", *arguments: Any, **named: Any) -> Any:
        step()
        return Torn(FileIO(path, "w")) if mode == "wb" else real_open(path, mode, *arguments, **named)

    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fsync", counted(lambda handle: None))
            for name in ("replace", "unlink", "mkdir", "rmdir", "rename"):
                patch.setattr(Path, name, counted(getattr(Path, name)))
            patch.setattr(Path, "open", opened)
            yield
    finally:
        gc.enable()


def killed_process(target: Callable[..., None], *arguments: object, reports: int = 1, seconds: float) -> list[Any]:
    """Run a function in a process, which the system kills some seconds after a number of reports; return all reports.

    The function gets the arguments, and a connection on which it sends them. It may end before.
    """
    processes = multiprocessing.get_context("spawn")
    reader, writer = processes.Pipe(duplex=False)
    child = processes.Process(target=target, args=(*arguments, writer))
    child.start()
    writer.close()
    heard: list[Any] = []
    with suppress(EOFError, OSError):  # the end, maybe in the midst of a report
        while len(heard) < reports:
            heard.append(reader.recv())
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and reader.poll(left):
            heard.append(reader.recv())
    child.kill()
    child.join()
    with suppress(EOFError, OSError):
        while True:
            heard.append(reader.recv())
    reader.close()
    return heard
