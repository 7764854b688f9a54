"""The room of external engines: its word, and the engines as programs that play."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from console.dialogue.conversation import Conversation
from console.dialogue.messages import Steps
from console.dialogue.room import ProgramKind, Room
from console.game.seats import HUB
from console.reading.words import Word

if TYPE_CHECKING:
    from console.activities.engines.handlers import Engines

WORDS: Final = (Word("engine", "seats another program, or says which one plays", "COMMAND"),)


def engines(conversation: Conversation) -> "Engines":
    """Return the external engine of a session of play."""
    from console.activities.engines.handlers import Engines

    return conversation.part("engines", Engines)


def programs(conversation: Conversation) -> Mapping[str, ProgramKind]:
    """Return the external engines as programs. Their modules are imported when one is wanted or plays."""
    is_wanted = conversation.options.engine is not None

    def ready() -> Steps[None]:
        if is_wanted or conversation.state.table.engine or "engines" in conversation.parts:
            yield from engines(conversation).ready()

    def moved() -> Steps[None]:
        if conversation.state.table.engine:
            yield from engines(conversation).moved()

    return {HUB: ProgramKind(lambda _: engines(conversation).chooser, ready=ready, moved=moved)}


ROOM: Final = Room(WORDS, {}, programs=programs)
