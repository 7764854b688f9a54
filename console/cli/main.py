"""The entry point. It runs a command or the game; the command's module is imported when it is run."""

import errno
import sys
from collections.abc import Callable, Sequence
from typing import Final

from console.cli.commands import COMMANDS
from console.cli.loading import INTERRUPTED, end_loading
from console.terminal.standard_streams import OutputLost, complain, discard_output, tell

_PACKAGES: Final = ("blessed", "librt", "mypy_extensions")
_OTHER_LIBRT: Final = "version conflict for librt"  # raised when compiled modules are imported


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return the exit status."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, OutputLost) as lost:
        discard_output()
        error = lost.error if isinstance(lost, OutputLost) else lost
        if isinstance(error, BrokenPipeError):
            return 0  # a closed pipe, as by "head", is no error
        full = error.errno == errno.ENOSPC
        reason = error.strerror or str(error)
        complain("There is no room left where the output goes." if full else f"The output cannot be written: {reason}.")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _PACKAGES:
            raise
        complain(f"The package {error.name} is missing: install the game with python3 -m pip install .")
    except ValueError as error:
        if _OTHER_LIBRT not in str(error):
            raise
        complain(f"The compiled modules need another librt: reinstall the game ({error}).")
    return 1


def _run(arguments: Sequence[str]) -> int:
    """Run a command, or the game without a command. Print the message of an OptionError or Refused."""
    from console.cli.parser import OptionError, Refused, TextRequested

    try:
        return _open(arguments)
    except TextRequested as request:
        tell(str(request))
        return 0
    except (OptionError, Refused) as error:
        complain(str(error))
        return error.status


def _open(arguments: Sequence[str]) -> int:
    from console.cli.parser import OptionError, unknown_word

    if arguments and arguments[0].casefold() == "help":
        command = [each for each in arguments[1:] if each != "--man"]
        arguments = [*command, "--man" if "--man" in arguments else "--help"]
    if not arguments or arguments[0].startswith(("-", "/")):
        from console.cli import play

        return play.run(arguments)
    name = arguments[0].casefold()
    if name not in COMMANDS:
        raise OptionError(unknown_word(arguments[0], "command", COMMANDS))
    run = load(name)
    end_loading()
    return run(arguments[1:])


def load(name: str) -> Callable[[Sequence[str]], int]:
    """Import the function of a command in ``COMMANDS``. The function may raise OptionError, Refused, TextRequested."""
    from importlib import import_module

    module, _, function = COMMANDS[name].function.partition(":")
    command: Callable[[Sequence[str]], int] = getattr(import_module(f"console.cli.{module}"), function)
    return command
