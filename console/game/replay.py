"""Replays games on bitboards, for the keys of their positions. Compiled by mypyc; also runs interpreted."""

from typing import Final

from engine.captures import STRIDE
from engine.geometry import BLACK, Geometry
from engine.native_types import i64, vec
from engine.rules import Rules
from engine.successors import SuccessorGenerator

MOST_PIECES: Final = 10
"""The largest number of pieces whose material has a key."""
LONGEST_PATH: Final = 10
"""The largest number of squares in the code of a move: six bits each, the first square lowest."""
_MASK: Final = (1 << 62) - 1
_OWN: Final = 0x1F3D5B79A2C4E68D
_OPP: Final = 0x2545F4914F6CDD1D
_KINGS: Final = 0x369DEA0F31A53F85
_TRIPLES: Final = 0x3C6EF372FE94F82B
_BOARD: Final = 0x1B873593CC9E2D51
_MATERIAL: Final = 0x0C2B2AE3D27D4EB4
_MIX: Final = 0x2127599BF4325C37
_SURPLUS: Final = 14  # of the 62 bits of a hash; its 48 highest are a key


def _key_of(hash: i64) -> i64:
    hash &= _MASK
    hash = ((hash ^ (hash >> 31)) * _MIX) & _MASK
    return (hash ^ (hash >> 29)) >> _SURPLUS


def material_key(more: i64, less: i64) -> i64:
    """Return a 48-bit key of the material: men, kings and triple kings, four bits each, the greater side first."""
    return _key_of(((more << 12) | less) * _MATERIAL + _MATERIAL)


def _count(bits: i64) -> i64:
    found: i64 = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


def material(own: i64, opp: i64, kings: i64, triples: i64) -> i64:
    """Return the key of the material of a position with at most ``MOST_PIECES`` pieces."""
    kings &= ~triples
    men = ~(kings | triples)
    first = (_count(own & men) << 8) | (_count(own & kings) << 4) | _count(own & triples)
    second = (_count(opp & men) << 8) | (_count(opp & kings) << 4) | _count(opp & triples)
    return material_key(first, second) if first > second else material_key(second, first)


class PositionKeys:
    """The 48-bit keys of positions on one board, unchanged if colours are exchanged and the board is turned."""

    def __init__(self, geometry: Geometry) -> None:
        width = geometry.all.bit_length()
        self.board: i64 = (2 * geometry.size + geometry.dark_left) * _BOARD & _MASK
        # Seven bytes turned one by one are a mask of 56 bits turned.
        self.turned_bytes: vec[i64] = vec[i64]([int(f"{byte:08b}"[::-1], 2) for byte in range(256)])
        self.surplus: i64 = 56 - width

    def turned(self, bits: i64) -> i64:
        """Return a mask on the board turned half round."""
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
        """Return the key of a position, and add it and the key of its material to ``found``, unless they are there."""
        key: int = self.key(own, opp, kings, triples, side)
        if key not in found:
            found[key] = what
        if _count(own | opp) <= MOST_PIECES:
            of_material: int = material(own, opp, kings, triples)
            if of_material not in found:
                found[of_material] = what
        return key


class Replay:
    """Replays games of one rule set with forced jumping."""

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

    def play(
        self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, moves: list[int], found: dict[int, int]
    ) -> list[int] | None:
        """Play ``moves`` and return the keys of the positions, the first included.

        A move is the code of its squares. ``found`` receives each key of a position or of material with the move made
        when it was first reached: start and end as the mover numbers them (six bits each), two unused bits, and one bit
        that is set if the mover is the second player. Return None if a move matches no legal move or several.
        """
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
                if (own ^ stack[n]) == change and self._leads(path, own & bits[start], opp & ~stack[n + 1]):
                    if at >= 0:
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
        return keys

    def _leads(self, path: i64, starts: i64, captured: i64) -> bool:
        """Return True if a move with these captures goes over the squares of a path; ``starts`` is its start's bit."""
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
