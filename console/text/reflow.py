"""Reflow of text of 78 columns for narrower windows. Prose is wrapped again; pictures keep their lines."""

import re
from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final, NamedTuple

_INDENT: Final = re.compile(r"\s*(?:- )?")
_PICTURE: Final = re.compile(r"\+--|\+==|\|.*\||={4}| [A-H] \|")
_COLUMNS: Final = re.compile(r"(?<=\S) {3,}(?=\S)")
_IN_A_MOVE: Final = re.compile(r"(?:(?<=[A-Ja-j][1-9])|(?<=[A-Ja-j]10)|(?<=[Mm]ove)) (?=[A-Ja-j]?[1-9])")
"""The blank of ``B2 C1`` and of ``move 12``."""
_LARGE_INDENT: Final = 4  # columns; prose has a smaller indent than lists and tables
_LEAST_TEXT: Final = 12  # columns for text beside a hanging indent


class Line(NamedTuple):
    """A line as shown. ``source`` is the index of its source line, or of the first source line of its paragraph."""

    text: str
    source: int


def reflow(lines: Sequence[str], width: int) -> list[Line]:
    """Wrap the blocks with a line that is wider than ``width`` columns. Only lines of pictures may remain wider."""
    shown: list[Line] = []
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and lines[end].strip():
            end += 1
        end = max(end, start + 1)
        if max(map(len, lines[start:end])) <= width:
            shown += [Line(line, index) for index, line in enumerate(lines[start:end], start)]
        else:
            shown += _block(lines[start:end], start, width)
        start = end
    return shown


def _block(lines: Sequence[str], first: int, width: int) -> Iterator[Line]:
    """Yield the wrapped lines of a block that has no blank line: a picture, or paragraphs and table rows."""
    if any(_PICTURE.search(line) for line in lines):
        spare = min(len(line) - len(line.lstrip()) for line in lines)
        excess = max(map(len, lines)) - width
        cut = max(0, min(spare, excess))
        for index, line in enumerate(lines):
            text = line[cut:]
            yield Line(text[:width] if set(text) <= {"=", " "} else text, first + index)
        return
    start = 0
    while start < len(lines):
        end = start + 1
        indent = _indent(lines[start])
        while end < len(lines) and _continues(lines[end], indent):
            end += 1
        yield from _paragraph(lines[start:end], first + start, indent, width)
        start = end


def _indent(line: str) -> int:
    """Return the column at which the words of a line begin, after blanks and a dash."""
    match = _INDENT.match(line)
    return match.end() if match else 0


def _continues(line: str, indent: int) -> bool:
    """Return True if a line continues a paragraph with this indent, or the last column of a table row."""
    own = _indent(line)
    if line.lstrip().startswith("- "):
        return False
    return own == indent < _LARGE_INDENT or own > indent + 2


def _paragraph(lines: Sequence[str], source: int, indent: int, width: int) -> Iterator[Line]:
    """Yield a paragraph, wrapped with a hanging indent. A centered line is centered again.

    A row of a table that fits stays as it is, so that its columns stay aligned.
    """
    words = _COLUMNS.sub("  ", " ".join([lines[0].rstrip(), *(line.strip() for line in lines[1:])]))
    if len(words.lstrip()) <= width < 3 * indent:
        yield Line(words.strip().center(width).rstrip(), source)
        return
    if len(lines) == 1 and len(lines[0]) <= width:
        yield Line(lines[0], source)
        return
    hanging = min(indent + (2 if indent >= _LARGE_INDENT else 0), max(0, width - _LEAST_TEXT))
    head = words[: len(words) - len(words.lstrip())]
    wrapped = wrap(words.strip(), width, initial_indent=head, subsequent_indent=" " * hanging, break_on_hyphens=False)
    for line in wrapped or [""]:
        yield Line(line, source)


def spans(text: str, width: int, room: int = 0) -> list[tuple[int, int]]:
    """Wrap a text to a width in columns. Return the start and end index of each line.

    If possible without one more line, the last line is no single word, and it leaves ``room`` columns free.
    """
    found = _greedy(text, width)
    for narrower in range(width, width // 2, -1):
        lines = _greedy(text, narrower)
        start, end = lines[-1]
        is_alone = len(lines) > 1 and " " not in text[start:end].strip()
        if not is_alone and end - start + room <= width and len(lines) <= len(found) + (room > 0):
            return lines
    return found


def wrapped(text: str, width: int) -> list[str]:
    """Wrap a text to a width, so that its last line is no single word if possible."""
    return [text[start:end] for start, end in spans(text, width)] if text else []


def _greedy(text: str, width: int) -> list[tuple[int, int]]:
    """Wrap a text at blanks, but not within a move, nor between ``move`` and its number, if possible."""
    start, found, whole = 0, [], _IN_A_MOVE.sub("\xa0", text)
    while len(text) - start > width:
        blanks = (each.rfind(" ", start + 1, start + width + 1) for each in (whole, text))
        blank = next((blank for blank in blanks if blank > 0), 0)
        end = blank or start + width
        found.append((start, end))
        start = end + bool(blank)
    return [*found, (start, len(text))]
