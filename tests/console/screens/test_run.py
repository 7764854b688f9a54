"""The end of the full-screen front end: the farewell, also where the terminal is gone."""

import errno
import io
import os
import sys
from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, options

from console.cli.composition import dialogue_of
from console.screens.run import play
from console.storage.store import Store


class NoTerminal:
    """A terminal that is gone."""

    def __init__(self, *arguments: object) -> None:
        """Take the arguments of a terminal."""

    def __enter__(self) -> "NoTerminal":
        raise SystemExit(129)

    def __exit__(self, *error: object) -> None:
        """Restore nothing."""


class LostOutput(io.StringIO):
    """A standard output that cannot be written; its file descriptor is that of a file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._descriptor = os.open(path, os.O_CREAT | os.O_WRONLY)

    def fileno(self) -> int:
        return self._descriptor

    def flush(self) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_ends_silently_where_the_terminal_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    store, out = Store(automatic=False, where=None), LostOutput(tmp_path / "out")
    monkeypatch.setattr("console.terminal.terminal.Terminal", NoTerminal)
    monkeypatch.setattr(sys, "stdout", out)
    assert play(options(), lambda: dialogue_of(options(), Random(1), Script(), store), store) == 129
    os.write(out.fileno(), b"at exit")
    assert (tmp_path / "out").read_text() == "", "what is written at the exit of the interpreter would fail, too"
