"""The stack of screens, with a display of cells and a script of events."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from support.canvas_text import row_text

from console.screens.widgets.glyphs import CP437
from console.screens.widgets.palettes import COLOR
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.events import Attend, Closed, Event, Key, Mouse, Resize, Tick
from console.terminal.screen_stack import App, Leave, Next, Pop, Push, Replace, Screen

THEME = Theme(COLOR, CP437)


closed: list[str] = []


class Page(Screen[str]):
    """A screen that shows its name and its events. Letters push, replace, leave and pop."""

    def __init__(self, name: str, tick: float | None = None) -> None:
        self.name = name
        self._tick = tick
        self.received: list[object] = []

    @property
    def tick(self) -> float | None:
        return self._tick

    def handle(self, event: Event) -> Next[str] | None:
        self.received.append(event)
        if not isinstance(event, Key):
            return None
        steps: dict[str, Next[str]] = {
            "o": Push(Page(self.name + "+", 0.5), self.come_back),
            "r": Replace(Page("other")),
            "c": Pop(self.name),
            "l": Leave(7),
        }
        return steps.get(event.text)

    def close(self) -> None:
        closed.append(self.name)

    def come_back(self, result: str | None) -> Next[str] | None:
        self.received.append(result)
        return Pop(result) if self.name.endswith("++") else None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        canvas.text(0, 0, f"{self.name} {len(self.received)}", theme.palette.text)


@dataclass
class Script:
    """A display that sends scripted events and records every picture as text."""

    events: list[Event | tuple[int, int]]
    size: tuple[int, int] = (80, 24)
    theme: Theme = THEME
    has_pending_events: bool = False
    shown: list[str] = field(default_factory=list)
    ticks: list[float | None] = field(default_factory=list)
    repainted: int = 0

    def repaint(self) -> None:
        self.repainted += 1

    def show(self, canvas: Canvas) -> int:
        self.shown.append(" ".join(row_text(canvas, row).strip() for row in range(canvas.height)).strip())
        return 0

    def read(self, timeout: float | None, attend: Attend) -> Event:
        self.ticks.append(timeout)
        event = self.events.pop(0) if self.events else Closed()
        if isinstance(event, Event):
            return event
        self.size = event
        return Resize()


def run(*events: Event | tuple[int, int] | str) -> tuple[int, Script]:
    script = Script([Key(text=event) if isinstance(event, str) else event for event in events])
    return App(script, Page("a")).run(), script


def shown(*events: Event | tuple[int, int] | str) -> Sequence[str]:
    return run(*events)[1].shown


def test_passes_the_result_of_a_popped_screen() -> None:
    status, script = run("o", "x", Tick(), "c", "x")
    assert status == 0
    assert script.shown == ["a 0", "a+ 0", "a+ 1", "a+ 2", "a 2", "a 3"]
    assert script.ticks[:3] == [None, 0.5, 0.5]


@pytest.mark.parametrize(
    ("keys", "shown", "status", "repainted"),
    [
        ("xy", ["a 0", "a 1", "a 2"], 0, 0),
        ("oooc", ["a 0", "a+ 0", "a++ 0", "a+++ 0", "a+ 2"], 0, 0),
        ("orc", ["a 0", "a+ 0", "other 0", "a 2"], 0, 1),
        ("r", ["a 0", "other 0"], 0, 1),
        ("ol", ["a 0", "a+ 0"], 7, 0),
        ("occ", ["a 0", "a+ 0", "a 2"], 0, 0),
        ("rcl", ["a 0", "other 0"], 0, 1),
    ],
)
def test_pushes_replaces_pops_and_leaves(keys: str, shown: list[str], status: int, repainted: int) -> None:
    """A result passes through a screen; a replacing screen is painted as a whole, as blocks leave traces."""
    ended, script = run(*keys)
    assert (script.shown, ended, script.repainted) == (shown, status, repainted)


def test_repaints_at_ctrl_l_without_telling_the_screen() -> None:
    status, script = run("o", Key("ctrl-l"), (39, 19), Key("ctrl-l"))
    assert status == 0
    assert script.repainted == 2
    assert script.shown[1:3] == ["a+ 0", "a+ 0"]


def test_ends_at_ctrl_d_on_every_screen_and_in_a_small_terminal() -> None:
    for before in ([], ["o"], ["o", "o"], ["r"], [(39, 19)]):
        status, script = run(*before, Key("ctrl-d"), "l")
        assert (status, len(script.events)) == (0, 1)


def test_keeps_what_is_typed_while_the_terminal_is_too_small() -> None:
    """No other key, and no click: nobody sees what it would do."""
    notice = "Terminal too small: 39x19, need 40x20"
    typed = shown((39, 19), "x", Key("escape"), Mouse("press", 0, 0), (40, 20), "x")
    assert typed == ["a 0", *[notice] * 4, "a 3", "a 4"]
    assert shown((7, 9))[-1].split() == ["Termina", "l", "too", "small:", "7x9,", "need", "40x20"]
    assert shown((7, 1), (1, 1))[-1] == "T"


def test_skips_pictures_while_events_wait() -> None:
    script = Script([Key(text="x")] * 3, has_pending_events=True)
    assert App(script, Page("a")).run() == 0
    assert script.shown == []


@pytest.mark.parametrize(
    ("keys", "names"), [("oc", ["a+", "a"]), ("ool", ["a++", "a+", "a"]), ("orc", ["a+", "other", "a"])]
)
def test_closes_each_screen_that_leaves_the_stack(keys: str, names: list[str]) -> None:
    closed.clear()
    run(*keys)
    assert closed == names
