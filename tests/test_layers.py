"""The layers: which module may import which, who prints, and who reads keys."""

import ast
import re
import sys
from collections.abc import Iterable
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from support import sources
from support.paths import ROOT
from support.sources import label, nodes

from engine.rules import RULE_SETS

FILES = [ROOT / "checkers.py", *sources.MODULES]

# What each package may import beside the standard library and itself.
MAY_IMPORT = {
    "engine": {"librt", "mypy_extensions"},
    "ai": {"engine", "numpy", "scipy"},
    "console": {"engine", "ai", "blessed", "wcwidth"},
    "checkers.py": {"console"},
}

# The layers inside each package, lowest first: a module imports those of lower layers, of its own package, or beside it
# in a layer that names packages; what stands in one layer of single modules does not import each other.
LAYERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "engine": (
        ("entries", "geometry", "json_text", "native_types", "printable"),
        ("bits", "rules"),
        ("house_rules",),
        ("position",),
        ("captures", "draws"),
        ("moves",),
        ("game",),
        ("replay",),
        ("notation",),
        ("fen",),
        ("pdn",),
    ),
    "ai": (
        ("tactics", "themes", "time_control"),
        ("score", "levels", "turns", "worker", "tasks", "whole_files", "memory", "huge_pages", "openings"),
        ("book",),
        ("evaluation", "endgames"),
        ("expectation", "search"),
        ("engine", "features"),
        ("claims", "manners", "policy", "solver"),
        ("proof", "opponent", "hub", "defense"),
        ("analyzer", "dxp"),
        ("problems",),
        ("lab",),
    ),
    "console": (
        ("version", "terminal", "game"),
        ("storage",),
        ("text",),
        ("reading",),
        ("dialogue",),
        ("plain", "screens"),
        ("activities",),
        ("cli",),
        ("web",),
    ),
}


@cache
def _imports(path: Path) -> frozenset[str]:
    """Full names of all modules a file imports, wherever in it."""
    names = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(names)


@cache
def _calls(path: Path) -> frozenset[str]:
    """Names and dotted names that a file mentions."""
    names = {node.id for node in nodes(path) if isinstance(node, ast.Name)}
    return frozenset(names) | {
        f"{node.value.id}.{node.attr}"
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }


def test_packages_import_only_what_lies_below() -> None:
    for path in FILES:
        package = path.relative_to(ROOT).parts[0]
        tops = {name.split(".")[0] for name in _imports(path)}
        foreign = tops - set(sys.stdlib_module_names) - {package.removesuffix(".py")} - MAY_IMPORT[package]
        assert not foreign, label(path)


_CHECKERS = {
    *("man", "men", "king", "kings", "crown", "crowns", "piece", "pieces", "square", "squares", "board", "boards"),
    *("jump", "jumps", "capture", "captures", "huff", "checker", "checkers", "draughts", "game", "games", "player"),
}


def test_the_terminal_has_no_word_of_checkers() -> None:
    """In identifiers, docstrings, comments and strings alike."""
    for path in (ROOT / "console" / "terminal").glob("*.py"):
        words = re.sub(r"([a-z])([A-Z])", r"\1 \2", path.read_text("utf-8")).replace("_", " ")
        assert not _CHECKERS & set(re.findall("[a-z]+", words.casefold())), label(path)


_TALKING = {"sys.stdout", "sys.stderr", "sys.stdin"}
_WRITING = {"print", "input", "breakpoint", "sys.stderr.write", "sys.stdout.write"}


def test_lines_are_read_and_written_in_one_place_only() -> None:
    """All text output except the full screen passes through standard_streams, which makes it printable."""
    for path in (path for path in FILES if path != ROOT / "console" / "terminal" / "standard_streams.py"):
        in_console = path.relative_to(ROOT).parts[0] in ("console", "checkers.py")
        assert not _calls(path) & (_WRITING if in_console else _WRITING | _TALKING), label(path)


