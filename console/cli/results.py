"""Results of commands: lines for people or, with ``--json``, JSON for programs."""

import json
from collections.abc import Iterable

from console.terminal.standard_streams import tell


def print_result(as_json: bool, value: object, lines: Iterable[str]) -> None:
    """Print ``value`` as JSON, an object in one line, or else ``lines``."""
    if as_json:
        tell(json.dumps(value, indent=1 if isinstance(value, list) else None))
    else:
        for line in lines:
            tell(line)
