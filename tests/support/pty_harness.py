"""A program on a pseudo-terminal, with an emulated screen. All waits have deadlines."""

import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import pyte

from support.paths import ROOT

PATIENCE: Final = 20.0
_CURSOR_QUERY: Final = b"\x1b[6n"
_STRINGS: Final = re.compile(rb"\x1b[P_^X].*?\x1b\\", re.DOTALL)
# Makes standard input the terminal of its session, then becomes the program. A fork would copy the locks that other
# threads hold.
_ON_TERMINAL: Final = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""
_UNFINISHED: Final = re.compile(rb"\x1b(?:[P_^X](?:(?!\x1b\\).)*)?\Z|\x1b\[[0-9;?<>]*\Z", re.DOTALL)


def _open_terminal() -> tuple[int, int]:
    """Open both ends of a pseudo-terminal."""
    if sys.platform == "win32":
        raise NotImplementedError("it has none")
    return os.openpty()


class Gone(AssertionError):
    """The text expected did not come."""


class Program:
    """A program on a pseudo-terminal. ``output`` has all its bytes, ``screen`` the emulated screen."""

    def __init__(
        self,
        command: Sequence[str],
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str | None] | None = None,
    ) -> None:
        settings: dict[str, str | None] = {
            **os.environ,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "LC_ALL": None,
            "NO_COLOR": None,
            "LINES": None,
            "COLUMNS": None,
            "PYTHONPATH": str(ROOT),
            **(environment or {}),
        }
        chosen = {name: value for name, value in settings.items() if value is not None}
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.output = b""
        self._held = b""
        self._terminal, end = _open_terminal()
        self.set_size(columns, rows)
        line = [sys.executable, "-I", "-S", "-c", _ON_TERMINAL, *command]
        self._process = subprocess.Popen(
            line, stdin=end, stdout=end, stderr=end, cwd=ROOT, env=chosen, start_new_session=True
        )
        os.close(end)

    @classmethod
    def python(cls, *arguments: str, columns: int = 80, rows: int = 24, **environment: str | None) -> Self:
        """Start a Python program. A variable of the environment that is None is unset."""
        return cls([sys.executable, *arguments], columns, rows, environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)

    @property
    def pid(self) -> int:
        """The program's process id."""
        return self._process.pid

    @property
    def text(self) -> str:
        """The screen as text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def send(self, keys: str | bytes) -> None:
        """Type keys."""
        os.write(self._terminal, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal."""
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    def set_size(self, columns: int, rows: int) -> None:
        """Resize the terminal, but not ``screen``."""
        if sys.platform != "win32":
            import termios

            termios.tcsetwinsize(self._terminal, (rows, columns))

    def hang_up(self) -> None:
        """Close the terminal of the program."""
        with Path(os.devnull).open("r+b") as nowhere:
            os.dup2(nowhere.fileno(), self._terminal)

    def wait_without_terminal(self, patience: float = PATIENCE) -> int:
        """Wait for the end of the program after ``hang_up``, and return its exit status as ``wait_end`` does."""
        return self._process.wait(patience)

    def kill(self, number: int) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def wait_for(self, anchor: str, patience: float = PATIENCE) -> str:
        """Wait until the screen shows a text, and return the screen."""
        deadline = time.monotonic() + patience
        while anchor not in self.text:
            if not self._read(deadline):
                raise Gone(f"{anchor!r} did not come; the screen shows:\n{self.text}")
        return self.text

    def wait_for_bytes(self, wanted: bytes, start: int = 0, patience: float = PATIENCE) -> None:
        """Wait until the program has written some bytes, at or after index ``start`` of ``output``."""
        deadline = time.monotonic() + patience
        while wanted not in self.output[start:]:
            if not self._read(deadline):
                raise Gone(f"{wanted!r} did not come in {self.output[start:]!r}")

    def wait_quiet(self, silence: float = 0.05, patience: float = PATIENCE) -> None:
        """Read output until none comes for ``silence`` seconds."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline and self._read(time.monotonic() + silence):
            pass

    def wait_stopped(self, patience: float = PATIENCE) -> None:
        """Wait until a signal has stopped the program."""
        if sys.platform == "win32":
            raise Gone("processes cannot be stopped on Windows")
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WUNTRACED | os.WNOHANG)
            if pid and os.WIFSTOPPED(status):
                return
            self._read(time.monotonic() + 0.02)
        raise Gone("the program did not stop")

    def wait_end(self, patience: float = PATIENCE) -> int:
        """Wait for the end of the program, and return its exit status, or minus the signal that killed it."""
        deadline = time.monotonic() + patience
        while self._read(deadline):
            pass
        if time.monotonic() >= deadline:
            raise Gone(f"the program did not end; the screen shows:\n{self.text}")
        return self._process.wait()

    def cpu_seconds(self) -> float:
        """Return the processor time that the program has used."""
        if sys.platform == "win32":
            raise NotImplementedError("it is read from /proc")
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _read(self, deadline: float) -> bool:
        """Read some output. Return False if none came in time or none will come."""
        ready, _, _ = select.select([self._terminal], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._terminal, 65536)
        except OSError:
            return False
        self.output += data
        for _ in range(data.count(_CURSOR_QUERY)):
            self.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        shown = _STRINGS.sub(b"", self._held + data)
        unfinished = _UNFINISHED.search(shown)
        self._held = shown[unfinished.start() :] if unfinished else b""
        self._stream.feed(shown[: len(shown) - len(self._held)])
        return bool(data)
