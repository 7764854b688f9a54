"""A trained evaluation: patterns of men, and a network with one hidden layer on all pieces. Compiled by mypyc.

Both were fitted together to the results of games. The network sees the board turned so that the side to move plays up
it, in *blocks* of two neighbouring rows, any two, by two columns of squares. How men stand in a block, and how kings
do, are two of its inputs: each empty, own or the other's, four squares make a *state*, a number in base three (the
ternary index of ``ai.evaluation.patterns``). What the network says of a state is added to the sums of 63 hidden units
and of one linear unit. A hidden unit passes on what is above nothing (ReLU) times its weight. As in NNUE evaluations
(Nasu 2018) all of it is integers and table look-ups. Four sums of 16 bits lie side by side in a word; each stays within
its bits for any pieces on the board, so that whole words can be added. There is a set of weights for each phase: no
kings, kings, and few pieces with kings.
"""

from typing import Final

from ai.evaluation.patterns import PAIR_SPAN, ternary_indices
from engine.geometry import Geometry
from engine.native_types import i64, vec

UNITS: Final = 64  # the linear one is the last
PHASES: Final = 3
FEW_PIECES: Final = 8  # what the last phase has at most
PARTS: Final = 4  # of a hundredth of a man, in which values are counted
SHIFT: Final = 14  # of the product of a hidden unit and its weight
LARGEST_SUM: Final = 16_383
STATES: Final = PAIR_SPAN - 1  # of a block that is not empty
_WORDS: Final = 16
_BLOCK_WORDS: Final = PAIR_SPAN * _WORDS
_LANE: Final = 0xFFFF
_OFFSET: Final = 1 << 14  # keeps each sum of a word above nothing
_EACH: Final = 1 + (1 << 16) + (1 << 32) + (1 << 48)
_OFFSETS: Final = _OFFSET * _EACH


def block_columns(per_row: int) -> tuple[int, ...]:
    """The first columns of the blocks of two rows. Where their number is odd the last two blocks share a column."""
    return tuple(min(column, per_row - 2) for column in range(0, per_row, 2))


def count_blocks(geometry: Geometry) -> int:
    """How many blocks a board has."""
    return (geometry.size - 1) * len(block_columns(geometry.per_row))


