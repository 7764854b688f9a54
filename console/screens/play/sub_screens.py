"""The screens that are opened from the game screen."""

from collections.abc import Callable
from typing import Any

from console.dialogue import messages
from console.dialogue.messages import Show
from console.dialogue.state import State
from console.screens.widgets.theme import Theme
from console.terminal.canvas import Canvas
from console.terminal.screen_stack import Screen
from console.text import sentences
from console.text.phrases import PHRASES


def sub_screen(show: Show, state: State, draw: Callable[[Canvas, Theme], None]) -> Screen[Any]:
    """Return the screen for ``show``. Its module is imported only now, to keep the start of the program fast.

    ``draw`` draws the game screen. The result of the screen is a command, the beginning of a line that the player
    completes, or None.
    """
    from console.screens.pager import Manual, Pager

    table = state.table
    match show:
        case messages.ShowManual(place):
            return Manual("Looking and learning" if state.activity.label else "", place)
        case messages.ShowHelp():
            return Pager("Help", "\n".join(f"- {line}" for line in help_lines(state)))
        case messages.ShowPage(title, lines, _):
            return Pager(title, "\n".join(lines))
        case messages.ShowSections(title, sections, topic):
            from console.screens.sections import SectionsScreen

            return SectionsScreen(title, sections, topic)
        case messages.ShowList() | messages.ShowExplored():
            from console.screens.lists import ListScreen

            return ListScreen(show.moves if isinstance(show, messages.ShowExplored) else show)
        case messages.ShowFound(library, explorer, words):
            from console.screens.browser import Browser

            return Browser(library, lambda rules: state.naming_of(rules, table.home), explorer, words)
        case messages.ShowSetup(prover_of):
            from console.screens.position_editor import PositionEditor

            return PositionEditor(table.rules, state.naming, table.game.position, table.jumping, prover_of)
        case messages.ShowReview():
            from console.screens.review.screen import Review

            return Review(show, table.game, state.naming, table.seats.shown_names)
        case messages.ShowProof(proof):
            from console.screens.proof import ProofScreen

            return ProofScreen(table.game, state.naming, lambda stop: proof)
        case messages.ShowPostcard():
            from console.screens.postcard import PostcardScreen

            return PostcardScreen(show, state, draw)
        case messages.ShowDialling(dialling, lost):
            from console.screens.dialling import DiallingScreen

            return DiallingScreen(dialling, lost)
    raise TypeError(f"there is no screen for {show!r}")


def help_lines(state: State) -> list[str]:
    """Return the lines of the short help, with the key that opens the manual.

    In a study, the keys that walk through it take the place of the levels. The board is always there.
    """
    lines = [line.replace('"board", ', "") for line in sentences.help_lines(state.naming)]
    if state.in_study:
        lines[lines.index(PHRASES["short help"]["levels"])] = sentences.WALK
    return [*lines, 'F1 or "help" opens the manual.']
