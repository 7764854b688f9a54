"""Files of endgame tables: all slices of one rule set with so many pieces, compressed in blocks that are checked.

A file has four parts. A line that names the format; two numbers of four bytes, least significant first: the length of
the head and its CRC-32; the head, JSON: the rules, what is stored, and for each slice its pieces, figures and number of
blocks, and whether it has distances though others have not; eight bytes for each block of each slice: its length and
its CRC-32; the blocks, LZMA2 without a container. A block unpacks to 64 KiB of values in the order of the positions'
numbers, the last of a slice to less. Where ``distances`` are stored a value is a byte: 0 for a draw, 1 for a loss,
which ends a ply later than the latest win that it leads to, else one more than the plies to the win. Otherwise it is
two bits: 0, 1 and 2 for draw, loss and win. Where the side to move must capture, and where two pieces would stand on
one square, the value stored is the one before, which costs nothing: the first is found by looking at what the captures
lead to, the second never asked for.
"""

import json
import lzma
import struct
from collections.abc import Container, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO, Final
from zlib import crc32

from ai.endgames.slices import Slice
from engine.rules import Rules

BLOCK: Final = 1 << 16
_FORMAT: Final = b"EGA Checkers endgame tables 1\n"
_SIZES: Final = struct.Struct("<II")
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0, "dict_size": BLOCK},)
_OUTCOMES: Final = bytes(0 if value == 0 else 2 - value % 2 for value in range(256))


class DamagedTables(ValueError):
    """A file of tables that cannot be believed, in one sentence."""


@dataclass(frozen=True)
class SliceFigures:
    """What a slice holds: its positions by outcome, and the longest win and loss in plies."""

    wins: int
    losses: int
    draws: int
    longest_win: int
    longest_loss: int

    @property
    def positions(self) -> int:
        """All of them."""
        return self.wins + self.losses + self.draws


def file_name(rules: Rules, pieces: int) -> str:
    """What the file of the tables for so many pieces is called."""
    return f"{rules.name}-{pieces}.tables"


def rules_text(rules: Rules) -> str:
    """All that the tables of a rule set depend on."""
    fields = asdict(rules)
    for name in ("name", "summary", "first", "rows_of_men", "draw_after", "jumpings", "algebraic", "game_type"):
        del fields[name]
    return ", ".join(f"{name}={value}" for name, value in fields.items())


def compress(values: bytes, distances: bool) -> list[bytes]:
    """The blocks of a slice: ``values`` as stored with distances."""
    positions = BLOCK if distances else 4 * BLOCK
    found = []
    for start in range(0, len(values), positions):
        block = values[start : start + positions]
        found.append(lzma.compress(block if distances else _pack(block), lzma.FORMAT_RAW, filters=_FILTERS))
    return found


