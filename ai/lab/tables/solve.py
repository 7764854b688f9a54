"""Retrograde analysis: solves a slice of the endgame tables. Compiled by mypyc; also runs interpreted.

Values are defined in :mod:`ai.endgames.values`.

Men never move back. The placements of the men are therefore solved in turn, the most advanced first, so the values
after a man's step or a capture are already known. Only steps of kings keep the men where they are. All placements of
the kings between the same men are therefore solved together. First the values after captures and steps of men are
entered. Then, ply by ply, a lost position makes its predecessors won, and a position is lost when all its steps lead to
won ones (Stroehlein 1970; Thompson 1986; Lake, Schaeffer and Lu 1994). A king's step can be reversed, so the move
generator also finds predecessors.
"""

from itertools import combinations
from typing import Final

from ai.endgames.index import KINGS, MEN, OTHER_MEN, RANK, PositionIndex, number_in, slot_in
from ai.endgames.slices import Slice
from ai.endgames.values import is_loss, smallest_loss
from engine.captures import STRIDE
from engine.geometry import BLACK, WHITE
from engine.moves import SuccessorGenerator
from engine.native_types import i16, i64, u8, vec
from engine.rules import Rules

_CODES: Final = 1024  # values while solving: more than fit into a byte, so that an overflow is detected
_DRAWN: Final = -1
_NOWHERE: Final = -2  # two pieces on one square
_CAPTURE: Final = 255  # instead of a number of king's steps: the side to move must capture
_HOLDS: Final = 254  # instead of a number of king's steps: a step of a man or a promotion draws


class SolvedSlice:
    """The values of a slice by position number. ``counts`` has the number of positions by value.

    ``quiet`` has the values for the file. There every loss has the smallest value of a loss, ``lost``: 1, or 2 in a
    losing game. Positions with a capture and numbers with two pieces on one square are 255.
    """

    def __init__(self, solved: Slice, size: i64, lost: i64) -> None:
        self.slice: Slice = solved
        self.lost: i64 = lost
        self.values: vec[u8] = vec[u8]([0] * size)
        self.quiet: vec[u8] = vec[u8]([255] * size)
        self.counts: vec[i64] = vec[i64]([0] * 256)

    def enter(self, at: i64, value: i64, capture: bool) -> None:
        """Set the value of a position. Raises OverflowError if a win is too long for a byte."""
        if value > 254:
            raise OverflowError(f"{self.slice.name}: {value - 1} plies")
        self.values[at] = u8(value)
        if not capture:
            self.quiet[at] = u8(self.lost if value != 0 and is_loss(value, self.lost) else value)
        self.counts[value] += 1

    def simplified(self) -> bytes:
        """Return ``quiet`` with every 255 replaced by the value before it, which compresses well."""
        quiet = self.quiet
        found = vec[u8]([0] * len(quiet))
        last: u8 = 0
        for i in range(i64(len(quiet))):
            if quiet[i] != 255:
                last = quiet[i]
            found[i] = last
        return bytes(found)


class Pieces:
    """The pieces of one side: its men, and all placements of its kings and triple kings.

    ``home`` are the squares on which kings become triple kings, 0 under rules without triple kings.
    """

    def __init__(self, squares: list[int], home: i64, kings: int, triples: int) -> None:
        self.men: i64 = 0
        self.home: i64 = home
        king_masks = subsets(squares, kings)
        triple_masks = subsets(squares, triples)
        self.triple_size: i64 = len(triple_masks)
        self.size: i64 = len(king_masks) * self.triple_size
        self.kings: vec[i64] = vec[i64]([king for king in king_masks for _ in triple_masks])
        self.triples: vec[i64] = vec[i64]([triple for _ in king_masks for triple in triple_masks])


def men_by_advance(rows: list[list[int]], men: int) -> list[list[int]]:
    """Return all placements of one side's men, as lists of masks by the sum of their rows."""
    advance = {bit: row for row, bits in enumerate(rows[:-1]) for bit in bits}
    found: list[list[int]] = [[] for _ in range(men * (len(rows) - 2) + 1)]
    for mask in subsets(sorted(advance), men):
        found[sum([row for bit, row in advance.items() if bit & mask])].append(mask)
    return found


def subsets(bits: list[int], count: int) -> list[int]:
    """Return all masks of ``count`` of the bits in ascending order, the order of ``PositionIndex.rank``."""
    return sorted([sum(chosen) for chosen in combinations(bits, count)])


