"""Processes that die: at one of their calls to the file system, or killed by the system at any moment."""

import gc
import multiprocessing
import os
import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest


class Killed(BaseException):
    """The moment at which the process is gone."""


class Fragile:
    """A file system on which a process dies at its n-th call; what it had begun to write may be cut anywhere."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, fatal: int, rng: Random) -> None:
        self.calls = 0
        self.fatal = fatal
        self.rng = rng
        monkeypatch.setattr(os, "fsync", lambda handle: None)
        self.watch(monkeypatch, os, "fsync")
        for name in ("replace", "unlink", "mkdir", "rmdir", "rename"):
            self.watch(monkeypatch, Path, name)
        real_open = Path.open

        def opened(path: Path, mode: str = "r", *arguments: Any, **named: Any) -> Any:
            self.step()
            stream = real_open(path, mode, *arguments, **named)
            if mode == "wb":
                write = stream.write

                def half(data: bytes) -> int:
                    if self.calls + 1 == self.fatal:
                        write(data[: self.rng.randrange(len(data) + 1)])
                        stream.flush()
                    self.step()
                    return write(data)

                return Watched(stream, half)
            return stream

        monkeypatch.setattr(Path, "open", opened)

    def watch(self, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
        """Count a call, before it does anything or after it has."""
        real: Callable[..., Any] = getattr(owner, name)

        def counted(*arguments: Any, **named: Any) -> Any:
            late = self.rng.random() < 0.5
            if not late:
                self.step()
            result = real(*arguments, **named)
            if late:
                self.step()
            return result

        monkeypatch.setattr(owner, name, counted)

    def step(self) -> None:
        """One call more; dead processes make none."""
        self.calls += 1
        if self.calls >= self.fatal:
            raise Killed


class Watched:
    """A stream with a write of its own."""

    def __init__(self, stream: Any, write: Callable[[bytes], int]) -> None:
        self._stream = stream
        self.write = write

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __enter__(self) -> "Watched":
        return self

    def __exit__(self, *details: object) -> None:
        self._stream.close()


@contextmanager
def dying(fatal: int, rng: Random) -> Iterator[None]:
    """Let this process die at its n-th call.

    Nothing is collected meanwhile: what other tests left would make calls as it ends.
    """
    gc.disable()
    try:
        with pytest.MonkeyPatch.context() as patch:
            Fragile(patch, fatal, rng)
            yield
    finally:
        gc.enable()


def killed_process(target: Callable[..., None], *arguments: object, lines: int = 1, seconds: float) -> bytes:
    """Run a function in a process, which the system kills some seconds after a number of lines; return the lines.

    The function gets the arguments, and a connection to whose file descriptor it writes the lines. It may end before.
    """
    processes = multiprocessing.get_context("spawn")
    reader, writer = processes.Pipe(duplex=False)
    child = processes.Process(target=target, args=(*arguments, writer))
    child.start()
    writer.close()
    heard = bytearray()
    while heard.count(b"\n") < lines and (more := os.read(reader.fileno(), 65536)):
        heard += more
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0 and child.is_alive():
        if select.select([reader], [], [], left)[0]:
            heard += os.read(reader.fileno(), 65536)
    child.kill()
    child.join()
    while more := os.read(reader.fileno(), 65536):
        heard += more
    reader.close()
    return bytes(heard)
