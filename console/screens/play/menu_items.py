"""The menu of the board's screen: everything that can be asked for or switched while a game goes on."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Kind
from console.screens.play import sub_screens
from console.screens.play.dialogue_runner import Course
from console.screens.play.display_settings import Switches
from console.screens.play.sub_screens import Visit
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
    dialogue: Dialogue,
    course: Course,
    switches: Switches,
    say: Callable[[Sequence[str]], None],
    open_visit: Callable[[Visit[Any]], None],
    line: LineEdit,
) -> list[Item]:
    """The entries as they stand now; words work where a move is asked for or will be."""
    kind = course.ask.kind if course.ask is not None else Kind.MOVE
    free, over = kind is Kind.MOVE, kind in (Kind.MOVE, Kind.ANOTHER)

    def words(label: str, *lines: str, value: str = "", works: bool = free, stays: bool = False) -> Item:
        return Item(label, partial(say, lines), value, works, stays)

    def visiting(label: str, make: Callable[[Dialogue], Visit[Any]], value: str = "", works: bool = free) -> Item:
        return Item(label, lambda: open_visit(make(dialogue)), value, works)

    def switch(field: str) -> Item:
        def turn() -> None:
            switches.next(field)
            course.animated = switches.now.animation

        value = getattr(switches.now, field)
        shown = ("off", "on")[value] if isinstance(value, bool) else _CALLED.get(value, value)
        return Item(_SWITCHES[field], turn, shown, stays=True)

    computers = bool(dialogue.computers)
    next_jumping = _following(dialogue.rules, dialogue.jumping)
    return [
        words("New game", "new"),
        words("Two players", "two", works=over),
        words("Demonstration", "demo", works=over),
        visiting("Rules", sub_screens.rule_sets, dialogue.rules.name),
        words(
            "Jumping",
            "rules",
            f"{dialogue.rules.name} {next_jumping}",
            value=dialogue.jumping,
            works=free and next_jumping != dialogue.jumping,
        ),
        visiting("Level", sub_screens.levels, str(dialogue.level), free and computers),
        Item("Clock", lambda: line.set("clock 5+3"), str(dialogue.control or "off"), over),
        words("Set up a position", "setup", works=over),
        words("Look back (review)", "review", works=over and bool(dialogue.game.turns)),
        words("Hall of fame", "fame", works=over),
        words("Offer a draw", "draw"),
        words("Resign", "resign"),
        *(switch(field) for field in _SWITCHES),
        words("Think aloud", "think", value=("off", "on")[dialogue.thinking], stays=True),
        words("Board turns", "turn", value=("off", "on")[dialogue.turning], stays=True),
    ]


def _following(rules: Rules, jumping: str) -> str:
    """The kind of jumping that comes after one, round the end."""
    kinds = list(rules.jumpings)
    return kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
