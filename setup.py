"""Compile the fast modules with mypyc; without a C compiler the same files run interpreted."""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import os
import re
import shutil
import sys
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setuptools import Extension

HERE = Path(__file__).resolve().parent
COMPILED = (
    "engine/bits.py",
    "engine/captures.py",
    "engine/draws.py",
    "engine/moves.py",
    "ai/evaluation/patterns.py",
    "ai/evaluation/network.py",
    "ai/evaluation/evaluate.py",
    "ai/search/transposition_table.py",
    "ai/search/path.py",
    "ai/search/ordering.py",
    "ai/search/node.py",
    "ai/search/root.py",
    "ai/endgames/values.py",
    "ai/endgames/index.py",
    "ai/lab/tables/solve.py",
    "ai/endgames/probe.py",
    "ai/lab/tables/consistency.py",
    "engine/replay.py",
    "ai/lab/problems/shots.py",
)

PACKAGE = "ega_checkers"
OURS = ("engine", "ai", "console", "checkers")
# The source of a wheel: a copy in which our packages stand inside PACKAGE and import each other by these longer names.
STAGED = Path("build", "staged", PACKAGE)
SHARE = Path("console", "installed", "share")
INTERPRETED = "The fast modules are not compiled, so they run interpreted: "

# The functions of the evaluation: they add and multiply many words.
CLONED = ("network___Network___score", "network___Network____output", "patterns___Patterns___score")
TARGET_CLONES = """\
#if defined(__x86_64__) && defined(__GLIBC__) && __GNUC__ >= 12
__attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#endif
"""
# The method whose read becomes a prefetch.
PREFETCHING = "transposition_table___TranspositionTable___prefetch"
PREFETCH = """
#if defined(__GNUC__)
    __builtin_prefetch((const void *){place});
    {word} = 0;
#else
    {word} = *(int64_t *){place};
#endif"""


