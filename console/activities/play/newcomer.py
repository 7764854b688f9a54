"""A new player: the offer of a lesson, and a strength fitted to him."""

from typing import Final

from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Command, Steps
from console.game.elo import FIRST_RATING
from console.game.seats import fitted
from console.text import sentences

LESSON: Final = Kind("the first lesson", Trait.YES_OR_NO)
_FIRST_LESSON: Final = Command("course", "1")


class Newcomer:
    """Offers a lesson, and fits the computer's strength to the player. ``lesson`` is the command of one he wants."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation
        self.lesson: Command | None = None

    def arrive(self) -> Steps[None]:
        """Handle the arrival of a new player.

        Unless a level was given, fit the computer's strength to him. In a game against the computer, offer a lesson.
        """
        conversation = self._conversation
        if "level" not in conversation.options.given:
            self._fit()
        if conversation.state.next_game.players != "one":
            return
        answer = yield from conversation.questions.ask_line(sentences.OFFER_LESSON, LESSON)
        word = conversation.state.vocabulary.understand(answer)
        if word is not None and word.name == _FIRST_LESSON.name:
            self.lesson = word if word.argument else _FIRST_LESSON
        elif (yield from conversation.questions.means_yes(answer, LESSON)):
            self.lesson = _FIRST_LESSON

    def fit_named(self) -> None:
        """Fit the computer's strength to a new player whom the command line names, unless it also has a level."""
        options, archive = self._conversation.options, self._conversation.archive
        is_free = options.at_terminal and "level" not in options.given and not options.fit
        if is_free and options.name is not None and archive.stored_spelling(options.name) is None:
            self._fit()

    def _fit(self) -> None:
        """Make the computer's strength follow the player's rating, now and in later sessions of play."""
        self._conversation.state.opponent = fitted(FIRST_RATING)
        self._conversation.archive.remember(fit=True)

    def begin_lesson(self) -> Steps[None]:
        """Begin the lesson that the player wants."""
        wanted, self.lesson = self.lesson or _FIRST_LESSON, None
        yield from self._conversation.commands.do_everywhere(wanted)
