"""The commands and their arguments, which ``commands.txt`` describes."""

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from console.cli.arguments import READERS
from console.cli.parser import CommandLine, OptionError, Switch, Text, Value, one_of, unknown_word, whole
from console.version import NAME, VERSION
from engine.native_types import is_compiled

_HOW: Final = re.compile(r"(?:(\w+): )?(.+?)(?: = (.+))?")


class _Entry(NamedTuple):
    """An entry of the file: the function ``module:name`` that runs the command, or empty, and the lines that follow."""

    function: str
    lines: list[str]


def _entries() -> dict[str, _Entry]:
    entries: dict[str, _Entry] = {}
    lines: list[str] = []
    for line in Path(__file__).with_name("commands.txt").read_text("ascii").splitlines():
        if line.startswith("["):
            name, _, function = line[1:].partition("]")
            lines = []
            entries[name] = _Entry(function.strip(), lines)
        elif line and not line.startswith("#"):
            lines.append(line)
    return entries


_ENTRIES: Final = _entries()
ALL_COMMANDS: Final = tuple(name for name in _ENTRIES if not name.startswith("*"))
"""The names of all commands, also of those with two words. The name of the game is empty."""
COMMANDS: Final = tuple(name for name in ALL_COMMANDS if name and " " not in name)
"""The commands by the first word of the command line, in the order of the help."""


def find_command(arguments: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the name of a command, empty for the game, and the arguments after it. Raises OptionError."""
    if not arguments or _is_option(arguments[0]):
        return "", arguments
    name = arguments[0].casefold()
    if name not in COMMANDS:
        raise OptionError(unknown_word(arguments[0], "command", COMMANDS))
    actions = actions_of(name)
    if arguments[1:] and not _is_option(arguments[1]) and actions:
        action = arguments[1].casefold()
        if action in actions:
            return f"{name} {action}", arguments[2:]
        if not command_line(name).words:
            raise OptionError(unknown_word(arguments[1], "action", actions))
    return name, arguments[1:]


def actions_of(command: str) -> list[str]:
    """Return the second words of a command, such as ``build`` of ``checkers tables build``."""
    return [action for name, _, action in (each.partition(" ") for each in ALL_COMMANDS) if action and name == command]


def _is_option(argument: str) -> bool:
    return argument.startswith(("-", "/"))


def function_of(command: str) -> Callable[[Any], int | None]:
    """Import the function that runs a command. It takes the parsed arguments; a game returns its exit status.

    Raises OptionError if the command needs an action.
    """
    if not _ENTRIES[command].function:
        from console.game.naming import spoken_list

        raise OptionError(f"checkers {command} needs to know what: {spoken_list(actions_of(command), 'or')}.")
    function: Callable[[Any], int | None] = _imported(_ENTRIES[command].function)
    return function


def _imported(name: str) -> Any:
    """Import a function of a module in this folder, named ``module:function``."""
    module, _, function = name.partition(":")
    return getattr(import_module(f".{module}", __package__), function)


def command_line(command: str) -> CommandLine:
    """Return the parser of a command."""
    line = CommandLine(command)
    _describe(line, command)
    if not command:
        line.description = f"{NAME} {VERSION}"
        version = f"{NAME} {VERSION}{'' if is_compiled() else ', interpreted'}"
        line.add_argument("--version", action=Text, text=lambda: version, help="show the version")
    return line


def _describe(line: CommandLine, entry: str) -> None:
    """Add what an entry says about a command."""
    for each in _ENTRIES[entry].lines:
        if each.startswith("*"):
            _describe(line, each)
        elif each.startswith("usage: "):
            line.usage = each.removeprefix("usage: ")
        elif " | " in each:
            _add_argument(line, *each.split(" | "))
        else:
            line.description = "\n".join(filter(None, (line.description, each)))


def _add_argument(line: CommandLine, names: str, how: str, does: str) -> None:
    """Add an argument from the three parts of its line."""
    name, _, value = names.partition(" ")
    match = _HOW.fullmatch(how)
    assert match is not None
    field, words, default = match.groups()
    kind, *settings = words.split()
    if kind == "switch":
        line.add_argument(name, action=Switch, const=True, help=does)
    elif kind == "set":
        constant = settings[1] != "no" and settings[1]
        line.add_argument(name, action=Switch, dest=settings[0], const=constant, help=does)
    else:
        read = _reader(kind, settings)
        usual = None if default is None else read(default)
        if name.startswith("--"):
            line.add_argument(name, action=Value, convert=read, dest=field, default=usual, metavar=value, help=does)
        else:
            count = {"?": "?", "...": "*"}.get(value)
            line.add_argument(
                field or name.casefold(), action=Value, convert=read, nargs=count, metavar=name, help=does
            )


def _reader(kind: str, settings: Sequence[str]) -> Callable[[str], Any]:
    """Return the converter of a value."""
    if kind == "whole":
        return whole(*map(int, settings))
    if kind == "one-of":
        from console.game.naming import spoken_list

        return one_of(settings, f"use {spoken_list(settings, 'or')}")
    if ":" in kind:
        return lambda text: _imported(kind)(text)
    return READERS[kind]
