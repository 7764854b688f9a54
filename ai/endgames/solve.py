"""Solves a slice of the endgame tables by retrograde analysis. Compiled by mypyc; runs interpreted as well.

A value is one number: 0 for a draw, else one more than the plies to the end of the game, which one side hastens and the
other delays. A loss ends after an even number of plies, a win after an odd one, so that values tell them apart.

Men never go back. So the placements of the men are taken one after the other, the most advanced first: what a man's
step or a capture leads to is then known, and only the steps of kings stay among the placements of the kings between
the same men. Those are solved together: the values that other placements give are entered; then, ply by ply, what is
lost makes the positions a step before it won, and a position all of whose steps lead to won ones is lost (Stroehlein
1970; Thompson 1986; Lake, Schaeffer and Lu 1994). A king's step can be made backward, so the one move generator also
finds what leads to a position.
"""

from itertools import combinations
from typing import Final

from ai.endgames.index import KINGS, MEN, OTHER_MEN, RANK, PositionIndex, number_in, slot_in
from ai.endgames.slices import Slice
from engine.captures import STRIDE
from engine.geometry import BLACK, WHITE
from engine.native_types import i16, i64, u8, vec
from engine.rules import Rules
from engine.successors import SuccessorGenerator

_CODES: Final = 1024  # values while solving: more than a byte holds, so that an overflow is seen
_DRAWN: Final = -1
_NOWHERE: Final = -2  # two pieces on one square
_CAPTURE: Final = 255  # in place of a number of steps: this side must capture
_HOLDS: Final = 254  # likewise: something else than a step of a king draws


class Solution:
    """The values of a slice by position number, and what they are: counts, and the highest values.

    ``quiet`` holds the same with every loss as 1, but 255 where the side to move must capture and where two pieces
    would stand on one square.
    """

    def __init__(self, solved: Slice, size: i64) -> None:
        self.slice: Slice = solved
        self.values: vec[u8] = vec[u8]([0] * size)
        self.quiet: vec[u8] = vec[u8]([255] * size)
        self.wins: i64 = 0
        self.losses: i64 = 0
        self.draws: i64 = 0
        self.highest_win: i64 = 0
        self.highest_loss: i64 = 0

    def enter(self, at: i64, value: i64, capture: bool) -> None:
        """Set the value of a position. Raises OverflowError where a win takes too long for it."""
        if value > 254:
            raise OverflowError(f"{self.slice.name}: {value - 1} plies")
        self.values[at] = u8(value)
        if not capture:
            self.quiet[at] = u8(1 if value & 1 else value)
        if value == 0:
            self.draws += 1
        elif value & 1:
            self.losses += 1
            if value > self.highest_loss:
                self.highest_loss = value
        else:
            self.wins += 1
            if value > self.highest_win:
                self.highest_win = value

    def simplified(self) -> bytes:
        """What is worth storing: ``quiet``, each value that is not asked for like the one before it."""
        quiet = self.quiet
        found = vec[u8]([0] * len(quiet))
        last: u8 = 0
        i: i64 = 0
        while i < len(quiet):
            if quiet[i] != 255:
                last = quiet[i]
            found[i] = last
            i += 1
        return bytes(found)


class Kings:
    """All placements of one side's kings and triple kings: masks, and their numbers as the turned board has them."""

    def __init__(self, index: PositionIndex, squares: list[int], kings: int, triples: int) -> None:
        king_masks = subsets(squares, kings)
        triple_masks = subsets(squares, triples)
        self.king_size: i64 = len(king_masks)
        self.triple_size: i64 = len(triple_masks)
        self.size: i64 = self.king_size * self.triple_size
        self.kings: vec[i64] = vec[i64]([king for king in king_masks for _ in triple_masks])
        self.triples: vec[i64] = vec[i64]([triple for _ in king_masks for triple in triple_masks])
        turned_kings = [index.rank(KINGS, WHITE, mask) & RANK for mask in king_masks]
        turned_triples = [index.rank(KINGS, WHITE, mask) & RANK for mask in triple_masks]
        self.turned_kings: vec[i64] = vec[i64]([number for number in turned_kings for _ in triple_masks])
        self.turned_triples: vec[i64] = vec[i64]([number for _ in king_masks for number in turned_triples])


