"""The entry point. It runs a command or the game; the command's module is imported when it is run."""

import errno
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from console.cli.loading import INTERRUPTED, end_loading
from console.terminal.standard_streams import (
    PREFIX,
    OutputLost,
    complain,
    discard_output,
    is_closed_pipe,
    tell,
)
from console.version import NAME, VERSION
from engine.native_types import is_compiled

if TYPE_CHECKING:
    from console.cli.parser import Asked

_OTHER_LIBRT: Final = "version conflict for librt"  # raised when compiled modules are imported


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return the exit status."""
    PREFIX.set("checkers: ")
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, OutputLost) as lost:
        discard_output()
        error = lost.error if isinstance(lost, OutputLost) else lost
        if is_closed_pipe(error):
            return 0
        full = error.errno == errno.ENOSPC
        reason = error.strerror or str(error)
        complain("There is no room left where the output goes." if full else f"The output cannot be written: {reason}.")
    except ModuleNotFoundError as error:
        if error.name != "blessed":
            raise
        complain("The package blessed is missing: install the game with python3 -m pip install .")
    except ValueError as error:
        if _OTHER_LIBRT not in str(error):
            raise
        complain(f"The compiled modules need another librt: reinstall the game ({error}).")
    return 1


def _run(arguments: Sequence[str]) -> int:
    """Run a command, or the game without a command. Print the message of an OptionError or Refused."""
    from console.cli.parser import OptionError, Refused, TextRequested

    try:
        return run_command(arguments)
    except TextRequested as request:
        from console.cli.help import page

        tell(page(request).rstrip("\n"))
        return 0
    except (OptionError, Refused) as error:
        complain(str(error))
        return error.status


def run_command(arguments: Sequence[str]) -> int:
    """Run a command, or the game; return the exit status. Raises OptionError, Refused and TextRequested."""
    from console.cli.parser import OptionError, split_option

    if arguments and arguments[0].casefold() == "help":
        words = [each for each in arguments[1:] if each != "--man"]
        arguments = [*words, "--man" if "--man" in arguments else "--help"]
    given = [split_option(each)[0] for each in arguments]
    if given and given[0].startswith("--") and "--version" in given:
        tell(f"{NAME} {VERSION}{'' if is_compiled() else ', interpreted'}")
        return 0
    from console.cli.commands import commands_of, find_command

    command, rest = find_command(arguments)
    PREFIX.set(f"{command.prog}: ")
    asked = command.parse(rest)
    if command.run is None:
        raise OptionError(f"A word is missing: {' or '.join(filter(None, commands_of(command.name)))}.")
    if command.name:
        end_loading()  # the game does so itself
    return (_explained(command.run, asked) if " " in command.name else command.run(asked)) or 0


def _explained(action: "Callable[[Asked], int | None]", asked: "Asked") -> int | None:
    """Run an action. Raises Refused for expected failures: errors of files, and ValueErrors."""
    from console.cli.parser import OptionError, Refused
    from console.storage.atomic_files import NoFolder, trouble

    try:
        return action(asked)
    except OptionError:
        raise
    except (NoFolder, OSError) as error:
        reason = trouble(error) + "." if isinstance(error, OSError) else str(error)
        raise Refused(f"That did not work: {reason}") from error
    except ValueError as error:
        reason = str(error)
        raise Refused(reason if reason.endswith(".") else f"That did not work: {reason}.") from error
