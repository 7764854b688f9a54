"""The command of guessing moves, and the choice of the game."""

from collections.abc import Mapping

from console.activities.guess import sentences as said
from console.activities.guess.activity import Guessing
from console.activities.guess.guessed_game import GuessedGame, masters_game
from console.dialogue.activity import CannotDo, Handler
from console.dialogue.features import Services
from console.dialogue.messages import Command, Steps
from console.dialogue.task import TaskWord
from console.storage import masters
from engine.pdn.record import GameRecord


class GuessWord(TaskWord):
    """Begins games whose moves are guessed."""

    kind = Guessing

    def execute(self, command: Command) -> Steps[None]:
        """Begin a master's game, the game on the board, or a saved one. Raises CannotDo and NotKept."""
        match command.argument:
            case "":
                yield from self._begin_masters()
            case "game":
                self._begin_own(self._finished_game())
            case name:
                self._begin_own((yield from self.conversation.archive.load(name)))

    def _begin_masters(self) -> Steps[None]:
        """Begin a master's game. Raises CannotDo if the games cannot be read."""
        yield from ()
        try:
            guessed = masters_game(masters.texts(), self.rng)
        except (OSError, ValueError) as error:
            raise CannotDo(said.no_masters(str(error))) from None
        self._begin(guessed)

    def _finished_game(self) -> GameRecord:
        """Return the game on the board. Raises CannotDo unless it is over or a study."""
        state = self.state
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
        self.state.begin_task(Guessing(guessed, self.conversation, self._begin_masters))


def handlers(services: Services) -> Mapping[str, Handler]:
    """Return the handlers by the names of their commands."""
    return {"guess": GuessWord(services).do}
