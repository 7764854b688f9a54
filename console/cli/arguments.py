"""Readers of arguments, and the options of a game. The program asks no question that an option answers."""

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar

from console.cli.parser import OptionError, file_name, one_of, whole
from console.game.clock import Control
from console.game.engine_choice import read_command
from console.game.options import FIT, LEVEL_NUMBERS, LONGEST_NAME, Options, name_of, only_jumping
from engine.position import Position
from engine.rules import JUMPINGS, RULE_SETS, Rules, losing_game, reason_against, rules_named

if TYPE_CHECKING:
    from console.game.position_keys import Material

_T = TypeVar("_T")


def _reads(read: Callable[[str], _T], accepted: str) -> Callable[[str], _T]:
    """Return a converter whose error message is ``accepted``."""

    def convert(text: str) -> _T:
        try:
            return read(text)
        except ValueError:
            raise ValueError(accepted) from None

    return convert


def _read_level(text: str) -> int | str:
    """Return the number of a level, or FIT."""
    chosen = one_of((*LEVEL_NUMBERS, FIT), f"a level is a number from 1 to 9, or {FIT}")(text)
    return chosen if chosen == FIT else int(chosen)


def read_rule_set(text: str) -> Rules:
    """Return the rule set with this name, its losing game (``american-losing``) or house rules. Raises ValueError."""
    name = text.casefold()
    rules = rules_named(name)
    if rules is not None:
        return rules
    from console.storage.rules_folder import users_rules

    folder = users_rules()
    try:
        rules, house = folder.get(name), folder.names()
    except ValueError as error:
        raise ValueError(str(error).rstrip(".")) from None
    if rules is not None:
        return rules
    if reason := reason_against(name):
        raise ValueError(reason)
    raise ValueError(f"the rule sets are {', '.join((*RULE_SETS, *house))}, each also with -losing added")


def read_place(text: str) -> tuple[str, int]:
    """Parse a host and an optional port after a colon; an IPv6 address is in brackets. Raises ValueError."""
    from ai.dxp.connection import PORT

    host, colon, port = text.rpartition(":")
    if not colon or (host.count(":") and not host.endswith("]")):
        host, port = text, str(PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65_536):
        raise ValueError(f"use a host, and a port if that is not {PORT}, as in 192.168.1.5:{PORT}")
    return host, int(port)


def _read_material(text: str) -> "Material":
    from console.game.position_keys import Material

    return Material.read(text)


def _read_address(text: str) -> str:
    if not text.strip():
        raise ValueError("use the address of a scheduler, as in tcp://host:8786")
    return text


def _read_jobs(text: str) -> int:
    return os.cpu_count() or 1 if text == "all" else whole(1, 256)(text)


READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "text": str,
    "player": _reads(name_of, f"a name has 1 to {LONGEST_NAME} printable characters"),
    "level": _read_level,
    "rules": read_rule_set,
    "jumping": one_of(JUMPINGS, "jumping is forced, huff or free"),
    "clock": _reads(Control.read, "a clock has at most 999 minutes and 999 seconds a move, as in 5+3 or 0:30+1"),
    "seed": _reads(whole(1 - 10**18, 10**18 - 1), "a seed is a whole number of at most 18 digits"),
    "engine": read_command,
    "material": _read_material,
    "file": file_name,
    "address": _read_address,
    "jobs": _read_jobs,
    "place": read_place,
}
"""The converters of the values of arguments, by their names in ``commands.txt``."""


def game_options(given: Mapping[str, Any], defaults: Options | None = None) -> Options:
    """Return the options of a game: ``defaults`` replaced by the options given on the command line, which are not None.

    A kind of jumping in ``defaults`` that the rule set lacks is dropped. Raises OptionError if two options contradict
    each other, or if the jumping, the ballot or the FEN is not valid under the rules.
    """
    given = {name: value for name, value in given.items() if value is not None}
    fields = dict(given)
    if "level" in fields:
        fields["fit"] = fields["level"] == FIT
        if fields["fit"]:
            del fields["level"]
    if fields.pop("losing", False):
        fields["rules"] = losing_game(fields.get("rules", (defaults or Options()).rules))
    options = replace(
        defaults or Options(), **fields, given=frozenset("rules" if name == "losing" else name for name in given)
    )
    rules = options.rules
    if options.engine is not None:
        if given.get("jumping", "forced") != "forced":
            raise OptionError(f'"{options.jumping}" after --jumping will not do: engines know forced jumps only.')
        options = replace(options, jumping="forced")
    if options.jumping is not None and options.jumping not in rules.jumpings:
        if "jumping" in given:
            raise OptionError(f'"{options.jumping}" after --jumping will not do: {only_jumping(rules)}.')
        options = replace(options, jumping=None)
    if options.ballot is not None:
        from ai.openings.ballots import find_ballot

        if options.fen is not None:
            raise OptionError("--ballot and --fen cannot both start the game.")
        try:
            find_ballot(rules, options.ballot, Random(0))
        except ValueError as error:
            raise OptionError(f'"--ballot" will not do: {error}.') from None
    return options if options.fen is None else replace(options, start=read_fen(options.fen, rules, is_start=True))


def read_fen(text: str, rules: Rules, is_start: bool = False) -> Position:
    """Parse a FEN. ``is_start``: a game is to begin from it. Raises OptionError."""
    from console.game.position_editor import read_start
    from engine.fen import parse_fen

    try:
        return read_start(text, rules) if is_start else parse_fen(text, rules)
    except ValueError as error:
        raise OptionError(f"{error}.") from None
