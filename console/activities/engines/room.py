"""The room of external engines: its word, and the engines as programs that play."""

from typing import TYPE_CHECKING, Final

from console.dialogue.conversation import Conversation, ProgramKind
from console.dialogue.messages import Steps
from console.dialogue.room import Room
from console.game.seats import HUB
from console.reading.words import Word

if TYPE_CHECKING:
    from console.activities.engines.handlers import Engines

WORDS: Final = (Word("engine", "seats another program, or says which one plays", "COMMAND"),)


def engines(conversation: Conversation) -> "Engines":
    """Return the external engine of a session of play."""
    from console.activities.engines.handlers import Engines

    return conversation.part("engines", Engines)


def ready(conversation: Conversation) -> Steps[None]:
    """Seat the external engine if one is wanted. Its modules are not imported before."""
    is_wanted = conversation.options.engine is not None or "engines" in conversation.parts
    if is_wanted or conversation.state.table.engine:
        yield from engines(conversation).ready()


ENGINES: Final = ProgramKind(lambda conversation, _: engines(conversation).chooser, ready=ready)
"""The external engines as programs."""
ROOM: Final = Room(WORDS, {}, programs={HUB: ENGINES})
