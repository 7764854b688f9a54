"""The messages of the explorer."""

from typing import Final

from console.game.explored import Explored, Results
from engine.geometry import SIDE_NAMES

OWN_LEGEND: Final = "Yours are won-drawn-lost."
TITLE: Final = "What the masters played"
CLOSED: Final = "The explorer is closed."
NOTHING: Final = "No master came here, nor did my opening book, nor did you."
NO_SUCH: Final = '{} will not do: it is "explore" or "explore off".'
OWN_SUMMARY: Final = "Your own games that came here: {}."
LEGEND: Final = "# won, : drawn, . lost by {}; the book counts hundredths of a man."


def summary(explored: Explored, side: int) -> str:
    """Return the sentence about the masters' games that reached the position; ``side`` is to move."""
    lead, masters = f"{explored.opening}. " if explored.opening else "", explored.masters
    if not masters.games:
        return f"{lead}No master came here."
    games = "one game" if masters.games == 1 else f"{masters.games:,} games"
    return f"{lead}Masters came here in {games}: {SIDE_NAMES[side]} {results(masters)}."


def results(of: Results) -> str:
    """Return results in words."""
    return f"won {of.won:,}, drew {of.drawn:,}, lost {of.lost:,}"
