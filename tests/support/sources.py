"""The Python sources of this checkout as syntax trees, each parsed only once."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

from support.paths import INSTALLED, ROOT

PACKAGES: Final = ("engine", "ai", "console")
MODULES: Final = sorted(
    path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if INSTALLED not in path.parents
)
"""The modules of the program."""


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file."""
    return tuple(ast.walk(ast.parse(path.read_bytes())))


def label(path: Path) -> str:
    """Return the path of a file in the checkout."""
    return path.relative_to(ROOT).as_posix()


def names_in(node: ast.AST | None) -> set[str]:
    """Return the names in a part of a file."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} if node is not None else set()
