"""The screens that are opened from the game screen."""

from collections.abc import Sequence
from typing import Any, Final

from console.dialogue import messages
from console.dialogue.messages import Ask, Draw, Show
from console.dialogue.state import State
from console.reading import kinds
from console.screens.widgets.window import Button
from console.terminal.screen_stack import Screen
from console.text import sentences
from console.text.phrases import PHRASES

_TOPICS: Final = {
    kinds.HUFF: "huff",
    kinds.MULTIPLE: "how to play",
    kinds.NEXT_SQUARE: "how to play",
    kinds.ANOTHER: "the result",
}
"""The topics at which F1 opens the manual, by the open question."""


def sub_screen(show: Show, state: State, draw: Draw) -> Screen[Any]:
    """Return the screen for ``show``. Its module is imported only now, to keep the start of the program fast.

    ``draw`` draws the game screen. The result of the screen is a command, the beginning of a line that the player
    completes, or None.
    """
    from console.screens.pager import Manual, Pager

    match show:
        case messages.ShowManual(place):
            return Manual(state.activity.topic or state.activity.label, place)
        case messages.ShowHelp():
            return Pager("Help", "\n".join(f"- {line}" for line in help_lines(state)))
        case messages.ShowPage(title, text):
            return Pager(title, "\n".join(text))
        case messages.ShowSections(title, sections, topic):
            from console.screens.sections import SectionsScreen

            return SectionsScreen(title, sections, topic)
        case messages.ShowList():
            from console.screens.lists import ListScreen

            return ListScreen(show)
        case messages.Output():
            return show.screen(draw) or Pager("", "\n".join(show.lines()))
    raise TypeError(f"there is no screen for {show!r}")


def manual_here(ask: Ask | None, state: State, keys: Sequence[Button], at: str = "") -> Screen[Any]:
    """Return the manual at ``at``, or else at the open question, the activity or the screen, below the keys."""
    from console.screens.pager import Manual

    asked = _TOPICS.get(ask.kind) if ask is not None else None
    topic = at or asked or state.activity.topic or state.activity.label or "the screen"
    return Manual(topic, keys=[(button.key, button.word) for button in keys])


def help_lines(state: State) -> list[str]:
    """Return the lines of the short help, with the key that opens the manual.

    In a study, the keys that walk through it take the place of the levels. The board is always there.
    """
    lines = [line.replace('"board", ', "") for line in sentences.help_lines(state.naming)]
    if state.in_study:
        lines[lines.index(PHRASES["short help"]["levels"])] = "Left, Right, Home and End step through the game."
    return [*lines, 'F1 or "help" opens the manual.']
