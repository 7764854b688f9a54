"""Search for words in lines of text. A match may continue in the next line."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple


class Hit(NamedTuple):
    """The part of a match in one line. ``head`` is False if it continues a match of the line before."""

    line: int
    start: int
    end: int
    head: bool


def find_words(lines: Sequence[str], words: str) -> list[Hit]:
    """Return all matches of ``words``, ignoring case. Blanks and line ends may separate the words."""
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
