"""Every run says whether the fast modules are compiled, and none runs on a build older than its sources.

Test files whose packages are not installed are left out, and that is said as well.
"""

import importlib
import importlib.util
import lzma
import os
import signal
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from uuid import uuid4

import pytest
from support.missing_packages import installed, missing, report
from support.paths import ROOT

if installed("hypothesis"):
    from hypothesis import HealthCheck, settings

    # A busy machine is no failure, and a run tries the same examples as the run before.
    settings.register_profile(
        "repeatable", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("repeatable")


# Node limits of the searches behind what is said.
_SHORT_SEARCHES = {
    "console.dialogue.analyzing.NODES": 500,
    "ai.problems.solution.FIRST_NODES": 2_000,
    "ai.proof.NODES": 8_000,
    "console.activities.course.handlers.NODES": 1_000,
    "console.activities.guess.handlers.NODES": 1_000,
    "console.activities.learn.handlers.NODES": 300,
    "console.activities.study.activity.IN_BRIEF": 4_000,
}


@cache
def load_setup() -> ModuleType:
    """setup.py as a module: it knows the compiled modules and the name a fresh build of them has."""
    spec = importlib.util.spec_from_file_location("checkers_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built() -> str:
    """``compiled`` or ``interpreted``; raises UsageError if the modules are mixed, stale or of another checkout."""
    setup = load_setup()
    names = [name.removesuffix(".py").replace("/", ".") for name in setup.COMPILED]
    again = "build again with `pip install -e .`"
    try:
        files = [Path(str(importlib.import_module(name).__file__)) for name in names]
    except ImportError as error:
        raise pytest.UsageError(f"The fast modules cannot be loaded ({error}): {again}.") from error
    if any(not file.is_relative_to(ROOT) for file in files):
        raise pytest.UsageError(f"{files[0]} is tested instead of {ROOT}: run `python -m pytest` from there.")
    kinds = {"interpreted" if file.suffix == ".py" else "compiled" for file in files}
    if len(kinds) > 1:
        raise pytest.UsageError(f"Some modules are compiled and some are not: {again}.")
    if kinds == {"compiled"} and f"{setup.library_name()}__mypyc" not in sys.modules:
        raise pytest.UsageError(f"The compiled modules are older than their sources: {again}.")
    return kinds.pop()


def hear_signals() -> None:
    """Undo what nohup and a shell's background jobs pass on: programs started here must hear Ctrl-C and the like."""
    for name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)


def keep_bytecode(folder: Path) -> None:
    """Set a folder for bytecode if the sources have none beside them: programs started here share it."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) is not None:
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(folder))


def pytest_configure() -> None:
    """Refuse a stale build, and a build that is not the one $CHECKERS_EXPECT insists on."""
    hear_signals()
    kind = built()
    expected = os.environ.get("CHECKERS_EXPECT", kind)
    if kind != expected:
        raise pytest.UsageError(f"The fast modules are {kind}; CHECKERS_EXPECT asks for {expected}.")


@pytest.fixture(scope="session", autouse=True)
def _quick_surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the bytecode of a run, leave fsync and huge pages out, and package no games of masters.

    What a test writes need not outlast a power failure. To read thousands of games into an index, or to move all memory
    for the table of each search, takes seconds.
    """
    folder = tmp_path_factory.getbasetemp()
    keep_bytecode(folder / "bytecode")
    (folder / "no-masters.pdn.xz").write_bytes(lzma.compress(b""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda handle: None)
        patch.setattr("ai.engine.use_huge_pages", lambda: None)
        patch.setattr("console.storage.masters.PACKAGED", folder / "no-masters.pdn.xz")
        yield


@pytest.fixture
def masters_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Package all games of masters, without which other tests run."""
    packaged = ROOT / "console" / "storage" / "packaged" / "masters.pdn.xz"
    monkeypatch.setattr("console.storage.masters.PACKAGED", packaged)


@pytest.fixture(autouse=True)
def no_search_goes_on() -> Iterator[None]:
    """Fail a test that leaves a search running, which would slow down all tests after it."""
    yield
    for thread in threading.enumerate():
        if thread.name == "search":
            thread.join(10)
            assert not thread.is_alive(), "the search was not stopped: close the screen or the dialogue"


@pytest.fixture(autouse=True)
def _home_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test meets the games and settings of whoever runs it, nor those of another test."""
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path_factory.getbasetemp() / f"home-{uuid4().hex}"))


@cache
def _short_searches_by_module() -> dict[tuple[ModuleType, str], int]:
    """Return the node limits by module and name. To find the modules for each test takes longer than many a test."""
    places = {place.rpartition("."): nodes for place, nodes in _SHORT_SEARCHES.items()}
    return {(importlib.import_module(module), name): nodes for (module, _, name), nodes in places.items()}


@pytest.fixture(autouse=True)
def _short_searches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look less far in conversations: what is said does not depend on how far the searches behind it look.

    Slow tests look as far as the program does.
    """
    if request.path.is_relative_to(ROOT / "tests/console") and request.node.get_closest_marker("slow") is None:
        for (module, name), nodes in _short_searches_by_module().items():
            monkeypatch.setattr(module, name, nodes)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave a test file out that cannot be imported here."""
    return True if collection_path.match("test_*.py") and missing(collection_path) else None


def pytest_report_header() -> list[str]:
    """Return the lines above the tests."""
    return [f"fast modules: {built()}", *report((ROOT / "tests").rglob("test_*.py"))]


@pytest.fixture(autouse=True)
def release_stores() -> Iterator[None]:
    """Release the locks of the stores that a test opened."""
    yield
    if stored_games := sys.modules.get("support.stored_games"):
        stored_games.release_all()
