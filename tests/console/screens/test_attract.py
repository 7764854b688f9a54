"""The attract mode: a game that plays itself until a key is pressed."""

import pytest
from support.headless_screens import picture, text_of
from support.stored_games import record

from console.game.naming import Naming
from console.screens.attract import Attract
from console.screens.title import Title
from console.terminal.events import Key, Mouse, Tick
from console.terminal.screen_stack import Pop, Push, Screen
from engine.geometry import BLACK
from engine.rules import AMERICAN

GAME = "11-15 22-18 15x22 25x18 8-11 29-25 4-8 1-0"


def attract() -> Attract:
    """Return the attract mode with a short game."""
    return Attract(record(GAME, ""), Naming(AMERICAN, BLACK, "console"))


def titled(screen: Screen[None]) -> Title:
    """Return a title without animation that shows ``screen`` when nobody is there."""
    return Title(lambda typed: screen, attract=lambda: screen, animation=False)


def test_plays_every_move_and_ends() -> None:
    screen, shown = attract(), ""
    for _ in range(100):
        shown += text_of(picture(screen))
        if screen.handle(Tick()) is not None:
            break
    moves = [Naming(AMERICAN, BLACK, "console").move(turn.move) for turn in record(GAME, "").game().turns]
    for line in (*moves, f"4. {moves[6]}", "Black wins."):
        assert line in shown
    assert screen.handle(Tick()) == Pop()


@pytest.mark.parametrize("event", [Key("enter"), Key(text="x"), Key("f10"), Mouse("press", 1, 1)])
def test_any_key_ends_it(event: Key | Mouse) -> None:
    assert attract().handle(event) == Pop()
    assert attract().handle(Mouse("drag", 1, 1)) is None


@pytest.mark.parametrize("theme", ["colour", "mono", "ascii"])
@pytest.mark.parametrize("size", [(40, 20), (80, 24), (80, 25), (120, 40), (160, 50)])
def test_fits_every_size(size: tuple[int, int], theme: str) -> None:
    screen = attract()
    screen.handle(Tick())
    shown = text_of(picture(screen, *size, theme))
    assert "A master's game: Single Corner" in shown
    assert "Press any key" in shown
    assert all(letter in shown for letter in "ABCDEFGH")


def test_begins_after_two_idle_minutes_at_the_title() -> None:
    screen = attract()
    title = titled(screen)
    assert title.tick == 120
    assert title.handle(Key("f5")) is not None
    answer = titled(screen).handle(Tick())
    assert isinstance(answer, Push)
    assert answer.screen is screen


def test_the_title_stays_if_there_is_no_game_to_show() -> None:
    title = Title(lambda typed: attract(), attract=lambda: None, animation=False)
    assert title.handle(Tick()) is None


def test_the_man_in_the_corner_jumps_once() -> None:
    title = Title(lambda typed: attract())
    pictures = [text_of(picture(title))]
    while title.tick is not None:
        assert title.handle(Tick()) is None
        pictures.append(text_of(picture(title)))
    assert len(set(pictures)) == len(pictures) == 3
