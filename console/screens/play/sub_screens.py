"""The other screens that are opened from the board's, and what comes of each: the lines a player would type."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Show, Topic
from console.storage.store import NotKept, Store
from console.terminal.screen_stack import Screen
from engine.fen import fen_text
from engine.position import Position

_TITLES: Final = {Topic.RULES: "The rules", Topic.GAMES: "Saved games", Topic.FAME: "Hall of fame"}


def _nothing(result: object) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Visit:
    """A screen on top of the board's, and the lines that its result amounts to."""

    screen: Screen
    lines: Callable[[object], Sequence[str]] = _nothing

    def close(self) -> None:
        """End what the screen may still be doing."""
        close = getattr(self.screen, "close", None)
        if close is not None:
            close()


def visit(show: Show, dialogue: Dialogue) -> Visit:
    """What the conversation wants to be shown."""
    from console.screens.pager import Manual, Pager

    store = dialogue.store
    match show.topic:
        case Topic.SETUP:
            return _set_up(dialogue)
        case Topic.REVIEW:
            return _review(dialogue)
        case Topic.RULES if show.rules is not None:
            from console.text.rules import explain

            return Visit(Pager(_TITLES[show.topic], "\n".join(explain(show.rules))))
        case Topic.GAMES | Topic.FAME if store is not None:
            try:
                return _games(store) if show.topic is Topic.GAMES else _fame(store)
            except NotKept:
                return Visit(Pager(_TITLES[show.topic], "\n".join(show.lines)))
    return Visit(Manual())


def levels(dialogue: Dialogue) -> Visit:
    """The levels to choose from."""
    from console.screens.lists import level_list

    return Visit(level_list(dialogue.level), lambda level: () if level is None else (f"level {level}",))


def rule_sets(dialogue: Dialogue) -> Visit:
    """The rule sets to choose from for the next game."""
    from console.screens.lists import rules_list

    return Visit(rules_list(dialogue.rules.name), lambda name: () if name is None else ("rules", str(name)))


def _games(store: Store) -> Visit:
    from console.screens.lists import GameRow, games_list

    rows = [
        GameRow(game.words, f"{game.black} - {game.white}", game.date, game.result, game.rules, game.moves, game.words)
        for game in store.games()
    ]
    return Visit(games_list(rows), lambda words: () if words is None else (f"load {words}",))


def _fame(store: Store) -> Visit:
    from console.screens.lists import hall_list

    return Visit(hall_list(store.hall()))


def _set_up(dialogue: Dialogue) -> Visit:
    from console.screens.position_editor import SetUp

    def lines(position: object) -> Sequence[str]:
        return (f"fen {fen_text(position)}",) if isinstance(position, Position) else ()

    return Visit(SetUp(dialogue.rules, dialogue.game.position, dialogue.home), lines)


def _review(dialogue: Dialogue) -> Visit:
    from console.screens.review.screen import Review

    names = (dialogue.names[0], dialogue.names[1])
    return Visit(Review(dialogue.game, names, dialogue.home), lambda ply: () if ply is None else (f"go {ply}",))
