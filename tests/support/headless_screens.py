"""Screens without a terminal: send events, read pictures, and compare them with golden ones.

``GOLDEN=write python -m pytest`` renews the golden pictures. Look at the difference before committing it.
"""

from collections.abc import Iterable
from itertools import groupby
from math import inf
from typing import Any, TypeVar
from unittest.mock import patch

from console.screens.play.screen import PlayScreen
from console.screens.widgets.glyphs import ASCII, CP437, SMOOTH
from console.screens.widgets.key_screen import KeyScreen
from console.screens.widgets.palettes import COLOR, MONO
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas, Style
from console.terminal.events import Event, Key, Mouse, Tick
from console.terminal.screen_stack import Next, Screen
from support.canvas_text import row_text
from support.golden import check_kept
from support.paths import GOLDEN
from support.waiting import wait_until

Shown = TypeVar("Shown", bound=Screen[Any])
THEMES = {"colour": Theme(COLOR, SMOOTH), "mono": Theme(MONO, CP437), "ascii": Theme(MONO, ASCII)}
NAMED = {"enter", "escape", "backspace", "tab", "up", "down", "left", "right", "home", "end", "page-up", "page-down"}


def key(name: str) -> Key:
    """Return the key of a name such as ``up``, ``f1`` or ``ctrl-u``, or of a character."""
    named = name in NAMED or len(name) > 1
    return Key(name) if named else Key(text=name)


def picture(screen: Screen[Any], width: int = 80, height: int = 24, theme: str = "colour") -> Canvas:
    """Return the picture of a screen."""
    canvas = Canvas(width, height, THEMES[theme].palette.text)
    screen.draw(canvas, THEMES[theme])
    return canvas


def text_of(canvas: Canvas) -> str:
    """Return the characters of a picture."""
    return "\n".join(row_text(canvas, row).rstrip() for row in range(canvas.height)) + "\n"


def send(screen: Screen[Any], events: Iterable[str | Event], width: int = 80, height: int = 24) -> Next[Any] | None:
    """Send keys by name and other events, draw before each, and return the last answer. Each letter is alone."""
    answer = None
    for event in events:
        picture(screen, width, height)
        answer = screen.handle(key(event) if isinstance(event, str) else event) or alone(screen)
    return answer


def alone(screen: Screen[Any]) -> Next[Any] | None:
    """Wait until the letter that was typed last acts, and return the answer."""
    bursts = [screen._burst] if isinstance(screen, KeyScreen | PlayScreen) else []
    if isinstance(screen, PlayScreen):
        bursts += [screen.menu._burst]
        screen.menu._line_until = 0.0
    if all(burst.tick is None for burst in bursts):
        return None
    with patch("console.screens.widgets.burst.monotonic", return_value=inf):
        return screen.handle(Tick())


def settled(screen: Shown, seconds: float = 10) -> Shown:
    """Draw a screen until its threads have nothing more to show, and return it. Raises their errors."""
    wait_until(lambda: picture(screen) and screen.tick is None, seconds)
    return screen


def find(canvas: Canvas, text: str) -> tuple[int, int]:
    """Return the row and column of a text that is shown."""
    for row in range(canvas.height):
        column = row_text(canvas, row).find(text)
        if column >= 0:
            return row, column
    raise AssertionError(f"{text!r} is not in\n{text_of(canvas)}")


def click(screen: Screen[Any], text: str, width: int = 80, height: int = 24) -> Next[Any] | None:
    """Click the first character of a text."""
    row, column = find(picture(screen, width, height), text)
    return screen.handle(Mouse("press", row, column))


def painted(canvas: Canvas) -> str:
    """Return characters and colors: each row as text, and below it its runs of ``length:ink/paper``."""
    lines = []
    for row in range(canvas.height):
        cells = [canvas.at(row, column) for column in range(canvas.width)]
        runs = groupby(cells, key=lambda cell: (cell.ink, cell.paper))
        colors = " ".join(f"{len(list(run))}:{ink}/{paper}" for (ink, paper), run in runs)
        lines += [f"|{row_text(canvas, row)}|", f"  {colors}"]
    return "\n".join(lines) + "\n"


def check_golden(name: str, canvas: Canvas) -> None:
    """Compare a picture with a golden one."""
    check_kept(GOLDEN / f"{name}.txt", painted(canvas))


def check_look(screen: Screen[Any], width: int, height: int, theme: str) -> None:
    """Check that a screen draws only the characters and the styles of a theme."""
    canvas, look = picture(screen, width, height, theme), THEMES[theme]
    assert theme != "ascii" or text_of(canvas).isascii()
    drawn = {(cell.ink, cell.paper) for row in range(height) for cell in (canvas.at(row, at) for at in range(width))}
    assert theme == "colour" or drawn <= {
        (style.ink, style.paper) for style in look.palette if isinstance(style, Style)
    }


def check_view(name: str, view: str, screen: Screen[Any], keys: Iterable[str] = ()) -> None:
    """Compare a screen after some keys with its golden picture in a view such as ``colour-80x25``."""
    theme, size = view.split("-")
    width, height = map(int, size.split("x"))
    send(screen, keys, width, height)
    check_golden(f"{name}-{view}", picture(screen, width, height, theme))
