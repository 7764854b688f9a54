"""Commands with actions, such as ``checkers tables build``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from console.cli.arguments import add_rules_option
from console.cli.loading import INTERRUPTED
from console.cli.parser import CommandLine, OptionError, Refused, unknown_word
from console.cli.progress import ProgressBar
from console.storage.atomic_files import Lock, NoFolder, trouble

Action: TypeAlias = Callable[[Sequence[str]], int]
"""Takes the arguments after its name and returns the exit status. Raises OptionError, TextRequested and Refused."""


def run_action(
    actions: Mapping[str, Action],
    arguments: Sequence[str],
    kind: str = "action",
    others: Sequence[str] = (),
    explained: tuple[type[Exception], ...] = (),
) -> int:
    """Run the action named by the first argument and return the exit status.

    Raises OptionError, TextRequested, and Refused for expected failures. Exceptions in ``explained`` have a full
    sentence as the message. ``others`` are further names for the error message; the caller handles them itself.
    """
    action = actions.get(arguments[0].casefold())
    if action is None:
        raise OptionError(unknown_word(arguments[0], kind, (*actions, *others)))
    try:
        return action(arguments[1:])
    except (OptionError, Refused):
        raise
    except explained as error:
        raise Refused(str(error)) from error
    except NoFolder as error:
        raise Refused(f"That did not work: {error}") from error
    except OSError as error:
        raise Refused(f"That did not work: {trouble(error)}.") from error
    except ValueError as error:
        raise Refused(f"That did not work: {error}.") from error


def action_line(name: str, does: str) -> CommandLine:
    """Return the command line of an action that takes a rule set."""
    line = CommandLine(name, does)
    add_rules_option(line)
    return line


@contextmanager
def interruptible(advice: str = "The same command picks up where it left off.") -> Iterator[ProgressBar]:
    """Yield a progress bar and clear it at the end. On Ctrl-C, raise Refused with ``advice``."""
    try:
        with ProgressBar() as bar:
            yield bar
    except KeyboardInterrupt:
        raise Refused(f"Interrupted. {advice}", INTERRUPTED) from None


@contextmanager
def alone(lock_file: Path, doing: str) -> Iterator[None]:
    """Hold a lock, so that only one program does this at a time. Raises Refused while another one does, and OSError."""
    lock = Lock.on(lock_file)
    if lock is None:
        raise Refused(f"Another program is {doing}; let it finish first.")
    try:
        yield
    finally:
        lock.release()