def _pack(values: bytes) -> bytes:
    """Four outcomes a byte."""
    outcomes = values.translate(_OUTCOMES)
    outcomes += bytes(-len(outcomes) % 4)
    # As long numbers: each fourth byte of the block, moved to its place in the packed byte.
    parts = [int.from_bytes(outcomes[place::4], "little") << (2 * place) for place in range(4)]
    return (parts[0] | parts[1] | parts[2] | parts[3]).to_bytes(len(outcomes) // 4, "little")


def write(
    file: BinaryIO,
    rules: Rules,
    pieces: int,
    distances: bool,
    solved: Iterable[tuple[Slice, SliceFigures, list[bytes]]],
    but: Container[Slice] = (),
) -> None:
    """Write tables from their compressed slices. Those named by ``but`` have distances though the others have none."""
    rows = list(solved)
    head = {
        "rules": rules.name,
        "by": rules_text(rules),
        "pieces": pieces,
        "distances": distances,
        "slices": [
            {"pieces": list(each), "blocks": len(blocks)}
            | ({"distances": True} if each in but else {})
            | asdict(figures)
            for each, figures, blocks in rows
        ],
    }
    text = json.dumps(head, separators=(",", ":")).encode("ascii")
    file.write(_FORMAT + _SIZES.pack(len(text), crc32(text)) + text)
    for _, _, blocks in rows:
        file.write(b"".join(_SIZES.pack(len(block), crc32(block)) for block in blocks))
    for _, _, blocks in rows:
        file.writelines(blocks)


class PackedTables:
    """A file of tables: what it holds is known at once, a block is read and checked when it is asked for.

    ``figures`` has the slices in the order of the file, ``counted`` those with distances; ``distances`` is whether all
    have them. ``checksum`` covers the head and the checksums of all blocks, so it differs between files with different
    content. Two objects are equal if they have the same path and checksum.
    """

    def __init__(self, path: Path, rules: Rules) -> None:
        """Read the head. Raises OSError, DamagedTables."""
        self.path = path
        with path.open("rb") as file:
            text = _read_head(file, path)
            head = json.loads(text)
            if head["by"] != rules_text(rules):
                raise DamagedTables(f"{path.name} was made for other rules.")
            self.pieces: int = head["pieces"]
            self.distances: bool = head["distances"]
            counts = [row.pop("blocks") for row in head["slices"]]
            found = [Slice(*row.pop("pieces")) for row in head["slices"]]
            with_distances = [row.pop("distances", self.distances) for row in head["slices"]]
            self.counted = frozenset(each for each, has in zip(found, with_distances, strict=True) if has)
            self.figures = {each: SliceFigures(**row) for each, row in zip(found, head["slices"], strict=True)}
            self._sums = file.read(_SIZES.size * sum(counts))
            if len(self._sums) != _SIZES.size * sum(counts):
                raise DamagedTables(f"{path.name} breaks off.")
            self._begin = file.tell()
        self.checksum = crc32(self._sums, crc32(text))
        self._first = dict(zip(found, accumulate(counts, initial=0), strict=False))
        self._counts = dict(zip(found, counts, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackedTables) and (self.path, self.checksum) == (other.path, other.checksum)

    def __hash__(self) -> int:
        return hash((self.path, self.checksum))

    @property
    def positions(self) -> int:
        """How many it knows."""
        return sum(figures.positions for figures in self.figures.values())

    @cached_property
    def _starts(self) -> list[int]:
        """Where in the file each block begins."""
        return list(accumulate((length for length, _ in _SIZES.iter_unpack(self._sums)), initial=self._begin))

    def blocks(self, wanted: Slice) -> int:
        """How many blocks a slice has."""
        count: int = self._counts[wanted]
        return count

    def read(self, wanted: Slice, block: int) -> bytes:
        """One block of a slice, unpacked. Raises OSError, DamagedTables."""
        at = self._first[wanted] + block
        length, checksum = _SIZES.unpack_from(self._sums, _SIZES.size * at)
        with self.path.open("rb") as file:
            file.seek(self._starts[at])
            packed = file.read(length)
        if len(packed) != length or crc32(packed) != checksum:
            raise DamagedTables(f"{self.path.name}: block {block} of {wanted.name} is damaged.")
        try:
            return lzma.decompress(packed, lzma.FORMAT_RAW, filters=_FILTERS)
        except lzma.LZMAError as error:
            raise DamagedTables(f"{self.path.name}: block {block} of {wanted.name} does not unpack.") from error

    def check(self) -> Iterator[Slice]:
        """Read every slice from end to end. Raises OSError, DamagedTables."""
        for each in self._first:
            for block in range(self._counts[each]):
                self.read(each, block)
            yield each


def without_distances(tables: PackedTables, rules: Rules, file: BinaryIO, but: Container[Slice] = ()) -> None:
    """Write tables anew without their distances, as a build would, ``but`` with those of some slices.

    Raises OSError, DamagedTables.
    """
    rows = []
    for each, figures in tables.figures.items():
        values = b"".join(tables.read(each, block) for block in range(tables.blocks(each)))
        rows.append((each, figures, compress(values, each in but)))
    write(file, rules, tables.pieces, False, rows, but)


def _read_head(file: BinaryIO, path: Path) -> bytes:
    start = file.read(len(_FORMAT) + _SIZES.size)
    if not start.startswith(_FORMAT) or len(start) != len(_FORMAT) + _SIZES.size:
        raise DamagedTables(f"{path.name} is no file of endgame tables.")
    length, checksum = _SIZES.unpack(start[len(_FORMAT) :])
    text = file.read(length)
    if len(text) != length or crc32(text) != checksum:
        raise DamagedTables(f"{path.name}: the head is damaged.")
    return text
