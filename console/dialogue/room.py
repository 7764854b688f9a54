"""Rooms: what a folder of ``console.activities`` gives to the conversation. Its module ``room`` has a ``ROOM``.

The modules ``room`` are imported at the start of the program, the others of a folder by the functions here.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.menu import Menu
from console.dialogue.messages import Step, Steps
from console.dialogue.program_kinds import ProgramKind
from console.reading.words import Word
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.analysis import Mistake
    from console.game.record import Exercises
    from console.game.repetition import Due
    from console.storage.player_data import PlayerData

Handlers: TypeAlias = Mapping[str, Handler]
"""Handlers by the names of their words."""


class Room(NamedTuple):
    """The words of a room, its entries of the menu, and its functions, of which it has those that it needs.

    ``handlers`` returns the handlers of its words when one is first used. ``done`` returns what the player has done
    there under a rule set, for his record. ``due`` returns what is set again on a day. ``parting`` returns what is said
    after the farewell, or no text. ``begin`` returns how the session of play begins if the options ask for this room,
    or None. ``programs`` returns the kinds of programs that it seats, by the name in the seat. ``learn`` keeps the
    mistakes that were found in a game. ``before`` returns what it adds before each step while the player is taught.
    """

    words: tuple[Word, ...]
    menu: Menu
    handlers: Callable[[Conversation], Handlers]
    done: "Callable[[PlayerData, Rules], Exercises | None] | None" = None
    due: "Callable[[PlayerData, Rules, date], Due | None] | None" = None
    parting: Callable[[Conversation], str] | None = None
    begin: Callable[[Conversation], Callable[[], Steps[None]] | None] | None = None
    programs: Callable[[Conversation], Mapping[str, ProgramKind]] | None = None
    learn: "Callable[[Conversation, Sequence[Mistake]], Steps[None]] | None" = None
    before: Callable[[Conversation], Callable[[Step], Steps[None]]] | None = None
