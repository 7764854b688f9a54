"""Certificates of the season in characters, for the screen and the printer."""

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from console.activities.season.career import Against, Career
from console.activities.season.trophies import centred, cup
from console.game.naming import MONTHS
from console.terminal.canvas import in_columns
from console.text.spans import Line, Look, Span

WIDTH: Final = 73
"""The width on paper."""

_RING: Final = "(o)"  # the frame is a chain that begins and ends with a ring
_LINK: Final = f"{_RING}=="
_NARROW: Final = 64  # a narrower certificate has its parts below each other
_ORDINALS: Final = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}
_SIGNED: Final = 20


def spoken_date(date: str) -> str:
    """Return a date such as ``1990.05.07`` in words. Any other text stays as it is, unless it is empty."""
    try:
        year, month, day = map(int, date.split("."))
        name = MONTHS[month - 1]
    except (ValueError, IndexError):
        return date or "an evening that nobody noted"
    return f"the {day}{_ORDINALS.get(day, 'th')} of {name}, {year}"


def certificate(career: Career, won: Against, width: int) -> list[list[Line]]:
    """Return the certificate of a rung that is won, as one section in ASCII of at most ``width`` columns."""
    links = (min(width, WIDTH) - len(_RING)) // len(_LINK)
    edge = (Span(_LINK * links + _RING, "dim"),)
    room = len(edge[0].text) - 4
    lines: list[Line] = [edge]
    for text, look in _lines(career, won, room):
        shown = in_columns(text)[:room]
        lines.append((Span("| ", "dim"), Span(shown + " " * (room - len(shown)), look), Span(" |", "dim")))
    return [[*lines, edge]]


def _lines(career: Career, won: Against, room: int) -> Iterator[tuple[str, Look]]:
    """Yield the lines inside of the frame."""
    victory, rival, last = won.victory, won.rival, len(career.rungs)
    assert victory is not None
    title = "C E R T I F I C A T E" if rival.rung < last else "C H A M P I O N   O F   1 9 9 0"
    deed = [
        f"did on {spoken_date(victory.date)}",
        f"sit down across from {rival.called} of {rival.person.town},",
        f"who {rival.person.way},",
        f"and rise again a match ahead, {victory.match.score}, by {career.rules} rules.",
    ]
    if room < _NARROW:
        deed = [" ".join(deed)]
    said: tuple[tuple[str, Look], ...] = (
        ("EGA Checkers * Season of 1990", "dim"),
        ("", "text"),
        (title, "title"),
        ("", "text"),
        ("Be it known to all who pass this refrigerator that", "text"),
        ("", "text"),
        (_spaced(career.name, room), "curve"),
        ("", "text"),
        *((text, "text") for text in deed),
        ("", "text"),
    )
    for text, look in said:
        for line in wrap(text, room) or [""]:
            yield centred(line, room), look
    trophy = [*cup(rival.rung, last), f"Rung {rival.rung} of {last}"]
    if room < _NARROW:
        for line in (*trophy, "", *wrap(f'"{rival.person.loses}"', room), f"-- {rival.name}"):
            yield centred(line, room), "text"
        return
    line = "_" * _SIGNED
    names = "    ".join(centred(name, _SIGNED).ljust(_SIGNED) for name in (rival.name, "The Referee"))
    words = wrap(f'"{rival.person.loses}"', 2 * _SIGNED + 4)
    beside = [*words, *[""] * (len(trophy) - 2 - len(words)), f"{line}    {line}", names]
    for picture, text in zip_longest(trophy, beside, fillvalue=""):
        yield f"  {centred(picture, 16):16}  {text}", "text"


def _spaced(name: str, room: int) -> str:
    """Return a name in spaced capitals if it is in ASCII and fits."""
    spaced = " ".join(name.upper())
    return spaced if name.isascii() and len(spaced) <= room else name
