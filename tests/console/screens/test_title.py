"""The title, the game that plays itself when nobody is there, and the exit screen."""

from typing import Any

import pytest
from support.canvas_text import row_text
from support.conversation import options
from support.headless_screens import check_view, picture, text_of
from support.play_screen import THEME, PlaySession
from support.set_clock import Clock
from support.stored_games import record

from console.game.naming import Naming
from console.screens.attract import Attract
from console.screens.exit_screen import SECONDS, ExitScreen
from console.screens.title import Title
from console.screens.widgets.burst import ALONE
from console.screens.widgets.glyphs import ASCII
from console.screens.widgets.palettes import MONO
from console.screens.widgets.theme import Theme
from console.storage.settings import Settings
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key, Mouse, Resize, Tick
from console.terminal.screen_stack import Leave, Next, Pop, Push, Replace, Screen
from console.version import DATE, NEWS, VERSION
from engine.geometry import BLACK
from engine.rules import AMERICAN


class Following(Screen[None]):
    """The screen after the title."""

    def handle(self, event: Event) -> Next[None] | None:
        return None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw nothing."""


def shown(width: int, height: int, theme: Theme = THEME) -> str:
    canvas = Canvas(width, height)
    Title(Following).draw(canvas, theme)
    return "\n".join(row_text(canvas, row).rstrip() for row in range(height))


@pytest.mark.parametrize(
    "event", [*map(Key, ("enter", "f1", "escape")), *(Key(text=text) for text in "D\xeb "), Mouse("press", 3, 3)]
)
def test_goes_on_at_a_key_or_a_click(event: Event) -> None:
    title = Title(Following)
    assert isinstance(title.handle(event) or title.handle(Tick()), Replace)
    for other in (Resize(), Mouse("release", 3, 3), Mouse("drag", 3, 3), Mouse("wheel-up", 3, 3)):
        assert Title(Following).handle(other) is None
    assert ExitScreen().handle(event) == Leave(0)
    assert attract().handle(event) == Pop(event)
    assert attract().handle(Mouse("drag", 1, 1)) is None


def test_passes_on_a_line_that_is_begun_but_no_letter_alone() -> None:
    """A letter that was pressed to go on became the first of the name."""
    following, letters = Following(), tuple(Key(text=text) for text in "Da")
    for ahead in (letters, (letters[0], Key("enter"))):
        title = Title(lambda: following)
        assert title.handle(ahead[0]) is None
        assert title.handle(ahead[1]) == Replace(following, ahead)
    title.handle(letters[0])
    assert title.tick == ALONE
    for event in (Tick(), Key(text=" "), Key("enter")):
        title = Title(lambda: following)
        if isinstance(event, Tick):
            title.handle(letters[0])
        assert title.handle(event) == Replace(following)


@pytest.mark.parametrize("theme", [THEME, Theme(MONO, ASCII)], ids=["colour", "ascii"])
def test_grows_with_the_window(theme: Theme) -> None:
    sizes = ((40, 20), (80, 25), (120, 40), (160, 50))
    drawn = [sum(char not in " \n" for char in shown(*size, theme)) for size in sizes]
    assert drawn == sorted(set(drawn))


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (120, 40), (160, 50)])
def test_the_corner_of_the_board_ends_where_the_name_does(size: tuple[int, int]) -> None:
    """In the smallest window EGA and the corner were at the edges, and CHECKERS within them."""
    rows = [row for row in shown(*size).splitlines() if set(row) & set("█▀▄▌▐░╗║")]
    ends = [len(row) for row in rows]
    assert max(ends[: len(ends) // 2]) - max(ends[len(ends) // 2 :]) in (0, 1)


@pytest.mark.parametrize(("compiled", "end"), [(True, DATE), (False, "interpreted")])
def test_says_whether_the_engine_is_interpreted(compiled: bool, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.screens.title.is_compiled", lambda: compiled)
    assert f"Version {VERSION}, {end}\n" in shown(40, 20)


def test_ends_at_f10() -> None:
    parting = Following()
    assert Title(Following, lambda: parting).handle(Key("f10")) == Replace(parting)
    assert Title(Following).handle(Key("f10")) == Leave(0)


@pytest.mark.parametrize("theme", [THEME, Theme(MONO, ASCII)], ids=["colour", "ascii"])
@pytest.mark.parametrize("size", [(80, 25), (80, 24), (120, 40), (40, 20), (41, 21), (71, 30), (200, 60), (90, 20)])
def test_shows_name_version_and_date(size: tuple[int, int], theme: Theme) -> None:
    text = shown(*size, theme)
    for words in (f"Version {VERSION}", "Shareware: pass it on!", "Press any key"):
        assert text.count(words) == 1
    assert text.isascii() == (theme.glyphs is ASCII)


GAME = "11-15 22-18 15x22 25x18 8-11 29-25 4-8 1-0"


def attract() -> Screen[Any]:
    """Return the attract mode with a short game."""
    return Attract(record(GAME, ""), Naming(AMERICAN, BLACK, "console"))


def titled(screen: Screen[Any]) -> Title:
    """Return a title without animation that shows ``screen`` when nobody is there."""
    return Title(lambda: screen, attract=lambda: screen, animation=False)


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
    answer.then(Key(text="D"))
    assert isinstance(answer.then(Key(text="a")), Replace), "a line goes on to the name"
    assert answer.then(Key("escape")) is answer.then(None) is None
    assert Title(attract, attract=lambda: None, animation=False).handle(Tick()) is None


def test_the_man_in_the_corner_jumps_once() -> None:
    title = Title(attract)
    pictures = [text_of(picture(title))]
    while title.tick is not None:
        assert title.handle(Tick()) is None
        pictures.append(text_of(picture(title)))
    assert len(set(pictures)) == len(pictures) == 3


FEN = "B:W15:B11"


def test_ends_after_three_seconds() -> None:
    time = Clock(100.0)
    screen = ExitScreen(now=time)
    assert screen.tick == SECONDS == 3
    time.seconds += 2.5
    for event in (Tick(), Resize(), Mouse("release", 3, 3), Mouse("wheel-up", 3, 3)):
        assert screen.handle(event) is None
    assert screen.tick == 0.5
    time.seconds += 0.5
    assert screen.handle(Tick()) == Leave(0)


def leaving(*lines: str, wished: bool = True, parting: type[ExitScreen] | None = ExitScreen) -> PlaySession:
    """Type lines, and return the session after the player left."""
    session = PlaySession(options(fen=FEN))
    session.play.parting = parting
    session.play.settings.now = Settings(exit_screen=wished)
    session.type(*lines)
    return session


def test_is_shown_after_a_game_if_wanted() -> None:
    after = leaving("C3 E5", "N", "N").answer
    assert isinstance(after, Replace)
    assert isinstance(after.screen, ExitScreen)
    assert leaving("C3 E5", "N", "N", wished=False).answer == Leave(0)
    assert leaving("C3 E5", "N", "N", parting=None).answer == Leave(0)
    assert leaving("quit").answer == Leave(0)


@pytest.mark.parametrize("size", [(40, 20), (60, 22), (80, 24), (80, 25), (120, 40), (200, 60)])
def test_fits_every_window(size: tuple[int, int]) -> None:
    words = " ".join(text_of(picture(ExitScreen(), *size)).split())
    for item in (*NEWS, "for playing EGA Checkers.", "pass it on!", "a board of wood.", "Press any key"):
        assert item in words


def test_looks_like_the_golden_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.screens.exit_screen.VERSION", "9.9.9")
    monkeypatch.setattr("console.screens.exit_screen.NEWS", ("Something", "Something else that is new in it"))
    check_view("exit", "colour-80x25", ExitScreen())
