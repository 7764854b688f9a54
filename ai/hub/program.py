"""A child process that reads and writes lines: no shell, bounded input, and no survivors when this program ends."""

import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from io import BufferedReader
from queue import Empty, Queue, SimpleQueue
from threading import Thread
from typing import Final

from ai.hub.text import read_lines, shown

_FAREWELL: Final = 0.5  # seconds to quit in
_LAST_BREATH: Final = 0.3  # seconds from the end of its output to its exit
_MOST_LINES: Final = 1000  # kept unread; a faster program is blocked
# Waits for the end of its input, which is the end of this program, and then kills a process group.
_GUARD: Final = 'read line; sleep 1; kill -s KILL -- "-$1"'


class EngineError(Exception):
    """An engine that cannot be started, does not answer, has exited or plays illegally; the message is one sentence."""


class LineProgram:
    """A program that reads and writes lines; ``command`` is split as by a shell, but no shell is used.

    Where there are process groups the program ends with this one, even on SIGKILL. No call blocks on a program that
    does not read, write or exit: each pipe has a thread of its own, the only one that uses and closes it. Raises
    EngineError if the program cannot be started.
    """

    def __init__(self, command: str) -> None:
        self.name = command
        self._unread: Queue[bytes] = Queue(_MOST_LINES)
        self._unsent: SimpleQueue[bytes | None] = SimpleQueue()  # None: close the pipe
        self._closing = False
        try:
            words = command_words(command)
            self._process = subprocess.Popen(
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for this program, which then ends the engine
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"{shown(command)} cannot be started: {reason}") from None
        self._guard = _guard(self._process.pid)
        for work in (self._read, self._write):
            Thread(target=work, name="hub engine", daemon=True).start()

    def send(self, line: str) -> None:
        """Queue a line, to be written as soon as the program reads."""
        self._unsent.put(f"{line}\n".encode())

    def line(self, seconds: float) -> bytes | None:
        """Return the next line, or None after ``seconds``. Raises EngineError at the end of the output."""
        try:
            line = self._unread.get(timeout=seconds) if seconds > 0 else self._unread.get_nowait()
        except Empty:
            return None
        if not line:
            self._unread.put(line)  # the end stays in the queue for the next call
            raise EngineError(self._gone())
        return line

    def close(self, last: str) -> None:
        """Send a ``last`` line, wait briefly, and kill the program and its children."""
        self._closing = True
        self.send(last)
        self._unsent.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
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
        """Queue the program's lines; an empty one marks the end.

        A child in a session of its own may keep the other end of the pipe open. This thread then waits as long.
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
            self._process.wait(_LAST_BREATH)
        status = self._process.returncode
        return f"{shown(self.name)} has left" + (f" with status {status}" if status else "")


def command_words(command: str) -> list[str]:
    """Return the program and the arguments of a command line. Raises ValueError if it names no program."""
    words = shlex.split(command, posix=os.name == "posix")
    if not words:
        raise ValueError("no program is named")
    return words


def _guard(leader: int) -> "subprocess.Popen[bytes] | None":
    """Start a process that kills a process group when this program ends, even on SIGKILL; None without groups."""
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
    """Kill a process if it still runs, and its children if they are a process group."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
