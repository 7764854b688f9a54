"""Find the test files that use a package that is not installed."""

import importlib.util
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from support.paths import INSTALLED, TESTS

# A syntax tree of each file would take seconds.
_IMPORTS: Final = re.compile(r"^ *(?:import ([\w.]+)|from ([\w.]+) import (\([^)]*|.*))", re.MULTILINE)
_OURS: Final = {INSTALLED.name} | {entry.stem for entry in (*TESTS.parent.iterdir(), *TESTS.rglob("*"))}


@cache
def foreign_packages(path: Path) -> frozenset[str]:
    """Return the foreign packages that a test file or its helpers import."""
    found: set[str] = set()
    for name in imported_names(path):
        top = name.partition(".")[0]
        helper = TESTS.joinpath(*name.split(".")).with_suffix(".py")
        if helper.is_file():
            found |= foreign_packages(helper)
        elif top not in _OURS and top not in sys.stdlib_module_names:
            found.add(top)
    return frozenset(found)


def imported_names(path: Path) -> set[str]:
    """Return the dotted names that a file imports; ``from support import x`` gives ``support`` and ``support.x``."""
    names: set[str] = set()
    for module, package, imported in _IMPORTS.findall(path.read_text("utf-8")):
        names |= {module or package, *(f"{package}.{name}" for name in re.findall(r"(\w+)(?: as \w+)?", imported))}
    return names


@cache
def installed(package: str) -> bool:
    """Return True if the import system finds a package; the package is not imported."""
    try:
        return importlib.util.find_spec(package) is not None
    except ImportError:
        return False


def missing(path: Path) -> set[str]:
    """Return the packages that a test file uses and that are not installed."""
    return {package for package in foreign_packages(path) if not installed(package)}


def report(paths: Iterable[Path]) -> list[str]:
    """Return the lines about test files that are left out and how to install what they need."""
    lacking = {path.name: missing(path) for path in paths if missing(path)}
    if not lacking:
        return []
    packages = sorted(set().union(*lacking.values()))
    files = "test file that needs" if len(lacking) == 1 else "test files that need"
    return [
        f"left out: {len(lacking)} {files} {', '.join(packages)}: {', '.join(sorted(lacking))}",
        f"to run them too: {Path(sys.executable).name} -m pip install -e '.[test,cluster]'",
    ]
