"""The calendar of the problems of the day: a page with the present month."""

from calendar import SUNDAY, Calendar
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from itertools import count
from typing import Final

from console.game.naming import MONTHS, counted

_WIDTH: Final = 29  # seven days of four columns, and a margin


def calendar_lines(days: AbstractSet[date], today: date) -> list[str]:
    """Return the lines of the page. ``days`` are those whose problem was solved; days after today are ignored."""
    solved = {day for day in days if day <= today}
    return [*_month(solved, today), "", *_sentences(solved, today)]


def days_in_succession(days: AbstractSet[date], last: date) -> int:
    """Return the number of days in succession up to ``last``, 0 if ``last`` is not one of them."""
    numbers = {day.toordinal() for day in days}
    return next(length for length in count() if last.toordinal() - length not in numbers)


def _month(solved: AbstractSet[date], today: date) -> Iterator[str]:
    """Yield the lines of the present month. A solved day is in parentheses, today in brackets until it is solved."""
    edge = f"+{'-' * _WIDTH}+"
    yield edge
    yield f"|{f'{MONTHS[today.month - 1]} {today.year}'.center(_WIDTH)}|"
    yield "| Sun Mon Tue Wed Thu Fri Sat |"
    for week in Calendar(SUNDAY).monthdayscalendar(today.year, today.month):
        yield f"|{''.join(_cell(day, solved, today) for day in week)} |"
    yield edge


def _cell(number: int, solved: AbstractSet[date], today: date) -> str:
    """Return a day of the present month in four columns; number 0 is a day of another month, which is blank."""
    if number and today.replace(day=number) in solved:
        return f"({number})".rjust(4)
    if number == today.day:
        return f"[{number}]".rjust(4)
    return f"{number or '':>3} "


def _sentences(solved: AbstractSet[date], today: date) -> Iterator[str]:
    """Yield the legend, and the sentences about the month and about days in succession."""
    if not solved:
        yield 'No mark yet: "problem today" sets the problem of the day.'
        return
    legend = f"({today.day}) is solved"
    yield f"{legend}." if today in solved else f'{legend}, [{today.day}] is today: "problem today".'
    here = sum((day.year, day.month) == (today.year, today.month) for day in solved)
    yield f"This month: {here} of {counted(today.day, 'day')}."
    now = days_in_succession(solved, today if today in solved else today - timedelta(1))
    longest = max(days_in_succession(solved, day) for day in solved)
    yield f"In a row: {counted(now, 'day')}; best, {longest}."
