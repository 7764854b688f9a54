"""Draws offered and moves wished back in a game over a line, by either side."""

from collections.abc import Callable

from console.activities.modem import sentences as modem
from console.activities.modem.connection import Connection, NoLine
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
    """Puts the other's offers to the player, once each, and the player's to the other.

    ``is_answering`` while the player is asked about one; ``go_back`` takes moves back on the board.
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
        """Nothing is declined yet in a game with this player."""
        self._other = other
        self._declined.clear()

    def ask(self, prompt: str, kind: Kind) -> Steps[bool]:
        """What the player says to an offer; others that come meanwhile are declined."""
        self.is_answering = True
        try:
            return (yield from self._questions.ask_yes(prompt, kind))
        finally:
            self.is_answering = False

    def answer_back(self, ply: int) -> Steps[bool]:
        """Answer the wish to go back; whether it was put to the player."""
        game, naming, partner = self._state.game, self._state.table.naming, self._connection.partner
        asked = ("back", ply)
        assert partner is not None
        granted = False
        puts = not (self.is_answering or partner.wishes_back or asked in self._declined)
        if puts:
            moves = sentences.naming_list([turn.move for turn in game.turns[ply : game.ply]], naming)
            granted = yield from self.ask(modem.ask_back(self._other, moves), BACK)
            granted = granted and ply < game.ply and game.outcome is None
        if not granted:
            self._declined.add(asked)
        self._connection.send(lambda partner: partner.answer_back(granted))
        if granted:
            yield from self._go_back(ply)
        return puts

    def answer_draw(self, ends: bool) -> Steps[bool]:
        """Answer an offer of a draw, after which the other side leaves if it ``ends``; whether it was put."""
        from ai.dxp.messages import DRAW, UNKNOWN

        game, send = self._state.game, self._connection.send
        asked = ("draw", game.ply)
        puts = not self.is_answering and asked not in self._declined
        agreed = puts and (yield from self.ask(modem.ask_draw(self._other), kinds.DRAW)) and game.outcome is None
        if agreed:
            send(lambda partner: partner.answer_draw(accepted=True))
            game.agree_draw()
            self._archive.keep()
            send(lambda partner: partner.end(DRAW))
            return True
        self._declined.add(asked)
        send(lambda partner: partner.answer_draw(accepted=False))
        if ends:
            send(lambda partner: partner.end(UNKNOWN))
            raise NoLine(modem.left(self._other), lost=False)
        return puts

    def offer_draw(self) -> Steps[None]:
        """Offer the other player a draw."""
        partner = self._connection.partner
        assert partner is not None
        if self._state.game.ply < 2 * MOVES_BEFORE_A_DRAW:
            yield Say(sentences.DRAW_TOO_SOON)
        elif partner.offers_draw:
            yield Say(modem.draw_awaited(self._other))
        else:
            self._connection.send(lambda partner: partner.offer_draw())
            yield Say(modem.draw_offered(self._other))

    def wish_back(self, ply: int | None) -> Steps[None]:
        """Ask the other player to go back before our last move, after ``ply`` others; None if we have made none."""
        partner = self._connection.partner
        assert partner is not None
        if ply is None:
            yield Say(modem.NOTHING_TO_UNDO)
        elif partner.wishes_back:
            yield Say(modem.back_awaited(self._other))
        else:
            self._connection.send(lambda partner: partner.wish_back(ply))
            yield Say(modem.asked_back(self._other))
