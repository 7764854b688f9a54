"""Answers: the lines that mean yes or no at a question."""

import re
from collections.abc import Mapping
from functools import cache
from itertools import chain
from typing import Final

from console.reading.kinds import ANOTHER, Kind, Trait
from console.reading.patterns import WORD_LISTS, Patterns, cores, last_sentence, spoken
from console.reading.readings import Command, No, Yes
from console.reading.words import Vocabulary
from console.text.phrases import PHRASES

_HEADS: Final = re.compile(r"[\s,.;!]+(?:(?:and|but|so)\s+)?")
ONLY: Final = -1
"""The index of the only one of some moves."""
_PARTS: Final = re.compile(r"[,.;!]\s*")
_ASSENT, _DISSENT = (frozenset(PHRASES["wordy answers"][sign].split(", ")) for sign in ("yes", "no"))
_LONGEST_HEAD: Final = 4  # words of an answer in front of more


def read_answer(line: str, question: str, sides: Mapping[str, bool]) -> Yes | No | None:
    """Return the yes or no that a whole line means at a question of this name, or None. A question is no answer.

    ``sides`` has the names that may be answered to the question who begins.
    """
    for text in (" ".join(spoken(core.text)) for each in (line, last_sentence(line)) for core in cores(each)):
        named = " ".join(word for word in text.split() if word not in WORD_LISTS["beginning"])
        if named in sides:
            return _answer(sides[named])
        found = answers(question).find(text)
        if found is not None and (not line.endswith("?") or text.startswith("why not")):
            return _answer(sides.get(found[1]) if found[1] else found[0])
    words = {*spoken(line)}
    if line.endswith("?"):
        return None
    if words <= _ASSENT and any(answers("usual").find(word) == (True, "") for word in words):
        return Yes()
    is_no = words <= _DISSENT and not WORD_LISTS["denials"].isdisjoint(words) and question != ANOTHER.name
    return No() if is_no else None


def read_head(line: str, kind: Kind, vocabulary: Vocabulary) -> Yes | No | Command | None:
    """Return the answer at the head of a longer line, or None.

    Where an answer loses nothing, a command may follow it, which is done next, or words that name no command.
    """
    is_whole = line.endswith("?") or answers(kind.name).find(" ".join(spoken(line))) is not None
    heads = [] if is_whole else [*_HEADS.finditer(line)][:_LONGEST_HEAD]
    for head in reversed(heads):
        found = answers(kind.name).find(" ".join(spoken(line[: head.start()])))
        if found is not None:
            return None if found[0] is None else _with_rest(found[0], line[head.end() :], kind, vocabulary)
    return None


def _answer(is_yes: bool | None, rest: Command | None = None) -> Yes | No | None:
    """Return a yes or a no and the command behind it, or None for neither."""
    return None if is_yes is None else Yes(rest) if is_yes else No(rest)


def _with_rest(is_yes: bool, rest: str, kind: Kind, vocabulary: Vocabulary) -> Yes | No | Command | None:
    """Return an answer with more behind it. Return None if it loses something, or if the rest may change its meaning.

    A no that would leave the program is no answer in front of a command: the command is what is meant.
    """
    loses = Trait.ENTER_LEAVES in kind.traits if is_yes else Trait.NO_LEAVES in kind.traits
    command = vocabulary.read(rest)
    if loses:
        return command if isinstance(command, Command) and not is_yes else None
    if isinstance(command, Command):
        return _answer(is_yes, command)
    words = spoken(rest)
    other = answers(kind.name).find(" ".join(words))
    is_unclear = not (WORD_LISTS["doubts"] | WORD_LISTS["hedges"]).isdisjoint(words)
    if (other is not None and other[0] != is_yes) or is_unclear or any(map(vocabulary.is_heard, words)):
        return None
    return _answer(is_yes)


def refuses(line: str) -> bool:
    """Return True if each part of a line is a no, apart from courtesies, as in ``no, thanks``."""
    polite = {*chain.from_iterable(texts.split(", ") for texts in PHRASES["courtesy"].values())}
    parts = [part for part in _PARTS.split(line.casefold()) if part.strip() and part.strip() not in polite]
    return bool(parts) and all(isinstance(read_answer(part, "leaving", {}), No) for part in parts)


@cache
def choices() -> Patterns[int]:
    """Return the lines that choose one of several moves, with its index, or with ONLY if there is one move."""
    listed = (text.split(", ") for text in PHRASES["choices"].values())
    return Patterns((line, index) for index, lines in enumerate(listed, ONLY) for line in lines)


@cache
def answers(question: str) -> Patterns[bool | None]:
    """Return the answers at a question of this name: True for a yes, False for a no, None for not knowing.

    Its own answers come before the usual ones.
    """
    signs = {"unsure": None, "no": False, "yes": True}
    listed = [(PHRASES[sign].get(name, ""), sign) for name in (question, "usual") for sign in signs]
    rows = ((text.strip(), signs[sign]) for texts, sign in listed for text in texts.split(",") if text)
    return Patterns(rows, {"side": "black|white|red"})
