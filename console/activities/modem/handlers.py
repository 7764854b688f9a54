"""The command ``say`` outside of remote games."""

from typing import Final

from console.dialogue.activity import Handlers
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Say, Steps
from console.reading.readings import Command

_NOBODY: Final = 'Nobody is on the line to hear it: "checkers call" and "checkers answer" connect you.'


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""

    def say(command: Command) -> Steps[None]:
        yield Say(_NOBODY)

    return {"say": say}
