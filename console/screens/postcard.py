"""The screen of a postcard: a window over the game screen, in which the player writes a greeting and saves files."""

from collections.abc import Callable
from itertools import groupby
from textwrap import wrap
from typing import Final

from console.dialogue.messages import ShowPostcard
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.svg import svg
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar, draw_window
from console.terminal.canvas import REST, Canvas, Style
from console.terminal.colours import Depth, sgr
from console.terminal.events import Event, Key
from console.terminal.screen_stack import Next, Pop, Screen
from console.version import NAME

_TITLE: Final = "POSTCARD"
_WIDTH: Final = 56
_LABEL: Final = "Greeting: "
_DEFAULT: Final = "Greetings from the checkers table!"
_BUTTONS: Final = (
    Button("F2", "Picture", Key("f2")),
    Button("F3", "ANSI art", Key("f3")),
    Button("F4", "Text", Key("f4")),
    Button("Esc", "Back", Key("escape"), stays=True),
)
_NORMAL: Final = "\x1b[0m"

Draw = Callable[[Canvas, Theme], None]


class PostcardScreen(Screen[None]):
    """The screen of a postcard. ``draw`` draws the game screen behind it. F2, F3 and F4 save it as a file.

    Enter saves the picture, and after a message closes the screen.
    """

    def __init__(self, show: ShowPostcard, draw: Draw) -> None:
        self._show = show
        self._draw = draw
        self._line = LineEditor()
        self._line.set(show.greeting)
        self._message = ""
        self._card: tuple[tuple[int, int], Theme] | None = None
        self._bar = KeyBar()

    def handle(self, event: Event) -> Next[None] | None:
        """Edit the greeting, save a file, or go back."""
        event = self._bar.pressed(event)
        if not isinstance(event, Key) or self._card is None:
            return None
        size, theme = self._card
        greeting = self._line.text.strip() or _DEFAULT
        match event.name:
            case "escape" | "f10" | "f12":
                return Pop()
            case "enter" if self._message:
                return Pop()
            case "f2" | "enter":
                picture = postcard(self._draw, size, theme, greeting)
                self._message = self._show.keep("svg", svg(picture, theme.palette))
            case "f3":
                self._message = self._show.keep("ans", ansi_art(postcard(self._draw, size, theme, greeting)))
            case "f4":
                self._message = self._show.keep("txt", self._show.text(greeting))
            case _:
                self._message = "" if self._line.handle(event) else self._message
        return None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the game screen, and the window over its lower half."""
        self._card = (canvas.width, canvas.height), theme
        self._draw(canvas, theme)
        palette, width = theme.palette, min(_WIDTH, canvas.width - 2)
        text = self._message or "Choose a key, and it is saved. F2 is for the eyes, F3 for a BBS, F4 for a letter."
        lines = wrap(text, width - 4)
        height = len(lines) + 5
        row, column = canvas.height - height - 2, (canvas.width - width) // 2
        draw_window(canvas, theme, row, column, height, width, _TITLE)
        end = canvas.text(row + 2, column + 2, _LABEL, palette.prompt)
        self._line.draw(canvas, row + 2, end, column + width - 2 - end, palette.typed)
        if not self._line.text:
            canvas.text(row + 2, end, _DEFAULT, palette.dim, column + width - 2 - end)
        for down, line in enumerate(lines, row + 4):
            canvas.text(down, column + 2, line, palette.said)
        self._bar.draw(canvas, theme, _BUTTONS)


def postcard(draw: Draw, size: tuple[int, int], theme: Theme, greeting: str) -> Canvas:
    """Return the picture of the screen that ``draw`` draws, with a greeting and the program's name below it.

    ``size`` is the size of the screen in columns and rows. The lines below have the colours of the key bar.
    """
    width, height = size
    screen = Canvas(width, height, theme.ground)
    draw(screen, theme)
    lines = [*wrap(greeting, width - 4), f"- {NAME} -"]
    card = Canvas(width, height + len(lines) + 2, theme.palette.bar)
    card.paste(screen)
    card.caret = None
    for row, line in enumerate(lines, height + 1):
        card.centre(row, line, theme.palette.bar)
    card.settle()
    return card


def ansi_art(canvas: Canvas) -> str:
    """Return a picture as text with escape sequences for sixteen colours. ``cat`` and ``type`` show it."""
    return "".join(_line(canvas, row) + f"{_NORMAL}\n" for row in range(canvas.height))


def _line(canvas: Canvas, row: int) -> str:
    written, before = "", None
    cells = [canvas.at(row, column) for column in range(canvas.width)]
    for style, run in groupby(cells, key=lambda cell: Style(cell.ink, cell.paper)):
        written += sgr(style, before, Depth.SIXTEEN) + "".join(cell.char for cell in run if cell.char != REST)
        before = style
    return written
