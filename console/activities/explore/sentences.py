"""The messages of the explorer."""

from typing import Final

from console.game.explored import Explored, Results
from console.game.naming import quoted
from engine.geometry import SIDE_NAMES

OWN_LEGEND: Final = "Yours are won-drawn-lost."
TITLE: Final = "What the masters played"
CLOSED: Final = "The explorer is closed."
NOTHING: Final = "No master came here, nor did my opening book, nor did you."


def no_such(typed: str) -> str:
    """Return the message for an unknown argument of the command."""
    return f'{quoted(typed)} will not do: it is "explore" or "explore off".'


def summary(explored: Explored, side: int) -> str:
    """Return the sentence about the masters' games that reached the position; ``side`` is to move."""
    lead, masters = f"{explored.opening}. " if explored.opening else "", explored.masters
    if not masters.games:
        return f"{lead}No master came here."
    games = "one game" if masters.games == 1 else f"{masters.games:,} games"
    return f"{lead}Masters came here in {games}: {SIDE_NAMES[side]} {results(masters)}."


def own_summary(yours: Results) -> str:
    """Return the sentence about the player's own games."""
    return f"Your own games that came here: {results(yours)}."


def results(of: Results) -> str:
    """Return results in words."""
    return f"won {of.won:,}, drew {of.drawn:,}, lost {of.lost:,}"


def legend(side: int) -> str:
    """Return the explanation of the table; ``side`` is to move."""
    return f"# won, : drawn, . lost by {SIDE_NAMES[side]}; the book counts hundredths of a man."
