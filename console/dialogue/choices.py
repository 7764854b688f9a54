"""The lists from which the player chooses levels, rules and clocks. Menu entries know them by their names here."""

from console.dialogue.conversation import Conversation
from console.dialogue.messages import ShowList
from console.game.options import FIT
from console.game.seats import RIVAL


def level_list(conversation: Conversation) -> ShowList:
    """Return the list of levels, with the player's results by level under the rules of the current game."""
    from console.dialogue import lists

    archive, table, opponent = conversation.archive, conversation.state.table, conversation.state.opponent
    name = table.names[table.home]
    record = archive.record(name, table.rules.name)
    results = record.by_level if record is not None else {}
    rating = archive.fitted(name, table.rules.name).strength.rating
    current = FIT if opponent.is_fitted else str(opponent.level)
    is_rival = table.opponent is not None and table.opponent.kind == RIVAL
    return lists.level_list(current, results, rating, "Outside the season you" if is_rival else "You")


def rules_list(conversation: Conversation) -> ShowList:
    """Return the list of rule sets and house rules."""
    from console.dialogue import lists

    return lists.rules_list(conversation.state.table.rules, conversation.store.rules.readable())


def clock_list(conversation: Conversation) -> ShowList:
    """Return the list of clocks for the next game."""
    from console.dialogue import lists

    return lists.clock_list(conversation.state.next_game.control)
