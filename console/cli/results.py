"""Results of commands: lines for people or, with ``--json``, JSON for programs.

A command prints one object or array. Only a command that prints its results one by one prints an object a line.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from console.terminal.standard_streams import tell

_FIELD: Final = r"{(\w+):?([<>]?\d*),?}"


def print_result(as_json: bool, value: object, lines: Iterable[str]) -> None:
    """Print ``value`` as JSON, or else ``lines``."""
    if as_json:
        tell(json.dumps(value, indent=1))
    else:
        for line in lines:
            tell(line)


def print_next(as_json: bool, value: Mapping[str, object], line: str) -> None:
    """Print one of several results: an object in one line of JSON, or else ``line``."""
    tell(json.dumps(value) if as_json else line)


def print_rows(as_json: bool, rows: Sequence[Mapping[str, Any]], line: str) -> None:
    """Print rows by name as JSON, or else as a table. ``line`` is the format of a row, and of the names above it."""
    head = re.sub(_FIELD, lambda found: format(found[1], found[2]), line)
    print_result(as_json, rows, [head, *(line.format(**row) for row in rows)])
