"""Thousands of random events on every screen without a conversation."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from support.canvas_text import row_text
from support.headless_screens import THEMES
from test_lists import GAMES, HALL, games_list, hall_list, level_list, rules_list
from test_proof_screen import shown
from test_review import Oracle, game_of

from console.dialogue.messages import Command
from console.screens.browser import Browser
from console.screens.pager import Manual
from console.screens.position_editor import PositionEditor
from console.screens.review.screen import Review
from console.screens.widgets.theme import Theme
from console.storage.game_index import GameIndex
from console.terminal.canvas import Canvas
from console.terminal.events import Closed, Event, Key, Mouse, Resize, Tick
from console.terminal.screen_stack import App, Push, Screen
from engine.rules import RULE_SETS

NAMES = (
    *("up", "down", "left", "right", "home", "end", "page-up", "page-down", "enter", "tab", "shift-tab"),
    *("backspace", "delete", "escape", "f1", "f3", "f5", "f6", "f10", "ctrl-u", "ctrl-a", "alt-x", "insert"),
)
TEXTS = "abcdefghijklmnopqrstuvwxyzBKWGMN0123456789 /.,:<>\N{LATIN SMALL LETTER E WITH ACUTE}\N{SNOWMAN}"
SIZES = ((40, 20), (80, 24), (80, 25), (120, 40), (53, 21), (39, 10), (200, 60), (61, 33))
KINDS = ("press", "press", "drag", "release", "wheel-up", "wheel-down")


def review() -> Screen[Command]:
    game = game_of()
    return Review(game, analyzer=Oracle(game))


MAKERS: dict[str, Callable[[], Screen[Any]]] = {
    "manual": Manual,
    "games": lambda: games_list(GAMES),
    "levels": lambda: level_list(5, {}),
    "rules": lambda: rules_list("american"),
    "hall": lambda: hall_list(HALL),
    "review": review,
    "proof": shown,
    "browser": lambda: Browser(GameIndex(None)),
    **{f"setup {name}": partial(PositionEditor, rules) for name, rules in RULE_SETS.items()},
}


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "manual"])
def test_opens_the_manual_at_f1(name: str) -> None:
    answer = MAKERS[name]().handle(Key("f1"))
    assert isinstance(answer, Push)
    assert isinstance(answer.screen, Manual)


class Monkey:
    """A display that sends random events and checks every picture."""

    def __init__(self, rng: Random, events: int) -> None:
        self.rng = rng
        self.left = events
        self.size = (80, 24)
        self.theme: Theme = THEMES["colour"]
        self.has_pending_events = False

    def repaint(self) -> None:
        """Do nothing, as no picture is kept."""

    def show(self, canvas: Canvas) -> int:
        assert (canvas.width, canvas.height) == self.size
        for row in range(canvas.height):
            assert row_text(canvas, row).isprintable()
        if canvas.caret is not None:
            assert 0 <= canvas.caret[0] < canvas.height
            assert 0 <= canvas.caret[1] < canvas.width
        return 0

    def read(self, timeout: float | None = None) -> Event:
        rng = self.rng
        self.left -= 1
        if self.left < 0:
            return Closed()
        draw = rng.random()
        if draw < 0.03:
            self.size = rng.choice(SIZES)
            self.theme = THEMES[rng.choice(list(THEMES))]
            return Resize()
        self.has_pending_events = rng.random() < 0.2
        if draw < 0.35:
            row, column = rng.randrange(self.size[1]), rng.randrange(self.size[0])
            return Mouse(rng.choice(KINDS), row, column, rng.choice(("left", "right", "middle")))  # type: ignore[arg-type]
        if draw < 0.4:
            return Tick()
        if draw < 0.7:
            return Key(text=rng.choice(TEXTS))
        return Key(rng.choice(NAMES))


def soak(name: str, seed: int, events: int) -> None:
    """Send random events to a screen, and to a new one whenever it is left."""
    monkey = Monkey(Random(seed), events)
    while monkey.left > 0:
        assert App(monkey, MAKERS[name]()).run() == 0


@pytest.mark.parametrize("name", MAKERS)
def test_survives_random_events(name: str) -> None:
    soak(name, 1, 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_survives_many_random_events(name: str) -> None:
    soak(name, 2, 20_000 // len(MAKERS))
