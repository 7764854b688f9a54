"""The messages about external engines, and the check of values for their parameters."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from console.game.engine_choice import LONGEST_VALUE
from console.game.naming import spoken_list
from engine.printable import printable, quoted

if TYPE_CHECKING:
    from ai.hub.client import HubParameter

NONE_YET: Final = 'No engine has played yet: "engine COMMAND" seats one that speaks the Hub protocol.'
NONE_PLAYS: Final = 'No engine plays for me: "engine COMMAND" seats another program that speaks the Hub protocol.'
_LONGEST: Final = 60
_BOOLEANS: Final = ("true", "false")
"""The values of a boolean parameter."""
TROUBLE: Final = '{}. I will play on in its place; "engine on" starts it again.'
REFUSED: Final = "Engines {}, so {} waits for another game."
WHO_PLAYS: Final = "{} plays for me, started by {}."
PARAMETERS: Final = 'It has {}: "engine set" lists them, with what each may be.'
NO_PARAMETERS: Final = "It has no parameters."


def waits(name: str, sentence: str) -> str:
    """Return the message that a chosen engine does not play now. ``sentence`` is the reason, empty if unknown."""
    return f"{sentence}." if sentence else f"{name} is waiting for a game that it can play."


def allowed(one: "HubParameter") -> str:
    """Return the allowed values of a parameter, empty if unknown."""
    if one.kind == "bool":
        return spoken_list(_BOOLEANS, "or")
    return _short(spoken_list(one.allowed.split(), "or") if one.kind == "enum" else one.allowed)


def may_be(one: "HubParameter", value: str) -> bool:
    """Return True if a value is valid for a parameter."""
    if len(value) > LONGEST_VALUE or printable(value) != value:
        return False
    if one.kind == "bool":
        return value in _BOOLEANS
    if one.kind == "enum":
        return value in one.allowed.split()
    if one.kind in ("int", "real"):
        try:
            number = float(value) if one.kind == "real" else int(value)
            low, _, high = one.allowed.partition(" to ")
            return (not low or float(low) <= number) and (not high or number <= float(high))
        except (ValueError, OverflowError):
            return False
    return bool(value)


def cannot_be(one: "HubParameter", value: str) -> str:
    """Return the message that a parameter cannot have a value."""
    wanted = allowed(one) or {"int": "a whole number", "real": "a number"}.get(one.kind, "something")
    return f"{quoted(value, _LONGEST)} will not do: {_short(one.name)} must be {wanted}."


def set_what(words: str, found: "Sequence[HubParameter]") -> str:
    """Return the message that explains how to set a parameter."""
    example = f"{_short(found[0].name)} {_short(found[0].value)}".strip()
    said = f'set a parameter and its value, as in "engine set {example}"; "engine set" alone lists them'
    return f"{quoted(words, _LONGEST)} will not do: {said}."


def is_set(name: str, value: str) -> str:
    """Return the message that a parameter was set."""
    return f"{_short(name)} is {_short(value)} now."


def no_number(typed: str, most: int) -> str:
    """Return the message that the list, which has ``most`` engines, has none with the typed number."""
    if not most:
        return f"{quoted(typed, _LONGEST)} will not do: no engine has played yet."
    return f"{quoted(typed, _LONGEST)} will not do: the engines that played before are 1 to {most}."


def _short(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."
