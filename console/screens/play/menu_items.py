"""The items of the menu on the board's screen."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

from console.dialogue import kinds
from console.dialogue.messages import Command
from console.dialogue.state import State
from console.dialogue.words import (
    ANY_REMOTE,
    GAME_MENU,
    MOVES_MENU,
    POSITION_MENU,
    RULES_MENU,
    ByState,
    Entry,
    When,
    Word,
)
from console.screens.play import sub_screens
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import SWITCHES, DisplaySettings, Switch, palette_title
from console.screens.play.sub_screens import SubScreen
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import Item
from console.storage.settings import COLOURS

_GROUPS: Final = (GAME_MENU, "Problems", RULES_MENU, "Engines", MOVES_MENU, POSITION_MENU)
"""The first groups, in order; other groups follow in the order of their words."""


class MenuItems:
    """Makes the items of the menu for the present state."""

    def __init__(
        self,
        state: State,
        runner: DialogueRunner,
        settings: DisplaySettings,
        say: Callable[[Command], None],
        open_sub_screen: Callable[[SubScreen[Any]], None],
        levels: Callable[[State], SubScreen[int]],
        line: LineEditor,
    ) -> None:
        self._state = state
        self._runner = runner
        self._settings = settings
        self._say = say
        self._open_sub_screen = open_sub_screen
        self._levels = levels
        self._line = line

    def items(self) -> list[Item]:
        """Return the items of the menu."""
        groups: dict[str, list[tuple[int, Item]]] = {name: [] for name in _GROUPS}
        for word in self._state.vocabulary.words:
            for entry in word.menu:
                if not entry.hides or entry.if_(self._state):
                    groups.setdefault(entry.group, []).append((entry.rank, self._of_word(word, entry)))
        groups[RULES_MENU] += self._choices()
        inside = {name: tuple(item for _, item in sorted(found, key=_rank)) for name, found in groups.items()}
        return [
            *(Item(name, inside=found) for name, found in inside.items() if found),
            Item("Screen", inside=tuple(map(self._switch, SWITCHES))),
            Item("Colors", inside=tuple(map(self._colours, COLOURS))),
            self._opening("Help", sub_screens.manual, "F1"),
            Item("Quit", self._leave, "F10"),
        ]

    def _choices(self) -> Iterator[tuple[int, Item]]:
        """Yield the items that open a list, with their ranks in the group of the rules."""
        state, free = self._state, self._works(When.FREE)
        at_first = self._runner.ask is not None and self._runner.ask.kind is kinds.FIRST
        here = not state.place & ANY_REMOTE
        rules, level, clock = state.table.rules.name, str(state.level), str(state.next_game.control or "off")
        yield 10, self._opening("Rules", sub_screens.rule_sets, rules, (free or at_first) and here)
        yield 40, self._opening("Level", self._levels, level, free and here and bool(state.table.computers))
        yield 70, self._opening("Clock", sub_screens.clocks, clock, free and here)

    def _works(self, when: When) -> bool:
        """Return True if entries of this kind work now."""
        kind = self._runner.ask.kind if self._runner.ask is not None else kinds.MOVE
        if when is When.THINKING:
            return self._runner.ask is None
        playing = kind in (kinds.MOVE, kinds.TO, kinds.WAITING)
        return playing or (when is When.FREE and kind is kinds.ANOTHER)

    def _of_word(self, word: Word, entry: Entry) -> Item:
        """Return the item that says a word, or begins a line for the player to complete."""
        state = self._state
        argument = self._text(entry.argument)
        works = self._works(entry.when) and entry.if_(state)
        if state.place & ANY_REMOTE:  # in other places a word that does not work says so
            works = works and word.works(state.place, argument)
        if entry.how:

            def begin() -> None:
                self._line.set(f"{word.name} {argument}")
                self._runner.transcript.say(self._text(entry.how))

            return Item(entry.label, begin, "", works)
        command = Command(word.name, argument, text=argument)
        return Item(entry.label, partial(self._say, command), self._text(entry.value), works, entry.stays)

    def _text(self, text: ByState) -> str:
        return text if isinstance(text, str) else text(self._state)

    def _opening(
        self, label: str, make: Callable[[State], SubScreen[Any]], value: str = "", works: bool = True
    ) -> Item:
        """Return the item that opens another screen."""
        return Item(label, lambda: self._open_sub_screen(make(self._state)), value, works)

    def _switch(self, one: Switch) -> Item:
        """Return the item that turns a switch of the screen."""

        def switch_on() -> None:
            self._settings.change(one.switched(self._settings.now))
            self._runner.animated = self._settings.now.animation

        return Item(one.label, switch_on, one.shown(self._settings.now), stays=True)

    def _colours(self, name: str) -> Item:
        """Return the item that chooses a theme."""

        def choose() -> None:
            self._settings.change(replace(self._settings.now, colours=name))

        chosen = name == self._settings.now.colours
        title, look = palette_title(name), partial(self._settings.preview, name)
        return Item(title, choose, "now" if chosen else "", stays=True, current=chosen, preview=look)

    def _leave(self) -> None:
        """Leave the game, also before it has begun."""
        if self._runner.ask is None or self._runner.ask.kind is kinds.NAME:
            self._runner.close()
        else:
            self._say(Command("quit"))


def _rank(ranked: tuple[int, Item]) -> int:
    return ranked[0]