def pieces_in_states(geometry: Geometry) -> list[list[list[tuple[int, int]]]]:
    """For each block, row by row, and each of its states from 1 on the pieces it shows.

    Each is told as 0 (own) or 1 (the other's) and its square in the order of bits; one that several blocks share as a
    piece of the first.
    """
    per_row = geometry.per_row
    found = []
    told = set()
    for row in range(geometry.size - 1):
        for column in block_columns(per_row):
            start = row * per_row + column
            squares = [start, start + 1, start + per_row, start + per_row + 1]
            found.append(
                [
                    [
                        (state // 3**digit % 3 - 1, square)
                        for digit, square in enumerate(squares)
                        if state // 3**digit % 3 and square not in told
                    ]
                    for state in range(1, PAIR_SPAN)
                ]
            )
            told.update(squares)
    return found


def block_states(geometry: Geometry, columns: tuple[int, ...]) -> list[int]:
    """For the pieces of one side in two rows, as bits, the ternary indices of all blocks there: a byte each.

    At first for two rows whose bits follow one another, then for those with a ghost bit between them.
    """
    together = ternary_indices(geometry, columns)
    width = geometry.per_row
    low, high = (1 << width) - 1, ~((1 << width + 1) - 1)
    return together + [together[bits & low | (bits & high) >> 1] for bits in range(2 * len(together))]


class Network:
    """The network of one board for all phases, its weights zero until :meth:`fill`; ``ranks`` kinds of pieces."""

    def __init__(self, geometry: Geometry, ranks: int) -> None:
        columns = block_columns(geometry.per_row)
        turned = tuple(geometry.per_row - 2 - column for column in columns)
        self.row_pairs: i64 = geometry.size - 1
        self.blocks: i64 = len(columns)  # of two rows
        self.ranks: i64 = ranks
        self.width: i64 = geometry.per_row
        self.mask: i64 = (1 << geometry.size) - 1
        # The second half is for White to move, whose blocks are counted from the other end.
        self.ternary: vec[i64] = vec[i64](block_states(geometry, columns) + block_states(geometry, turned))
        self.rank_words: i64 = self.row_pairs * self.blocks * _BLOCK_WORDS
        self.set_words: i64 = self.ranks * self.rank_words
        # Phase, side to move, rank, lower row, block, state: sixteen words.
        self.sums: vec[i64] = vec[i64]([0] * (PHASES * 2 * int(self.set_words)))
        self.first: vec[i64] = vec[i64]([0] * (PHASES * _WORDS))
        self.weights: vec[i64] = vec[i64]([0] * (PHASES * UNITS))
        self.rows: vec[i64] = vec[i64]([0] * int(self.ranks * self.row_pairs * self.blocks + 1))

    def fill(self, phase: i64, weights: list[int], first: list[int], shares: list[int]) -> None:
        """Set the weights of a phase: of the hidden units, and what the sums begin with.

        ``shares`` holds for each rank, then block, row by row, and state from 1 on, what it adds to each of the sums.
        """
        i: i64 = 0
        while i < UNITS - 1:
            self.weights[phase * UNITS + i] = weights[i]
            i += 1
        words = _packed(first, 0)
        i = 0
        while i < _WORDS:
            self.first[phase * _WORDS + i] = words[i] + _OFFSETS
            i += 1
        start = phase * 2 * self.set_words
        taken: i64 = 0
        rank: i64 = 0
        while rank < self.ranks:
            at = start + rank * self.rank_words
            row: i64 = 0
            while row < self.row_pairs:
                block: i64 = 0
                while block < self.blocks:
                    here = at + (row * self.blocks + block) * _BLOCK_WORDS
                    # With White to move rows are counted from the other end, and the squares of a block.
                    there = here + self.set_words + (self.row_pairs - 1 - 2 * row) * self.blocks * _BLOCK_WORDS
                    state: i64 = 1
                    while state <= STATES:
                        words = _packed(shares, taken)
                        turned = there + _reversed(state) * _WORDS
                        i = 0
                        while i < _WORDS:
                            self.sums[here + state * _WORDS + i] = words[i]
                            self.sums[turned + i] = words[i]
                            i += 1
                        taken += UNITS
                        state += 1
                    block += 1
                row += 1
            rank += 1

    def score(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, phase: i64) -> i64:
        """What the side to move stands better, in parts of a hundredth of a man."""
        rows = self.rows
        count = self._find_rows(own, opp, kings, triples, side, phase)
        sums = self.sums
        first = self.first
        weights = self.weights
        total: i64 = 0
        word: i64 = 0
        # As many sums at a time as a processor has registers for.
        while True:
            at = phase * _WORDS + word
            a = first[at]
            b = first[at + 1]
            c = first[at + 2]
            d = first[at + 3]
            e = first[at + 4]
            f = first[at + 5]
            g = first[at + 6]
            h = first[at + 7]
            i: i64 = 0
            while i < count:
                row = rows[i] + word
                a += sums[row]
                b += sums[row + 1]
                c += sums[row + 2]
                d += sums[row + 3]
                e += sums[row + 4]
                f += sums[row + 5]
                g += sums[row + 6]
                h += sums[row + 7]
                i += 1
            at *= 4
            total += _four(a, weights, at) + _four(b, weights, at + 4) + _four(c, weights, at + 8)
            total += _four(d, weights, at + 12) + _four(e, weights, at + 16) + _four(f, weights, at + 20)
            total += _four(g, weights, at + 24) + _four(h, weights, at + 28)
            word += 8
            if word == _WORDS:
                return (total >> SHIFT) + (h >> 48) - _OFFSET

    def _find_rows(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, phase: i64) -> i64:
        """Put into ``rows`` where ``sums`` holds what each block's state adds to them; how many those are."""
        rows = self.rows
        ternary = self.ternary
        together = self.mask
        parted = 2 * together + 1  # with a ghost bit
        turned = side * (together + parted + 2)
        base = (phase * 2 + side) * self.set_words
        own_left = own & ~kings
        opp_left = opp & ~kings
        count: i64 = 0
        rank: i64 = 0
        while True:
            at = base
            row: i64 = 0
            while own_left | opp_left and row < self.row_pairs:
                if row & 1:
                    start = turned + together + 1
                    states = ternary[start + (own_left & parted)] + 2 * ternary[start + (opp_left & parted)]
                    own_left >>= self.width + 1
                    opp_left >>= self.width + 1
                else:
                    states = ternary[turned + (own_left & together)] + 2 * ternary[turned + (opp_left & together)]
                    own_left >>= self.width
                    opp_left >>= self.width
                block: i64 = 0
                while block < self.blocks:
                    state = states & 255
                    rows[count] = at + state * _WORDS
                    count += (state + 255) >> 8  # one unless the block is empty, without a branch
                    states >>= 8
                    at += _BLOCK_WORDS
                    block += 1
                row += 1
            rank += 1
            if rank == 1 and kings:
                own_left = own & kings & ~triples
                opp_left = opp & kings & ~triples
            elif rank == 2 and triples:
                own_left = own & triples
                opp_left = opp & triples
            else:
                return count
            base += self.rank_words


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


def _packed(units: list[int], start: i64) -> list[int]:
    """Four of the units from ``start`` to a word; words may be added while each unit's sum stays within its bits."""
    first = int(start)
    return [
        units[i] + (units[i + 1] << 16) + (units[i + 2] << 32) + (units[i + 3] << 48)
        for i in range(first, first + UNITS, 4)
    ]


def _reversed(state: i64) -> i64:
    """The state of a block that is turned half round: its four digits in the other order."""
    return state // 27 + state // 9 % 3 * 3 + state // 3 % 3 * 9 + state % 3 * 27
