"""The commands by name. The module of a command is imported when the command is used."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, Protocol

from console.cli.parser import Command, OptionError, unknown_word

MODULES: Final[Mapping[str, str]] = {
    "": "play",
    "show": "show",
    "review": "review",
    "hint": "review",
    "play": "play",
    "games": "games",
    "perft": "perft",
    "match": "match",
    "bench": "bench",
    "levels": "levels",
    "train": "train",
    "tables": "tables",
    "book": "book",
    "problems": "problems",
    "record": "record",
    "rules": "rules",
    "course": "course",
    "hub": "hub",
    "dxp": "dxp",
    "call": "modem",
    "answer": "modem",
    "completion": "completion",
}
"""The module in this folder that has a command, by the first word of the command line, in the order of the help."""
COMMANDS: Final = tuple(filter(None, MODULES))
"""The first words of all commands."""


class CommandModule(Protocol):
    """A module of ``MODULES``."""

    COMMANDS: Sequence[Command]


def commands_of(first: str) -> dict[str, Command]:
    """Return the commands that begin with a word, by their second words; the command without one is named ""."""
    module: CommandModule = import_module(f".{MODULES[first]}", __package__)
    named = (each.name.partition(" ") for each in module.COMMANDS)
    return {second: each for (word, _, second), each in zip(named, module.COMMANDS, strict=True) if word == first}


def all_commands() -> list[Command]:
    """Return all commands, the game first. All their modules are imported."""
    return [each for first in MODULES for each in commands_of(first).values()]


def find_command(arguments: Sequence[str]) -> tuple[Command, Sequence[str]]:
    """Return a command, or the game, and the arguments after its name. Raises OptionError."""
    if not arguments or _is_option(arguments[0]):
        return commands_of("")[""], arguments
    first, rest = arguments[0].casefold(), arguments[1:]
    if first not in COMMANDS:
        raise OptionError(unknown_word(arguments[0], "command", COMMANDS))
    found = commands_of(first)
    if rest and not _is_option(rest[0]) and len(found) > 1:
        if (second := rest[0].casefold()) in found:
            return found[second], rest[1:]
        if not found[""].words:
            raise OptionError(unknown_word(rest[0], "action", filter(None, found)))
    return found[""], rest


def _is_option(argument: str) -> bool:
    return argument.startswith(("-", "/"))
