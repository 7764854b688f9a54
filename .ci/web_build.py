"""Steps of the build of the page, for ``.ci/web``. FOLDER is its folder, and has a copy of the tree.

python .ci/web_build.py headers FOLDER           include: Python's headers, and pyconfig.h as Pyodide has it
python .ci/web_build.py sources FOLDER           tree/build: the C code of the compiled modules
python .ci/web_build.py modules FOLDER RUNTIME   prints each module to compile, and its sources; RUNTIME is lib-rt
python .ci/web_build.py page FOLDER              dist/web
"""

import hashlib
import json
import os
import re
import shutil
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUFFIX = ".cpython-314-wasm32-emscripten.so"
# What a browser cannot do: programs and calls. Rooms can be left out. And what wcwidth knows of other terminals.
LEFT_OUT = ("_known_*", "engines", "modem", "installed", "*.md", "*.js", "*.css", "*.html", "*.c")
# The files of the program that come when they are first read, and of those the part that comes at the start: of tables
# the head, which is read to know them.
LATER = {".evaluation": 0, ".book": 0, ".xz": 0, ".problems": 0, ".classics": 0, ".tables": 1 << 14}
LEAST_LATER = 1 << 15
PAGE = {
    "pyodide": ("pyodide", ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")),
    "xterm": ("@xterm/xterm", ("lib/xterm.mjs", "css/xterm.css")),
    "xterm/": ("@xterm/addon-webgl", ("lib/addon-webgl.mjs",)),
}
MOVED = (1980, 1, 1, 0, 0, 0)  # the time of all files in the zip: the same sources give the same page


def headers(folder: Path) -> None:
    """Copy Python's headers, with the sizes of Pyodide's Python in ``pyconfig.h``."""
    shutil.rmtree(folder / "include", ignore_errors=True)
    shutil.copytree(folder / "headers" / "usr" / "include" / "python3.14", folder / "include")
    native = max(folder.glob("headers/**/pyconfig.h"), key=lambda path: path.stat().st_size)
    names = set(re.findall(r"#\s*(?:define|undef)\s+(\w+)", native.read_text("utf-8")))
    found: dict[str, object] = {}
    with zipfile.ZipFile(folder / "node_modules" / "pyodide" / "python_stdlib.zip") as library:
        exec(library.read("_sysconfigdata__emscripten_wasm32-emscripten.py"), found)
    known: dict[str, object] = found["build_time_vars"]  # type: ignore[assignment]
    lines = (f"#define {name} {known[name]}\n" for name in sorted(names) if known.get(name) not in (None, 0, ""))
    (folder / "include" / "pyconfig.h").write_text("".join(lines), "utf-8")


def sources(folder: Path) -> None:
    """Write the C code as for a machine of 32 bits. Raises RuntimeError if mypyc fails."""
    native = sysconfig.get_config_var
    sysconfig.get_config_var = lambda name: 4 if name == "SIZEOF_SIZE_T" else native(name)  # type: ignore[assignment]
    os.chdir(folder / "tree")
    sys.path.insert(0, ".")
    import setup

    if not setup.extensions(Path(), ""):
        raise RuntimeError("mypyc compiles nothing")


def modules(folder: Path, runtime: Path) -> Iterator[tuple[str, list[Path]]]:
    """Yield the path of each module in the tree, and its C files."""
    build = folder / "tree" / "build"
    [library] = build.glob("__native_*.c")
    yield f"{library.stem.removeprefix('__native_')}__mypyc{SUFFIX}", [library]
    yield (
        f"librt/vecs{SUFFIX}",
        [path for path in sorted((runtime / "vecs").glob("*.c")) if "template" not in path.name],
    )
    for path in sorted(build.rglob("*.c")):
        if path != library:
            yield path.relative_to(build).with_suffix(SUFFIX).as_posix(), [path]


def page(folder: Path) -> None:
    """Make the page from the tree, the packages in ``site`` and those of npm."""
    tree, target, packages = folder / "tree", ROOT / "dist" / "web", folder / "node_modules"
    target.mkdir(parents=True)
    game, later = {}, {}
    for path, name in files_of_the_game(folder):
        is_later = path.suffix in LATER and path.stat().st_size >= LEAST_LATER
        (later if is_later else game)[name] = path.read_bytes()
    for name, content in later.items():
        place = target / "files" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    with zipfile.ZipFile(target / "game.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(game):
            archive.writestr(zipfile.ZipInfo(name, MOVED), game[name], zipfile.ZIP_DEFLATED, 9)
    heads = {name: content[: LATER[Path(name).suffix]] for name, content in later.items()}
    (target / "heads").write_bytes(b"".join(heads.values()))
    for place, (package, names) in PAGE.items():
        (target / place).mkdir(exist_ok=True)
        for name in names:
            shutil.copyfile(packages / package / name, target / place / Path(name).name)
    shutil.copyfile(packages / "dejavu-fonts-ttf" / "ttf" / "DejaVuSansMono.ttf", target / "font.ttf")
    (target / "licenses.txt").write_text(licenses(folder), "utf-8")
    counted = [*(target / "pyodide").iterdir(), target / "game.zip", target / "heads"]
    lock = json.loads((packages / "pyodide" / "pyodide-lock.json").read_text("utf-8"))
    manifest = {
        "python": lock["info"],
        "bytes": sum(path.stat().st_size for path in counted),
        "later": [{"path": name, "size": len(later[name]), "head": len(head)} for name, head in heads.items()],
    }
    (target / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    first = [
        "page.js",
        "page.css",
        "font.ttf",
        *(path.relative_to(target).as_posix() for path in (target / "xterm").iterdir()),
    ]
    version = hashlib.sha256()
    for path in sorted(each for each in target.rglob("*") if each.is_file()):
        version.update(path.read_bytes())
    source = re.search(r'^Source = "(.+)"$', (tree / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert source is not None
    for path in (tree / "console" / "web").glob("*.[hjc]*"):
        text = path.read_text("utf-8")
        version.update(text.encode())
        for word, value in (("SOURCE", source[1]), ("FIRST", json.dumps(sorted(first))[1:-1])):
            text = text.replace(f"@{word}@", value)
        (target / path.name).write_text(text, "utf-8")
    worker = target / "sw.js"
    worker.write_text(worker.read_text("utf-8").replace("@VERSION@", version.hexdigest()[:12]), "utf-8")


def files_of_the_game(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files that the page has of the program and its packages, with their names in the zip.

    Of a module there is the compiled one, or else the bytecode. The rooms are found by the names of their sources.
    """
    tree = folder / "tree"
    chosen = [tree / "CHECKERS.DOC", *tree.glob(f"checkers_native*{SUFFIX}")]
    yield from ((path, path.name) for path in chosen)
    packages = (path for path in (folder / "site").iterdir() if path.suffix != ".dist-info")
    for top in (tree / "engine", tree / "ai", tree / "console", tree / "librt", *packages):
        for path in top.rglob("*") if top.is_dir() else [top]:
            name = path.relative_to(top.parent)
            if path.is_dir() or any(name.match(left) or left in name.parts for left in LEFT_OUT):
                continue
            if path.suffix == ".pyc" and not path.name.startswith("room."):
                name = name.parent.parent / f"{name.name.partition('.')[0]}.pyc"
                is_left_out = (folder / "tree" / name).with_suffix(SUFFIX).exists()
            else:
                is_left_out = path.suffix in (".py", ".pyi") and path.name != "room.py"
            if not is_left_out:
                yield path, name.as_posix()


def licenses(folder: Path) -> str:
    """Return the licenses of all that is packed."""
    packages = folder / "node_modules"
    common = Path("/usr/share/common-licenses/MPL-2.0")
    python = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    parts = {
        "EGA Checkers": (ROOT / "LICENSE").read_text("utf-8"),
        "Data": (ROOT / "console/installed/share/doc/ega-checkers/copyright").read_text("utf-8"),
        "xterm.js": (packages / "@xterm" / "xterm" / "LICENSE").read_text("utf-8"),
        "DejaVu Sans Mono": (packages / "dejavu-fonts-ttf" / "LICENSE").read_text("utf-8"),
        "CPython": python.read_text("utf-8") if python.exists() else "Python Software Foundation License 2",
        "Pyodide (source: https://github.com/pyodide/pyodide)": (
            common.read_text("utf-8") if common.exists() else "Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/"
        ),
    }
    for name in ("librt", "mypy_extensions", "wcwidth"):
        path = min(folder.glob(f"**/site*/**/{name}-*.dist-info/**/LICENSE*"))
        parts[name] = path.read_text("utf-8")
    return "\n\n".join(f"{name}\n{'=' * len(name)}\n\n{text.strip()}" for name, text in parts.items()) + "\n"


def main(step: str, folder: Path, *more: str) -> None:
    """Take a step."""
    if step == "headers":
        headers(folder)
    elif step == "sources":
        sources(folder)
    elif step == "modules":
        for target, found in modules(folder, Path(*more)):
            print(target, *found)
    else:
        page(folder)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:])
