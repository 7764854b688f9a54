"""Thousands of random events on every screen without a conversation."""

from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from support.headless_screens import THEMES, check_look
from support.monkey import Monkey
from support.namings import from_black
from support.oracle import Oracle, review_of
from test_lists import GAMES, HALL, games_list, hall_list, level_list, rules_list
from test_proof_screen import shown
from test_review import SCORES, game_of

from console.activities.setup.screen import PositionEditor
from console.activities.study.browser import Browser
from console.screens.pager import Manual
from console.storage.explorer import Explorer
from console.storage.game_index import GameIndex
from console.storage.store import Store
from console.terminal.events import Key
from console.terminal.screen_stack import App, Push, Screen
from engine.rules import RULE_SETS


def review() -> Screen[str]:
    game = game_of()
    return review_of(game, Oracle(game, SCORES))


MAKERS: dict[str, Callable[[], Screen[Any]]] = {
    "manual": Manual,
    "games": lambda: games_list(GAMES),
    "levels": lambda: level_list(5, {}),
    "rules": lambda: rules_list("american"),
    "hall": lambda: hall_list(HALL),
    "review": review,
    "proof": shown,
    "browser": lambda: Browser(GameIndex(None), from_black, Explorer(Store(False, None), "")),
    **{
        f"setup {name}": partial(PositionEditor, RULE_SETS[name], from_black(RULE_SETS[name]))
        for name in ("american", "triple-king", "international")
    },
}


def test_opens_the_manual_at_f1() -> None:
    for name in MAKERS.keys() - {"manual"}:
        screen = MAKERS[name]()
        answer = screen.handle(Key("f1"))
        screen.close()
        assert isinstance(answer, Push)
        assert isinstance(answer.screen, Manual)


@pytest.mark.parametrize("name", MAKERS)
def test_draws_in_the_look_of_every_theme(name: str) -> None:
    screen = MAKERS[name]()
    for theme, size in product(THEMES, ((40, 20), (120, 40))):
        check_look(screen, *size, theme)
    screen.close()


def soak(name: str, seed: int, events: int) -> None:
    """Send random events to a screen, and to a new one whenever it is left."""
    monkey = Monkey(Random(seed), events)
    while monkey.left > 0:
        assert App(monkey, MAKERS[name]()).run() == 0


@pytest.mark.parametrize("name", MAKERS)
def test_survives_random_events(name: str) -> None:
    soak(name, 1, 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_survives_many_random_events(name: str) -> None:
    soak(name, 2, 20_000 // len(MAKERS))
