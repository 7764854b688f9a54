"""Try the unpacked zip for Windows, whose folder is the argument: games are saved and go on, and workers start."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

folder = Path(sys.argv[1])


def tell(*arguments: str, typed: str = "") -> str:
    """Start the game as a double click does, and return its output."""
    done = subprocess.run(
        ["cmd", "/c", str(folder / "checkers.bat"), *arguments],
        input=typed,
        stdout=subprocess.PIPE,
        text=True,
        timeout=600,
        check=True,
    )
    return done.stdout


def play_and_go_on(games: Path) -> None:
    """Begin a game whose files lie in ``games``, and go on with it."""
    begun = tell("--keep", "--seed", "8", typed="Dan\nY\nC3 D4\nquit\n")
    assert "I move " in begun, begun
    assert list(games.glob("game*.pdn")), games
    gone_on = tell("--keep", typed="Y\nquit\n")
    assert "D | .   . x .   .   |" in gone_on, gone_on


def main() -> None:
    """Play with the games in the user's folder, then beside the program."""
    assert not tell("--version").rstrip().endswith("interpreted")
    for name in ("README.TXT", "LICENSE.TXT", "checkers.bat"):
        lines = (folder / name).read_bytes().split(b"\n")
        assert all(line.endswith(b"\r") for line in lines[:-1]), name
    with tempfile.TemporaryDirectory() as home:
        os.environ["LOCALAPPDATA"] = home
        play_and_go_on(Path(home, "ega-checkers"))
        (folder / "portable.txt").touch()
        play_and_go_on(folder / "games")
    assert "Elo" in tell("match", "level=1", "level=2", "--games", "4", "--jobs", "2")
    print("The unpacked zip plays.")


if __name__ == "__main__":
    main()
