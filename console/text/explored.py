"""The moves of the explorer as text."""

from console.game.explored import ExploredMove
from console.game.tally import Tally
from console.text.bars import bar_lengths


def percentages(results: Tally) -> list[str]:
    """Return the shares of games won, drawn and lost in percent; empty if there are no games."""
    return [f"{share}%" if results.games else "" for share in bar_lengths(*results, 100)]


def counts(results: Tally) -> str:
    """Return won, drawn and lost games as ``2-1-0``; empty if there are none."""
    return "-".join(map(str, results)) if results.games else ""


def book_score(move: ExploredMove) -> str:
    """Return the score of the book in men, with its sign; empty if the move is not in the book."""
    return "" if move.book is None else f"{move.book.score / 100:+.2f}"


def book_searches(move: ExploredMove) -> str:
    """Return the number of searched positions behind the score of the book; empty if there is none."""
    return f"{move.book.weight:,}" if move.book is not None and move.book.weight else ""
