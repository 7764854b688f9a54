"""The week: its field, its rounds, and what is said of it."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from console.activities.season.rivals import rivals
from console.activities.season.week import DAYS, YOU, Week, after_round, last_week, week_list, week_of
from console.game.hall_of_fame import Result
from console.game.tally import Score
from engine.rules import AMERICAN, RULE_SETS, Rules

MONDAY = date(1990, 5, 7)
WON: list[Score | None] = ["win"] * DAYS
DRAWN: list[Score | None] = ["draw"] * DAYS
LOST: list[Score | None] = ["loss"] * DAYS


def won(week: Week, number: int, score: Score = "win") -> Result:
    """Return a result of the player's in a round."""
    day = f"{week.monday + timedelta(number):%Y.%m.%d}"
    return Result("Dan", 0, week.rules.name, score, date=day, rival=week.field[number].name, rating=1200)


def seen(day: int, *scores: Score | None, rules: Rules = AMERICAN, before: int = 1200) -> Week:
    """Return the week on a day from 0, in whose rounds the player had these scores; before it he beat ``before``."""
    earlier = [Result("Dan", 0, rules.name, "draw", date="1990.05.01", rating=before)] * 20
    week = week_of(earlier, rules, MONDAY, rivals())
    played = [won(week, number, score) for number, score in enumerate(scores) if score is not None]
    return week_of([*earlier, *played], rules, MONDAY + timedelta(day), rivals())


def test_the_field_stays_for_the_week_and_is_near_the_player() -> None:
    assert seen(6, *WON[:6]).field == seen(0).field
    assert len({one.name for one in seen(0).field}) == DAYS
    weak, strong = (sum(one.rating for one in seen(0, before=rating).field) for rating in (400, 2400))
    assert weak + DAYS * 400 < strong
    others = week_of([], AMERICAN, MONDAY + timedelta(DAYS), rivals()), seen(0, rules=RULE_SETS["international"])
    assert all(each.field != seen(0).field for each in others)


@pytest.mark.parametrize("day", range(DAYS))
def test_every_round_gives_four_points_and_everybody_meets_everybody(day: int) -> None:
    for scores in ([], DRAWN[: day + 1]):
        week = seen(day, *scores)
        assert sum(points for _, points in replace(week, counted=DAYS).table()) == 4 * (day + 1)
        assert sum(points for _, points in week.table()) == 4 * (day + (week.score is not None))
    met = {frozenset(pair[:2]) for number in range(DAYS) for pair in seen(6)._elsewhere(number)}
    assert len(met) == DAYS * (DAYS - 1) // 2


def test_only_the_first_game_of_the_day_against_its_rival_counts() -> None:
    week = week_of([], AMERICAN, MONDAY, rivals())
    games = [won(week, 0, "loss"), won(week, 0)]
    assert week_of(games, AMERICAN, MONDAY + timedelta(1), rivals()).scores == (0.0, None)


def test_a_week_is_told_kindly() -> None:
    assert "your chair was kept" in last_week(seen(6))
    assert last_week(seen(6, *WON)) == "Last week was yours, with 7 points."
    assert "you came in number 8" in last_week(seen(6, *LOST))
    assert after_round(seen(0, "win")).endswith("The next is tomorrow.")
    assert after_round(seen(6, *WON)).startswith("Round 7 of 7: you have 7 and stand number 1 of 8.")


def test_the_table_marks_the_rival_of_today_until_he_was_met() -> None:
    for week, marked in ((seen(0), 1), (seen(0, "win"), 0)):
        shown = week_list(week, None)
        assert [row.texts[0] for row in shown.rows].count(">") == marked
        assert ("ballot" in " ".join(shown.before)) == (week.opening is not None) is True
    assert dict(seen(0, "draw").table())[YOU] == 0.5
