"""Parsing of typed choices: a rule set, a kind of jumping or a side."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from console.game.naming import capitalized, quoted, spoken_list
from console.game.options import default_jumping, only_jumping
from engine.geometry import BLACK, WHITE, Side
from engine.rules import JUMPINGS, RULE_SETS, Jumping, Rules, losing_game, reason_against, rules_named, usual_game

_LOSING: Final = "losing"
_SIDES: Final[dict[str, Side]] = {"black": BLACK, "red": BLACK, "white": WHITE}
_SAID: Final = frozenset({"game", "rules", "checkers", "draughts", "please"})


class RuleChoice(NamedTuple):
    """The rule set and the kind of jumping of a game."""

    rules: Rules
    jumping: Jumping

    def __str__(self) -> str:
        """Return both names: ``american, huff``."""
        return f"{self.rules.name}, {self.jumping}"


def read_rule_choice(
    text: str, find: Callable[[str], Rules | None] = rules_named, house: Callable[[], Sequence[str]] = tuple
) -> RuleChoice:
    """Parse the name of a rule set and, optionally, ``losing`` and a kind of jumping. Raises ValueError.

    ``find`` returns the rules with a name, and ``house`` the names of house rules.
    """
    words = text.replace(",", " ").split() or [""]
    name, *typed = [word for word in words if word.casefold() not in _SAID] or words
    rules = find(name.casefold())
    if rules is None:
        if reason := reason_against(name.casefold()):
            raise ValueError(f"{capitalized(reason)}.")
        known = spoken_list([*RULE_SETS, *house()], "and")
        raise ValueError(f"I do not know the rules {quoted(name)}: I know {known}.")
    kinds = [each for each in typed if each.casefold() != _LOSING]
    if len(kinds) < len(typed):
        rules = losing_game(rules)
    for jumping in JUMPINGS:
        if [each.casefold() for each in kinds] == [jumping]:
            if jumping not in rules.jumpings:
                message = only_jumping(rules)
                raise ValueError(f"{capitalized(message)}.")
            return RuleChoice(rules, jumping)
    if kinds:
        wrong = quoted(" ".join(kinds))
        raise ValueError(f"{wrong} is no kind of jumping: choose {spoken_list(JUMPINGS, 'or')}.")
    return RuleChoice(rules, default_jumping(rules))


def read_side(text: str) -> tuple[str, Side | None]:
    """Remove ``white`` and ``black`` from the argument of "new". Return the rest, and the side or None."""
    words = text.split()
    named = [_SIDES[word.casefold()] for word in words if word.casefold() in _SIDES]
    return " ".join(word for word in words if word.casefold() not in _SIDES), named[-1] if named else None


def others(rules: Rules, house: Sequence[str]) -> str:
    """Return the names of the other rule sets and house rules as a spoken list."""
    return spoken_list([name for name in (*RULE_SETS, *house) if name != usual_game(rules).name], "and")
