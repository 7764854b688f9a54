"""Spaced repetition: positions that are set again after growing intervals."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from engine.house_rules import own_articles
from engine.rules import Rules

MISTAKE: Final = "mistake"
LINE: Final = "line"
_WAITS: Final = (1, 7, 30)  # days


@dataclass(frozen=True)
class Item:
    """A position that is set again: one with a MISTAKE of the player's, or the first one of an opening LINE.

    ``start`` is its FEN. ``moves`` are the moves of the line in PDN, or the better move in place of the mistake.
    ``name`` is the name of the line, or the mistake in the notation of the console. ``side`` is the player's side.
    ``articles`` are those of house rules, else empty. ``due`` is the day on which it is set. ``times`` counts how often
    in succession it was known when it was due. ``asked`` counts how often it was set, a mistake only if it was not
    solved at once. ``right`` counts the player's right moves in a line the last time.
    """

    kind: str
    rules: str
    articles: str
    side: int
    name: str
    start: str
    moves: str
    due: date
    times: int = 0
    asked: int = 0
    right: int = 0

    @property
    def key(self) -> str:
        """The position of a mistake or the name of a line: by it and the rules and side, an item is found."""
        return self.start if self.kind == MISTAKE else self.name.casefold()

    @property
    def content(self) -> tuple[str, str, str, str, int]:
        """The rules, the moves and the side."""
        return self.rules, self.articles, self.start, self.moves, self.side

    def is_by(self, rules: Rules) -> bool:
        """Return True if the item is under these rules."""
        return (self.rules, self.articles) == (rules.name, own_articles(rules))

    def failed(self, today: date) -> "Item":
        """Return a mistake that was not solved at once: it comes back later each time."""
        return replace(self, asked=self.asked + 1, due=next_day(today, self.asked + 1))

    def answered(self, right: int, of: int, today: date) -> "Item":
        """Return a line after it was asked, with the number of right moves ``of`` all moves.

        A line that is new or was not known is due tomorrow. A line that was known when it was due comes back after a
        longer time. A line that was known before it was due keeps its day.
        """
        asked = replace(self, asked=self.asked + 1, right=right)
        if right < of or not self.asked:
            return replace(asked, times=0, due=next_day(today, 0))
        if self.due > today:
            return asked
        return replace(asked, times=self.times + 1, due=next_day(today, self.times + 1))


def next_day(today: date, times: int) -> date:
    """Return the day of the next repetition of a task, after ``times`` repetitions."""
    return today + timedelta(_WAITS[min(times, len(_WAITS) - 1)])
