"""Other spellings of commands, the words for yes and no, and words of courtesy."""

from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from console.text.phrases import PHRASES
from engine.rules import RULE_SETS


def _by_spelling(file: str) -> dict[str, str]:
    """Return the commands or sentences of a file, by their spellings."""
    lines = Path(__file__).with_name(file).read_text("utf-8").splitlines()
    rows = [line.rpartition(" = ") for line in lines if not line.startswith("#")]
    return {spelling: meaning for meaning, _, spellings in rows for spelling in spellings.split(", ")}


SPELLINGS: Final = _by_spelling("spellings.txt") | {name: f"next {name}" for name in RULE_SETS}
"""Commands by other spellings, which take no argument. The name of a rule set chooses it for the next game."""
ELSEWHERE: Final = _by_spelling("elsewhere.txt")
"""Answers about features without a word of their own, and to small talk, by spelling."""
QUESTIONS: Final = _by_spelling("questions.txt")
"""Commands and sentences that answer a question, by words that the question has in it. The first that fits answers."""
ANSWERS: Final = frozenset(answer for answer in QUESTIONS.values() if " " in answer)
"""The sentences among them."""
COURTESY: Final = frozenset(PHRASES["words"]["courtesy"].split(", "))
"""Words that change nothing at the beginning or the end of a line, unless they are a command by themselves."""


@cache
def answers(meaning: str, question: str = "usual") -> frozenset[str]:
    """Return the answers that mean ``yes`` or ``no`` at each question, and at the kind of question with a name."""
    phrases = PHRASES[meaning]
    named = (phrases[name].split(", ") for name in ("usual", question) if name in phrases)
    return frozenset(chain.from_iterable(named))
