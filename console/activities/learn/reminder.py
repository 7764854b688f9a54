"""The opening lines among the tasks of which the player is reminded at the start of a game."""

from datetime import date

from console.activities.learn.lines import LINES
from console.game.repetition import Due
from console.storage.user_file import UserFiles


def lines_due(files: UserFiles, today: date) -> Due:
    """Return how many lines are due."""
    count = len(files.read(LINES).due(today))
    return Due(count, "an opening line" if count == 1 else f"{count} opening lines", "learn")
