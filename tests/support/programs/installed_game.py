"""Try the installed program from another folder: its kind, its manual, a whole game, and a match in worker processes.

The argument is ``compiled`` or ``interpreted``. Nothing of the checkout is imported.
"""

import os
import subprocess
import sys
import tempfile


def tell(*arguments: str, typed: str = "") -> str:
    """Run a command of the installed program and return its output."""
    with tempfile.TemporaryDirectory() as home:
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
