"""A game on the screen without a terminal, against a computer that follows a script."""

import queue
import time
from collections.abc import Callable, Sequence
from datetime import date
from random import Random
from typing import Any

from console.cli.composition import dialogue_of
from console.game.options import Options
from console.reading.kinds import Kind
from console.reading.readings import Command
from console.screens.play.screen import PlayScreen
from console.screens.play.search_worker import SearchWorker
from console.screens.widgets.board import BoardLayout
from console.screens.widgets.glyphs import SMOOTH
from console.screens.widgets.palettes import COLOR
from console.screens.widgets.theme import Theme
from console.storage.store import Store
from console.terminal.bell import Note
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key, Posted, Tick
from console.terminal.screen_stack import Leave, Next, Push, Screen
from support.canvas_text import row_text
from support.conversation import Script, options
from support.headless_screens import alone

THEME = Theme(COLOR, SMOOTH)
PATIENCE = 30.0


class FakeTerminal:
    """A terminal that only keeps its settings."""

    def __init__(self) -> None:
        self.theme = THEME
        self.mouse = True
        self.posted: queue.Queue[object] = queue.Queue()
        self.tunes: list[Sequence[Note]] = []

    def set_mouse(self, wanted: bool) -> None:
        self.mouse = wanted

    def post(self, value: object) -> None:
        self.posted.put(value)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme

    def ring(self, tune: Sequence[Note]) -> None:
        self.tunes += [tune] if tune else []


class PlaySession:
    """A session on the screen of the game. It starts at the first question; a demonstration has none."""

    def __init__(
        self,
        chosen: Options | None = None,
        opponent: Script | None = None,
        size: tuple[int, int] = (80, 24),
        store: Store | None = None,
        now: Callable[[], float] = time.monotonic,
        today: Callable[[], date] = date.today,
    ) -> None:
        self.terminal = FakeTerminal()
        store = store or Store(automatic=False, where=None)
        self.dialogue = dialogue_of(chosen or options(), Random(1), opponent or Script(), store, now, today=today)
        self.play = PlayScreen(self.dialogue, self.terminal, store.settings, store)
        self.size = size
        self.answer: Next[Any] | None = None
        if self.dialogue.state.table.seats.people:
            self.settle()

    def send(self, *events: Event | str) -> Next[Any] | None:
        """Send events. A text of more than one letter is the name of a key."""
        for event in events:
            if isinstance(event, str):
                event = Key(text=event) if len(event) == 1 else Key(event)
            answer = self.play.handle(event) or (alone(self.play) if self.play.menu.open else None)
            self.answer = answer or self.answer
        return self.answer

    def settle(self) -> None:
        """Run searches and animations until a question is open."""
        runner = self.play.runner
        while not isinstance(self.answer, Leave) and (runner.search is not None or runner.scene is not None):
            if runner.scene is not None:
                self.send(Tick())
            else:
                self.send(Posted(self.terminal.posted.get(timeout=PATIENCE)))

    def await_search(self) -> SearchWorker:
        """Show the animation to its end, and return the search that runs then."""
        while self.play.runner.search is None:
            self.send(Tick())
        return self.play.runner.search

    def type(self, *lines: str) -> None:
        """Type lines, and wait for the next question after each."""
        for line in lines:
            self.send(*(Key(text=letter) for letter in line), Key("enter"))
            self.settle()

    @property
    def asked(self) -> Kind | None:
        """The kind of the open question; None if there is none."""
        return self.play.runner.ask.kind if self.play.runner.ask is not None else None

    @property
    def opened(self) -> Screen[Any]:
        """The screen that the last answer opened over the game."""
        assert isinstance(self.answer, Push)
        screen: Screen[Any] = self.answer.screen
        return screen

    def come_back(self, result: Command | str | None = None) -> None:
        """Close the opened screen with a result, and wait for the next question."""
        if isinstance(self.answer, Push):
            self.answer.screen.close()
        self.answer = self.play.resume(result)
        self.settle()

    def picture(self, theme: Theme = THEME) -> Canvas:
        """Return the current picture."""
        canvas = Canvas(*self.size, theme.palette.text)
        self.play.draw(canvas, theme)
        return canvas

    @property
    def layout(self) -> BoardLayout:
        """The place of the board."""
        self.picture()
        return self.play.picture.layout.board

    @property
    def rows(self) -> list[str]:
        """The picture as rows of text."""
        canvas = self.picture()
        return [row_text(canvas, row) for row in range(canvas.height)]

    @property
    def said(self) -> str:
        """The words beside the board and below it, without frames."""
        rows, place = self.rows, self.play.picture.layout
        panel, talk = place.panel, place.conversation
        beside = [row[panel.column :] for row in rows[panel.row : talk.row + talk.height]]
        below = [row[: talk.column + talk.width] for row in rows[talk.row - place.board.height // 2 :]]
        text = " ".join(beside + (below if talk.column < panel.column else []))
        return " ".join(text.translate(dict.fromkeys(map(ord, "│║═─┌┐└┘╔╗╚╝▲▼"), " ")).split())

    @property
    def text(self) -> str:
        """The picture as text."""
        return "\n".join(row.rstrip() for row in self.rows)
