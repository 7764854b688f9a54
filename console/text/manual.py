"""CHECKERS.DOC: where it lies and how it falls into chapters."""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

_NAME: Final = "CHECKERS.DOC"
_RULE: Final = "=" * 78
_HEADING: Final = re.compile(r" *(\d+)\. +(\S.*)")


@dataclass(frozen=True)
class Chapter:
    """A chapter of the manual: its number, its title, the index of its first line, and its lines."""

    number: int
    title: str
    first_line: int
    lines: tuple[str, ...]


def manual_text() -> str:
    """The manual that came with this program. Raises FileNotFoundError saying where it was looked for."""
    places = list(_places())
    for place in places:
        if place.is_file():
            return place.read_text("ascii")
    raise FileNotFoundError(f"{_NAME} is in none of: {', '.join(str(place.parent) for place in places)}")


def chapters(text: str) -> tuple[Chapter, ...]:
    """The numbered chapters in their order; what stands before the first (title and contents) is in none."""
    lines = text.splitlines()
    headings = [
        (line - 1, match)
        for line, match in enumerate(map(_HEADING.fullmatch, lines))
        if match and line + 1 < len(lines) and lines[line - 1] == lines[line + 1] == _RULE
    ]
    ends = [first for first, _ in headings[1:]] + [len(lines)]
    return tuple(
        Chapter(int(match[1]), match[2], first, tuple(lines[first:end]))
        for (first, match), end in zip(headings, ends, strict=True)
    )


def manual_chapters() -> tuple[Chapter, ...]:
    """The chapters of the manual that came with this program. Raises FileNotFoundError."""
    return chapters(manual_text())


def find_chapter(topic: str, among: Sequence[Chapter]) -> Chapter | None:
    """The chapter of a number, else the one whose title holds the words, else the one that uses them most often."""
    words = " ".join(topic.casefold().split())
    if words.isascii() and words.isdigit():
        return next((chapter for chapter in among if str(chapter.number) == words.lstrip("0")), None)
    titled = next((chapter for chapter in among if _uses(chapter.title, words)), None)
    if titled is not None or not among:
        return titled
    often = max(among, key=lambda chapter: _uses("\n".join(chapter.lines), words))
    return often if _uses("\n".join(often.lines), words) else None


def _uses(text: str, words: str) -> int:
    """How often a text has these words, each as a whole or as the beginning of a longer one."""
    pattern = r"\b" + r"\s+".join(map(re.escape, words.split()))
    return len(re.findall(pattern, text, re.IGNORECASE))


def _places() -> Iterator[Path]:
    """Where the manual may be: beside the packages of a checkout, or wherever an installation put it."""
    yield Path(__file__).resolve().parent.parent.parent / _NAME
    yield Path(sys.prefix, "share", "doc", "ega-checkers", _NAME)
    try:
        files = metadata.files("ega-checkers") or []
    except metadata.PackageNotFoundError:
        return
    yield from (Path(str(file.locate())) for file in files if file.name == _NAME)
