"""The wheel: its packages have names of their own, and the library loads no more than it uses."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from ega_checkers import __all__ as surface
from ega_checkers.__main__ import main

pytestmark = pytest.mark.wheel


def told(code: str) -> str:
    """Return what a program prints that sees the installed packages only."""
    return subprocess.run([sys.executable, "-I", "-c", code], stdout=subprocess.PIPE, text=True, check=True).stdout


def test_the_packages_have_longer_names() -> None:
    found = [find_spec(f"ega_checkers.{name}") for name in ("engine", "ai", "console")]
    assert all(found), "run .ci/run: these are the tests of the wheel"
    assert main.__module__ == "ega_checkers.__main__"


def test_nothing_is_imported_by_another_name_and_no_path_is_changed() -> None:
    code = f"""
import sys
path = list(sys.path)
from ega_checkers import {", ".join(surface)}
board = Board()
board.push("11-15")
with Engine() as engine:
    engine.play(board, Limit(depth=3))
print(len(board._repr_svg_()), tables.probe(board), len(str(pdn.Game.from_board(board))), __version__)
assert sys.path == path
print(*sys.modules)
"""
    loaded = told(code).split()
    assert {name.partition(".")[0] for name in loaded}.isdisjoint({"engine", "ai", "console", "checkers"})
    assert not [name for name in loaded if name.startswith("ega_checkers.console")]
    assert "ega_checkers.engine.game" in loaded


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, ega_checkers; {}; print(*(name for name in sys.modules if name.startswith('ega_checkers')))"
    assert told(code.format("pass")).split() == ["ega_checkers"]
    assert not [name for name in told(code.format("ega_checkers.Board")).split() if name.startswith("ega_checkers.ai")]


def test_is_typed() -> None:
    spec = find_spec("ega_checkers")
    assert spec is not None
    assert Path(str(spec.origin)).with_name("py.typed").is_file()


def test_has_a_place_for_files_of_the_desktop() -> None:
    assert Path(sys.prefix, "share", "applications", "ega-checkers.desktop").is_file()
