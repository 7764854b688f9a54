"""Keys of positions and material, for searching games. A position and its mirror have the same key."""

import re
from functools import cache
from typing import Final, NamedTuple

from engine import replay
from engine.geometry import BLACK, Geometry, Side
from engine.position import Position

_SIDES: Final = re.compile(r"\s+(?:v|vs|against)\.?\s+")
_PART: Final = re.compile(r"([0-9]{1,2}|an?|one|two|three|four|five|six)?\s*(men|man|kings?|triple kings?)?")
_NUMBERS: Final = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_HOW: Final = "material is said like 2 kings v 1, or 3 men and a king v 2 kings"
_RANKS: Final = {"man": 0, "men": 0, "king": 1, "triple king": 2}


class Material(NamedTuple):
    """The material of both sides: the counts of men, kings and triple kings. The greater tuple is ``more``."""

    more: tuple[int, int, int]
    less: tuple[int, int, int]

    @classmethod
    def read(cls, text: str) -> "Material":
        """Parse a text such as ``2 kings v 1`` or ``3 men and a king v 2 kings``. Raises ValueError."""
        sides = _SIDES.split(text.strip().casefold())
        if len(sides) != 2:
            raise ValueError(_HOW)
        rank = -1
        counted = []
        for side in sides:
            counts = [0, 0, 0]
            for part in re.split(r"\s*(?:,|\+|\band\b)\s*", side):
                match = _PART.fullmatch(part.strip())
                if match is None or not (match[1] or match[2]):
                    raise ValueError(_HOW)
                rank = _RANKS[match[2].removesuffix("s")] if match[2] else rank
                if rank < 0:
                    raise ValueError(_HOW)
                number = match[1] or "1"
                counts[rank] += int(number) if number.isdigit() else _NUMBERS[number]
            counted.append((counts[0], counts[1], counts[2]))
        return cls(*sorted(counted, reverse=True))


def position_key(position: Position) -> int:
    """Return the 48-bit key of a position, which is also the key of its mirror (see ``PositionKeys``)."""
    return int(keys_of(position.geometry).key(*position.words()))


def material_key(material: Material) -> int:
    """Return the 48-bit key of material. It occurs in the index only for at most ten pieces."""
    more, less = (men << 8 | kings << 4 | triples for men, kings, triples in material)
    return int(replay.material_key(more, less))


@cache
def keys_of(geometry: Geometry) -> replay.PositionKeys:
    """Return the hash function for positions on a board."""
    return replay.PositionKeys(geometry)


def seen_from(side: Side, geometry: Geometry, start: int, end: int) -> tuple[int, int]:
    """Convert two square numbers from the board's numbers to those of a side, or back.

    For Black they are equal. White's numbers are those of the board rotated by 180 degrees.
    """
    if side == BLACK:
        return start, end
    return geometry.squares + 1 - start, geometry.squares + 1 - end