def imported(source: str) -> set[str]:
    """Return the dotted names that a module may import: ``from engine import moves`` is two."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            if node.level or node.module is None:
                raise ValueError(f"a relative import in line {node.lineno}: compiled modules import by full names")
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    # Importing a module also imports its packages.
    return {".".join(parts[: end + 1]) for parts in (name.split(".") for name in names) for end in range(len(parts))}


def ingredients() -> list[Path]:
    """Return the compiled modules and our modules that they import, whose constants are compiled in."""
    found: set[Path] = set()
    waiting = [HERE / name for name in COMPILED]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            stems = [HERE.joinpath(*name.split(".")) for name in imported(path.read_text("utf-8"))]
            waiting += [
                file for stem in stems for file in (stem.with_suffix(".py"), stem / "__init__.py") if file.is_file()
            ]
    return sorted(found)


def library_name() -> str:
    """Return the name of the compiled library, which ends in a digest of its sources."""
    digest = hashlib.sha256()
    for path in ingredients():
        digest.update(path.relative_to(HERE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"checkers_native_{digest.hexdigest()[:12]}"


def by_longer_names(source: str) -> str:
    """Return a module that imports our packages from inside ``PACKAGE``.

    Raises ValueError at a module that is named otherwise: by ``import engine.game``, or by its full name in a string.
    """
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and not node.level and node.module.split(".")[0] in OURS:
            line, begin = lines[node.lineno - 1], node.col_offset
            lines[node.lineno - 1] = f"{line[:begin]}from {PACKAGE}.{line[begin + len('from ') :]}"
        elif isinstance(node, ast.Import) and {alias.name.split(".")[0] for alias in node.names} & {*OURS}:
            raise ValueError(f"line {node.lineno}: write {ast.unparse(node)} with from")
        elif isinstance(node, ast.Constant) and re.fullmatch(rf"(?:{'|'.join(OURS)})(?:\.\w*)+", str(node.value)):
            raise ValueError(f'line {node.lineno}: write "{node.value}" from __package__ on: a wheel has longer names')
    return "".join(lines)


def stage() -> None:
    """Copy what a wheel has to ``STAGED``. Raises ValueError, which names the file."""
    left_out = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "*.md", "installed", "web")
    shutil.copytree(Path(HERE, "console", "installed", PACKAGE), STAGED, ignore=left_out)
    for name in OURS[:-1]:
        shutil.copytree(HERE / name, STAGED / name, ignore=left_out)
    for name in ("checkers.py", "CHECKERS.DOC"):
        shutil.copy(HERE / name, STAGED)
    for path in STAGED.rglob("*.py"):
        try:
            path.write_text(by_longer_names(path.read_text("utf-8")), "utf-8")
        except ValueError as error:
            raise ValueError(f"{path.relative_to(STAGED)}, {error}") from None


def remove_old_builds(in_place: bool) -> None:
    """Delete the build folder, which would be packed again, and if ``in_place`` the compiled modules in the sources."""
    shutil.rmtree(HERE / "build", ignore_errors=True)
    stems = ["checkers_native*__mypyc", *(name.removesuffix(".py") for name in COMPILED)] if in_place else []
    for old in (path for stem in stems for suffix in ("so", "pyd") for path in HERE.glob(f"{stem}.*{suffix}")):
        old.unlink()


def clone_functions(source: str) -> str:
    """Return C code with GCC's attribute ``target_clones`` at the functions of ``CLONED``.

    There is a clone for each newer level of x86-64, and the loader of the library chooses the clone for the processor.
    The search is then about 15 % faster on processors with AVX-512, and the library still runs on all others. Raises
    ValueError if a function is missing.
    """
    heads = re.compile(rf"^(?=int64_t CPyDef_(?:{'|'.join(CLONED)})\(.*\{{$)", re.MULTILINE)
    text, count = heads.subn(TARGET_CLONES, source)
    if count != len(CLONED):
        raise ValueError(f"{count} of {len(CLONED)} functions found to clone: mypyc names them otherwise")
    return text


def prefetch_bucket(source: str) -> str:
    """Return C code with ``__builtin_prefetch`` of GCC and Clang instead of the read of the method ``PREFETCHING``.

    Python has no such instruction. Without it a quarter of the time of a search is waiting for the first read of a
    bucket of the transposition table. Raises ValueError if the method has not exactly one read.
    """
    method = re.search(rf"^char CPyDef_{PREFETCHING}\(.*?^\}}", source, re.MULTILINE | re.DOTALL)
    read = re.compile(r" (?P<word>\w+) = \*\(int64_t \*\)(?P<place>\w+);")
    found = read.findall(method[0]) if method else []
    if method is None or len(found) != 1:
        raise ValueError(f"{len(found)} reads instead of 1 in {PREFETCHING}")
    body = read.sub(lambda each: PREFETCH.format_map(each.groupdict()), method[0])
    return source.replace(method[0], body)


def extensions(folder: Path, prefix: str) -> list[Extension]:
    """Compile the modules in a folder to C; return the extensions to build, or none if mypyc cannot be used.

    ``prefix`` stands before the name of the library.
    """
    # mypyc adds -Werror, but a warning of another compiler must not stop the build. With no-semantic-interposition
    # the compiler may inline our functions, because no other library replaces them: 10 % faster.
    flags = ["-Wno-error", "-fno-semantic-interposition"] if os.name == "posix" else []
    name = library_name()
    try:
        from mypyc.build import mypycify

        found: list[Extension] = mypycify(
            ["--strict", *(str(folder / each) for each in COMPILED)], opt_level="3", group_name=f"{prefix}{name}"
        )
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, *flags]
    # mypyc exits at an error of types, and a later version may raise anything: the program runs without it.
    except (Exception, SystemExit) as error:
        sys.stderr.write(f"{INTERPRETED}{type(error).__name__}: {error}\n")
        return []
    for change in (clone_functions, prefetch_bucket):
        improve(Path("build", *prefix.split("."), f"__native_{name}.c"), change)
    return found


def improve(path: Path, change: Callable[[str], str]) -> None:
    """Change C code to run faster. If mypyc writes other code than expected, leave it unchanged."""
    try:
        path.write_text(change(path.read_text("utf-8")), "utf-8")
    except (OSError, ValueError) as error:
        sys.stderr.write(f"The compiled modules will be slower: {error}\n")


def description() -> str:
    """Return README.md for a package index, which has no other files: with links to the address of the project."""
    address = re.search(r'^Source = "(.+)"$', (HERE / "pyproject.toml").read_text("utf-8"), re.MULTILINE)[1]
    links = re.compile(r"(!?)\[[^]]*\]\((?!https?:|#)")
    return links.sub(
        lambda link: f"{link[0]}{address}/{'raw' if link[1] else 'blob'}/HEAD/", (HERE / "README.md").read_text("utf-8")
    )


def packed_alike(archive: str, folder: str) -> None:
    """Pack a folder so that the same files give the same bytes: one time, no owner."""
    time = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))  # 1980, as a wheel has no earlier time

    def alike(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = time, 0, 0, "", ""
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        tar.add(folder, filter=alike)
    Path(archive).write_bytes(gzip.compress(buffer.getvalue(), mtime=time))


def shared() -> Iterator[tuple[str, list[str]]]:
    """Yield the files that a wheel puts into the folder ``share`` of its environment, folder by folder."""
    for path in sorted(each for each in SHARE.rglob("*") if each.is_file()):
        yield path.parent.relative_to(SHARE.parent).as_posix(), [path.as_posix()]


def main() -> None:
    """Run setuptools, with the fast modules as extensions if something is to be built."""
    from setuptools import find_namespace_packages, setup
    from setuptools.command.build_ext import build_ext
    from setuptools.command.sdist import sdist
    from setuptools.errors import BaseError, CCompilerError

    class BuildTogether(build_ext):
        """Builds the library and the modules that link to it, or none of them."""

        def build_extensions(self) -> None:
            try:
                super().build_extensions()
            except (BaseError, CCompilerError) as error:
                sys.stderr.write(f"{INTERPRETED}{error}\n")
                for extension in self.extensions:
                    Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
                self.extensions = []

    class PackAlike(sdist):
        """Packs the same sources to the same bytes."""

        def make_archive(self, base_name: str, format: str, base_dir: str, **owner: object) -> str:
            name = f"{base_name}.tar.gz"
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            packed_alike(name, base_dir)
            return name

    commands = set(sys.argv[1:])
    is_described = bool(commands & {"egg_info", "dist_info", "sdist"})
    in_place = bool(commands & {"editable_wheel", "build_ext"})
    if not is_described:
        remove_old_builds(in_place)
    if is_described or in_place:
        folder, prefix = Path(), ""
        packages = [PACKAGE, *OURS[:-1]]
        options = {"py_modules": ["checkers"], "package_dir": {PACKAGE: f"console/installed/{PACKAGE}"}}
    else:
        stage()
        folder, prefix = STAGED, f"{PACKAGE}."
        packages = [PACKAGE, *(f"{PACKAGE}.{name}" for name in find_namespace_packages(str(STAGED)))]
        options = {"package_dir": {PACKAGE: STAGED.as_posix()}, "package_data": {"": ["*"]}, "data_files": [*shared()]}
    interpreted = is_described or os.environ.get("CHECKERS_NO_COMPILE") == "1"
    setup(
        packages=packages,
        ext_modules=[] if interpreted else extensions(folder, prefix),
        cmdclass={"build_ext": BuildTogether, "sdist": PackAlike},
        long_description=description(),
        long_description_content_type="text/markdown",
        **options,
    )


if __name__ == "__main__":
    main()
