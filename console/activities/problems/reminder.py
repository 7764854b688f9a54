"""The reminder, at the start of a game, of the player's own mistakes that are due as problems."""

from datetime import date

from console.activities.problems.solved import SOLVED
from console.game.repetition import Due
from console.storage.user_file import UserFiles
from engine.rules import Rules


def mistakes_due(files: UserFiles, rules: Rules, today: date) -> Due:
    """Return the mistakes under a rule set that are due today."""
    return mistakes(len(files.read(SOLVED).due(rules, today)))


def mistakes(count: int) -> Due:
    """Return the ``Due`` of ``count`` mistakes."""
    return Due(count, f"{'a mistake' if count == 1 else f'{count} mistakes'} of yours", "problem")
