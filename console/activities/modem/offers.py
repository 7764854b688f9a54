"""Offers of a draw and requests to take moves back in a remote game, by either side."""

from collections.abc import Callable

from console.activities.modem import sentences as modem
from console.activities.modem.connection import Connection, Disconnected
from console.activities.modem.kinds import BACK
from console.dialogue import kinds
from console.dialogue.archive import Archive
from console.dialogue.ending import MOVES_BEFORE_A_DRAW
from console.dialogue.kinds import Kind
from console.dialogue.messages import Say, Steps
from console.dialogue.questions import Questions
from console.dialogue.state import State
from console.text import sentences


class Offers:
    """Asks the player about the peer's offers, once each, and sends the player's offers to the peer.

    ``is_answering``: the player is being asked about an offer. ``go_back`` takes moves back on the board.
    """

    def __init__(
        self,
        state: State,
        questions: Questions,
        archive: Archive,
        connection: Connection,
        go_back: Callable[[int], Steps[None]],
    ) -> None:
        self._state = state
        self._questions = questions
        self._archive = archive
        self._connection = connection
        self._go_back = go_back
        self._other = ""
        self._declined: set[tuple[str, int]] = set()  # by kind and ply
        self.is_answering = False

    def begin(self, other: str) -> None:
        """Begin a game with a player called ``other``."""
        self._other = other
        self._declined.clear()

    def ask(self, prompt: str, kind: Kind) -> Steps[bool]:
        """Ask the player about an offer; offers that arrive meanwhile are declined."""
        self.is_answering = True
        try:
            return (yield from self._questions.ask_yes(prompt, kind))
        finally:
            self.is_answering = False

    def answer_back(self, ply: int) -> Steps[bool]:
        """Answer the peer's request to go back to ``ply``; return True if the player was asked about it."""
        game, naming, peer = self._state.game, self._state.table.naming, self._connection.peer
        asked = ("back", ply)
        assert peer is not None
        granted = False
        puts = not (self.is_answering or peer.awaits_back_answer or asked in self._declined)
        if puts:
            moves = sentences.naming_list([turn.move for turn in game.turns[ply : game.ply]], naming)
            granted = yield from self.ask(modem.ask_back(self._other, moves), BACK)
            granted = granted and ply < game.ply and game.outcome is None
        if not granted:
            self._declined.add(asked)
        self._connection.send(lambda peer: peer.answer_back(granted))
        if granted:
            yield from self._go_back(ply)
        return puts

    def answer_draw(self, ends: bool) -> Steps[bool]:
        """Answer the peer's offer of a draw; return True if the player was asked about it.

        ``ends``: the peer plays on no longer, whatever the answer is. Raises Disconnected.
        """
        from ai.dxp.messages import DRAW, UNKNOWN

        game, send = self._state.game, self._connection.send
        asked = ("draw", game.ply)
        puts = not self.is_answering and asked not in self._declined
        agreed = puts and (yield from self.ask(modem.ask_draw(self._other), kinds.DRAW)) and game.outcome is None
        if agreed:
            send(lambda peer: peer.answer_draw(accepted=True))
            game.agree_draw()
            self._archive.keep()
            send(lambda peer: peer.end(DRAW))
            return True
        self._declined.add(asked)
        send(lambda peer: peer.answer_draw(accepted=False))
        if ends:
            send(lambda peer: peer.end(UNKNOWN))
            raise Disconnected(modem.left(self._other), lost=False)
        return puts

    def offer_draw(self) -> Steps[None]:
        """Offer the peer a draw, or say why that cannot be done now."""
        peer = self._connection.peer
        assert peer is not None
        if self._state.game.ply < 2 * MOVES_BEFORE_A_DRAW:
            yield Say(sentences.DRAW_TOO_SOON)
        elif peer.offers_draw:
            yield Say(modem.draw_awaited(self._other))
        else:
            self._connection.send(lambda peer: peer.offer_draw())
            yield Say(modem.draw_offered(self._other))

    def request_back(self, ply: int | None) -> Steps[None]:
        """Ask the peer to go back to ``ply``, before our last move; None if we have made no move."""
        peer = self._connection.peer
        assert peer is not None
        if ply is None:
            yield Say(sentences.NOTHING_TO_UNDO)
        elif peer.awaits_back_answer:
            yield Say(modem.back_awaited(self._other))
        else:
            self._connection.send(lambda peer: peer.request_back(ply))
            yield Say(modem.asked_back(self._other))
