"""A program that is spoken to in lines: started without a shell, read within bounds, and ended with this one."""

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

_FAREWELL: Final = 0.5  # seconds to leave in
_LAST_BREATH: Final = 0.3  # seconds from the end of its lines to the end of the program
_MOST_LINES: Final = 1000  # kept unread; a faster program has to wait
# Waits for the end of its input, which is that of the program that started it, and then ends a group of processes.
_GUARD: Final = 'read line; sleep 1; kill -s KILL -- "-$1"'


class EngineError(Exception):
    """One sentence about an engine that cannot be started, falls silent, leaves, or plays what is not legal."""


class LineProgram:
    """Run a program that speaks in lines; ``command`` starts it, split as a shell splits it, but without a shell.

    The program ends when this one ends, even by SIGKILL, wherever there are groups of processes. No call waits for a
    program that does not read, does not write or does not leave: each pipe belongs to a thread of its own, which alone
    uses and closes it. Raises EngineError if the program cannot be started.
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
                start_new_session=True,  # Ctrl-C is for this program; it lets the engine know
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise EngineError(f"{shown(command)} cannot be started: {reason}") from None
        self._guard = _guard(self._process.pid)
        for work in (self._read, self._write):
            Thread(target=work, name="hub engine", daemon=True).start()

    def send(self, line: str) -> None:
        """Hand over a line, to be written as soon as the program reads."""
        self._unsent.put(f"{line}\n".encode())

    def line(self, seconds: float) -> bytes | None:
        """Return the next line, or None if none comes in that time. Raises EngineError at the end of the lines."""
        try:
            line = self._unread.get(timeout=seconds) if seconds > 0 else self._unread.get_nowait()
        except Empty:
            return None
        if not line:
            self._unread.put(line)  # it stays the last
            raise EngineError(self._gone())
        return line

    def close(self, last: str) -> None:
        """Say a ``last`` line to it, give it a moment to leave, and end it and its children."""
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
        with suppress(Empty):  # the thread that reads may wait for room
            while True:
                self._unread.get_nowait()
        self._unread.put(b"")

    def _read(self) -> None:
        """Keep the lines of the program; an empty one is the end.

        A child in a session of its own may hold the other end of the pipe for ever: then this thread waits as long.
        """
        assert self._process.stdout is not None
        with BufferedReader(self._process.stdout) as pipe, suppress(OSError):  # type: ignore[type-var]  # it is raw
            for line in read_lines(pipe):
                if self._closing:
                    return
                self._unread.put(line)
        self._unread.put(b"")

    def _write(self) -> None:
        """Write what is handed over."""
        assert self._process.stdin is not None
        with self._process.stdin as pipe, suppress(OSError):
            while (line := self._unsent.get()) is not None:
                while line:
                    line = line[pipe.write(line) :]

    def _gone(self) -> str:
        with suppress(subprocess.TimeoutExpired):  # the end of its lines comes just before its own
            self._process.wait(_LAST_BREATH)
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
    """End a process, if it still runs, with its children where they are a group."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
