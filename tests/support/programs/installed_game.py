"""Try the installed program from another folder: its kind, its manual, a whole game, and a match in worker processes.

The argument is ``compiled`` or ``interpreted``. Nothing of the checkout is imported. Foreign packages with the
names that ours have in a checkout stand first on the path of every program.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def tell(*arguments: str, typed: str = "") -> str:
    """Run a command of the installed program and return its output."""
    with tempfile.TemporaryDirectory() as home:
        for name in ("engine", "ai", "console", "checkers"):
            Path(home, f"{name}.py").write_text("raise ImportError('a foreign package')\n")
        done = subprocess.run(
            [sys.executable, "-m", "ega_checkers", *arguments],
            input=typed,
            stdout=subprocess.PIPE,
            text=True,
            timeout=600,
            check=True,
            cwd=home,
            env={**os.environ, "CHECKERS_HOME": home},
        )
    return done.stdout


assert tell("--version").rstrip().endswith(", interpreted") == (sys.argv[1] == "interpreted")
assert "- end of file -" in tell("--name", "Dan", "--first", typed="help\nC3 D4\nquit\n")
game = tell("--demo", "--no-board", "--level", "1", "--seed", "1")
assert " moves.\nAnother game (Y/N)?" in game, game
assert "Elo" in tell("match", "level=1", "level=2", "--games", "4", "--jobs", "2")
print("The installed program plays.")
