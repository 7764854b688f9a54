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
_ENTRY: Final = re.compile(r" {5}\S+(?: \S+)*  +\S")
_FILLERS: Final = frozenset(
    {"?", "a", "about", "an", "and", "can", "do", "does", "explain", "for", "how", "i", "is", "me", "my", "of", "on"}
    | {"please", "the", "to", "what", "with"}
)
_PLURALS: Final = (("ies", "y"), ("men", "man"), ("es", ""), ("s", ""))
_KEY: Final = re.compile(r"f(?:[1-9]|1[0-2])")
_LONG: Final = 4  # letters; shorter words are looked for as they stand


@dataclass(frozen=True)
class Chapter:
    """A chapter of the manual: its number, its title, the index of its first line, and its lines."""

    number: int
    title: str
    first_line: int
    lines: tuple[str, ...]

    def lines_before(self, offset: int) -> int:
        """Return how many lines of its text end before an offset in it."""
        return "\n".join(self.lines).count("\n", 0, offset)


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


@dataclass(frozen=True)
class Place:
    """Where the manual tells of something: a chapter, and which of its lines does; 0 where all of it does."""

    chapter: Chapter
    line: int = 0

    def passage(self) -> tuple[str, ...]:
        """What tells of it: the chapter, the entry of a list, or the paragraph with the lines that it announces."""
        lines = self.chapter.lines
        if not self.line:
            return lines
        start, end = self.line, self.line + 1
        indent = _indent(lines[start])
        if _ENTRY.match(lines[start]):
            while end < len(lines) and _indent(lines[end]) > indent:
                end += 1
            return lines[start:end]
        while lines[start - 1].strip():
            start -= 1
        while end < len(lines) and lines[end].strip():
            end += 1
        if end + 1 < len(lines) and not lines[end - 1].endswith((".", "!", "?")):
            end += 1
            while end < len(lines) and lines[end].strip():
                end += 1
        return lines[start:end]


def _indent(line: str) -> int:
    """The blanks before a line; none where it has nothing else."""
    return len(line) - len(line.lstrip())


def subject(topic: str) -> list[str]:
    """The words of a topic that say what it is about, as in ``how do kings jump``."""
    return [word for word in re.findall(r"[^\s\"',.!?]+", topic.casefold()) if word not in _FILLERS]


def find_place(topic: str, among: Sequence[Chapter]) -> Place | None:
    """The chapter of a number; of some words the place that tells of them, or of one of them alone.

    That is a chapter with them in its title, else the line in which they stand in capitals, else an entry of a list,
    else their first line in the chapter that uses them most. A plural may stand for its singular. A function key is
    looked for in the list of the keys only, as squares have such names.
    """
    words = subject(topic)
    if len(words) == 1 and _KEY.fullmatch(words[0]):
        entry = re.compile(rf"^ {{5}}(?:.* {{2}})?{words[0].upper()} +\w", re.MULTILINE)
        found = ((chapter, entry.search("\n".join(chapter.lines))) for chapter in among)
        return next((Place(chapter, chapter.lines_before(at.start())) for chapter, at in found if at is not None), None)
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return next((Place(chapter) for chapter in among if str(chapter.number) == words[0].lstrip("0")), None)
    phrases = [words] if len(words) == 1 else [words, *([word] for word in sorted(words, key=len, reverse=True))]
    for phrase in phrases:
        if any(character.isalpha() for word in phrase for character in word):
            place = _place_of([phrase, *_singulars(phrase)], among)
            if place is not None:
                return place
    return None


def _singulars(words: Sequence[str]) -> list[list[str]]:
    """The same words with the last in the singular, as far as it looks like a plural."""
    *before, last = words
    stems = [last.removesuffix(end) + other for end, other in _PLURALS if last.endswith(end) and len(last) > len(end)]
    return [[*before, stem] for stem in stems]


def _place_of(spellings: Sequence[Sequence[str]], among: Sequence[Chapter]) -> Place | None:
    """The best place of some words in one of these spellings."""
    texts = [(chapter, "\n".join(chapter.lines)) for chapter in among]
    phrases = [r"\s+".join(map(re.escape, words)) for words in spellings]
    capitals = [
        re.compile(r"\b" + r"\s+".join(re.escape(word.upper()) for word in words) + r"\b") for words in spellings
    ]
    entries = [re.compile(rf"^ {{5}}(?={phrase}(?: |$))", re.IGNORECASE | re.MULTILINE) for phrase in phrases]
    # What is short begins too many other words.
    ends = ["" if len(phrase) >= _LONG else r"\b" for phrase in phrases]
    anywhere = [re.compile(rf"\b{phrase}{end}", re.IGNORECASE) for phrase, end in zip(phrases, ends, strict=True)]
    for pattern in anywhere:
        for chapter in among:
            if pattern.search(chapter.title):
                return Place(chapter)
    for pattern in (*capitals, *entries):
        for chapter, text in texts:
            match = pattern.search(text)
            if match is not None:
                return Place(chapter, text.count("\n", 0, match.start()))
    for pattern in anywhere:
        uses = [(chapter, text, list(pattern.finditer(text))) for chapter, text in texts]
        most, text, found = max(uses, key=lambda one: len(one[2]))
        if found:
            return Place(most, text.count("\n", 0, found[0].start()))
    return None


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
