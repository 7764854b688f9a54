"""The connection of a remote game: calling or listening, and reconnecting after the connection is lost."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, Final

from ai.dxp.connection import ConnectionFailed, Listener, endpoint_text
from ai.worker import Worker
from console.activities.modem import sentences as modem
from console.activities.modem.dialing import Dialing, await_call, dial
from console.activities.modem.people import RemotePeer, send_away
from console.dialogue.activity import Left
from console.dialogue.conversation import Conversation
from console.dialogue.messages import PAPER, Draw, Output, Paper, Say, Steps
from console.game.naming import counted, quoted
from console.game.options import Modem
from console.reading.kinds import Kind, Trait
from engine.printable import printable

if TYPE_CHECKING:
    from console.terminal.screen_stack import Screen

DIAL: Final = Kind("dial", Trait.YES_OR_NO | Trait.ENTER_IS_YES)
_FOR_A_REQUEST: Final = 20.0  # seconds within which a caller must request a game
_FIND_AGAIN: Final = 120.0  # seconds during which to reconnect to a lost peer without asking the player
_POLL: Final = 0.1  # seconds between two looks at the attempt
_QUIT: Final = "quit"
_BETWEEN_CALLS: Final = 5.0  # seconds before the next call to a peer that was busy


class HungUp(Exception):
    """One side has ended the call on purpose. The message is one sentence for the player."""


class Stage(Enum):
    """The stage of a call: no connection, no game yet, a game that we have requested, or a game on the table."""

    APART = auto()
    CONNECTED = auto()
    REQUESTED = auto()
    PLAYING = auto()


@dataclass(frozen=True)
class ShowDialing(Output):
    """The progress of an attempt to connect, until it has ended. ``lost`` says what became of a lost connection.

    Lines that are typed meanwhile are added to ``ahead``.
    """

    apart = False
    dialing: Dialing
    ahead: list[str]
    lost: str = ""

    def lines(self, paper: Paper = PAPER) -> Iterator[str]:
        """Yield the progress; ``quit`` cancels the attempt."""
        shown = 0
        while True:
            done = self.dialing.wait(_POLL)
            for line in self.dialing.lines[shown:]:
                yield line
                shown += 1
            if done:
                return
            if paper.takes(_QUIT) or (typed := paper.typed()) == _QUIT:
                self.dialing.stop()
            elif typed and typed.strip():
                self.ahead.append(typed)
                yield modem.WAITS.format(quoted(typed))

    def screen(self, draw: Draw) -> "Screen[Any]":
        """Return the screen of the attempt."""
        from console.activities.modem.screen import DialingScreen

        return DialingScreen(self.dialing, self.ahead, self.lost)


class Connection:
    """The connection to the peer. ``other`` is the peer's name, empty until it is known.

    ``ahead`` has the lines that the player typed while there was none,
    or while the peer was to move.
    ``stage`` is the stage of the call. ``due`` is the time of the next event that comes without a message, infinite if
    there is none.
    """

    def __init__(self, conversation: Conversation, options: Modem) -> None:
        self.stage = Stage.APART
        self.due = math.inf
        self.other = ""
        self.ahead: list[str] = []
        self._options = options
        self._rules = conversation.options.rules
        self._questions = conversation.questions
        self._now = conversation.state.now
        self._name = ""
        self.listener: Listener | None = None
        self._dialing: Dialing | None = None
        self._peer: RemotePeer | None = None
        self._search_until = 0.0  # the time at which reconnecting without a question ends
        self._pause = 0.0  # seconds before the next call
        self._lost = ""  # the message about a lost connection, while reconnecting
        self._hung_up = False  # True if the player must be asked before the next attempt to connect

    @property
    def peer(self) -> RemotePeer:
        """The peer. There must be a connection: the stage must not be APART."""
        assert self._peer is not None
        return self._peer

    def prepare(self, name: str) -> Steps[None]:
        """Set the player's name. Begin to listen, unless we are the caller. Raises Left if the address is unusable."""
        self._name = name
        if self._options.calls:
            return
        try:
            self.listener = Listener(self._options.address, self._options.port)
        except ConnectionFailed as error:
            yield Say(modem.shortened(str(error)))
            raise Left from None

    def connect(self) -> Steps[bool]:
        """Try to connect, and return True on success. Raises Left if the player gives up."""
        options = self._options
        if self._hung_up:
            what = "Dial again" if options.calls else "Wait for another call"
            if not (yield from self._questions.ask_yes(f"{what} (Y/N, Enter: Y)? ", DIAL)):
                raise Left
        self._hung_up = True  # until the connection is made
        what = f"Dialing {endpoint_text(options.address, options.port)}" if options.calls else "Waiting for a call"
        yield Say(f'{what}; Esc or "quit" gives up.')
        self._dialing = self._dial()
        yield ShowDialing(self._dialing, self.ahead, self._lost)
        try:
            connection = self._dialing.connection()
        except ConnectionFailed as error:
            yield Say(modem.shortened(str(error)))
            return False
        finally:
            self._dialing.stop()
        if connection is None:
            yield Say(modem.GIVEN_UP)
            return False
        self._hung_up = False
        self._peer = RemotePeer(connection, self._name, self._rules, self._now)
        self.stage, self.due = Stage.CONNECTED, self._now() + _FOR_A_REQUEST
        return True

    def _dial(self) -> Dialing:
        left = max(0.0, self._search_until - self._now())
        if self.listener is not None:
            return await_call(self.listener, left or None)
        return dial(self._options.address, self._options.port, left, self._pause if left else 0.0)

    def expect(self, due: float) -> None:
        """Set the time of the next event that comes without a message."""
        self.due = due

    def wait(self, patience: float) -> bool:
        """Wait at most ``patience`` seconds for news; return True if there is any. May be called on any thread."""
        peer, left = self._peer, self.due - self._now()
        has_news = left <= 0 or peer is None or peer.wait(min(patience, left)) or self.due <= self._now()
        # Only now: a peer whose connection broke may call again before that is noticed.
        if not has_news and self.listener is not None and (caller := self.listener.accept(0.0)) is not None:
            # On a thread: the caller may take a second to hang up.
            Worker("busy line", lambda stop: send_away(caller, self._name))
        return has_news

    def lose(self, gone: HungUp | ConnectionFailed, goes_on: bool) -> str:
        """Close a connection that has ended, and return the message about it.

        ``gone`` is the reason. ``goes_on``: the game on the table is not over; if the connection was lost, the next
        ``connect`` then reconnects without asking the player.
        """
        is_lost = isinstance(gone, ConnectionFailed)
        # After a caller who requested no game, wait for the next caller without asking the player.
        rang_off = is_lost and self.stage is Stage.CONNECTED and self.listener is not None
        was_playing = self.stage is Stage.PLAYING
        self._hang_up()
        self._pause = 0.0 if was_playing else _BETWEEN_CALLS
        if was_playing:
            self._search_until = self._now() + _FIND_AGAIN
        left = self._search_until - self._now()
        searches = is_lost and goes_on and left > 0
        self._hung_up = not (searches or rang_off)
        self._lost = ""
        if not searches:
            self._search_until = 0.0
            return modem.shortened(str(gone))
        self._lost = (
            f"{printable(str(gone))} The game and the clocks are stopped; I will keep trying for "
            f"{counted(round(left), 'second')}."
        )
        return self._lost

    def close(self) -> None:
        """Send the peer a goodbye, close the connection and stop listening."""
        if self._dialing is not None:
            self._dialing.stop()
        self._hang_up(politely=True)
        if self.listener is not None:
            self.listener.close()

    def _hang_up(self, politely: bool = False) -> None:
        self.stage, self.due = Stage.APART, math.inf
        self._questions.listen(None)
        peer, self._peer = self._peer, None
        if peer is not None:
            peer.hang_up(politely)
