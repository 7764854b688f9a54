"""The commands that start external engines, and the list of engines that played before."""

from collections.abc import Mapping, Sequence
from shutil import which
from typing import Final, TypeAlias

from engine.printable import printable, quoted

LONGEST_COMMAND: Final = 300
LONGEST_VALUE: Final = 100
MOST_ENGINES: Final = 9
_MOST_PARAMETERS: Final = 20
_QUOTED: Final = 60

Remembered: TypeAlias = tuple[str, ...]
"""The command of an engine, followed by the parameters that were set, each as ``name=value``."""


def read_command(text: str) -> str:
    """Return a typed command without blanks around it, or quotes unless they are those of a program's path.

    Raises ValueError with a message if it is invalid.
    """
    from ai.hub.program import command_words

    command = text.strip()
    try:
        words = command_words(command)
    except ValueError as error:
        raise ValueError(f"{quoted(text, _QUOTED)} starts nothing: {str(error).lower()}") from None
    if len(words) == 1 and which(words[0]) is None:
        command = words[0]
    if len(command) > LONGEST_COMMAND or printable(command) != command:
        raise ValueError(f"a command has at most {LONGEST_COMMAND} characters, all of them printable")
    return command


def settings_of(engine: Remembered) -> dict[str, str]:
    """Return the parameters of a remembered engine that were set."""
    return {name: value for name, _, value in (each.partition("=") for each in engine[1:])}


def with_engine(engines: Sequence[Remembered], command: str, settings: Mapping[str, str]) -> tuple[Remembered, ...]:
    """Return the list of engines with ``command`` moved or added to its head, cut off after ``MOST_ENGINES``.

    At most 20 of the ``settings`` are kept, and none whose name contains an equals sign.
    """
    set_here = [f"{name}={value}" for name, value in settings.items() if "=" not in name]
    first = (command, *set_here[:_MOST_PARAMETERS])
    return (first, *(each for each in engines if each[0] != command))[:MOST_ENGINES]


def is_engine(value: object) -> bool:
    """Return True if a value is a valid entry of the list."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 1 + _MOST_PARAMETERS:
        return False
    is_text = all(isinstance(it, str) and 0 < len(it) <= LONGEST_COMMAND and printable(it) == it for it in value)
    return is_text and all("=" in text for text in value[1:])
