"""The room of problems: its word, its menu, the problems solved, and the mistakes that are due."""

from typing import TYPE_CHECKING, Final

from console.dialogue.conversation import Conversation, Event, Reviewed
from console.dialogue.menu import Entry, Menu, in_task, without_task
from console.dialogue.messages import Steps
from console.dialogue.room import DueItems, Room
from console.reading.words import Group, Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.record import Exercises
    from console.storage.player_data import PlayerData

WORDS: Final = (
    Word("problem", "gives you a problem; also today, yours, classics, a theme, list, off", "KIND", Group.TASK),
)
MENU: Final[Menu] = {
    "Learn": (
        Entry("A problem", "A position to win, at your strength", "problem"),
        Entry("Kinds of problems", "By theme, or your own mistakes", "problem", "list"),
        Entry("The classics", "Old masters' problems, by name", "problem", "classics", shown=without_task),
        Entry("Leave problems", "Back to your game", "problem", "off", shown=in_task("problem")),
    ),
}


def done(data: "PlayerData", rules: Rules) -> "Exercises | None":
    """Return the problems solved under a rule set, or None."""
    from console.activities.problems.solved import problems_done

    return problems_done(data, rules)


def hear(conversation: Conversation, event: Event) -> Steps[None]:
    """Keep the player's mistakes in the game on the table as problems, after a review."""
    if isinstance(event, Reviewed):
        from console.activities.problems.mistakes import store_mistakes

        yield from store_mistakes(conversation, event.mistakes)


DUE: Final = DueItems("mistake", "one of your mistakes", "{} of your mistakes", "problem", by_rules=True)
ROOM: Final = Room(WORDS, MENU, DUE, done=done, hear=hear)
