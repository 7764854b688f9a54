"""Commands and their arguments: parsing in Unix and DOS spelling, and the messages for mistakes."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final

from engine.printable import printable, quoted

_LONGEST: Final = 40  # characters of an unknown word that are compared
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
    """``--help`` or ``--man``, the ``flag``, was given. The page about the command is to be printed."""

    def __init__(self, command: "Command", flag: str) -> None:
        super().__init__(command.prog, flag)
        self.command, self.flag = command, flag


class Asked(SimpleNamespace):
    """The values of the arguments of a command. An argument that is not given and has no default is None."""


@dataclass(frozen=True)
class Argument:
    """A word of a command, or an option, whose name begins with two dashes.

    ``read`` converts the value, and raises ValueError with a message about the accepted values. If it is None, the
    option is a switch, which stores ``constant``. ``value`` is the name of the value in the help. ``usual`` is the
    value of an option that is not given, as it is typed. ``count`` of a word: ``?`` if it may be missing, ``*`` for any
    number.
    """

    name: str
    does: str
    read: Callable[[str], Any] | None
    field: str
    value: str = ""
    usual: str = ""
    constant: Any = True
    count: str = ""

    @property
    def offered(self) -> str:
        """The words, joined by spaces, that its reader is known to accept."""
        return " ".join(getattr(self.read, "words", ()))

    @property
    def spelled(self) -> str:
        """The argument as the help shows it."""
        return f"{self.name} {self.value}".strip()

    def converted(self, text: str) -> Any:
        """Return the value of a text. Raises OptionError."""
        assert self.read is not None
        try:
            return self.read(text)
        except ValueError as error:
            where = f"after {self.name}" if self.name.startswith("--") else f"as {self.name}"
            raise OptionError(f"{quoted(text)} {where} will not do: {error}.") from None


def option(spelled: str, read: Callable[[str], Any], does: str, usual: str = "", field: str = "") -> Argument:
    """Return an option with a value, spelled ``--games N``. Its help names the default."""
    name, _, value = spelled.partition(" ")
    does += f" ({usual})" if usual else ""
    return Argument(name, does, read, field or _field(name), value, usual)


def switch(name: str, does: str, field: str = "", constant: Any = True) -> Argument:
    """Return an option without a value. Switches that store different constants in one field exclude each other."""
    return Argument(name, does, None, field or _field(name), constant=constant)


def word(name: str, read: Callable[[str], Any], does: str, field: str = "", count: str = "") -> Argument:
    """Return an argument that is no option."""
    return Argument(name, does, read, field or name.casefold(), count=count)


def _field(option: str) -> str:
    return option[2:].replace("-", "_")


HELP: Final = switch("--help", "show this help; /? works too")


class Command:
    """A command of one or two words, or the game if ``name`` is empty.

    ``run`` takes the values of the arguments, and returns an exit status or None; if it is None, the command needs a
    second word. Every option may be spelled as under DOS: ``/LEVEL:7`` means ``--level=7``.
    """

    def __init__(self, name: str, run: Callable[[Asked], int | None] | None, does: str, *arguments: Argument) -> None:
        self.name: Final = name
        self.run: Final = run
        self.does: Final = does
        self.arguments: Final = arguments

    @property
    def prog(self) -> str:
        """The command as it is typed: ``checkers show``."""
        return f"checkers {self.name}".strip()

    @property
    def words(self) -> list[Argument]:
        """The arguments that are no options."""
        return [each for each in self.arguments if not each.name.startswith("--")]

    @property
    def flags(self) -> Mapping[str, Argument]:
        """The options by name."""
        return {each.name: each for each in (HELP, *self.arguments) if each.name.startswith("--")}

    def parse(self, given: Sequence[str]) -> Asked:
        """Return the values of the arguments. Raises OptionError and TextRequested."""
        flags, words, waiting = self.flags, list[str](), deque(given)
        found: dict[str, Any] = {each.field: None for each in self.arguments}
        chosen: dict[str, Argument] = {}
        while waiting:
            text = waiting.popleft()
            flag, value = split_option(text)
            if text == "--":
                words += waiting
                break
            if flag == HELP.name or flag == "--man":
                raise TextRequested(self, flag)
            if (known := flags.get(flag)) is None:
                if _begins_as_option(text) or (text.startswith("/") and not self.words):
                    raise OptionError(unknown_word(text, "option", flags, flag))
                words.append(text)
            elif known.read is None:
                if value is not None:
                    raise OptionError(f"{quoted(text)}: {flag} takes no value.")
                if (other := chosen.setdefault(known.field, known)).constant != known.constant:
                    raise OptionError(f"{quoted(text)} contradicts {other.name}.")
                found[known.field] = known.constant
            else:
                if value is None and waiting and not self._is_option(waiting[0]):
                    value = waiting.popleft()
                if value is None:
                    raise OptionError(f"{quoted(text)} needs a value, as in {known.spelled}.")
                found[known.field] = known.converted(value)
        self._read_words(words, found)
        usual = {each.field: each.converted(each.usual) for each in self.arguments if each.usual}
        return Asked(**{field: usual.get(field) if value is None else value for field, value in found.items()})

    def _read_words(self, given: list[str], found: dict[str, Any]) -> None:
        """Convert the words. Raises OptionError if there are too few or too many."""
        for each in self.words:
            if each.count == "*":
                found[each.field] = [each.converted(given.pop(0)) for _ in range(len(given))]
            elif given:
                found[each.field] = each.converted(given.pop(0))
            elif not each.count:
                raise OptionError(f"{each.name} is missing; see {self.prog} --help.")
        if given:
            takes = " ".join(each.name for each in self.words)
            takes = f"{takes} and options" if takes else "only options"
            raise OptionError(f"{quoted(given[0])} is one argument too many: {self.prog} takes {takes}.")

    def _is_option(self, text: str) -> bool:
        return split_option(text)[0] in self.flags or _begins_as_option(text)


def split_option(text: str) -> tuple[str, str | None]:
    """Return the name of an option in its long spelling, and its value, if there is one in the text."""
    long = _SHORT.get(text, text)
    name, joined, value = long.partition(":" if long.startswith("/") else "=")
    return f"--{name[1:].casefold()}" if name.startswith("/") else name, value if joined else None


def _begins_as_option(text: str) -> bool:
    """Return True for text behind a dash, unless it is a number."""
    return text.startswith("-") and text[1:2] != "" and not text[1].isdigit()


def unknown_word(given: str, kind: str, known: Iterable[str], meant: str | None = None) -> str:
    """Return the message for an unknown word, with the closest known word if one or two letters make it.

    If ``meant`` is not None, it is compared with the known words instead of ``given``.
    """
    wanted = (meant or given).casefold().strip("-")[:_LONGEST]
    apart, near = min((_edits(wanted, each.strip("-")), each) for each in known)
    is_near = apart <= min(2, max(len(wanted), len(near.strip("-"))) // 2)
    return f"There is no {kind} {quoted(given)}; {f'the closest is {near}; ' if is_near else ''}see --help."


def _edits(one: str, other: str) -> int:
    """Return how many letters must be added, left out or replaced to make one text of the other."""
    row = list(range(len(other) + 1))
    for count, letter in enumerate(one, start=1):
        above, row = row, [count]
        for column, each in enumerate(other):
            row.append(min(above[column] + (letter != each), above[column + 1] + 1, row[column] + 1))
    return row[-1]
