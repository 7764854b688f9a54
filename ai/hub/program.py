"""A program that is spoken to in lines: started without a shell, read within bounds, and ended with this one."""

import os
import shlex
import signal
import subprocess
import time
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Final

from ai.hub.text import read_lines, shown

_FAREWELL: Final = 1.0  # seconds to leave in
_MOST_LINES: Final = 1000  # kept unread; a faster program has to wait
# Waits for the end of its input, which is that of the program that started it, and then ends a group of processes.
_GUARD: Final = 'read line; sleep 1; kill -s KILL -- "-$1"'


class EngineError(Exception):
    """One sentence about an engine that cannot be started, falls silent, leaves, or plays what is not legal."""


class LineProgram:
    """A running program; ``command`` is what starts it, split as a shell does but without one.

    Wherever there are groups of processes it ends with this program, even where that one is killed. Raises EngineError
    where it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self.name = command
        self._lines: Queue[bytes] = Queue(_MOST_LINES)
        self._closing = False
        try:
            words = command_words(command)
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for this program; it lets the engine know
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"{shown(command)} cannot be started: {reason}") from None
        self._guard = _guard(self._process.pid)
        self._reader = Thread(target=self._read, name="hub engine", daemon=True)
        self._reader.start()

    def send(self, line: str) -> None:
        """Write a line. Raises EngineError where nobody reads it any more."""
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(f"{line}\n".encode())
            stream.flush()
        except (OSError, ValueError):
            raise EngineError(self._gone()) from None

    def line(self, seconds: float) -> bytes | None:
        """The next line; None where there is none in that time. Raises EngineError at the end."""
        try:
            line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        except Empty:
            return None
        if not line:
            self._lines.put(line)  # it stays the last
            raise EngineError(self._gone())
        return line

    def close(self, last: str) -> None:
        """Say a ``last`` line to it, and end it if it does not leave."""
        self._closing = True
        with suppress(EngineError):
            self.send(last)
        try:
            self._process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            _kill(self._process)
            self._process.wait()
        streams = [self._process.stdin, self._process.stdout]
        if self._guard is not None:
            self._guard.kill()
            self._guard.wait()
            streams.append(self._guard.stdin)
        with suppress(Empty):  # the reader may wait for room
            while True:
                self._lines.get_nowait()
        self._reader.join(_FAREWELL)
        for stream in streams:
            with suppress(OSError):
                if stream is not None:
                    stream.close()

    def _read(self) -> None:
        """Hand on the lines of the program; an empty one is the end."""
        stream = self._process.stdout
        assert stream is not None
        with suppress(OSError, ValueError):
            for line in read_lines(stream):  # type: ignore[arg-type]  # it is a reader of bytes
                if self._closing:
                    return
                self._lines.put(line)
        self._lines.put(b"")

    def _gone(self) -> str:
        until = time.monotonic() + _FAREWELL
        while self._process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        status = self._process.returncode
        return f"{shown(self.name)} has left" + (f" with status {status}" if status else "")


def command_words(command: str) -> list[str]:
    """The program and its arguments as a command line names them. Raises ValueError where it names none."""
    words = shlex.split(command, posix=os.name == "posix")
    if not words:
        raise ValueError("no program is named")
    return words


def _guard(leader: int) -> "subprocess.Popen[bytes] | None":
    """A process that ends another and its children when this program ends, however it does; None without groups."""
    if os.name != "posix":
        return None
    with suppress(OSError):
        return subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "guard", str(leader)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    return None


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process, with its children where they are a group."""
    if os.name == "posix":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
