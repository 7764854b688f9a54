"""The transposition table: what the search already knows of a position. Compiled by mypyc; runs interpreted as well.

Two words an entry, four entries a bucket: the key, and the packed score, depth, bound, age, move and generation. An
entry of an older search or of less depth is replaced first, so the table survives long games. Clearing it begins a new
generation, whose keys differ from all earlier ones, so that it costs nothing however large the table is.
"""

from typing import Final

from engine.native_types import i64, vec

EXACT: Final = 3
LOWER: Final = 2
UPPER: Final = 1

NO_MOVE: Final = 255
_BUCKET: Final = 8
_MASK: Final = (1 << 62) - 1
_OWN: Final = 0x1F3D5B79A2C4E68D
_OPP: Final = 0x2545F4914F6CDD1D
_KINGS: Final = 0x369DEA0F31A53F85
_TRIPLES: Final = 0x3C6EF372FE94F82B
_SIDE: Final = 0x1B873593CC9E2D51
_MIX: Final = 0x2127599BF4325C37
_GENERATIONS: Final = 1 << 20
_GENERATION_AT: Final = 40


def position_hash(own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
    """A hash of a position in 62 bits; 0 is never returned.

    Multiplicative, made anew from the words of each position, and not Zobrist's sum of a random number a piece: a move
    here makes a new position, so there is no key that could be kept up to date by what the move changed.
    """
    key = (own * _OWN + opp * _OPP + kings * _KINGS + triples * _TRIPLES + side * _SIDE) & _MASK
    key = ((key ^ (key >> 31)) * _MIX) & _MASK
    key = key ^ (key >> 29)
    return key | 1


class TranspositionTable:
    """A fixed number of buckets in one vec: the largest power of two that so many megabytes hold."""

    def __init__(self, megabytes: int) -> None:
        buckets = 1
        while buckets * 2 * _BUCKET * 8 <= megabytes << 20:
            buckets *= 2
        self.index_mask: i64 = (buckets - 1) * _BUCKET
        self.words: vec[i64] = vec[i64]([0] * (buckets * _BUCKET))
        self.age: i64 = 0
        self.generation: i64 = 0
        self.generation_key: i64 = 0

    def clear(self) -> None:
        """Take every entry for an empty one, at once and at no cost: keys differ from generation to generation."""
        self.age = 0
        self.generation += 1
        if self.generation == _GENERATIONS:
            self.generation = 0
            self.words = vec[i64]([0] * len(self.words))
        self.generation_key = ((self.generation * _MIX) & _MASK) & ~1  # even: no key becomes 0

    def new_search(self) -> None:
        """Let entries of earlier searches be replaced first."""
        self.age = (self.age + 1) & 63

    def find(self, key: i64) -> i64:
        """The packed entry of a position, 0 if it is not known."""
        words = self.words
        key ^= self.generation_key
        at = (key >> 3) & self.index_mask
        if words[at] == key:
            return words[at + 1]
        if words[at + 2] == key:
            return words[at + 3]
        if words[at + 4] == key:
            return words[at + 5]
        if words[at + 6] == key:
            return words[at + 7]
        return 0

    def store(self, key: i64, score: i64, depth: i64, bound: i64, move: i64) -> None:
        """Keep a result in the place of its own entry, or of the one of lowest replacement priority in its bucket.

        Priority is the depth, and more for the entries of this search; entries of older generations are empty ones.
        A move that stands so far back in the generator's order that an entry cannot hold its place is not kept.
        """
        if move > NO_MOVE:
            move = NO_MOVE
        words = self.words
        key ^= self.generation_key
        at = (key >> 3) & self.index_mask
        place = at
        lowest: i64 = 1 << 30
        i: i64 = 0
        while i < _BUCKET:
            if words[at + i] == key:
                place = at + i
                if move == NO_MOVE:
                    move = move_in(words[place + 1])
                break
            data = words[at + i + 1]
            priority = depth_in(data)
            if ((data >> 34) & 63) == self.age:
                priority += 256
            if words[at + i] == 0 or data >> _GENERATION_AT != self.generation:
                priority = -1
            if priority < lowest:
                lowest = priority
                place = at + i
            i += 2
        words[place] = key
        packed = (score + 32768) | ((depth + 64) << 16) | (move << 24) | (bound << 32) | (self.age << 34)
        words[place + 1] = packed | (self.generation << _GENERATION_AT)


def score_in(data: i64) -> i64:
    """The score of a packed entry."""
    return (data & 0xFFFF) - 32768


def depth_in(data: i64) -> i64:
    """The depth of a packed entry."""
    return ((data >> 16) & 0xFF) - 64


def move_in(data: i64) -> i64:
    """The place of the best move in the generator's order, ``NO_MOVE`` if none is known."""
    return (data >> 24) & 0xFF


def bound_in(data: i64) -> i64:
    """``EXACT``, ``LOWER`` or ``UPPER``."""
    return (data >> 32) & 3
