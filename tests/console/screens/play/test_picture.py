"""The picture in README: a screen of the game as SVG. ``GOLDEN=write`` renews it."""

import os

from support.conversation import Script, converse, options
from support.headless_screens import THEMES
from support.paths import GOLDEN, ROOT
from support.play_screen import PlaySession

from console.screens.widgets.svg import svg

FILE = GOLDEN.resolve() / "screen.svg"
MOVES = ["C5 D6", "C1 D2", "B4 C5", "D6 F4", "N", "C5 D4", "D4 F6", "N", "A5 B4"]
REPLIES = ["24-20", "28-24", "23-18", "26x19x12", "22-18", "25x18", "24-19"]


def test_keeps_the_picture_of_readme_current() -> None:
    session = PlaySession(options(), Script(REPLIES), (80, 25))
    session.type(*MOVES)
    now = svg(session.picture(), THEMES["colour"].palette)
    if os.environ.get("GOLDEN") == "write":
        FILE.write_text(now, "utf-8")
    assert FILE.read_text("utf-8") == now, "the screen looks different; GOLDEN=write keeps the new look"
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"]({FILE.relative_to(ROOT).as_posix()})" in readme
    assert "GOLDEN=write" in readme


def test_keeps_the_lines_of_readme_current() -> None:
    shown = (ROOT / "README.md").read_text("utf-8").partition("```text\n")[2].partition("```")[0]
    assert len(shown) > 500
    paper = converse(["Dan", "Y", "C3 D4"], options(name=None, first=None), Script(["22-18"]))
    assert paper.startswith(shown)
