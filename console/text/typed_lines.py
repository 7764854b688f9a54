"""The meaning of typed lines: the rows of ``typed_lines.txt``, the answers yes and no, and the tone of a line.

CONTRIBUTING.md describes how a line is understood, step by step.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from math import log
from pathlib import Path
from typing import Final, TypeVar

from ai.levels import LEVELS
from console.text.levels import VOICES
from console.text.phrases import PHRASES
from engine.rules import RULE_SETS

_T = TypeVar("_T")

WORD_LISTS: Final = {name: frozenset(listed.split(", ")) for name, listed in PHRASES["words"].items()}
"""The lists of words of ``phrases.txt`` by name."""
COURTESY: Final = WORD_LISTS["courtesy"]
"""Words that change nothing at the beginning or the end of a line, unless they are a command by themselves."""
MOVING: Final = WORD_LISTS["moving"]
"""Commands that are words of moves, too."""
_SAME: Final = {word: name for name, words in PHRASES["same"].items() for word in words.split(", ")}
_CALLED: Final = r"\b(?!Old|Man)\w\w+\b(?!\.)"  # the words of a name by which people call someone
_LITTLE: Final = 0.3
_LONG: Final = 5  # letters of a word that is read as a similar one
_OUT_OF_ORDER: Final = 0.7
_ASIDE: Final = 0.7
_BEFORE: Final = r"\A\D*[,:;.!]\s+"
_BEGINNING: Final = 3  # words
_REMEMBERED: Final = 512  # lines and parts of lines
_SPREAD: Final = 3  # words of a phrase that may stand anywhere in a line
_SMALL_WORDS: Final = COURTESY | WORD_LISTS["questions"] | WORD_LISTS["pronouns"]
_PUNCTUATION: Final = "….,;:!?/\\-\"'()"
_DRAWN_OUT: Final = re.compile(r"([a-z])\1{2,}")
_SAME_AGAIN: Final = re.compile(r"\b(\w+)(?: \1\b)+")


@cache
def _meanings() -> tuple[dict[str, str], dict[str, str]]:
    """Return the commands and sentences of ``typed_lines.txt`` by whole lines, and by words in longer lines.

    A row with braces stands for a row of each level, of each founder or of each rule set.
    """
    from console.game.hall_of_fame import FOUNDERS

    of_whole, of_longer = dict[str, str](), dict[str, str]()
    levels = [{"level": it, "about": VOICES[it.number].about} for it in LEVELS.values()]
    founders = [{"founder": it, "named": each.casefold()} for it in FOUNDERS for each in re.findall(_CALLED, it.name)]
    named = [{"rules": name} for name in RULE_SETS if name.replace("-", "").isalpha()]
    for row in Path(__file__).with_name("typed_lines.txt").read_text("utf-8").splitlines():
        rows: Sequence[Mapping[str, object]] = levels if "{level" in row else founders if "{founder" in row else [{}]
        for each in named if "{rules" in row else rows:
            meaning, _, spellings = ("" if row.startswith("#") else row.format(**each)).partition(" = ")
            for found, listed in zip((of_whole, of_longer), spellings.split("|"), strict=False):
                found.update(dict.fromkeys(filter(None, map(str.strip, listed.casefold().split(","))), meaning))
    return of_whole | {name: f"next {name}" for name in RULE_SETS}, of_longer


def whole() -> Mapping[str, str]:
    """Return the meanings of whole lines."""
    return _meanings()[0]


def within() -> Mapping[str, str]:
    """Return the meanings of words in longer lines."""
    return _meanings()[1]


@lru_cache(maxsize=_REMEMBERED)
def row_within(line: str) -> tuple[str, str]:
    """Return the words of the row that suits a line best, and its meaning; both empty if no row suits.

    That is the row whose words are the rarest in rows. Words in the order of the row tell more than others, and small
    talk less. A remark answers no question, and "undo" none about what was done.
    """
    is_past = not WORD_LISTS["past"].isdisjoint(spoken(question_in(line))[:1])
    of_rows = (WORD_LISTS["remarks"] if asks(line) else frozenset()) | (WORD_LISTS["slips"] if is_past else frozenset())
    unfit, asides = ({whole()[word] for word in words} for words in (of_rows, WORD_LISTS["asides"]))
    said = _common("@" if any(map(str.isdigit, word)) else word for word in spoken(line))
    words = frozenset(said.split())
    fit = (phrase for phrase, meaning in within().items() if meaning not in unfit)
    possible = [(phrase, _words_of(phrase)) for phrase in fit if _words_of(phrase) <= words]
    weights = {
        phrase: sum(map(_rarity, of_phrase))
        * (1 if _pattern(phrase).search(said) else _OUT_OF_ORDER)
        * (_ASIDE if within()[phrase] in asides else 1)
        for phrase, of_phrase in possible
        if len(of_phrase) >= _SPREAD or _pattern(phrase).search(said)
    }
    best = max(weights, key=lambda phrase: weights[phrase], default="")
    return best, within().get(best, "")


@cache
def _words_of(phrase: str) -> frozenset[str]:
    """Return the words of a phrase."""
    return frozenset(_common(phrase.split()).split()) - {"..."}


@cache
def _rarity(word: str) -> float:
    """Return how much a word tells of a line: the fewer rows have it, the more. Small words tell little."""
    rows = {meaning for phrase, meaning in within().items() if word in _words_of(phrase)}
    return _LITTLE if word in _SMALL_WORDS or not rows else log(len(within()) / len(rows))


@cache
def _known() -> frozenset[str]:
    """Return the words of rows and answers."""
    of_answers = (answer.split() for answer in answers("yes") | answers("no"))
    return _SMALL_WORDS.union(*of_answers, *map(_words_of, within()))


def is_known(word: str) -> bool:
    """Return True if rows or answers have a word, so that it is no misspelled one."""
    return word in _known()


def nearly(line: str) -> str:
    """Return a line in lower case with words of rows in place of long words that are a slip away from them."""
    return re.sub(rf"[a-z]{{{_LONG},}}", lambda found: _nearest(found[0]), line.casefold())


def _nearest(word: str) -> str:
    """Return a word that rows have, or else the first of rows that is one slip away; the word itself if none is."""
    if is_known(word):
        return word
    by_shorter = _known_by_shorter()
    return min([by_shorter[each] for each in _shorter(word) if each in by_shorter], default=word)


@cache
def _known_by_shorter() -> dict[str, str]:
    """Return the long words of rows by themselves and by what is left of them without one letter."""
    return {
        shorter: word for word in sorted(_known(), reverse=True) if len(word) >= _LONG for shorter in _shorter(word)
    }


def _shorter(word: str) -> list[str]:
    """Return a word, and the texts that are left of it without one letter. Words that are a slip apart share one."""
    return [word, *[word[:place] + word[place + 1 :] for place in range(len(word))]]


def taken_up(line: str, offered: Sequence[_T]) -> _T | str:
    """Return the one of some moves or commands, which were named to the player, that a line takes; else the line.

    A line that doubts in other words than those of the phrase takes none: "sounds good, but no".
    """
    for name, phrases in PHRASES["choices"].items():
        place = 0 if name == "only" else int(name) - 1
        suits = (name == "only") == (len(offered) == 1) and place < len(offered) and not asks(line) and not denies(line)
        phrase = next((each for each in phrases.split(", ") if suits and has_any(line, (each,))), "")
        if phrase and WORD_LISTS["doubts"].isdisjoint({*spoken(line)}.difference(phrase.split())):
            return offered[place]
    return line


def has_any(line: str, phrases: Iterable[str]) -> bool:
    """Return True if a line has the words of one of some phrases."""
    said = _common(spoken(line))
    return any(_pattern(phrase).search(said) for phrase in phrases)


@cache
def _pattern(phrase: str) -> re.Pattern[str]:
    """Return the pattern of a phrase. Where it has three points, other words may stand."""
    return re.compile(re.escape(_common(phrase.split())).replace(r"\ \.\.\.\ ", " (?:.* )?"))


def _common(words: Iterable[str]) -> str:
    """Return words between spaces, with one word in place of those that mean the same."""
    return f" {' '.join([_SAME.get(word, word) for word in words])} "


def spoken(line: str) -> list[str]:
    """Return the words of a line in lower case and full spelling, without the punctuation around them."""
    return [*_spoken(line)]


@lru_cache(maxsize=_REMEMBERED)
def _spoken(line: str) -> tuple[str, ...]:
    words = [word.strip(_PUNCTUATION) or word for word in _DRAWN_OUT.sub(r"\1", line.casefold()).split()]
    short = PHRASES["written short"]
    full = [short.get(word, word) for word in words] if len(words) > 1 else words
    return tuple(_SAME_AGAIN.sub(r"\1", " ".join(full)).split())


def denies(line: str) -> bool:
    """Return True if a line says what is not wanted or is not so."""
    words = spoken(line)
    return not WORD_LISTS["denials"].isdisjoint(words) or "n't " in f"{' '.join(words)} "


def asks(line: str) -> bool:
    """Return True if a line is a question, or has one behind a comma or a full stop."""
    return line.rstrip().endswith("?") or bool(question_in(line))


@lru_cache(maxsize=_REMEMBERED)
def question_in(line: str) -> str:
    """Return the last part of a line that begins as a question does; empty if there is none."""
    first, *more = re.split(r"(?<=[a-z][,;:.!?])\s+", line.strip())
    parts = [each for each in reversed(more) if not COURTESY.issuperset(spoken(each))]
    return next(filter(_begins_as_question, [*parts, first]), "")


def _begins_as_question(line: str) -> bool:
    """Return True if the first of several words begins a question. Words such as "and" may stand before it."""
    words = _unlinked(line)
    return len(words) > 1 and words[0] in WORD_LISTS["questions"] and " ".join(words[:2]) not in WORD_LISTS["orders"]


def _unlinked(line: str) -> list[str]:
    """Return the words of a line without the first one if it only links the line to another, as "and" does."""
    first, *more = spoken(line) or [""]
    return more if more and first in WORD_LISTS["links"] else [first, *more]


def doubts(line: str) -> bool:
    """Return True if a line has words of a question or a doubt anywhere, so that a move in it may not be meant."""
    words = WORD_LISTS["questions"] | WORD_LISTS["doubts"]
    return asks(line) or names_other_side(line) or not words.isdisjoint(spoken(line))


def names_other_side(line: str) -> bool:
    """Return True if a line, or what is behind "thank you,", begins with the other side, as in "can he take"."""
    return not WORD_LISTS["other side"].isdisjoint(spoken(re.sub(_BEFORE, "", line))[:_BEGINNING])


def names_beginner(line: str) -> bool | None:
    """Return True if a line says that the player begins, False for the other side, and None for neither.

    That is whom it names last before "first", "second" or "start". A question counts if it asks for leave.
    """
    words = spoken(line)
    places = [place for place, word in enumerate(words) if word in WORD_LISTS["beginning"]]
    players = WORD_LISTS["player"] | WORD_LISTS["other side"]
    who = next((word for word in reversed(words[: max(places, default=0)]) if word in players), "")
    if not who or denies(line) or (asks(line) and words[0] not in WORD_LISTS["leave"]):
        return None
    return (who in WORD_LISTS["player"]) != (words[places[-1]] == "second")


def supposes(line: str) -> bool:
    """Return True if a line asks what a move in it would be worth, not whether it may be made."""
    return _unlinked(line)[0] in WORD_LISTS["suppositions"] and asks(line)


def wants_jump(line: str) -> bool:
    """Return True if a line tells a piece to jump."""
    return not denies(line) and not doubts(line) and not WORD_LISTS["jumping"].isdisjoint(spoken(line))


@cache
def answers(meaning: str, question: str = "usual") -> frozenset[str]:
    """Return the answers that mean ``yes`` or ``no`` at each question, and at the kind of question with a name."""
    phrases = PHRASES[meaning]
    named = (phrases[name].split(", ") for name in ("usual", question) if name in phrases)
    return frozenset(chain.from_iterable(named))
