"""The numbers of right guesses, by rule set."""

from typing import NamedTuple

from console.game.record import Exercises, Share
from console.storage.player_data import PlayerData, Statement
from engine.rules import Rules


class Guesses(NamedTuple):
    """The number of guesses that were right, and of all guesses."""

    found: int = 0
    asked: int = 0

    @property
    def percent(self) -> int:
        """The share of the right guesses, rounded down; 0 without guesses."""
        return 100 * self.found // self.asked if self.asked else 0

    def plus(self, is_right: bool) -> "Guesses":
        """Return the numbers after one more guess."""
        return Guesses(self.found + is_right, self.asked + 1)

    def is_better_than(self, other: "Guesses") -> bool:
        """Return True if the share of right guesses is larger, or if it is equal and there are more guesses."""
        return (self.found * other.asked, self.asked) > (other.found * self.asked, other.asked)


class Score(NamedTuple):
    """The games that were played through under a rule set: their number, all guesses, the best game and the last."""

    games: int = 0
    all: Guesses = Guesses()
    best: Guesses = Guesses()
    last: Guesses = Guesses()


def score_of(data: PlayerData, rules: str) -> Score:
    """Return the score under a rule set; without games, an empty one."""
    for _, _, games, *counts in data.rows("SELECT * FROM guesses WHERE player = me() AND rules = ?", rules):
        return Score(games, *(Guesses(*counts[at : at + 2]) for at in (0, 2, 4)))
    return Score()


def guessed(rules: str, game: Guesses) -> Statement:
    """Return the statement that stores the guesses of one more game."""
    # The best game is the one with the larger share, see ``is_better_than``.
    better = "(?2 * best_asked, ?3) > (best_found * ?3, best_asked)"
    text = (
        "INSERT INTO guesses VALUES (me(), ?1, 1, ?2, ?3, ?2, ?3, ?2, ?3)"
        "ON CONFLICT (player, rules) DO UPDATE SET games = games + 1,"
        "all_found = all_found + ?2, all_asked = all_asked + ?3,"
        "last_found = ?2, last_asked = ?3,"
        f"best_found = CASE WHEN {better} THEN ?2 ELSE best_found END,"
        f"best_asked = CASE WHEN {better} THEN ?3 ELSE best_asked END"
    )
    return text, (rules, *game)


def moves_guessed(data: PlayerData, rules: Rules) -> Exercises | None:
    """Return the shares of right guesses under a rule set; None if no game was played through."""
    score = score_of(data, rules.name)
    if not score.games:
        return None
    shares = Share("best game", *score.best), Share("last game", *score.last)
    return Exercises("Guess the move", Share("moves guessed", *score.all), shares, {"games": score.games})
