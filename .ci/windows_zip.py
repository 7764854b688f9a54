"""Make the zip for Windows: CPython, the compiled program and its packages, to be unpacked and played.

    python .ci/windows_zip.py PYTHON WHEEL FOLDER

PYTHON is the folder of an unpacked embeddable CPython 3.13, as python.org has it, and WHEEL the program for it. The
packages come from PyPI. The zip is put into FOLDER.
"""

import io
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "console" / "installed" / "windows"
NEEDED = ("blessed", "jinxed", "wcwidth", "librt", "mypy-extensions", "distlib")
# Python looks for modules here and nowhere else, whatever is installed on the machine.
PLACES = "python313.zip\n.\n..\\packages\n"
# What checkers.exe runs: the same as checkers.bat.
START = """
import os
import sys

here = os.path.dirname(sys.argv[0])
if os.path.exists(os.path.join(here, "portable.txt")):
    os.environ["CHECKERS_HOME"] = os.path.join(here, "games")
from ega_checkers.__main__ import main

sys.exit(main())
"""


def texts(version: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of the zip and their names."""
    for path in (*TEXTS.iterdir(), ROOT / "LICENSE"):
        yield path.with_suffix(path.suffix or ".TXT").name, path.read_text("utf-8").replace("{version}", version)


def launcher(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield checkers.exe, by which an installer makes a command: distlib's launcher of scripts, with its license."""
    start = io.BytesIO()
    with zipfile.ZipFile(start, "w") as archive:
        archive.writestr(zipfile.ZipInfo("__main__.py"), START)
    with zipfile.ZipFile(wheel) as content:
        begins = content.read("distlib/t64.exe")
        terms = next(name for name in content.namelist() if name.endswith("/LICENSE.txt"))
        yield "checkers.exe", begins + b"#!<launcher_dir>\\python\\python.exe\n" + start.getvalue()
        yield "python/LICENSE-distlib.txt", content.read(terms)


def files(python: Path, wheels: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the other files of the zip and their names. Raises ValueError if a part has no license."""
    for path in python.iterdir():
        yield f"python/{path.name}", PLACES.encode() if path.suffix == "._pth" else path.read_bytes()
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as content:
            names = [name for name in content.namelist() if not name.endswith("/") and ".data/" not in name]
            if not any(".dist-info/licenses/" in name for name in names):
                raise ValueError(f"{wheel.name} has no license")
            yield from ((f"packages/{name}", content.read(name)) for name in names)


def main(python: Path, wheel: Path, folder: Path) -> None:
    """Make the zip. Its files are in a folder of the same name."""
    version = wheel.name.split("-")[1]
    target = folder / f"ega-checkers-{version}-windows.zip"
    with tempfile.TemporaryDirectory() as needed:
        which = ("--platform", "win_amd64", "--python-version", "3.13", "--only-binary", ":all:", "--no-deps")
        subprocess.run([sys.executable, "-m", "pip", "download", "-q", *which, "-d", needed, *NEEDED], check=True)
        wheels = {path.name.partition("-")[0]: path for path in Path(needed).iterdir()}
        found = dict(launcher(wheels.pop("distlib")))
        found |= files(python, [wheel, *wheels.values()])
    for name, text in texts(version):
        found[name] = text.replace("\n", "\r\n").encode("ascii")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(found):
            archive.writestr(f"{target.stem}/{name}", found[name])


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
