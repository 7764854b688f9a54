"""Command lines: argparse, with DOS spellings before it and sentences of this program's own.

What was given is told apart from what is usual where the parser is made with ``argument_default=SUPPRESS``: then the
namespace has the given values and no others.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from engine.printable import printable

_WIDTH: Final = 78
_SHORT: Final = {"-h": "--help", "-?": "--help", "/?": "--help", "-V": "--version"}
_NUMBER: Final = re.compile(r"-\d")


class OptionError(ValueError):
    """A command line that cannot be followed, in one sentence that quotes what is wrong."""


class Answered(Exception):
    """The command line asks for a text and nothing else, as ``--help`` does: its only argument is the text."""


class CommandLine(argparse.ArgumentParser):
    """The words and options of ``checkers`` and a command, or of the game itself where ``command`` is empty.

    The last word may be any number of them, with ``nargs="*"``; these are taken as they are.

    The ``type`` of an argument reads its value and raises ValueError with what would be accepted. Every flag may be
    spelled as under DOS: ``/LEVEL:7`` is ``--level=7``.
    """

    def __init__(
        self, command: str, does: str, epilog: str = "", usage: str | None = None, argument_default: Any = None
    ) -> None:
        # Python 3.14 would paint the help; what is written is made printable, colours included.
        colour: dict[str, Any] = {"color": False} if sys.version_info >= (3, 14) else {}
        super().__init__(
            prog=f"checkers {command}".strip(),
            usage=usage,
            description=does,
            epilog=epilog,
            argument_default=argument_default,
            add_help=False,
            allow_abbrev=False,
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=_WIDTH),
            **colour,
        )
        self.register("action", None, _Value)
        self.register("action", "store", _Value)
        self.register("action", "store_const", _Flag)
        self.register("action", "store_true", _Flag)
        self.flags: dict[str, argparse.Action] = {}
        self.words: list[argparse.Action] = []
        self._spelled: dict[str, str] = {}
        self.add_answer("--help", self.format_help, "tell this; /? does too")

    def add_argument(self, *names: str, **settings: Any) -> argparse.Action:
        """Add a flag (``--level``) or a word that stands for itself."""
        action = super().add_argument(*names, **settings)
        if action.option_strings:
            self.flags[action.option_strings[0]] = action
        else:
            self.words.append(action)
        return action

    def add_answer(self, flag: str, text: Callable[[], str], does: str) -> None:
        """Add a flag that asks for a text and nothing else."""
        self.add_argument(flag, action=_Answer, text=text, help=does)

    def parse_args(self, args: Sequence[str], namespace: Any = None) -> Any:  # type: ignore[override]
        """What is asked for. Raises OptionError, and Answered for ``--help`` and its like."""
        return super().parse_args(self._in_order(args), namespace)

    def error(self, message: str) -> NoReturn:
        """Raise OptionError instead of leaving the program."""
        raise OptionError(f"{self.prog}: {message}.")

    def spelled(self, flag: str) -> str:
        """A flag as it was given, printable and in quotes."""
        return f'"{printable(self._spelled.get(flag, flag))}"'

    def _in_order(self, arguments: Sequence[str]) -> list[str]:
        """The flags in their long spelling with their values joined to them, then the words. Raises OptionError.

        So nothing is left for argparse to complain of in sentences of its own, which differ from version to version.
        """
        flags: list[str] = []
        words: list[str] = []
        rest = list(arguments)
        while rest:
            given = rest.pop(0)
            if given == "--":
                words += rest
                break
            flag, joined, value = self._split(given)
            action = self.flags.get(flag)
            if action is None:
                if given.startswith("-") and not _NUMBER.match(given):
                    raise OptionError(nearest(given, "option", self.flags, flag))
                words.append(given)
                continue
            self._spelled[flag] = given
            if isinstance(action, _Answer):
                return [flag]
            if action.nargs == 0:
                if joined:
                    raise OptionError(f"{self.spelled(flag)}: {flag} takes no value.")
                flags.append(flag)
                continue
            if not joined and rest and self._split(rest[0])[0] not in self.flags:
                joined, value = "=", rest.pop(0)
            if not joined or value == "--":
                raise OptionError(f"{self.spelled(flag)} wants a value, as in {flag} {action.metavar or 'VALUE'}.")
            flags.append(f"{flag}={value}")
        wanted = " ".join(map(_placeholder, self.words))
        repeated = bool(self.words) and self.words[-1].nargs == "*"
        if len(words) < len(self.words) - repeated:
            raise OptionError(f"{self.prog} wants {wanted}; {self.prog} --help tells more.")
        if len(words) > len(self.words) and not repeated:
            surplus = words[len(self.words)]
            if not wanted:
                raise OptionError(nearest(surplus, "option", self.flags, self._split(surplus)[0]))
            raise OptionError(f'"{printable(surplus)}" is too much: {self.prog} takes {wanted} and options.')
        return [*flags, "--", *words] if words else flags

    def _split(self, given: str) -> tuple[str, str, str]:
        """The flag in its long spelling, the sign that joins a value to it ("" if none does), and that value."""
        if given.startswith("--"):
            return given.partition("=")
        if given.startswith("/") and given not in _SHORT:
            name, joined, value = given[1:].partition(":")
            return f"--{name.casefold()}", joined, value
        return _SHORT.get(given, given), "", ""


class _Value(argparse.Action):
    """Stores a value as its reader understands it."""

    def __init__(self, *, type: Callable[[str], Any] = str, **settings: Any) -> None:
        super().__init__(**settings)
        if not self.option_strings and self.nargs != "*":
            self.required = True
        self._read: Final = type

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if self.nargs == "*":
            setattr(namespace, self.dest, values)
            return
        try:
            setattr(namespace, self.dest, self._read(values))
        except ValueError as error:
            where = f"after {option_string}" if option_string else f"as {_placeholder(self)}"
            raise OptionError(f'"{printable(values)}" {where} will not do: {error}.') from None


class _Flag(argparse.Action):
    """Stores a constant; another flag for the same thing contradicts it."""

    def __init__(self, *, const: Any = True, default: Any = False, **settings: Any) -> None:
        super().__init__(nargs=0, const=const, default=default, **settings)

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        flag = str(option_string)
        for other, action in parser.flags.items():
            if action.dest == self.dest and action is not self and vars(namespace).get(self.dest) == action.const:
                raise OptionError(f"{parser.spelled(flag)} contradicts {other}.")
        setattr(namespace, self.dest, self.const)


class _Answer(argparse.Action):
    """Ends the reading of the command line with a text."""

    def __init__(self, *, text: Callable[[], str], **settings: Any) -> None:
        super().__init__(nargs=0, **{**settings, "default": argparse.SUPPRESS})
        self._text: Final = text

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        raise Answered(self._text().rstrip("\n"))


def _placeholder(action: argparse.Action) -> str:
    """What stands for an argument's value in the help."""
    return str(action.metavar or action.dest.upper())


def nearest(given: str, kind: str, known: Iterable[str], meant: str | None = None) -> str:
    """What is said to a word that is none of the known ones, with the nearest of them or all.

    ``meant`` is the word as it is compared with them, where that differs from how it was given.
    """
    from difflib import get_close_matches

    near = get_close_matches((meant or given).casefold(), list(known), 1)
    hint = f"perhaps you mean {near[0]}" if near else f"there are {', '.join(known)}"
    return f'"{printable(given)}" is no {kind}; {hint}, see --help.'


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """A reader of whole numbers between two bounds."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and lowest <= int(text) <= highest):
            raise ValueError(f"it is a whole number from {lowest} to {highest}")
        return int(text)

    return read


def one_of(words: Sequence[str], accepted: str) -> Callable[[str], str]:
    """A reader of one of some words, in capitals or not; ``accepted`` says which there are."""

    def read(text: str) -> str:
        if text.casefold() not in words:
            raise ValueError(accepted)
        return text.casefold()

    return read
