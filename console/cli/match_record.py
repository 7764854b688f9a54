"""The record of a match: a PDN file of its games, from which a match that was ended early goes on.

The first line describes the match as JSON, behind a % sign, which PDN readers skip. Then come the games, in the order
of the pairs. They depend only on the match and the number of the pair.
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO, Final
from zlib import crc32

from ai.lab.match.match import EngineMatch, Pair
from ai.whole_files import open_file, read_bytes
from console.cli.parser import Refused
from console.cli.workers import alone
from console.storage.atomic_files import write_whole
from console.storage.notices import not_kept
from engine.json_text import parse_json
from engine.pdn.record import points
from engine.printable import quoted

_UNSAVED: Final = "The games cannot be saved"
_BEGIN: Final = b'[Event "Match"]\n'
_GAME: Final = re.compile(
    re.escape(_BEGIN) + rb'.*?^\[Round "(\d+\.([12]))"\]\n.*?^\[Result "(\S+)"\]\n.*?\3\n\n', re.MULTILINE | re.DOTALL
)
"""A game to its end: its round, the number of the game in its pair, and its result."""


class MatchRecord:
    """The results of a match: half ``points`` of the pairs that were recorded before, and a file for further pairs."""

    def __init__(self, points: Sequence[tuple[int, int]], stream: BinaryIO) -> None:
        self.points = points
        self._stream = stream

    def add(self, pair: Pair) -> None:
        """Append both games of the next pair. Raises NotKept."""
        with not_kept(_UNSAVED):
            self._stream.write("".join(f"{game.pdn}\n" for game in pair.games).encode())
            self._stream.flush()


@contextmanager
def match_record(path: Path, match: EngineMatch) -> Iterator[MatchRecord]:
    """Open the record of a match, or create it. An incomplete last pair is removed.

    Raises Refused if the file is damaged, is in use, or is the record of another match; NotKept if it cannot be read
    or written.
    """
    with ExitStack() as held:
        with not_kept(_UNSAVED):
            held.enter_context(alone(path.with_name(f".{path.name}.lock"), f"writing {quoted(str(path))}"))
            described = _described(match)
            games = _read(path, described)
            head = f"% {json.dumps(described)}\n\n".encode()
            write_whole(path, head + b"".join(game[0] for game in games))
            stream = held.enter_context(path.open("ab"))
        found = list(map(_half_points, games))
        yield MatchRecord(list(zip(found[::2], found[1::2], strict=True)), stream)


def _half_points(game: re.Match[bytes]) -> int:
    """Return the half points of the first player, who has the first move in the first game of a pair."""
    won = points(game[3].decode())
    return 1 if won == 2 else 2 * (won == int(game[2]) - 1)


def _described(match: EngineMatch) -> dict[str, Any]:
    """Return all that the results depend on, as JSON has it.

    An evaluation is described by its checksum.
    """
    fields = asdict(match)
    del fields["pairs"], fields["tables"]
    for name, player in (("first", match.first), ("second", match.second)):
        if player.evaluation is not None:
            fields[name]["evaluation"] = crc32(read_bytes(player.evaluation))
    described: dict[str, Any] = json.loads(json.dumps(fields))
    return described


def _read(path: Path, described: dict[str, Any]) -> list[re.Match[bytes]]:
    """Return the games of the recorded pairs, none if there is no file. Raises OSError, Refused."""
    try:
        with open_file(path) as file:
            content = file.read()
    except FileNotFoundError:
        content = b""
    if not content:
        return []
    first, _, rest = content.partition(b"\n\n")
    try:
        found = parse_json(first.removeprefix(b"% "))
    except ValueError:
        found = None
    if not isinstance(found, dict) or not first.startswith(b"% "):
        raise Refused(f"{quoted(str(path))} is not a record of a match.")
    other = [name.replace("_", " ") for name in described if found.get(name) != described[name]]
    if other:
        raise Refused(f"{quoted(str(path))} is the record of another match: it differs in {', '.join(other)}.")
    games = list(_GAME.finditer(rest))
    rounds = [b"%d.%d" % (number // 2 + 1, number % 2 + 1) for number in range(len(games))]
    known = b"".join(game[0] for game in games)
    cut_off = rest.removeprefix(known)[: len(_BEGIN)]
    if [game[1] for game in games] != rounds or not rest.startswith(known) or not _BEGIN.startswith(cut_off):
        raise Refused(f"{quoted(str(path))} is damaged.")
    return games[: len(games) // 2 * 2]
