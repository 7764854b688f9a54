"""The items of the menu on the game screen."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from console.dialogue.conversation import Conversation
from console.dialogue.loop import Dialogue
from console.dialogue.menu import GROUPS, SCREEN, ByState, Entry, When
from console.dialogue.messages import Show, ShowList, ShowManual
from console.reading import kinds
from console.reading.kinds import Trait
from console.reading.readings import Command
from console.reading.words import Allowed
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import SWITCHES, DisplaySettings, Switch, palette_title
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import MenuItem
from console.storage.settings import Settings
from console.storage.themes import theme_names


class MenuItems(NamedTuple):
    """Makes the items of the menu for the current state.

    ``say`` sends a command to the conversation. ``show`` opens another screen. ``line`` is the input line.
    """

    dialogue: Dialogue
    runner: DialogueRunner
    settings: DisplaySettings
    say: Callable[[Command], None]
    show: Callable[[Show], None]
    line: LineEditor

    def items(self) -> list[MenuItem]:
        """Return the items of the menu."""
        allowed = self.dialogue.state.activity.allowed
        colors = MenuItem("Colors", "Sets to try on, or your own", inside=tuple(map(self._colors, theme_names())))
        return [
            *(
                MenuItem(group, GROUPS[group], inside=tuple(self._of_entry(entry, allowed) for entry in entries))
                for group, entries in self.dialogue.menu().items()
            ),
            MenuItem(SCREEN, "Colors, signs, sound, mouse", inside=(*map(self._switch, SWITCHES), colors)),
            MenuItem("Help", "The manual", partial(self.show, ShowManual()), "F1"),
            MenuItem("Quit", "Leaves the program", self._leave, "F10"),
        ]

    def _works(self, when: When) -> bool:
        """Return True if entries with ``when`` work at the open question."""
        kind = self.runner.ask.kind if self.runner.ask is not None else kinds.MOVE
        if when is When.THINKING:
            return self.runner.ask is None
        playing = kind in (kinds.MOVE, kinds.TO, kinds.WAITING)
        at_first = kind is kinds.FIRST and when is When.FIRST
        return playing or at_first or (Trait.TAKES_WORDS in kind.traits and when is not When.PLAYING)

    def _of_entry(self, entry: Entry, allowed: Allowed) -> MenuItem:
        """Return the item of an entry: it executes a command, begins one on the input line, or opens a screen."""
        state, argument, value = self.dialogue.state, self._text(entry.argument), self._text(entry.value)
        command = Command(entry.word, argument)
        works = self._works(entry.when) and entry.works(state)
        if state.activity.is_kept:  # in other activities a command that is not allowed says why
            works = works and state.works(command, allowed)
        if entry.opens is not None:
            return MenuItem(entry.label, entry.about, partial(self._open, entry.opens), value, works)
        if entry.how:

            def begin() -> None:
                self.line.set(f"{entry.word} {argument}")
                self.runner.tell(self._text(entry.how))

            return MenuItem(entry.label, entry.about, begin, "", works)
        return MenuItem(entry.label, entry.about, partial(self.say, command), value, works, entry.stays)

    def _open(self, opens: Callable[[Conversation], ShowList]) -> None:
        self.show(opens(self.dialogue.conversation))

    def _text(self, text: ByState) -> str:
        return text if isinstance(text, str) else text(self.dialogue.state)

    def _switch(self, one: Switch) -> MenuItem:
        """Return the item that changes a setting of the screen to its next value."""
        now = self.settings.now
        return MenuItem(one.label, one.about, partial(self._change, one.switched(now)), one.shown(now), stays=True)

    def _colors(self, name: str) -> MenuItem:
        """Return the item that chooses a palette."""
        chosen = replace(self.settings.now, colours=name)
        current = chosen == self.settings.now
        choose, look = partial(self._change, chosen), partial(self.settings.preview, name)
        title, value = palette_title(name), "now" if current else ""
        return MenuItem(title, "Enter keeps it, Esc does not", choose, value, current=current, preview=look)

    def _change(self, new: Settings) -> None:
        if problem := self.settings.change(new):
            self.runner.tell(problem)

    def _leave(self) -> None:
        """Leave the program by the command ``quit``; at once if the name is asked for or no question is open."""
        if self.runner.ask is None or self.runner.ask.kind is kinds.NAME:
            self.runner.close()
        else:
            self.say(Command("quit"))
