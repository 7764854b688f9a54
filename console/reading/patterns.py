"""Whole lines by their meaning, the phrases of courtesy around them, and the words of a line.

A pattern is a line in lower case. ``(a|b c)`` stands for one of several texts, ``[a|b]`` for one of them or none, and
``<name>`` for the words of a name; patterns of a list are separated by commas.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final, Generic, NamedTuple, TypeVar

from console.text.phrases import PHRASES

T = TypeVar("T")

WORD_LISTS: Final = {name: frozenset(listed.split(", ")) for name, listed in PHRASES["words"].items()}
"""The lists of words of ``phrases.txt`` by name."""
_PUNCTUATION: Final = "….,;:!?/\\-\"'()"
_DRAWN_OUT: Final = re.compile(r"([a-z])\1{2,}")
_SAME_AGAIN: Final = re.compile(r"\b(\w+)(?: \1\b)+")
_TOKEN: Final = re.compile(r"\[[^]]*\]|\([^)]*\)|<\w+>|\S+")
_SENTENCE_END: Final = re.compile(r"(?<=[a-z]{2})[.!;?]\s+")
_MOST_PHRASES: Final = 5  # phrases of courtesy at each end of a line: the time of a reading is linear


def spoken(line: str) -> list[str]:
    """Return the words of a line in lower case and full spelling, without the punctuation around them."""
    words = [word.strip(_PUNCTUATION) or word for word in _DRAWN_OUT.sub(r"\1", line.casefold()).split()]
    full = (PHRASES["written short"].get(word, word) for word in words) if len(words) > 1 else words
    return _SAME_AGAIN.sub(r"\1", " ".join(full)).split()


def last_sentence(line: str) -> str:
    """Return what stands behind the last full stop of a line; the line itself if it is one sentence."""
    return _SENTENCE_END.split(line)[-1]


class Core(NamedTuple):
    """A line without some courtesy around it. ``asked`` is the group of the request in front of it; empty for none."""

    text: str
    asked: str = ""


def cores(line: str) -> Iterator[Core]:
    """Yield a line and what is left of it without phrases of courtesy at its ends, the longest first."""
    fronts = [Core(line.strip())]
    while len(fronts) <= _MOST_PHRASES and (found := _courtesy()[0].match(fronts[-1].text)):
        asked = found.lastgroup if found.lastgroup != "before" else ""
        fronts.append(Core(fronts[-1].text[found.end() :], fronts[-1].asked or asked or ""))
    for front in fronts:
        core = front
        for _ in range(_MOST_PHRASES):
            if core.text:
                yield core
            found = _courtesy()[1].search(core.text)
            if found is None:
                break
            core = core._replace(text=core.text[: found.start()])


@cache
def _courtesy() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a phrase of courtesy at the beginning and at the end of a line."""
    groups = {name: _either(listed.split(", ")) for name, listed in PHRASES["courtesy"].items()}
    behind = groups.pop("behind")
    fronts = "|".join(f"(?P<{name}>{group})" for name, group in groups.items())
    return (
        re.compile(rf"(?i)(?:{fronts})(?:[\s,.!;:]+(?=\S))"),
        # Begins only where a run of signs does: the time is linear in the length of the run.
        re.compile(rf"(?i)(?<![\s,.!;:])[\s,.!;:]++(?:{behind})[\s.!?,;:]*\Z"),
    )


def _either(phrases: Iterable[str]) -> str:
    """Return the pattern of one of several phrases, the longest first."""
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))


class Patterns(Generic[T]):
    """Meanings of whole lines. ``names`` has the patterns of the texts that ``<name>`` stands for."""

    def __init__(self, rows: Iterable[tuple[str, T]], names: Mapping[str, str] | None = None) -> None:
        self.plain: Final[dict[str, T]] = {}
        self._others: Final[list[tuple[re.Pattern[str], T]]] = []
        for pattern, meaning in rows:
            if re.search(r"[\[(<]", pattern):
                self._others.append((compiled(pattern, names or {}), meaning))
            else:
                self.plain.setdefault(pattern, meaning)

    def find(self, text: str) -> tuple[T, str] | None:
        """Return the meaning of a line in lower case and the text of its ``<name>``; None if no pattern fits."""
        if text in self.plain:
            return self.plain[text], ""
        fits = ((pattern.fullmatch(f" {text}"), meaning) for pattern, meaning in self._others)
        return next(((meaning, found["name"] or "") for found, meaning in fits if found is not None), None)


def compiled(pattern: str, names: Mapping[str, str]) -> re.Pattern[str]:
    """Return the expression of a pattern, for lines with a space in front."""
    parts = []
    for token in _TOKEN.findall(pattern):
        inner = "|".join(map(re.escape, token[1:-1].split("|")))
        match token[0]:
            case "[":
                parts.append(f"(?: (?:{inner}))?")
            case "(":
                parts.append(f" (?:{inner})")
            case "<":
                parts.append(f" (?P<name>{names[token[1:-1]]})")
            case _:
                parts.append(f" {re.escape(token)}")
    text = "".join(parts)
    return re.compile(text if "(?P<name>" in text else f"{text}(?P<name>)")
