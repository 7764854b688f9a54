"""The moves guessed, for the player's record."""

from console.activities.guess.scores import SCORES
from console.game.record import Exercises, Share
from console.storage.user_file import UserFiles
from engine.rules import Rules


def moves_guessed(files: UserFiles, rules: Rules) -> Exercises | None:
    """Return the shares of right guesses under a rule set; None if no game was played through."""
    score = files.read(SCORES).of(rules.name)
    if not score.games:
        return None
    shares = Share("best game", *score.best), Share("last game", *score.last)
    return Exercises("Guess the move", Share("moves guessed", *score.all), shares, {"games": score.games})
