"""A neural network with one hidden layer. Its output is added to the score of the patterns of men. Compiled by mypyc.

Patterns and network are trained together on the results of games. The network sees the board from the side to move, in
overlapping *blocks* of two rows by two columns. Each rank of pieces has its own inputs: the four squares of a block
(empty, own, other's) give a *state*, a number in base three like the ternary index of ``ai.evaluation.patterns``. Each
state adds its weights to the sums of 63 hidden units and one linear unit. Hidden units use squared ReLU, max(x, 0) ** 2
(So et al. 2021). Each hidden unit has an output weight.

As in NNUE evaluations (Nasu 2018), all arithmetic is on integers, and weights are looked up in tables. A word has four
sums of 16 bits. No sum overflows its 16 bits, so whole words can be added. There are four phases, each with its own
weights: many men, few men, kings, few pieces with kings.

The tables have a fixed length, which is asserted, and indices are masked to less. So the C compiler knows that every
index is valid, leaves out the checks, and adds two words per instruction. Otherwise an evaluation takes half as long
again, on a large board more.
"""

from typing import Final

from ai.evaluation.patterns import PAIR_SPAN, number_at, ternary_indices
from engine.geometry import Geometry
from engine.native_types import i32, i64, vec

UNITS: Final = 64  # 63 hidden units, then the linear unit
PHASES: Final = 4
FEW_PIECES: Final = 8  # most pieces of the last phase
PARTS: Final = 4  # units of a centiman: weights and sums are in quarters of a centiman
SHIFT: Final = 24  # scales the products of squared units and output weights down
LARGEST_SUM: Final = 16_383
STATES: Final = PAIR_SPAN - 1  # states of a block without the empty state
SUM_WORDS: Final = 16  # words of the sums of all units
_STATES: Final = 81  # PAIR_SPAN; a constant of another module would not be compiled in
_BLOCK_WORDS: Final = _STATES * SUM_WORDS
_PHASES: Final = 4  # PHASES, a power of two
_TABLE_WORDS: Final = 1 << 19  # enough for three kinds of pieces on a 10x10 board
# The words before the first state. In CPython for 64 bits a vec begins 40 bytes after a cache line if glibc maps its
# memory by itself, as it does with the first large blocks. Each state then fills two lines exactly.
_PADDING: Final = 3
_TABLE_LENGTH: Final = _TABLE_WORDS + SUM_WORDS + _PADDING
_LANE: Final = 0xFFFF
_OFFSET: Final = 1 << 14  # keeps each sum of a word positive
_EACH: Final = 1 + (1 << 16) + (1 << 32) + (1 << 48)
_OFFSETS: Final = _OFFSET * _EACH


def block_columns(per_row: int) -> tuple[int, ...]:
    """Return the first columns of the blocks in a row pair. With an odd ``per_row`` the last two blocks overlap."""
    return tuple(min(column, per_row - 2) for column in range(0, per_row, 2))


def count_blocks(geometry: Geometry) -> int:
    """Return the number of blocks on a board."""
    return (geometry.size - 1) * len(block_columns(geometry.per_row))


