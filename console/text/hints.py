"""The reasons for a hint in a few words. They are found in the position and in the principal variation.

The outcome comes first, then the theme of a shot or an ending, then what the move does at once, then a plan.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING, Final

from ai import habits
from ai.expectation import cost
from ai.score import EVALUATION_LIMIT, ExactValue, is_decided, is_likely
from ai.themes import themes
from console.game.naming import Naming, crowned, in_words, rank_name, rank_of, spoken_list
from console.text.phrases import PHRASES
from console.text.sentences import game_length, worth
from engine.game import Game
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import MAN, Move, Piece, Position
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_MOST_REASONS: Final = 2
_SOON_PLIES: Final = 6  # plies of the line; a king made later is no reason
_BACK_ROWS: Final = 2
_NAMED_SHOTS: Final = ("two", "three", "four")
_ADVANTAGES: Final = ("king trapped", "dog hole", "first position", "second position", "opposition", "while ahead")
"""The themes and plans that are no reasons for a side that does not stand better."""
_GAIN: Final = 50  # centimen; half a man
_ONLY: Final = 0.35  # of the expected result; all other moves lose as much if a move is the only good one


def merits(
    before: Position,
    info: "SearchInfo",
    rules: Rules,
    naming: Naming,
    jumping: Jumping = "forced",
    value: ExactValue | None = None,
) -> list[str]:
    """Return one or two reasons for the best move. Each follows the word "it".

    ``value`` is the exact value of the move if every jump is made, or None. If jumps are not forced, it is no reason,
    but is said behind the first one, or without one.
    """
    reasons = _Reasons(before, info.pv, rules, naming, jumping)
    others = [root.score for root in info.roots if root.move != info.move]
    is_only_good = bool(others) and cost(info.score, max(others), rules) >= _ONLY
    # Where another move is as good, the other side has only chosen to lose a piece; and it may take one back later.
    is_sure = info.score >= EVALUATION_LIMIT or not others or info.score - max(others) >= _GAIN
    is_gain = is_sure and not any(move.captured for move in info.pv[1:_SOON_PLIES:2])
    is_shot = is_sure or any(move.captured for move in info.pv[1:2])
    fit = {"steal": is_gain, "bridge": is_sure, "shot": is_shot, **dict.fromkeys(_ADVANTAGES, info.score > 0)}
    reasons.unfit = [theme for theme in fit if not fit[theme]]
    if rules.losing:
        found = [*reasons.outcome(info.claim, value), *reasons.given_away()]
    else:
        at_once = [*reasons.at_once(), *(["is the only good move"] if is_only_good else [])]
        prepared = [f"prepares {naming.move(move)}" for move in info.pv[2:3] if not move.captured]
        found = [*reasons.outcome(info.claim, value), *(at_once or islice(chain(reasons.plans(), prepared), 1))]
    if value is not None and jumping != "forced":
        return found[:1]
    # What the move is comes before what it does: "it is a two-for-one and wins".
    return sorted(found[:_MOST_REASONS], key=lambda each: not each.startswith("is ")) or [_source(info)]


def _source(info: "SearchInfo") -> str:
    """Return where a move comes from that has no reason in the position."""
    if info.is_from_book:
        return "is in my opening book"
    return f"scores best, looking {game_length(info.depth)} ahead" if info.depth else "is as good as any"


def purpose(before: Position, line: Sequence[Move], rules: Rules, naming: Naming) -> str:
    """Return what the first move of a line does, or else its plan, after the word "it".

    Empty for a jump or a shot: the line may end before the other side has taken back.
    """
    reasons = _Reasons(before, line, rules, naming, "forced")
    gains, losses = reasons.exchanged()
    if line[0].captured or gains != losses:
        return ""
    return _exchange(gains) if gains else next(chain(reasons.positional(), reasons.plans()), "")


class _Reasons:
    """The reasons for the first move of ``line`` in a position. ``unfit``: the themes that are no reasons there."""

    unfit: Sequence[str] = ()

    def __init__(self, before: Position, line: Sequence[Move], rules: Rules, naming: Naming, jumping: Jumping) -> None:
        self.before = before
        self.move = line[0]
        self.line = line
        self.naming = naming
        self.rules = rules
        self.geometry = rules.geometry
        self.forced = MoveGenerator(rules)
        self.jumping = jumping
        self.legal = MoveGenerator(rules, jumping)

    def outcome(self, score: int, value: ExactValue | None) -> Iterator[str]:
        """Yield the outcome, as far as it is known, and that there is no choice."""
        is_only = len(self.legal.legal_moves(self.before)) == 1
        if is_only:
            yield "is forced" if self.move.captured else "is the only move"
        if value is not None and self.jumping == "forced":
            yield worth(value)
        elif value is None and is_likely(score) and not is_only:
            yield "holds out longest" if score < 0 else "wins" if is_decided(score) else "seems to win"

    def at_once(self) -> Iterator[str]:
        """Yield what the move does now or soon, the most important first."""
        yield from (tactical := list(self._tactical()))
        if rank := crowned(self.before, self.move):
            yield f"makes a {rank}"
        elif self._crowns_soon():
            given = "" if tactical else self.given_up()
            yield f"leads to a king, but gives up {given}" if given else "leads to a king"
        if not self.move.captured:
            yield from self.positional()

    def given_away(self) -> Iterator[str]:
        """Yield how many pieces more the other side captures soon."""
        gains, losses = (sum(len(move.captured) for move in self.line[ply:_SOON_PLIES:2]) for ply in (0, 1))
        if losses > gains:
            yield f"soon gives away {in_words(losses - gains)}"

    def _tactical(self) -> Iterator[str]:
        """Yield the themes of the principal variation that are reasons, or else the result of the first exchange.

        A move that captures may only take back, so it has no theme.
        """
        if self.move.captured:
            yield from self._material()
            return
        found = themes(self.rules, self.before, self.line)
        shot = next((theme for theme in found if "-for-" in theme and "shot" not in self.unfit), None)
        if shot is not None:
            named = f"is a {shot}" if shot.startswith(_NAMED_SHOTS) else "is a shot that wins material"
            yield f"{named} by a back shot" if "back shot" in found else named
        for theme, reason in PHRASES["merits"].items():
            if theme in found and theme not in self.unfit:
                yield reason
        if shot is None and "steal" not in found:
            yield from self._material()

    def _material(self) -> Iterator[str]:
        """Yield the captures of the move, or the result of the exchange that it begins."""
        gains, losses = self.exchanged()
        if losses and gains == losses:
            own, theirs = (self.before.of(side).bit_count() for side in (self.before.side, 1 - self.before.side))
            yield f"{_exchange(gains)}{' while ahead' if own > theirs and 'while ahead' not in self.unfit else ''}"
        elif losses and gains > losses:
            yield f"takes {in_words(gains)} for {in_words(losses)}"
        elif self.move.captured:
            yield f"takes {_named(list(filter(None, map(self.before.piece, self.move.captured))))}"

    def exchanged(self) -> tuple[int, int]:
        """Return how many pieces the side to move and the other capture in the exchange that the move begins."""
        exchange = [self.move, *takewhile(lambda move: move.captured, self.line[1:])]
        return sum(len(move.captured) for move in exchange[::2]), sum(len(move.captured) for move in exchange[1::2])

    def given_up(self) -> str:
        """Return in words how many pieces more the other side captures in the first exchange; empty if none."""
        gains, losses = self.exchanged()
        return in_words(losses - gains) if losses > gains else ""

    def _crowns_soon(self) -> bool:
        """Return True if one of the next moves raises the rank of the piece that moves, or of one that captures.

        After a sacrifice any piece counts.
        """
        at, given = self.move.end, self.given_up()
        plies = list(zip([self.before, *(move.after for move in self.line)], self.line, strict=False))
        for position, move in plies[2:_SOON_PLIES:2]:
            if crowned(position, move) and (move.start == at or move.captured or given):
                return True
            at = move.end if move.start == at else at
        return False

    def positional(self) -> Iterator[str]:
        """Yield the reasons for a step: jumps that it prevents, threats that it makes, the middle of the board."""
        after, start = self.move.after, self.move.start
        rank, danger = rank_of(self.before, start), self._capturable(after)
        saved = self._capturable(self.before.passed()) - danger
        others = saved - {start}
        if others and not danger:
            yield f"prevents the jump over {self.naming.square(max(others))}"
        elif saved and not danger:
            yield f"saves the {rank_name(rank)} on {self.naming.square(start)}"
        attacked = self._capturable(after.passed()) - self._capturable(self.before)
        if attacked and not danger:
            yield f"attacks {self.naming.squares(sorted(attacked))}"
        if rank == MAN and self._is_middle(self.move.end) and not danger:
            yield "takes the center"

    def plans(self) -> Iterator[str]:
        """Yield what a quiet move is good for in the long run, or the piece under attack that it gives up."""
        if self._capturable(self.move.after):
            lost = self._capturable(self.before.passed()) & {n for move in self.line[1:2] for n in move.captured[:1]}
            yield from (f"gives up the piece on {self.naming.square(number)}, which is under attack" for number in lost)
            if given := self.given_up():
                yield f"sacrifices {given}"
            return
        side, start, end = self.before.side, self.move.start, self.move.end
        if rank_of(self.before, start) != MAN:
            yield from chain(self._way(self._travelled()), self._way(end))
            return
        game = Game(self.rules, start=self.before)
        if self._is_free(end):
            yield "runs for a king with a free road"
        elif any(self.move.after.piece(number) == (side, MAN) for number in self._ahead(end)):
            yield "backs up the man in front"
        elif -habits.from_behind(game, self.move) < _BACK_ROWS:
            yield "brings up a man from behind"
        elif habits.edges(game, self.move):
            yield "is safe at the edge"
        elif 2 * habits.forward(game, self.move) >= self.geometry.size:
            yield "brings the man closer to the king row"
        elif habits.together(game, self.move):
            yield "keeps the men together"

    def _travelled(self) -> int:
        """Return the square that the piece reaches by the line soon."""
        end = self.move.end
        for move in self.line[2:_SOON_PLIES:2]:
            end = move.end if move.start == end else end
        return end

    def _way(self, end: int) -> Iterator[str]:
        """Yield what brings a king from its square to ``end``: a piece of the other side, or the center."""
        start = self.move.start
        theirs = self.geometry.numbers(self.before.of(1 - self.before.side))
        nearest = min(theirs, key=lambda number: habits.distance(self.geometry, end, number))
        gap = habits.distance(self.geometry, end, nearest)
        if 2 * gap < self.geometry.size and all(habits.distance(self.geometry, start, each) > gap for each in theirs):
            yield f"brings the king closer to {self.naming.square(nearest)}"
        elif self._edge_distance(end) > self._edge_distance(start):
            yield "brings the king toward the center"

    def _edge_distance(self, number: int) -> int:
        return min(min(place, self.geometry.size - 1 - place) for place in self.geometry.row_and_column(number))

    def _ahead(self, number: int) -> Iterator[int]:
        """Yield the one or two squares to which a man could step."""
        row, column = self.geometry.row_and_column(number)
        up = 1 if self.before.side == BLACK else -1
        for side in (-1, 1):
            if (found := self.geometry.at(row + up, column + side)) is not None:
                yield found

    def _is_free(self, number: int) -> bool:
        """Return True if no piece stands where a man on a square may come on its way to the last row."""
        reached = {number}
        while reached:
            reached = {square for each in reached for square in self._ahead(each)}
            if any(self.move.after.piece(square) is not None for square in reached):
                return False
        return True

    def _capturable(self, position: Position) -> set[int]:
        """Return the squares of the pieces that the side to move can capture with the first jump of a move."""
        return {move.captured[0] for move in self.forced.legal_moves(position) if move.captured}

    def _is_middle(self, number: int) -> bool:
        low, high = self.geometry.size // 2 - 1, self.geometry.size // 2
        row, column = self.geometry.row_and_column(number)
        return low <= row <= high and low - 1 <= column <= high + 1


def _exchange(count: int) -> str:
    return f"exchanges {in_words(count)} for {in_words(count)}"


def _named(pieces: Sequence[Piece]) -> str:
    """Return pieces in words: ``a man``, ``two men and a king``."""
    counts = sorted(Counter(piece.rank for piece in pieces).items())
    return spoken_list([f"{'a' if n == 1 else in_words(n)} {rank_name(rank, n)}" for rank, n in counts], "and")
