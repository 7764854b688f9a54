"""Files of endgame tables: the slices of one rule set with one number of pieces, in compressed blocks with checksums.

A file has these parts. Numbers have four bytes, the least significant first.

- a line that names the format
- the length of the head and its CRC-32
- the head in JSON: the rules, the number of pieces, whether all slices have distances, and for each slice its pieces,
  figures and number of blocks; if only some slices have distances, each of these has a mark
- for each block of each slice, its length and its CRC-32
- the blocks, LZMA2 without a container

A block unpacks to 64 KiB of values in the order of the position numbers; the last block of a slice may be shorter. With
distances a value is a byte: 0 for a draw, 1 for a loss, otherwise the plies to the win plus 1. The distance of a loss
is not stored: it is the longest distance of a win among its successors, plus 1. Without distances a value has two bits:
0, 1 and 2 for draw, loss and win. Positions with a capture, and numbers with two pieces on one square, repeat the value
before, which compresses well. Lookups search the captures of a position and never ask for an impossible number.
"""

import json
import lzma
import struct
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import BinaryIO, Final
from zlib import crc32

from ai.endgames.slices import Slice
from ai.endgames.values import UNCOUNTED, is_loss, smallest_loss
from engine.json_text import parse_json
from engine.rules import Rules

BLOCK: Final = 1 << 16
_FORMAT: Final = b"EGA Checkers endgame tables 1\n"
_SIZES: Final = struct.Struct("<II")
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": 6, "lc": 0, "lp": 0, "pb": 0, "dict_size": BLOCK},)
# The fields of a rule set that decide the values. The headers of most files were written before the later fields: they
# do not name them with these values.
_FIELDS: Final = (
    *("size", "dark_left", "men_capture_back", "men_take_kings", "kings_fly", "kings_range", "landing", "choice"),
    *("crowning", "captured_stay", "triple_kings", "losing", "first_king"),
)
_LATER_FIELDS: Final = {"landing": "anywhere", "losing": False, "first_king": False}
_OUTCOMES: Final = bytes([0, *(1, 2) * 127, 1])


class DamagedTables(ValueError):
    """A file of tables is damaged or was made for other rules. The text is one sentence for the player."""


@dataclass(frozen=True)
class SliceFigures:
    """The number of positions of a slice by outcome, and the longest win and loss in plies."""

    wins: int
    losses: int
    draws: int
    longest_win: int
    longest_loss: int

    @property
    def positions(self) -> int:
        """The total number of positions."""
        return self.wins + self.losses + self.draws


def figures_of(counts: Sequence[int], rules: Rules) -> SliceFigures:
    """Return the figures of a slice. ``counts``: the number of positions by value (see ``ai.endgames.values``)."""
    lost = smallest_loss(rules)
    counted = [value for value in range(1, UNCOUNTED) if counts[value]]
    return SliceFigures(
        wins=sum(counts[3 - lost :: 2]),
        losses=sum(counts[lost::2]),
        draws=counts[0],
        longest_win=max((value - 1 for value in counted if not is_loss(value, lost)), default=0),
        longest_loss=max((value - 1 for value in counted if is_loss(value, lost)), default=0),
    )


def file_name(rules: Rules, pieces: int) -> str:
    """Return the name of the file for a number of pieces."""
    return f"{rules.files}-{pieces}.tables"


def rules_text(rules: Rules) -> str:
    """Return the fields of a rule set that the tables depend on, as text."""
    fields = {name: getattr(rules, name) for name in _FIELDS}
    return ", ".join(f"{name}={value}" for name, value in fields.items() if value != _LATER_FIELDS.get(name))


def compress(values: bytes, distances: bool) -> list[bytes]:
    """Return the compressed blocks of a slice. If ``distances`` is False, reduce the values to outcomes."""
    positions = BLOCK if distances else 4 * BLOCK
    found = []
    for start in range(0, len(values), positions):
        block = values[start : start + positions]
        found.append(lzma.compress(block if distances else _pack(block), lzma.FORMAT_RAW, filters=_FILTERS))
    return found


def _pack(values: bytes) -> bytes:
    """Pack the outcomes of values, four to a byte."""
    outcomes = values.translate(_OUTCOMES)
    outcomes += bytes(-len(outcomes) % 4)
    # One shift of a long integer moves every fourth value to its place; a loop over the bytes would be slow.
    parts = [int.from_bytes(outcomes[place::4], "little") << (2 * place) for place in range(4)]
    return (parts[0] | parts[1] | parts[2] | parts[3]).to_bytes(len(outcomes) // 4, "little")


def write(
    file: BinaryIO,
    rules: Rules,
    pieces: int,
    solved: Iterable[tuple[Slice, SliceFigures, list[bytes]]],
    counted: Container[Slice],
) -> None:
    """Write a file from compressed slices. ``counted`` are the slices with distances."""
    rows = list(solved)
    distances = all(each in counted for each, _, _ in rows)
    head = {
        "rules": rules.files,
        "by": rules_text(rules),
        "pieces": pieces,
        "distances": distances,
        "slices": [
            {"pieces": list(each), "blocks": len(blocks)}
            | ({"distances": True} if each in counted and not distances else {})
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
    """A file of tables. The head is read by the constructor; blocks are read and checked on demand.

    The file is open only while it is read. ``figures`` has the slices in the order of the file. ``counted`` are the
    slices with distances; ``distances`` is True if all slices have them. ``checksum`` covers the head and the
    checksums of all blocks, so files with different content have different checksums. Two objects are equal if their
    paths and checksums are equal.
    """

    def __init__(self, path: Path, rules: Rules) -> None:
        """Read the head. Raises OSError, DamagedTables."""
        self.path = path
        with path.open("rb") as file:
            text = _read_head(file, path)
            head = parse_json(text)
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
        """The number of positions in the file."""
        return sum(figures.positions for figures in self.figures.values())

    @cached_property
    def _starts(self) -> list[int]:
        """The offset of each block in the file."""
        return list(accumulate((length for length, _ in _SIZES.iter_unpack(self._sums)), initial=self._begin))

    def blocks(self, wanted: Slice) -> int:
        """Return the number of blocks of a slice."""
        count: int = self._counts[wanted]
        return count

    def read(self, wanted: Slice, block: int) -> bytes:
        """Return an unpacked block of a slice. Raises OSError, DamagedTables."""
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
        """Read and check all blocks; yield each slice after its last block. Raises OSError, DamagedTables."""
        for each in self._first:
            for block in range(self._counts[each]):
                self.read(each, block)
            yield each


def repack(file: BinaryIO, built: PackedTables, rules: Rules, counted: Container[Slice]) -> None:
    """Write tables with distances for the ``counted`` slices only. ``built`` has all distances.

    Raises OSError, DamagedTables.
    """
    rows = []
    for each, figures in built.figures.items():
        values = b"".join(built.read(each, block) for block in range(built.blocks(each)))
        rows.append((each, figures, compress(values, each in counted)))
    write(file, rules, built.pieces, rows, counted)


def _read_head(file: BinaryIO, path: Path) -> bytes:
    start = file.read(len(_FORMAT) + _SIZES.size)
    if not start.startswith(_FORMAT) or len(start) != len(_FORMAT) + _SIZES.size:
        raise DamagedTables(f"{path.name} is no file of endgame tables.")
    length, checksum = _SIZES.unpack(start[len(_FORMAT) :])
    text = file.read(length)
    if len(text) != length or crc32(text) != checksum:
        raise DamagedTables(f"{path.name}: the head is damaged.")
    return text