def pieces_in_states(geometry: Geometry) -> list[list[list[tuple[int, int]]]]:
    """Return the pieces by block (row by row) and by state (from 1 on).

    A piece is a pair: 0 (own) or 1 (the other side's), and its square in the order of bits. A square that lies in
    several blocks is listed in the first of these blocks only.
    """
    per_row = geometry.per_row
    found = []
    seen = set()
    for row in range(geometry.size - 1):
        for column in block_columns(per_row):
            start = row * per_row + column
            squares = [start, start + 1, start + per_row, start + per_row + 1]
            found.append(
                [
                    [
                        (state // 3**digit % 3 - 1, square)
                        for digit, square in enumerate(squares)
                        if state // 3**digit % 3 and square not in seen
                    ]
                    for state in range(1, PAIR_SPAN)
                ]
            )
            seen.update(squares)
    return found


def block_states(geometry: Geometry) -> list[int]:
    """Return a table of ternary indices. Its index is the bits of one side's pieces in two rows.

    An entry has the ternary indices of all blocks of the two rows, a byte each.

    The first part is for two rows with adjacent bits, the second for two rows with a ghost bit between them.
    """
    width = geometry.per_row
    together = ternary_indices(geometry, block_columns(width))
    low, high = (1 << width) - 1, ~((1 << width + 1) - 1)
    return together + [together[bits & low | (bits & high) >> 1] for bits in range(2 * len(together))]


class Network:
    """The network of one board for all phases; its weights are zero until :meth:`fill`. ``ranks``: kinds of pieces."""

    def __init__(self, geometry: Geometry, ranks: int) -> None:
        states = block_states(geometry)
        self.row_pairs: i64 = geometry.size - 1
        self.blocks: i64 = len(block_columns(geometry.per_row))  # blocks of a row pair
        self.row_words: i64 = self.blocks * _BLOCK_WORDS
        self.ranks: i64 = ranks
        self.squares: i64 = geometry.squares
        self.width: i64 = geometry.per_row
        self.window: i64 = 2 << geometry.size  # the number of values of two rows with a ghost bit
        together, parted = states[: 1 << geometry.size], states[1 << geometry.size :]
        # The first half of the table is for Black to move. The second is for White, with the two rows rotated. Each is
        # for ``window`` values of two rows with a ghost bit after them, then of two rows with a ghost bit between them.
        self.ternary: vec[i32] = vec[i32](
            [i32(each) for each in together * 2 + parted + _turned(together) * 2 + _turned(parted)]
        )
        self.rank_words: i64 = self.row_pairs * self.row_words
        # Indexed by phase, rank, lower row, block and state, after the padding; 16 words each.
        self.table: vec[i64] = vec[i64]([0] * _TABLE_LENGTH)
        self.first: vec[i64] = vec[i64]([0] * (_PHASES * SUM_WORDS))
        self.weights: vec[i64] = vec[i64]([0] * (_PHASES * UNITS))

    def fill(self, phase: i64, weights: bytes, first: bytes, shares: bytes) -> None:
        """Set the weights of a phase. ``weights``: output weights of the hidden units; ``first``: biases of all units.

        ``shares`` are the input weights, in the order rank, block (row by row), state from 1 on, unit. All are
        little-endian numbers of 16 bits.
        """
        for i in range(i64(UNITS - 1)):
            self.weights[phase * UNITS + i] = number_at(weights, i)
        for i in range(i64(SUM_WORDS)):
            self.first[phase * SUM_WORDS + i] = _word(first, i) + _OFFSETS
        begin = _PADDING + phase * self.ranks * self.rank_words
        word: i64 = 0
        for at in range(begin, begin + self.ranks * self.rank_words, _BLOCK_WORDS):
            # A block begins with the words of state 0, which stay zero.
            for place in range(at + SUM_WORDS, at + (STATES + 1) * SUM_WORDS):
                self.table[place] = _word(shares, word)
                word += 1

    def score(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, phase: i64, sums: vec[i64]) -> i64:
        """Return the evaluation for the side to move, in quarters of a centiman.

        ``sums`` is scratch space of ``SUM_WORDS`` words.
        """
        table = self.table
        assert len(table) == _TABLE_LENGTH
        first = self.first
        assert len(first) == _PHASES * SUM_WORDS
        assert len(sums) == SUM_WORDS
        ternary = self.ternary
        window = self.window
        turned: i64 = 0
        next_rows = self.row_words
        base = phase * self.ranks * self.rank_words
        if side:
            turned = 2 * window
            base += self.rank_words - next_rows
            next_rows = -next_rows
        word = (phase & (_PHASES - 1)) * SUM_WORDS
        s0 = first[word]
        s1 = first[word + 1]
        s2 = first[word + 2]
        s3 = first[word + 3]
        s4 = first[word + 4]
        s5 = first[word + 5]
        s6 = first[word + 6]
        s7 = first[word + 7]
        s8 = first[word + 8]
        s9 = first[word + 9]
        s10 = first[word + 10]
        s11 = first[word + 11]
        s12 = first[word + 12]
        s13 = first[word + 13]
        s14 = first[word + 14]
        s15 = first[word + 15]
        own_left = own & ~kings
        opp_left = opp & ~kings
        rank: i64 = 0
        while True:
            at = base
            row: i64 = 0
            while own_left | opp_left and row < self.row_pairs:
                odd = row & 1
                start = turned + odd * window
                states = i64(ternary[start + (own_left & (window - 1))])
                states += 2 * i64(ternary[start + (opp_left & (window - 1))])
                own_left >>= self.width + odd
                opp_left >>= self.width + odd
                place = at
                # An empty block adds 0. Testing for empty blocks would be slower: the branch is often mispredicted.
                # mypyc makes objects of the literals of a conditional expression, so this is a statement.
                blocks: i64 = 0
                if states:
                    blocks = self.blocks
                while blocks > 0:
                    here = _PADDING + ((place + (states & 255) * SUM_WORDS) & (_TABLE_WORDS - 1))
                    s0 += table[here]
                    s1 += table[here + 1]
                    s2 += table[here + 2]
                    s3 += table[here + 3]
                    s4 += table[here + 4]
                    s5 += table[here + 5]
                    s6 += table[here + 6]
                    s7 += table[here + 7]
                    s8 += table[here + 8]
                    s9 += table[here + 9]
                    s10 += table[here + 10]
                    s11 += table[here + 11]
                    s12 += table[here + 12]
                    s13 += table[here + 13]
                    s14 += table[here + 14]
                    s15 += table[here + 15]
                    states >>= 8
                    place += _BLOCK_WORDS
                    blocks -= 1
                at += next_rows
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
        # The compiler adds in pairs only if the sums are stored together and not used otherwise.
        sums[0] = s0
        sums[1] = s1
        sums[2] = s2
        sums[3] = s3
        sums[4] = s4
        sums[5] = s5
        sums[6] = s6
        sums[7] = s7
        sums[8] = s8
        sums[9] = s9
        sums[10] = s10
        sums[11] = s11
        sums[12] = s12
        sums[13] = s13
        sums[14] = s14
        sums[15] = s15
        return self._output(sums, phase)

    def _output(self, sums: vec[i64], phase: i64) -> i64:
        """Return the sum of weight times squared ReLU over the hidden units, scaled down, plus the linear unit.

        The linear unit has the weight 0.
        """
        assert len(sums) == SUM_WORDS
        weights = self.weights
        assert len(weights) == _PHASES * UNITS
        start = (phase & (_PHASES - 1)) * UNITS
        total: i64 = 0
        for word in range(i64(SUM_WORDS)):
            four = sums[word]
            above = (four >> 14) & _EACH  # 1 for each positive unit; _OFFSET is bit 14
            units = four & ((above << 14) - above)
            first = units & _LANE
            second = (units >> 16) & _LANE
            third = (units >> 32) & _LANE
            fourth = units >> 48
            at = start + 4 * word
            total += (
                first * first * weights[at]
                + second * second * weights[at + 1]
                + third * third * weights[at + 2]
                + fourth * fourth * weights[at + 3]
            )
        return (total >> SHIFT) + (sums[SUM_WORDS - 1] >> 48) - _OFFSET


def _word(units: bytes, at: i64) -> i64:
    """Return the sum of four units, each in its lane of a word."""
    at *= 4
    return (
        number_at(units, at)
        + (number_at(units, at + 1) << 16)
        + (number_at(units, at + 2) << 32)
        + (number_at(units, at + 3) << 48)
    )


def _turned(states: list[int]) -> list[int]:
    """Return a part of ``block_states`` for two rows rotated by a half-turn, which reverses their bits."""
    width = len(states).bit_length() - 1
    return [states[int(f"{bits:0{width}b}"[::-1], 2)] for bits in range(len(states))]
