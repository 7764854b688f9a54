"""The other screens that are opened from the board's, and what comes of each: the line a player would type."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from console.dialogue.messages import Show, Topic
from console.dialogue.state import State
from console.game.proving import ProverOf
from console.terminal.screen_stack import Screen
from console.text import sentences
from engine.fen import fen_text
from engine.position import Position

Result = TypeVar("Result")


@dataclass(frozen=True)
class SubScreen(Generic[Result]):
    """A screen on top of the board's, and the line that a result of it amounts to, if it has any.

    ``beginning`` is instead the line as far as it is known, which the player completes.
    """

    screen: Screen[Result]
    line: Callable[[Result], str] | None = None
    beginning: Callable[[Result], str] | None = None

    def close(self) -> None:
        """End what the screen may still be doing."""
        close = getattr(self.screen, "close", None)
        if close is not None:
            close()


def sub_screen(show: Show, state: State) -> SubScreen[Any]:
    """The screen for what the conversation wants to be shown."""
    from console.screens.pager import Manual, Pager

    match show.topic:
        case Topic.SETUP:
            return _set_up(state, show.prover_of)
        case Topic.REVIEW:
            return _review(state, show)
        case Topic.PROOF:
            from console.screens.proof import ProofScreen

            return SubScreen(ProofScreen(state.game, state.home, lambda stop: show.proof))
        case Topic.HELP:
            return SubScreen(Pager("Help", "\n\n".join(help_lines(state))))
        case Topic.RULES if show.rules is not None:
            from console.text.rules import explain

            return SubScreen(Pager("The rules", "\n".join(explain(show.rules))))
        case Topic.GAMES:
            return _games(show)
        case Topic.FIND if show.library is not None:
            from console.screens.browser import Browser

            return SubScreen(Browser(show.library, show.words, state.home), lambda number: f"study #{number}")
        case Topic.FAME:
            from console.screens.lists import hall_list

            return SubScreen(hall_list(show.hall, state.names[state.home]))
        case Topic.ENGINES:
            from console.screens.lists import engine_list

            return SubScreen(engine_list(show.engines), lambda chosen: f"engine {chosen}")
        case Topic.PARAMETERS:
            from console.screens.lists import parameter_list

            return SubScreen(parameter_list(show.parameters), beginning=lambda name: f"engine set {name} ")
        case Topic.LEVELS:
            return levels(state, show.record)
        case Topic.DIALLING if show.dialling is not None:
            from console.screens.dialling import DiallingScreen

            return SubScreen(DiallingScreen(show.dialling))
    return SubScreen(Manual(place=show.place))


def help_lines(state: State) -> list[str]:
    """List what is needed most, with the key that opens the manual."""
    return [*sentences.help_lines(state.naming), 'F1 or "help" opens the manual.']


def manual(state: State) -> SubScreen[Any]:
    """CHECKERS.DOC from its beginning."""
    return sub_screen(Show(Topic.MANUAL), state)


def levels(state: State, record: Mapping[int, tuple[int, int, int]]) -> SubScreen[int]:
    """The levels to choose from, with the player's record against each."""
    from console.screens.lists import level_list

    return SubScreen(level_list(state.level, record), lambda level: f"level {level}")


def clocks(state: State) -> SubScreen[str]:
    """Clocks of the next game to choose from."""
    from console.screens.lists import clock_list

    return SubScreen(clock_list(state.next_game.control), lambda clock: f"clock {clock}")


def rule_sets(state: State) -> SubScreen[str]:
    """The rule sets to choose from for the next game."""
    from console.screens.lists import rules_list

    return SubScreen(rules_list(state.rules.name), lambda name: f"next {name}")


def _games(show: Show) -> SubScreen[str]:
    from console.screens.lists import games_list

    return SubScreen(games_list(show.games), lambda words: f"load {words}")


def _set_up(state: State, prover_of: ProverOf) -> SubScreen[Position]:
    from console.screens.position_editor import PositionEditor

    screen = PositionEditor(state.rules, state.game.position, state.home, state.jumping, prover_of)
    return SubScreen(screen, lambda position: f"fen {fen_text(position)}")


def _review(state: State, show: Show) -> SubScreen[int]:
    from console.screens.review.screen import Review

    tell = show.tell_mistakes
    names, home = state.names, state.home
    screen = Review(state.game, names, home, analyzer=show.analyzer, prover_of=show.prover_of, tell_mistakes=tell)
    return SubScreen(screen, lambda ply: f"go {ply}")
