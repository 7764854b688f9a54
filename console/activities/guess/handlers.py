"""The command of guessing moves, and the choice of the game."""

from collections.abc import Mapping
from random import Random

from console.activities.guess import sentences as said
from console.activities.guess.activity import Guessing
from console.activities.guess.guessed_game import GuessedGame, masters_game
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.commands import go_back
from console.dialogue.conversation import Conversation
from console.dialogue.features import Services
from console.dialogue.messages import Command, Steps
from console.storage import masters
from engine.pdn.record import GameRecord


class GuessWords:
    """Begins games whose moves are guessed. The current activity is suspended meanwhile."""

    def __init__(self, conversation: Conversation, rng: Random) -> None:
        self._conversation = conversation
        self._state = conversation.state
        self._rng = rng

    def do(self, command: Command) -> Steps[None]:
        """Begin a game, or leave it. Raises CannotDo and NotKept, and Left if nothing is suspended."""
        match command.argument:
            case "":
                yield from self._begin_masters()
            case "off":
                yield from self._leave()
            case "game":
                self._begin_own(self._finished_game())
            case name:
                self._begin_own((yield from self._conversation.archive.load(name)))

    def _leave(self) -> Steps[None]:
        if not isinstance(self._state.activity, Guessing):
            raise CannotDo(said.NOT_ON)
        yield from go_back(self._state)

    def _begin_masters(self) -> Steps[bool]:
        """Begin a master's game. Return True. Raises CannotDo if the games cannot be read."""
        yield from ()
        try:
            guessed = masters_game(masters.texts(), self._rng)
        except (OSError, ValueError) as error:
            raise CannotDo(said.no_masters(str(error))) from None
        self._begin(guessed)
        return True

    def _finished_game(self) -> GameRecord:
        """Return the game on the board. Raises CannotDo unless it is over or a study."""
        state = self._state
        if not state.is_at_board or (state.game.outcome is None and not state.in_study):
            raise CannotDo(said.NOT_OVER)
        return state.activity.record()

    def _begin_own(self, record: GameRecord) -> None:
        """Begin a recorded game. Raises CannotDo if it leaves nothing to guess."""
        guessed = GuessedGame(record)
        if not guessed.plies:
            raise CannotDo(said.TOO_SHORT)
        self._begin(guessed)

    def _begin(self, guessed: GuessedGame) -> None:
        self._state.begin_task(Guessing(guessed, self._conversation, self._begin_masters))


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"guess": GuessWords(services.conversation, services.rng).do}
