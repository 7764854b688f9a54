"""The number of a position in the endgame tables. Compiled by mypyc; runs interpreted as well.

A position's slice is what pieces it has (:class:`ai.endgames.slices.Slice`); in it, each group of like pieces is a
subset of the squares it may stand on, numbered by the combinatorial number system (Lehmer; Knuth, TAOCP 7.2.1.3), the
men first, so that all placements of the kings between the same men lie together. All is told from the side to move,
whose men go up the board: White's positions are numbered as if turned by half a turn.
"""

from math import comb
from typing import Final

from engine.geometry import BLACK
from engine.native_types import i32, i64, u8, vec
from engine.rules import Rules

_BITS: Final = 9  # squares looked up at once
_CHUNK: Final = (1 << _BITS) - 1
_ROWS: Final = 8  # pieces of a group that may stand on lower squares: 0 to 7
COUNT_AT: Final = 48
RANK: Final = (1 << COUNT_AT) - 1
_SLOT_AT: Final = 44
_NUMBER: Final = (1 << _SLOT_AT) - 1
MEN: Final = 0
OTHER_MEN: Final = 1
KINGS: Final = 2


class PositionIndex:
    """Numbers positions of one rule set."""

    def __init__(self, rules: Rules) -> None:
        geometry = rules.geometry
        self.has_triples: bool = rules.triple_kings
        self.chunks: i64 = (geometry.all.bit_length() + _BITS - 1) // _BITS
        self.ranks: vec[i32] = vec[i32]([0] * (6 * self.chunks * _ROWS << _BITS))
        self.men_sizes: vec[i64] = vec[i64]([comb(geometry.squares - geometry.per_row, k) for k in range(_ROWS)])
        self.king_sizes: vec[i64] = vec[i64]([comb(geometry.squares, k) for k in range(_ROWS)])
        bits = [geometry.bit(number).bit_length() - 1 for number in range(1, geometry.squares + 1)]
        last, row = geometry.squares - 1, geometry.per_row
        # The Italian board is numbered from the other side, its bits are not: what counts is the order of the bits.
        bits.sort()
        up = {bit: square for square, bit in enumerate(bits)}
        down = {bit: last - square for square, bit in enumerate(bits)}
        self.places: list[dict[int, int]] = []
        for places in (up, down):
            self.places += [places, {bit: place - row for bit, place in places.items()}]
        self.filled: vec[u8] = vec[u8]([0] * 6)

    def _fill(self, table: i64) -> None:
        """The sums of binomial coefficients for each part of a mask after so many pieces on lower places."""
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
                    if side == BLACK:  # this bit stands above those so far
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
        """The number of a subset of squares among those of its size, with its size from bit 48 on.

        ``group`` is 0 for men of the side to move, 1 for those of the other, 2 for kings.
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
    """Return the slot of a position's slice from the result of ``locate``."""
    return located >> _SLOT_AT


def _term(place: int, count: int) -> int:
    """A binomial coefficient; 0 where it belongs to more pieces than any table has."""
    return comb(place, count) if count < _ROWS else 0