def test_json_of_files_is_parsed_in_one_place_only() -> None:
    """So that JSON that is nested too deeply is damaged, and no RecursionError."""
    own = {ROOT / "console" / "cli" / "match_record.py"}  # reads what it has just written
    using = {path for path in FILES if _calls(path) & {"json.loads", "json.load"}}
    assert using - own == {ROOT / "engine" / "json_text.py"}


# What only some files or folders may import.
ONLY = {
    "blessed": ("console/terminal/system_line.py",),
    "librt": ("engine/native_types.py",),  # so that all modules fall back to plain ints and lists together
    "mypy_extensions": ("engine/native_types.py",),
    "ai.search.root": ("ai/engine.py", "ai/search/"),  # others get moves and scores from the engine
    "ai.search.node": ("ai/engine.py", "ai/search/"),
    "ai.lab": ("ai/lab/", "console/cli/"),
    "console.activities": ("console/activities/", "console/cli/composition.py", "console/cli/course.py"),
}


@pytest.mark.parametrize("module", ONLY)
def test_is_imported_only_where_it_may_be(module: str) -> None:
    importing = {label(path) for path in FILES if any(f"{name}.".startswith(f"{module}.") for name in _imports(path))}
    assert {path for path in importing if not path.startswith(ONLY[module])} == set() != importing


def _forks(node: ast.AST) -> bool:
    """Return True if a node forks the process that runs it, or passes on the method that does."""
    match node:
        case ast.Attribute(value=ast.Name("os" | "pty"), attr="fork" | "forkpty" | "spawn"):
            return True
        case ast.Attribute(value=ast.Name("multiprocessing"), attr=name):
            return name not in ("get_context", "active_children", "parent_process", "connection", "synchronize")
        case ast.keyword(arg="preexec_fn"):
            return True
        case ast.Call(func=ast.Attribute(attr="get_context"), args=[*method]):
            return [ast.unparse(each) for each in method] != ["'spawn'"]
        case ast.Call(func=ast.Name("ProcessPoolExecutor"), args=given, keywords=named):
            return len(given) < 2 and "mp_context" not in {each.arg for each in named}
    return False


def test_nothing_forks() -> None:
    """A fork copies the locks that threads hold, so processes are spawned."""
    alone = ROOT / "tests" / "support" / "programs" / "signalled.py"  # asserts that it has one thread
    named = re.compile("fork|spawn|multiprocessing|preexec_fn|get_context|ProcessPool")
    for path in [*FILES, *(ROOT / "tests").rglob("*.py")]:
        if path != alone and named.search(path.read_text("utf-8")):
            assert not any(map(_forks, nodes(path))), label(path)


@pytest.mark.parametrize(
    "line",
    [
        "child = os.fork()",
        "multiprocessing.Process(target=run)",
        'multiprocessing.get_context("fork")',
        "ProcessPoolExecutor(2)",
        "subprocess.run(command, preexec_fn=limit)",
    ],
)
def test_a_fork_would_be_found(line: str) -> None:
    assert any(map(_forks, ast.walk(ast.parse(line))))


def test_chance_is_passed_in() -> None:
    """Only `random.Random` is used of `random`: never the generator that everyone shares."""
    for path in FILES:
        used = {name for name in _calls(path) | _imports(path) if name.startswith("random.")}
        assert used <= {"random.Random"}, label(path)


