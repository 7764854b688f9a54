"""The room of problems: its word, its menu, the problems solved, and the mistakes that are due."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Final

from console.dialogue.conversation import Conversation
from console.dialogue.menu import Entry, Menu, in_task, without_task
from console.dialogue.messages import Steps
from console.dialogue.room import Room
from console.game.repetition import MISTAKE
from console.reading.words import Group, Word
from console.storage.due_items import count_due
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.analysis import Mistake
    from console.game.record import Exercises
    from console.game.repetition import Due
    from console.storage.player_data import PlayerData

WORDS: Final = (
    Word("problem", "gives you a problem; also today, yours, classics, a theme, list, off", "KIND", Group.TASK),
)
MENU: Final[Menu] = {
    "Learn": (
        Entry("A problem", "problem"),
        Entry("Kinds of problems", "problem", "list"),
        Entry("The classics", "problem", "classics", shown=without_task),
        Entry("Leave problems", "problem", "off", shown=in_task("problem")),
    ),
}


def done(data: "PlayerData", rules: Rules) -> "Exercises | None":
    """Return the problems solved under a rule set, or None."""
    from console.activities.problems.solved import problems_done

    return problems_done(data, rules)


def due(data: "PlayerData", rules: Rules, today: date) -> "Due | None":
    """Return the mistakes under a rule set that are due, or None."""
    number = count_due(data, MISTAKE, today, rules)
    if not number:
        return None
    from console.activities.problems.sentences import mistakes_due

    return mistakes_due(number)


def learn(conversation: Conversation, wrong: "Sequence[Mistake]") -> Steps[None]:
    """Keep the player's mistakes in the game on the table as problems."""
    from console.activities.problems.mistakes import store_mistakes

    yield from store_mistakes(conversation, wrong)


ROOM: Final = Room(WORDS, MENU, done=done, due=due, learn=learn)
