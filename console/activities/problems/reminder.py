"""The reminder at the start of a game that mistakes of the player's have come back as problems."""

from datetime import date

from console.activities.problems.solved import SOLVED
from console.dialogue.messages import Say, Steps
from console.dialogue.state import State
from console.storage.user_file import UserFiles


def say_due(state: State, files: UserFiles, today: date) -> Steps[None]:
    """Say how many mistakes have come back, in a game against the computer."""
    rules = state.table.rules.name
    due = files.read(SOLVED).due(rules, today) if len(state.table.computers) == 1 else []
    if due:
        from console.activities.problems.sentences import are_due

        yield Say(f'{are_due(len(due))}: "problem".')
