"""Samples: positions of games with their search scores and results, in flat binary files.

A record has 40 bytes and is little-endian: four masks of eight bytes (pieces of the side to move, pieces of the other
side, kings, triple kings), the number of the game (four bytes), the score (two, signed), the result (one, signed), and
1 if the result is exact, else 0 (one). The board is rotated so that the side to move plays up the board, as Black does.
The CRC-32 of all records follows (four bytes); files of version 1.1 and before end without it.
"""

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

from ai.whole_files import written_whole
from engine.geometry import BLACK, WHITE, Geometry
from engine.position import Position
from engine.rules import Rules

CODES: Final = "QQQQIhbB"
"""The type codes of the fields of a Sample in a record, for ``struct`` and numpy alike; little-endian."""
RECORD: Final = struct.Struct(f"<{CODES}")
SUFFIX: Final = ".samples"
_SUM: Final = struct.Struct("<I")
_LARGEST_SCORE: Final = 32_000


class Sample(NamedTuple):
    """A position, its search score in centimen and its result, from the view of the side to move.

    ``result`` is 1, 0 or -1. If ``exact`` is True, it is the result of best play, otherwise the result of the game.
    """

    own: int
    opp: int
    kings: int
    triples: int
    game: int
    score: int
    result: int
    exact: bool


def sample(position: Position, game: int, score: int, result: int, exact: bool) -> Sample:
    """Return the sample of a position; score and result are from the view of its side to move."""
    seen = position.turned() if position.side == WHITE else position
    own, opp, kings, triples, _ = seen.words()
    return Sample(own, opp, kings, triples, game, limited(score), result, exact)


def position_of(each: Sample, geometry: Geometry) -> Position:
    """Return the position of a sample, rotated as stored: Black is to move."""
    return Position(geometry, each.own, each.opp, each.kings, each.triples, BLACK)


def limited(score: int) -> int:
    """Clamp a score to the range of a record."""
    return max(-_LARGEST_SCORE, min(_LARGEST_SCORE, score))


def write_samples(path: Path, samples: Iterable[Sample]) -> None:
    """Write a file of samples atomically. Raises OSError."""
    with written_whole(path) as file:
        content = b"".join(RECORD.pack(*each) for each in samples)
        file.write(content + _SUM.pack(crc32(content)))


def records(path: Path) -> bytes:
    """Return the records of a file. Raises OSError, and ValueError if the file is truncated or damaged."""
    content = path.read_bytes()
    if len(content) % RECORD.size == 0:
        return content
    found, end = content[: -_SUM.size], content[-_SUM.size :]
    if len(found) % RECORD.size or end != _SUM.pack(crc32(found)):
        raise ValueError(f"{path.name} is no file of samples, breaks off or is damaged")
    return found


def read_samples(path: Path, rules: Rules) -> Iterator[Sample]:
    """Yield the samples of a file. Raises OSError, and ValueError if it is damaged or of another board."""
    board = rules.geometry.all
    for own, opp, kings, triples, game, score, result, exact in RECORD.iter_unpack(records(path)):
        if (
            (own | opp) & ~board
            or own & opp
            or kings & ~(own | opp)
            or triples & ~kings
            or abs(result) > 1
            or exact > 1
        ):
            raise ValueError(f"{path.name}: some positions are none of {rules.name}")
        yield Sample(own, opp, kings, triples, game, score, result, bool(exact))
