"""An example: a whole game on a pipe. The program is started, reads answers from its input, and speaks."""

import os
import subprocess
import sys
from pathlib import Path

from support.paths import ROOT

ANSWERS = "Dan\nY\nC3 E5\nY\nG7\nN\nN\n"  # the name, who begins, then the jump with its two landings
SPOKEN = """\
In a pipe only the games that you save are kept; --keep keeps the rest, too.
Your name? Dan
Do you want to go first (Y/N)? Y
You play Black against level 5. Type ? for help.
Huff: miss a jump and you lose a man.
You meet the County Champion, who will make sure you hear about it.
The rules: american, huff.
You (Black) have a man on C3. I (White) have 2 men on D4 and F6. I am one
piece ahead, 2 to 1. It is your move.
Your move (like C3 D4)? C3 E5
Is it a multiple jump (Y/N)? Y
Next square? G7
Is it a multiple jump (Y/N)? N
You take D4 and F6.
Dan (Black) wins: the County Champion has no men left.
Congratulations, Dan!
1 move.
Another game (Y/N)? N
Good-bye, Dan.
"""


def test_plays_a_whole_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "checkers.py"), "--seed", "1", "--no-board", "--fen", "B:W15,22:B11"],
        input=ANSWERS,
        capture_output=True,
        text=True,
        env={**os.environ, "CHECKERS_HOME": str(tmp_path)},
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == (SPOKEN, "", 0)
