"""Keepsakes of the season in characters: the trophies, their shelf, and certificates for the screen and the printer."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import Final

from console.activities.season.career import Against, Career
from console.game.naming import capitalized, date_in_words, in_list
from console.terminal.canvas import clipped, in_columns
from console.text.spans import Line, Look, Signs, Span

_WIDTH: Final = 9
_TIN, _SILVER, _GOLD, _CROWN = (
    picture.splitlines() for picture in Path(__file__).with_name("trophies.txt").read_text("ascii").split("---\n")
)
_SILVER_FROM: Final = 7
_GOLD_FROM: Final = 14
_CELL: Final = 18


def cup(rung: int, of: int) -> list[str]:
    """Return the picture of the trophy of a rung, with its number: 5 lines of 9 columns."""
    kinds = ((of, _CROWN), (_GOLD_FROM, _GOLD), (_SILVER_FROM, _SILVER), (1, _TIN))
    picture = next(picture for first, picture in kinds if rung >= first)
    return [line.format(rung).ljust(_WIDTH) for line in picture]


def centered(text: str, width: int) -> str:
    """Return a text with blanks before it that put it into the middle of ``width`` columns."""
    return " " * ((width - len(in_columns(text))) // 2) + text


def shelf(career: Career, width: int, signs: Signs) -> list[list[Line]]:
    """Return the trophies in rows, as one section. Each rung has a place, empty until its rival is beaten."""
    per_row = max(1, width // _CELL)
    lines: list[Line] = []
    for first in range(0, len(career.rungs), per_row):
        lines += [(), *_board(career.rungs[first : first + per_row], len(career.rungs), per_row * _CELL, signs)]
    return [lines[1:]]


def _board(rungs: Sequence[Against], of: int, width: int, signs: Signs) -> Iterator[Line]:
    """Yield the lines of one row: the trophies, the edge of the shelf, and below it the names and scores."""
    if any(each.victory for each in rungs):
        pictures = [cup(each.rival.rung, of) if each.victory else [""] * len(_TIN) for each in rungs]
        for parts in zip(*pictures, strict=True):
            yield tuple(_cell(part, "title") for part in parts)
    yield (Span(signs.across * width, "curve"),)
    yield tuple(_cell(_name(each), "text" if each.victory else "dim") for each in rungs)
    yield tuple(_cell(each.victory.match.score if each.victory else "", "dim") for each in rungs)


def _cell(text: str, look: Look) -> Span:
    return Span(centered(text, _CELL).ljust(_CELL), look)


def _name(one: Against) -> str:
    name = clipped(in_list(one.rival.name), _CELL - 2, ".")
    return name if one.victory else f"({name})"


WIDTH: Final = 73
"""The width on paper."""

_RING: Final = "(o)"  # the frame is a chain that begins and ends with a ring
_LINK: Final = f"{_RING}=="
_NARROW: Final = 64  # a narrower certificate has its parts below each other
_SIGNED: Final = 20


def evening(date: str) -> str:
    """Return the date of a victory in words."""
    return date_in_words(date, 9) or "an evening that nobody noted"


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
        f"did on {evening(victory.date)}",
        f"sit down across from {rival.called} of {rival.town},",
        f"who {rival.way},",
        f"and rise again a match ahead, {victory.match.score}, by {capitalized(career.rules)} rules.",
    ]
    said: tuple[tuple[str, Look], ...] = (
        ("EGA Checkers * Season of 1990", "dim"),
        (title, "title"),
        ("Be it known to all who pass this refrigerator that", "text"),
        (_spaced(career.name, room), "curve"),
        ((" " if room < _NARROW else "\n").join(deed), "text"),
    )
    for text, look in said:
        for line in (line for part in text.splitlines() for line in wrap(part, room)):
            yield centered(line, room), look
        yield "", "text"
    trophy = [*cup(rival.rung, last), f"Rung {rival.rung} of {last}"]
    if room < _NARROW:
        for line in (*trophy, "", *wrap(f'"{rival.loses}"', room), f"-- {rival.name}"):
            yield centered(line, room), "text"
        return
    line = "_" * _SIGNED
    names = "    ".join(centered(name, _SIGNED).ljust(_SIGNED) for name in (rival.name, "The Referee"))
    words = wrap(f'"{rival.loses}"', 2 * _SIGNED + 4)
    beside = [*words, *[""] * (len(trophy) - 2 - len(words)), f"{line}    {line}", names]
    for picture, text in zip_longest(trophy, beside, fillvalue=""):
        yield f"  {centered(picture, 16):16}  {text}", "text"


def _spaced(name: str, room: int) -> str:
    """Return a name in spaced capitals if it is in ASCII and fits."""
    spaced = " ".join(name.upper())
    return spaced if name.isascii() and len(spaced) <= room else name
