"""The week: eight people in a table, and a round a day. It is computed from the results; nothing else is stored.

A week is that of ISO 8601, in local time. Its Monday is the seed of its field, its opening and the games
between rivals. The field is drawn from the rivals near the player's rating before the week. A missed round is half a
point for each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from random import Random
from typing import Final

from ai.levels import LEVEL_RATINGS
from ai.openings.ballots import find_ballot, tables_of
from console.activities.season.rivals import Rival
from console.dialogue.messages import Row, ShowList
from console.dialogue.next_game import Ballot
from console.game.elo import FIRST_RATING, expected
from console.game.hall_of_fame import SCORES, Result, rating
from console.game.naming import date_in_words, in_list
from console.reading.readings import Command
from console.text.table import Column, figures
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Side
from engine.rules import Rules

DAYS: Final = 7
"""The number of rounds, and of the rivals in the table."""
_NEAR: Final = 10  # rivals nearest to the player's rating, of whom the field is drawn
_DRAWN: Final = 0.4  # the share of draws between equals
YOU: Final = DAYS
"""The player's number among the people of a table; the rivals' are those of their rounds."""


@dataclass(frozen=True)
class Week:
    """A week of a player.

    ``field`` are his rivals, in the order of the rounds. ``scores`` are his, None in a round that was not played; the
    last one is today's, or Sunday's of a week that is over. The first ``counted`` rounds count, and a later one if
    he has played it.
    ``is_known``: he has results up to the end of the week.
    """

    monday: date
    rules: Rules
    field: tuple[Rival, ...]
    scores: tuple[float | None, ...]
    counted: int
    is_known: bool

    @property
    def round(self) -> int:
        """The round of today, from 0."""
        return len(self.scores) - 1

    @property
    def score(self) -> float | None:
        """The player's score today, or None."""
        return self.scores[-1]

    @property
    def rival(self) -> Rival:
        """Today's rival."""
        return self.field[self.round]

    @property
    def side(self) -> Side:
        """The player's side today: it changes from day to day."""
        return (BLACK, WHITE)[(self.round + self.monday.toordinal() // DAYS) % 2]

    @property
    def opening(self) -> Ballot | None:
        """The opening of the week, or None if the rules have no ballots."""
        if not tables_of(self.rules):
            return None
        return Ballot(find_ballot(self.rules, "random", Random(f"{self.monday} {self.rules.name}")).title)

    def table(self) -> list[tuple[int, float]]:
        """Return the numbers of the people with their points, the best first."""
        points = dict.fromkeys(range(DAYS + 1), 0.0)
        for number, score in enumerate(self.scores):
            if number < self.counted or score is not None:
                own = 0.5 if score is None else score
                for one, other, result in ((YOU, number, own), *self._elsewhere(number)):
                    points[one] += result
                    points[other] += 1 - result
        return sorted(points.items(), key=lambda found: -found[1])

    @property
    def place(self) -> int:
        """The player's place in the table, from 1."""
        return [seat for seat, _ in self.table()].index(YOU) + 1

    def _elsewhere(self, number: int) -> Iterator[tuple[int, int, float]]:
        """Yield the other pairs of a round, in a circle around the player's, with the first one's score."""
        rng = Random(f"{self.monday} {self.rules.name} {number}")
        for step in range(1, (DAYS + 1) // 2):
            one, other = (number + step) % DAYS, (number - step) % DAYS
            likely, chance = expected(self.field[one].rating, self.field[other].rating), rng.random()
            draw = _DRAWN * min(likely, 1 - likely)
            yield one, other, 1.0 if chance < likely - draw else 0.5 if chance < likely + draw else 0.0


def week_of(results: Sequence[Result], rules: Rules, today: date, people: Sequence[Rival]) -> Week:
    """Return the week of a day from a player's results under the rules. The day's first game with its rival counts."""
    monday = today - timedelta(today.weekday())
    before = [each for each in results if each.date < f"{monday:%Y.%m.%d}"]
    own = rating(before, LEVEL_RATINGS) or FIRST_RATING
    near = sorted(people, key=lambda rival: abs(rival.rating - own))[:_NEAR]
    field = tuple(Random(f"{monday} {rules.name}").sample(near, DAYS))
    played = {(each.date, each.rival): each for each in reversed(results)}
    scores = []
    for number in range(today.weekday() + 1):
        found = played.get((f"{monday + timedelta(number):%Y.%m.%d}", field[number].name))
        scores.append(None if found is None else SCORES[found.score])
    is_known = any(each.date < f"{monday + timedelta(DAYS):%Y.%m.%d}" for each in results)
    return Week(monday, rules, field, tuple(scores), today.weekday(), is_known)


def week_list(week: Week, last: Week | None) -> ShowList:
    """Return the table of a week. ``last`` is the week before, None for a player who has no results before this one."""
    rows = []
    for place, (seat, points) in enumerate(week.table(), 1):
        rival = None if seat == YOU else week.field[seat]
        name, town = ("You", "") if rival is None else (in_list(rival.name), rival.town)
        sign = ">" if rival is week.rival and week.score is None else ""
        rows.append(Row((sign, str(place), name, town, f"{points:g}"), Command("season", "today")))
    opening = "" if week.opening is None else f" from ballot {week.opening.name}"
    today = f"Round {week.round + 1} of {DAYS}: you play {SIDE_NAMES[week.side]}{opening}, against {week.rival.called}."
    head = [f"The week of {date_in_words(f'{week.monday:%Y.%m.%d}')}, {week.rules.name}. {today}", ""]
    columns = [Column(""), *figures(""), Column("", least=19), Column("Town", 1, least=14), *figures("Points")]
    before = head if last is None else [last_week(last), *head]
    legend = "> is today's rival; a missed round is half a point"
    return ShowList("The week", columns, rows, 0, "Play", topic="season", before=before, legend=legend)


def last_week(last: Week) -> str:
    """Return the message about the week before."""
    last = replace(last, counted=DAYS)
    seat, most = last.table()[0]
    if last.scores == (None,) * DAYS:
        return f"You were missed last week: {last.field[seat].called} won it, and your chair was kept."
    if seat == YOU:
        return f"Last week was yours, with {most:g} points."
    return f"Last week {last.field[seat].called} won with {most:g} points; you came in number {last.place}."


def after_round(week: Week) -> str:
    """Return the message after the player's game of the day."""
    points = dict(week.table())[YOU]
    stands = f"Round {week.round + 1} of {DAYS}: you have {points:g} and stand number {week.place} of {DAYS + 1}."
    return f"{stands} The next is tomorrow." if week.round + 1 < DAYS else f"{stands} That was the week."
