"""The record of a match: a file of the results, from which a match that was ended early goes on.

The first line describes the match as JSON. Each further line has the half points of the first player in the two games
of a pair, in the order of the pairs. These depend only on the match and the number of the pair.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, Final
from zlib import crc32

from ai.lab.match.match import EngineMatch, Pair
from console.cli.parser import Refused
from console.cli.workers import alone
from console.storage.atomic_files import bytes_or_none, write_whole
from console.storage.notices import not_kept
from engine.json_text import parse_json
from engine.printable import quoted

_UNSAVED: Final = "The results cannot be saved"
_UNWRITTEN: Final = "The games cannot be written"
_GAME: Final = re.compile(rb'^\[Event "Match"\]', re.MULTILINE)
_POINTS: Final = {f"{first} {second}".encode(): (first, second) for first in range(3) for second in range(3)}


class MatchRecord:
    """The results of a match: ``points`` of the pairs that were recorded before, and a file for further pairs."""

    def __init__(self, points: Sequence[tuple[int, int]], stream: BinaryIO) -> None:
        self.points = points
        self._stream = stream

    def add(self, points: Sequence[int]) -> None:
        """Append the half points of both games of the next pair. Raises NotKept."""
        with not_kept(_UNSAVED):
            self._stream.write(b"%d %d\n" % tuple(points))
            self._stream.flush()


@contextmanager
def match_record(path: Path, match: EngineMatch) -> Iterator[MatchRecord]:
    """Open the record of a match, or create it. An incomplete last line is removed.

    Raises Refused if the file is damaged, is in use, or is the record of another match; NotKept if it cannot be read
    or written.
    """
    with ExitStack() as held:
        with not_kept(_UNSAVED):
            held.enter_context(alone(path.with_name(f".{path.name}.lock"), f"writing {quoted(str(path))}"))
            described = _described(match)
            points = _read(path, described)
            lines = [json.dumps(described).encode(), *(b"%d %d" % pair for pair in points), b""]
            write_whole(path, b"\n".join(lines))
            stream = held.enter_context(path.open("ab"))
        yield MatchRecord(points, stream)


@contextmanager
def games_file(path: Path | None, known: int) -> Iterator[Callable[[Pair], None]]:
    """Yield a function that appends the games of a pair to a file at once, if one is wanted.

    Raises NotKept, and Refused if the file has other games.

    If the match goes on, the file has the games of the ``known`` pairs. Those of another pair, which was not recorded
    any more, are dropped.
    """
    if path is None:
        yield lambda pair: None
        return
    with not_kept(_UNWRITTEN):
        stream = path.open("a+b")
    with stream:
        with not_kept(_UNWRITTEN):
            stream.seek(0)
            content = stream.read()
            begins = [game.start() for game in _GAME.finditer(content)]
            if not 2 * known <= len(begins) <= 2 * known + 2 or begins[:1] != [0] * bool(content):
                raise Refused(f"{quoted(str(path))} has other games than the record.")
            stream.truncate([*begins, len(content)][2 * known])

        def write(pair: Pair) -> None:
            with not_kept(_UNWRITTEN):
                stream.write("".join(f"{game.pdn}\n" for game in pair.games).encode())
                stream.flush()

        yield write


def _described(match: EngineMatch) -> dict[str, Any]:
    """Return all that the results depend on, as JSON has it.

    An evaluation is described by its checksum, a habit by its name.
    """
    fields = asdict(match)
    del fields["pairs"], fields["tables"]
    for name, player in (("first", match.first), ("second", match.second)):
        if player.evaluation is not None:
            fields[name]["evaluation"] = crc32(player.evaluation.read_bytes())
    described: dict[str, Any] = json.loads(json.dumps(fields, default=lambda habit: habit.__name__))
    return described


def _read(path: Path, described: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the half points of the recorded pairs, none if there is no file. Raises OSError, Refused."""
    content = bytes_or_none(path)
    if not content:
        return []
    first, *lines = content.split(b"\n")
    try:
        found = parse_json(first)
    except ValueError:
        found = None
    if not isinstance(found, dict) or not lines:
        raise Refused(f"{quoted(str(path))} is not a record of a match.")
    other = [name.replace("_", " ") for name in described if found.get(name) != described[name]]
    if other:
        raise Refused(f"{quoted(str(path))} is the record of another match: it differs in {', '.join(other)}.")
    try:
        return [_POINTS[line] for line in lines[:-1]]
    except KeyError as error:
        raise Refused(f"{quoted(str(path))} is damaged: {quoted(error.args[0].decode('latin-1'))}.") from None
