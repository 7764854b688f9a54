"""Thousands of random events on the title, the game and every screen that it opens."""

from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, options
from support.play_screen import FakeTerminal

from console.cli.composition import dialogue_of
from console.screens.play.screen import Play
from console.screens.title import Title
from console.storage.atomic_files import Folders
from console.storage.settings import Settings
from console.storage.store import Store
from console.terminal.canvas import Canvas
from console.terminal.events import Closed, Event, Key, Mouse, Posted, Resize, Tick
from console.terminal.screen_stack import App

SIZES = [(80, 24), (80, 25), (120, 40), (40, 20), (39, 10), (60, 22), (41, 37), (200, 60)]
NAMED = ["enter", "escape", "backspace", "delete", "up", "down", "left", "right", "home", "end", "tab", "page-up"]
NAMED += ["page-down", "shift-f5", "ctrl-t", "ctrl-l", "ctrl-u", "alt-x", *(f"f{number}" for number in range(1, 10))]
LINES = ["c3 d4", "moves", "hint", "undo", "redo", "flip", "two", "one", "demo", "turn", "clock 1+1", "think", "reset"]
LINES += ["go 3", "fen", "setup", "review", "rules", "new russian", "new international", "save a", "load a", "games"]
LINES += ["fame", "level 3", "draw", "resign", "new", "y", "n", "11-15", "menu", "fen B:W15,22,32:B11,1", "?"]


class Display(FakeTerminal):
    """A display that sends random events. Posted events come first."""

    def __init__(self, rng: Random, events: int) -> None:
        super().__init__()
        self.rng = rng
        self.left = events
        self.size = (80, 24)
        self.waiting: list[Event] = []

    @property
    def has_pending_events(self) -> bool:
        """True within a line, which comes at once like pasted text."""
        return bool(self.waiting)

    def repaint(self) -> None:
        """Do nothing, as no picture is kept."""

    def show(self, canvas: Canvas) -> int:
        caret = canvas.caret
        assert caret is None or (0 <= caret[0] < canvas.height and 0 <= caret[1] < canvas.width)
        return 0

    def read(self, timeout: float | None = None) -> Event:
        if not self.posted.empty():
            return Posted(self.posted.get())
        if self.waiting:
            return self.waiting.pop(0)
        self.left -= 1
        return self.random() if self.left > 0 else Closed()

    def random(self) -> Event:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.2:
            return Key(text=rng.choice("abcdefgh12345678yn 0xZ-?/"))
        if kind < 0.45:
            return Key(rng.choice(NAMED))
        if kind < 0.65:
            self.waiting = [*(Key(text=letter) for letter in rng.choice(LINES)), Key("enter")]
            return Key("ctrl-u")
        if kind < 0.85:
            kinds = ("press", "press", "drag", "release", "wheel-up", "wheel-down")
            return Mouse(rng.choice(kinds), rng.randrange(self.size[1]), rng.randrange(self.size[0]))  # type: ignore[arg-type]  # these are the kinds
        if kind < 0.95:
            return Tick()
        self.size = rng.choice(SIZES)
        return Resize()


def play_at_random(seed: int, events: int, where: Path) -> None:
    """Play sessions one after another until a number of events is used up."""
    rng = Random(seed)
    display = Display(rng, events)
    while display.left > 0:
        disk = Store(automatic=True, where=Folders(where, where))
        chosen = options(name=None, first=None, level=1)
        dialogue = dialogue_of(chosen, rng, Script(agrees=bool(seed % 2)), disk)
        play = Play(dialogue, display, Settings(animation=seed < 2), disk)
        App(display, Title(lambda typed, play=play: play)).run()  # type: ignore[misc]  # bound as the loop goes
        play.close()
        disk.in_progress.release()


@pytest.mark.parametrize("seed", range(4))
def test_survives_random_events(seed: int, tmp_path: Path) -> None:
    play_at_random(seed, 600, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 8))
def test_survives_many_random_events(seed: int, tmp_path: Path) -> None:
    play_at_random(seed, 20_000, tmp_path)
