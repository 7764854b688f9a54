"""The messages of the explorer."""

from typing import Final

from console.game.explored import Explored, Results
from engine.geometry import SIDE_NAMES

OWN_LEGEND: Final = "Your own games: won-drawn-lost."
TITLE: Final = "What was played here"
CLOSED: Final = "The explorer is closed."
NOTHING: Final = "Nothing is known of this position."
NO_SUCH: Final = '{} will not do: type "explore" or "explore off".'
OWN_SUMMARY: Final = "Your own games: {}."
LEGEND: Final = "For {}: # won, : drawn, . lost; the book counts hundredths of a man."


def summary(explored: Explored, side: int) -> str:
    """Return the sentence about the games of others that reached the position; ``side`` is to move."""
    lead, archive = f"{explored.opening}. " if explored.opening else "", explored.archive
    if explored.problem:
        return f"{lead}{explored.problem}"
    if not archive.games:
        return f"{lead}No game of the archive came here."
    games = "one game" if archive.games == 1 else f"{archive.games:,} games"
    return f"{lead}The archive has {games} with this position: {SIDE_NAMES[side]} {results(archive)}."


def results(of: Results) -> str:
    """Return results in words."""
    return f"won {of.won:,}, drew {of.drawn:,}, lost {of.lost:,}"
