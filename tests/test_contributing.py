"""The pages for contributors agree with the program: files, exceptions, commands, versions."""

import ast
import os
import re
import subprocess
import tomllib

import pytest
from support import sources
from support.paths import ROOT
from support.platform_marks import posix
from support.sources import label, names_in, nodes

from console.version import DATE, VERSION

TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WORKFLOWS = ROOT / ".github" / "workflows"
PAGES = ["CONTRIBUTING.md", "README.md", *(f"{package}/README.md" for package in ("engine", "ai", "console"))]


def files(text: str) -> set[str]:
    """Return the modules that a text names with their folders."""
    return set(re.findall(r"`([\w/]+/\w+\.py)`", text))


@pytest.mark.parametrize("page", PAGES)
def test_names_files_that_exist(page: str) -> None:
    """A module may be named by its path from the page's folder, a test by its file name."""
    text, tests = (ROOT / page).read_text("utf-8"), {path.name for path in (ROOT / "tests").rglob("test_*.py")}
    quoted = re.findall(r"`((?:[a-z]\w*/)+|[\w./]+\.(?:py|md|DOC))`", text)
    drawn = re.findall(r"^ .*?(\w+/[\w/]+\.py)", text, re.MULTILINE)
    linked = re.findall(r"\]\((?!https)([\w./-]+)", text)
    names = {*quoted, *drawn, *linked} - tests
    assert len(names) > 5
    assert {name for name in names if not any((at / name).exists() for at in (ROOT, (ROOT / page).parent))} == set()


def test_pages_are_short() -> None:
    """So is the newest version's news: ten lines of highlights, each and all others in a line."""
    words = {name: len((ROOT / name).read_text("utf-8").split()) for name in ("README.md", "CONTRIBUTING.md")}
    assert words["README.md"] <= 1_200
    assert words["CONTRIBUTING.md"] <= 4_300
    news = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1]
    assert news.partition("\n### ")[0].count("\n- ") <= 10
    assert [line for line in news.splitlines()[1:] if line and not re.match("- .{,118}$|### ", line)] == []


EXCEPTIONS = re.findall(r"^\| `(\w+)` \| .+? \| (.+?) \| (.+?) \|$", TEXT, re.MULTILINE)


@pytest.mark.parametrize(("name", "raised", "caught"), EXCEPTIONS, ids=[name for name, _, _ in EXCEPTIONS])
def test_lists_where_an_exception_is_raised_and_caught(name: str, raised: str, caught: str) -> None:
    raising, catching = set(), set()
    for path in sources.MODULES:
        for node in nodes(path):
            if isinstance(node, ast.Raise) and name in names_in(node.exc):
                raising.add(label(path))
            if isinstance(node, ast.ExceptHandler) and name in names_in(node.type):
                catching.add(label(path))
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "suppress" and name in names_in(node):
                catching.add(label(path))
    if raised.startswith("every handler"):  # a rule in place of a list
        assert {path for path in raising if path.startswith(("console/activities/", "console/dialogue/"))} == raising
        raising = set()
    assert (files(raised), files(caught)) == (raising, catching)


def test_lists_every_exception_of_the_conversation() -> None:
    found = {
        node.name
        for path in sources.MODULES
        if label(path).startswith(("console/dialogue/", "console/activities/"))
        for node in nodes(path)
        if isinstance(node, ast.ClassDef) and {"Exception", "BaseException"} & set().union(*map(names_in, node.bases))
    }
    assert found <= {name for name, _, _ in EXCEPTIONS}
    assert {"Left", "Begin"} <= found


def test_shows_tests_that_exist() -> None:
    shown = re.findall(r"python -m pytest (tests/[\w/.]+)(?: -k (\w+))?", TEXT)
    assert len(shown) >= 3
    assert all((ROOT / path).exists() for path, _ in shown)
    assert all(re.search(rf"def test_\w*{word}", (ROOT / path).read_text("utf-8")) for path, word in shown if word)


def test_changes_begin_with_this_version() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert next(each for each in headings if not each.endswith(", unreleased")) == f"{VERSION}, {DATE}"


def test_a_change_takes_one_line() -> None:
    _, _, changes = (ROOT / "CHANGELOG.md").read_text("utf-8").partition(f"\n## {VERSION}, {DATE}\n")
    assert [line for line in changes.splitlines() if line.startswith("  ") or len(line) > 120] == []


def test_workflows_run_every_supported_python() -> None:
    listed = [each.rpartition(" ")[2] for each in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d", each)]
    matrix = re.search(r"python: \[(.+)\]", (WORKFLOWS / "tests.yml").read_text("utf-8"))
    assert matrix is not None
    assert re.findall(r'"(.+?)"', matrix[1]) == listed
    assert [f"cp{version.replace('.', '')}-*" for version in listed] == PROJECT["tool"]["cibuildwheel"]["build"]
    assert PROJECT["project"]["requires-python"] == f">={listed[0]}"


def test_hooks_run_the_checks_of_ci() -> None:
    hooks, script = (ROOT / ".pre-commit-config.yaml").read_text("utf-8"), (ROOT / ".ci" / "run").read_text("utf-8")
    for entry in re.findall(r"entry: (.+)", hooks):
        assert entry.removeprefix("python ") in script
    assert re.findall(r"repo: (.+)", hooks) == ["local"]


def test_actions_are_pinned_by_commit() -> None:
    used = re.findall(r"uses: (.+)", "".join(path.read_text("utf-8") for path in WORKFLOWS.glob("*.yml")))
    assert {name.partition("@")[0].partition("/")[0] for name in used} == {"actions", "pypa"}
    assert [name for name in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", name)] == []


def test_no_checkout_keeps_the_credentials() -> None:
    steps = "".join(path.read_text("utf-8") for path in WORKFLOWS.glob("*.yml")).split("- uses: ")
    checkouts = [step for step in steps if step.startswith("actions/checkout@")]
    assert len(checkouts) > 3
    assert all("persist-credentials: false" in step for step in checkouts)


@posix
def test_the_notes_of_a_release_are_those_of_its_version() -> None:
    line = re.search(r"run: (sed .+)>notes.md", (WORKFLOWS / "wheels.yml").read_text("utf-8"))
    assert line is not None
    told = subprocess.run(
        ["sh", "-c", line[1]],
        cwd=ROOT,
        env={**os.environ, "GITHUB_REF_NAME": f"v{VERSION}"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout
    _, changes = (ROOT / "CHANGELOG.md").read_text("utf-8").split(f"\n## {VERSION}, {DATE}\n")
    assert told.strip() == changes.partition("\n## ")[0].strip() != ""


def test_the_address_of_the_project_stands_in_one_place() -> None:
    """A release fails unless it is the address of its repository."""
    assert 'grep -qxF "Source = ' in (WORKFLOWS / "wheels.yml").read_text("utf-8")
    address = PROJECT["project"]["urls"]["Source"]
    texts = [ROOT / "setup.py", ROOT / "CHECKERS.DOC", *(ROOT / page for page in PAGES), *WORKFLOWS.iterdir()]
    assert not [path for path in texts if address in path.read_text("utf-8")]
