"""The screen of an attempt to connect, which looks like the output of a modem."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from console.activities.modem.dialling import Dialling
from console.screens.pager import with_help
from console.screens.widgets.key_screen import Action, KeyScreen
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import draw_desktop, draw_window
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Event, Key
from console.terminal.screen_stack import Next, Pop

_TITLE: Final = "MODEM"
_WIDTH: Final = 50
_HEIGHT: Final = 13
_TICK: Final = 0.05
_BLINK: Final = 10  # ticks
_TO_READ: Final = 20  # ticks to read the last line; in a local network the connection takes less than one tick


class DiallingScreen(KeyScreen[None]):
    """The screen of an attempt to connect. Esc cancels the attempt. ``lost`` is shown above the messages."""

    tick = _TICK

    def __init__(self, dialling: Dialling, lost: str = "") -> None:
        self._dialling = dialling
        self._lost = lost
        self._ticks = 0
        self._seen = 0  # ticks since the attempt ended

    def actions(self) -> Sequence[Action]:
        """Return the actions: hang up, open the manual."""
        return with_help("friend on the line", [Action("escape f10", self._dialling.stop, "Esc", "Hang up")])

    def handle(self, event: Event) -> Next[None] | None:
        """Close the screen a second after the attempt has ended, or at the first key after its end."""
        self._ticks += 1
        answer = super().handle(event)
        self._seen += self._dialling.done
        return Pop() if self._seen > _TO_READ or (self._seen and isinstance(event, Key)) else answer

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the text about a lost connection, the last messages that fit, and a blinking cursor below them."""
        palette = theme.palette
        height, width = min(_HEIGHT, canvas.height - 2), min(_WIDTH, canvas.width - 2)
        window = Rect(0, 0, canvas.height - 1, canvas.width).middle(height, width)
        draw_desktop(canvas, theme)
        draw_window(canvas, theme, window, _TITLE, "2400 8N1")
        inside = window.inside()
        lost = wrap(self._lost, inside.width)
        canvas.lines(inside, lost, palette.player)
        below = inside._replace(row=inside.row + len(lost), height=inside.height - len(lost))
        wrapped = [part for line in self._dialling.lines for part in wrap(line, inside.width) or [""]]
        lines = wrapped[-(below.height - 2) :]
        canvas.lines(below, lines, palette.said)
        if self._ticks // _BLINK % 2 == 0:
            canvas.text(below.row + len(lines), below.column, theme.glyphs.full, palette.said)
        self.draw_bar(canvas, theme)
