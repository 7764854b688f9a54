"""Other spellings of commands, the words for yes and no, and words of courtesy."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.rules import RULE_SETS


def _spellings() -> Iterator[tuple[str, str]]:
    """Yield the spellings of the file, each with its command."""
    for line in Path(__file__).with_name("spellings.txt").read_text("utf-8").splitlines():
        command, _, spellings = line.partition(" = ")
        yield from ((spelling, command) for spelling in spellings.split(", ") if not line.startswith("#"))


SPELLINGS: Final = dict(_spellings()) | {name: f"next {name}" for name in RULE_SETS}
"""Commands by other spellings, which take no argument. The name of a rule set chooses it for the next game."""
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
