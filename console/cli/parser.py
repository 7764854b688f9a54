"""Command-line parsing: argparse with DOS spellings and this program's own error messages."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from engine.printable import printable, quoted

_WIDTH: Final = 78
_LONGEST_FILE_NAME: Final = 230  # bytes: systems allow 255, and a temporary name is longer
_SHORT: Final = {"-h": "--help", "-?": "--help", "/?": "--help", "-V": "--version"}


class OptionError(ValueError):
    """An error on the command line. The message is one sentence, which quotes the invalid part."""

    status = 2


class Refused(Exception):
    """A request that cannot be carried out, explained in one sentence. ``status`` is the exit status."""

    def __init__(self, sentence: str, status: int = 1) -> None:
        super().__init__(printable(sentence))
        self.status = status


class TextRequested(Exception):
    """``--help`` or ``--version`` was given. The text is to be printed."""


class CommandLine(argparse.ArgumentParser):
    """A parser for the arguments of a command, or of the game if ``command`` is empty.

    A converter of a value raises ValueError with a message about the accepted values. Every option may be spelled as
    under DOS: ``/LEVEL:7`` means ``--level=7``.
    """

    def __init__(self, command: str) -> None:
        # Python 3.14 colours the help, but this program prints no escape sequences.
        colour: dict[str, Any] = {"color": False} if sys.version_info >= (3, 14) else {}
        super().__init__(
            prog=f"checkers {command}".strip(),
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
            formatter_class=partial(argparse.RawDescriptionHelpFormatter, width=_WIDTH),
            **colour,
        )
        self._spelled: dict[str, str] = {}
        self._reference: Final = _reference(command)
        self.add_argument("--help", action=Text, text=self.format_help, help="show this help; /? works too")
        self.add_argument("--man", action=Text, text=self.format_man, help=argparse.SUPPRESS)

    @property
    def words(self) -> list[argparse.Action]:
        """The positional arguments."""
        return [action for action in self._actions if not action.option_strings]

    @property
    def flags(self) -> dict[str, argparse.Action]:
        """The options, also those that the help does not name."""
        return {action.option_strings[0]: action for action in self._actions if action.option_strings}

    @property
    def named_flags(self) -> dict[str, argparse.Action]:
        """The options that the help names."""
        return {flag: action for flag, action in self.flags.items() if action.help != argparse.SUPPRESS}

    def format_help(self) -> str:
        """Return the usage, the options, and what the reference says about the command."""
        return "\n".join(filter(None, (super().format_help(), self._reference)))

    def format_man(self) -> str:
        """Return the help as a man page."""
        usage, _, options = super().format_help().partition(f"\n\n{self.description}\n\n")
        parts = {
            "NAME": " ".join(f"{self.prog} - {self.description}".split()),
            "SYNOPSIS": usage.removeprefix("usage: "),
        }
        parts |= {"OPTIONS": options.rstrip(), "DESCRIPTION": self._reference.rstrip()}
        page = [f'.TH "{self.prog.upper()}" 6']
        for title, text in parts.items():
            lines = text.replace("\\", "\\e").replace("-", "\\-").split("\n")
            page += [f".SH {title}", ".nf", *(f"\\&{line}" for line in lines), ".fi"] if text else []
        return "\n".join(page)

    def parse_args(self, args: Sequence[str], namespace: Any = None) -> Any:  # type: ignore[override]
        """Return the namespace of the arguments. Raises OptionError and TextRequested."""
        end = args.index("--") if "--" in args else len(args)
        words = [each for each in args[end:] if each != "--"]
        try:
            found, rest = self.parse_known_args([*map(self._long, args[:end]), "--", *words], namespace)
        except argparse.ArgumentError as error:
            raise self.bad_value(self.flags[str(error.argument_name)]) from None
        surplus = [each for each in rest if each != "--"]
        wanted = " ".join(str(word.metavar) for word in self.words)
        for each in surplus:
            if each.startswith("-" if wanted else ("-", "/")) and not each[1:2].isdigit():
                raise OptionError(
                    unknown_word(each, "option", self.named_flags, re.sub("^/", "--", each).partition("=")[0])
                )
        if any(word.nargs is None and vars(found)[word.dest] is None for word in self.words):
            raise OptionError(f"{self.prog} needs {wanted}; {self.prog} --help says more.")
        if surplus and (not wanted or self.words[-1].nargs != "*"):
            takes = f"{wanted} and options" if wanted else "only options"
            raise OptionError(f"{quoted(surplus[0])} is one argument too many: {self.prog} takes {takes}.")
        if surplus:  # argparse ends a list at the first option
            getattr(found, self.words[-1].dest).extend(surplus)
        return found

    def bad_value(self, action: argparse.Action) -> OptionError:
        """Return the error for an option without its value, or for an option with an unexpected value."""
        flag = action.option_strings[0]
        if action.nargs == 0:
            return OptionError(f"{self.spelled(flag)}: {flag} takes no value.")
        return OptionError(f"{self.spelled(flag)} needs a value, as in {flag} {action.metavar}.")

    def spelled(self, flag: str) -> str:
        """Return an option as the user spelled it, printable and in quotes."""
        return quoted(self._spelled.get(flag, flag))

    def _long(self, given: str) -> str:
        """Return a known option in its long spelling. Return any other argument unchanged."""
        long = _SHORT.get(given, given)
        if given.startswith("/") and long == given:
            name, joined, value = given[1:].partition(":")
            long = f"--{name.casefold()}{'=' if joined else ''}{value}"
        flag = long.partition("=")[0]
        if flag not in self.flags:
            return given
        self._spelled[flag] = given
        return long


class Value(argparse.Action):
    """The argparse action that stores the converted value of an argument."""

    def __init__(self, *, convert: Callable[[str], Any], **settings: Any) -> None:
        super().__init__(**settings)
        self.required = False  # ``parse_args`` reports missing arguments itself
        self._convert: Final = convert

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if self.nargs == "*" or values is None:
            setattr(namespace, self.dest, values)
            return
        if values in ([], "--"):  # Python 3.11 and 3.12 drop the value of --name=--
            raise parser.bad_value(self)
        try:
            setattr(namespace, self.dest, self._convert(values))
        except ValueError as error:
            where = f"after {option_string}" if option_string else f"as {self.metavar}"
            raise OptionError(f"{quoted(values)} {where} will not do: {error}.") from None


class Switch(argparse.Action):
    """The argparse action that stores a constant.

    Raises OptionError if another option has stored a different constant in the same field.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(nargs=0, **settings)

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        flag = str(option_string)
        for other, action in parser.flags.items():
            if action.dest == self.dest and action is not self and vars(namespace).get(self.dest) == action.const:
                raise OptionError(f"{parser.spelled(flag)} contradicts {other}.")
        setattr(namespace, self.dest, self.const)


