"""Ctrl-C while the program loads."""

import subprocess
import sys

import pytest
from support.cases import cases
from support.paths import INSTALLED, ROOT
from support.platform_marks import posix

# Runs checkers.py and sends Ctrl-C just before the module of the first argument is imported. In the body of a class
# Python 3.11 turns it into a RuntimeError, and in the callback of a weak reference it is lost.
PROBE = """
import os, runpy, signal, sys, weakref
how, target = sys.argv[1], sys.argv[2]

class Thing:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGINT)

class Finder:
    def find_spec(self, name, path=None, target_module=None):
        if name == target:
            print("here", flush=True)
            if how == "class":
                type("Holder", (), {"thing": Thing()})
            elif how == "callback":
                thing = Thing()
                kept = weakref.ref(thing, lambda reference: os.kill(os.getpid(), signal.SIGINT))
                del thing
            else:
                os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
sys.argv = ["checkers.py", *sys.argv[3:]]
runpy.run_path("checkers.py", run_name="__main__")
"""


def interrupted(how: str, target: str, *arguments: str) -> tuple[int, str, str]:
    """Return the exit status, output and errors of a start that is interrupted before an import."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, how, target, *arguments],
        input="Dan\nY\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=ROOT,
    )
    return done.returncode, done.stdout, done.stderr


@posix
@pytest.mark.parametrize(
    ("how", "target", "arguments"),
    [
        ("at once", "console.cli.loading", []),
        ("at once", "console.cli.main", []),
        ("class", "console.cli.parser", []),
        ("callback", "engine.moves", []),
        ("class", "console.storage.store", ["--name", "Dan"]),
        ("class", "console.plain.front_end", []),
        ("callback", "console.cli.perft", ["perft", "3"]),
    ],
)
def test_ctrl_c_during_loading_ends_the_program_silently(how: str, target: str, arguments: list[str]) -> None:
    assert interrupted(how, target, *arguments) == (130, "here\n", "")


@posix
def test_ctrl_c_before_the_entry_is_loaded_ends_the_program_silently() -> None:
    entry = f"sys.path.append({str(INSTALLED.parent)!r})\nfrom ega_checkers.__main__ import main\nsys.exit(main())"
    code = f"{PROBE.partition('sys.argv =')[0]}\n{entry}"
    done = subprocess.run(
        [sys.executable, "-c", code, "at once", "checkers"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "here\n", "")


@posix
def test_an_ignored_ctrl_c_stays_ignored() -> None:
    """The command nohup and the background jobs of a shell require this."""
    code = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); import checkers;"
        "sys.argv = ['checkers', '--version']; checkers.main();"
        "sys.exit(signal.getsignal(signal.SIGINT) is not signal.SIG_IGN)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, cwd=ROOT).returncode == 0


UNLOADED = cases("unloaded_modules")


def test_the_first_question_loads_only_what_it_needs() -> None:
    code = "import sys, checkers; sys.argv = ['checkers']; checkers.main(); print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], input="", capture_output=True, text=True, check=True, cwd=ROOT)
    assert "Your name?" in done.stdout
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint(name for when, name in UNLOADED if when == "question")
    small = {"ai.levels", "ai.score", "ai.whole_files"}
    assert {name for name in loaded if name.startswith("ai.")} <= small


def test_the_board_loads_no_screen_that_is_opened_later() -> None:
    code = "import sys, console.cli.composition, console.screens.run, console.screens.play.screen; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert set(done.stdout.split()).isdisjoint(name for when, name in UNLOADED if when == "board")
