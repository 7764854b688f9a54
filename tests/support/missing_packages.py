"""The test files that cannot be run because a package is not installed."""

import ast
import importlib.util
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from support.paths import TESTS

_OURS: Final = {entry.stem for entry in (*TESTS.parent.iterdir(), *TESTS.rglob("*"))}


@cache
def foreign_packages(path: Path) -> frozenset[str]:
    """Return the foreign packages that a test file or its helpers import."""
    found: set[str] = set()
    for name in _imported(path):
        top = name.partition(".")[0]
        helper = TESTS.joinpath(*name.split(".")).with_suffix(".py")
        if helper.is_file():
            found |= foreign_packages(helper)
        elif top not in _OURS and top not in sys.stdlib_module_names:
            found.add(top)
    return frozenset(found)


def _imported(path: Path) -> set[str]:
    """Return the dotted names of what a file imports; of ``from support import x`` the module is ``support.x``."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


@cache
def installed(package: str) -> bool:
    """Return True if a package seems to be installed. It is not imported."""
    try:
        return importlib.util.find_spec(package) is not None
    except ImportError:
        return False


def missing(path: Path) -> set[str]:
    """Return the packages that a test file uses and that are not installed."""
    return {package for package in foreign_packages(path) if not installed(package)}


def report(paths: Iterable[Path]) -> list[str]:
    """Return the lines about test files that are left out and how to install what they need."""
    wanting = {path.name: missing(path) for path in paths if missing(path)}
    if not wanting:
        return []
    packages = sorted(set().union(*wanting.values()))
    files = "test file that wants" if len(wanting) == 1 else "test files that want"
    return [
        f"left out: {len(wanting)} {files} {', '.join(packages)}: {', '.join(sorted(wanting))}",
        f"to run them too: {Path(sys.executable).name} -m pip install -e '.[test]'",
    ]
