"""``checkers hub`` as a program: its streams and its end."""

import io
import statistics
import subprocess
import sys
import time

import pytest
from support.paths import ROOT
from support.platform_marks import posix

from ai.hub.text import LONGEST_LINE, read_lines

COMMAND = [sys.executable, str(ROOT / "checkers.py"), "hub"]
START = "pos pos=B" + 12 * "b" + 8 * "e" + 12 * "w"


def talk(lines: str | bytes) -> subprocess.CompletedProcess[str]:
    """What the hub answers to lines that are all there at once."""
    sent = lines.encode() if isinstance(lines, str) else lines
    ended = subprocess.run(COMMAND, input=sent, capture_output=True, timeout=30, check=False)
    return subprocess.CompletedProcess(ended.args, ended.returncode, ended.stdout.decode(), ended.stderr.decode())


def in_shell(redirections: str) -> subprocess.CompletedProcess[str]:
    """How the hub ends with its streams redirected by a shell."""
    command = ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", *COMMAND]
    return subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)


def test_it_quits_when_told_and_when_nobody_is_there() -> None:
    for lines in ("hub\nquit\nhub\n", "hub\n", "hub"):
        ended = talk(lines)
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.splitlines()[-1] == "wait"
        assert ended.stdout.count("wait") == 1


def test_the_end_of_input_ends_a_search() -> None:
    began = time.monotonic()
    ended = talk(f"{START}\nlevel infinite\ngo think\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[-1].startswith("done move=")
    assert time.monotonic() - began < 15


def test_what_is_no_text_and_what_is_too_long_are_errors_and_on_it_goes() -> None:
    too_long = b"ping" + 3 * LONGEST_LINE * b" "
    lines = (
        b"\xff\xfe\0",
        b"ping",
        b"ping\0",
        too_long,
        b"ping \xe9",
        b"ping",
        "set-param name=variant value=é".encode(),
    )
    ended = talk(b"\n".join(lines))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert [line.split()[0] for line in ended.stdout.splitlines()] == [
        "error",
        "pong",
        "error",
        "error",
        "error",
        "pong",
        "error",
    ]
    assert "'é'" in ended.stdout.splitlines()[-1]


def test_of_a_line_that_is_too_long_no_more_is_held_than_shows_it() -> None:
    class Endless(io.RawIOBase):
        """Spaces, and no end of the line before the last."""

        asked = 0

        def readline(self, size: int | None = -1) -> bytes:
            self.asked += 1
            assert size is not None
            assert 0 < size <= LONGEST_LINE + 1
            return size * b" " if self.asked < 1000 else b"\n" if self.asked == 1000 else b""

    stream = Endless()
    assert [len(line) for line in read_lines(stream)] == [LONGEST_LINE + 1]  # type: ignore[arg-type]  # enough of one
    assert stream.asked == 1001


def test_lines_come_whole_and_the_last_needs_no_end() -> None:
    text = b"hub\n\n" + LONGEST_LINE * b"x" + b"\n" + (LONGEST_LINE + 9) * b"y" + b"\nping\nquit"
    lines = list(read_lines(io.BytesIO(text)))
    assert [len(line) for line in lines] == [4, 1, LONGEST_LINE + 1, LONGEST_LINE + 1, 5, 4]


@posix
@pytest.mark.parametrize(
    ("redirections", "sentence"),
    [
        ("<&-", "Standard input is closed"),
        (">&-", "Standard output is closed"),
        ("<&- >&-", "Standard input is closed"),
        ("0>/dev/null", "Standard input cannot be read: Bad file descriptor"),
        ("</dev/null >/dev/full", ""),
    ],
)
def test_streams_that_cannot_be_used_are_one_sentence(redirections: str, sentence: str) -> None:
    ended = in_shell(redirections)
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == bool(sentence)
    assert ended.stderr.startswith(sentence)
    assert ended.returncode == bool(sentence)


@posix
def test_answers_that_nobody_takes_end_it() -> None:
    full = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >/dev/full', "sh", *COMMAND],
        input=b"hub\nping\n",
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert full.returncode == 1
    assert full.stderr == b"Standard output cannot be written: No space left on device.\n"
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as hub:
        assert hub.stdin is not None
        assert hub.stdout is not None
        assert hub.stderr is not None
        hub.stdout.close()
        hub.stdin.write(b"ping\n")
        hub.stdin.flush()
        assert hub.wait(timeout=30) == 0  # although its input is still open
        assert hub.stderr.read() == b""


def test_more_megabytes_than_the_system_gives_are_an_error_and_it_plays() -> None:
    if sys.platform == "win32":
        pytest.skip("needs POSIX")
    import resource

    def with_little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))

    sent = f"set-param name=megabytes value=512\ninit\n{START}\nlevel depth=2\ngo think\n"
    ended = subprocess.run(
        COMMAND, input=sent, capture_output=True, text=True, timeout=30, check=False, preexec_fn=with_little_memory
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    error, ready, *_, done = ended.stdout.splitlines()
    assert "there is no memory for 512 megabytes" in error
    assert ready == "ready"
    assert done.startswith("done move=")


@posix
@pytest.mark.slow
def test_stop_is_obeyed_within_twenty_milliseconds_on_an_idle_machine() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as hub:
        assert hub.stdin is not None
        assert hub.stdout is not None
        delays = []
        for _ in range(40):
            hub.stdin.write(f"{START}\nlevel infinite\ngo analyze\n")
            hub.stdin.flush()
            time.sleep(0.1)
            began = time.perf_counter()
            hub.stdin.write("stop\n")
            hub.stdin.flush()
            while not hub.stdout.readline().startswith("done"):
                pass
            delays.append(time.perf_counter() - began)
        hub.stdin.write("quit\n")
        hub.stdin.flush()
    assert statistics.quantiles(delays, n=20)[-1] < 0.02
