"""Dates as PDN files have them: ``1996.01.20``, ``20-01-1996``, ``Nov 11, 2012``, ``about 1890``."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

# The beginnings of the names of the months in English, Dutch, German, French and Russian.
_MONTHS: Final = (
    *("jan янв", "feb fév фев", "mar maa mrt mär мар", "apr avr апр", "may mei mai май мая", "jun juin июн"),
    *("jul juil июл", "aug aoû авг", "sep сен", "oct okt окт", "nov ноя", "dec dez déc дек"),
)
_NUMBERS: Final = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}
_YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)", re.ASCII)
_PART: Final = re.compile(
    rf"(?<!\d)(?P<number>\d\d?)(?!\d)(?:st|nd|rd|th)?|\b(?P<month>{'|'.join(_NUMBERS)})[^\W\d]*", re.IGNORECASE
)


class Date(NamedTuple):
    """A year, and the month and the day or 0."""

    year: int
    month: int = 0
    day: int = 0

    @property
    def tag(self) -> str:
        """The date in PDN: ``1996.01.20``, with ``??`` for what is not known."""
        return ".".join((f"{self.year:04}", *(f"{part:02}" if part else "??" for part in (self.month, self.day))))


@lru_cache(maxsize=1024)
def parse_date(text: str) -> tuple[Date | None, bool]:
    """Return the date that a text has, or None without a year of four digits; and True if the text says nothing else.

    Of two numbers before the year the first is the day, unless only the second can be.
    """
    year = _YEAR.search(text)
    if year is None:
        return None, False
    before, behind = ([*_PART.finditer(part)] for part in (text[: year.start()], text[year.end() :]))
    parts = [*reversed(before), *behind]  # the month comes first
    numbers = [int(part["number"]) for part in parts if part["number"]]
    months = [_NUMBERS[part["month"].casefold()] for part in parts if part["month"]]
    month, day = (*months, *numbers, 0, 0)[:2]
    if month > 12 >= day:
        month, day = day, month
    rest = _PART.sub("", text[: year.start()] + " " + text[year.end() :])
    if month > 12 or day > 31 or len(parts) > 2 or rest.strip(" .,-/?"):
        return Date(int(year[0])), False
    return Date(int(year[0]), month, day), True
