"""A checkout with two packages, blessed and pytest: it plays and tests itself, without what the rest is for."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import load_setup
from support.missing_packages import foreign_packages
from support.paths import TESTS

ROOT = TESTS.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BARE = {"blessed", "pytest"}
IMPORTED_AS = {"pydraughts": "draughts", "dask": "distributed"}

# Runs something as if the modules named in the first argument were not installed.
WITHOUT = """
import runpy, sys
blocked, kind, sys.argv = set(sys.argv[1].split(",")), sys.argv[2], sys.argv[3:]

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Finder())
if kind == "module":
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    runpy.run_path(sys.argv[0], run_name="__main__")
"""


def declared() -> set[str]:
    """Return the names under which the packages that pyproject.toml asks for are imported, but for those two."""
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *extras["test"], *extras["cluster"]]
    names = {re.split(r"[^\w-]", want)[0] for want in wanted} - BARE
    return {IMPORTED_AS.get(name, name.replace("-", "_")) for name in names}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the files of a checkout in which nothing has been built."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("engine", "ai", "console", "tests"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    for name in ("checkers.py", "setup.py", "pyproject.toml", "README.md", "CHECKERS.DOC"):
        shutil.copy(ROOT / name, copy)
    return copy


def bare(
    checkout: Path, kind: str, *command: str, typed: str = "", home: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program in the checkout with those two packages alone, and no folder named but perhaps a home."""
    unset = ("CHECKERS_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    if home is not None:
        environment |= {"HOME": str(home), "USERPROFILE": str(home)}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(sorted(declared())), kind, *command],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=checkout,
        env={**environment, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "CHECKERS_EXPECT": "interpreted"},
    )


def test_skips_and_names_files_that_cannot_run(checkout: Path) -> None:
    """It ended in an INTERNALERROR. One file for each package is enough; .ci/run takes all."""
    files = {path.relative_to(TESTS): foreign_packages(path) & declared() for path in TESTS.rglob("test_*.py")}
    wanting = {packages: path for path, packages in files.items() if packages}
    for path in files.keys() - set(wanting.values()):
        if path.name not in ("test_moves.py", "test_score.py"):
            (checkout / "tests" / path).unlink()
    done = bare(checkout, "module", "pytest", "-p", "no:cacheprovider", "--assert=plain")
    assert (done.returncode, done.stderr) == (0, "")
    header = done.stdout.partition("collected ")[0]
    assert "fast modules: interpreted" in header
    assert "-m pip install -e '.[test,cluster]'" in header
    assert set(re.findall(r"test_\w+\.py", header)) == {path.name for path in wanting.values()} != set()
    assert all(f" {package}" in header for packages in wanting for package in packages)
    assert re.findall(r"^tests.*\b(test_\w+\.py) \.", done.stdout, re.MULTILINE) == ["test_score.py", "test_moves.py"]


def test_packages_are_found_in_helpers_and_inside_functions_and_all_are_declared() -> None:
    assert set().union(*map(foreign_packages, TESTS.rglob("test_*.py"))) <= declared() | BARE
    assert foreign_packages(TESTS / "console" / "screens" / "play" / "test_fullscreen_pty.py") >= {"pytest", "pyte"}
    assert "draughts" in foreign_packages(TESTS / "engine" / "test_second_opinion.py")
    (wordless,) = re.findall(r"^wordless='(.+?)'", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    named = [path for name in wordless.split() for path in (ROOT / name, *(ROOT / name).rglob("test_*.py"))]
    assert set().union(*(foreign_packages(path) for path in named if path.is_file())) == {"pytest"}


def test_plays_the_same_game(checkout: Path) -> None:
    """From a seed, with every answer of the computer searched on lists of plain ints."""
    typed = "C3 D4\nB2 C3\nA1 B2\nmoves\nquit\n"
    command = ("checkers.py", "--name", "Dan", "--first", "--level", "2", "--seed", "7", "--jumping", "free")
    installed = subprocess.run(
        [sys.executable, *command], input=typed, capture_output=True, text=True, timeout=120, check=False, cwd=ROOT
    )
    assert installed.stdout.count("I move") >= 3
    done = bare(checkout, "path", *command, typed=typed)
    assert (done.returncode, done.stdout, done.stderr) == (0, installed.stdout, "")


def test_keeps_settings_lessons_results_and_the_fitted_level(checkout: Path, tmp_path: Path) -> None:
    """A first evening, and the record after it."""
    moves = ["C3 D4", "B2 C3", "A1 B2", "C7 D8", "B8 C7", "A7 B8", "C5 D6", "B4 C5"]  # more than five of them are legal
    lesson = ["course 1", "C3 D4", "", "C1 D2", "N"]
    evening = ["Dan", "Y", *lesson, *moves, "save lunch", "level fit", "resign", "Y", "N", ""]
    for typed, command in ((evening, ["--keep", "--level", "1", "--seed", "1"]), ([], ["record"])):
        done = bare(checkout, "path", "checkers.py", *command, typed="\n".join(typed), home=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Nothing is saved" not in done.stdout
    assert "1 game" in done.stdout
    kept = {path.name: path.read_text("latin-1") for path in tmp_path.rglob("[!.]*.*") if path.is_file()}
    assert kept.keys() >= {"settings.json", "player.sqlite", "lunch.pdn"}
    assert '"fit": true' in kept["settings.json"]
    assert '[Black "Dan"]' in kept["lunch.pdn"]


def test_replacement_of_arrays_takes_lists_over() -> None:
    """A copy would need the largest tables twice."""
    code = """
import sys
sys.modules.update(librt=None, mypy_extensions=None)
from engine.native_types import append, i64, vec
given = [0] * 3
taken = vec[i64](given)
assert taken is given and append(taken, 7) is given and given == [0, 0, 0, 7]
assert vec[float]() == [] and vec[i64](range(2)) == [0, 1]
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_compiled_modules_whose_librt_is_missing_are_replaced_by_their_sources() -> None:
    """Compiled on one machine, and installed on another without librt, no module could be imported."""
    code = """
import sys
sys.modules["librt"] = None
from importlib import import_module
from engine.native_types import is_compiled
assert not is_compiled()
for name in sys.argv[1:]:
    assert import_module(name).__file__.endswith(".py"), name
"""
    names = [name.removesuffix(".py").replace("/", ".") for name in load_setup().COMPILED]
    for first in (names, sorted(names)):
        command = [sys.executable, "-c", code, *first]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        assert (done.returncode, done.stderr) == (0, "")
