"""A program on a pseudo-terminal and the screen it paints: answers as a terminal does, waits with deadlines."""

import os
import re
import select
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import ptyprocess  # type: ignore[import-untyped]  # It ships no types.
import pyte

from support.paths import ROOT

PATIENCE: Final = 20.0
_CURSOR_QUERY: Final = b"\x1b[6n"
_STRINGS: Final = re.compile(rb"\x1b[P_^X].*?\x1b\\", re.DOTALL)
_UNFINISHED: Final = re.compile(rb"\x1b(?:[P_^X](?:(?!\x1b\\).)*)?\Z|\x1b\[[0-9;?<>]*\Z", re.DOTALL)


class Gone(AssertionError):
    """The text waited for did not come."""


class Program:
    """One program on a pseudo-terminal. ``output`` is all it has written; ``screen`` is what a terminal would show."""

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
        self.status: int | None = None
        self._process = ptyprocess.PtyProcess.spawn(
            list(command), cwd=str(ROOT), env=chosen, dimensions=(rows, columns)
        )

    @classmethod
    def python(cls, *arguments: str, columns: int = 80, rows: int = 24, **environment: str | None) -> Self:
        """A Python program of this project; an environment entry of None is left unset."""
        return cls([sys.executable, *arguments], columns, rows, environment)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.isalive():
            self._process.kill(9)  # SIGKILL has no name on Windows
        self._process.close(force=True)

    @property
    def pid(self) -> int:
        """The program's process id."""
        return int(self._process.pid)

    @property
    def text(self) -> str:
        """The screen as lines of text."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def send(self, keys: str | bytes) -> None:
        """Type."""
        self._process.write(keys.encode() if isinstance(keys, str) else keys)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self.screen.resize(rows, columns)
        self._process.setwinsize(rows, columns)

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

    def wait_gone(self, anchor: str, patience: float = PATIENCE) -> str:
        """Wait until the screen shows a text no more, and return the screen."""
        deadline = time.monotonic() + patience
        while anchor in self.text:
            if not self._read(deadline):
                raise Gone(f"{anchor!r} did not go; the screen shows:\n{self.text}")
        return self.text

    def wait_for_bytes(self, wanted: bytes, start: int = 0, patience: float = PATIENCE) -> None:
        """Wait until the program has written these bytes, at or after a place in ``output``."""
        deadline = time.monotonic() + patience
        while wanted not in self.output[start:]:
            if not self._read(deadline):
                raise Gone(f"{wanted!r} did not come in {self.output[start:]!r}")

    def wait_quiet(self, silence: float = 0.05, patience: float = PATIENCE) -> None:
        """Take in output until none comes for a moment."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline and self._read(time.monotonic() + silence):
            pass

    def wait_stopped(self, patience: float = PATIENCE) -> None:
        """Wait until the program has been stopped by a signal."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            state = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0]
            if state == "T":
                return
            self._read(time.monotonic() + 0.02)
        raise Gone("the program did not stop")

    def wait_end(self, patience: float = PATIENCE) -> int:
        """Wait until the program has ended; its exit status, or minus the signal that killed it."""
        deadline = time.monotonic() + patience
        while self._read(deadline):
            pass
        if time.monotonic() >= deadline:
            raise Gone(f"the program did not end; the screen shows:\n{self.text}")
        self._process.wait()
        if self._process.signalstatus is not None:
            return -int(self._process.signalstatus)
        return int(self._process.exitstatus or 0)

    def cpu_seconds(self) -> float:
        """Processor time the program has used."""
        if sys.platform == "win32":
            raise NotImplementedError("it is read from /proc")
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _read(self, deadline: float) -> bool:
        """Take in some output; False when there will be none, or none came in time."""
        ready, _, _ = select.select([self._process.fd], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self._process.fd, 65536)
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
