"""The title screen."""

import pytest
from support.canvas_text import row_text
from support.play_screen import THEME

from console.screens.title import Title
from console.screens.widgets.glyphs import ASCII, SMOOTH
from console.screens.widgets.palettes import COLOUR, MONO
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.colours import PINK, ROSE
from console.terminal.events import Event, Key, Mouse, Resize
from console.terminal.screen_stack import Leave, Next, Replace, Screen
from console.version import DATE, VERSION


class Following(Screen[None]):
    """The screen after the title."""

    def handle(self, event: Event) -> Next[None] | None:
        return None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw nothing."""


def shown(width: int, height: int, theme: Theme = THEME) -> str:
    canvas = Canvas(width, height)
    Title(lambda typed: Following()).draw(canvas, theme)
    return "\n".join(row_text(canvas, row).rstrip() for row in range(height))


@pytest.mark.parametrize("colours", [16, 256])
def test_writes_the_name_in_red(colours: int) -> None:
    """The name has the colour of White's men; alerts are pink."""
    canvas = Canvas(80, 24)
    Title(lambda typed: Following()).draw(canvas, Theme(COLOUR, SMOOTH).on(colours, "utf-8", "xterm"))
    cells = [canvas.at(row, column) for row in range(24) for column in range(80)]
    assert any(cell.ink == ROSE for cell in cells)
    assert all(cell.ink != PINK for cell in cells)


@pytest.mark.parametrize("event", [Resize(), Mouse("release", 3, 3), Mouse("drag", 3, 3), Mouse("wheel-up", 3, 3)])
def test_ignores_other_events(event: Event) -> None:
    assert Title(lambda typed: Following()).handle(event) is None


@pytest.mark.parametrize(
    "event", [*map(Key, ("enter", "f1", "escape")), *(Key(text=text) for text in "D\xeb "), Mouse("press", 3, 3)]
)
def test_passes_a_letter_to_the_next_screen(event: Event) -> None:
    typed: list[str] = []

    def following(letter: str) -> Screen[None]:
        typed.append(letter)
        return Following()

    assert isinstance(Title(following).handle(event), Replace)
    assert typed == [event.text.strip() if isinstance(event, Key) else ""]


@pytest.mark.parametrize(("compiled", "end"), [(True, DATE), (False, "interpreted")])
def test_says_whether_the_engine_is_interpreted(compiled: bool, end: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("console.screens.title.is_compiled", lambda: compiled)
    assert f"Version {VERSION}, {end}\n" in shown(40, 20)


def test_ends_at_f10() -> None:
    parting = Following()
    assert Title(lambda typed: Following(), lambda: parting).handle(Key("f10")) == Replace(parting)
    assert Title(lambda typed: Following()).handle(Key("f10")) == Leave(0)


@pytest.mark.parametrize("theme", [THEME, Theme(MONO, ASCII)], ids=["colour", "ascii"])
@pytest.mark.parametrize("size", [(80, 25), (80, 24), (120, 40), (40, 20), (41, 21), (71, 30), (200, 60), (90, 20)])
def test_shows_name_version_and_date(size: tuple[int, int], theme: Theme) -> None:
    text = shown(*size, theme)
    for words in (f"Version {VERSION}", "Shareware: pass it on!", "Press any key"):
        assert text.count(words) == 1
    assert text.isascii() == (theme.glyphs is ASCII)
