"""Reading the choice of a ballot, one of the three-move openings that are drawn by lot."""

from typing import Final

from console.game.numbers import whole_number

RANDOM: Final = 0


def read_ballot(text: str) -> int:
    """Return the number of a ballot, or ``RANDOM``. Raises ValueError with a message that says what is accepted."""
    from ai.match.ballots import BALLOTS

    if text.casefold() == "random":
        return RANDOM
    number = whole_number(text)
    if number is not None and 1 <= number <= len(BALLOTS):
        return number
    raise ValueError(f"a ballot is a number from 1 to {len(BALLOTS)} or random")
