"""Slices of the endgame tables: so many men, kings and triple kings a side; what each needs before it can be solved."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb
from typing import Final, NamedTuple

from engine.rules import Rules

MOST_PIECES: Final = 8  # that tables could be built for


class Slice(NamedTuple):
    """The pieces of all positions of a slice, those of the side to move first."""

    men: int
    kings: int
    other_men: int
    other_kings: int
    triples: int = 0
    other_triples: int = 0

    @property
    def pieces(self) -> int:
        """How many stand on the board."""
        return sum(self)

    @property
    def turned(self) -> "Slice":
        """The same pieces with the other side to move."""
        return Slice(self.other_men, self.other_kings, self.men, self.kings, self.other_triples, self.triples)

    @property
    def slot(self) -> int:
        """A number that no other slice has: three bits for each kind of piece."""
        counts = (self.men, self.other_men, self.kings, self.other_kings, self.triples, self.other_triples)
        return sum(count << (3 * place) for place, count in enumerate(counts))

    @property
    def name(self) -> str:
        """As in ``2m1k-3k``: two men and a king to move against three kings."""
        sides = (
            ((self.men, "m"), (self.kings, "k"), (self.triples, "t")),
            ((self.other_men, "m"), (self.other_kings, "k"), (self.other_triples, "t")),
        )
        return "-".join("".join(f"{count}{sign}" for count, sign in side if count) for side in sides)

    @property
    def to_rise(self) -> int:
        """How often pieces can still rise in rank where there are triple kings: what rises leads to a lower figure."""
        return 2 * (self.men + self.other_men) + self.kings + self.other_kings

    def size(self, rules: Rules) -> int:
        """How many numbers its positions have; some of them stand for two pieces on one square and for no position."""
        squares = rules.geometry.squares
        for_men = squares - rules.geometry.per_row
        found = comb(for_men, self.men) * comb(for_men, self.other_men)
        for count in (self.kings, self.other_kings, self.triples, self.other_triples):
            found *= comb(squares, count)
        return found

    def positions(self, rules: Rules) -> int:
        """How many placements of its pieces there are with no man on his king row, captures to be made included."""
        geometry = rules.geometry
        row, between = geometry.per_row, geometry.squares - 2 * geometry.per_row
        free = geometry.squares - self.men - self.other_men
        found = 0
        # A man may stand on the other side's king row, where no man of the other side does.
        for home, other_home in product(range(self.men + 1), range(self.other_men + 1)):
            inner, other_inner = self.men - home, self.other_men - other_home
            found += comb(row, home) * comb(row, other_home) * comb(between, inner) * comb(between - inner, other_inner)
        for count in (self.kings, self.other_kings, self.triples, self.other_triples):
            found *= comb(free, count)
            free -= count
        return found


@cache
def slices(pieces: int, rules: Rules) -> tuple[Slice, ...]:
    """All slices of so many pieces, at least one a side, in an order in which each can be solved after those before."""
    found = []
    kinds = range(pieces + 1)
    for men, kings, triples, other_men, other_kings in product(kinds, repeat=5):
        other_triples = pieces - men - kings - triples - other_men - other_kings
        if other_triples < 0 or not (men + kings + triples and other_men + other_kings + other_triples):
            continue
        if (triples or other_triples) and not rules.triple_kings:
            continue
        found.append(Slice(men, kings, other_men, other_kings, triples, other_triples))
    return tuple(sorted(found, key=lambda each: (each.to_rise, each)))


def pairs(pieces: int, rules: Rules) -> Iterator[Slice]:
    """One of each two slices that are each other turned, and those that are their own: they are solved together."""
    return (each for each in slices(pieces, rules) if each >= each.turned)


def needed(wanted: Slice, rules: Rules) -> set[Slice]:
    """The slices that moves lead to from a slice and its turned one, those two left out.

    A step may let one piece rise in rank; a capture takes pieces and may let the capturing piece rise twice.
    """
    found: set[Slice] = set()
    for each in (wanted, wanted.turned):
        for after in _risen(each, rules):
            found.add(after)
            for men, kings, triples in product(
                range(after.other_men + 1), range(after.other_kings + 1), range(after.other_triples + 1)
            ):
                left = after._replace(other_men=men, other_kings=kings, other_triples=triples)
                if men + kings + triples:
                    found.add(left)
    return (found | {each.turned for each in found}) - {wanted, wanted.turned}


def _risen(each: Slice, rules: Rules) -> Iterator[Slice]:
    """The slice itself and those after one of its side to move has risen."""
    yield each
    if each.men:
        yield each._replace(men=each.men - 1, kings=each.kings + 1)
        if rules.triple_kings:
            yield each._replace(men=each.men - 1, triples=each.triples + 1)
    if each.kings and rules.triple_kings:
        yield each._replace(kings=each.kings - 1, triples=each.triples + 1)
