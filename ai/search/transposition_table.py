"""The transposition table. Compiled by mypyc; also runs interpreted.

An entry has two words: the key, and the packed score, depth, bound, age, move and generation. A bucket has four
entries. Entries of older searches are replaced first, then entries of lower depth. Clearing the table starts a new
generation, whose keys differ from the keys of all earlier generations. The cost does not depend on the table size.
"""

from typing import Final

from engine.native_types import i64, vec

EXACT: Final = 3
LOWER: Final = 2
UPPER: Final = 1

NO_MOVE: Final = 255
_BUCKET: Final = 8
# The words before the first bucket. In CPython for 64 bits a vec begins 40 bytes after a cache line if glibc maps its
# memory by itself, as it always does from 32 MB on. Each bucket is then one cache line.
_PADDING: Final = 3
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
    """Return a hash of a position in 62 bits, never 0.

    It multiplies the words of the position by constants. Zobrist hashing would be faster if a move updated the key, but
    here a move makes a new position.
    """
    key = (own * _OWN + opp * _OPP + kings * _KINGS + triples * _TRIPLES + side * _SIDE) & _MASK
    key = ((key ^ (key >> 31)) * _MIX) & _MASK
    key = key ^ (key >> 29)
    return key | 1


class TranspositionTable:
    """A hash table in one vec; its number of buckets is the largest power of two that fits into ``megabytes``."""

    def __init__(self, megabytes: int) -> None:
        buckets = 1
        while buckets * 2 * _BUCKET * 8 <= megabytes << 20:
            buckets *= 2
        self.index_mask: i64 = (buckets - 1) * _BUCKET
        self.words: vec[i64] = vec[i64]([0] * (_PADDING + buckets * _BUCKET))
        self.age: i64 = 0
        self.generation: i64 = 0
        self.generation_key: i64 = 0

    def clear(self) -> None:
        """Empty the table by starting a new generation."""
        self.age = 0
        self.generation += 1
        if self.generation == _GENERATIONS:
            self.generation = 0
            self.words = vec[i64]([0] * len(self.words))
        self.generation_key = ((self.generation * _MIX) & _MASK) & ~1  # even, so that no key becomes 0

    def new_search(self) -> None:
        """Start a new search. Entries of earlier searches now have the lowest priority."""
        self.age = (self.age + 1) & 63

    def prefetch(self, key: i64) -> None:
        """Load the bucket of a position into the processor's cache, for a later ``find``.

        In the compiled library the read is an instruction that does not wait for the memory: see ``setup.py``.
        """
        _: i64 = self.words[self._bucket(key ^ self.generation_key)]

    def find(self, key: i64) -> i64:
        """Return the packed entry of a position, or 0."""
        words = self.words
        key ^= self.generation_key
        at = self._bucket(key)
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
        """Store a result. It replaces the old entry of the position, or else the entry with the lowest priority.

        The priority is the depth, plus a bonus for entries of this search; entries of older generations count as empty.
        ``move`` is the index of the best move in the generator's order, or ``NO_MOVE``. An index that does not fit into
        an entry counts as ``NO_MOVE``. Without a new move the old move of the position is kept.
        """
        if move > NO_MOVE:
            move = NO_MOVE
        words = self.words
        key ^= self.generation_key
        at = self._bucket(key)
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

    def _bucket(self, key: i64) -> i64:
        """Return the place of the first word of a bucket. ``key`` is the key in this generation."""
        return _PADDING + ((key >> 3) & self.index_mask)


def score_in(data: i64) -> i64:
    """Return the score of a packed entry."""
    return (data & 0xFFFF) - 32768


def depth_in(data: i64) -> i64:
    """Return the depth of a packed entry."""
    return ((data >> 16) & 0xFF) - 64


def move_in(data: i64) -> i64:
    """Return the index of the best move in the generator's order, or ``NO_MOVE``."""
    return (data >> 24) & 0xFF


def bound_in(data: i64) -> i64:
    """Return the bound of a packed entry: ``EXACT``, ``LOWER`` or ``UPPER``."""
    return (data >> 32) & 3
