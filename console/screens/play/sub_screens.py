"""The screens that are opened from the board's screen, and the command that follows from the result of each."""

from collections.abc import Callable
from typing import Any, NamedTuple

from console.dialogue import messages
from console.dialogue.loop import Dialogue
from console.dialogue.messages import Command, Show
from console.dialogue.state import State
from console.terminal.screen_stack import Screen
from console.text import sentences


class ShowClocks(Show):
    """The clocks for the next game."""


class ShowRuleSets(Show):
    """The rule sets for the next game."""


class SubScreen(NamedTuple):
    """A screen on top of the board's screen.

    ``answer`` returns what follows from its result: a command, or the beginning of a line that the player completes.
    """

    screen: Screen[Any]
    answer: Callable[[Any], Command | str] | None = None


def sub_screen(show: Show, dialogue: Dialogue) -> SubScreen:
    """Return the screen that shows ``show``. Its module is imported now, so that the game starts without it."""
    from console.screens import lists
    from console.screens.pager import Manual, Pager

    state, table = dialogue.state, dialogue.state.table
    match show:
        case messages.ShowManual(place):
            return SubScreen(Manual(place=place))
        case messages.ShowHelp():
            return SubScreen(Pager("Help", "\n\n".join(help_lines(state))))
        case messages.ShowRules(rules):
            from console.text.rules import explain

            return SubScreen(Pager("The rules", "\n".join(explain(rules))))
        case messages.ShowGames(games):
            return SubScreen(lists.games_list(games), _with_word("load"))
        case messages.ShowFame(hall):
            return SubScreen(lists.hall_list(hall, table.names[table.home]))
        case messages.ShowLevels():
            return SubScreen(lists.level_list(state.level, dialogue.record_by_level()), _with_word("level"))
        case ShowClocks():
            return SubScreen(lists.clock_list(state.next_game.control), _with_word("clock"))
        case ShowRuleSets():
            return SubScreen(lists.rules_list(table.rules.name), _with_word("next"))
        case messages.ShowEngines(commands):
            return SubScreen(lists.engine_list(commands), _with_word("engine"))
        case messages.ShowParameters(parameters):
            return SubScreen(lists.parameter_list(parameters), lambda name: f"engine set {name} ")
        case messages.ShowFound(library, words):
            from console.screens.browser import Browser

            browser = Browser(library, words, table.home)
            return SubScreen(browser, lambda number: Command("study", f"#{number}"))
        case messages.ShowSetup(prover_of):
            from console.screens.position_editor import PositionEditor

            editor = PositionEditor(table.rules, table.game.position, table.home, table.jumping, prover_of)
            return SubScreen(editor, lambda position: Command("fen", position=position))
        case messages.ShowReview(prover_of, report, analyzer):
            from console.screens.review.screen import Review

            game, names, home = table.game, table.names, table.home
            review = Review(game, names, home, analyzer=analyzer, prover_of=prover_of, tell_mistakes=report)
            return SubScreen(review, _with_word("go"))
        case messages.ShowProof(proof):
            from console.screens.proof import ProofScreen

            return SubScreen(ProofScreen(table.game, table.home, lambda stop: proof))
        case messages.ShowDialling(dialling):
            from console.screens.dialling import DiallingScreen

            return SubScreen(DiallingScreen(dialling))
    raise TypeError(f"there is no screen for {show!r}")


def help_lines(state: State) -> list[str]:
    """Return the lines of help that are needed most, with the key that opens the manual."""
    return [*sentences.help_lines(state.table.naming), 'F1 or "help" opens the manual.']


def _with_word(word: str) -> Callable[[object], Command]:
    """Return a function that makes a command of a word and the result of a screen."""
    return lambda result: Command(word, str(result))
