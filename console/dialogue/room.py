"""Rooms: what a folder of ``console.activities`` gives to the conversation. Its module ``room`` has a ``ROOM``.

The modules ``room`` are imported at the start of the program, the others of a folder by the functions here.
"""

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from console.dialogue.conversation import Conversation, Event, ProgramKind
from console.dialogue.menu import Menu
from console.dialogue.messages import Steps
from console.reading.words import Word
from console.storage.player_data import PlayerData
from engine.rules import Rules, is_house

if TYPE_CHECKING:
    from console.game.record import Exercises


class DueItems(NamedTuple):
    """The items of a kind that come back on a day: how one and many are called, and the word that sets them.

    ``{}`` in ``many`` stands for their number. ``by_rules``: only those under the rules on the table count.
    """

    kind: str
    one: str
    many: str
    word: str
    by_rules: bool = False

    def called(self, number: int) -> str:
        """Return what so many of them are called."""
        return self.one if number == 1 else self.many.format(number)

    def number(self, data: PlayerData, rules: Rules, today: date) -> int:
        """Return how many are due. A line that the player has only looked at is not."""
        articles = ""
        if self.by_rules and is_house(rules):
            from engine.house_rules import own_articles

            articles = own_articles(rules)
        query = "SELECT count(*) FROM items WHERE player = me() AND due <= ? AND kind = ? AND (asked OR kind <> 'line')"
        values = [today.isoformat(), self.kind]
        if self.by_rules:
            query, values = f"{query} AND (rules, articles) = (?, ?)", [*values, rules.name, articles]
        return sum(number for (number,) in data.rows(query, *values))


class Room(NamedTuple):
    """The words of a room, its entries of the menu, and what else it has of these.

    ``due`` are the items that come back, ``programs`` the kinds of programs that it seats, by the name in the seat.
    ``done`` returns what the player has done there under a rule set, for his record. ``hear`` is told each event, such
    as a step before it is made, and yields what the room adds.

    The function ``handlers`` of the module ``handlers`` in its folder takes the conversation and returns the handlers
    of its words. It is called when one is first used.
    """

    words: tuple[Word, ...]
    menu: Menu
    due: DueItems | None = None
    programs: Mapping[str, ProgramKind] = {}
    done: "Callable[[PlayerData, Rules], Exercises | None] | None" = None
    hear: Callable[[Conversation, Event], Steps[None]] | None = None
