"""A new player: the offers before his first move, and the introduction of the opponent."""

from enum import Enum, auto

from console.activities.play.computer import Computer
from console.dialogue.messages import Answer, Say, Steps
from console.dialogue.state import State
from console.dialogue.words import is_no, is_yes
from console.game.options import LEVEL_NUMBERS, Options
from console.text import sentences
from console.text.levels import VOICES


class Offer(Enum):
    """The offers to a new player, in the order in which they are made."""

    LESSONS = auto()
    LEVEL = auto()


class Newcomer:
    """Offers lessons and a level, and introduces the opponent."""

    def __init__(self, state: State, options: Options, computer: Computer) -> None:
        self._state = state
        self._options = options
        self._computer = computer
        self._offers: list[Offer] = []
        self._met = 0
        self._wants_lessons = False

    def arrive(self) -> None:
        """Note that the player is new, so that all offers will be made."""
        self._offers = list(Offer)

    def offer(self) -> Offer | None:
        """Return the offer to make before the next move, or None."""
        if not self._state.table.computers:
            return None
        teaching = self._state.switches.teaching
        due = [offer for offer in self._offers if not (teaching if offer is Offer.LESSONS else self._has_chosen_level)]
        return due[0] if due else None

    def prompt(self, offer: Offer | None) -> str:
        """Return the question for an offer, empty for None."""
        return {
            None: "",
            Offer.LESSONS: sentences.OFFER_LESSONS,
            Offer.LEVEL: f"How strong am I to be, 1 to 9 (Enter: {self._state.level})? ",
        }[offer]

    def take(self, offer: Offer, answer: Answer) -> Steps[bool]:
        """Handle the answer to an offer. Return False if it is something else, for example a move."""
        line = answer.strip() if isinstance(answer, str) else None
        if line is None:
            return False
        if offer is Offer.LEVEL and line in LEVEL_NUMBERS:
            yield from self._computer.set_level(line)
        elif offer is Offer.LESSONS and is_yes(line):
            self._wants_lessons = True
        elif not is_no(line):
            return False
        self.settle(offer)
        if offer is Offer.LEVEL:
            yield from self.meet()
        return True

    def settle(self, *offers: Offer) -> None:
        """Cancel offers that have been answered or are no longer needed."""
        self._offers = [offer for offer in self._offers if offer not in offers]

    def begin_lessons(self) -> None:
        """Begin the lessons if the player has accepted them.

        Call this at the question after the offer, so that the first lesson is shown with that question.
        """
        if self._wants_lessons:
            self._state.switch(teaching=True)
            self.refuse_lessons()

    def refuse_lessons(self) -> None:
        """Cancel the acceptance of lessons."""
        self._wants_lessons = False

    @property
    def chooses_level(self) -> bool:
        """True if a level will still be offered to the player."""
        return Offer.LEVEL in self._offers and not self._has_chosen_level

    @property
    def _has_chosen_level(self) -> bool:
        return "level" in self._options.given or self._state.level != self._options.level

    def meet(self) -> Steps[None]:
        """Introduce the opponent, once for each level."""
        state = self._state
        if len(state.table.computers) == 1 and not state.table.engine and self._met != state.level:
            self._met = state.level
            yield Say(f"You meet the {state.table.opponent}, who {VOICES[state.level].about}.")
