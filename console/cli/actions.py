"""Commands with actions, such as ``checkers tables build``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from console.cli.arguments import read_rules
from console.cli.loading import INTERRUPTED
from console.cli.parser import CommandLine, OptionError, unknown_word
from console.cli.progress import ProgressBar
from console.storage.atomic_files import NoFolder, trouble
from console.terminal.standard_streams import complain
from engine.printable import printable

Action: TypeAlias = Callable[[Sequence[str]], int]
"""Takes the arguments after its name and returns the exit status. Raises OptionError, TextRequested and Refused."""


class Refused(Exception):
    """A request that cannot be carried out, explained in one sentence."""

    status = 1


class Interrupted(Refused):
    """A command that the user interrupted."""

    status = INTERRUPTED


def run_action(
    actions: Mapping[str, Action],
    arguments: Sequence[str],
    kind: str = "action",
    others: Sequence[str] = (),
    explained: tuple[type[Exception], ...] = (),
) -> int:
    """Run the action named by the first argument and return the exit status.

    Expected failures become one sentence on standard error. The messages of the ``explained`` exceptions are sentences
    already. ``others`` are names that the command handles itself. Raises OptionError and TextRequested.
    """
    action = actions.get(arguments[0].casefold())
    if action is None:
        raise OptionError(unknown_word(arguments[0], kind, (*actions, *others)))
    try:
        return action(arguments[1:])
    except OptionError:
        raise
    except Refused as refused:
        complain(printable(str(refused)))
        return refused.status
    except explained as error:
        complain(printable(str(error)))
    except NoFolder as error:
        complain(f"That did not work: {error}")
    except OSError as error:
        complain(f"That did not work: {trouble(error)}.")
    except ValueError as error:
        complain(printable(f"That did not work: {error}."))
    return 1


def action_line(name: str, does: str) -> CommandLine:
    """Return the command line of an action that takes a rule set."""
    line = CommandLine(name, does)
    line.add_argument("--rules", type=read_rules, default="american", metavar="NAME", help="the rule set (american)")
    return line


@contextmanager
def interruptible(advice: str = "The same command goes on where it was.") -> Iterator[ProgressBar]:
    """Provide a progress bar and clear it at the end. On Ctrl-C, raise Interrupted with the ``advice``."""
    try:
        with ProgressBar() as bar:
            yield bar
    except KeyboardInterrupt:
        raise Interrupted(f"Interrupted. {advice}") from None
