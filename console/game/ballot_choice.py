"""Reading the choice of a ballot, one of the three-move openings that are drawn by lot."""

from typing import Final

RANDOM: Final = 0


def read_ballot(text: str) -> int:
    """Return the number of a ballot, or ``RANDOM``. Raises ValueError with a message that says what is accepted."""
    from ai.match.ballots import BALLOTS

    if text.casefold() == "random":
        return RANDOM
    if text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= len(BALLOTS):
        return int(text)
    raise ValueError(f"a ballot is a number from 1 to {len(BALLOTS)} or random")
