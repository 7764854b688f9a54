"""The commands of a remote game that involve the peer, or that show less than in other games."""

from collections.abc import Callable, Mapping
from typing import Final

from ai.dxp import messages as dxp
from ai.dxp.connection import Recent
from console.activities.modem import sentences as modem
from console.activities.modem.agreement import Offers, goes_on
from console.activities.modem.connection import Connection, Stage
from console.dialogue import kinds
from console.dialogue.activity import Handler
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.loop import one
from console.dialogue.messages import Command, Say, Steps
from console.game.naming import quoted
from console.text import sentences

_NOBODY: Final = 'Nobody is on the line to hear it: "checkers call" and "checkers answer" connect you.'
_MOST_SAID: Final = 20  # lines within ten seconds


class RemoteWords:
    """Executes the commands that work differently in a remote game."""

    def __init__(self, conversation: Conversation, connection: Connection, offers: Offers) -> None:
        self._state = conversation.state
        self._questions = conversation.questions
        self._archive = conversation.archive
        self._commands = conversation.commands
        self._connection = connection
        self._offers = offers
        self._said = Recent(conversation.state.now)

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by the names of their commands."""
        return {
            "say": lambda command: self._say(command.text),
            "draw": self._while_playing(self._offers.offer_draw),
            "undo": self._while_playing(self._offers.request_back),
            "resign": self._while_playing(self._resign),
            "moves": self._while_playing(self._list_moves),
            "?": self._help,
        }

    def _while_playing(self, act: Callable[[], Steps[None]]) -> Handler:
        """Return a handler that runs ``act`` during a game, and otherwise says that there is no game."""

        def handle(command: Command) -> Steps[None]:
            if self._connection.stage is not Stage.PLAYING:
                yield Say("There is no game yet.")
            elif not goes_on(self._state.table):
                yield Say("The game is over: Y asks for another.")
            else:
                yield from act()

        return handle

    def _list_moves(self) -> Steps[None]:
        yield Say(sentences.legal_moves(self._state.game.legal_moves(), self._state.naming, {}))

    def _help(self, command: Command) -> Steps[None]:
        """Say the short help for a remote game. With an argument, show that chapter of the manual."""
        if command.argument:
            yield from self._commands.do_everywhere(command)
        else:
            for line in modem.help_lines(self._state.naming):
                yield Say(line)

    def _say(self, text: str) -> Steps[None]:
        """Send a line of chat."""
        text = " ".join(text.split())
        if not text:
            yield Say(sentences.SAY_WHAT)
        elif self._said.total >= _MOST_SAID:
            yield Say("Not so fast: twenty lines in ten seconds are enough.")
        else:
            self._said.add()
            sent = text[: dxp.LONGEST_CHAT]
            self._connection.peer.say(sent)
            if sent != text:
                yield Say(f"That was too long for a message: {quoted(sent[-20:])} was the end of what I sent.")

    def _resign(self) -> Steps[None]:
        if (yield from self._questions.ask_yes(sentences.ASK_RESIGN, kinds.RESIGN)):
            self._state.game.resign(self._state.table.home)
            self._archive.keep()


def handlers(_services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"say": lambda _: one(Say(_NOBODY))}
