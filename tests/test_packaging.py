"""The installation: what README promises, CI runs, and setup.py builds are the same thing."""

import ast
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from conftest import built, load_setup
from packaging.requirements import Requirement
from support.paths import INSTALLED, ROOT
from support.platform_marks import posix
from support.sources import label

from engine.native_types import is_compiled

README = (ROOT / "README.md").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MOST_BINARY = 18_500_000  # bytes of the packed files that are not text


def commands(language: str) -> list[str]:
    """Return the lines of README's code blocks in one language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [line for block in found for line in block.splitlines()]


def test_readme_has_the_same_commands_for_each_system() -> None:
    """To play, to test, and both once more with two packages."""
    wanted = ["checkers", "python -m pytest", "python checkers.py", "python -m pytest"]
    assert [line.rpartition("/")[2] for line in commands("sh")] == wanted
    assert [line.rpartition("\\")[2] for line in commands("bat")] == wanted
    posix = [line.replace("python3 ", "py ").replace("/bin/", "/Scripts/").replace("'", "") for line in commands("sh")]
    assert [line.replace("\\", "/") for line in commands("bat")] == posix


def test_readme_installs_two_packages_for_the_bare_way() -> None:
    installed = [line.partition(" install ")[2].partition(" &&")[0] for line in commands("sh")[:3]]
    assert installed == [".", "-e '.[test]'", "blessed pytest"]


@posix
def test_ci_can_be_run_and_takes_its_commands_from_readme() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    text = script.read_text("utf-8")
    assert "play=$(readme checkers)" in text
    assert "test=$(readme 'python -m pytest')" in text
    assert "bare=$(readme 'python checkers.py')" in text
    for command in commands("sh")[:3]:
        assert command not in text


def test_the_picture_of_the_board_fits_a_screen() -> None:
    picture = commands("text")
    assert len(picture) <= 24
    assert max(map(len, picture)) <= 80


def test_the_layout_lists_every_package() -> None:
    layout = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("| where ")[2].partition("\n\n")[0]
    packages = [path.parent for top in ("ai", "console") for path in ROOT.glob(f"{top}/*/__init__.py")]
    listed = re.findall(r"`((?:ai|console)/\w+)/`", layout)
    assert sorted(listed) == sorted(path.relative_to(ROOT).as_posix() for path in packages)


def test_every_compiled_module_is_there_and_in_the_digest() -> None:
    setup = load_setup()
    ingredients = setup.ingredients()
    assert {ROOT / name for name in setup.COMPILED} <= set(ingredients)
    assert ROOT / "engine" / "geometry.py" in ingredients


def test_sees_every_form_of_import_and_rejects_relative_ones() -> None:
    imported = load_setup().imported
    inside = "def later():\n    from engine.moves import (\n        MoveGenerator,\n    )"
    for line in ("from engine import rules, moves", "import os, engine.moves as generator", inside):
        assert {"engine", "engine.moves"} <= imported(line)
    with pytest.raises(ValueError, match="line 2"):
        imported("import os\nfrom . import moves\n")


def test_a_changed_ingredient_changes_the_name_of_the_library(tmp_path: Path) -> None:
    shutil.copy(ROOT / "setup.py", tmp_path)
    for path in load_setup().ingredients():
        (tmp_path / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, tmp_path / path.relative_to(ROOT))

    def library() -> str:
        command = [sys.executable, "-c", "import setup; print(setup.library_name())"]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.strip()

    assert library() == load_setup().library_name()
    with (tmp_path / "engine" / "geometry.py").open("a") as module:
        module.write("# a constant might have changed\n")
    assert library() != load_setup().library_name()


def test_changes_the_generated_c_code_and_misses_nothing() -> None:
    setup = load_setup()
    declared = [f"extern int64_t CPyDef_{name}(PyObject *self);" for name in setup.CLONED]
    defined = [f"int64_t CPyDef_{name}(PyObject *self) {{\n    return CPyDef_more(self);\n}}" for name in setup.CLONED]
    cloned = setup.clone_functions("\n".join([*declared, *defined]))
    assert cloned == "\n".join([*declared, *(setup.TARGET_CLONES + each for each in defined)])
    with pytest.raises(ValueError, match="2 of 3 functions found to clone"):
        setup.clone_functions("\n".join([*declared, *defined[1:]]))
    head = f"char CPyDef_{setup.PREFETCHING}(PyObject *self, int64_t key)"
    read = "    r5 = *(int64_t *)r4;\n"
    prefetching = setup.PREFETCH.format(word="r5", place="r4")
    fetched = setup.prefetch_bucket(f"extern {head};\n{head} {{\n{read}    return 1;\n}}\n")
    assert fetched == f"extern {head};\n{head} {{\n   {prefetching}\n    return 1;\n}}\n"
    for reads in ("", 2 * read):
        with pytest.raises(ValueError, match=rf"[02] reads instead of 1 in {setup.PREFETCHING}"):
            setup.prefetch_bucket(f"{head} {{\n{reads}    return 1;\n}}\n")


def test_the_modules_are_of_the_kind_the_header_says() -> None:
    from engine import moves

    assert (Path(moves.__file__).suffix != ".py") == (built() == "compiled") == is_compiled()


def test_imports_of_compiled_modules_are_installed() -> None:
    """A compiled module may import what its types come from, whatever the source falls back to."""
    names = load_setup().imported((ROOT / "engine" / "native_types.py").read_text("utf-8"))
    foreign = {name.partition(".")[0] for name in names} - set(sys.stdlib_module_names)
    declared = {re.split(r"[^\w-]", need)[0].replace("-", "_") for need in PROJECT["project"]["dependencies"]}
    assert {"librt", "mypy_extensions"} <= foreign <= declared


@pytest.mark.parametrize(
    ("system", "machine", "python", "wanted"),
    [
        ("linux", "x86_64", "3.11", True),
        ("linux", "aarch64", "3.15", True),
        ("win32", "ARM64", "3.14", True),
        ("darwin", "arm64", "3.14", True),
        ("linux", "armv7l", "3.14", False),
        ("linux", "x86_64", "3.16", False),
        ("freebsd15", "amd64", "3.14", False),
        ("android", "aarch64", "3.14", False),
    ],
)
def test_pip_compiles_no_package_that_the_program_does_without(
    system: str, machine: str, python: str, wanted: bool
) -> None:
    """The modules that need librt run interpreted without it, and mypy needs it too."""
    here = {"sys_platform": system, "platform_machine": machine, "python_version": python}
    needs = [*map(Requirement, PROJECT["project"]["dependencies"] + PROJECT["build-system"]["requires"])]
    asked = [need for need in needs if need.name in ("librt", "mypy")]
    assert len(asked) == 3
    for implementation in ("cpython", "pypy"):
        environment = {**here, "implementation_name": implementation}
        found = {need.marker is None or need.marker.evaluate(environment) for need in asked}
        assert found == {wanted and implementation == "cpython"}


def test_the_build_type_checks_with_the_mypy_it_compiles_with() -> None:
    mypy = next(need for need in PROJECT["build-system"]["requires"] if need.startswith("mypy"))
    assert mypy.partition(";")[0] in PROJECT["project"]["optional-dependencies"]["test"]


def test_installs_interpreted_modules_where_mypyc_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise SystemExit("a type error")

    monkeypatch.setitem(sys.modules, "mypyc.build", SimpleNamespace(mypycify=fail))
    assert load_setup().extensions(Path(), "") == []
    assert capsys.readouterr().err.endswith("not compiled, so they run interpreted: SystemExit: a type error\n")


def test_installs_compiled_modules_whose_c_code_is_not_as_expected(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Without the functions to clone, the read is still replaced."""
    setup = load_setup()
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "build" / f"__native_{setup.library_name()}.c"

    def mypycify(*arguments: object, **options: object) -> list[SimpleNamespace]:
        source.parent.mkdir()
        source.write_text(f"char CPyDef_{setup.PREFETCHING}(PyObject *self) {{\n    r5 = *(int64_t *)r4;\n}}\n")
        return [SimpleNamespace(extra_compile_args=["-O3"])]

    monkeypatch.setitem(sys.modules, "mypyc.build", SimpleNamespace(mypycify=mypycify))
    assert len(setup.extensions(Path(), "")) == 1
    assert "__builtin_prefetch" in source.read_text()
    note = "The compiled modules will be slower: 0 of 3 functions found to clone: mypyc names them otherwise\n"
    assert capsys.readouterr().err == note


