"""The doorway: what everybody passes through. Rooms can be taken away, and an entry imports no more than it needs."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import copyfile, copytree
from typing import Final

import pytest
from support import sources
from support.paths import DATA, ROOT, TESTS
from support.sources import label

ACTIVITIES: Final = ROOT / "console" / "activities"
ROOMS: Final = sorted(path.parent.name for path in ACTIVITIES.glob("*/room.py") if path.parent.name != "play")

# An evening in plain lines and on the screen. Its arguments are the folders of modules, the copy first, and more lines.
EVENING: Final = """
import io, sys
from pathlib import Path
sys.path[:0] = sys.argv[1:4]
lines = "menu", "11-15", "undo", "11-15", "save a", "load a", *sys.argv[4:], "resign", "Y", "N"
sys.stdin = io.TextIOWrapper(io.BytesIO("\\n".join(lines).encode()))
from console.cli.main import main
assert main(["--plain", "--keep", "--name", "Dan", "--first", "--level", "1", "--seed", "1"]) == 0
from console.storage.store import open_store
from support.play_screen import PlaySession
session = PlaySession(store=open_store(automatic=True))
session.send("f9")
print(session.text)
session.send("escape")
session.type("11-15", "undo", "11-15", "save b")
print(session.text)
session.type("load b", "resign", "Y")
print(session.text)
session.play.close()
import console
assert console.__file__.startswith(sys.argv[1])
"""


def evening_without(rooms: Iterable[str], folder: Path, *more: str) -> str:
    """Return what is said in an evening with a copy of the program that lacks some rooms; ``more`` lines are typed."""
    copy = folder / "copy"
    copytree(ROOT / "console", copy / "console", ignore=lambda at, _: rooms if Path(at) == ACTIVITIES else ())
    copyfile(ROOT / "CHECKERS.DOC", copy / "CHECKERS.DOC")
    home = os.environ | {"CHECKERS_HOME": str(folder / "home"), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-c", EVENING, *map(str, (copy, TESTS, ROOT)), *more]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=home, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def is_whole(said: str) -> bool:
    """Return True if a game was played, saved and left in plain lines, and another one on the screen."""
    parts = "  Game  ", "Taken back", "Saved as a.", "you resigned", "Good-bye", "═ Menu ═", "Saved as b.", "resigned"
    return re.search(".*".join(map(re.escape, parts)), said, re.DOTALL) is not None


def test_plays_on_without_any_room(tmp_path: Path) -> None:
    said = evening_without(ROOMS, tmp_path, "book", "problem")
    assert is_whole(said), said
    assert 'has no "problem"' in said


@pytest.mark.slow
@pytest.mark.parametrize("room", ROOMS)
def test_plays_on_without_one_room(room: str, tmp_path: Path) -> None:
    said = evening_without([room], tmp_path)
    assert is_whole(said), said


def test_no_module_of_the_core_names_a_room() -> None:
    """In an import or a string; ``checkers course`` is a command of its room."""
    named = re.compile(rf"\bactivities\.({'|'.join(ROOMS)})\b")
    core = [path for path in sources.MODULES if ACTIVITIES not in path.parents or path.parent.name == "play"]
    assert {label(path) for path in core if named.search(path.read_text("utf-8"))} == {"console/cli/course.py"}


# The modules that an entry imports

ENTRIES: Final = {
    "version": (["--version"], "", 7),
    "perft": (["perft", "1"], "", 17),
    "show": (["show", "-"], "1. 11-15 23-18 *", 44),
    "prompt": (["--plain", "--name", "Dan", "--first", "--level", "1"], "", 102),
    "move": (["--plain", "--name", "Dan", "--first", "--level", "1", "--seed", "1"], "11-15\n", 132),
    "evening": (
        ["--plain", "--keep", "--name", "Dan", "--first", "--level", "1", "--seed", "1", "--jumping", "huff"],
        "11-15\nhint\nhint\nundo\n11-15\nsave a\nload a\nresign\nY\nN\n",
        143,
    ),
}
"""The entries: arguments, what is typed, and how many modules may be imported where all are interpreted."""
SLOW: Final = {"evening"}
LOADED: Final = DATA / "doorway.txt"

# Runs the program, and prints by whom each of its modules was imported first.
RECORDER: Final = """
import atexit, json, sys
by = {}
class Recorder:
    def find_spec(self, name, path=None, target=None):
        frame = sys._getframe(1)
        while frame is not None and frame.f_globals["__name__"].partition(".")[0] not in ("engine", "ai", "console"):
            frame = frame.f_back
        if name.partition(".")[0] in ("engine", "ai", "console"):
            by.setdefault(name, "" if frame is None else frame.f_globals["__name__"])
sys.meta_path.insert(0, Recorder())
sys.path.insert(0, sys.argv.pop(1))
def tell():
    loaded = {name: by[name] for name in by if not getattr(sys.modules.get(name), "__path__", None)}
    print(json.dumps({name: who for name, who in loaded.items() if name in sys.modules}), file=sys.stderr)
atexit.register(tell)
from console.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def imported(entry: str, home: Path) -> dict[str, str]:
    """Return the modules that an entry imports, each with the module that imported it first."""
    arguments, typed, _ = ENTRIES[entry]
    command = [sys.executable, "-c", RECORDER, str(ROOT), *arguments]
    environment = os.environ | {"CHECKERS_HOME": str(home)}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=environment, input=typed, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, str] = json.loads(done.stderr.splitlines()[-1])
    return found


def chain(name: str, by: dict[str, str]) -> str:
    """Return the imports that lead to a module, from the entry."""
    names = [name]
    while by.get(names[0]):
        names.insert(0, by[names[0]])
    return " > ".join(names)


def known() -> Iterator[tuple[str, set[str]]]:
    """Yield the entries with the modules that each imported when the file was written."""
    for block in LOADED.read_text("ascii").split("\n\n"):
        entry, *names = block.split()
        yield entry, set(names)


@pytest.mark.parametrize("entry", [pytest.param(each, marks=[pytest.mark.slow] * (each in SLOW)) for each in ENTRIES])
def test_an_entry_keeps_its_budget_of_modules(entry: str, tmp_path: Path) -> None:
    """``GOLDEN=write`` renews the list of modules, by which the new ones are found."""
    by = imported(entry, tmp_path)
    if os.environ.get("GOLDEN") == "write":
        blocks = ["\n".join([name, *sorted(some)]) for name, some in (dict(known()) | {entry: {*by}}).items()]
        LOADED.write_text("\n\n".join(blocks) + "\n", "ascii")
    new = [chain(name, by) for name in by if name not in dict(known())[entry]]
    assert len(by) <= ENTRIES[entry][2], "\n".join([f"{len(by)} modules", *new])


def test_plain_lines_load_no_screen_and_no_room(tmp_path: Path) -> None:
    by = imported("move", tmp_path)
    rooms = [name for name in by if name.startswith("console.activities.") and ".play." not in name]
    unwanted = [name for name in by if name.startswith("console.screens")]
    unwanted += [name for name in rooms if not name.endswith(".room")]
    assert [chain(name, by) for name in unwanted] == []
