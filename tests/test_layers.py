"""The house: which room may import which, who prints, and who reads keys."""

import ast
import sys
from pathlib import Path

import pytest

from engine.rules import RULE_SETS

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


def _decides(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that a choice may hang on: what is compared, matched, looked up by or looked up in."""
    match node:
        case ast.Compare():
            return [node]
        case ast.MatchValue(value=value):
            return [value]
        case ast.Dict(keys=keys):
            return [key for key in keys if key is not None]
        case ast.Subscript(slice=index):
            return [index]
        case ast.Call(func=ast.Attribute(), args=arguments):
            return [*arguments]
    return []


def _deciding_words(tree: ast.AST) -> set[str]:
    """The constants that a choice may hang on, and the one rule set that has a name of its own."""
    words = set()
    for node in ast.walk(tree):
        for part in _decides(node):
            words |= {str(word.value) for word in ast.walk(part) if isinstance(word, ast.Constant)}
            words |= {ast.unparse(word).removesuffix(".name") for word in ast.iter_child_nodes(part)}
    return words


@pytest.mark.parametrize("path", FILES, ids=_label)
def test_no_rule_sets_name_is_tested_anywhere(path: Path) -> None:
    """A rule set is data: its name stands in its table entry, elsewhere only as what is taken where none is given."""
    if path != ROOT / "engine" / "rules.py":
        assert not _deciding_words(ast.parse(path.read_text())) & {*RULE_SETS, "AMERICAN"}


@pytest.mark.parametrize(
    "line",
    [
        'rules.name == "russian"',
        'x if rules.name in ("russian", "brazilian") else y',
        '{"italian": 1}[rules.name]',
        'RULE_SETS["casual"]',
        'rules.name.startswith("international")',
        'match name:\n    case "triple-king":\n        pass',
        "rules is AMERICAN",
        "rules.name != AMERICAN.name",
    ],
)
def test_a_tested_name_would_be_found(line: str) -> None:
    assert _deciding_words(ast.parse(line)) & {*RULE_SETS, "AMERICAN"}


@pytest.mark.parametrize("path", FILES, ids=_label)
def test_no_file_passes_400_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 420
