"""Rooms: what a folder of ``console.activities`` gives to the conversation. Its module ``room`` has a ``ROOM``.

The modules ``room`` are imported at the start of the program, the others of a folder by the functions here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from console.dialogue.activity import Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.menu import Menu
from console.dialogue.messages import Ended, MoveChooser, Played, Step, Steps
from console.game.seats import Program
from console.reading.words import Word
from console.text.levels import VOICES, TurningPoint
from engine.rules import Rules

if TYPE_CHECKING:
    from console.game.analysis import Mistake
    from console.game.record import Exercises
    from console.game.repetition import Due
    from console.storage.player_data import PlayerData

Remarks: TypeAlias = Mapping[TurningPoint, str]


def remarks_at_level(program: Program) -> Remarks:
    """Return the remarks of the built-in opponent at the level of a program."""
    return VOICES[program.level].remarks if program.level is not None else {}


class ProgramKind(NamedTuple):
    """A kind of programs. The field ``kind`` of a seat names it.

    ``chooser`` returns what chooses the moves of a program, and ``remarks`` its remarks by turning point. ``after``
    adds what such a program says after a step of its game. ``ready`` seats such a program, or another one in its place,
    before a search for a move, and ``moved`` says so if another one has chosen the move.
    """

    chooser: Callable[[Program], MoveChooser]
    remarks: Callable[[Program], Remarks] = lambda _: {}
    after: Callable[[Played | Ended], Iterable[Step]] = lambda _: ()
    ready: Callable[[], Iterable[Step]] = tuple
    moved: Callable[[], Iterable[Step]] = tuple


class Room(NamedTuple):
    """The words of a room, its entries of the menu, and its functions, of which it has those that it needs.

    ``handlers`` returns the handlers of its words when one is first used; by default it is the function of this name in
    the module ``handlers`` of the folder. ``done`` returns what the player has done there under a rule set, for his
    record. ``due`` returns what is set again on a day. ``parting`` returns what is said after the farewell, or no text.
    ``begin`` returns how the session of play begins if the options ask for this room, or None. ``programs`` returns the
    kinds of programs that it seats, by the name in the seat. ``learn`` keeps the mistakes that were found in a game.
    ``before`` yields what it adds before a step of the conversation.
    """

    words: tuple[Word, ...]
    menu: Menu
    handlers: Callable[[Conversation], Handlers] | None = None
    done: "Callable[[PlayerData, Rules], Exercises | None] | None" = None
    due: "Callable[[PlayerData, Rules, date], Due | None] | None" = None
    parting: Callable[[Conversation], str] | None = None
    begin: Callable[[Conversation], Callable[[], Steps[None]] | None] | None = None
    programs: Callable[[Conversation], Mapping[str, ProgramKind]] | None = None
    learn: "Callable[[Conversation, Sequence[Mistake]], Steps[None]] | None" = None
    before: Callable[[Conversation, Step], Steps[None]] | None = None
