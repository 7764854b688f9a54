"""A display that sends random events and checks every picture."""

from collections.abc import Sequence
from random import Random

from console.terminal.canvas import Canvas
from console.terminal.events import Attend, Closed, Event, Key, Mouse, Posted, Resize, Tick
from support.canvas_text import row_text
from support.headless_screens import THEMES
from support.play_screen import FakeTerminal

NAMES = (
    *("up", "down", "left", "right", "home", "end", "page-up", "page-down", "enter", "tab", "shift-tab", "backspace"),
    *("delete", "escape", "insert", "shift-f5", "ctrl-a", "ctrl-l", "ctrl-t", "ctrl-u", "alt-x"),
    *(f"f{number}" for number in range(1, 11)),
)
TEXTS = "abcdefghijklmnopqrstuvwxyzBKWGMNYZ0123456789 /.,:<>-?\N{LATIN SMALL LETTER E WITH ACUTE}\N{SNOWMAN}"
SIZES = ((40, 20), (80, 24), (80, 25), (120, 40), (53, 21), (39, 10), (200, 60), (61, 33), (60, 22), (41, 37))
KINDS = ("press", "press", "drag", "release", "wheel-up", "wheel-down")


class Monkey(FakeTerminal):
    """Sends random events, and now and then some of the ``lines`` at once. Posted events come first.

    A screen may want a tick at once a few times, but not forever.
    """

    def __init__(self, rng: Random, events: int, lines: Sequence[str] = ()) -> None:
        super().__init__()
        self.rng = rng
        self.left = events
        self.lines = lines
        self.size = (80, 24)
        self.theme = THEMES["colour"]
        self.waiting: list[Event] = []
        self.is_hurried = False
        self.ticks = 0

    @property
    def has_pending_events(self) -> bool:
        """True within a line, which comes at once like pasted text, and sometimes elsewhere."""
        return bool(self.waiting) or self.is_hurried

    def repaint(self) -> None:
        """Do nothing, as no picture is kept."""

    def show(self, canvas: Canvas) -> int:
        assert (canvas.width, canvas.height) == self.size
        assert all(row_text(canvas, row).isprintable() for row in range(canvas.height))
        if canvas.caret is not None:
            assert 0 <= canvas.caret[0] < canvas.height
            assert 0 <= canvas.caret[1] < canvas.width
        return 0

    def read(self, timeout: float | None, attend: Attend) -> Event:
        if not self.posted.empty():
            return Posted(self.posted.get())
        if self.waiting:
            return self.waiting.pop(0)
        self.ticks = self.ticks + 1 if timeout == 0 else 0
        assert self.ticks < 50, "the screen is busy forever"
        if self.ticks:
            return Tick()
        self.left -= 1
        self.is_hurried = self.rng.random() < 0.2
        return self.random() if self.left > 0 else Closed()

    def random(self) -> Event:
        """Return a random event; the rest of a line waits."""
        rng, kind = self.rng, self.rng.random()
        if kind < 0.03:
            self.size = rng.choice(SIZES)
            self.theme = THEMES[rng.choice(list(THEMES))]
            return Resize()
        if kind < 0.2 and self.lines:
            for line in rng.choices(self.lines, k=rng.choice((1, 1, 2, 3))):
                self.waiting += [*map(typed, line), Key("enter")]
            return Key("ctrl-u")
        if kind < 0.35:
            row, column = rng.randrange(self.size[1]), rng.randrange(self.size[0])
            return Mouse(rng.choice(KINDS), row, column, rng.choice(("left", "left", "right", "middle")))  # type: ignore[arg-type]
        if kind < 0.45:
            return Tick()
        return typed(rng.choice(TEXTS)) if kind < 0.72 else Key(rng.choice(NAMES))


def typed(letter: str) -> Key:
    """Return the event of a letter."""
    return Key(text=letter)
