"""Samples: positions of games with their search scores and results, in flat binary files.

A record has 40 bytes and is little-endian: four masks of eight bytes (pieces of the side to move, pieces of the other
side, kings, triple kings), the number of the game (four bytes), the score (two, signed), the result (one, signed), and
1 if the result is exact, else 0 (one). The board is rotated so that the side to move plays up the board, as Black does.
"""

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from ai.whole_files import written_whole
from engine.geometry import BLACK, WHITE, Geometry
from engine.position import Position

CODES: Final = "QQQQIhbB"
"""The type codes of the fields of a Sample in a record, for ``struct`` and numpy alike; little-endian."""
RECORD: Final = struct.Struct(f"<{CODES}")
SUFFIX: Final = ".samples"
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
        file.write(b"".join(RECORD.pack(*each) for each in samples))


def read_samples(path: Path) -> Iterator[Sample]:
    """Yield the samples of a file. Raises OSError, and ValueError if the file is truncated."""
    content = path.read_bytes()
    if len(content) % RECORD.size:
        raise ValueError(f"{path.name} is no file of samples, or breaks off")
    for own, opp, kings, triples, game, score, result, exact in RECORD.iter_unpack(content):
        yield Sample(own, opp, kings, triples, game, score, result, bool(exact))
