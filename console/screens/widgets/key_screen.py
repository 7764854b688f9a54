"""Screens that define each key once: its action, and its button in the bar of keys in the last row."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from console.screens.widgets.burst import Burst
from console.screens.widgets.glyphs import Glyphs
from console.screens.widgets.theme import Theme
from console.screens.widgets.window import Button, KeyBar
from console.terminal.canvas import Canvas
from console.terminal.events import Event, Key, Mouse, Tick
from console.terminal.screen_stack import Next, Pop, Result, Screen

_PAGE: Final = 10
_NO_LINE: Final = "To type a line, go back first: Esc."


class Action(NamedTuple):
    """An action of a screen at any of its ``keys``: names and characters with blanks between them, or ``space``.

    A character stands for its capital too, unless another action has that. ``key`` and ``word`` are shown in the bar,
    ``left`` and ``right`` as characters that look like arrows. An action without ``key`` is not in the bar.
    ``works`` is False for an action that does nothing now. ``rank`` is that of its button.
    """

    keys: str
    do: Callable[[], Next[Any] | None]
    key: str = ""
    word: str = ""
    works: bool = True
    rank: int = 1

    def button(self, glyphs: Glyphs) -> Button:
        """Return the button of the bar. A click on it is the first of the keys."""
        first = self.keys.split()[0] if self.keys else ""
        shown = {"left": glyphs.left, "right": glyphs.right}.get(self.key, self.key)
        return Button(shown, self.word, _key(first), self.works, self.rank)


BACK: Final = Action("escape f10", Pop, "Esc", "Back")


class KeyScreen(Screen[Result]):
    """A screen with a bar of keys. Its actions are asked for at each key, and each time the bar is drawn.

    Where letters are keys, a line that is typed does nothing, and the bar says so.
    """

    @cached_property
    def _bar(self) -> KeyBar:
        """The bar, which has the places of its buttons."""
        return KeyBar()

    @cached_property
    def _burst(self) -> Burst:
        """The letter or the line that is typed."""
        return Burst()

    @property
    def tick(self) -> float | None:
        """The seconds until the letter that was typed acts; None if there is none."""
        return self._burst.tick

    @abstractmethod
    def actions(self) -> Sequence[Action]:
        """Return the actions that there are now, in the order of the bar."""

    def press(self, key: Key) -> Next[Result] | None:
        """Handle a key that has no action."""

    def point(self, mouse: Mouse) -> Next[Result] | None:
        """Handle a mouse event that is no click on the bar."""

    def begin_line(self, text: str) -> Next[Result] | None:
        """Handle the first two letters of a line: swallow it."""
        self._burst.begin(text)
        return None

    def handle(self, event: Event) -> Next[Result] | None:
        """Run the action of a key or of the button clicked; pass other keys and the mouse on."""
        match self._bar.pressed(event):
            case Mouse() as mouse:
                return self.point(mouse)
            case Key() as key if key is not event:
                return self.act(key)
            case Key() as key if self._burst.swallow(key) is None:
                return self._pressed(key)
            case Tick() if (letter := self._burst.alone()) is not None:
                return self.act(letter)
        return None

    def _pressed(self, key: Key) -> Next[Result] | None:
        """Act at a key, unless it is a letter that may begin a line, or goes on with one."""
        has_letters = any(len(each) == 1 and each.isalpha() for each in self._by_key())
        match self._burst.heard(key) if has_letters else key:
            case str() as line:
                return self.begin_line(line)
            case Key() as heard:
                return self.act(heard)
        return None

    def act(self, key: Key) -> Next[Result] | None:
        """Run the action of a key, or pass the key on."""
        name, found = "space" if key.text == " " else key.name or key.text, self._by_key()
        action = found.get(name) or found.get(name.casefold())
        return action.do() if action is not None else self.press(key)

    def _by_key(self) -> dict[str, Action]:
        """Return the actions by key."""
        return {each: action for action in self.actions() for each in action.keys.split()}

    def draw_bar(self, canvas: Canvas, theme: Theme, rows: int = 1) -> None:
        """Draw the bar in the last rows, or a sentence about the line that was typed."""
        shown = [] if self._burst.line else [each.button(theme.glyphs) for each in self.actions() if each.key]
        self._bar.draw(canvas, theme, shown, rows)
        canvas.text(canvas.height - rows, 0, _NO_LINE if self._burst.line else "", theme.palette.bar)


def stepping(at: int, last: int, go: Callable[[int], None]) -> tuple[list[Action], list[Action]]:
    """Return the actions that go from position ``at`` of a game to near ones, and those that go to its ends."""
    near = [
        Action("left , <", partial(go, at - 1), "left", "", at > 0),
        Action("right . > space", partial(go, at + 1), "right", "Step", at < last),
        Action("page-up", partial(go, at - _PAGE)),
        Action("page-down", partial(go, at + _PAGE)),
    ]
    far = [
        Action("home", partial(go, 0), "Home", "First", at > 0),
        Action("end", partial(go, last), "End", "Last", at < last),
    ]
    return near, far


def _key(name: str) -> Key:
    """Return the key of a name."""
    if name == "space":
        return Key(text=" ")
    return Key(name) if len(name) != 1 else Key(text=name)
