"""Bars of results: wins, draws and losses as parts of a row of characters."""

from typing import Final

PLAIN_SIGNS: Final = "#:."
"""The characters of wins, draws and losses in plain lines."""


def bar_lengths(wins: int, draws: int, losses: int, width: int) -> tuple[int, int, int]:
    """Return the lengths of the three parts of a bar of ``width`` columns. All are 0 if there are no results.

    A part that is not empty has at least one column. The longest part takes up the rounding error.
    """
    counts, total = (wins, draws, losses), wins + draws + losses
    if not total:
        return 0, 0, 0
    lengths = [max(1, round(width * count / total)) if count else 0 for count in counts]
    lengths[lengths.index(max(lengths))] += width - sum(lengths)
    won, drawn, lost = lengths
    return won, drawn, lost


def bar(wins: int, draws: int, losses: int, width: int, signs: str = PLAIN_SIGNS) -> str:
    """Return a bar of ``width`` characters, blank without results. ``signs``: for a win, a draw and a loss."""
    lengths = bar_lengths(wins, draws, losses, width)
    return "".join(sign * length for sign, length in zip(signs, lengths, strict=True)).ljust(width)
