"""A walk over the screens without a terminal: keys are pressed, and what they change is seen."""

from collections.abc import Hashable
from itertools import product
from typing import Any

from console.reading.kinds import Kind
from console.screens.play.over_the_game import OverTheGame
from console.screens.play.screen import PlayScreen
from console.screens.widgets.glyphs import SMOOTH
from console.screens.widgets.key_screen import KeyScreen
from console.screens.widgets.window import Button
from console.terminal.canvas import Canvas, Cell
from console.terminal.events import Event, Key, Tick
from console.terminal.screen_stack import Leave, Next, Pop, Push, Replace, Screen
from support.headless_screens import alone
from support.play_screen import THEME, PlaySession
from support.waiting import wait_until

ESCAPE = Key("escape")


class Walker:
    """Somebody at the screen of a game, and at the screens over it. ``has_left``: the program has ended.

    ``kinds`` are the kinds of questions that were asked, and ``screens`` those that were opened.
    """

    def __init__(self, session: PlaySession) -> None:
        self.session = session
        self._over: list[Push[Any]] = []
        self.has_left = self._has_pressed = False
        self.kinds: set[Kind | None] = set()
        self.screens: set[type[Screen[Any]]] = {PlayScreen}
        self._seen: list[Cell] | None = None
        self._follow()

    def close(self) -> None:
        """Close all screens."""
        for push in self._over:
            push.screen.close()
        self.session.play.close()

    @property
    def screen(self) -> Screen[Any]:
        """The screen that gets the keys."""
        screen = self._over[-1].screen if self._over else self.session.play
        return screen.screen if isinstance(screen, OverTheGame) else screen

    @property
    def buttons(self) -> list[Button]:
        """The buttons of the bar, those that do not fit among them."""
        assert self.seen
        screen = self.screen
        if isinstance(screen, KeyScreen):
            return [action.button(SMOOTH) for action in screen.actions() if action.key]
        assert isinstance(screen, PlayScreen)
        return [*screen.picture.keys]

    @property
    def place(self) -> Hashable:
        """What tells this place from others: the screen, or the activity and the question."""
        session = self.session
        if self._over or session.play.menu.open:
            return type(self.screen), session.play.menu.open
        return type(session.dialogue.state.activity), session.asked

    @property
    def lit(self) -> list[Button]:
        """The buttons of the keys that are lit. A button may name keys that it does not press."""
        return [button for button in self.buttons if button.works and button.event != Key()]

    @property
    def is_in_the_game(self) -> bool:
        """True if nothing is over the game, it is no task, and there is no step back."""
        is_task = self.session.dialogue.state.activity.label
        return not self._over and not is_task and all(button.key != "Esc" for button in self.buttons)

    @property
    def seen(self) -> list[Cell]:
        """The picture that its threads have nothing to add to."""
        if self._seen is None:
            canvas = Canvas(*self.session.size, THEME.palette.text)

            def is_drawn() -> bool:
                self.screen.draw(canvas, THEME)
                return not self._over or not isinstance(type(self.screen).tick, property) or self.screen.tick is None

            wait_until(is_drawn)
            self._seen = [canvas.at(*at) for at in product(range(canvas.height), range(canvas.width))]
        return self._seen

    def type(self, *lines: str) -> None:
        """Type lines."""
        for line in lines:
            self.session.play.line.set(line)
            self.session.send(Key("enter"))
            self._follow()

    def press(self, event: Event) -> None:
        """Press a key at the picture, and wait until nothing moves."""
        assert self.seen
        self._has_pressed, self._seen = True, None
        if self._over:
            self._go(self._over[-1].screen.handle(event) or alone(self.screen))
        else:
            self.session.send(event)
            self.session.answer = alone(self.screen) or self.session.answer
            self._follow()

    def after(self, event: Event) -> "Walker":
        """Press a key, and return the walker."""
        self.press(event)
        return self

    def _follow(self) -> None:
        """Run the session to its next question, and open what it opens. A demonstration waits for a key."""
        self._seen = None
        if self._has_pressed or self.session.dialogue.state.table.seats.people:
            self.session.settle()
        if self.session.play.tick == 0 and not self.session.answer:
            self.session.send(Tick())  # opens a screen that waits for no key
        self.kinds.add(self.session.asked)
        answer, self.session.answer = self.session.answer, None
        self._go(answer)

    def _go(self, step: Next[Any] | None) -> None:
        self._seen = None
        match step:
            case Leave():
                self.has_left = True
            case Replace():
                self.has_left = not self._over
            case Push():
                self._over.append(step)
                self.screens.add(type(self.screen))
            case Pop(result):
                popped = self._over.pop()
                popped.screen.close()
                self.session.answer = popped.then(result)
                self._follow()
