"""Replay of games on bitboards, and the keys of their positions. Compiled by mypyc; also runs interpreted."""

from typing import Final

from engine.bits import count
from engine.captures import STRIDE
from engine.geometry import BLACK, Geometry
from engine.moves import SuccessorGenerator
from engine.native_types import i64, vec
from engine.rules import Rules

MOST_PIECES: Final = 10
"""The largest number of pieces on the board for which the material has a key."""
LONGEST_PATH: Final = 10
"""The largest number of squares in the code of a move. The code has six bits for each square, the first one lowest."""
_MASK: Final = (1 << 62) - 1
# The multipliers of the hash.
_OWN: Final = 0x1F3D5B79A2C4E68D
_OPP: Final = 0x2545F4914F6CDD1D
_KINGS: Final = 0x369DEA0F31A53F85
_TRIPLES: Final = 0x3C6EF372FE94F82B
_BOARD: Final = 0x1B873593CC9E2D51
_MATERIAL: Final = 0x0C2B2AE3D27D4EB4
_MIX: Final = 0x2127599BF4325C37
_DROPPED_BITS: Final = 14  # lowest bits of a hash of 62 bits; the other 48 are the key


def _key_of(hash: i64) -> i64:
    """Mix the bits of a hash, and return its 48 highest bits."""
    hash &= _MASK
    hash = ((hash ^ (hash >> 31)) * _MIX) & _MASK
    return (hash ^ (hash >> 29)) >> _DROPPED_BITS


def material_key(more: i64, less: i64) -> i64:
    """Return the 48-bit key of the material of both sides. ``more`` is the greater number.

    Each number has the counts of men, kings and triple kings, in four bits each.
    """
    return _key_of(((more << 12) | less) * _MATERIAL + _MATERIAL)


def material(own: i64, opp: i64, kings: i64, triples: i64) -> i64:
    """Return the key of the material of a position with at most ``MOST_PIECES`` pieces."""
    kings &= ~triples
    men = ~(kings | triples)
    first = (count(own & men) << 8) | (count(own & kings) << 4) | count(own & triples)
    second = (count(opp & men) << 8) | (count(opp & kings) << 4) | count(opp & triples)
    return material_key(first, second) if first > second else material_key(second, first)


