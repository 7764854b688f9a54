"""Golden pictures of the title and the game at the usual sizes in three themes."""

import pytest
from support.conversation import Script, options
from support.headless_screens import THEMES, check_golden, picture
from support.play_screen import PlaySession

from console.game.clock import Control
from console.screens.exit_screen import ExitScreen
from console.screens.title import Title
from console.screens.widgets.glyphs import SMOOTH
from console.screens.widgets.palettes import COLOUR, palette
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.events import Key, Mouse

SIZES = [(80, 25), (80, 24), (120, 40), (40, 20)]
FEN = "W:W17,18,21,22,26,K27,30,31:B1,2,3,5,6,7,12,15,K19"
EVERY = pytest.mark.parametrize(
    ("theme", "size"), [(theme, size) for theme in THEMES for size in SIZES], ids=lambda value: str(value)
)


def midnight() -> float:
    """Return a fixed time, so that no move takes any."""
    return 0.0


def shown(session: PlaySession, theme: str) -> Canvas:
    """Return the picture in a theme."""
    return picture(session.play, *session.size, theme)


def name(what: str, theme: str, size: tuple[int, int]) -> str:
    return f"{what}-{theme}-{size[0]}x{size[1]}"


@EVERY
def test_draws_the_title(theme: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.screens.title.VERSION", "9.9.9")
    monkeypatch.setattr("console.screens.title.DATE", "May 1990")
    monkeypatch.setattr("console.screens.title.is_compiled", lambda: True)
    check_golden(name("title", theme, size), picture(Title(lambda typed: ExitScreen()), *size, theme))


@EVERY
def test_draws_a_game_after_a_few_moves(theme: str, size: tuple[int, int]) -> None:
    session = PlaySession(options(), Script(["22-18", "18-9", "25-22"]), size, now=midnight)
    session.type("C3 D4", "C7 D6", "B8 D6", "Y", "D5")
    check_golden(name("board", theme, size), shown(session, theme))


@EVERY
def test_draws_kings_a_clock_and_a_lifted_man(theme: str, size: tuple[int, int]) -> None:
    session = PlaySession(options(fen=FEN, first=True, jumping="free", clock=Control(5, 3)), size=size)
    assert session.dialogue.state.table.clock is not None
    session.dialogue.state.table.clock.stop()
    session.dialogue.state.table.clock._left = [300.0, 7.25]
    row, column = session.layout.place(27)
    session.send(Mouse("press", row, column))
    check_golden(name("hand", theme, size), shown(session, theme))


def test_draws_a_palette_with_a_hint_and_numbers() -> None:
    session = PlaySession(options(fen=FEN, first=True, jumping="free"), Script(["17-13"]), (80, 25))
    session.type("hint")
    check_golden("palette-paper-80x25", session.picture(Theme(palette("paper"), SMOOTH, numbered=True)))


def test_draws_the_menu_of_palettes() -> None:
    session = PlaySession(options(), size=(80, 24))
    session.send("f9", "c", "down", "down")
    check_golden("menu-palettes-80x24", session.picture(session.terminal.theme))


def test_draws_stacked_kings() -> None:
    session = PlaySession(options(fen=FEN, first=True, jumping="free"), size=(120, 40))
    check_golden("stacked-colour-120x40", session.picture(Theme(COLOUR, SMOOTH, stacked=True)))


@EVERY
def test_draws_the_menu(theme: str, size: tuple[int, int]) -> None:
    session = PlaySession(options(), Script(["22-18"]), size, now=midnight)
    session.type("C3 D4")
    session.send("f9", "down", "down", "right", "down")
    check_golden(name("menu", theme, size), shown(session, theme))


@pytest.mark.parametrize("size", SIZES)
def test_draws_ten_by_ten_squares(size: tuple[int, int]) -> None:
    session = PlaySession(options(rules="international", jumping="forced"), Script(["17-22"]), size, now=midnight)
    session.type("32-28")
    session.send(Key("up"))
    check_golden(name("ten", "colour", size), shown(session, "colour"))
