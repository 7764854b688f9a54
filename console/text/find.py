"""Searching words in lines of text, across ends of lines."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple


class Hit(NamedTuple):
    """A part of a line that was found; ``head`` is false if it continues a hit of the line before."""

    line: int
    start: int
    end: int
    head: bool


def find_words(lines: Sequence[str], words: str) -> list[Hit]:
    """Return all hits of some words, ignoring case, with any blanks or ends of lines between them."""
    pattern = r"\s+".join(map(re.escape, words.split()))
    if not pattern:
        return []
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    hits = []
    for match in re.finditer(pattern, "\n".join(lines), re.IGNORECASE):
        line = bisect_right(starts, match.start()) - 1
        head = True
        while starts[line] < match.end():
            start = max(0, match.start() - starts[line])
            end = min(len(lines[line]), match.end() - starts[line])
            start += len(lines[line][start:end]) - len(lines[line][start:end].lstrip()) if not head else 0
            if start < end:
                hits.append(Hit(line, start, end, head))
            head = False
            line += 1
    return hits
