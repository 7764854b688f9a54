"""The screens that are opened from the board's screen, and the command that follows from the result of each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from console.dialogue.messages import (
    Command,
    Show,
    ShowDialling,
    ShowEngines,
    ShowFame,
    ShowFound,
    ShowGames,
    ShowHelp,
    ShowLevels,
    ShowManual,
    ShowParameters,
    ShowProof,
    ShowReview,
    ShowRules,
    ShowSetup,
)
from console.dialogue.state import State
from console.screens.pager import Manual, Pager
from console.terminal.screen_stack import Screen
from console.text import sentences

Result = TypeVar("Result")


@dataclass(frozen=True)
class SubScreen(Generic[Result]):
    """A screen on top of the board's screen.

    ``command`` returns the command that follows from its result. ``beginning`` returns instead the beginning of a line,
    which the player completes.
    """

    screen: Screen[Result]
    command: Callable[[Result], Command] | None = None
    beginning: Callable[[Result], str] | None = None

    def close(self) -> None:
        """End the work of the screen."""
        close = getattr(self.screen, "close", None)
        if close is not None:
            close()


def sub_screen(show: Show, state: State) -> SubScreen[Any]:
    """Return the screen that shows ``show``."""
    table = state.table
    match show:
        case ShowManual(place):
            return SubScreen(Manual(place=place))
        case ShowHelp():
            return SubScreen(Pager("Help", "\n\n".join(help_lines(state))))
        case ShowRules(rules):
            from console.text.rules import explain

            return SubScreen(Pager("The rules", "\n".join(explain(rules))))
        case ShowGames(games):
            from console.screens.lists import games_list

            return SubScreen(games_list(games), lambda words: Command("load", words, text=words))
        case ShowFound(library, words):
            from console.screens.browser import Browser

            browser = Browser(library, words, table.home)
            return SubScreen(browser, lambda number: Command("study", text=f"#{number}", value=number))
        case ShowFame(hall):
            from console.screens.lists import hall_list

            return SubScreen(hall_list(hall, table.names[table.home]))
        case ShowLevels(record):
            return levels(state, record)
        case ShowEngines(commands):
            from console.screens.lists import engine_list

            return SubScreen(engine_list(commands), lambda chosen: Command("engine", text=chosen))
        case ShowParameters(parameters):
            from console.screens.lists import parameter_list

            return SubScreen(parameter_list(parameters), beginning=lambda name: f"engine set {name} ")
        case ShowSetup(prover_of):
            from console.screens.position_editor import PositionEditor

            editor = PositionEditor(table.rules, table.game.position, table.home, table.jumping, prover_of)
            return SubScreen(editor, lambda position: Command("fen", value=position))
        case ShowReview(prover_of, report, analyzer):
            from console.screens.review.screen import Review

            game, names, home = table.game, table.names, table.home
            review = Review(game, names, home, analyzer=analyzer, prover_of=prover_of, tell_mistakes=report)
            return SubScreen(review, lambda ply: Command("go", text=str(ply), value=ply))
        case ShowProof(proof):
            from console.screens.proof import ProofScreen

            return SubScreen(ProofScreen(table.game, table.home, lambda stop: proof))
        case ShowDialling(dialling):
            from console.screens.dialling import DiallingScreen

            return SubScreen(DiallingScreen(dialling))
    raise TypeError(f"there is no screen for {show!r}")


def help_lines(state: State) -> list[str]:
    """Return the lines of help that are needed most, with the key that opens the manual."""
    return [*sentences.help_lines(state.table.naming), 'F1 or "help" opens the manual.']


def manual(state: State) -> SubScreen[Any]:
    """Return the screen of the manual, at its beginning."""
    return sub_screen(ShowManual(), state)


def levels(state: State, record: Mapping[int, tuple[int, int, int]]) -> SubScreen[int]:
    """Return the list of levels, with the player's results against each."""
    from console.screens.lists import level_list

    return SubScreen(level_list(state.level, record), lambda level: Command("level", str(level), text=str(level)))


def clocks(state: State) -> SubScreen[str]:
    """Return the list of clocks for the next game."""
    from console.screens.lists import clock_list

    return SubScreen(clock_list(state.next_game.control), lambda clock: Command("clock", clock, text=clock))


def rule_sets(state: State) -> SubScreen[str]:
    """Return the list of rule sets for the next game."""
    from console.screens.lists import rules_list

    return SubScreen(rules_list(state.table.rules.name), lambda name: Command("next", name, text=name))
