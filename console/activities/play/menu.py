"""The menu entries for games, and for the commands that every activity has."""

from typing import Final

from console.dialogue.archive import Archive
from console.dialogue.menu import Entry, Menu, When, can_redo, can_undo, has_moves, not_in_study, on_or_off
from console.dialogue.messages import Command
from console.dialogue.state import State
from console.game.naming import OWN_SQUARES, SQUARE_STYLES
from console.game.options import FIT
from engine.rules import losing_game, usual_game


def _has_computer(state: State) -> bool:
    return state.table.seats.program is not None


def _is_shared(state: State) -> bool:
    return len(state.table.seats.people) > 1


def _other_way(state: State) -> str:
    return "off" if state.switches.book else "on"


def _next_jumping(state: State) -> str:
    """Return the argument of "next" that chooses the next kind of jumping, for example ``american huff``.

    The rule set stays the same. The first kind follows the last.
    """
    rules, jumping = state.table.rules, state.table.jumping
    kinds = list(rules.jumpings)
    following = kinds[(kinds.index(jumping) + 1) % len(kinds)] if jumping in kinds else kinds[0]
    return f"{rules.name} {following}"


def _can_change_jumping(state: State) -> bool:
    return not _next_jumping(state).endswith(f" {state.table.jumping}")


def _other_aim(state: State) -> str:
    """Return the argument of "next" that chooses the losing game of the rules on the table, or the usual game."""
    rules = state.table.rules
    return (usual_game(rules) if rules.losing else losing_game(rules)).name


def _usual(state: State) -> str:
    return usual_game(state.table.rules).name


def _level(state: State) -> str:
    return FIT if state.opponent.is_fitted else str(state.opponent.level)


def _squares(state: State) -> str:
    return state.switches.squares or OWN_SQUARES


def _next_squares(state: State) -> str:
    """Return the argument of "squares" that chooses the next notation. The first one follows the last."""
    styles = (OWN_SQUARES, *SQUARE_STYLES)
    return styles[(styles.index(_squares(state)) + 1) % len(styles)]


MENU: Final[Menu] = {
    "Game": (
        Entry("New game", "new"),
        Entry("Swap sides", "swap"),
        Entry("Two players", "two", if_=_has_computer, hides=True),
        Entry("One player", "one", if_=_is_shared, hides=True),
        Entry("Save", "save", value="F2", if_=has_moves),
        Entry("Load", "games", value="F3", if_=lambda state: state.works(Command("load"))),
        Entry("Review the game", "review", if_=has_moves),
        Entry("Offer a draw", "draw", when=When.PLAYING),
        Entry("Resign", "resign", when=When.PLAYING),
    ),
    "Matches": (
        Entry("A match", "match", "3", how="The best of how many games? An odd number; Enter is 3."),
        Entry("Rematch", "rematch"),
        Entry("Ballot", "ballot", "random", how='Enter picks a ballot at random; or name one, as in "ballot 12".'),
        Entry("Demonstration", "demo"),
        Entry("Hall of fame", "fame"),
    ),
    "Rules and level": (
        Entry("Rules", "next", value=_usual, when=When.FIRST, opens=Archive.rules_list),
        Entry("Losing game", "next", _other_aim, lambda state: "yes" if state.table.rules.losing else "no"),
        Entry("Jumping", "next", _next_jumping, lambda state: state.table.jumping, if_=_can_change_jumping),
        Entry("About these rules", "rules", lambda state: state.table.rules.name),
        Entry("Level", "level", value=_level, if_=_has_computer, opens=Archive.level_list),
        Entry("Clock", "clock", value=lambda state: str(state.next_game.control or "off"), opens=Archive.clock_list),
        Entry("Opening book", "book", _other_way, on_or_off("book"), stays=True),
        Entry("Remarks", "chat", value=on_or_off("remarks"), if_=_has_computer, stays=True),
    ),
    "Moves": (
        Entry("Hint", "hint", value="F4", when=When.PLAYING),
        Entry("Proof", "proof", when=When.PLAYING),
        Entry("List moves", "moves", when=When.PLAYING),
        Entry("Undo", "undo", value="F5", if_=can_undo),
        Entry("Redo", "redo", value="F8", if_=can_redo),
        Entry("Move at once", "now", when=When.THINKING),
        Entry("Explain as we go", "teach", value=on_or_off("teaching"), stays=True),
        Entry("Think aloud", "think", value=on_or_off("thinking"), stays=True),
    ),
    "Board": (
        Entry("Flip the board", "flip", value="F6"),
        Entry("Square names", "squares", _next_squares, _squares, stays=True),
        Entry("Turn each move", "turn", value=on_or_off("turning"), if_=not_in_study, stays=True, hides=True),
        Entry("Set up a position", "setup", if_=not_in_study, hides=True),
        Entry("Find games", "find", if_=not_in_study, hides=True),
    ),
}
