"""The numbers of right guesses, by rule set, stored in a user file."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from console.storage.user_file import UserFile, json_object

_FORMAT: Final = "EGA Checkers guess"


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


NO_GUESSES: Final = Guesses()


@dataclass(frozen=True)
class Score:
    """The games that were played through under a rule set: their number, all guesses, the best game and the last."""

    games: int = 0
    all: Guesses = NO_GUESSES
    best: Guesses = NO_GUESSES
    last: Guesses = NO_GUESSES

    def plus(self, game: Guesses) -> "Score":
        """Return the score after one more game."""
        everything = Guesses(self.all.found + game.found, self.all.asked + game.asked)
        is_best = game.is_better_than(self.best)  # any game is better than none
        return Score(self.games + 1, everything, game if is_best else self.best, game)


@dataclass(frozen=True)
class Scores:
    """The scores by rule set. ``unread`` is the object in the file, so that fields and rows not read are kept."""

    by_rules: Mapping[str, Score] = field(default_factory=dict)
    unread: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def of(self, rules: str) -> Score:
        """Return the score under a rule set; without games, an empty one."""
        return self.by_rules.get(rules, Score())

    def plus(self, rules: str, game: Guesses) -> "Scores":
        """Return the scores after one more game."""
        return replace(self, by_rules={**self.by_rules, rules: self.of(rules).plus(game)})

    @property
    def unread_rows(self) -> dict[str, Any]:
        """The rows of the file that cannot be read, by rule set."""
        rows = self.unread.get("scores", {})
        return {rules: row for rules, row in rows.items() if rules not in self.by_rules}


def scores_text(scores: Scores) -> str:
    """Return the text of the file, JSON."""
    rows = {
        rules: {"games": score.games, "all": score.all, "best": score.best, "last": score.last}
        for rules, score in scores.by_rules.items()
    }
    whole = {"format": f"{_FORMAT} 1", **scores.unread, "scores": scores.unread_rows | rows}
    return json.dumps(whole, indent=1) + "\n"


def read_scores(text: str) -> Scores:
    """Read the text of the file. Raises ValueError for another or damaged file."""
    found = json_object(text, _FORMAT)
    rows = found.get("scores")
    if not isinstance(rows, dict):
        raise ValueError("it is damaged: there are no scores")
    read = ((rules, _score(row)) for rules, row in rows.items())
    return Scores({rules: score for rules, score in read if score is not None}, found)


def _score(row: Any) -> Score | None:
    """Read the score under one rule set; return None if this version cannot."""
    match row:
        case {"games": int(games), "all": [int(), int()] as all_, "best": [int(), int()] as best,
              "last": [int(), int()] as last} if games >= 0:  # fmt: skip
            pairs = [Guesses(*pair) for pair in (all_, best, last)]
            return Score(games, *pairs) if all(0 <= each.found <= each.asked for each in pairs) else None
    return None


_CONTENT: Final = "Your score in guessing moves"
SCORES: Final = UserFile(
    "guess.json", _CONTENT, _CONTENT, Scores(), read_scores, scores_text, lambda scores: len(scores.unread_rows)
)
"""The file of the guesses."""
