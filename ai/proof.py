"""Proofs: what a position is worth whatever the other side does, and the play that shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from ai.endgames.probe import EndgameTables
from ai.engine import Engine, ExactMove, Limits, Stop, never
from ai.score import ExactValue, mate_distance
from ai.search.options import PROVING_OPTIONS
from ai.time_control import Budget, Timer
from engine.game import Game, Turn
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import Jumping, Rules

_MEGABYTES: Final = 16
_SECONDS: Final = 5.0
_NODES: Final = 300_000  # for the first look at a position that no table knows
_NODES_ON_THE_WAY: Final = 20_000
_NODES_OF_OPEN_PLAY: Final = 50_000
_DEEPER: Final = 4  # plies than a win takes: reductions may hide the quickest
_OPEN_PLIES: Final = 20  # shown of play whose length is not known


class ProofStep(NamedTuple):
    """A move of the proof, made in ``before``, and what is known of the moves there; the first of ``moves`` is made.

    Of the loser all moves are known, and none is known to lose later than the first.
    """

    before: Position
    moves: tuple[ExactMove, ...]

    @property
    def move(self) -> Move:
        """The move that is made."""
        return self.moves[0].move


@dataclass(frozen=True)
class Proof:
    """What a position is worth from the view of the side to move, and best play of both sides from there.

    A win of unknown length and a draw have no end that could be shown: the play stops where enough is seen.
    ``at_most``: the winner may well need fewer plies. ``if_jumps_are_made``: it holds only if nobody declines a jump.
    ``may_be_drawn``: the count of moves or a repetition may make a draw of the game before its win.
    """

    start: Position
    value: ExactValue
    steps: tuple[ProofStep, ...] = ()
    at_most: bool = False
    if_jumps_are_made: bool = False
    may_be_drawn: bool = False

    def position_at(self, step: int) -> Position:
        """The position after so many of the steps."""
        return self.steps[step - 1].move.after if step else self.start

    @property
    def winner(self) -> int | None:
        """The side that wins; None in a draw."""
        return None if not self.value.outcome else self.start.side ^ (self.value.outcome < 0)


class Prover:
    """Proves positions of one rule set with one way of jumping, from endgame tables and else by searching.

    Tables know forced jumping only. What is claimed where jumps may be declined was checked against every such move,
    or says that it holds only if they are made. ``problems`` are what was wrong with tables that are left out. A search
    takes ``seconds`` at most. One proof at a time; it may run on any thread.
    """

    def __init__(
        self,
        rules: Rules,
        jumping: Jumping = "forced",
        tables: EndgameTables | None = None,
        problems: Sequence[str] = (),
        seconds: float = _SECONDS,
    ) -> None:
        self.jumping: Final[Jumping] = jumping
        self._rules = rules
        options = replace(PROVING_OPTIONS, megabytes=_MEGABYTES)
        self._engine = Engine(rules, options, tables=tables)
        self._searching = Engine(rules, options, jumping) if jumping == "free" else self._engine
        self._legal = MoveGenerator(rules, jumping)
        self._problems = problems
        self._seconds = seconds

    @property
    def problems(self) -> list[str]:
        """Sentences about the tables that were found damaged so far."""
        tables = self._engine.tables
        return [*self._problems, *([tables.problem] if tables is not None and tables.problem else [])]

    def exact_value(self, position: Position) -> ExactValue | None:
        """What the tables know of a position as long as every jump is made; None where they do not.

        With free jumping nobody plays so, and nothing is known.
        """
        return None if self.jumping == "free" else self._engine.exact_value(position)

    def exact_moves(self, position: Position) -> list[ExactMove]:
        """The same of every move, the best first; empty where they do not know them all."""
        return [] if self.jumping == "free" else self._engine.exact_moves(position)

    def prove(self, positions: Sequence[Position], stop: Stop = never) -> Proof | None:
        """A proof for the last of ``positions``, which are those since the last progress; None where there is none."""
        root = positions[-1]
        if not self._legal.can_move(root):
            return Proof(root, ExactValue(-1, 0))
        value = self._engine.exact_value(root)
        timer = Timer.started()

        def is_over() -> bool:
            return stop() or timer.elapsed() >= self._seconds

        if value is not None and value.outcome and value.plies is None:
            proof = self._checked(positions, None, is_over) or self._tabled(root, value, is_over)
        elif value is not None and self.jumping == "forced":
            proof = self._tabled(root, value, is_over)
        else:
            proof = self._checked(positions, value, is_over)
            if proof is None and value is not None:
                proof = self._tabled(root, value, is_over) or self._checked(positions, None, is_over)
        if proof is None or not proof.value.outcome:
            return proof
        limit, plies = 2 * self._rules.draw_after, proof.value.plies
        repeated = any(positions.count(position) > 1 for position in positions)
        return replace(proof, may_be_drawn=repeated or plies is None or len(positions) - 1 + plies > limit)

    # From tables

    def _tabled(self, root: Position, value: ExactValue, is_over: Stop) -> Proof | None:
        """What the tables say, where it can be said of this way of jumping."""
        if self.jumping == "free":
            return None
        steps = tuple(self._tabled_steps(root, value, is_over))
        return Proof(root, value, steps, if_jumps_are_made=self.jumping != "forced")

    def _tabled_steps(self, position: Position, value: ExactValue, is_over: Stop) -> Iterator[ProofStep]:
        """Best play as the tables have it: the quickest win against the longest defence, or some of a draw.

        While only the outcome is known the moves are those that a search prefers.
        """
        seen = [position]
        while moves := self._engine.exact_moves(position):
            best: ExactMove | None = moves[0]
            if not value.outcome:
                best = self._holding(moves, seen) if len(seen) <= _OPEN_PLIES else None
            elif moves[0].value.plies is None:
                best = self._preferred(moves, seen, is_over) if len(seen) <= _OPEN_PLIES else None
            if best is None:
                return
            yield ProofStep(position, (best, *(each for each in moves if each is not best)))
            position = best.move.after
            seen.append(position)

    def _holding(self, moves: Sequence[ExactMove], seen: Sequence[Position]) -> ExactMove | None:
        """The move that keeps a draw and sets the most traps, if there is a new one."""
        drawing = [each for each in moves if not each.value.outcome and each.move.after not in seen]
        return max(drawing, key=lambda each: self._engine.losing_replies(each.move.after), default=None)

    def _preferred(self, moves: Sequence[ExactMove], seen: Sequence[Position], is_over: Stop) -> ExactMove | None:
        """The move that a search prefers of those with the best outcome; None when time is up."""
        if is_over():
            return None if len(seen) > 1 else moves[0]
        found = self._engine.analyze(seen, Limits(nodes=_NODES_OF_OPEN_PLAY), is_over)
        alike = [each for each in moves if each.value.outcome == moves[0].value.outcome]
        return next((each for each in alike if each.move.after == found.move.after), moves[0])

    # By searching

    def _checked(self, positions: Sequence[Position], value: ExactValue | None, is_over: Stop) -> Proof | None:
        """A proof of a win or a loss against every move that may be made, those that decline a jump as well.

        ``value`` is what to prove; a search finds that out where it is None.
        """
        root = positions[-1]
        if value is None:
            limits = Limits(nodes=_NODES, budget=Budget(hard=self._seconds / 2))
            score = self._searching.analyze(positions, limits, is_over).score
            plies = mate_distance(score)
            value = None if plies is None else ExactValue(1 if score > 0 else -1, plies)
        if value is None or not value.outcome or value.plies is None:
            return None
        checker = _Checker(self._engine, self._searching, self.jumping, is_over)
        winner = root.side if value.outcome > 0 else 1 - root.side
        try:
            if not checker.wins(root, winner, value.plies):
                return None
            return Proof(root, value, tuple(checker.steps(root, winner, value.plies)), at_most=True)
        except _OutOfTime:
            return None


class _OutOfTime(Exception):
    """There is no time to check the rest."""


class _Checker:
    """Checks that a side wins within so many plies by trying its likeliest moves against all moves of the other.

    Which those are is told by an engine ``knowing`` tables, and one ``searching`` by the jumping that is played.
    """

    def __init__(self, knowing: Engine, searching: Engine, jumping: Jumping, is_over: Stop) -> None:
        self._knowing = knowing
        self._searching = searching
        self._rules = knowing.rules
        self._jumping: Jumping = jumping
        self._legal = MoveGenerator(knowing.rules, jumping)
        self._is_over = is_over
        self._won: dict[Position, tuple[int, Move | None]] = {}  # within so many plies, by which move
        self._failed: dict[Position, int] = {}

    def wins(self, position: Position, winner: int, plies: int) -> bool:
        """Whether ``winner`` wins within so many plies; False may also mean that it was not found out.

        Raises _OutOfTime.
        """
        known = self._won.get(position)
        if known is not None and known[0] <= plies:
            return True
        if self._failed.get(position, -1) >= plies:
            return False
        if self._is_over():
            raise _OutOfTime
        found, move = self._try(position, winner, plies)
        if found:
            self._won[position] = plies, move
        else:
            self._failed[position] = plies
        return found

    def _try(self, position: Position, winner: int, plies: int) -> tuple[bool, Move | None]:
        """Whether there is a win, and by which move where the winner makes it."""
        if position.side != winner:
            moves = self._legal.legal_moves(position)
            return all(self._wins_after(position, move, winner, plies - 1) for move in moves), None
        if not position.of(1 - winner):
            return True, None
        for move in self._candidates(position, plies) if plies > 0 else ():
            if self.wins(move.after, winner, plies - 1):
                return True, move
        return False, None

    def _wins_after(self, before: Position, move: Move, winner: int, plies: int) -> bool:
        """Whether a move of the loser's loses within so many plies; the winner huffs as he likes."""
        return any(self.wins(after, winner, plies) for after in self._after(before, move)) if plies >= 0 else False

    def _after(self, before: Position, move: Move) -> Iterator[Position]:
        """What the other side can make of a move: the position as it is, or with a piece huffed."""
        game = Game(self._rules, self._jumping, before)
        game.replay(Turn(move, move.after))
        for number in game.huffable:
            yield move.after.without(number)
        yield move.after

    def _candidates(self, position: Position, plies: int) -> Iterator[Move]:
        """Moves of the winner's that may win in time, the likeliest first."""
        tabled = self._knowing.exact_moves(position)
        for each in tabled:
            if each.value.outcome > 0 and each.value.plies is not None and each.value.plies <= plies:
                yield each.move
        if not tabled or tabled[0].value.plies is None or self._searching is not self._knowing:
            limits = Limits(depth=plies + _DEEPER, nodes=_NODES_ON_THE_WAY)
            found = self._searching.analyze([position], limits, self._is_over)
            distance = mate_distance(found.score)
            if found.pv and found.score > 0 and distance is not None and distance <= plies:
                yield found.move

    def steps(self, position: Position, winner: int, plies: int) -> Iterator[ProofStep]:
        """The play of a win that was found, the loser making the move that lasts longest. Raises _OutOfTime."""
        while True:
            if position.side == winner:
                known = self._won[position]
                if known[1] is None:
                    return
                moves = [ExactMove(known[1], ExactValue(1, min(plies, known[0])))]
            else:
                moves = [
                    ExactMove(move, ExactValue(-1, self._bound(position, move, winner, plies - 1) + 1))
                    for move in self._legal.legal_moves(position)
                ]
                # Of two that last as long the one that is not huffed makes the better show.
                moves.sort(key=lambda each: (-(each.value.plies or 0), self._is_huffable(position, each.move)))
                if not moves:
                    return
            yield ProofStep(position, tuple(moves))
            if self._is_huffable(position, moves[0].move):
                return
            position, plies = moves[0].move.after, (moves[0].value.plies or plies) - 1

    def _is_huffable(self, before: Position, move: Move) -> bool:
        return len(list(self._after(before, move))) > 1

    def _bound(self, before: Position, move: Move, winner: int, most: int) -> int:
        """The fewest plies after a move of the loser's within which the win is shown easily."""
        for after in self._after(before, move):
            plies = self._distance(after, winner)
            try:
                if plies is not None and plies < most and self.wins(after, winner, plies):
                    return plies
            except _OutOfTime:
                pass
        return most

    def _distance(self, position: Position, winner: int) -> int | None:
        """In how many plies tables, or else a search, let the winner win if every jump is made."""
        value = self._knowing.exact_value(position)
        if value is None or (value.outcome and value.plies is None):
            score = self._searching.analyze([position], Limits(nodes=_NODES_ON_THE_WAY), self._is_over).score
            value = ExactValue(1 if score > 0 else -1, mate_distance(score))
        return value.plies if value.outcome == (1 if position.side == winner else -1) else None
