"""The line of a game: dialled or waited for, heard and spoken over, lost and looked for again."""

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
    from console.activities.modem.dialling import Dialling, Exchange
    from console.activities.modem.people import Event, Partner

_FIND_AGAIN: Final = 120.0  # seconds that a lost line is looked for without a question
_BETWEEN_CALLS: Final = 5.0  # seconds, where the line was not free


class NoLine(Exception):
    """The line is gone, for a reason in one sentence; ``lost`` if nobody meant it to be."""

    def __init__(self, reason: str, lost: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.lost = lost


class Connection:
    """A way to the other player. ``partner`` is who is at the other end; None while there is no line."""

    def __init__(self, wish: Modem, rules: Rules, questions: Questions, now: Callable[[], float]) -> None:
        self._wish = wish
        self._rules = rules
        self._questions = questions
        self._now = now
        self._name = ""
        self._exchange: Exchange | None = None
        self._dialling: Dialling | None = None
        self.partner: Partner | None = None
        self._search_until = 0.0  # when a line that was lost is looked for no more without a question
        self._pause = 0.0  # seconds before it is dialled again
        self._hung_up = False  # by somebody who meant it

    def prepare(self, name: str) -> Steps[None]:
        """Be somebody of this name; who waits for calls can be called from now on. Raises Left where he cannot be."""
        from ai.dxp.connection import ConnectionFailed
        from console.activities.modem.dialling import Exchange

        self._name = name
        if self._wish.calls:
            return
        try:
            self._exchange = Exchange(self._wish.address, self._wish.port, name)
        except ConnectionFailed as error:
            yield Say(modem.hung_up(str(error)))
            raise Left from None

    def connect(self) -> Steps[None]:
        """Look for a line; ``partner`` tells whether one was found. Raises Left where it is given up."""
        from ai.dxp.connection import ConnectionFailed, endpoint_text
        from console.activities.modem.people import Partner

        wish = self._wish
        if self._hung_up:
            question = modem.ASK_DIAL_AGAIN if wish.calls else modem.ASK_WAIT_AGAIN
            if not (yield from self._questions.ask_yes(question, DIAL)):
                raise Left
        self._hung_up = True  # unless a line comes of it
        yield Say(modem.dialling(endpoint_text(wish.address, wish.port)) if wish.calls else modem.LISTENING)
        self._dialling = self._dial()
        yield ShowDialling(self._dialling)
        try:
            line = self._dialling.line()
        except ConnectionFailed as error:
            yield Say(modem.hung_up(str(error)))
            return
        finally:
            self._dialling.stop()
        if line is None:
            yield Say(modem.GIVEN_UP)
            return
        self._hung_up = False
        self.partner = Partner(line, self._name, self._rules, self._now)

    def _dial(self) -> "Dialling":
        from console.activities.modem.dialling import dial

        left = max(0.0, self._search_until - self._now())
        if self._exchange is not None:
            return self._exchange.next_caller(left or None)
        return dial(self._wish.address, self._wish.port, left, self._pause if left else 0.0)

    def send(self, message: "Callable[[Partner], None]") -> None:
        """Have something sent. Raises NoLine."""
        from ai.dxp.connection import ConnectionFailed

        assert self.partner is not None
        try:
            message(self.partner)
        except ConnectionFailed as error:
            raise NoLine(str(error), lost=True) from None

    def hear(self) -> "Event | None":
        """The next thing that has come, if there is one. Raises NoLine."""
        from ai.dxp.connection import ConnectionFailed

        if self.partner is None:
            return None
        try:
            return self.partner.hear()
        except ConnectionFailed as error:
            raise NoLine(str(error), lost=True) from None

    def hang_up(self, politely: bool = False) -> None:
        """Have no line any more."""
        partner, self.partner = self.partner, None
        if partner is not None:
            partner.hang_up(politely)

    def lose(self, gone: NoLine, was_playing: bool, goes_on: bool, rang_off: bool) -> str:
        """The sentence that tells a loss; whether the line is looked for by itself follows from what was going on.

        ``was_playing`` if it was a game's, ``goes_on`` if there is one that is not over; ``rang_off`` if a caller went
        who had not asked for one.
        """
        self._pause = 0.0 if was_playing else _BETWEEN_CALLS
        if was_playing:
            self._search_until = self._now() + _FIND_AGAIN
        left = self._search_until - self._now()
        searches = gone.lost and goes_on and left > 0
        # Whoever called and asked for nothing is no reason to ask anything either: the next may call.
        self._hung_up = not (searches or (rang_off and self._exchange is not None))
        if not searches:
            self._search_until = 0.0
        return modem.line_lost(gone.reason, left) if searches else modem.hung_up(gone.reason)

    def close(self) -> None:
        """Hang up and answer no more calls."""
        if self._dialling is not None:
            self._dialling.stop()
        self.hang_up(politely=True)
        if self._exchange is not None:
            self._exchange.close()
