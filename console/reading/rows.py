"""The rows of ``typed_lines.txt``: the meanings of whole lines, and the answers to phrases within other lines."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ai.levels import LEVELS
from console.game.naming import FIGURES
from console.reading.patterns import Patterns, spoken
from console.storage.themes import COLORS
from console.text.levels import VOICES
from engine.rules import RULE_SETS

GAME: Final = "game"
"""The label of a row that is for games, not for tasks."""
TASK: Final = "task"
"""The label of a row that is for all tasks; "LABEL" in its meaning is that of the task."""
_TEXT: Final = Path(__file__).parent.parent / "text" / "typed_lines.txt"
_NAME: Final = re.compile(r"<(\w+)>")
_CALLED: Final = re.compile(r"\b(?!Old|Man)\w\w+\b(?!\.)")  # the words of a name by which people call someone


class Row(NamedTuple):
    """A row: its meaning is a command or a sentence. ``labels`` are those of the activities; empty for all."""

    meaning: str
    labels: frozenset[str]
    whole: tuple[str, ...]
    within: tuple[str, ...]


@cache
def rows() -> tuple[Row, ...]:
    """Return the rows. One with braces stands for a row of each level or of each founder."""
    from console.game.hall_of_fame import FOUNDERS

    levels = [{"level": level, "about": VOICES[level.number].about} for level in LEVELS.values()]
    founders = [{"founder": it, "named": each.casefold()} for it in FOUNDERS for each in _CALLED.findall(it.name)]
    found = []
    for line in _TEXT.read_text("utf-8").splitlines():
        of_each: Sequence[Mapping[str, object]] = [{}]
        if "{" in line:
            of_each = levels if "{level" in line else founders
        for each in of_each if line and not line.startswith("#") else ():
            meaning, _, spellings = (line.format(**each) if "{" in line else line).partition(" = ")
            labels, _, meaning = meaning.rpartition(": ") if meaning.startswith("@") else ("", "", meaning)
            whole, _, within = f"{spellings} ".casefold().partition("|> ")
            named = frozenset(labels.removeprefix("@").split())
            found.append(Row(meaning, named, _listed(whole), _listed(within)))
    return tuple(found)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.split(","))))


@cache
def whole_lines(label: str) -> Patterns[str]:
    """Return the meanings of whole lines in the task ``label``, or in a game without one."""
    labels = {label, TASK} if label else {GAME}
    of_label = (row for row in rows() if not row.labels or not labels.isdisjoint(row.labels))
    rules = [(name, f"next {name}") for name in RULE_SETS]
    lines = ((each, row.meaning.replace("LABEL", label)) for row in of_label for each in row.whole)
    return Patterns([*lines, *rules], _patterns())


@cache
def phrases() -> Mapping[str, Row]:
    """Return the rows by their phrases."""
    return {each: row for row in rows() for each in row.within}


@cache
def _named() -> Mapping[str, Mapping[str, str]]:
    """Return the argument that words stand for, by the name in a pattern and by the words."""
    from console.game.hall_of_fame import FOUNDERS

    rivals = {" ".join(spoken(each)): it.name for it in FOUNDERS for each in (*_CALLED.findall(it.name), it.name)}
    levels = {level.name.casefold(): str(level.number) for level in LEVELS.values()}
    figures = {word: str(number) for number, word in enumerate(FIGURES[1:], 1)}
    return {
        "level": {**levels, **{figure: figure for figure in figures.values()}, **figures},
        "rules": {name: name for name in RULE_SETS} | {"10x10": "international", "ten by ten": "international"},
        "rival": rivals,
        "theme": {name: name for name in COLORS},
        "number": figures,
    }


@cache
def _patterns() -> Mapping[str, str]:
    """Return the patterns of the texts that names in a pattern stand for."""
    listed = {name: "|".join(map(re.escape, sorted(texts, key=len, reverse=True))) for name, texts in _named().items()}
    return {
        **listed,
        "number": rf"\d+|{listed['number']}",
        "square": r"\(?\w\d?\d?,?(?: ?\d+\))?",
        "move": r"\d+[-x]\d+(?:[-x]\d+)*",
        "title": r"(?!of )\S+(?: \S+){0,2}",
        "topic": r"\S+(?: \S+){0,3}",
    }


def with_argument(meaning: str, named: str, typed: str) -> str:
    """Return a meaning with the words that stood for a name in its pattern, as they were ``typed`` if they are free."""
    found = _NAME.search(meaning)
    if found is None:
        return meaning
    place = typed.casefold().rfind(named) if found[1] not in _named() else -1
    own = typed[place : place + len(named)] if place >= 0 else named
    return _NAME.sub(lambda _: _named().get(found[1], {}).get(named, own), meaning)
