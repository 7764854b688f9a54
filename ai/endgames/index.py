"""The number of a position in the endgame tables. Compiled by mypyc; also runs interpreted.

The pieces of a position determine its slice (:class:`ai.endgames.slices.Slice`). Within a slice, each group of like
pieces is a subset of its allowed squares, numbered by the combinatorial number system (Lehmer; Knuth, TAOCP
7.2.1.3). The men come first, so the placements of the kings between the same men have adjacent numbers. Positions with
White to move are rotated by a half-turn: the men of the side to move go up the board.
"""

from math import comb
from typing import Final

from engine.geometry import BLACK
from engine.native_types import i32, i64, u8, vec
from engine.rules import Rules

_BITS: Final = 9  # squares of one table lookup
_CHUNK: Final = (1 << _BITS) - 1
_ROWS: Final = 8  # a group has 0 to 7 pieces on lower squares
COUNT_AT: Final = 48
RANK: Final = (1 << COUNT_AT) - 1
_SLOT_AT: Final = 44
_NUMBER: Final = (1 << _SLOT_AT) - 1
MEN: Final = 0
OTHER_MEN: Final = 1
KINGS: Final = 2


class PositionIndex:
    """The numbering of the positions of one rule set."""

    def __init__(self, rules: Rules) -> None:
        geometry = rules.geometry
        self.chunks: i64 = (geometry.all.bit_length() + _BITS - 1) // _BITS
        self.ranks: vec[i32] = vec[i32]([0] * (6 * self.chunks * _ROWS << _BITS))
        self.men_sizes: vec[i64] = vec[i64]([comb(geometry.squares - geometry.per_row, k) for k in range(_ROWS)])
        self.king_sizes: vec[i64] = vec[i64]([comb(geometry.squares, k) for k in range(_ROWS)])
        bits = [geometry.bit(number).bit_length() - 1 for number in range(1, geometry.squares + 1)]
        last, row = geometry.squares - 1, geometry.per_row
        # Sort by bit, not by square number: the Italian board numbers its squares in the opposite order of its bits.
        bits.sort()
        up = {bit: square for square, bit in enumerate(bits)}
        down = {bit: last - square for square, bit in enumerate(bits)}
        self.places: list[dict[int, int]] = []
        for places in (up, down):
            self.places += [places, {bit: place - row for bit, place in places.items()}]
        self.filled: vec[u8] = vec[u8]([0] * 6)

    def _fill(self, table: i64) -> None:
        """Fill a table with sums of binomial coefficients.

        The table is indexed by the number of pieces on lower squares and by a part of the mask.
        """
        side = int(table) % 2
        places = self.places[2 * side + (1 if int(table) // 2 == OTHER_MEN else 0)]
        counts = [mask.bit_count() for mask in range(1 << _BITS)]
        at = (table * self.chunks * _ROWS) << _BITS
        for chunk in range(int(self.chunks)):
            rows = [[0] for _ in range(_ROWS + 1)]
            for bit in range(_BITS):
                place = max(places.get(chunk * _BITS + bit, 0), 0)
                terms = [_term(place, count) for count in range(_ROWS + _BITS + 1)]
                for before in range(_ROWS):
                    if side == BLACK:  # this bit is above the earlier ones
                        higher = zip(rows[before], counts, strict=False)
                        more = [rank + terms[before + count + 1] for rank, count in higher]
                    else:
                        more = [rank + terms[before + 1] for rank in rows[before + 1][: 1 << bit]]
                    rows[before] += more
                rows[_ROWS] += rows[_ROWS]
            for row in rows[:_ROWS]:
                for rank in row:
                    self.ranks[at] = i32(rank)
                    at += 1
        self.filled[table] = 1

    def rank(self, group: i64, side: i64, mask: i64) -> i64:
        """Return the number of a subset of squares among all subsets of its size.

        Bits 0 to 47 of the result are the number; the bits from 48 on are the size of the subset.

        ``group`` is ``MEN`` (of the side to move), ``OTHER_MEN`` or ``KINGS``.
        """
        ranks = self.ranks
        table = group * 2 + side
        if not self.filled[table]:
            self._fill(table)
        table *= self.chunks
        found: i64 = 0
        count: i64 = 0
        if side == BLACK:
            while mask:
                part = mask & _CHUNK
                if part:
                    found += i64(ranks[((table * _ROWS + count) << _BITS) + part])
                    while part:
                        part &= part - 1
                        count += 1
                mask >>= _BITS
                table += 1
        else:
            chunk = self.chunks - 1
            while chunk >= 0:
                part = (mask >> (chunk * _BITS)) & _CHUNK
                if part:
                    found += i64(ranks[(((table + chunk) * _ROWS + count) << _BITS) + part])
                    while part:
                        part &= part - 1
                        count += 1
                chunk -= 1
        return found | (count << COUNT_AT)

    def locate(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
        """Return the number of a position in its slice and the slot of the slice, packed into one word.

        ``number_in`` and ``slot_in`` unpack it.
        """
        men = self.rank(MEN, side, own & ~kings)
        other_men = self.rank(OTHER_MEN, side, opp & ~kings)
        plain = kings & ~triples
        crowned = self.rank(KINGS, side, own & plain)
        other_crowned = self.rank(KINGS, side, opp & plain)
        found = (men & RANK) * self.men_sizes[other_men >> COUNT_AT] + (other_men & RANK)
        found = found * self.king_sizes[crowned >> COUNT_AT] + (crowned & RANK)
        found = found * self.king_sizes[other_crowned >> COUNT_AT] + (other_crowned & RANK)
        slot = (
            (men >> COUNT_AT)
            | (other_men >> COUNT_AT) << 3
            | (crowned >> COUNT_AT) << 6
            | (other_crowned >> COUNT_AT) << 9
        )
        if triples:
            triple = self.rank(KINGS, side, own & triples)
            other_triple = self.rank(KINGS, side, opp & triples)
            found = found * self.king_sizes[triple >> COUNT_AT] + (triple & RANK)
            found = found * self.king_sizes[other_triple >> COUNT_AT] + (other_triple & RANK)
            slot |= (triple >> COUNT_AT) << 12 | (other_triple >> COUNT_AT) << 15
        return found | slot << _SLOT_AT


def number_in(located: i64) -> i64:
    """Return the number of a position in its slice from the result of ``locate``."""
    return located & _NUMBER


def slot_in(located: i64) -> i64:
    """Return the slot of the slice of a position from the result of ``locate``."""
    return located >> _SLOT_AT


def _term(place: int, count: int) -> int:
    """Return the binomial coefficient ``place`` over ``count``; 0 if ``count`` exceeds the pieces of a group."""
    return comb(place, count) if count < _ROWS else 0
