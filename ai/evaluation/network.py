"""A trained evaluation: patterns of men, and a network with one hidden layer on all pieces. Compiled by mypyc.

Both were fitted together to the results of games. The network sees the board turned so that the side to move plays up
it; what it says of a piece on a square is added to the sums of 31 hidden units and of one linear unit (piece-square
values). A hidden unit passes on what is above nothing (ReLU) times its weight. As in NNUE evaluations (Nasu 2018) all
of it is integers and table look-ups: a row of the board is one look-up for its men and one for its kings. Four sums of
16 bits lie side by side in a word; each stays within its bits for any pieces on the board, so that whole words can be
added. There is a set of weights for each phase: no kings, kings, and few pieces with kings.
"""

from typing import Final

from engine.geometry import Geometry
from engine.native_types import i64, vec

UNITS: Final = 32  # the linear one is the last
PHASES: Final = 3
FEW_PIECES: Final = 8  # what the last phase has at most
PARTS: Final = 4  # of a hundredth of a man, in which values are counted
SHIFT: Final = 14  # of the product of a hidden unit and its weight
LARGEST_SUM: Final = 16_383
_WORDS: Final = 8
_LANE: Final = 0xFFFF
_OFFSET: Final = 1 << 14  # keeps each sum of a word above nothing
_EACH: Final = 1 + (1 << 16) + (1 << 32) + (1 << 48)
_OFFSETS: Final = _OFFSET * _EACH


class Network:
    """The network of one board for all phases, its weights zero until :meth:`fill`; ``ranks`` kinds of pieces."""

    def __init__(self, geometry: Geometry, ranks: int) -> None:
        self.rows: i64 = geometry.size
        self.width: i64 = geometry.per_row
        self.ranks: i64 = ranks
        self.row_mask: i64 = (1 << geometry.per_row) - 1
        self.row_words: i64 = _WORDS << (2 * geometry.per_row)
        self.rank_words: i64 = self.rows * self.row_words
        self.set_words: i64 = self.ranks * self.rank_words
        # Phase, side to move, rank, row, pieces of the side to move and of the other: eight words.
        self.sums: vec[i64] = vec[i64]([0] * (PHASES * 2 * int(self.set_words)))
        self.first: vec[i64] = vec[i64]([0] * (PHASES * _WORDS))
        self.weights: vec[i64] = vec[i64]([0] * (PHASES * UNITS))

    def fill(self, phase: i64, weights: list[int], first: list[int], shares: list[int]) -> None:
        """Set the weights of a phase: of the 31 hidden units, and what the 32 sums begin with.

        ``shares`` holds for each rank, then side to move and other side, then square in the order of its bits, what a
        piece adds to each of the 32 sums.
        """
        squares = self.rows * self.width
        i: i64 = 0
        while i < UNITS - 1:
            self.weights[phase * UNITS + i] = weights[i]
            i += 1
        words = _packed(first)
        i = 0
        while i < _WORDS:
            self.first[phase * _WORDS + i] = words[i] + _OFFSETS
            i += 1
        pieces = [_packed(shares[at : at + UNITS]) for at in range(0, len(shares), UNITS)]
        rank: i64 = 0
        while rank < self.ranks:
            own = pieces[rank * 2 * squares : (rank * 2 + 1) * squares]
            other = pieces[(rank * 2 + 1) * squares : (rank * 2 + 2) * squares]
            at = (phase * 2) * self.set_words + rank * self.rank_words
            turned = at + self.set_words
            row: i64 = 0
            while row < self.rows:
                here = row * self.width
                there = here + self.width
                self._fill_row(at + row * self.row_words, own[here:there] + other[here:there])
                # With White to move square and row are counted from the other end.
                backwards = own[here:there][::-1] + other[here:there][::-1]
                self._fill_row(turned + (self.rows - 1 - row) * self.row_words, backwards)
                row += 1
            rank += 1

    def _fill_row(self, at: i64, shares: list[list[int]]) -> None:
        """For every set of pieces in a row the sum of their shares."""
        sums = self.sums
        bits: i64 = 1
        while bits < 1 << (2 * self.width):
            rest = bits & (bits - 1)
            low = int(bits ^ rest).bit_length() - 1
            here = at + bits * _WORDS
            there = at + rest * _WORDS
            for share in shares[low]:
                sums[here] = sums[there] + share
                here += 1
                there += 1
            bits += 1

    def score(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, phase: i64) -> i64:
        """What the side to move stands better, in parts of a hundredth of a man."""
        sums = self.sums
        first = self.first
        word = phase * _WORDS
        a = first[word]
        b = first[word + 1]
        c = first[word + 2]
        d = first[word + 3]
        e = first[word + 4]
        f = first[word + 5]
        g = first[word + 6]
        h = first[word + 7]
        base = (phase * 2 + side) * self.set_words
        own_left = own & ~kings
        opp_left = opp & ~kings
        rank: i64 = 0
        while True:
            at = base
            row: i64 = 0
            while own_left | opp_left:
                bits = (own_left & self.row_mask) | ((opp_left & self.row_mask) << self.width)
                if bits:
                    place = at + bits * _WORDS
                    a += sums[place]
                    b += sums[place + 1]
                    c += sums[place + 2]
                    d += sums[place + 3]
                    e += sums[place + 4]
                    f += sums[place + 5]
                    g += sums[place + 6]
                    h += sums[place + 7]
                # After every second row stands a bit that no square owns.
                ghost = row & 1
                own_left >>= self.width + ghost
                opp_left >>= self.width + ghost
                at += self.row_words
                row += 1
            rank += 1
            if rank == 1 and kings:
                own_left = own & kings & ~triples
                opp_left = opp & kings & ~triples
            elif rank == 2 and triples:
                own_left = own & triples
                opp_left = opp & triples
            else:
                break
            base += self.rank_words
        weights = self.weights
        at = phase * UNITS
        total = _four(a, weights, at) + _four(b, weights, at + 4) + _four(c, weights, at + 8)
        total += _four(d, weights, at + 12) + _four(e, weights, at + 16) + _four(f, weights, at + 20)
        total += _four(g, weights, at + 24) + _four(h, weights, at + 28)
        return (total >> SHIFT) + (h >> 48) - _OFFSET


def _four(sums: i64, weights: vec[i64], at: i64) -> i64:
    """What four units of a word pass on. Branches would be mispredicted; the linear unit weighs nothing."""
    above = (sums >> 14) & _EACH  # the units above nothing; _OFFSET is bit 14
    units = sums & ((above << 14) - above)
    return (
        (units & _LANE) * weights[at]
        + ((units >> 16) & _LANE) * weights[at + 1]
        + ((units >> 32) & _LANE) * weights[at + 2]
        + (units >> 48) * weights[at + 3]
    )


def _packed(units: list[int]) -> list[int]:
    """Four units to a word; the words may be added as long as each unit's sum stays within its bits."""
    return [units[i] + (units[i + 1] << 16) + (units[i + 2] << 32) + (units[i + 3] << 48) for i in range(0, UNITS, 4)]
