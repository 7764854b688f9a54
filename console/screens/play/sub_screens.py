"""The other screens that are opened from the board's, and what comes of each: the lines a player would type."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Show, Topic
from console.storage.saved_games import SavedGame
from console.terminal.screen_stack import Screen
from engine.fen import fen_text
from engine.position import Position

Result = TypeVar("Result")


def _nothing(result: object) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Visit(Generic[Result]):
    """A screen on top of the board's, and the lines that its result amounts to."""

    screen: Screen[Result]
    lines: Callable[[Result], Sequence[str]] = _nothing

    def close(self) -> None:
        """End what the screen may still be doing."""
        close = getattr(self.screen, "close", None)
        if close is not None:
            close()


def visit(show: Show, dialogue: Dialogue) -> Visit[Any]:
    """What the conversation wants to be shown."""
    from console.screens.pager import Manual, Pager

    match show.topic:
        case Topic.SETUP:
            return _set_up(dialogue)
        case Topic.REVIEW:
            return _review(dialogue)
        case Topic.RULES if show.rules is not None:
            from console.text.rules import explain

            return Visit(Pager("The rules", "\n".join(explain(show.rules))))
        case Topic.GAMES:
            return _games(show.games)
        case Topic.FAME:
            from console.screens.lists import hall_list

            return Visit(hall_list(show.hall))
    return Visit(Manual())


def levels(dialogue: Dialogue) -> Visit[int]:
    """The levels to choose from."""
    from console.screens.lists import level_list

    return Visit(level_list(dialogue.level), lambda level: (f"level {level}",))


def rule_sets(dialogue: Dialogue) -> Visit[str]:
    """The rule sets to choose from for the next game."""
    from console.screens.lists import rules_list

    return Visit(rules_list(dialogue.rules.name), lambda name: ("rules", name))


def _games(games: Sequence[SavedGame]) -> Visit[str]:
    from console.screens.lists import GameRow, games_list

    rows = [
        GameRow(game.words, f"{game.black} - {game.white}", game.date, game.result, game.rules, game.moves, game.words)
        for game in games
    ]
    return Visit(games_list(rows), lambda words: (f"load {words}",))


def _set_up(dialogue: Dialogue) -> Visit[Position]:
    from console.screens.position_editor import SetUp

    screen = SetUp(dialogue.rules, dialogue.game.position, dialogue.home)
    return Visit(screen, lambda position: (f"fen {fen_text(position)}",))


def _review(dialogue: Dialogue) -> Visit[int]:
    from console.screens.review.screen import Review

    names = (dialogue.names[0], dialogue.names[1])
    return Visit(Review(dialogue.game, names, dialogue.home), lambda ply: (f"go {ply}",))
