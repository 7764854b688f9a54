"""The summary of the past month, shown once when the player leaves after a game."""

from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from console.dialogue.archive import Archive
from console.game.hall_of_fame import Result
from console.game.naming import MONTHS, counted
from console.game.tally import Tally
from console.storage.notices import NotKept

_OPENS: Final = "09:00"
_CLOSES: Final = "17:00"
_SATURDAY: Final = 5


def sum_up(archive: Archive, name: str, today: date) -> str:
    """Return the summary of the month before ``today``. Store that it was returned.

    Return an empty text if that month was summed up before, if the player has no games in it, or if the results cannot
    be read.
    """
    month = f"{today.replace(day=1) - timedelta(1):%Y.%m}"
    if archive.store.settings.summed_up == month:
        return ""
    with suppress(NotKept):
        games = [result for result in archive.store.hall.results(name) if result.date.startswith(f"{month}.")]
        if games:
            archive.remember(lambda settings: replace(settings, summed_up=month))
            return f"Your {MONTHS[int(month[-2:]) - 1]}: {_in_words(games)}"
    return ""


def _in_words(games: list[Result]) -> str:
    """Return the number of games with the share played in office hours, and the results."""
    at_work = sum(map(_is_in_office_hours, games))
    share = "" if len(games) == 1 else "all of them " if at_work == len(games) else f"{at_work} of them "
    when = f"{share}when you should have been working" if at_work else "in your own time, as far as we know"
    ends = zip(Tally.of(game.score for game in games), ("won", "drawn", "lost"), strict=True)
    ended = ", ".join(f"{number} {name}" for number, name in ends if number)
    return f"{counted(len(games), 'game')}, {when}. {ended}."


def _is_in_office_hours(result: Result) -> bool:
    """Return True if a game began from Monday to Friday between 9 and 17 h; False if the time is unknown."""
    with suppress(ValueError):
        day = date.fromisoformat(result.date.replace(".", "-"))
        return day.weekday() < _SATURDAY and _OPENS <= result.time < _CLOSES
    return False
