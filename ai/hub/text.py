"""The lines of the Hub protocol, version 2. Source: protocol.txt of Scan 3.1, by Fabien Letouzey.

A line is a command and its arguments: ``pos pos=<position> moves="32-28 19-23"``. A value in double quotes may contain
spaces and equals signs; an argument without a value is a flag.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from engine.printable import printable, quoted

LONGEST_LINE: Final = 1 << 16  # bytes; a game of five thousand plies fits
_ARGUMENT: Final = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s="]+)))?(?:\s+|$)')
_CONTROL: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f]")
_LONGEST_QUOTE: Final = 60


class HubCommand(NamedTuple):
    """A line as a command and its arguments; the value of a flag is empty."""

    name: str
    arguments: dict[str, str]


def hub_value(text: str) -> str:
    """Return a value as it is written on a line, in quotes unless it is one plain word.

    Double quotes in the value become single quotes.
    """
    value = printable(text.replace('"', "'"))
    return value if re.fullmatch(r'[^\s="]+', value) else f'"{value}"'


def shown(text: str) -> str:
    """Return received text for an error message: quoted and shortened."""
    return quoted(text, _LONGEST_QUOTE)


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream with their line terminators. Longer lines are cut to ``LONGEST_LINE + 1`` bytes."""
    while line := stream.readline(LONGEST_LINE + 1):
        yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST_LINE)


def decoded(line: bytes) -> str:
    """Return the text of a line without its terminator.

    Raises ValueError if the line is too long, is not UTF-8 or contains a control character.
    """
    if len(line) > LONGEST_LINE:
        raise ValueError(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        text = line.decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise ValueError(f"the line is not UTF-8: byte {line[error.start]:#04x} at {error.start + 1}") from None
    control = _CONTROL.search(text)
    if control is not None:
        raise ValueError(f"the line has a control character, {control[0]!r} at {control.start() + 1}")
    return text


def read_command(text: str) -> HubCommand | None:
    """Parse a line; return None if the line is empty. Raises ValueError, which quotes the invalid part."""
    rest = text.strip()
    parts = []
    at = 0
    while at < len(rest):
        match = _ARGUMENT.match(rest, at)
        if match is None:
            raise ValueError(f"cannot read {shown(rest[at:])}")
        parts.append((match[1], match[2] or match[3] or ""))
        at = match.end()
    return HubCommand(parts[0][0], dict(parts[1:])) if parts else None
