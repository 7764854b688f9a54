"""The menu of the board's screen: everything that can be asked for or switched while a game goes on."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from console.dialogue.messages import Kind
from console.dialogue.state import State
from console.screens.play import sub_screens
from console.screens.play.dialogue_runner import DialogueRunner
from console.screens.play.display_settings import Switches
from console.screens.play.sub_screens import SubScreen
from console.screens.widgets.line_editor import LineEdit
from console.screens.widgets.menu import Item
from engine.rules import Rules

_SWITCHES: Final = {
    "colours": "Palette",
    "glyphs": "Characters",
    "animation": "Animation",
    "sound": "Beeps",
    "mouse": "Mouse",
    "show_moves": "Show moves",
}
_CALLED: Final = {"colour": "16 colors", "cp437": "IBM", "ascii": "ASCII"}


def items(
    state: State,
    runner: DialogueRunner,
    switches: Switches,
    say: Callable[[str], None],
    open_sub_screen: Callable[[SubScreen[Any]], None],
    line: LineEdit,
) -> list[Item]:
    """The entries as they stand now; words work where a move is asked for or will be."""
    kind = runner.ask.kind if runner.ask is not None else Kind.MOVE
    free, over = kind is Kind.MOVE, kind in (Kind.MOVE, Kind.ANOTHER)

    def words(label: str, line: str, value: str = "", works: bool = free, stays: bool = False) -> Item:
        return Item(label, partial(say, line), value, works, stays)

    def opening(label: str, make: Callable[[State], SubScreen[Any]], value: str = "", works: bool = free) -> Item:
        return Item(label, lambda: open_sub_screen(make(state)), value, works)

    def switch(field: str) -> Item:
        def turn() -> None:
            switches.next(field)
            runner.animated = switches.now.animation

        value = getattr(switches.now, field)
        shown = ("off", "on")[value] if isinstance(value, bool) else _CALLED.get(value, value)
        return Item(_SWITCHES[field], turn, shown, stays=True)

    computers = bool(state.computers)
    next_jumping = _following(state.rules, state.jumping)
    return [
        words("New game", "new"),
        words("Two players", "two", works=over),
        words("Demonstration", "demo", works=over),
        opening("Rules", sub_screens.rule_sets, state.rules.name),
        words(
            "Jumping",
            f"next {state.rules.name} {next_jumping}",
            value=state.jumping,
            works=free and next_jumping != state.jumping,
        ),
        opening("Level", sub_screens.levels, str(state.level), free and computers),
        Item("Clock", lambda: line.set("clock 5+3"), str(state.next_game.control or "off"), over),
        words("Set up a position", "setup", works=over),
        words("Look back (review)", "review", works=over and bool(state.game.turns)),
        words("Hall of fame", "fame", works=over),
        words("Offer a draw", "draw"),
        words("Resign", "resign"),
        *(switch(field) for field in _SWITCHES),
        words("Think aloud", "think", value=("off", "on")[state.thinking], stays=True),
        words("Board turns", "turn", value=("off", "on")[state.turning], stays=True),
    ]


def _following(rules: Rules, jumping: str) -> str:
    """The kind of jumping that comes after one, round the end."""
    kinds = list(rules.jumpings)
    return kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
