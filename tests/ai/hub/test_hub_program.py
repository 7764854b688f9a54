"""``checkers hub`` as a process: its streams and its end."""

import io
import subprocess
import sys
from unittest.mock import Mock

import pytest
from support.paths import ROOT
from support.platform_marks import linux, posix

from ai.hub.server import HubServer
from ai.hub.text import LONGEST_LINE, read_lines
from console.cli.hub import run
from console.cli.parser import Asked

COMMAND = [sys.executable, str(ROOT / "checkers.py"), "hub"]
START = "pos pos=B" + 12 * "b" + 8 * "e" + 12 * "w"


def talk(lines: str | bytes) -> subprocess.CompletedProcess[str]:
    """Return the answers to lines that are sent at once."""
    sent = lines.encode() if isinstance(lines, str) else lines
    ended = subprocess.run(COMMAND, input=sent, capture_output=True, timeout=120, check=False)
    return subprocess.CompletedProcess(ended.args, ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def in_shell(redirections: str) -> subprocess.CompletedProcess[str]:
    """Run the hub with its streams redirected by a shell."""
    command = ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", *COMMAND]
    return subprocess.run(command, input="ping\n", capture_output=True, text=True, timeout=30, check=False)


def test_ends_at_quit_and_at_the_end_of_input() -> None:
    for lines in ("hub\nquit\nhub\n", "hub"):
        ended = talk(lines)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.splitlines()[-1] == "wait"
        assert ended.stdout.count("wait") == 1


def test_the_end_of_input_ends_a_search() -> None:
    ended = talk(f"{START}\nlevel infinite\ngo think\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[-1].startswith("done move=")


def test_reports_an_invalid_line_and_continues() -> None:
    ended = talk("set-param name=variant value=é\n".encode() + b"\xff\nping")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [line.split()[0] for line in ended.stdout.splitlines()] == ["error", "error", "pong"]
    assert "'é'" in ended.stdout


def test_buffers_only_the_beginning_of_a_long_line() -> None:
    class Endless(io.RawIOBase):
        """A stream of spaces in one endless line."""

        asked = 0

        def readline(self, size: int | None = -1) -> bytes:
            self.asked += 1
            assert size is not None
            assert 0 < size <= LONGEST_LINE + 1
            return size * b" " if self.asked < 1000 else b"\n" if self.asked == 1000 else b""

    stream = Endless()
    assert [len(line) for line in read_lines(stream)] == [LONGEST_LINE + 1]  # type: ignore[arg-type]  # enough of one
    assert stream.asked == 1001


def test_reads_whole_lines_and_an_unfinished_last_one() -> None:
    text = b"hub\n\n" + LONGEST_LINE * b"x" + b"\n" + (LONGEST_LINE + 9) * b"y" + b"\nping\nquit"
    lines = list(read_lines(io.BytesIO(text)))
    assert [len(line) for line in lines] == [4, 1, LONGEST_LINE + 1, LONGEST_LINE + 1, 5, 4]


@posix
@pytest.mark.parametrize(
    ("redirections", "sentence"),
    [
        ("<&-", "Standard input is closed"),
        ("<&- >&-", "Standard input is closed"),
        pytest.param("</dev/null >/dev/full", "", marks=linux),
        pytest.param(">/dev/full", "There is no room left where the output goes.\n", marks=linux),
    ],
)
def test_reports_unusable_streams_in_one_sentence(redirections: str, sentence: str) -> None:
    ended = in_shell(redirections)
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == bool(sentence)
    assert ended.stderr.removeprefix("checkers hub: ").startswith(sentence)
    assert ended.returncode == bool(sentence)


def test_an_error_of_a_file_is_none_of_the_input(monkeypatch: pytest.MonkeyPatch, capfd: object) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"ping\n")))
    monkeypatch.setattr(HubServer, "handle", Mock(side_effect=OSError(5, "Input/output error", "american.book")))
    with pytest.raises(OSError, match=r"american\.book"):
        run(Asked())


@posix
def test_ends_if_nobody_reads_its_answers() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as hub:
        assert hub.stdin is not None
        assert hub.stdout is not None
        assert hub.stderr is not None
        hub.stdout.close()
        hub.stdin.write(b"ping\n")
        hub.stdin.flush()
        assert hub.wait(timeout=30) == 0  # although its input is still open
        assert hub.stderr.read() == b""
