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
_NEAR: Final = 0.7
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
    """The chapter of a number; of some words the first that has them in its title, then the one that explains them.

    That is the first in which they stand in capitals, else as an entry of a list, else the one that uses them most.
    """
    words = topic.split()
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return next((chapter for chapter in among if str(chapter.number) == words[0].lstrip("0")), None)
    if not any(character.isalpha() for character in topic):
        return None
    phrase = r"\s+".join(map(re.escape, words))
    capitals = r"\s+".join(re.escape(word.upper()) for word in words)
    anywhere = re.compile(rf"\b{phrase}", re.IGNORECASE)
    found = [chapter for chapter in among if anywhere.search(chapter.title)]
    entry = re.compile(rf"^ {{5}}{phrase}(?: |$)", re.IGNORECASE | re.MULTILINE)
    for pattern in (re.compile(rf"\b{capitals}\b"), entry):
        found = found or [chapter for chapter in among if pattern.search("\n".join(chapter.lines))]
    if found:
        return found[0]
    uses = {chapter.number: len(anywhere.findall("\n".join(chapter.lines))) for chapter in among}
    most = max(among, key=lambda chapter: uses[chapter.number], default=None)
    return most if most is not None and uses[most.number] else None


def nearest_topic(topic: str, among: Sequence[Chapter], words: Sequence[str] = ()) -> str | None:
    """What of the manual's titles, its words in capitals and these further words is spelled most like a topic."""
    from difflib import get_close_matches

    known = set(words)
    for chapter in among:
        known.update(word.casefold() for word in re.findall(r"[A-Za-z-]{4,}", chapter.title))
        known.update(word.casefold() for word in re.findall(r"\b[A-Z-]{4,}\b", "\n".join(chapter.lines)))
    return next(iter(get_close_matches(topic.casefold(), sorted(known), 1, _NEAR)), None)


def _places() -> Iterator[Path]:
    """Where the manual may be: beside the packages of a checkout, or wherever an installation put it."""
    yield Path(__file__).resolve().parent.parent.parent / _NAME
    yield Path(sys.prefix, "share", "doc", "ega-checkers", _NAME)
    try:
        files = metadata.files("ega-checkers") or []
    except metadata.PackageNotFoundError:
        return
    yield from (Path(str(file.locate())) for file in files if file.name == _NAME)
