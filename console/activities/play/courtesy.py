"""The end of a game on the computer's initiative: it resigns, or offers a draw. The player may play on."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ai.levels import Level
from console.activities.play.remarks import Remarks
from console.dialogue import kinds
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind
from console.dialogue.messages import Say, Steps
from console.game.seats import Program
from console.text import sentences
from console.text.levels import TurningPoint
from engine.game import Game

if TYPE_CHECKING:
    from ai.engine import SearchInfo
    from ai.manners import Gesture

_BEFORE_ANOTHER_OFFER: Final = 40  # plies after a declined draw


class Courtesy:
    """Resigns and offers draws for the built-in opponent and the rivals. Engines and demonstrations do neither."""

    def __init__(self, conversation: Conversation, remarks: Remarks) -> None:
        self._state = conversation.state
        self._questions = conversation.questions
        self._archive = conversation.archive
        self._remarks = remarks
        self._game: Game | None = None
        self._found: dict[int, SearchInfo] = {}
        self._next_offer = 0  # the first ply at which a draw may be offered
        self._has_resigned = False

    def gesture(self, found: "SearchInfo", level: Level) -> "Gesture | None":
        """Return how the computer ends the game before its move, if at all. ``found`` is the search for the move."""
        from ai.manners import Gesture, gesture

        table, game = self._state.table, self._state.game
        if self._game is not game:
            self._game, self._found, self._next_offer, self._has_resigned = game, {}, 0, False
        self._found = {ply: info for ply, info in self._found.items() if ply < game.ply} | {game.ply: found}
        if table.opponent is None or table.engine:
            return None
        chosen = gesture(game, list(self._found.values()), level)
        is_declined = self._has_resigned if chosen is Gesture.RESIGN else game.ply < self._next_offer
        return None if is_declined else chosen

    def resign(self) -> Steps[bool]:
        """Resign for the side to move. Return True if the player accepts."""
        game = self._state.game
        if not (yield from self._is_accepted(TurningPoint.RESIGNING, sentences.ask_resigned, kinds.RESIGNED)):
            self._has_resigned = True
            yield Say(sentences.PLAYED_ON)
            return False
        game.resign(game.side)
        self._archive.keep()
        return True

    def offer_draw(self) -> Steps[None]:
        """Offer a draw to the side to move, whose clock runs meanwhile. Raises FlagFell."""
        game = self._state.game
        self._next_offer = game.ply + _BEFORE_ANOTHER_OFFER
        self._state.table.run_clock()
        if (yield from self._is_accepted(TurningPoint.DRAWN, sentences.ask_draw, kinds.DRAW_OFFERED)):
            game.agree_draw()
            self._archive.keep()

    def _is_accepted(self, point: TurningPoint, question: Callable[[Program], str], kind: Kind) -> Steps[bool]:
        """Say the opponent's remark, if he has one, and ask the player. Return True for a yes."""
        opponent = self._state.table.opponent
        assert opponent is not None
        remark = self._remarks.at(point)
        if remark is not None:
            yield Say(sentences.speaks(opponent, remark))
        return (yield from self._questions.ask_yes(question(opponent), kind))
