"""The screen of an attempt to connect, which looks like the output of a modem."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from console.activities.modem.dialing import Dialing
from console.screens.pager import with_help
from console.screens.widgets.key_screen import Action, KeyScreen
from console.screens.widgets.line_editor import LineEditor
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


class DialingScreen(KeyScreen[str]):
    """The screen of an attempt to connect. Esc cancels the attempt. ``lost`` is shown above the messages.

    A line that is typed is added to ``ahead``; one without Enter is the result of the screen.
    """

    tick = _TICK

    def __init__(self, dialing: Dialing, ahead: list[str], lost: str = "") -> None:
        self._dialing = dialing
        self._ahead = ahead
        self._line = LineEditor()
        self._lost = lost
        self._ticks = 0
        self._seen = 0  # ticks since the attempt ended

    def actions(self) -> Sequence[Action]:
        """Return the actions: hang up, open the manual."""
        return with_help("friend on the line", [Action("escape f10", self._dialing.stop, "Esc", "Hang up")])

    def press(self, key: Key) -> None:
        """Edit the line, or keep it until somebody is on the line."""
        if key.name != "enter":
            self._line.handle(key)
        elif line := self._line.take().strip():
            self._ahead.append(line)

    def handle(self, event: Event) -> Next[str] | None:
        """Close the screen a second after the attempt has ended, or at the first key after its end."""
        self._ticks += 1
        answer = super().handle(event)
        self._seen += self._dialing.done
        is_read = self._seen > _TO_READ or (self._seen and isinstance(event, Key))
        return Pop(self._line.text or None) if is_read else answer

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
        shown = (*self._dialing.lines, *self._ahead)
        wrapped = [part for line in shown for part in wrap(line, inside.width) or [""]]
        lines = wrapped[-(below.height - 2) :]
        canvas.lines(below, lines, palette.said)
        row = below.row + len(lines)
        if self._line.text:
            self._line.draw(canvas, row, below.column, below.width, palette.typed)
        elif self._ticks // _BLINK % 2 == 0:
            canvas.text(row, below.column, theme.glyphs.full, palette.said)
        self.draw_bar(canvas, theme)
