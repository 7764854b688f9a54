"""The manual CHECKERS.DOC: its file, its chapters, and the search for a passage about a topic."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

_MANUAL: Final = Path(__file__).resolve().parents[2] / "CHECKERS.DOC"
_RULE: Final = "=" * 78
_LEAST_SIMILARITY: Final = 0.7
_HEADING: Final = re.compile(r" *(\d+)\. +(\S.*)")
_ENTRY: Final = re.compile(r" {5}\S+(?: \S+)*  +\S")
_COMMANDS: Final = "Words at the prompt"
_FILLERS: Final = frozenset(
    {"?", "a", "about", "an", "and", "can", "do", "does", "explain", "for", "how", "i", "is", "me", "my", "of", "on"}
    | {"please", "the", "to", "what", "with"}
)
_PLURALS: Final = (("ies", "y"), ("men", "man"), ("es", ""), ("s", ""))
_KEY: Final = re.compile(r"f(?:[1-9]|1[0-2])")
_LONG_WORD: Final = 4  # letters; shorter words must match whole words


@dataclass(frozen=True)
class Chapter:
    """A chapter of the manual: its number, its title, the index of its first line, and its lines."""

    number: int
    title: str
    first_line: int
    lines: tuple[str, ...]

    @cached_property
    def text(self) -> str:
        """The text of the chapter."""
        return "\n".join(self.lines)

    def place(self, match: re.Match[str]) -> "Place":
        """Return the place of a match in the text of the chapter."""
        return Place(self, self.text.count("\n", 0, match.start()))


def manual_text() -> str:
    """Return the text of the manual. Raises FileNotFoundError with a message for the player."""
    if not _MANUAL.is_file():
        raise FileNotFoundError(f"The manual is missing: {_MANUAL}.")
    return _MANUAL.read_text("ascii")


def chapters(text: str) -> tuple[Chapter, ...]:
    """Return the numbered chapters in order. The title page and the contents belong to no chapter."""
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


@dataclass(frozen=True)
class Place:
    """A place in the manual: a chapter, and the index of a line in it, 0 for the whole chapter."""

    chapter: Chapter
    line: int = 0

    def passage(self) -> tuple[str, ...]:
        """Return the text at the place: a chapter, an entry of a list, or a paragraph.

        A paragraph that does not end with a full stop or the like includes the next block.
        """
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
    """Return the number of blanks before the text of a line."""
    return len(line) - len(line.lstrip())


def subject(topic: str) -> list[str]:
    """Return the significant words of a topic such as ``how do kings jump``."""
    return [word for word in re.findall(r"[^\s\"',.!?]+", topic.casefold()) if word not in _FILLERS]


def find_place(topic: str, among: Sequence[Chapter]) -> Place | None:
    """Return the place about a topic, or None. A topic is the number of a chapter, a function key, or words.

    A command has its paragraph or its entry. Other words are searched in this order: in the titles of chapters, in
    capitals, in the entries of lists, and in the chapter that uses them most. A plural also matches its singular. If
    the words together match nothing, each word is searched alone. A function key is searched only in the list of keys,
    because squares have the same names.
    """
    words = subject(topic)
    if len(words) == 1 and _KEY.fullmatch(words[0]):
        entry = re.compile(rf"^ {{5}}(?:.* {{2}})?{words[0].upper()} +\w", re.MULTILINE)
        return next((chapter.place(found) for chapter in among if (found := entry.search(chapter.text))), None)
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        return next((Place(chapter) for chapter in among if str(chapter.number) == words[0].lstrip("0")), None)
    phrases = [words] if len(words) == 1 else [words, *([word] for word in sorted(words, key=len, reverse=True))]
    for phrase in phrases:
        if any(character.isalpha() for word in phrase for character in word):
            command = _place_of_command(phrase[0], among) if len(phrase) == 1 else None
            place = command or _place_of([phrase, *_singulars(phrase)], among)
            if place is not None:
                return place
    return None


def _singulars(words: Sequence[str]) -> list[list[str]]:
    """Return the words with the last word replaced by each possible singular of it."""
    *before, last = words
    stems = [last.removesuffix(end) + other for end, other in _PLURALS if last.endswith(end) and len(last) > len(end)]
    return [[*before, stem] for stem in stems]


def _place_of_command(word: str, among: Sequence[Chapter]) -> Place | None:
    """Return the paragraph that begins with a command in capitals, or else its entry; None for any other word."""
    name = re.escape(word)
    entry = re.compile(rf"^ {{5}}{name}(?= |$)", re.IGNORECASE | re.MULTILINE)
    listed = next((chapter for chapter in among if chapter.title == _COMMANDS), None)
    if listed is None or not (found := entry.search(listed.text)):
        return None
    for article in ("(?:THE |AN? )?", "YOUR "):
        begins = re.compile(rf"^ {article}{name.upper()}S?(?: [A-Z]+)*,? (?=[a-z])", re.MULTILINE)
        for chapter in among:
            if match := begins.search(chapter.text):
                return chapter.place(match)
    return listed.place(found)


def _place_of(spellings: Sequence[Sequence[str]], among: Sequence[Chapter]) -> Place | None:
    """Return the best place with the words of one of ``spellings``, or None."""
    spaced = r"\s+".join
    phrases = [spaced(map(re.escape, words)) for words in spellings]
    capitals = [re.compile(rf"\b{spaced(re.escape(word.upper()) for word in words)}\b") for words in spellings]
    entries = [re.compile(rf"^ {{5}}(?={phrase}(?: |$))", re.IGNORECASE | re.MULTILINE) for phrase in phrases]
    # A short word must be a whole word, because many other words begin with it.
    ends = ["" if len(phrase) >= _LONG_WORD else r"\b" for phrase in phrases]
    anywhere = [re.compile(rf"\b{phrase}{end}", re.IGNORECASE) for phrase, end in zip(phrases, ends, strict=True)]
    for pattern in anywhere:
        for chapter in among:
            if pattern.search(chapter.title):
                return Place(chapter)
    for pattern in (*capitals, *entries):
        for chapter in among:
            if match := pattern.search(chapter.text):
                return chapter.place(match)
    for pattern in anywhere:
        uses = {chapter: pattern.findall(chapter.text) for chapter in among}
        most = max(among, key=lambda chapter: len(uses[chapter]))
        if match := pattern.search(most.text):
            return most.place(match)
    return None


def nearest_topic(topic: str, among: Sequence[Chapter], words: Sequence[str] = ()) -> str:
    """Return the word most similar to a topic, or "". It is from a title, in capitals, or one of ``words``."""
    from difflib import get_close_matches

    known = set(words)
    for chapter in among:
        known.update(word.casefold() for word in re.findall(r"[A-Za-z-]{4,}", chapter.title))
        known.update(word.casefold() for word in re.findall(r"\b[A-Z-]{4,}\b", chapter.text))
    return next(iter(get_close_matches(topic.casefold(), sorted(known), 1, _LEAST_SIMILARITY)), "")
