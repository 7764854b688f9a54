"""The program in a pipe on Windows: code pages, line ends, names of devices, and long paths."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT
from support.platform_marks import windows

pytestmark = [windows, pytest.mark.timeout(300)]


def run(home: Path, *arguments: str, typed: bytes = b"", page: str = "utf-8") -> subprocess.CompletedProcess[bytes]:
    """Run the program with these files and this code page. Raises TimeoutExpired."""
    return subprocess.run(
        [sys.executable, str(ROOT / "checkers.py"), *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, "CHECKERS_HOME": str(home), "PYTHONIOENCODING": page},
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("page", ["cp437", "cp850", "cp1252", "utf-8"])
def test_goes_on_in_every_code_page_and_with_line_ends_of_an_editor(page: str, tmp_path: Path) -> None:
    begun = run(tmp_path, "--keep", "--seed", "8", typed="Zoë\nY\nC3 D4\nquit\n".encode(page), page=page)
    assert (begun.returncode, begun.stderr) == (0, b"")
    assert "Good-bye, Zoë." in begun.stdout.decode(page)
    texts = [path for path in tmp_path.iterdir() if path.suffix in (".pdn", ".json")]
    assert len(texts) == 2
    for path in texts:
        assert b"\r" not in path.read_bytes()
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    gone_on = run(tmp_path, "--keep", typed=b"Y\nquit\n", page=page)
    assert (gone_on.returncode, gone_on.stderr) == (0, b"")
    assert "D | .   . x .   .   |" in gone_on.stdout.decode(page)


@pytest.mark.parametrize("name", ["con", "NUL", "nul.pdn", "aux.", "com1"])
@pytest.mark.parametrize("command", ["show", "games"])
def test_a_device_is_no_file(command: str, name: str, tmp_path: Path) -> None:
    shown = run(tmp_path, command, name)
    assert shown.returncode not in (0, 1)
    assert len(shown.stderr.splitlines()) == 1


@pytest.mark.parametrize("prefix", ["", "\\\\?\\"])
def test_saves_in_a_long_path_or_says_that_it_cannot(prefix: str, tmp_path: Path) -> None:
    """With the prefix no path is too long."""
    home = Path(f"{prefix}{tmp_path.joinpath(*3 * ['b' * 100])}")
    begun = run(home, "--keep", "--seed", "8", typed=b"Dan\nY\nC3 D4\nquit\n")
    assert begun.returncode == 0
    assert b"I move " in begun.stdout
    is_kept = any(home.glob("game*.pdn"))
    assert is_kept or not prefix
    assert (b"cannot be" in begun.stdout + begun.stderr) != is_kept
