"""Parsing of typed choices: a rule set, a kind of jumping or a side."""

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from console.game.naming import capitalized, quoted, spoken_list
from console.game.options import default_jumping, only_jumping
from engine.geometry import BLACK, WHITE, Side
from engine.rules import JUMPINGS, RULE_SETS, Jumping, Rules, losing_game, reason_against, usual_game

_LOSING: Final = "losing"
_SIDES: Final[dict[str, Side]] = {"black": BLACK, "red": BLACK, "white": WHITE}
_SAID: Final = frozenset(
    {"game", "rules", "checkers", "draughts", "please", "with", "by", "the", "a", "an", "one", "ones", "under"}
)


class RuleChoice(NamedTuple):
    """The rule set and the kind of jumping of a game."""

    rules: Rules
    jumping: Jumping

    def __str__(self) -> str:
        """Return both names: ``american, huff``."""
        return f"{self.rules.name}, {self.jumping}"


def names_jumping(text: str) -> bool:
    """Return True if a text names a kind of jumping."""
    return not set(JUMPINGS).isdisjoint(rule_words(text))


def read_rule_choice(
    text: str, now: Rules, find: Callable[[str], Rules | None], house: Callable[[], Sequence[str]]
) -> RuleChoice:
    """Parse the name of a rule set, ``losing`` and a kind of jumping, in any order. Raises ValueError.

    A text without a name means the rules ``now``. ``find`` returns the rules with a name, and ``house`` the names of
    house rules.
    """
    words = rule_words(text) or [""]
    kinds = [word for word in words if word in (*JUMPINGS, _LOSING)]
    name, *unknown = [word for word in words if word not in kinds] or [now.name]
    rules = find(name)
    if rules is None:
        if reason := reason_against(name):
            raise ValueError(f"{capitalized(reason)}.")
        known = spoken_list([*RULE_SETS, *house()], "and")
        raise ValueError(f"I do not know the rules {quoted(name)}: I know {known}.")
    rules = losing_game(rules) if _LOSING in kinds else rules
    named = [each for each in JUMPINGS if each in kinds]
    if unknown:
        wrong = quoted(" ".join(unknown))
        raise ValueError(f"I do not know the jumping {wrong}: choose {spoken_list(JUMPINGS, 'or')}.")
    if len(named) > 1:
        raise ValueError(f"A game has one kind of jumping: choose {spoken_list(named, 'or')}.")
    jumping = next(iter(named), default_jumping(rules))
    if jumping not in rules.jumpings:
        raise ValueError(f"{capitalized(only_jumping(rules))}.")
    return RuleChoice(rules, jumping)


def rule_words(text: str) -> list[str]:
    """Return the words of a choice of rules in lower case, without apostrophes and words of courtesy."""
    words = re.sub("['\N{RIGHT SINGLE QUOTATION MARK}]", "", text.casefold().replace(",", " ")).split()
    return [word for word in words if word not in _SAID] or words


def read_side(text: str) -> tuple[str, Side | None]:
    """Remove ``white`` and ``black`` from the argument of "new". Return the rest, and the side or None."""
    words = text.split()
    named = [_SIDES[word.casefold()] for word in words if word.casefold() in _SIDES]
    return " ".join(word for word in words if word.casefold() not in _SIDES), named[-1] if named else None


def others(rules: Rules, house: Sequence[str]) -> str:
    """Return the names of the other rule sets and house rules as a spoken list."""
    return spoken_list([name for name in (*RULE_SETS, *house) if name != usual_game(rules).name], "and")