class PositionKeys:
    """The hash function for positions on one board. Its keys have 48 bits.

    A position and its mirror have the same key. The mirror is the board rotated by 180 degrees, with colors exchanged.
    """

    def __init__(self, geometry: Geometry) -> None:
        width = geometry.all.bit_length()
        self.board: i64 = (2 * geometry.size + geometry.dark_left) * _BOARD & _MASK
        # Reversing the bits of a mask rotates the board. Seven bytes are reversed one by one, which makes 56 bits.
        self.turned_bytes: vec[i64] = vec[i64]([int(f"{byte:08b}"[::-1], 2) for byte in range(256)])
        self.surplus: i64 = 56 - width

    def turned(self, bits: i64) -> i64:
        """Return a mask on the board rotated by 180 degrees."""
        turned = self.turned_bytes
        found: i64 = 0
        n: i64 = 0
        while n < 7:
            found = (found << 8) | turned[bits & 255]
            bits >>= 8
            n += 1
        return found >> self.surplus

    def key(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
        """Return the key of a position; ``own`` are the pieces of the side to move."""
        if side != BLACK:
            own = self.turned(own)
            opp = self.turned(opp)
            kings = self.turned(kings)
            if triples:
                triples = self.turned(triples)
        return _key_of(own * _OWN + opp * _OPP + kings * _KINGS + triples * _TRIPLES + self.board)

    def note(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, what: i64, found: dict[int, int]) -> int:
        """Return the key of a position, and store ``what`` in ``found`` under this key unless it is there already.

        If the position has at most ``MOST_PIECES`` pieces, do the same for the key of its material.
        """
        key: int = self.key(own, opp, kings, triples, side)
        if key not in found:
            found[key] = what
        if count(own | opp) <= MOST_PIECES:
            of_material: int = material(own, opp, kings, triples)
            if of_material not in found:
                found[of_material] = what
        return key


class Replay:
    """The replay of games of one rule set, with forced jumping."""

    def __init__(self, rules: Rules) -> None:
        geometry = rules.geometry
        squares = geometry.squares
        self.first: i64 = rules.first
        self.squares: i64 = squares
        self.generator: SuccessorGenerator = SuccessorGenerator(rules)
        self.keys: PositionKeys = PositionKeys(geometry)
        self.bits: vec[i64] = vec[i64]([0] + [geometry.bit(number) for number in range(1, squares + 1)] + [0] * 64)
        between = [0] * (64 * 64)
        for start in range(1, squares + 1):
            row, column = geometry.row_and_column(start)
            for up in (-1, 1):
                for right in (-1, 1):
                    jumped = geometry.at(row + up, column + right)
                    end = geometry.at(row + 2 * up, column + 2 * right)
                    if jumped is not None and end is not None:
                        between[64 * start + end] = geometry.bit(jumped)
        self.between: vec[i64] = vec[i64](between)
        self.is_stuck: bool = False
        self.is_ambiguous: bool = False

    def play(
        self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, moves: list[int], found: dict[int, int]
    ) -> list[int] | None:
        """Play ``moves``, which are codes of squares. Return the keys of all positions, the first one included.

        Return None if a code matches no legal move, or if it matches several. Then ``is_ambiguous`` is set.
        ``is_stuck`` is set if the side to move in the last position has no move.

        Each new key of a position or of material is added to ``found`` with 15 bits about its first occurrence. From
        the highest bit, they are the start and the end square of the move that followed (six bits each, all 0 after the
        last move), two bits for the result, which the caller sets, and a bit that is 1 if the second player is to move.
        For a move by White, the squares are numbered on the board rotated by 180 degrees.
        """
        self.is_ambiguous = False
        generator = self.generator
        stack = generator.stack
        bits = self.bits
        keys: list[int] = []
        for code in moves:
            path: i64 = code
            start = path & 63
            end = path >> 6
            while end > 63:
                end >>= 6
            change = bits[start] ^ bits[end]
            top = generator.generate(own, opp, kings, triples, side, 0)
            at: i64 = -1
            n: i64 = 0
            while n < top:
                if (own ^ stack[n]) == change and self._matches(path, own & bits[start], opp & ~stack[n + 1]):
                    if at >= 0:
                        self.is_ambiguous = True
                        return None
                    at = n
                n += STRIDE
            if at < 0:
                return None
            what = (start << 6) | end
            if side != BLACK:
                what = ((self.squares + 1 - start) << 6) | (self.squares + 1 - end)
            what <<= 3
            if side != self.first:
                what |= 1
            keys.append(self.keys.note(own, opp, kings, triples, side, what, found))
            left = stack[at + 1]
            opp = stack[at]
            own = left
            kings = stack[at + 2]
            triples = stack[at + 3]
            side = 1 - side
        keys.append(self.keys.note(own, opp, kings, triples, side, 0 if side == self.first else 1, found))
        self.is_stuck = generator.generate(own, opp, kings, triples, side, 0) == 0
        return keys

    def _matches(self, path: i64, starts: i64, captured: i64) -> bool:
        """Return True if a move fits the squares of ``path``, whose first and last squares are checked already.

        ``starts`` is 0 if the side to move has no piece on the first square. ``captured`` has the pieces that the move
        captures. A path of two squares fits every route. A longer path must jump each of these pieces, and no other.
        """
        if starts == 0:
            return False
        if path < 64 * 64:
            return captured != 0 or path & 63 != path >> 6
        while path > 63:
            jumped = self.between[64 * (path & 63) + ((path >> 6) & 63)]
            if jumped & captured == 0:
                return False
            captured ^= jumped
            path >>= 6
        return captured == 0
