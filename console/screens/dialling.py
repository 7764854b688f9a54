"""The screen of an attempt to connect, which looks like the output of a modem."""

from textwrap import wrap
from typing import Final

from console.dialogue.messages import ConnectionAttempt
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar, draw_desktop, draw_window
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key
from console.terminal.screen_stack import Next, Pop, Screen

_TITLE: Final = "MODEM"
_WIDTH: Final = 50
_HEIGHT: Final = 13
_TICK: Final = 0.05
_BLINK: Final = 10  # ticks
_TO_READ: Final = 20  # ticks to read the last line; in a local network the connection takes less than one tick
_LEAVING: Final = ("escape", "f10")


class DiallingScreen(Screen[None]):
    """The screen of an attempt to connect. Esc cancels the attempt. ``lost`` is shown above the messages."""

    tick = _TICK

    def __init__(self, dialling: ConnectionAttempt, lost: str = "") -> None:
        self._dialling = dialling
        self._lost = lost
        self._ticks = 0
        self._seen = 0  # ticks since the attempt ended
        self._bar = KeyBar()

    def handle(self, event: Event) -> Next[None] | None:
        """Close the screen a second after the attempt has ended, or at the first key after its end."""
        self._ticks += 1
        event = self._bar.pressed(event)
        if isinstance(event, Key) and event.name in _LEAVING:
            self._dialling.stop()
        if not self._dialling.done:
            return None
        self._seen += 1
        return Pop(None) if self._seen > _TO_READ or isinstance(event, Key) else None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the text about a lost connection, the last messages that fit, and a blinking cursor below them."""
        palette = theme.palette
        height, width = min(_HEIGHT, canvas.height - 2), min(_WIDTH, canvas.width - 2)
        row, column = (canvas.height - 1 - height) // 2, (canvas.width - width) // 2
        draw_desktop(canvas, theme)
        draw_window(canvas, theme, row, column, height, width, _TITLE, "2400 8N1")
        for line in wrap(self._lost, width - 4):
            canvas.text(row + 1, column + 2, line, palette.player)
            row, height = row + 1, height - 1
        wrapped = [part for line in self._dialling.lines for part in wrap(line, width - 4) or [""]]
        lines = wrapped[-(height - 4) :]
        for down, line in enumerate(lines):
            canvas.text(row + 1 + down, column + 2, line, palette.said)
        if self._ticks // _BLINK % 2 == 0:
            canvas.text(row + 1 + len(lines), column + 2, theme.glyphs.full, palette.said)
        self._bar.draw(canvas, theme, (Button("Esc", "Hang up", Key("escape")),))
