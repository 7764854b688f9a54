"""A program for terminal tests that shows a board and the last event.

``q`` quits, ``m`` toggles mouse reports, ``w`` posts an event from a thread, ``b`` rings the bell, ``x`` raises
RuntimeError.
"""

import sys
import threading

from console.game.naming import Naming
from console.screens.play.layout import play_layout
from console.screens.widgets.board import Scene, draw_board
from console.screens.widgets.glyphs import SMOOTH
from console.screens.widgets.palettes import COLOR
from console.screens.widgets.theme import Theme
from console.terminal.bell import Note
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key, Resize
from console.terminal.screen_stack import App, Leave, Next, Screen
from console.terminal.terminal import Terminal
from engine.geometry import BLACK
from engine.position import Position
from engine.rules import AMERICAN


class Keys(Screen[None]):
    """A screen that counts its events, so that tests can wait for each."""

    def __init__(self, terminal: Terminal[Theme]) -> None:
        self._terminal = terminal
        self._mouse = True
        self._count = 0
        self._last: Event | None = None

    def handle(self, event: Event) -> Next[None] | None:
        """Record the event."""
        self._count += 1
        self._last = event
        if isinstance(event, Key):
            if event.text == "q":
                return Leave(3)
            if event.text == "m":
                self._mouse = not self._mouse
                self._terminal.set_mouse(self._mouse)
            if event.text == "w":
                threading.Thread(target=self._terminal.post, args=("done",)).start()
            if event.text == "b":
                self._terminal.ring([Note(at, 440, 0.1) for at in (0.0, 0.1, 2.0)])
            if event.text == "x":
                raise RuntimeError("broken on request")
        return None

    def draw(self, canvas: Canvas, theme: Theme) -> None:
        """Draw the board, the last event and the number of events."""
        layout = play_layout(Naming.of(AMERICAN, BLACK, None), canvas.width, canvas.height).board
        draw_board(canvas, layout, Scene(Position.start(AMERICAN)), theme)
        canvas.text(
            0, 0, f"{canvas.width}x{canvas.height} {theme.glyphs.name} {theme.palette.name}", theme.palette.title
        )
        last = "Resize" if isinstance(self._last, Resize) else self._last
        column = canvas.text(canvas.height - 1, 0, f"#{self._count} {last} ready>", theme.palette.prompt)
        canvas.caret = (canvas.height - 1, column)


if __name__ == "__main__":
    with Terminal(Theme(COLOR, SMOOTH)) as screen:
        status = App(screen, Keys(screen)).run()
    print("put back")
    sys.exit(status)
