"""Readers of arguments, and the arguments that several commands share.

A reader returns the value of a text, or raises ValueError with a message about the accepted values.
"""

import os
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

from console.cli.parser import OptionError, option, switch, word
from engine.position import Position
from engine.rules import JUMPINGS, RULE_SETS, Rules, reason_against, rules_named

_LONGEST_FILE_NAME: Final = 230  # bytes: systems allow 255, and a temporary name is longer
_PORT: Final = 27531  # of DXP
_T = TypeVar("_T")


@dataclass(frozen=True)
class Offered(Generic[_T]):
    """A reader with some or all of the words that it accepts, which a shell completes."""

    words: Collection[str]
    read: Callable[[str], _T]

    def __call__(self, text: str) -> _T:
        """Return the value of a text. Raises ValueError."""
        return self.read(text)


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """Return a reader of whole numbers from ``lowest`` to ``highest``."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 20 and lowest <= int(text) <= highest):
            raise ValueError(f"use a whole number from {lowest} to {highest}")
        return int(text)

    return read


def one_of(words: Sequence[str], accepted: str = "") -> Offered[str]:
    """Return a reader that accepts ``words``, ignoring case. ``accepted`` is the message, which else lists them."""

    def read(text: str) -> str:
        if text.casefold() not in words:
            raise ValueError(accepted or f"use {', '.join(words[:-1])} or {words[-1]}")
        return text.casefold()

    return Offered(words, read)


def read_file_name(text: str) -> Path:
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
    raise ValueError("name a file that can be written")


def _read_rule_set(text: str) -> Rules:
    """Return the rule set with this name, its losing game (``american-losing``) or house rules. Raises ValueError."""
    name = text.casefold()
    rules = rules_named(name)
    if rules is not None:
        return rules
    from console.storage.rules_folder import users_rules

    folder = users_rules()
    try:
        rules, house = folder.get(name), folder.names()
    except ValueError as error:
        raise ValueError(str(error).rstrip(".")) from None
    if rules is not None:
        return rules
    if reason := reason_against(name):
        raise ValueError(reason)
    raise ValueError(f"the rule sets are {', '.join((*RULE_SETS, *house))}, each also with -losing added")


def read_fen(text: str, rules: Rules) -> Position:
    """Parse a FEN. Raises OptionError."""
    from engine.fen import parse_fen

    try:
        return parse_fen(text, rules)
    except ValueError as error:
        raise OptionError(f"{error}.") from None


def read_place(text: str) -> tuple[str, int]:
    """Parse a host and an optional port after a colon; an IPv6 address is in brackets. Raises ValueError."""
    host, colon, port = text.rpartition(":")
    if not colon or (host.count(":") and not host.endswith("]")):
        host, port = text, str(_PORT)
    host = host.removeprefix("[").removesuffix("]")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 65_536):
        raise ValueError(f"use a host, and a port if that is not {_PORT}, as in 192.168.1.5:{_PORT}")
    return host, int(port)


def _read_address(text: str) -> str:
    if not text.strip():
        raise ValueError("use the address of a scheduler, as in tcp://host:8786")
    return text


def _read_jobs(text: str) -> int:
    return os.cpu_count() or 1 if text == "all" else whole(1, 256)(text)


read_rule_set: Final = Offered(RULE_SETS, _read_rule_set)
read_jumping: Final = one_of(JUMPINGS, "jumping is forced, huff or free")
SEEDS: Final = 10**18
JSON: Final = switch("--json", "JSON for programs instead of lines for people")
RULES: Final = option("--rules NAME", read_rule_set, "the rule set", "american")
OUT: Final = option("--out FILE", read_file_name, "where to write instead of the program's own folder")
PICKS_UP: Final = "Interrupt it any time; it picks up where it left off."
GAME: Final = option("--game N", whole(1, 10**15), "which game of the file (1)")
OWN_RULES: Final = option("--rules NAME", read_rule_set, "the rules to use (its own)")
AFTER_MOVES: Final = "the position after N moves, Black's and White's counted together"
FEN: Final = option("--fen FEN", str, "the position (the start)")
WORKERS: Final = (
    option("--jobs N", _read_jobs, "worker processes", "all"),
    option("--cluster ADDRESS", _read_address, "let the workers of a dask.distributed scheduler do it"),
)
CALLING: Final = (
    word("HOST[:PORT]", read_place, "the address to call", "where"),
    option("--port N", whole(1, 65_535), f"the port, if it does not stand behind the address ({_PORT})"),
)
WAITING: Final = (
    option("--address ADDRESS", str, "the address to wait on", "127.0.0.1"),
    option("--port N", whole(0, 65_535), "the port, 0: any", str(_PORT)),
)
