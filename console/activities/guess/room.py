"""The room of guessed games: its word, its menu, and the right guesses, for the record."""

from typing import TYPE_CHECKING, Final

from console.dialogue.menu import Entry, Menu, in_task
from console.dialogue.room import Room
from console.reading.words import Group, Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.record import Exercises
    from console.storage.player_data import PlayerData

WORDS: Final = (Word("guess", "has you guess a master's moves, or a saved game's; also game, off", "NAME", Group.TASK),)
MENU: Final[Menu] = {
    "Learn": (
        Entry("Guess a master's move", "Move by move, with a score", "guess"),
        Entry("Leave the guessing", "Back to your game", "guess", "off", shown=in_task("guess")),
    ),
}


def done(data: "PlayerData", rules: Rules) -> "Exercises | None":
    """Return the shares of right guesses under a rule set, or None."""
    from console.activities.guess.scores import moves_guessed

    return moves_guessed(data, rules)


ROOM: Final = Room(WORDS, MENU, done=done)
