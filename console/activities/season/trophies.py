"""The trophies of the season, whose pictures are in ``trophies.txt``, and the shelf on which they stand."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from console.activities.season.career import Against, Career
from console.game.naming import in_list
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


def centred(text: str, width: int) -> str:
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
    return Span(centred(text, _CELL).ljust(_CELL), look)


def _name(one: Against) -> str:
    name = clipped(in_list(one.rival.name), _CELL - 2, ".")
    return name if one.victory else f"({name})"
