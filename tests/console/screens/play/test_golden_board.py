"""Golden pictures of the title and the game, and the look of both in every theme and size."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from support.conversation import Script, options
from support.headless_screens import THEMES, check_golden, check_look, picture
from support.play_screen import PlaySession

from console.game.clock import Control
from console.screens.exit_screen import ExitScreen
from console.screens.title import Title
from console.screens.widgets.glyphs import SMOOTH
from console.screens.widgets.palettes import COLOR, palette
from console.screens.widgets.theme import Theme
from console.terminal.events import Mouse
from console.terminal.screen_stack import Screen
from engine.geometry import BLACK, WHITE

SIZES = [(80, 25), (80, 24), (120, 40), (40, 20)]
FEN = "W:W17,18,21,22,26,K27,30,31:B1,2,3,5,6,7,12,15,K19"
Size = tuple[int, int]


def midnight() -> float:
    """Return a fixed time, so that no move takes any."""
    return 0.0


# Options, replies of the computer, lines typed, keys pressed.
PLAYED = {
    "board": (options(), ["22-18", "18-9", "25-22"], ["C3 D4", "C7 D6", "B8 D6", "Y", "D5"], []),
    "menu": (options(), ["22-18"], ["C3 D4"], ["f9", "down", "down", "right", "down"]),
    "ten": (options(rules="international", jumping="forced"), ["17-22"], ["32-28"], ["up"]),
    "result": (options(), ["22-18"], ["C3 D4", "resign", "Y"], ["tab", "tab"]),
    "tutor": (options(teach=True), [], [], []),
}


def played(name: str, size: Size) -> Screen[Any]:
    begun, replies, typed, pressed = PLAYED[name]
    session = PlaySession(begun, Script(replies), size, now=midnight)
    session.type(*typed)
    session.send(*pressed)
    return session.play


def with_a_clock_and_a_lifted_man(size: Size) -> Screen[Any]:
    session = PlaySession(options(fen=FEN, first=True, jumping="free", clock=Control(5, 3)), size=size)
    clock = session.dialogue.state.table.clock
    assert clock is not None
    clock.stop()
    for side, seconds in ((BLACK, 300.0), (WHITE, 7.25)):
        clock.give(side, seconds - clock.left(side))
    row, column = session.layout.place(27)
    session.send(Mouse("press", row, column))
    return session.play


STATES: dict[str, Callable[[Size], Screen[Any]]] = {
    "title": lambda size: Title(ExitScreen),
    "hand": with_a_clock_and_a_lifted_man,
    **{name: partial(played, name) for name in PLAYED},
}


@pytest.mark.parametrize("name", STATES)
def test_looks_like_the_golden_picture(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.screens.title.VERSION", "9.9.9")
    monkeypatch.setattr("console.screens.title.DATE", "May 1990")
    monkeypatch.setattr("console.screens.title.is_compiled", lambda: True)
    check_golden(f"{name}-colour-80x25", picture(STATES[name]((80, 25)), 80, 25))


@pytest.mark.parametrize("state", [*STATES.values(), lambda size: ExitScreen()])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_draws_in_the_look_of_every_theme(state: Callable[[Size], Screen[Any]], size: Size) -> None:
    for theme in THEMES:
        check_look(state(size), *size, theme)


def test_draws_a_palette_with_a_hint_and_numbers() -> None:
    session = PlaySession(options(fen=FEN, first=True, jumping="free"), Script(["17-13"]), (80, 25))
    session.type("hint")
    check_golden("palette-paper-80x25", session.picture(Theme(palette("paper"), SMOOTH, numbered=True)))


def test_draws_the_menu_of_palettes() -> None:
    session = PlaySession(options(), size=(80, 24))
    session.send("f9", "s", "o", "down", "down")
    check_golden("menu-palettes-80x24", session.picture(session.terminal.theme))


def test_draws_stacked_kings() -> None:
    session = PlaySession(options(fen=FEN, first=True, jumping="free"), size=(120, 40))
    check_golden("stacked-colour-120x40", session.picture(Theme(COLOR, SMOOTH, stacked=True)))
