"""Draws by counted moves: the articles of a rule set, and the state of their counts. Compiled by mypyc.

A count is kept in plies and goes on while its article applies and nothing is captured. A position has at most two
counts of articles, that of the pieces on the board and that of the main road, and the count of moves without progress.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from typing import Final, NamedTuple

from engine.bits import count
from engine.native_types import i64, vec
from engine.position import Position
from engine.rules import DrawArticle, Rules

_NUMBERS: Final = 8  # the men, or the kings, of one side: 0 to 7
_MEN_BITS: Final = 4  # bits of a code for the number of men; the number of the article is above them
_CODE: Final = 0xFF
_COUNT: Final = 0xFFFF


class Count(NamedTuple):
    """A running count: the moves of each side so far, their limit, and the article, or None for moves without progress.

    ``left`` is the number of plies until the draw.
    """

    moves: int
    limit: int
    left: int
    article: DrawArticle | None


class DrawCounts:
    """The counts of one rule set. In a position with more than ``most_pieces`` pieces no article applies.

    The *codes* of a position name its articles: two of 8 bits, for the pieces and, above, for the main road. A count
    goes on while its code stays the same. The *counts* are two numbers of 16 bits.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules
        # In a losing game the side with the fewer pieces is no longer the one that cannot win.
        self.articles: tuple[DrawArticle, ...] = () if rules.losing else rules.draws
        balances = (each for article in self.articles for each in _balances(article))
        self.most_pieces: i64 = max((len(each) - 1 for each in balances), default=0)
        self.main_road: i64 = _main_road(rules)
        self.limits: vec[i64] = vec[i64]([0] + [2 * article.moves for article in self.articles])
        # By men and kings of both sides: the code for the pieces, and above it that of the main road, which the side to
        # move holds (upper 8 bits) or its opponent.
        self.table: vec[i64] = vec[i64](self._codes() if self.articles else [0])

    def _codes(self) -> list[int]:
        """Return the content of ``table``. If several articles apply to the same pieces, the first counts."""
        table = [0] * _NUMBERS**4
        for number, article in enumerate(self.articles, 1):
            for balance in _balances(article):
                strong, weak = balance.split("-")
                for own, opp, is_weaker in ((strong, weak, False), (weak, strong, True)):
                    for (men, kings), (their_men, their_kings) in product(_counts_of(own), _counts_of(opp)):
                        place = int(_place(men, kings, their_men, their_kings))
                        shift = (16 if is_weaker else 8) if article.on_main_road else 0
                        if not table[place] >> shift & _CODE:
                            code = number << _MEN_BITS | (men + their_men if article.until_crowned else 0)
                            table[place] |= code << shift
        return table

    def codes(self, own: i64, opp: i64, kings: i64) -> i64:
        """Return the codes of a position with at most ``most_pieces`` pieces."""
        found = self.table[_place(count(own & ~kings), count(own & kings), count(opp & ~kings), count(opp & kings))]
        codes = found & _CODE
        road = self.main_road
        if found >> 8:
            if found >> 16 and own & road and not opp & road:
                codes |= found >> 16 << 8
            elif found >> 8 & _CODE and opp & road and not own & road:
                codes |= (found >> 8 & _CODE) << 8
        return codes

    def advanced(self, codes: i64, codes_before: i64, counts: i64) -> i64:
        """Return the counts in a position with ``codes``, after a move without a capture."""
        code = codes & _CODE
        road = codes >> 8
        result: i64 = 0
        if code != 0 and code == codes_before & _CODE:
            result = (counts & _COUNT) + 1
        if road != 0 and road == codes_before >> 8:
            result |= ((counts >> 16) + 1) << 16
        return result

    def left(self, codes: i64, counts: i64, most: i64) -> i64:
        """Return the plies until the first count of an article is full, at most ``most``."""
        code = codes & _CODE
        road = codes >> 8
        if code:
            left = self.limits[code >> _MEN_BITS] - (counts & _COUNT)
            if left < most:
                most = left
        if road:
            left = self.limits[road >> _MEN_BITS] - (counts >> 16)
            if left < most:
                most = left
        return most

    def codes_of(self, position: Position) -> int:
        """Return the codes of a position; 0 if no article applies."""
        own, opp, kings, _, _ = position.words()
        return int(self.codes(own, opp, kings)) if (own | opp).bit_count() <= self.most_pieces else 0

    def goes_on(self, before: Position, after: Position) -> bool:
        """Return True if the move between two positions continues the count of an article."""
        return self.counts_after((before, after)) != 0

    def counts_after(self, positions: Sequence[Position]) -> int:
        """Return the counts in the last of ``positions``, which begin after the last progress."""
        counts, codes_before = 0, self.codes_of(positions[0])
        for before, after in pairwise(positions):
            codes = self.codes_of(after)
            is_capture = (before.black | before.white).bit_count() != (after.black | after.white).bit_count()
            counts = 0 if is_capture else int(self.advanced(codes, codes_before, counts))
            codes_before = codes
        return counts

    def running(self, positions: Sequence[Position]) -> Iterator[Count]:
        """Yield the counts in the last of ``positions``, which begin after the last progress."""
        counts, codes = self.counts_after(positions), self.codes_of(positions[-1])
        for code, plies in ((codes & _CODE, counts & _COUNT), (codes >> 8, counts >> 16)):
            if code:
                article = self.articles[(code >> _MEN_BITS) - 1]
                yield Count(plies // 2, article.moves, 2 * article.moves - plies, article)
        plies, limit = idle_plies(positions), self.rules.draw_after
        yield Count(plies // 2, limit, 2 * limit - plies, None)

    def first(self, positions: Sequence[Position]) -> Count:
        """Return the running count that is full first."""
        return min(self.running(positions), key=lambda each: each.left)


@lru_cache
def draw_counts(rules: Rules) -> DrawCounts:
    """Return the counts of a rule set."""
    return DrawCounts(rules)


def plies_left(rules: Rules, positions: Sequence[Position]) -> int:
    """Return the plies until a count of moves draws the game, if neither a capture nor a man's move comes before.

    ``positions`` begin after the last progress.
    """
    return draw_counts(rules).first(positions).left


def idle_plies(positions: Sequence[Position]) -> int:
    """Return the plies up to the last position in which only kings moved and nothing was captured."""
    last = positions[-1]
    men = last.black & ~last.kings, last.white & ~last.kings
    pieces, plies = (last.black | last.white).bit_count(), 0
    for each in reversed(positions[:-1]):
        same_men = (each.black & ~each.kings, each.white & ~each.kings) == men
        if not same_men or (each.black | each.white).bit_count() != pieces:
            break
        plies += 1
    return plies


def _balances(article: DrawArticle) -> list[str]:
    return article.balances.split()


def _counts_of(side: str) -> list[tuple[int, int]]:
    """Return the numbers of men and kings that the letters of one side allow."""
    kings, men, any_pieces = side.count("K"), side.count("M"), side.count("P")
    return [(men + more, kings + any_pieces - more) for more in range(any_pieces + 1)]


def _main_road(rules: Rules) -> int:
    """Return the mask of the diagonal between the dark corners."""
    geometry, road = rules.geometry, 0
    for number in range(1, geometry.squares + 1):
        row, column = geometry.row_and_column(number)
        if column == (row if geometry.dark_left else geometry.size - 1 - row):
            road |= geometry.bit(number)
    return road


def _place(men: i64, kings: i64, their_men: i64, their_kings: i64) -> i64:
    return ((men * _NUMBERS + kings) * _NUMBERS + their_men) * _NUMBERS + their_kings
