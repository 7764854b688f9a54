"""The command of remote games outside of them."""

from collections.abc import Mapping
from typing import Final

from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.messages import Command, Say, Steps

_NOBODY: Final = 'Nobody is on the line to hear it: "checkers call" and "checkers answer" connect you.'


def handlers(conversation: Conversation) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands. The program answers small talk that is said to nobody."""

    def say(command: Command) -> Steps[None]:
        heard = conversation.state.vocabulary.understand(command.text)
        yield Say(heard.says if heard is not None and heard.says else _NOBODY)

    return {"say": say}
