"""The items of the menu on the board's screen."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from operator import itemgetter
from typing import Final

from console.dialogue import kinds, words
from console.dialogue.messages import Command, Show, ShowLevels, ShowManual
from console.dialogue.state import State
from console.dialogue.words import ByState, Entry, When, Word
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import SWITCHES, DisplaySettings, Switch, palette_title
from console.screens.play.sub_screens import ShowClocks, ShowRuleSets
from console.screens.widgets.line_editor import LineEditor
from console.screens.widgets.menu import Item
from console.storage.settings import COLOURS

_GROUPS: Final = (words.GAME_MENU, "Problems", words.RULES_MENU, "Engines", words.MOVES_MENU, words.POSITION_MENU)
"""The first groups, in order; other groups follow in the order of their words."""


@dataclass(frozen=True)
class MenuItems:
    """Makes the items of the menu for the present state.

    ``say`` gives a command, ``show`` opens another screen, and ``line`` is the line that the player types.
    ``record`` returns the player's wins, draws and losses by level.
    """

    state: State
    runner: DialogueRunner
    settings: DisplaySettings
    say: Callable[[Command], None]
    show: Callable[[Show], None]
    record: Callable[[], Mapping[int, tuple[int, int, int]]]
    line: LineEditor

    def items(self) -> list[Item]:
        """Return the items of the menu."""
        groups: dict[str, list[tuple[int, Item]]] = {name: [] for name in _GROUPS}
        for word in self.state.vocabulary.words:
            for entry in word.menu:
                if not entry.hides or entry.if_(self.state):
                    groups.setdefault(entry.group, []).append((entry.rank, self._of_word(word, entry)))
        groups[words.RULES_MENU] += self._choices()
        inside = {name: tuple(item for _, item in sorted(found, key=itemgetter(0))) for name, found in groups.items()}
        return [
            *(Item(name, inside=found) for name, found in inside.items() if found),
            Item("Screen", inside=tuple(map(self._switch, SWITCHES))),
            Item("Colors", inside=tuple(map(self._colours, COLOURS))),
            Item("Help", partial(self.show, ShowManual()), "F1"),
            Item("Quit", self._leave, "F10"),
        ]

    def _choices(self) -> Iterator[tuple[int, Item]]:
        """Yield the items that open a list, with their ranks in the group of the rules."""
        state, free = self.state, self._works(When.FREE)
        at_first = self.runner.ask is not None and self.runner.ask.kind is kinds.FIRST
        here = not state.place & words.ANY_REMOTE
        rules, level, clock = state.table.rules.name, str(state.level), str(state.next_game.control or "off")
        with_level = free and here and bool(state.table.computers)
        yield 10, Item("Rules", partial(self.show, ShowRuleSets()), rules, (free or at_first) and here)
        yield 40, Item("Level", lambda: self.show(ShowLevels(self.record())), level, with_level)
        yield 70, Item("Clock", partial(self.show, ShowClocks()), clock, free and here)

    def _works(self, when: When) -> bool:
        """Return True if entries of this kind work now."""
        kind = self.runner.ask.kind if self.runner.ask is not None else kinds.MOVE
        if when is When.THINKING:
            return self.runner.ask is None
        playing = kind in (kinds.MOVE, kinds.TO, kinds.WAITING)
        return playing or (when is When.FREE and kind is kinds.ANOTHER)

    def _of_word(self, word: Word, entry: Entry) -> Item:
        """Return the item that says a word, or begins a line for the player to complete."""
        state = self.state
        argument = self._text(entry.argument)
        works = self._works(entry.when) and entry.if_(state)
        if state.place & words.ANY_REMOTE:  # in other places a word that does not work says so
            works = works and word.works(state.place, argument)
        if entry.how:

            def begin() -> None:
                self.line.set(f"{word.name} {argument}")
                self.runner.transcript.say(self._text(entry.how))

            return Item(entry.label, begin, "", works)
        command = Command(word.name, argument, text=argument)
        return Item(entry.label, partial(self.say, command), self._text(entry.value), works, entry.stays)

    def _text(self, text: ByState) -> str:
        return text if isinstance(text, str) else text(self.state)

    def _switch(self, one: Switch) -> Item:
        """Return the item that turns a switch of the screen."""
        now = self.settings.now
        return Item(one.label, partial(self.settings.change, one.switched(now)), one.shown(now), stays=True)

    def _colours(self, name: str) -> Item:
        """Return the item that chooses a theme."""
        chosen = replace(self.settings.now, colours=name)
        current = chosen == self.settings.now
        choose, look = partial(self.settings.change, chosen), partial(self.settings.preview, name)
        title, value = palette_title(name), "now" if current else ""
        return Item(title, choose, value, stays=True, current=current, preview=look)

    def _leave(self) -> None:
        """Leave the game, also before it has begun."""
        if self.runner.ask is None or self.runner.ask.kind is kinds.NAME:
            self.runner.close()
        else:
            self.say(Command("quit"))
