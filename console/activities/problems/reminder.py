"""The mistakes among the tasks of which the player is reminded at the start of a game."""

from datetime import date

from console.activities.problems.solved import SOLVED
from console.game.repetition import Due
from console.storage.user_file import UserFiles
from engine.rules import Rules


def mistakes_due(files: UserFiles, rules: Rules, today: date) -> Due:
    """Return how many mistakes under a rule set have come back as problems."""
    return mistakes(len(files.read(SOLVED).due(rules.name, today)))


def mistakes(count: int) -> Due:
    """Return a number of mistakes as tasks that are due."""
    return Due(count, f"{'a mistake' if count == 1 else f'{count} mistakes'} of yours", "problem")
