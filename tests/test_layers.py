"""The house: which room may import which, who prints, and who reads keys."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("engine", "ai", "console")
FILES = [ROOT / "checkers.py", *sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))]

# What each room may import beside the standard library and itself.
MAY_IMPORT = {
    "engine": {"librt", "mypy_extensions"},
    "ai": {"librt", "mypy_extensions", "engine"},
    "console": {"engine", "ai", "blessed", "platformdirs"},
    "checkers.py": {"console"},
}

# The floors of the engine: each module may import those before it.
ENGINE = (
    ("geometry", ()),
    ("rules", ("geometry",)),
    ("position", ("geometry", "rules")),
    ("captures", ("geometry", "rules", "position")),
    ("moves", ("geometry", "rules", "position", "captures")),
    ("outcome", ("geometry", "rules", "position", "moves")),
    ("game", ("geometry", "rules", "position", "moves", "outcome")),
    ("notation", ("geometry", "rules", "position", "moves", "game")),
    ("fen", ("geometry", "rules", "position", "moves", "game", "notation")),
    ("pdn", ("geometry", "rules", "position", "moves", "outcome", "game", "notation", "fen")),
    ("pdn_reader", ("geometry", "rules", "position", "moves", "outcome", "game", "notation", "fen", "pdn")),
)


def _imports(path: Path) -> set[str]:
    """Full names of all modules a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def _calls(path: Path) -> set[str]:
    """Names and dotted names that a file mentions."""
    tree = ast.parse(path.read_text())
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def _label(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", FILES, ids=_label)
def test_rooms_import_only_what_lies_below(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    tops = {name.split(".")[0] for name in _imports(path)}
    foreign = tops - set(sys.stdlib_module_names) - {room.removesuffix(".py")} - MAY_IMPORT[room]
    assert not foreign


@pytest.mark.parametrize("path", FILES, ids=_label)
def test_only_the_terminal_imports_blessed(path: Path) -> None:
    if path != ROOT / "console" / "terminal.py":
        assert "blessed" not in {name.split(".")[0] for name in _imports(path)}


@pytest.mark.parametrize("path", [path for path in FILES if path.parent != ROOT], ids=_label)
def test_nothing_outside_the_console_prints_or_reads_keys(path: Path) -> None:
    if path.relative_to(ROOT).parts[0] != "console":
        assert not _calls(path) & {"print", "input", "sys.stdout", "sys.stderr", "sys.stdin", "breakpoint"}


@pytest.mark.parametrize("path", FILES, ids=_label)
def test_chance_is_passed_in(path: Path) -> None:
    """Only `random.Random` is used of `random`: never the generator that everyone shares."""
    used = {name for name in _calls(path) if name.startswith("random.")}
    assert used <= {"random.Random"}
    assert not {name for name in _imports(path) if name.startswith("random.")} - {"random.Random"}


def test_the_entry_file_imports_the_console_only() -> None:
    assert {name.split(".")[0] for name in _imports(ROOT / "checkers.py")} - set(sys.stdlib_module_names) == {"console"}


def test_every_engine_module_has_its_floor() -> None:
    modules = {path.stem for path in (ROOT / "engine").glob("*.py")} - {"__init__"}
    assert modules <= {module for module, _ in ENGINE}


@pytest.mark.parametrize(("module", "below"), ENGINE, ids=[module for module, _ in ENGINE])
def test_the_engines_floors(module: str, below: tuple[str, ...]) -> None:
    path = ROOT / "engine" / f"{module}.py"
    if path.exists():
        used = {name.split(".")[1] for name in _imports(path) if name.startswith("engine.")}
        assert used <= set(below)


def test_no_rule_sets_name_is_tested_anywhere() -> None:
    """A rule set is data: its name stands in its table entry and nowhere else below the console."""
    names = {"american", "casual", "triple-king", "russian", "brazilian", "international", "italian"}
    for path in FILES:
        if path.relative_to(ROOT).parts[0] in ("engine", "ai") and path.name != "rules.py":
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Compare):
                    words = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
                    assert not words & names, f"{_label(path)}:{node.lineno}"


@pytest.mark.parametrize("path", FILES, ids=_label)
def test_no_file_passes_400_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 420
