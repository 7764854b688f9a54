"""Whole lines by their meaning, the phrases of courtesy around them, and the words of a line.

A pattern is a line in lower case. ``(a|b c)`` stands for one of several texts, ``[a|b]`` for one of them or none,
``~name`` for one of the texts of a class, and ``<name>`` for the words of a name; patterns of a list are separated by
commas. Articles count neither in patterns nor in lines.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Final, Generic, NamedTuple, TypeVar

from console.text.phrases import PHRASES
from engine.notation import DASH

T = TypeVar("T")

WORD_LISTS: Final = {name: frozenset(listed.split(", ")) for name, listed in PHRASES["words"].items()}
"""The lists of words of ``phrases.txt`` by name."""
_PUNCTUATION: Final = "….,;:!?/\\-\"'()"
_DRAWN_OUT: Final = re.compile(r"([a-z])\1{2,}")
_SAME_AGAIN: Final = re.compile(r"\b(\w+)(?: \1\b)+")
_TOKEN: Final = re.compile(r"\[[^]]*\]|\([^)]*\)|\S+")
_ARTICLES: Final = frozenset({"the", "a", "an"})
_ARTICLE: Final = re.compile(r"(?<!\bno )\b(?:the|an?)(?:\s+|$)")
_SENTENCE_END: Final = re.compile(r"(?<=[a-z]{2})[.!;?]\s+")
_GAP: Final = re.compile(rf"\s*[,;]\s+|\s+[{DASH}]+\s+")
_MOST_PHRASES: Final = 5  # phrases of courtesy at each end of a line: the time of a reading is linear


def spoken(line: str) -> list[str]:
    """Return the words of a line in lower case and full spelling, without the punctuation around them."""
    words = [word.strip(_PUNCTUATION) or word for word in _DRAWN_OUT.sub(r"\1", line.casefold()).split()]
    full = (PHRASES["written short"].get(word, word) for word in words) if len(words) > 1 else words
    return _SAME_AGAIN.sub(r"\1", " ".join(full)).split()


def last_sentence(line: str) -> str:
    """Return the last sentence of a line."""
    return _SENTENCE_END.split(line)[-1]


def behind_remark(line: str) -> Iterator[str]:
    """Yield the part of a line behind each comma, semicolon or dash, the longest first, if a remark is before it.

    A remark supposes, denies and doubts nothing, tells nothing of others, and names no square.
    """
    for gap in _GAP.finditer(line):
        remark = line[: gap.start()]
        if re.search(r"(?:\S+\s+){8}|\d", remark) or not WORD_LISTS["no remark"].isdisjoint(spoken(remark)):
            return
        yield line[gap.end() :]


class Core(NamedTuple):
    """A line without some courtesy around it. ``asked`` is the group of the request in front of it; empty for none."""

    text: str
    asked: str = ""


def cores(line: str) -> Iterator[Core]:
    """Yield a line, then the line without one phrase of courtesy at an end, without two, and so on."""
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
    behind = rf"{groups.pop('behind')}|(?:instead of|rather than)(?: \S+){{1,2}}"
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
            if re.search(r"[\[(<~]", pattern):
                self._others.append((compiled(pattern, names or {}), meaning))
            else:
                self.plain.setdefault(bare(pattern), meaning)

    def find(self, text: str) -> tuple[T, str] | None:
        """Return the meaning of a line in lower case and the text of its ``<name>``; None if no pattern fits."""
        text = bare(text)
        if text in self.plain:
            return self.plain[text], ""
        fits = ((pattern.fullmatch(f" {text}"), meaning) for pattern, meaning in self._others)
        return next(((meaning, found["name"] or "") for found, meaning in fits if found is not None), None)


def bare(text: str) -> str:
    """Return a text without articles."""
    return _ARTICLE.sub("", text).rstrip()


def compiled(pattern: str, names: Mapping[str, str]) -> re.Pattern[str]:
    """Return the regular expression of a pattern. The lines it is matched with begin with a space."""
    found = ""
    for token in _TOKEN.findall(pattern):
        if token.startswith("<"):
            found += f" (?P<name>{names[token[1:-1]]})"
        elif token not in _ARTICLES:
            listed = chain.from_iterable(map(_texts, token.strip("[()]").split("|")))
            texts = {"" if each in _ARTICLES else f" {re.escape(bare(each))}" for each in listed}
            found += f"(?:{'|'.join(sorted(texts, key=lambda text: (-len(text), text)))}){'?' * token.startswith('[')}"
    return re.compile(found if "(?P<name>" in found else f"{found}(?P<name>)")


def _texts(part: str) -> list[str]:
    """Return the texts that a part of a pattern stands for."""
    return PHRASES["classes"][part[1:]].split(", ") if part[0] == "~" else [part]
