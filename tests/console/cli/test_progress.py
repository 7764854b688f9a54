"""The progress bar of a long command."""

import io
import sys

import pytest

import console.cli.progress
from console.cli.progress import ProgressBar


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


def test_overwrites_a_single_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    progress = ProgressBar()
    for done in range(5):
        progress.show(done, 4, "text that is much too long for what is left of the line " * 2)
    progress.clear()
    written = terminal.getvalue()
    assert "\n" not in written
    assert {len(part) for part in written.split("\r")} == {0, 78}
    assert "2/4" in written
    assert written.endswith("\r")


def test_found_items_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    now = iter((0.0, 10.0, 20.0))
    monkeypatch.setattr(console.cli.progress, "monotonic", lambda: next(now))
    progress = ProgressBar()
    progress.show(500, 1000, found=500)
    assert "left" not in terminal.getvalue()
    progress.show(600, 1000, found=500)
    assert "0:01:20 left" in terminal.getvalue()


def test_shows_nothing_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    progress = ProgressBar()
    progress.show(0, 0)
    progress.clear()
    assert capsys.readouterr() == ("", "")


def test_shows_nothing_without_a_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    ProgressBar().show(1, 2)
