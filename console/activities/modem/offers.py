"""Offers of a draw and requests to take moves back in a remote game, by either side."""

from collections.abc import Callable

from ai.dxp import messages as dxp
from console.activities.modem import sentences as modem
from console.activities.modem.connection import Connection, HungUp
from console.activities.modem.kinds import BACK
from console.dialogue import kinds
from console.dialogue.conversation import Conversation
from console.dialogue.ending import MOVES_BEFORE_A_DRAW
from console.dialogue.kinds import Kind
from console.dialogue.messages import Say, Steps
from console.dialogue.table import Table
from console.text import sentences


def moves_at(table: Table, ply: int) -> bool:
    """Return True if the player at this board moves after ``ply`` plies."""
    return table.game.position_at(ply).side == table.home


class Offers:
    """Asks the player about the peer's offers, once each, and sends the player's offers to the peer.

    ``is_answering``: the player is being asked about an offer. ``go_back`` takes moves back on the board.
    """

    def __init__(
        self, conversation: Conversation, connection: Connection, go_back: Callable[[int], Steps[None]]
    ) -> None:
        self._state = conversation.state
        self._questions = conversation.questions
        self._archive = conversation.archive
        self._connection = connection
        self._go_back = go_back
        self._declined: set[tuple[str, int]] = set()  # by kind and ply
        self.is_answering = False

    def begin(self) -> None:
        """Begin a game, in which no offer was declined yet."""
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
        game, peer = self._state.game, self._connection.peer
        asked = ("back", ply)
        granted = False
        puts = not (self.is_answering or peer.awaits_back_answer or asked in self._declined)
        if puts:
            moves = [turn.move for turn in game.turns[ply : game.ply]]
            question = modem.ask_back(self._connection.other, sentences.naming_list(moves, self._state.table.naming))
            granted = yield from self.ask(question, BACK)
            granted = granted and ply < game.ply and game.outcome is None
        if not granted:
            self._declined.add(asked)
        peer.answer_back(granted)
        if granted:
            yield from self._go_back(ply)
        return puts

    def answer_draw(self, ends: bool) -> Steps[bool]:
        """Answer the peer's offer of a draw; return True if the player was asked about it.

        ``ends``: the peer plays on no longer, whatever the answer is. Raises HungUp.
        """
        game, peer, other = self._state.game, self._connection.peer, self._connection.other
        asked = ("draw", game.ply)
        puts = not self.is_answering and asked not in self._declined
        agreed = puts and (yield from self.ask(modem.ASK_DRAW.format(other), kinds.DRAW)) and game.outcome is None
        peer.answer_draw(accepted=agreed)
        if agreed:
            game.agree_draw()
            self._archive.keep()
            peer.end(dxp.DRAW)
            return True
        self._declined.add(asked)
        if ends:
            peer.end(dxp.UNKNOWN)
            raise HungUp(modem.LEFT.format(other))
        return puts

    def offer_draw(self) -> Steps[None]:
        """Offer the peer a draw, or say why that cannot be done now."""
        peer, other = self._connection.peer, self._connection.other
        if self._state.game.ply < 2 * MOVES_BEFORE_A_DRAW:
            yield Say(sentences.DRAW_TOO_SOON)
        elif peer.offers_draw:
            yield Say(modem.DRAW_AWAITED.format(other))
        else:
            peer.offer_draw()
            yield Say(modem.DRAW_OFFERED.format(other))

    def request_back(self) -> Steps[None]:
        """Ask the peer to go back to the position before our last move, or say why that cannot be done now."""
        peer, other, table = self._connection.peer, self._connection.other, self._state.table
        ply = next((ply for ply in reversed(range(table.game.ply)) if moves_at(table, ply)), None)
        if ply is None:
            yield Say(sentences.NOTHING_TO_UNDO)
        elif peer.awaits_back_answer:
            yield Say(modem.BACK_AWAITED.format(other))
        else:
            peer.request_back(ply)
            yield Say(modem.BACK_ASKED.format(other))
