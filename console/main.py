"""The way in: runs a command, or opens the game with the face that fits where it is started."""

import errno
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.pdn import GameRecord

_PACKAGES: Final = ("blessed", "librt", "mypy_extensions", "platformdirs")
_BROKEN_PIPE: Final = 0
_INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns the exit status."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return _BROKEN_PIPE
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _drop_output()
        return _complain("There is no room left where the output goes.", 1)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _PACKAGES:
            raise
        return _complain(f"The package {error.name} is missing: install the game with python3 -m pip install .", 1)


def _run(arguments: Sequence[str]) -> int:
    if arguments and not arguments[0].startswith(("-", "/")):
        from console import commands

        name = arguments[0].casefold()
        if name in commands.COMMANDS:
            return commands.run(name, arguments[1:])
        return _complain(f'"{arguments[0]}" is no command; there are {", ".join(commands.COMMANDS)}, see --help.', 2)

    from console.options import OptionError, read, usage
    from console.version import NAME, VERSION

    try:
        options = read(arguments)
    except OptionError as error:
        return _complain(str(error), 2)
    if options.help:
        print(usage())
    elif options.version:
        print(f"{NAME} {VERSION}")
    else:
        try:
            return open_game(arguments)
        except OptionError as error:
            return _complain(str(error), 2)
    return 0


def open_game(arguments: Sequence[str], record: "GameRecord | None" = None, ply: int | None = None) -> int:
    """Play by these options and the settings, from a game on record if there is one. Raises OptionError."""
    from dataclasses import replace
    from random import Random

    from console.disk import Disk
    from console.options import parse, read

    store = Disk(automatic=at_terminal() or read(arguments).keep)
    usual = store.settings.options()
    if record is not None:
        usual = replace(usual, rules=record.rules.name, jumping=record.jumping, record=record, ply=ply)
    options = parse(arguments, usual)
    rng = Random(options.seed)
    if options.plain or not full_screen_possible():
        from console import plain

        return plain.play(options, rng, store=store)
    from console import screens

    return screens.play(options, rng, store=store)


def at_terminal() -> bool:
    """Whether somebody sits there: both standard input and output are terminals."""
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()


def full_screen_possible() -> bool:
    """Whether there is a terminal that can be painted; asked before anything that knows terminals is imported."""
    if not at_terminal():
        return False
    return os.name == "nt" or os.environ.get("TERM", "").casefold() not in ("", "dumb", "unknown")


def _drop_output() -> None:
    """Let what is still buffered go nowhere, or the interpreter would try once more to write it as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status