class Text(argparse.Action):
    """The argparse action that raises TextRequested."""

    def __init__(self, *, text: Callable[[], str], **settings: Any) -> None:
        super().__init__(nargs=0, **settings | {"default": argparse.SUPPRESS})
        self._text: Final = text

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        raise TextRequested(self._text().rstrip("\n"))


def _reference(command: str) -> str:
    """Return the section about a command in the file of the reference, or an empty text."""
    text = Path(__file__).with_name("reference.txt").read_text("ascii")
    return text.partition(f"[{command}]\n")[2].partition("\n[")[0]


def unknown_word(given: str, kind: str, known: Iterable[str], meant: str | None = None) -> str:
    """Return the message for an unknown word, with the closest known word, else with all known words.

    If ``meant`` is not None, it is compared with the known words instead of ``given``.
    """
    from difflib import get_close_matches

    near = get_close_matches((meant or given).casefold(), list(known), 1)
    hint = f"the closest is {near[0]}" if near else f"the choices are {', '.join(known)}"
    return f"There is no {kind} {quoted(given)}; {hint}; see --help."


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """Return a converter for whole numbers from ``lowest`` to ``highest``."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and lowest <= int(text) <= highest):
            raise ValueError(f"use a whole number from {lowest} to {highest}")
        return int(text)

    return read


def one_of(words: Sequence[str], accepted: str) -> Callable[[str], str]:
    """Return a converter that accepts ``words``, ignoring case. ``accepted`` is the error message."""

    def read(text: str) -> str:
        if text.casefold() not in words:
            raise ValueError(accepted)
        return text.casefold()

    return read


def file_name(text: str) -> Path:
    """Return the path of a file that may be written; its folder is made later.

    Raises ValueError for a folder, a pipe or a device, a path through a file, and a name that is too long.
    """
    path = Path(text)
    if len(os.fsencode(path.name)) > _LONGEST_FILE_NAME:
        raise ValueError(f"the name of a file has at most {_LONGEST_FILE_NAME} bytes")
    try:
        above = next((folder for folder in path.absolute().parents if folder.exists()), path)
        if path.name and above.is_dir() and (path.is_file() or not path.exists()):
            return path
    except OSError as error:
        raise ValueError(str(error.strerror)) from None
    raise ValueError("it is the name of a file")
