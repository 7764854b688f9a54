"""A child process that reads and writes lines, without a shell. Its unread output is bounded.

On systems with process groups, the child process is killed when this program ends.
"""

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from typing import Final, Protocol

from ai.hub.text import read_lines, shown

QUIT_TIMEOUT: Final = 0.5  # seconds: timeout for exit after the last line is sent
_EXIT_TIMEOUT: Final = 0.3  # seconds: timeout for exit after the end of the output
_MOST_LINES: Final = 1000  # largest number of unread lines; then the program's writes block
_ON_WINDOWS: Final = os.name == "nt"
# This child process kills a process group at the end of its input, which comes when this program ends.
_GUARD: Final = 'read line; sleep 1; kill -s KILL -- "-$1"'


class EngineError(Exception):
    """An engine cannot be started, times out, has exited or sent an illegal move. The message is one sentence."""


class Transport(Protocol):
    """Lines to and from an engine: those of a program, or of a test that answers in its place."""

    name: str

    def send(self, line: str) -> None:
        """Send a line."""

    def line(self, seconds: float) -> bytes | None:
        """Return the next line, or None after ``seconds``. Raises EngineError at the end of the output."""

    def close(self, last: str) -> None:
        """Send the ``last`` line, and end the engine."""


class LineProgram:
    """A child process that reads and writes lines. ``command`` is split as the system does, but no shell is used.

    On systems with process groups the child is killed when this program ends, even if SIGKILL ends this program. No
    call blocks on a child that does not read, write or exit: each pipe is used and closed only by its own thread.
    Raises EngineError if the child cannot be started.
    """

    def __init__(self, command: str) -> None:
        self.name = command
        self._unread: Queue[bytes] = Queue(_MOST_LINES)
        self._unsent: SimpleQueue[bytes | None] = SimpleQueue()  # None: close the pipe
        self._closing = False
        try:
            words = command_words(command, _ON_WINDOWS)
            self._process = subprocess.Popen(
                command if _ON_WINDOWS else words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for this program, which then ends the engine
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            if isinstance(error, OSError) and Path(words[0]).is_dir():
                reason = "It is a folder"
            raise EngineError(f"{shown(command)} cannot be started: {reason}") from None
        self._guard = _guard(self._process.pid)
        for work in (self._read, self._write):
            Thread(target=work, name="hub engine", daemon=True).start()

    def send(self, line: str) -> None:
        """Queue a line. The writing thread writes it when the program reads."""
        self._unsent.put(f"{line}\n".encode())

    def line(self, seconds: float) -> bytes | None:
        """Return the next line, or None after ``seconds``. Raises EngineError at the end of the output."""
        try:
            line = self._unread.get(timeout=seconds) if seconds > 0 else self._unread.get_nowait()
        except Empty:
            return None
        if not line:
            self._unread.put(line)  # the end mark stays in the queue for the next call
            raise EngineError(self._gone())
        return line

    def close(self, last: str) -> None:
        """Send the ``last`` line, wait briefly, and kill the program and its children."""
        self._closing = True
        self.send(last)
        self._unsent.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(QUIT_TIMEOUT)
        _kill(self._process)
        self._process.wait()
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
        with suppress(Empty):  # the reading thread may be waiting for room
            while True:
                self._unread.get_nowait()
        self._unread.put(b"")

    def _read(self) -> None:
        """Queue the program's lines. An empty line marks the end.

        A child process in its own session may keep the pipe open. This thread then waits until that process exits.
        """
        assert self._process.stdout is not None
        with BufferedReader(self._process.stdout) as pipe, suppress(OSError):  # type: ignore[type-var]  # it is raw
            for line in read_lines(pipe):
                if self._closing:
                    return
                self._unread.put(line)
        self._unread.put(b"")

    def _write(self) -> None:
        """Write the queued lines."""
        assert self._process.stdin is not None
        with self._process.stdin as pipe, suppress(OSError):
            while (line := self._unsent.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]

    def _gone(self) -> str:
        with suppress(subprocess.TimeoutExpired):  # the end of the output comes just before the exit
            self._process.wait(_EXIT_TIMEOUT)
        status = self._process.returncode
        return f"{shown(self.name)} has left" + (f" with status {status}" if status else "")


def command_words(command: str, windows: bool = _ON_WINDOWS) -> list[str]:
    """Split a command line into program and arguments. Raises ValueError if the program is missing.

    ``windows``: the arguments are one text, as there the program splits them itself, by rules of its own.
    """
    if windows:
        end = '"' if command.lstrip().startswith('"') else None
        parts = command.lstrip().removeprefix('"').split(end, 1)
        words = [part.strip() for part in parts if part.strip()]
    else:
        words = shlex.split(command)
    if not words:
        raise ValueError("no program is named")
    return words


def _guard(leader: int) -> "subprocess.Popen[bytes] | None":
    """Start a process that kills a process group when this program ends, even on SIGKILL.

    Return None if the process cannot be started, or on systems without process groups.
    """
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
    """Kill a process if it still runs. On systems with process groups, also kill its children."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
