"""Claims: facts about positions, of which hints, reviews and remarks consist. A checker can test each of them.

``line`` begins with the move that a claim is about, from the position ``before``. A *gain* is explained in
``ai.tactics``: it holds against every reply, and is of a man at least. What each kind promises:

- *only move*: the side to move has no other legal move;
- *value*: the move has this exact value by the endgame tables, or by a proof;
- *won*, *lost*: a search has found that the move wins, or that every move loses; ``sure`` if it is proved;
- *only safe move*: after every other move the other side can gain so much, with one quiet move at most, that the side
  has lost a man; after this one it cannot;
- *better*: a search scores the line higher than the move with the path ``squares``;
- *gain*: ``line`` gains ``half_men`` at least, with at most ``quiet`` moves of its side that capture nothing;
- *capture*: the move captures the pieces on ``squares``;
- *exchange*: the other side has to jump, and after the best captures the side has gained ``half_men``, or 0;
- *sacrifice*: the other side has to jump, and after the best captures the side has lost ``half_men``;
- *crown*: a man is crowned by the move;
- *threat*: if the other side passed, ``line`` after the move would be a gain;
- *parry*: if the other side moved instead, ``line`` after the move would be a gain of its; after the move it has no
  gain as large with as few quiet moves;
- *no good reply*, *few replies*: after every reply but those to ``squares``, pairs of a start and an end, the side has
  a gain with one quiet move at most;
- *hold*: the piece on ``squares`` can move, but each of its moves allows such a gain; it did not before the move;
- *deter*: the second move of ``line`` would allow the gain of the rest; it did not before the move;
- *prepare*: the third move of ``line`` was illegal or lost a piece before the first; it does neither after the second;
- *support*: a man stands behind the man on ``squares`` now, so that he cannot be jumped this way;
- *edge*, *center*, *from behind*, *forward*: the man reaches the edge or the center, leaves one of the two first rows,
  or reaches the other half of the board;
- *king nearer*: the king comes nearer to the piece on ``squares``, which is the nearest, within half of the board;
- *king to the center*: the king is farther from the edge than before;
- *more pieces*, *fewer pieces*: the side has more or fewer pieces than the other, which has no jump;
- *missed jump*: the side could have made this jump, and made another move;
- *book*, *search*: where the move comes from: the opening book, or a search of ``quiet`` plies.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING, Final

from ai.score import ExactValue, is_decided, is_likely
from ai.tactics import MAN, Gain, Line, Tactics
from engine.fen import fen_text
from engine.geometry import BLACK, Geometry, Square
from engine.moves import MoveGenerator
from engine.position import KING, Move, Position
from engine.position import MAN as MAN_RANK
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import SearchInfo

_DEEP: Final = 2  # quiet moves of a gain by a good move
_DEEPEST: Final = 4  # quiet moves of a gain that a mistake allows
_SHORT: Final = 1  # quiet moves of a threat
_BACK_ROWS: Final = 2
_FEW: Final = 2  # replies that are named


class Kind(Enum):
    """The kinds of claims, which the docstring of the module explains."""

    ONLY_MOVE = "only move"
    VALUE = "value"
    WON = "won"
    LOST = "lost"
    ONLY_SAFE = "only safe move"
    BETTER = "better"
    GAIN = "gain"
    CAPTURE = "capture"
    EXCHANGE = "exchange"
    SACRIFICE = "sacrifice"
    CROWN = "crown"
    THREAT = "threat"
    PARRY = "parry"
    NO_REPLY = "no good reply"
    FEW_REPLIES = "few replies"
    HOLD = "hold"
    DETER = "deter"
    PREPARE = "prepare"
    SUPPORT = "support"
    EDGE = "edge"
    CENTER = "center"
    FROM_BEHIND = "from behind"
    FORWARD = "forward"
    KING_NEARER = "king nearer"
    KING_CENTER = "king to the center"
    MORE = "more pieces"
    FEWER = "fewer pieces"
    MISSED_JUMP = "missed jump"
    BOOK = "book"
    SEARCH = "search"


_CAUSES: Final = (Kind.CROWN, Kind.THREAT, Kind.PARRY, Kind.NO_REPLY, Kind.FEW_REPLIES, Kind.HOLD)
_LESSER_CAUSES: Final = (Kind.EXCHANGE, Kind.DETER)


@dataclass(frozen=True)
class Claim:
    """A claim of one of the kinds. Fields that mean nothing for a kind have their default."""

    kind: Kind
    before: Position
    line: Line
    squares: tuple[Square, ...] = ()
    half_men: int = 0
    quiet: int = 0
    sure: bool = True
    value: ExactValue | None = None

    @property
    def text(self) -> str:
        """The claim as a line: kind, FEN, moves, and the other fields that have a meaning, in numbers."""
        moves = " ".join(("x" if move.captured else "-").join(map(str, move.path)) for move in self.line)
        fields = {"squares": ",".join(map(str, self.squares)), "half_men": self.half_men, "quiet": self.quiet}
        fields |= {"unproved": not self.sure, "value": self.value and f"{self.value.outcome}:{self.value.plies}"}
        details = " ".join(f"{name}={value}" for name, value in fields.items() if value)
        return f"{self.kind.value} | {fen_text(self.before)} | {moves} | {details}"


class Claims:
    """A finder of claims under one rule set and jumping rule."""

    def __init__(self, rules: Rules, jumping: Jumping = "forced") -> None:
        self._rules = rules
        self._geometry = rules.geometry
        self._jumping = jumping
        self._legal = MoveGenerator(rules, jumping)
        self._tactics = Tactics(rules)
        self._counts = not rules.losing and jumping != "free"  # a gain of pieces is one

    # Hints

    def of_best(self, before: Position, info: "SearchInfo", value: ExactValue | None = None) -> Iterator[Claim]:
        """Yield the claims about the best move of a search, the most important first.

        ``value`` is its exact value, or None.
        """
        yield from self._outcome(before, info, value)
        if self._counts and self._is_only_safe(before, info.move):
            yield Claim(Kind.ONLY_SAFE, before, info.pv[:1])
        yield from self.of_move(before, info.pv)
        if info.is_from_book:
            yield Claim(Kind.BOOK, before, info.pv[:1])
        elif info.depth:
            yield Claim(Kind.SEARCH, before, info.pv[:1], quiet=info.depth)

    def _outcome(self, before: Position, info: "SearchInfo", value: ExactValue | None) -> Iterator[Claim]:
        is_only = len(self._legal.legal_moves(before)) == 1
        if is_only:
            yield Claim(Kind.ONLY_MOVE, before, info.pv[:1])
        if value is not None and self._jumping == "forced":
            yield Claim(Kind.VALUE, before, info.pv[:1], value=value)
        elif value is None and is_likely(info.claim) and not is_only:
            kind = Kind.WON if info.claim > 0 else Kind.LOST
            yield Claim(kind, before, info.pv[:1], sure=is_decided(info.claim))

    def _is_only_safe(self, before: Position, move: Move) -> bool:
        """Return True if there are other moves, and all of them lose something, but not this one."""
        others = [each for each in self._tactics.legal_moves(before) if each.after != move.after]
        if not others or self._loses(before, move):
            return False
        return all(self._loses(before, each) for each in others)

    def _loses(self, before: Position, move: Move) -> bool:
        """Return True if the side has a man less after its move, and after a short gain of the other side."""
        now, then = (self._tactics.material(each, before.side) for each in (before, move.after))
        return self._tactics.gain(move.after, _SHORT, max(1, MAN + then - now)) is not None

    def of_move(self, before: Position, line: Sequence[Move]) -> Iterator[Claim]:
        """Yield the claims about the first move of a line, the most important first."""
        move, captures = line[0], self._tactics.settled(line[0].after)
        yield from self._tactical(before, move, captures)
        if move.captured or captures or self._rules.losing:
            return
        if self._counts and self._tactics.legal_moves(move.after):
            yield from self._threats(before, move)
            yield from self._restraint(before, move)
        yield from self._plans(before, line)

    def _tactical(self, before: Position, move: Move, captures: Line) -> Iterator[Claim]:
        """Yield what the move and the ``captures`` after it lead to, and a crown."""
        whole = (move, *captures)
        half_men = self._tactics.material(whole[-1].after, before.side) - self._tactics.material(before, before.side)
        was, now = before.piece(move.start), move.after.piece(move.end)
        is_king = was is not None and now is not None and now.rank > was.rank
        gain = self.gain(before, move, _DEEP) if not move.captured and not is_king else None
        if gain is not None:
            yield gain
        elif captures and self._jumping != "free" and (half_men >= 0 and not self._rules.losing):
            yield Claim(Kind.EXCHANGE, before, whole, half_men=half_men)
        elif move.captured:
            yield Claim(Kind.CAPTURE, before, whole[:1], move.captured)
        elif captures and self._jumping != "free":
            yield Claim(Kind.SACRIFICE, before, whole, half_men=-half_men)
        if is_king:
            yield Claim(Kind.CROWN, before, whole[:1])

    def gain(self, before: Position, move: Move, quiet: int, least: int = MAN) -> Claim | None:
        """Return the claim that a move gains something, or None."""
        found = self._tactics.gain_by(before, move, quiet, least) if self._counts else None
        return None if found is None else _gained(Kind.GAIN, before, found)

    def _threats(self, before: Position, move: Move) -> Iterator[Claim]:
        """Yield the threat that a quiet move parries, and the threat that it makes."""
        tactics = self._tactics
        if tactics.legal_moves(before)[0].captured:
            return
        theirs = tactics.gain(before.passed(), _SHORT)
        if theirs is not None and tactics.gain(move.after, _SHORT, theirs.half_men) is None:
            yield _gained(Kind.PARRY, before, theirs, move)
        mine = tactics.gain(move.after.passed(), _SHORT)
        if mine is not None:
            yield _gained(Kind.THREAT, before, mine, move)

    def _restraint(self, before: Position, move: Move) -> Iterator[Claim]:
        """Yield a claim if no reply to a quiet move is safe, or only a few are."""
        replies = self._tactics.legal_moves(move.after)
        punished = {reply: self._tactics.gain(reply.after, _SHORT) for reply in replies}
        safe = [reply for reply in replies if punished[reply] is None]
        if not safe:
            yield Claim(Kind.NO_REPLY, before, (move,))
        elif len(safe) <= _FEW and len(replies) > 2 * len(safe):
            yield Claim(Kind.FEW_REPLIES, before, (move,), tuple(chain(*((each.start, each.end) for each in safe))))
        now = before.passed()
        earlier = {each: self._tactics.gain(each.after, _SHORT) for each in self._tactics.legal_moves(now)}
        new = [each for each in replies if punished[each] is not None and each in earlier and earlier[each] is None]
        for start in sorted({each.start for each in new}):
            of_piece = [each for each in replies if each.start == start]
            if len(of_piece) > 1 and all(punished[each] is not None for each in of_piece):
                yield Claim(Kind.HOLD, before, (move,), (start,))
        for reply in new:
            gain = punished[reply]
            assert gain is not None
            line = (move, reply, *gain.line)
            yield Claim(Kind.DETER, before, line, half_men=gain.half_men, quiet=gain.quiet)

    def _plans(self, before: Position, line: Sequence[Move]) -> Iterator[Claim]:
        """Yield what a quiet move is good for in the long run."""
        move, first = line[0], tuple(line[:1])
        if len(line) > 2 and not line[1].captured and not line[2].captured and self._is_prepared(before, line):
            yield Claim(Kind.PREPARE, before, tuple(line[:3]))
        if self._is_king(before, move):
            yield from self._way_of_king(before, move)
            return
        start, end = self._row(before.side, move.start), self._row(before.side, move.end)
        for square in self._ahead(before.side, move.end):
            if move.after.piece(square) == (before.side, MAN_RANK):
                yield Claim(Kind.SUPPORT, before, first, (square,))
        if self._is_middle(move.end):
            yield Claim(Kind.CENTER, before, first)
        if start < _BACK_ROWS:
            yield Claim(Kind.FROM_BEHIND, before, first)
        if self._geometry.row_and_column(move.end)[1] in (0, self._geometry.size - 1):
            yield Claim(Kind.EDGE, before, first)
        if 2 * end >= self._geometry.size:
            yield Claim(Kind.FORWARD, before, first)

    def _is_prepared(self, before: Position, line: Sequence[Move]) -> bool:
        """Return True if the third move of a line was illegal or lost a piece before the first, but does not now."""
        wanted = line[2]
        at_once = [each for each in self._tactics.legal_moves(before) if each.path == wanted.path]
        if at_once and self._tactics.gain(at_once[0].after, _SHORT) is None:
            return False
        return self._tactics.gain(wanted.after, _SHORT) is None

    def _way_of_king(self, before: Position, move: Move) -> Iterator[Claim]:
        geometry, first = self._geometry, (move,)
        theirs = list(geometry.numbers(before.of(1 - before.side)))
        nearest = min(theirs, key=lambda number: _distance(geometry, move.end, number))
        gap = _distance(geometry, move.end, nearest)
        if 2 * gap < geometry.size and all(_distance(geometry, move.start, each) > gap for each in theirs):
            yield Claim(Kind.KING_NEARER, before, first, (nearest,))
        if self._edge_distance(move.end) > self._edge_distance(move.start):
            yield Claim(Kind.KING_CENTER, before, first)

    # Mistakes

    def of_mistake(
        self, before: Position, move: Move, better: Move, reply: Move | None, value: ExactValue | None
    ) -> Claim | None:
        """Return the claim why a move was a mistake, or None.

        ``reply`` is the best reply, ``value`` its exact value; ``better`` is the better move. If the claim begins with
        the reply, the move allowed it; if with the better move, that was missed.
        """
        if reply is None:
            return None
        if value is not None and value.outcome >= 0 and self._jumping == "forced":
            return Claim(Kind.VALUE, move.after, (reply,), value=value)
        allowed = self.gain(move.after, reply, _DEEPEST, 1)
        if allowed is not None and not self._allows(better.after, allowed):
            return allowed
        if missed := self.gain(before, better, _DEEPEST, 1):
            return missed
        news = [*self._new(move.after, reply, better.after, reply), *self._new(before, better, before, move)]
        chosen = (each for kinds in (_CAUSES, _LESSER_CAUSES) for each in news if each.kind in kinds)
        return next(chosen, None)

    def _new(self, position: Position, move: Move, other: Position, by: Move) -> Iterator[Claim]:
        """Yield the claims about a move that are not true of the move in ``other`` with the path of ``by``."""
        same = next((each for each in self._tactics.legal_moves(other) if each.path == by.path), None)
        claims = () if same is None else self.of_move(other, [same])
        known = {(claim.kind, claim.squares, claim.half_men) for claim in claims}
        for claim in self.of_move(position, [move]):
            if (claim.kind, claim.squares, claim.half_men) not in known:
                yield claim

    def _allows(self, position: Position, claim: Claim) -> bool:
        """Return True if the side to move has a gain as large with as few quiet moves."""
        return self._tactics.gain(position, claim.quiet, claim.half_men) is not None

    # The board

    def _is_king(self, before: Position, move: Move) -> bool:
        piece = before.piece(move.start)
        return piece is not None and piece.rank >= KING

    def _row(self, side: int, number: Square) -> int:
        """Return the row of a square, counted from 0 from a side's first row."""
        row, _ = self._geometry.row_and_column(number)
        return row if side == BLACK else self._geometry.size - 1 - row

    def _edge_distance(self, number: Square) -> int:
        return min(min(place, self._geometry.size - 1 - place) for place in self._geometry.row_and_column(number))

    def _ahead(self, side: int, number: Square) -> Iterator[Square]:
        """Yield the one or two squares to which a man could step."""
        row, column = self._geometry.row_and_column(number)
        up = 1 if side == BLACK else -1
        for aside in (-1, 1):
            if (found := self._geometry.at(row + up, column + aside)) is not None:
                yield found

    def _is_middle(self, number: Square) -> bool:
        low, high = self._geometry.size // 2 - 1, self._geometry.size // 2
        row, column = self._geometry.row_and_column(number)
        return low <= row <= high and low - 1 <= column <= high + 1


def _distance(geometry: Geometry, one: Square, other: Square) -> int:
    """Return the number of a king's steps between two squares of an empty board."""
    (row, column), (to_row, to_column) = map(geometry.row_and_column, (one, other))
    return max(abs(row - to_row), abs(column - to_column))


def _gained(kind: Kind, before: Position, gain: Gain, *first: Move) -> Claim:
    return Claim(kind, before, (*first, *gain.line), half_men=gain.half_men, quiet=gain.quiet)
