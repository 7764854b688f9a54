"""Slices of the endgame tables. A slice is all positions with the same pieces.

It depends on slices with fewer pieces, and on slices with as many pieces and fewer promotions left.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb
from typing import Final, NamedTuple

from engine.rules import Rules

MOST_PIECES: Final = 8  # largest number of pieces that tables can be built for


class Slice(NamedTuple):
    """The numbers of pieces of a slice by kind, for the side to move and for the other side (``other_``)."""

    men: int
    kings: int
    other_men: int
    other_kings: int
    triples: int = 0
    other_triples: int = 0

    @property
    def pieces(self) -> int:
        """The number of pieces on the board."""
        return sum(self)

    @property
    def turned(self) -> "Slice":
        """The slice with the same pieces and the other side to move."""
        return Slice(self.other_men, self.other_kings, self.men, self.kings, self.other_triples, self.triples)

    @property
    def slot(self) -> int:
        """A number unique to the slice: three bits for each kind of piece."""
        counts = (self.men, self.other_men, self.kings, self.other_kings, self.triples, self.other_triples)
        return sum(count << (3 * place) for place, count in enumerate(counts))

    @property
    def name(self) -> str:
        """A name like ``2m1k-3k``: two men and a king to move against three kings."""
        sides = (
            ((self.men, "m"), (self.kings, "k"), (self.triples, "t")),
            ((self.other_men, "m"), (self.other_kings, "k"), (self.other_triples, "t")),
        )
        return "-".join("".join(f"{count}{sign}" for count, sign in side if count) for side in sides)

    @property
    def promotions_left(self) -> int:
        """The largest number of promotions that can still follow, under rules with triple kings."""
        return 2 * (self.men + self.other_men) + self.kings + self.other_kings

    def size(self, rules: Rules) -> int:
        """Return the number of position numbers. Numbers with two pieces on one square are included."""
        squares = rules.geometry.squares
        for_men = squares - rules.geometry.per_row
        found = comb(for_men, self.men) * comb(for_men, self.other_men)
        for count in (self.kings, self.other_kings, self.triples, self.other_triples):
            found *= comb(squares, count)
        return found

    def positions(self, rules: Rules) -> int:
        """Return the number of positions, including positions with captures. No man is on his king row."""
        geometry = rules.geometry
        row, between = geometry.per_row, geometry.squares - 2 * geometry.per_row
        free = geometry.squares - self.men - self.other_men
        found = 0
        # ``home``: men on their own first row, which is the other side's king row and so has no men of the other side.
        for home, other_home in product(range(self.men + 1), range(self.other_men + 1)):
            inner, other_inner = self.men - home, self.other_men - other_home
            found += comb(row, home) * comb(row, other_home) * comb(between, inner) * comb(between - inner, other_inner)
        for count in (self.kings, self.other_kings, self.triples, self.other_triples):
            found *= comb(free, count)
            free -= count
        return found


@cache
def slices(pieces: int, rules: Rules) -> tuple[Slice, ...]:
    """Return the slices with ``pieces`` pieces, at least one for each side. A slice depends only on earlier slices."""
    found = []
    kinds = range(pieces + 1)
    for men, kings, triples, other_men, other_kings in product(kinds, repeat=5):
        other_triples = pieces - men - kings - triples - other_men - other_kings
        if other_triples < 0 or not (men + kings + triples and other_men + other_kings + other_triples):
            continue
        if (triples or other_triples) and not rules.triple_kings:
            continue
        found.append(Slice(men, kings, other_men, other_kings, triples, other_triples))
    return tuple(sorted(found, key=lambda each: (each.promotions_left, each)))


def pairs(pieces: int, rules: Rules) -> Iterator[Slice]:
    """Yield one slice of each pair that is solved together: a slice and its turned slice, which may be equal."""
    return (each for each in slices(pieces, rules) if each >= each.turned)


def needed(wanted: Slice, rules: Rules) -> set[Slice]:
    """Return the other slices to which moves lead from ``wanted`` and from its turned slice.

    A step may promote a piece once. A capture removes pieces and may promote the capturing piece twice.
    """
    found: set[Slice] = set()
    for each in (wanted, wanted.turned):
        for after in _promoted(each, rules):
            for men, kings, triples in product(
                range(after.other_men + 1), range(after.other_kings + 1), range(after.other_triples + 1)
            ):
                left = after._replace(other_men=men, other_kings=kings, other_triples=triples)
                if men + kings + triples:
                    found.add(left)
    return (found | {each.turned for each in found}) - {wanted, wanted.turned}


def _promoted(each: Slice, rules: Rules) -> Iterator[Slice]:
    """Yield the slice itself, and the slices after one piece of the side to move is promoted, once or twice."""
    yield each
    if each.men:
        yield each._replace(men=each.men - 1, kings=each.kings + 1)
        if rules.triple_kings:
            yield each._replace(men=each.men - 1, triples=each.triples + 1)
    if each.kings and rules.triple_kings:
        yield each._replace(kings=each.kings - 1, triples=each.triples + 1)
