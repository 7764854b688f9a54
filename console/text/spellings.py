"""Other spellings of commands, the words for yes and no, and words of courtesy."""

from pathlib import Path
from typing import Final

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
_POLITE: Final = (
    "a all an and any can change checkers could do draughts game games give have i i'd i'll i'm it just last let "
    "let's lets like make me move my need now play please pls plz rules see show some thank thanks that that's "
    "the then this to try us wanna want we will would you your ? ! ."
)
COURTESY: Final = frozenset(_POLITE.split())
"""Words that change nothing at the beginning or the end of a line, unless they are a command by themselves."""
_AGREE: Final = (
    "y yes yess yea yeah yep yup ya ja si oui da sure ok okay k aye absolutely certainly definitely indeed right "
    "correct fine alright"
)
YES: Final = frozenset({*_AGREE.split(), "of course", "why not", "go ahead", "all right", "please do", "go on"})
NO: Final = frozenset(
    {"n", "no", "nope", "nah", "nay", "never", "cancel", "no thanks", "no thank you", "no way", "no more", "not now"}
)