class Men:
    """All placements of one side's men by how far they have come: ``buckets`` of masks by the sum of their rows."""

    def __init__(self, rows: list[list[int]], men: int) -> None:
        advance = {bit: row for row, bits in enumerate(rows[:-1]) for bit in bits}
        masks = subsets(sorted(advance), men)
        self.size: i64 = len(masks)
        self.buckets: list[list[int]] = [[] for _ in range(men * (len(rows) - 2) + 1)]
        for mask in masks:
            self.buckets[sum([row for bit, row in advance.items() if bit & mask])].append(mask)


def subsets(bits: list[int], count: int) -> list[int]:
    """All masks of so many of the bits in the order of their numbers, which is that of the masks."""
    return sorted([sum(chosen) for chosen in combinations(bits, count)])


class Solver:
    """Solves slices of one rule set, given those that they need."""

    def __init__(self, rules: Rules) -> None:
        geometry = rules.geometry
        self.generator: SuccessorGenerator = SuccessorGenerator(rules)
        self.index: PositionIndex = PositionIndex(rules)
        self.squares: list[int] = sorted([geometry.bit(number) for number in range(1, geometry.squares + 1)])
        self.rows: list[list[int]] = [
            self.squares[row * geometry.per_row : (row + 1) * geometry.per_row] for row in range(geometry.size)
        ]
        self.black_home: i64 = geometry.row_bits(0) if rules.triple_kings else 0
        self.white_home: i64 = geometry.row_bits(geometry.size - 1) if rules.triple_kings else 0
        self.known: list[bytes] = [b""] * (1 << (18 if rules.triple_kings else 12))
        self.here: Solution = Solution(Slice(0, 0, 0, 0), 0)
        self.turned: Solution = self.here
        self.here_slot: i64 = 0
        self.turned_slot: i64 = 0
        self.black: Kings = Kings(self.index, self.squares, 0, 0)
        self.white: Kings = self.black
        self.black_men: i64 = 0
        self.white_men: i64 = 0
        self.half: i64 = 0  # where the values with White to move begin in the next three
        self.codes: vec[i16] = vec[i16]([0])
        self.steps: vec[u8] = vec[u8]([0])
        self.longest: vec[u8] = vec[u8]([0])
        self.waiting: vec[i64] = vec[i64]([0] * _CODES)  # how many positions have each value
        self.top: i64 = 0  # the highest of them

    def learn(self, solved: Slice, values: bytes) -> None:
        """Have the values of a slice at hand; none of it any more without values."""
        self.known[solved.slot] = values

    def solve(self, wanted: Slice) -> list[Solution]:
        """Solve a slice and the one with the other side to move, which may be the same. Raises OverflowError."""
        black_men = Men(self.rows, wanted.men)
        white_men = Men([*reversed(self.rows)], wanted.other_men)
        self.black = Kings(self.index, self.squares, wanted.kings, wanted.triples)
        self.white = Kings(self.index, self.squares, wanted.other_kings, wanted.other_triples)
        size = self.black.size * self.white.size
        total = black_men.size * white_men.size * size
        own = wanted == wanted.turned
        self.here = Solution(wanted, total)
        self.here_slot = wanted.slot
        self.turned = self.here
        self.turned_slot = wanted.turned.slot
        if not own:
            self.turned = Solution(wanted.turned, total)
        self.half = size
        self.codes = vec[i16]([0] * (2 * size))
        self.steps = vec[u8]([0] * (2 * size))
        self.longest = vec[u8]([0] * (2 * size))
        last = len(white_men.buckets) - 1
        for advance in range(len(black_men.buckets) - 1 + last, -1, -1):
            for part in range(max(0, advance - last), min(advance + 1, len(black_men.buckets))):
                for black in black_men.buckets[part]:
                    for white in white_men.buckets[advance - part]:
                        if not black & white:
                            self._between(black, white, black_men.size, white_men.size, own)
        return [self.here] if own else [self.here, self.turned]

    def _between(self, black_men: i64, white_men: i64, black_size: i64, white_size: i64, own: bool) -> None:
        """Solve all placements of the kings between the same men, for both sides to move."""
        index = self.index
        number = (index.rank(MEN, BLACK, black_men) & RANK) * white_size
        number += index.rank(OTHER_MEN, BLACK, white_men) & RANK
        turned = (index.rank(MEN, WHITE, white_men) & RANK) * black_size
        turned += index.rank(OTHER_MEN, WHITE, black_men) & RANK
        if own and turned < number:
            return
        self.black_men = black_men
        self.white_men = white_men
        self._begin()
        self._spread()
        self._keep(number * self.half, turned * self.half, not own or turned != number)

    def _begin(self) -> None:
        """Enter what is known before any king steps."""
        codes = self.codes
        waiting = self.waiting
        black = self.black
        white = self.white
        half = self.half
        i: i64 = 0
        while i <= self.top:
            waiting[i] = 0
            i += 1
        self.top = 0
        at: i64 = 0
        men = self.black_men | self.white_men
        b: i64 = 0
        while b < black.size:
            blacks = black.kings[b] | black.triples[b]
            taken = blacks | men
            apart = not (blacks & men or black.kings[b] & black.triples[b])
            w: i64 = 0
            while w < white.size:
                whites = white.kings[w] | white.triples[w]
                if apart and not (whites & taken or white.kings[w] & white.triples[w]):
                    kings = blacks | whites
                    triples = black.triples[b] | white.triples[w]
                    own = self.black_men | blacks
                    opp = self.white_men | whites
                    self._enter(own, opp, kings, triples, BLACK, at)
                    self._enter(opp, own, kings, triples, WHITE, half + at)
                else:
                    codes[at] = _NOWHERE
                    codes[half + at] = _NOWHERE
                at += 1
                w += 1
            b += 1

    def _enter(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, at: i64) -> None:
        """The value of one position as far as captures and the steps that lead to other placements tell it."""
        generator = self.generator
        stack = generator.stack
        end = generator.captures(own, opp, kings, triples, side, 0)
        forced = end != 0
        if not forced:
            end = generator.steps(own, opp, kings, triples, side, 0)
        men = own & ~kings
        steps: i64 = 0
        drawn = False
        best: i64 = 0
        worst: i64 = 0
        n: i64 = 0
        while n < end:
            moved = stack[n]
            if not forced and not men & ~moved and (stack[n + 3] == triples or own & ~moved & triples):
                steps += 1
            else:
                value = self.value(stack[n + 1], moved, stack[n + 2], stack[n + 3], 1 - side)
                if value == 0:
                    drawn = True
                elif value & 1:
                    if best == 0 or value < best:
                        best = value
                elif value > worst:
                    worst = value
            n += STRIDE
        code: i64 = 0
        if best:
            code = best + 1
        elif steps == 0:
            code = _DRAWN if drawn else worst + 1
        self.codes[at] = i16(code)
        if code > 0:
            self.waiting[code] += 1
            if code > self.top:
                self.top = code
        if forced:
            steps = _CAPTURE
        elif drawn:
            steps = _HOLDS
        self.steps[at] = u8(steps)
        self.longest[at] = u8(worst)

    def value(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64) -> i64:
        """The value of a position that is solved already."""
        if own == 0:
            return 1
        located = self.index.locate(own, opp, kings, triples, side)
        at = number_in(located)
        slot = slot_in(located)
        if slot == self.here_slot:
            return i64(self.here.values[at])
        if slot == self.turned_slot:
            return i64(self.turned.values[at])
        return i64(self.known[slot][at])

    def _spread(self) -> None:
        """Ply by ply, let what is lost and won tell of the positions a king's step before."""
        codes = self.codes
        half = self.half
        whites = self.white.size
        code: i64 = 1
        while code <= self.top:
            if self.waiting[code]:
                at: i64 = 0
                while at < half:
                    if i64(codes[at]) == code:
                        self._back(at // whites, at % whites, BLACK, code)
                    if i64(codes[half + at]) == code:
                        self._back(at // whites, at % whites, WHITE, code)
                    at += 1
            code += 1

    def _back(self, b: i64, w: i64, side: i64, code: i64) -> None:
        """What a position, ``side`` to move, says of those from which a king's step leads to it."""
        index = self.index
        generator = self.generator
        stack = generator.stack
        black = self.black
        white = self.white
        blacks = self.black_men | black.kings[b] | black.triples[b]
        whites = self.white_men | white.kings[w] | white.triples[w]
        kings = black.kings[b] | black.triples[b] | white.kings[w] | white.triples[w]
        if side == BLACK:
            mover: i64 = WHITE
            own = whites
            opp = blacks
            plain = white.kings[w]
            triple = white.triples[w]
            risen = plain & self.white_home
            base = self.half + b * white.size
        else:
            mover = BLACK
            own = blacks
            opp = whites
            plain = black.kings[b]
            triple = black.triples[b]
            risen = plain & self.black_home
            base = w
        end = generator.steps(own, opp, kings, black.triples[b] | white.triples[w], mover, 0)
        n: i64 = 0
        while n < end:
            moved = stack[n]
            n += STRIDE
            start = own & ~moved
            # Men do not step back; nor has a king stepped to where it would have become a triple king.
            if not start & kings or start & risen:
                continue
            was_plain = plain
            was_triple = triple
            if start & triple:
                was_triple = (triple ^ start) | (moved & ~own)
            else:
                was_plain = (plain ^ start) | (moved & ~own)
            place = index.rank(KINGS, BLACK, was_plain) & RANK
            if was_triple:
                size = black.triple_size if mover == BLACK else white.triple_size
                place = place * size + (index.rank(KINGS, BLACK, was_triple) & RANK)
            self._hear(base + (place * white.size if mover == BLACK else place), code)

    def _hear(self, at: i64, code: i64) -> None:
        """A king's step leads from a position to one of this value."""
        steps = i64(self.steps[at])
        if steps == _CAPTURE:
            return
        known = i64(self.codes[at])
        if code & 1:
            if known == 0 or known > code + 1:
                if known:
                    self.waiting[known] -= 1
                self._set(at, code + 1)
        elif known == 0 and steps < _HOLDS:
            self.steps[at] = u8(steps - 1)
            if steps == 1:
                worst = i64(self.longest[at])
                self._set(at, (worst if worst > code else code) + 1)

    def _set(self, at: i64, code: i64) -> None:
        self.codes[at] = i16(code)
        self.waiting[code] += 1
        if code > self.top:
            self.top = code

    def _keep(self, number: i64, turned: i64, both: bool) -> None:
        """Enter what was found in the slices; ``both`` where White's positions are not Black's turned."""
        codes = self.codes
        black = self.black
        white = self.white
        half = self.half
        at: i64 = 0
        b: i64 = 0
        while b < black.size:
            b_king = b // black.triple_size
            b_triple = b % black.triple_size
            w: i64 = 0
            while w < white.size:
                code = i64(codes[at])
                if code != _NOWHERE:
                    w_king = w // white.triple_size
                    w_triple = w % white.triple_size
                    place = b_king * white.king_size + w_king
                    place = (place * black.triple_size + b_triple) * white.triple_size + w_triple
                    self.here.enter(number + place, code if code > 0 else 0, i64(self.steps[at]) == _CAPTURE)
                    if both:
                        code = i64(codes[half + at])
                        place = white.turned_kings[w] * black.king_size + black.turned_kings[b]
                        place = (place * white.triple_size + white.turned_triples[w]) * black.triple_size
                        place += black.turned_triples[b]
                        capture = i64(self.steps[half + at]) == _CAPTURE
                        self.turned.enter(turned + place, code if code > 0 else 0, capture)
                at += 1
                w += 1
            b += 1
