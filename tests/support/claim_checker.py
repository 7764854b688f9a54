"""A checker of claims, as ``Claim.text`` writes them: by the second move generator, the endgame tables and a search.

It knows what the kinds promise from the docstring of ``ai.claims`` and shares no code with what finds or says them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from ai.engine import Engine, Limits
from ai.score import EVALUATION_LIMIT
from ai.search.options import SearchOptions
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.position import Move
from engine.rules import RULE_SETS
from support.endings import tabled_engine
from support.naive_generator import SETS, Route, State, forward, opponent, read_fen, routes, squares, write_fen

_VALUES: Final = {"M": 2, "K": 3}
_FLYING: Final = {"M": 2, "K": 6}
_CROWN: Final = {"M": 0, "K": 1, "T": 2}


class Stated(NamedTuple):
    """A claim as it was read: the states before the moves, the moves, and the fields."""

    kind: str
    state: State
    line: list[Route]
    squares: list[int]
    half_men: int
    quiet: int
    unproved: bool
    value: str


class ClaimChecker:
    """Checks claims under one rule set. ``nodes`` is the limit of the searches that check what a search has found."""

    def __init__(self, rules: str = "american", nodes: int = 300_000) -> None:
        self._name = rules
        self._rules = SETS[rules]
        self._worth = _FLYING if self._rules.kings_step_any_distance else _VALUES
        self._nodes = nodes
        self.moves = lru_cache(maxsize=200_000)(self._moves)

    @cached_property
    def _search(self) -> Engine:
        rules = RULE_SETS[self._name]
        return Engine(rules, SearchOptions(megabytes=16), tables=tabled_engine(rules).tables)

    def is_true(self, text: str) -> bool:
        """Return True if a claim is true. Raises KeyError for an unknown kind, ValueError for an illegal move."""
        claim = self._read(text)
        checks: dict[str, Callable[[Stated], bool]] = {
            "only move": lambda it: len({each.after for each in self.moves(it.state)}) == 1,
            "value": self._has_value,
            "won": lambda it: self._score(it) >= EVALUATION_LIMIT,
            "lost": lambda it: self._score(it) <= -EVALUATION_LIMIT,
            "only safe move": self._is_only_safe,
            "better": self._is_better,
            "gain": self._is_gain,
            "capture": lambda it: list(it.line[0].captured) == it.squares,
            "exchange": lambda it: self._after_captures(it) == it.half_men >= 0,
            "sacrifice": lambda it: self._after_captures(it) == -it.half_men < 0,
            "crown": self._is_crown,
            "threat": self._is_threat,
            "parry": self._is_parry,
            "no good reply": self._has_few_replies,
            "few replies": self._has_few_replies,
            "hold": self._is_hold,
            "deter": self._deters,
            "prepare": self._prepares,
            "support": self._supports,
            "edge": lambda it: self._column(it.line[0].path[-1]) in (0, self._rules.size - 1),
            "center": lambda it: self._is_center(it.line[0].path[-1]),
            "from behind": lambda it: self._row(it.state.side, it.line[0].path[0]) < 2,
            "forward": lambda it: 2 * self._row(it.state.side, it.line[0].path[-1]) >= self._rules.size,
            "king nearer": self._is_nearer,
            "more pieces": lambda it: self._leads(it, it.state.side),
            "fewer pieces": lambda it: self._leads(it, opponent(it.state.side)),
            "missed jump": lambda it: bool(it.line[0].captured),
            "king to the center": lambda it: self._depth(it.line[0].path[-1]) > self._depth(it.line[0].path[0]),
        }
        return checks[claim.kind](claim)

    # Reading

    def _read(self, text: str) -> Stated:
        kind, fen, moves, details = text.split(" | ")
        fields = dict(each.split("=") for each in details.split())
        state, line = read_fen(fen), list[Route]()
        before = state
        for place, move in enumerate(moves.split()):
            if place == 1 and kind == "threat":
                before = passed(before)
            if place == 1 and kind == "parry":
                before = passed(state)
            line.append(self._route(before, move))
            before = line[-1].after
        numbers = [int(each) for each in fields.get("squares", "").split(",") if each]
        half_men, quiet = int(fields.get("half_men", 0)), int(fields.get("quiet", 0))
        return Stated(kind, state, line, numbers, half_men, quiet, "unproved" in fields, fields.get("value", ""))

    def _route(self, state: State, move: str) -> Route:
        path = tuple(map(int, move.replace("x", "-").split("-")))
        found = [each for each in self.moves(state) if each.path == path and bool(each.captured) == ("x" in move)]
        if not found:
            raise ValueError(f"{move} is illegal in {write_fen(state)}")
        return found[0]

    def _moves(self, state: State) -> tuple[Route, ...]:
        """Return the legal moves, one route to each state."""
        found = {route.after: route for route in sorted(routes(self._rules, state), key=lambda route: route.path)}
        longest = sorted(routes(self._rules, state), key=lambda route: route.path)
        return tuple(longest) if len(found) < len(longest) else tuple(found.values())

    # Gains

    def _material(self, state: State, side: str) -> int:
        return sum(self._worth[rank] * (1 if own == side else -1) for _, own, rank in state.pieces)

    def forces(self, state: State, side: str, target: int, quiet: int) -> bool:
        """Return True if a side reaches a target of material against every reply, with so few quiet moves."""
        moves = self.moves(state)
        jumps = any(move.captured for move in moves)
        if state.side == side:
            if not moves:
                return False
            if not jumps and self._material(state, side) >= target:
                return True
            if not jumps and quiet == 0:
                return False
            return any(self.forces(move.after, side, target, quiet - (not jumps)) for move in moves)
        if not moves or (not jumps and self._material(state, side) >= target):
            return True
        return all(self.forces(move.after, side, target, quiet) for move in moves)

    def gains(self, state: State, half_men: int, quiet: int, first: Route | None = None) -> bool:
        """Return True if the side to move gains so much, beginning with ``first`` if it is given."""
        target = self._material(state, state.side) + half_men
        if first is None:
            return self.forces(state, state.side, target, quiet)
        left = quiet - (not first.captured)
        return left >= 0 and self.forces(first.after, state.side, target, left)

    def _is_gain(self, claim: Stated) -> bool:
        return self.gains(claim.state, claim.half_men, claim.quiet, claim.line[0])

    def _loses(self, reply: State) -> bool:
        """Return True if the side to move, after a quiet move of the other, gains a man with one quiet move at most."""
        return self.gains(reply, 2, 1)

    def _is_threat(self, claim: Stated) -> bool:
        now = passed(claim.line[0].after)
        return self.gains(now, claim.half_men, claim.quiet, claim.line[1])

    def _is_parry(self, claim: Stated) -> bool:
        was = self.gains(passed(claim.state), claim.half_men, claim.quiet, claim.line[1])
        return was and not self.gains(claim.line[0].after, claim.half_men, 1)

    def _has_few_replies(self, claim: Stated) -> bool:
        named = set(zip(claim.squares[::2], claim.squares[1::2], strict=True))
        replies = self.moves(claim.line[0].after)
        return all(self._loses(each.after) != ((each.path[0], each.path[-1]) in named) for each in replies)

    def _is_hold(self, claim: Stated) -> bool:
        now = [each for each in self.moves(claim.line[0].after) if each.path[0] == claim.squares[0]]
        return bool(now) and all(self._loses(each.after) for each in now)

    def _deters(self, claim: Stated) -> bool:
        reply, answer = claim.line[1:3]
        earlier = [each for each in self.moves(passed(claim.state)) if each.path == reply.path]
        now = self.gains(reply.after, claim.half_men, claim.quiet, answer)
        return now and not reply.captured and bool(earlier) and not self._loses(earlier[0].after)

    def _prepares(self, claim: Stated) -> bool:
        wanted = claim.line[2]
        earlier = [each for each in self.moves(claim.state) if each.path == wanted.path]
        return not self._loses(wanted.after) and all(self._loses(each.after) for each in earlier)

    def _after_captures(self, claim: Stated) -> int:
        """Return what the side has gained after its move and the best captures of both; the reply must be a jump."""
        side, after = claim.state.side, claim.line[0].after
        assert any(move.captured for move in self.moves(after))
        return self._captured_out(after, side) - self._material(claim.state, side)

    def _captured_out(self, state: State, side: str) -> int:
        jumps = [move.after for move in self.moves(state) if move.captured]
        best = max if state.side == side else min
        return best(self._captured_out(each, side) for each in jumps) if jumps else self._material(state, side)

    # Outcomes

    def _engine_moves(self, claim: Stated) -> Iterator[tuple[Move, bool]]:
        """Yield the legal moves of the engine, and whether each is the move of the claim."""
        position = parse_fen(write_fen(claim.state), RULE_SETS[self._name])
        after = write_fen(claim.line[0].after)
        for move in MoveGenerator(RULE_SETS[self._name]).legal_moves(position):
            yield move, parse_fen(after, RULE_SETS[self._name]) == move.after

    def _score_of(self, move: Move) -> int:
        self._search.new_game()
        return -self._search.analyze([move.after], Limits(nodes=self._nodes)).score

    def _score(self, claim: Stated) -> int:
        return next(self._score_of(move) for move, is_it in self._engine_moves(claim) if is_it)

    def _has_value(self, claim: Stated) -> bool:
        outcome, plies = claim.value.split(":")
        move = next(move for move, is_it in self._engine_moves(claim) if is_it)
        exact = self._search.exact_value(move.after)
        if exact is None:
            score = self._score_of(move)
            return (score >= EVALUATION_LIMIT) - (score <= -EVALUATION_LIMIT) == int(outcome)
        after = None if exact.plies is None else exact.plies + 1
        return -exact.outcome == int(outcome) and (plies == "None" or after is None or after == int(plies))

    def _is_only_safe(self, claim: Stated) -> bool:
        side, now = claim.state.side, self._material(claim.state, claim.state.side)
        safe = [
            move
            for move in self.moves(claim.state)
            if not self.forces(move.after, opponent(side), max(2 - now, 1 - self._material(move.after, side)), 1)
        ]
        return {move.after for move in safe} == {claim.line[0].after} and len(self.moves(claim.state)) > 1

    def _is_better(self, claim: Stated) -> bool:
        worse = self._route(claim.state, ("x" if claim.line[0].captured else "-").join(map(str, claim.squares)))
        return self._score(claim) > self._score(claim._replace(line=[worse]))

    # The board

    def _place(self, number: int) -> tuple[int, int]:
        return squares(self._rules)[number - 1]

    def _column(self, number: int) -> int:
        return self._place(number)[1]

    def _row(self, side: str, number: int) -> int:
        """Return the row of a square from a side's first row."""
        row = self._place(number)[0]
        return row if side == "B" else self._rules.size - 1 - row

    def _depth(self, number: int) -> int:
        """Return how far a square is from the nearest edge."""
        return min(min(each, self._rules.size - 1 - each) for each in self._place(number))

    def _is_center(self, number: int) -> bool:
        """Return True if a square is in the two middle rows, and in the four middle columns."""
        row, column = self._place(number)
        half = self._rules.size // 2
        return row in (half - 1, half) and half - 2 <= column <= half + 1

    def _is_crown(self, claim: Stated) -> bool:
        move = claim.line[0]
        ranks = {number: rank for number, side, rank in claim.state.pieces if side == claim.state.side}
        now = {number: rank for number, side, rank in move.after.pieces if side == claim.state.side}
        return _CROWN[now[move.path[-1]]] > _CROWN[ranks[move.path[0]]]

    def _supports(self, claim: Stated) -> bool:
        """Return True if a man of the side stands diagonally before the square that the move fills."""
        side, (row, column) = claim.state.side, self._place(claim.line[0].path[-1])
        ahead, aside = self._place(claim.squares[0])
        is_there = (claim.squares[0], side, "M") in claim.line[0].after.pieces
        return is_there and ahead - row == forward(side) and abs(aside - column) == 1

    def _leads(self, claim: Stated, side: str) -> bool:
        """Return True if a side has more pieces after the move, and the side to move has no jump."""
        after = claim.line[0].after
        own = sum(owner == side for _, owner, _ in after.pieces)
        return 2 * own > len(after.pieces) and not any(move.captured for move in self.moves(after))

    def _is_nearer(self, claim: Stated) -> bool:
        move, prey = claim.line[0], claim.squares[0]
        theirs = [number for number, side, _ in claim.state.pieces if side == opponent(claim.state.side)]
        gap = self._gap(move.path[-1], prey)
        return (
            prey in theirs
            and 2 * gap < self._rules.size
            and all(self._gap(move.path[0], each) > gap for each in theirs)
        )

    def _gap(self, one: int, other: int) -> int:
        (row, column), (to_row, to_column) = self._place(one), self._place(other)
        return max(abs(row - to_row), abs(column - to_column))


def passed(state: State) -> State:
    """Return the state with the other side to move."""
    return state._replace(side=opponent(state.side))


def false_claims(texts: Sequence[str], checker: ClaimChecker) -> list[str]:
    """Return the claims that are false."""
    return [text for text in texts if not checker.is_true(text)]
