"""Lines whose parts have different looks, for pages that are drawn with the characters and colors of a front end."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from console.terminal.canvas import REST
from console.text.bars import PLAIN_SIGNS, bar_lengths

Look: TypeAlias = Literal["text", "title", "dim", "player", "curve", "won", "drawn", "lost"]
RESULTS: Final[tuple[Look, Look, Look]] = ("won", "drawn", "lost")


class Span(NamedTuple):
    """A part of a line."""

    text: str
    look: Look = "text"


Line: TypeAlias = tuple[Span, ...]


class Signs(NamedTuple):
    """The characters of drawings.

    ``results`` are those of wins, draws and losses. ``halves`` are the upper half of a cell, the lower half and both.
    ``below`` fills the area below a curve. ``corner``, ``across`` and ``down`` are those of axes.
    """

    results: str = PLAIN_SIGNS
    halves: str = "***"
    below: str = "."
    corner: str = "+"
    across: str = "-"
    down: str = "|"


NO_BARS: Final = Signs(results="   ")
"""The characters for pages without bars and curves, which a screen reader would spell."""

Sections: TypeAlias = Callable[[int, Signs], Sequence[Sequence[Line]]]
"""Returns the sections of a page for a width in columns."""


def result_spans(won: int, drawn: int, lost: int, width: int, signs: Signs) -> Line:
    """Return a bar of results; empty if there are none."""
    lengths = bar_lengths(won, drawn, lost, width)
    parts = zip(signs.results, lengths, RESULTS, strict=True)
    return tuple(Span(sign * length, look) for sign, length, look in parts if length)


def share_spans(done: int, of: int, width: int, signs: Signs) -> Line:
    """Return a bar of the share that is done; empty if ``of`` is 0."""
    filled, _, empty = bar_lengths(done, 0, of - done, width)
    return (Span(signs.results[0] * filled, "won"), Span(signs.results[2] * empty, "dim"))


def plain_lines(sections: Iterable[Iterable[Line]]) -> list[str]:
    """Return the lines of sections as plain text, with an empty line between two sections."""
    lines: list[str] = []
    for section in sections:
        lines += ["", *("".join(span.text for span in line).replace(REST, "").rstrip() for line in section)]
    return lines[1:]
