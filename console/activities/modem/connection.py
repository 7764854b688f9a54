"""The connection of a remote game: made by calling or by listening, used, lost and made again."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from console.activities.modem import sentences as modem
from console.activities.modem.kinds import DIAL
from console.dialogue.activity import Left
from console.dialogue.messages import Say, ShowDialling, Steps
from console.dialogue.questions import Questions
from console.game.modem import Modem
from engine.rules import Rules

if TYPE_CHECKING:
    from console.activities.modem.dialling import CallListener, Dialling
    from console.activities.modem.people import Event, Peer

_FIND_AGAIN: Final = 120.0  # seconds of reconnecting to a lost peer without asking the player
_BETWEEN_CALLS: Final = 5.0  # seconds before calling again, if the peer was busy


class Disconnected(Exception):
    """The connection has ended, for a ``reason`` in one sentence. ``lost``: nobody closed it on purpose."""

    def __init__(self, reason: str, lost: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lost = lost


class Connection:
    """The connection to the other player. ``peer`` is None while there is no connection."""

    def __init__(self, modem_options: Modem, rules: Rules, questions: Questions, now: Callable[[], float]) -> None:
        self._modem = modem_options
        self._rules = rules
        self._questions = questions
        self._now = now
        self._name = ""
        self._listener: CallListener | None = None
        self._dialling: Dialling | None = None
        self.peer: Peer | None = None
        self._search_until = 0.0  # the time at which reconnecting without a question ends
        self._pause = 0.0  # seconds before the next call
        self._hung_up = False  # on purpose

    def prepare(self, name: str) -> Steps[None]:
        """Set the player's name, and begin to listen unless we call. Raises Left if the address cannot be used."""
        from ai.dxp.connection import ConnectionFailed
        from console.activities.modem.dialling import CallListener

        self._name = name
        if self._modem.calls:
            return
        try:
            self._listener = CallListener(self._modem.address, self._modem.port, name)
        except ConnectionFailed as error:
            yield Say(modem.hung_up(str(error)))
            raise Left from None

    def connect(self) -> Steps[None]:
        """Try to connect; ``peer`` is set if it worked. Raises Left if the player gives up."""
        from ai.dxp.connection import ConnectionFailed, endpoint_text
        from console.activities.modem.people import Peer

        modem_options = self._modem
        if self._hung_up:
            question = modem.ASK_DIAL_AGAIN if modem_options.calls else modem.ASK_WAIT_AGAIN
            if not (yield from self._questions.ask_yes(question, DIAL)):
                raise Left
        self._hung_up = True  # until the connection is made
        address = endpoint_text(modem_options.address, modem_options.port)
        yield Say(modem.dialling(address) if modem_options.calls else modem.LISTENING)
        self._dialling = self._dial()
        yield ShowDialling(self._dialling)
        try:
            connection = self._dialling.connection()
        except ConnectionFailed as error:
            yield Say(modem.hung_up(str(error)))
            return
        finally:
            self._dialling.stop()
        if connection is None:
            yield Say(modem.GIVEN_UP)
            return
        self._hung_up = False
        self.peer = Peer(connection, self._name, self._rules, self._now)

    def _dial(self) -> "Dialling":
        from console.activities.modem.dialling import dial

        left = max(0.0, self._search_until - self._now())
        if self._listener is not None:
            return self._listener.next_caller(left or None)
        return dial(self._modem.address, self._modem.port, left, self._pause if left else 0.0)

    def send(self, message: "Callable[[Peer], None]") -> None:
        """Call ``message`` with the peer. Raises Disconnected."""
        from ai.dxp.connection import ConnectionFailed

        assert self.peer is not None
        try:
            message(self.peer)
        except ConnectionFailed as error:
            raise Disconnected(str(error), lost=True) from None

    def hear(self) -> "Event | None":
        """Return the next event without blocking, or None. Raises Disconnected."""
        from ai.dxp.connection import ConnectionFailed

        if self.peer is None:
            return None
        try:
            return self.peer.hear()
        except ConnectionFailed as error:
            raise Disconnected(str(error), lost=True) from None

    def hang_up(self, politely: bool = False) -> None:
        """Close the connection; ``politely`` says goodbye first."""
        peer, self.peer = self.peer, None
        if peer is not None:
            peer.hang_up(politely)

    def lose(self, gone: Disconnected, was_playing: bool, goes_on: bool, rang_off: bool) -> str:
        """Decide if a lost connection is made again without asking, and return the message about the loss.

        ``was_playing``: a game was on the connection. ``goes_on``: the game on the table is not over. ``rang_off``: a
        caller left without asking for a game.
        """
        self._pause = 0.0 if was_playing else _BETWEEN_CALLS
        if was_playing:
            self._search_until = self._now() + _FIND_AGAIN
        left = self._search_until - self._now()
        searches = gone.lost and goes_on and left > 0
        # A caller who asked for no game is no reason to ask the player anything: wait for the next caller.
        self._hung_up = not (searches or (rang_off and self._listener is not None))
        if not searches:
            self._search_until = 0.0
        return modem.line_lost(gone.reason, left) if searches else modem.hung_up(gone.reason)

    def close(self) -> None:
        """Close the connection and stop listening."""
        if self._dialling is not None:
            self._dialling.stop()
        self.hang_up(politely=True)
        if self._listener is not None:
            self._listener.close()