OLD_PYTHON = "EGA Checkers needs Python 3.11 or later. This is Python 3.10."


def test_an_old_python_can_read_the_entry_files() -> None:
    for path in (ROOT / "checkers.py", ROOT / "setup.py", INSTALLED / "__init__.py", INSTALLED / "__main__.py"):
        ast.parse(path.read_text("utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize(
    "line",
    ["import checkers; checkers.main()", "sys.path.append({!r}); from ega_checkers.__main__ import main; main()"],
)
def test_an_old_python_gets_one_sentence(line: str) -> None:
    code = line.format(str(INSTALLED.parent))
    command = [sys.executable, "-c", f"import sys; sys.version_info = (3, 10, 13); {code}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{OLD_PYTHON}\n")


def test_a_wheel_has_every_file_of_the_packages_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    setup = load_setup()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(setup, "by_longer_names", lambda source: source)
    setup.stage()
    staged = {path.relative_to(setup.STAGED).as_posix() for path in setup.STAGED.rglob("*") if path.is_file()}
    found = {path for top in ("engine", "ai", "console") for path in (ROOT / top).rglob("*.*") if path.is_file()}
    left_out = {".md", ".pyc", ".so", ".pyd"}
    elsewhere = {INSTALLED.parent, ROOT / "console" / "web"}
    wanted = {label(path) for path in found if path.suffix not in left_out and not elsewhere & {*path.parents}}
    assert staged == wanted | {path.name for path in INSTALLED.glob("*.*")} | {"checkers.py", "CHECKERS.DOC"}


def test_the_sources_and_terms_of_all_data_are_named() -> None:
    """In the machine-readable format of Debian."""
    mit, named = (ROOT / name for name in PROJECT["project"]["license-files"])
    text = named.read_text("ascii")
    blocks = re.findall(r"^Files:(.+?)^Copyright:", text, re.MULTILINE | re.DOTALL)
    patterns = {pattern for block in blocks for pattern in block.split()} - {"*"}
    programs = (".py", ".pyi", ".pyc", ".so", ".pyd", ".md", ".sql")
    tops = [ROOT / "engine", ROOT / "ai", ROOT / "console", ROOT / "tests" / "data"]
    data = {label(path) for top in tops for path in top.rglob("*") if path.is_file() and path.suffix not in programs}
    assert {path for path in data if not any(fnmatch(path, pattern) for pattern in patterns)} == set()
    assert {pattern for pattern in patterns if not any(fnmatch(path, pattern) for path in data)} == set()
    terms = mit.read_text("ascii").partition("authors\n\n")[2]
    assert terms.split() == text.rpartition("License: MIT\n")[2].replace("\n .\n", "\n").split()


def test_in_a_wheel_our_packages_import_each_other_by_longer_names() -> None:
    longer = load_setup().by_longer_names
    source = (
        "import ai_tools\nfrom enginery import x\n\n\ndef f():\n    from engine.fen import (\n        fen,\n    )\n"
    )
    assert longer(source) == source.replace("engine.fen", "ega_checkers.engine.fen")
    assert longer("from checkers import main\n") == "from ega_checkers.checkers import main\n"
    for line in ("import engine.game", 'name = "console.cli."', 'f"console.cli.{name}"'):
        with pytest.raises(ValueError, match="line 2: write "):
            longer(f"import os\n{line}\n")


def test_the_same_files_are_packed_to_the_same_bytes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    packed: list[bytes] = []
    for time in (1_000_000_000, 1_100_000_000):
        Path("folder").mkdir()
        for name in ("b", "a")[:: 1 if packed else -1]:
            Path("folder", name).write_text(name)
            os.utime(Path("folder", name), (time, time))
        load_setup().packed_alike("packed.tar.gz", "folder")
        packed.append(Path("packed.tar.gz").read_bytes())
        shutil.rmtree("folder")
    assert packed[0] == packed[1]


def load_script(name: str) -> ModuleType:
    """Return a program of .ci as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_manifests_name_the_files_of_a_release(tmp_path: Path) -> None:
    for name in ("ega_checkers-9.8.7.tar.gz", "ega-checkers-9.8.7-windows.zip"):
        (tmp_path / name).write_bytes(name.encode())
    script = load_script("manifests")
    about = script.described(tmp_path)
    texts = dict(script.manifests(about))
    assert {Path(name).parts[0] for name in texts} == {"winget", "scoop", "homebrew", "aur", "nix"}
    assert json.loads(texts["scoop/ega-checkers.json"])["architecture"]["64bit"]["hash"] == about["zip_sha"]
    assert [name for name, text in texts.items() if "9.8.7" not in text] == []
    packages = {re.split(r"[^\w-]", need)[0] for need in PROJECT["project"]["dependencies"]}
    (depends,) = re.findall(r"^depends=\((.+)\)$", texts["aur/PKGBUILD"], re.MULTILINE)
    assert {*shlex.split(depends)} == {"python", *(f"python-{each.replace('-', '_')}" for each in packages)}
    assert f"dependencies = with python3Packages; [ {' '.join(sorted(packages))} ]" in texts["nix/package.nix"]
    addresses = re.findall(r"https://[^\s\"]+", "".join(texts.values()))
    assert {each for each in addresses if "aka.ms" not in each} == {about["home"], about["source"], about["zip"]}


def test_the_zip_for_windows_finds_its_packages_and_has_their_licenses(tmp_path: Path) -> None:
    (tmp_path / "python313._pth").write_text("python313.zip")
    wheel = tmp_path / "packed.whl"
    for names in (["m.py"], ["m.py", "m-1.data/share/x", "m-1.dist-info/licenses/LICENSE"]):
        with zipfile.ZipFile(wheel, "w") as content:
            for name in names:
                content.writestr(name, b"")
        found = load_script("windows_zip").files(tmp_path, [wheel])
        if len(names) == 1:
            with pytest.raises(ValueError, match=r"packed\.whl has no license"):
                dict(found)
    files = dict(found)
    assert files["python/python313._pth"].splitlines()[-1] == rb"..\packages"
    assert {name for name in files if name[:3] == "pac"} == {"packages/m.py", f"packages/{names[-1]}"}


def test_the_texts_of_the_zip_fit_a_console() -> None:
    texts = dict(load_script("windows_zip").texts("1.3.0"))
    assert set(texts) == {"README.TXT", "LICENSE.TXT", "checkers.bat"}
    assert "EGA Checkers 1.3.0 for Windows" in texts["README.TXT"]
    assert max(map(len, texts["README.TXT"].splitlines())) < 80
    assert all(text.isascii() for text in texts.values())


def test_a_package_index_gets_absolute_links() -> None:
    address = PROJECT["project"]["urls"]["Source"]
    text = load_setup().description()
    assert f"]({address}/raw/HEAD/tests/golden/screen.svg)" in text
    assert f"]({address}/blob/HEAD/CHECKERS.DOC)" in text
    assert all(link.startswith("https://") for link in re.findall(r"\]\((.+?)\)", text))


def test_packed_binary_files_are_small() -> None:
    """They hardly compress, and a wheel has at most 20 MB."""
    binary = {".book", ".tables", ".evaluation", ".xz"}
    paths = [path for top in ("engine", "ai", "console") for path in (ROOT / top).rglob("*.*") if path.suffix in binary]
    assert len(paths) > 30
    assert sum(path.stat().st_size for path in paths) <= MOST_BINARY
