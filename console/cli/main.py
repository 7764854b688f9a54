"""The entry point: runs a command, or opens the game."""

import errno
import os
import sys
from collections.abc import Sequence
from typing import Final

from console.cli.loading import INTERRUPTED, end_loading
from console.terminal.standard_streams import OutputLost

_PACKAGES: Final = ("blessed", "librt", "mypy_extensions")
_BROKEN_PIPE: Final = 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return the exit status."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return _BROKEN_PIPE
    except OutputLost as lost:
        _drop_output()
        if isinstance(lost.error, BrokenPipeError):
            return _BROKEN_PIPE
        reason = lost.error.strerror or str(lost.error)
        full = lost.error.errno == errno.ENOSPC
        return _complain(
            "There is no room left where the output goes." if full else f"The output cannot be written: {reason}.", 1
        )
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _PACKAGES:
            raise
        return _complain(f"The package {error.name} is missing: install the game with python3 -m pip install .", 1)


def _run(arguments: Sequence[str]) -> int:
    from console.cli.parser import OptionError, TextRequested

    try:
        return _open(arguments)
    except TextRequested as request:
        from console.terminal.standard_streams import tell

        tell(str(request))
        return 0
    except OptionError as error:
        return _complain(str(error), 2)


def _open(arguments: Sequence[str]) -> int:
    """Run a command, or the game if none is given. Raises OptionError and TextRequested."""
    from console.cli.parser import OptionError, unknown_word

    if arguments and arguments[0].casefold() == "help":
        arguments = [*arguments[1:2], "--help"]
    if not arguments or arguments[0].startswith(("-", "/")):
        from console.cli import play

        return play.run(arguments)
    from console.cli.commands import COMMANDS, load

    name = arguments[0].casefold()
    if name not in COMMANDS:
        raise OptionError(unknown_word(arguments[0], "command", COMMANDS))
    run = load(name)
    end_loading()
    return run(arguments[1:])


def _drop_output() -> None:
    """Discard buffered output, which the interpreter would otherwise try to write again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str, status: int) -> int:
    from console.terminal.standard_streams import complain

    complain(sentence)
    return status
