"""The handler of the command of the record."""

from functools import partial

from ai.levels import LEVEL_RATINGS
from console.dialogue.activity import Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.messages import ShowSections, Steps
from console.game.record import record_of
from console.reading.readings import Command
from console.storage.notices import NotKept
from console.storage.store import PIPED
from console.text.record import record_sections, title


def show(conversation: Conversation, command: Command) -> Steps[None]:
    """Show the player's record under the rules named, or those on the table. Raises CannotDo and NotKept."""
    archive = conversation.archive
    rules, name = conversation.state.table.rules, conversation.learner
    if command.argument:
        rules = conversation.questions.rules.read(command.text).rules
    results = archive.store.hall.results(name)
    if not results and not archive.store.records_results:
        raise NotKept(PIPED)
    record = record_of(results, name, rules.name, LEVEL_RATINGS)
    sections = partial(record_sections, record, conversation.exercises(rules))
    yield ShowSections(title(record), sections, "record")
    yield from archive.notices()


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    return {"record": partial(show, conversation)}
