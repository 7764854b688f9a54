"""Results of commands: lines for people or, with ``--json``, JSON for programs."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from console.terminal.standard_streams import tell

_FIELD: Final = r"{(\w+):?([<>]?\d*),?}"


def print_result(as_json: bool, value: object, lines: Iterable[str]) -> None:
    """Print ``value`` as JSON, an object in one line, or else ``lines``."""
    if as_json:
        tell(json.dumps(value, indent=1 if isinstance(value, list) else None))
    else:
        for line in lines:
            tell(line)


def print_rows(as_json: bool, rows: Sequence[Mapping[str, Any]], line: str) -> None:
    """Print rows by name as JSON, or else as a table. ``line`` is the format of a row, and of the names above it."""
    head = re.sub(_FIELD, lambda found: format(found[1], found[2]), line)
    print_result(as_json, rows, [head, *(line.format(**row) for row in rows)])
