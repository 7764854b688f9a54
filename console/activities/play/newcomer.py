"""A new player: the offers of a lesson and of a level, and the introduction of the opponent."""

from typing import Final

from console.activities.play.computer import Computer
from console.dialogue.conversation import Conversation
from console.dialogue.kinds import Kind, Trait
from console.dialogue.messages import Answer, Command, Say, Steps
from console.dialogue.words import is_no
from console.game.elo import FIRST_RATING
from console.game.naming import quoted
from console.game.options import FIT, LEVEL_NUMBERS
from console.game.seats import Program, fitted
from console.game.typed_squares import UnreadableMove, parse_squares
from console.text import sentences
from console.text.levels import VOICES

LESSON: Final = Kind(
    "the first lesson",
    Trait.YES_OR_NO,
    ("lesson", "lesson one", "lessons", "course", "tutorial", "learn", "teach me"),
    ("game", "play", "skip", "start"),
)
_FIRST_LESSON: Final = Command("course", "1")


class Newcomer:
    """Offers a lesson and a level, and introduces the opponent."""

    def __init__(self, conversation: Conversation, computer: Computer) -> None:
        self._conversation = conversation
        self._computer = computer
        self._is_offered_level = False
        self._lesson: Command | None = None
        self._met: Program | None = None

    @property
    def wants_lesson(self) -> bool:
        """True if the player wants a lesson before his game."""
        return self._lesson is not None

    def arrive(self) -> Steps[None]:
        """Handle the arrival of a new player.

        Unless a level was given, fit the computer's strength to him, and offer a level later (``chooses_level``). In a
        game against the computer, offer a lesson now.
        """
        conversation = self._conversation
        if "level" not in conversation.options.given:
            self._is_offered_level = True
            self._fit()
        if conversation.state.next_game.players != "one":
            return
        answer = yield from conversation.questions.ask_line(sentences.OFFER_LESSON, LESSON)
        word = conversation.state.vocabulary.read(answer)
        if word is not None and word.name == _FIRST_LESSON.name:
            self.want(word)
        elif (yield from conversation.questions.means_yes(answer, LESSON)):
            self.want(_FIRST_LESSON)

    def want(self, lesson: Command) -> None:
        """Begin a lesson before the game; the first one unless the command names another."""
        self._lesson = lesson if lesson.argument else _FIRST_LESSON

    def fit_named(self) -> None:
        """Fit the computer's strength to a new player whom the command line names, unless it also has a level."""
        options, archive = self._conversation.options, self._conversation.archive
        is_offered = options.at_terminal and not options.given & {"level"} and not options.fit
        if is_offered and options.name is not None and archive.stored_spelling(options.name) is None:
            self._fit()

    def _fit(self) -> None:
        """Make the computer's strength follow the player's rating, now and in later sessions of play."""
        self._conversation.state.opponent = fitted(FIRST_RATING)
        self._conversation.archive.remember(fit=True)

    def begin_lesson(self) -> Steps[None]:
        """Begin the lesson that the player wants; the game is suspended."""
        wanted, self._lesson = self._lesson or _FIRST_LESSON, None
        yield from self._conversation.commands.do_everywhere(wanted)

    @property
    def chooses_level(self) -> bool:
        """True if a level is offered before the next move: to a new player who has not set one, and not by a rival."""
        program = self._conversation.state.table.seats.program
        is_fitted = self._conversation.state.opponent.is_fitted
        return self._is_offered_level and is_fitted and program is not None and program.has_level

    def take(self, answer: Answer) -> Steps[bool]:
        """Handle the answer to the offer of a level. Return False if it is another command or a move."""
        typed = answer.strip() if isinstance(answer, str) else None
        line = typed.casefold() if typed is not None else None
        command = self._conversation.state.vocabulary.read(answer)
        is_fit = command is not None and (command.name, command.argument) == ("level", FIT)
        if not (is_fit or line in (*LEVEL_NUMBERS, FIT) or is_no(answer)):
            if typed is None or command is not None or self._names_squares(typed):
                return False
            yield Say(sentences.BAD_LEVEL.format(quoted(typed)))
            return True
        self.settle()
        if line in LEVEL_NUMBERS:
            yield from self._computer.set_level(line)
        yield from self.meet()
        return True

    def _names_squares(self, line: str) -> bool:
        """Return True if a line is a move or a square. A bare number is meant as a level."""
        try:
            parse_squares(line, self._conversation.state.naming)
        except UnreadableMove:
            return False
        return not line.isdecimal()

    def settle(self) -> None:
        """Do not offer a level again."""
        self._is_offered_level = False

    def meet(self) -> Steps[None]:
        """Introduce the built-in opponent, unless the last introduction was at the same level and rating."""
        opponent = self._conversation.state.table.opponent
        if opponent is not None and opponent.level is not None and not opponent.own_name and self._met != opponent:
            self._met = opponent
            yield Say(sentences.meeting(opponent, VOICES[opponent.level].about))
