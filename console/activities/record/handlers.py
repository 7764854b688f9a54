"""The handler of the command of the record."""

from collections.abc import Callable, Mapping, Sequence

from ai.levels import LEVEL_RATINGS
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, ShowSections, Steps
from console.game.record import Exercises, record_of
from console.game.rule_choice import read_rule_choice
from console.text.record import record_sections, title
from engine.rules import Rules


class RecordWords:
    """Shows the player's record. ``exercises`` returns what the other activities have stored under a rule set."""

    def __init__(self, conversation: Conversation, exercises: Callable[[Rules], Sequence[Exercises]]) -> None:
        self._conversation = conversation
        self._exercises = exercises

    def show(self, command: Command) -> Steps[None]:
        """Show the record under the rules named, or those on the table. Raises CannotDo and NotKept."""
        archive, rules = self._conversation.archive, self._conversation.state.table.rules
        if command.argument:
            try:
                rules = read_rule_choice(command.text, archive.find_rules, archive.house_names).rules
            except ValueError as error:
                raise CannotDo(str(error)) from None
        name = self._conversation.player_name
        record = record_of(archive.store.hall.results(name), name, rules.name, LEVEL_RATINGS)
        exercises = self._exercises(rules)
        yield ShowSections(
            title(record),
            lambda width, signs: record_sections(record, exercises, width, signs),
            "Looking and learning",
        )
        yield from archive.notices()


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"record": RecordWords(services.conversation, services.exercises).show}
