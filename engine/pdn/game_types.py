"""The rule set that a PDN file names by its tags Variant, GameType and HouseRules.

Sources: the GameType table of PDN 3.0; lidraughts for the numbers from 96 on; the Variant tags of lidraughts,
PlayStrategy and py-draughts.
"""

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from engine.geometry import WHITE
from engine.pdn.record import UNKNOWN
from engine.printable import quoted
from engine.rules import NOT_PLAYED, RULE_SETS, UNIFIED_POOL, Rules, losing_game, reason_against, rules_named

_LONGEST_QUOTE: Final = 30
# The number of the rule set, then the side with the first move and the notation, if the tag has its attributes.
_GAME_TYPE: Final = re.compile(r"\s*([0-9]{1,4})\b(?:\s*,\s*([WB])\s*,[0-9\s]+,[0-9\s]+,\s*([ANS][0-3]))?", re.ASCII)
_OTHER_NUMBERS: Final = {44: "killer", 99: "international"}
"""The GameType of hcheckers for killer draughts, and that of lidraughts for games from a position."""
_OTHER_NAMES: Final = {
    "english": "american",
    "anglo": "american",
    "polish": "international",
    "shashki": "russian",
    "american pool": "pool",
    "frysk": "frysk!",
} | {name.replace("-", " "): name for name in (*RULE_SETS, UNIFIED_POOL.name, *NOT_PLAYED)}
# Words of a Variant tag that name no rule set.
_OTHER: Final = "8x8 10x10 board checkers custom draughts from game of position rules standard the usual variant"
_OTHER_WORDS: Final = frozenset(_OTHER.split())
_WORD: Final = re.compile(r"[^\W_]+")
_LOSING_NAMES: Final = {"antidraughts": "international", "poddavki": "russian"}
_LOSING_WORD: Final = re.compile(r"\b(?:anti|losing|giveaway|suicide|poddavki)[ -]?")


class NamedRules(NamedTuple):
    """The rule set that tags name; None if they name none. ``warning``: what the tags say of another one, or empty."""

    rules: Rules | None
    warning: str = ""


class UnknownRules(ValueError):
    """Tags that name a game that is not played here, or is unknown; ``tag`` is the name of the tag that does."""

    def __init__(self, tag: str, reason: str) -> None:
        super().__init__(reason)
        self.tag = tag


@lru_cache(maxsize=256)
def named_rules(variant: str, game_type: str, articles: str = "") -> NamedRules:
    """Return the rule set that the values of the tags Variant, GameType and HouseRules name. Raises UnknownRules."""
    if articles:
        from engine.house_rules import parse_articles

        try:
            return NamedRules(parse_articles(variant.casefold(), articles))
        except ValueError as error:
            raise UnknownRules("HouseRules", f"its house rules: {error}") from None
    typed, unknown_type = _of_type(game_type)
    named, unknown_name = _of_name(variant, typed)
    if unknown_name and typed is None:
        raise UnknownRules("Variant", unknown_name)
    if unknown_type and named is None:
        raise UnknownRules("GameType", unknown_type)
    rules = named or typed
    if rules is None:
        return NamedRules(None)
    if unknown_name:
        return NamedRules(rules, f"Variant {_quoted(variant)} is not known; the game is read as {rules.name}")
    if typed is not None and typed != rules and losing_game(typed) != rules and typed.files != rules.files:
        return NamedRules(rules, f"GameType {_quoted(game_type)} is {typed.name}; the game is read as {rules.name}")
    return NamedRules(rules)


def _of_type(game_type: str) -> tuple[Rules | None, str]:
    """Return the rule set of a GameType, or None; and the reason if it is unknown. Raises UnknownRules."""
    kind = _GAME_TYPE.match(game_type)
    if kind is None:
        rules, reason = _of_name(game_type, None)
        return rules, reason.replace("Variant", "GameType", 1)
    number = int(kind[1])
    if named := next((name for name, (of_game, _) in NOT_PLAYED.items() if of_game == number), ""):
        raise UnknownRules("GameType", reason_against(named))
    for rules in RULE_SETS.values():
        for each in (rules, losing_game(rules)):
            if each.game_type == number or _OTHER_NUMBERS.get(number) == each.name:
                if kind[3] == "A1":
                    raise UnknownRules("GameType", reason_against("jamaican"))
                return _as_attributed(each, kind), ""
    return None, _unknown("GameType", game_type)


def _as_attributed(rules: Rules, kind: re.Match[str]) -> Rules:
    """Return a rule set of numbered squares with algebraic ones, if the GameType asks for these.

    Pool in which White begins is another rule set.
    """
    if rules.algebraic or kind[3] != "A0" or kind[2] != "W":
        return rules
    if rules.game_type == UNIFIED_POOL.game_type:
        return UNIFIED_POOL
    return replace(rules, algebraic=True) if rules.first == WHITE else rules


def _of_name(variant: str, typed: Rules | None) -> tuple[Rules | None, str]:
    """Return the rule set of a Variant, or None; and the reason if it is unknown. Raises UnknownRules.

    ``typed`` is the rule set of the GameType, of which the Variant may be the losing game.
    """
    name = variant.casefold().strip()
    if name in UNKNOWN or name == "-":
        return None, ""
    if (rules := rules_named(name)) is not None:
        return rules, ""
    rest, losing = _LOSING_WORD.subn("", name)
    words = [word for word in _WORD.findall(rest) if word not in _OTHER_WORDS]
    whole = _OTHER_NAMES.get(" ".join(words))
    names = {whole} if whole else set(map(_OTHER_NAMES.get, words))
    named = names.pop() if len(names) == 1 else None
    if named and (reason := reason_against(named)):
        raise UnknownRules("Variant", reason)
    rules = rules_named(named) if named else None if words else typed
    if losing and rules is None:
        rules = RULE_SETS.get(_LOSING_NAMES.get(name, ""))
    if rules is None:
        return None, _unknown("Variant", variant) if words or losing else ""
    return losing_game(rules) if losing else rules, ""


def _unknown(tag: str, value: str) -> str:
    return f"{tag} {_quoted(value)} is not known: --rules NAME reads the game by other rules"


def _quoted(text: str) -> str:
    return quoted(text, _LONGEST_QUOTE)