class Solver:
    """A solver for slices of one rule set. Before ``solve``, call ``learn`` for every slice in ``slices.needed``."""

    def __init__(self, rules: Rules) -> None:
        geometry = rules.geometry
        self.lost: i64 = smallest_loss(rules)
        self.generator: SuccessorGenerator = SuccessorGenerator(rules)
        self.index: PositionIndex = PositionIndex(rules)
        self.squares: list[int] = sorted([geometry.bit(number) for number in range(1, geometry.squares + 1)])
        self.rows: list[list[int]] = [
            self.squares[row * geometry.per_row : (row + 1) * geometry.per_row] for row in range(geometry.size)
        ]
        self.black_home: i64 = geometry.row_bits(0) if rules.triple_kings else 0
        self.white_home: i64 = geometry.row_bits(geometry.size - 1) if rules.triple_kings else 0
        self.known: list[bytes] = [b""] * (1 << (18 if rules.triple_kings else 12))
        self.here: SolvedSlice = SolvedSlice(Slice(0, 0, 0, 0), 0, 1)
        self.turned: SolvedSlice = self.here
        self.here_slot: i64 = 0
        self.turned_slot: i64 = 0
        self.black: Pieces = Pieces(self.squares, 0, 0, 0)
        self.white: Pieces = self.black
        self.half: i64 = 0  # index of the first value with White to move in the next three arrays
        self.codes: vec[i16] = vec[i16]([0])
        self.steps: vec[u8] = vec[u8]([0])
        self.longest: vec[u8] = vec[u8]([0])
        self.waiting: vec[i64] = vec[i64]([0] * _CODES)  # the number of positions by value
        self.top: i64 = 0  # the largest value so far

    def learn(self, solved: Slice, values: bytes) -> None:
        """Set the values of a solved slice. Empty ``values`` free its memory."""
        self.known[solved.slot] = values

    def solve(self, wanted: Slice) -> list[SolvedSlice]:
        """Return the solutions of a slice and of its turned slice, one solution if they are the same.

        Raises OverflowError if a win is too long for a byte.
        """
        black_men = men_by_advance(self.rows, wanted.men)
        white_men = men_by_advance([*reversed(self.rows)], wanted.other_men)
        black_size = sum(map(len, black_men))
        white_size = sum(map(len, white_men))
        self.black = Pieces(self.squares, self.black_home, wanted.kings, wanted.triples)
        self.white = Pieces(self.squares, self.white_home, wanted.other_kings, wanted.other_triples)
        size = self.black.size * self.white.size
        total = black_size * white_size * size
        own = wanted == wanted.turned
        self.here = SolvedSlice(wanted, total, self.lost)
        self.here_slot = wanted.slot
        self.turned = self.here
        self.turned_slot = wanted.turned.slot
        if not own:
            self.turned = SolvedSlice(wanted.turned, total, self.lost)
        self.half = size
        self.codes = vec[i16]([0] * (2 * size))
        self.steps = vec[u8]([0] * (2 * size))
        self.longest = vec[u8]([0] * (2 * size))
        last = len(white_men) - 1
        for advance in range(len(black_men) - 1 + last, -1, -1):
            for part in range(max(0, advance - last), min(advance + 1, len(black_men))):
                for black in black_men[part]:
                    for white in white_men[advance - part]:
                        if not black & white:
                            self._between(black, white, black_size, white_size, own)
        return [self.here] if own else [self.here, self.turned]

    def _between(self, black_men: i64, white_men: i64, black_size: i64, white_size: i64, own: bool) -> None:
        """Solve all placements of the kings between the same men, with either side to move.

        ``own``: the slice is its own turned slice. Of two placements of men that are equal after turning, only one is
        solved.
        """
        index = self.index
        number = (index.rank(MEN, BLACK, black_men) & RANK) * white_size
        number += index.rank(OTHER_MEN, BLACK, white_men) & RANK
        turned = (index.rank(MEN, WHITE, white_men) & RANK) * black_size
        turned += index.rank(OTHER_MEN, WHITE, black_men) & RANK
        if own and turned < number:
            return
        self.black.men = black_men
        self.white.men = white_men
        self._begin()
        self._spread()
        self._store(not own or turned != number)

    def _begin(self) -> None:
        """Enter the values that do not depend on steps of kings."""
        codes = self.codes
        waiting = self.waiting
        black = self.black
        white = self.white
        half = self.half
        for i in range(self.top + 1):
            waiting[i] = 0
        self.top = 0
        at: i64 = 0
        men = black.men | white.men
        for b in range(black.size):
            blacks = black.kings[b] | black.triples[b]
            taken = blacks | men
            apart = not (blacks & men or black.kings[b] & black.triples[b])
            for w in range(white.size):
                whites = white.kings[w] | white.triples[w]
                if apart and not (whites & taken or white.kings[w] & white.triples[w]):
                    kings = blacks | whites
                    triples = black.triples[b] | white.triples[w]
                    own = black.men | blacks
                    opp = white.men | whites
                    self._enter(own, opp, kings, triples, BLACK, at)
                    self._enter(opp, own, kings, triples, WHITE, half + at)
                else:
                    codes[at] = _NOWHERE
                    codes[half + at] = _NOWHERE
                at += 1

    def _enter(self, own: i64, opp: i64, kings: i64, triples: i64, side: i64, at: i64) -> None:
        """Enter the value of a position from its captures, steps of men and promotions; count the steps of kings."""
        generator = self.generator
        stack = generator.stack
        end = generator.capturing.generate(own, opp, kings, triples, side, 0)
        forced = end != 0
        if not forced:
            end = generator.steps(own, opp, kings, triples, side, 0)
        men = own & ~kings
        steps: i64 = 0
        drawn = False
        best: i64 = 0
        worst: i64 = 0
        first: i64 = 0
        for n in range(first, end, STRIDE):
            moved = stack[n]
            if not forced and not men & ~moved and (stack[n + 3] == triples or own & ~moved & triples):
                steps += 1
            else:
                value = self.value(stack[n + 1], moved, stack[n + 2], stack[n + 3], 1 - side)
                if value == 0:
                    drawn = True
                elif is_loss(value, self.lost):
                    if best == 0 or value < best:
                        best = value
                elif value > worst:
                    worst = value
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
        """Return the value of a position in a solved slice or with more advanced men."""
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
        """Propagate the values ply by ply to the predecessors by a king's step."""
        codes = self.codes
        half = self.half
        whites = self.white.size
        code: i64 = 1
        while code <= self.top:
            if self.waiting[code]:
                for at in range(half):
                    if i64(codes[at]) == code:
                        self._back(at // whites, at % whites, BLACK, code)
                    if i64(codes[half + at]) == code:
                        self._back(at // whites, at % whites, WHITE, code)
            code += 1

    def _back(self, b: i64, w: i64, side: i64, code: i64) -> None:
        """Propagate the value of a position, with ``side`` to move, to its predecessors by a king's step."""
        index = self.index
        generator = self.generator
        stack = generator.stack
        mover = self.black
        m = b
        other = self.white
        o = w
        base = w
        stride = other.size
        if side == BLACK:
            mover = self.white
            m = w
            other = self.black
            o = b
            base = self.half + b * mover.size
            stride = 1
        plain = mover.kings[m]
        triple = mover.triples[m]
        own = mover.men | plain | triple
        other_kings = other.kings[o] | other.triples[o]
        kings = plain | triple | other_kings
        end = generator.steps(own, other.men | other_kings, kings, triple | other.triples[o], 1 - side, 0)
        risen = plain & mover.home
        first: i64 = 0
        for n in range(first, end, STRIDE):
            moved = stack[n]
            start = own & ~moved
            # A man has no step back. A plain king on its own first row cannot have come by a step: under rules with
            # triple kings it would have become one.
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
                place = place * mover.triple_size + (index.rank(KINGS, BLACK, was_triple) & RANK)
            self._update(base + place * stride, code)

    def _update(self, at: i64, code: i64) -> None:
        """Update a predecessor by a king's step. ``code``: the value of the successor."""
        steps = i64(self.steps[at])
        if steps == _CAPTURE:
            return
        known = i64(self.codes[at])
        if is_loss(code, self.lost):
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

    def _store(self, both: bool) -> None:
        """Store the values in the solutions.

        ``both``: also store the positions with White to move. If it is False, they are the turned positions of Black.
        """
        black = self.black
        white = self.white
        at: i64 = 0
        for b in range(black.size):
            own = black.men | black.kings[b] | black.triples[b]
            for w in range(white.size):
                if i64(self.codes[at]) != _NOWHERE:
                    opp = white.men | white.kings[w] | white.triples[w]
                    triples = black.triples[b] | white.triples[w]
                    kings = black.kings[b] | white.kings[w] | triples
                    self._enter_in(self.here, self.index.locate(own, opp, kings, triples, BLACK), at)
                    if both:
                        self._enter_in(self.turned, self.index.locate(opp, own, kings, triples, WHITE), self.half + at)
                at += 1

    def _enter_in(self, solved: SolvedSlice, located: i64, at: i64) -> None:
        """Set the value of a position in a solution."""
        code = i64(self.codes[at])
        solved.enter(number_in(located), code if code > 0 else 0, i64(self.steps[at]) == _CAPTURE)
