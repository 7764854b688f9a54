"""The static evaluation: what a quiet position is worth. Compiled by mypyc; runs interpreted as well.

Men and kings are looked up two rows at a time in tables made from the named weights; what depends on more than one
side or on more than two rows is added term by term.
"""

from typing import Final

from ai.evaluation.patterns import Patterns, trained
from ai.evaluation.weights import Weights
from ai.score import EVALUATION_LIMIT
from engine.geometry import BLACK, WHITE, Geometry
from engine.native_types import i64, vec
from engine.rules import Rules

_M1: Final = 0x1555555555555555  # below 2**62: a larger constant would be an object, converted at every use
_M2: Final = 0x3333333333333333
_M4: Final = 0x0F0F0F0F0F0F0F0F
_ONES: Final = 0x0101010101010101


def count(bits: i64) -> i64:
    """The number of one bits of a mask below 2**62."""
    bits = bits - ((bits >> 1) & _M1)
    bits = (bits & _M2) + ((bits >> 2) & _M2)
    bits = (bits + (bits >> 4)) & _M4
    return ((bits * _ONES) >> 56) & 0x7F


class Evaluator:
    """Scores positions of one rule set in hundredths of a man, from the view of the side to move."""

    def __init__(self, rules: Rules, weights: Weights) -> None:
        geometry = rules.geometry
        self.all: i64 = geometry.all
        self.near: i64 = geometry.per_row
        self.far: i64 = geometry.per_row + 1
        self.pair_shift: i64 = geometry.size + 1
        self.pair_mask: i64 = (1 << geometry.size) - 1
        self.table_size: i64 = 1 << geometry.size
        self.pieces_at_first: i64 = 2 * rules.rows_of_men * geometry.per_row
        self.king: i64 = weights.king
        self.triple_extra: i64 = weights.triple_king - weights.king
        self.mobile_man: i64 = weights.mobile_man
        self.trapped_king: i64 = weights.trapped_king
        self.the_move: i64 = weights.the_move
        self.lead_per_trade: i64 = weights.lead_per_trade
        self.refuge: i64 = weights.refuge
        self.turn: i64 = weights.turn
        self.dog_hole: i64 = weights.dog_hole if geometry.size == 8 and geometry.dark_left else 0
        self.man: i64 = weights.man
        self.runaway: i64 = weights.runaway
        self.runaway_delay: i64 = weights.runaway_delay
        self.black_row: i64 = geometry.row_bits(0)
        self.white_row: i64 = geometry.row_bits(geometry.size - 1)
        self.patterns: Patterns | None = trained(rules.name, geometry) if weights.patterns else None
        self.pattern_share: i64 = weights.patterns if self.patterns is not None else 0
        corner = geometry.per_row
        self.black_dog_hole: i64 = geometry.bit(geometry.squares - corner)
        self.black_dog_hole_guard: i64 = geometry.bit(geometry.squares)
        self.white_dog_hole: i64 = geometry.bit(corner + 1)
        self.white_dog_hole_guard: i64 = geometry.bit(1)
        self.black_system: i64 = 0
        self.double_corners: i64 = 0
        self._mark_squares(geometry)
        # Three tables after one another: Black's men, White's men, kings of either side.
        size = geometry.size // 2 * (1 << geometry.size)
        self.tables: vec[i64] = vec[i64]([0] * (3 * size))
        self.white_men: i64 = size
        self.kings_at: i64 = 2 * size
        self._fill(geometry, weights)

    def _mark_squares(self, geometry: Geometry) -> None:
        system = 0
        for number in range(1, geometry.squares + 1):
            row, _ = geometry.row_and_column(number)
            if row % 2 == 0:
                system |= geometry.bit(number)
        self.black_system = system
        corner = geometry.squares
        step = geometry.per_row
        self.double_corners = geometry.mask((1, step + 1, corner, corner - step))

    def _fill(self, geometry: Geometry, weights: Weights) -> None:
        """Add up each table entry from its squares, then the patterns of the king row."""
        size = geometry.size
        rows = range(0, size, 2)
        guards = _guard_values(geometry, weights)
        home = geometry.per_row
        for chunk, first_row in enumerate(rows):
            values = _square_values(geometry, weights, first_row)
            black, white, king = (
                _sums([v[0] for v in values]),
                _sums([v[1] for v in values]),
                _sums([v[2] for v in values]),
            )
            for bits in range(1 << size):
                at = chunk << size | bits
                self.tables[at] = black[bits] + (guards[bits & ((1 << home) - 1)] if chunk == 0 else 0)
                self.tables[self.white_men + at] = white[bits] + (
                    guards[_reversed(bits >> home, home)] if first_row == size - 2 else 0
                )
                self.tables[self.kings_at + at] = king[bits]

    def evaluate(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
        """The score of a position without captures, in hundredths of a man, from the view of the side to move."""
        black = own
        white = opp
        if side == WHITE:
            black = opp
            white = own
        tables = self.tables
        men = black & ~kings
        score: i64 = 0
        mask = self.pair_mask
        shift = self.pair_shift
        at: i64 = 0
        while men:
            score += tables[at | (men & mask)]
            men >>= shift
            at += self.table_size
        men = white & ~kings
        at = self.white_men
        while men:
            score -= tables[at + (men & mask)]
            men >>= shift
            at += self.table_size
        if self.pattern_share:
            patterns = self.patterns
            assert patterns is not None
            score += (patterns.score(black & ~kings, white & ~kings) * self.pattern_share) // 100
        total = count(black | white)
        material = (count(black & ~kings) - count(white & ~kings)) * self.man
        if kings:
            score += self._kings(black, white, kings, triples)
            material += (count(black & kings) - count(white & kings)) * self.king
        empty = self.all & ~(black | white)
        score += self.mobile_man * (
            count(black & ~kings & ((empty >> self.near) | (empty >> self.far)))
            - count(white & ~kings & ((empty << self.near) | (empty << self.far)))
        )
        if material:
            score += (material * self.lead_per_trade * (self.pieces_at_first - total)) >> 7
            if self.refuge and total <= 8:
                if material > 0 and white & kings & self.double_corners:
                    score -= self.refuge
                elif material < 0 and black & kings & self.double_corners:
                    score += self.refuge
        elif self.the_move and total <= 12:
            score += self._opposition(black | white, side)
        if self.dog_hole:
            if black & ~kings & self.black_dog_hole and white & self.black_dog_hole_guard:
                score += self.dog_hole
            if white & ~kings & self.white_dog_hole and black & self.white_dog_hole_guard:
                score -= self.dog_hole
        if self.runaway:
            if not kings & white and self.white_row & ~white:
                score += self._runaways(black & ~kings, white, BLACK)
            if not kings & black and self.black_row & ~black:
                score -= self._runaways(white & ~kings, black, WHITE)
        if side == WHITE:
            score = -score
        score += self.turn
        if score >= EVALUATION_LIMIT:
            return EVALUATION_LIMIT - 1
        if score <= -EVALUATION_LIMIT:
            return 1 - EVALUATION_LIMIT
        return score

    def _kings(self, black: i64, white: i64, kings: i64, triples: i64) -> i64:
        tables = self.tables
        score: i64 = 0
        left = black & kings
        right = white & kings
        at = self.kings_at
        while left | right:
            score += tables[at + (left & self.pair_mask)] - tables[at + (right & self.pair_mask)]
            left >>= self.pair_shift
            right >>= self.pair_shift
            at += self.table_size
        if triples:
            score += self.triple_extra * (count(black & triples) - count(white & triples))
        empty = self.all & ~(black | white)
        free = (empty << self.near) | (empty << self.far) | (empty >> self.near) | (empty >> self.far)
        stuck = kings & ~free
        if stuck:
            score += self.trapped_king * (count(black & stuck) - count(white & stuck))
        return score

    def _runaways(self, men: i64, enemy: i64, side: i64) -> i64:
        """What a side's men are worth that no enemy man can meet on the way to the king row.

        From that row back towards home: ``guarded`` are the squares of a row that enemy men stand on or can step to,
        ``open_road`` those from which a man gets through.
        """
        row = self.white_row if side == BLACK else self.black_row
        guarded = enemy & row
        open_road = row & ~guarded
        value = self.runaway
        score: i64 = 0
        while open_road and value > 0:
            row = self._nearer(row, side)
            guarded = self._nearer(guarded, side) | (enemy & row)
            open_road = self._nearer(open_road, side) & ~guarded
            score += value * count(open_road & men)
            value -= self.runaway_delay
        return score

    def _nearer(self, squares: i64, side: i64) -> i64:
        """The squares one row nearer a side's home that touch these."""
        if side == BLACK:
            return ((squares >> self.near) | (squares >> self.far)) & self.all
        return ((squares << self.near) | (squares << self.far)) & self.all

    def _opposition(self, pieces: i64, side: i64) -> i64:
        """Who has the move: the side to move has it when the pieces in its own system are odd in number."""
        odd = count(pieces & (self.black_system if side == BLACK else self.all & ~self.black_system)) & 1
        if side == BLACK:
            return self.the_move if odd else -self.the_move
        return -self.the_move if odd else self.the_move


def _reversed(bits: int, width: int) -> int:
    return int(f"{bits:0{width}b}"[::-1], 2)


def _sums(values: list[int]) -> list[int]:
    """For every set of bits the sum of its bits' values."""
    sums = [0]
    for value in values:
        sums += [total + value for total in sums]
    return sums


def _square_values(geometry: Geometry, weights: Weights, first_row: int) -> list[tuple[int, int, int]]:
    """For each bit of two rows what a man of Black, a man of White and a king are worth there."""
    size = geometry.size
    values = []
    for place in range(size):
        bit = 1 << (first_row // 2 * (size + 1) + place)
        row, column = geometry.row_and_column(geometry.number(bit))
        centre = 2 <= row < size - 2 and 2 <= column < size - 2
        men = []
        for advance in (row, size - 1 - row):
            value = weights.man + weights.advance * advance
            value += weights.centre if centre else 0
            value += weights.edge if column in (0, size - 1) else 0
            value += weights.seventh_row if advance == size - 2 else 0
            men.append(value)
        king = weights.king + (weights.king_centre if centre else 0)
        king += weights.king_edge if {row, column} & {0, size - 1} else 0
        values.append((men[0], men[1], king))
    return values


def _guard_values(geometry: Geometry, weights: Weights) -> list[int]:
    """What each pattern of men on the king row is worth; the bridge is its first and its last but one square."""
    width = geometry.per_row
    bridge = 1 | 1 << (width - 2)
    values = []
    for bits in range(1 << width):
        men = bin(bits).count("1")
        if men == width:
            values.append(weights.guard_full)
        elif men >= 3:
            values.append(weights.guard_three)
        elif bits & bridge == bridge:
            values.append(weights.guard_bridge)
        elif men == 2:
            values.append(weights.guard_other_pair)
        else:
            values.append(0)
    return values