def test_only_owners_assign_their_attributes() -> None:
    """Other modules set the fields of the state, and of no other object of the conversation."""
    console = ROOT / "console"
    assigned = {}
    folders = [console / "dialogue", console / "screens" / "play", *(console / "activities").iterdir()]
    for path in (path for folder in folders for path in folder.glob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                assigned[f"{path.name}: {ast.unparse(node)}"] = ast.unparse(node.value)
    others = {name for name, owner in assigned.items() if not re.search(r"(^self|\b_?state)$", owner)}
    others.remove("state.py: self.activity.table")  # the table of the state is that of its activity
    assert not {name for name in others if "state" in name}
    assert not {name for name in others if (console / "dialogue" / name.partition(":")[0]).exists()}


def test_no_module_is_named_in_a_string() -> None:
    """In a wheel the packages have longer names: one that is imported by a string begins at __package__."""
    named = re.compile(r"(engine|ai|console)(\.\w*)+")
    for path in FILES:
        texts = [node.value for node in nodes(path) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        assert not [text for text in texts if named.fullmatch(text)], label(path)


def test_the_entry_file_imports_the_console_only() -> None:
    assert {name.split(".")[0] for name in _imports(ROOT / "checkers.py")} - set(sys.stdlib_module_names) == {"console"}


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {_module(path): path for path in FILES}


def _own_imports(path: Path) -> frozenset[str]:
    """Return the modules of this program that a file imports."""
    return _imports(path) & MODULES.keys()


def _layer(package: str, part: str) -> int:
    return next(number for number, layer in enumerate(LAYERS[package]) if part in layer)


@pytest.mark.parametrize("package", LAYERS)
def test_every_module_has_its_layer(package: str) -> None:
    parts = {
        path.stem for path in (ROOT / package).iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert parts - {"__init__"} == {part for layer in LAYERS[package] for part in layer}


@pytest.mark.parametrize("package", LAYERS)
def test_imports_inside_a_package_lead_down(package: str) -> None:
    upward = []
    for path in (each for each in FILES if ROOT / package in each.parents and each != ROOT / package / "__init__.py"):
        here = path.relative_to(ROOT / package).parts[0].removesuffix(".py")
        for name in _own_imports(path):
            top, _, rest = name.partition(".")
            there = rest.partition(".")[0]
            if top == package and there and there != here and _layer(package, there) >= _layer(package, here):
                upward.append(f"{label(path)} imports {name}")
    assert not upward


def test_no_activity_imports_another() -> None:
    """Each can be deleted with its folder; only the composition root knows them all."""
    activities = ROOT / "console" / "activities"
    crossing = []
    for path in activities.rglob("*.py"):
        here = path.relative_to(activities).parts[0]
        for name in _own_imports(path):
            top, _, rest = name.removeprefix("console.").partition(".")
            if top == "activities" and rest and rest.partition(".")[0] != here:
                crossing.append(f"{label(path)} imports {name}")
    assert not crossing


def test_no_modules_import_each_other_in_a_circle() -> None:
    sorter = TopologicalSorter({name: _own_imports(path) - {name} for name, path in MODULES.items()})
    sorter.prepare()  # raises CycleError that names the circle


def test_no_class_has_more_than_25_methods() -> None:
    for path in FILES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                methods = sum(isinstance(each, ast.FunctionDef) for each in node.body)
                assert methods <= 25, f"{label(path)}: {node.name}"


def _decides(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node that decide: operands of comparisons, patterns, keys and indices."""
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


def _deciding_words(tree: Iterable[ast.AST]) -> set[str]:
    """Return the constants that decide, and the one rule set with a name of its own."""
    words = set()
    for part in (part for node in tree for part in _decides(node)):
        words |= {str(word.value) for word in ast.walk(part) if isinstance(word, ast.Constant)}
        names = {ast.unparse(word).removesuffix(".name") for word in ast.iter_child_nodes(part)}
        words |= names & {"AMERICAN"}  # a variable may be called killer
    return words


def test_no_rule_sets_name_is_tested_anywhere() -> None:
    """A rule set is data: its name stands in its table entry, elsewhere only as what is taken where none is given."""
    for path in FILES:
        if path != ROOT / "engine" / "rules.py":
            assert not _deciding_words(nodes(path)) & {*RULE_SETS, "AMERICAN"}, label(path)


@pytest.mark.parametrize(
    "line",
    [
        'rules.name == "russian"',
        '{"italian": 1}[rules.name]',
        'RULE_SETS["casual"]',
        'rules.name.startswith("international")',
        'match name:\n    case "triple-king":\n        pass',
        "rules.name != AMERICAN.name",
    ],
)
def test_a_tested_name_would_be_found(line: str) -> None:
    assert _deciding_words(ast.walk(ast.parse(line))) & {*RULE_SETS, "AMERICAN"}
