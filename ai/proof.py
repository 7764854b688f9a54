"""Proofs of the value of a position, with the best play."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

from ai.endgames.probe import EndgameTables
from ai.engine import Engine, ExactMove, Limits, SearchInfo, Stop, never
from ai.score import ExactValue, is_decided, mate_distance
from ai.search.options import PROVING_OPTIONS
from ai.time_control import Budget, Timer
from engine.draws import plies_left
from engine.game import Game, Turn
from engine.moves import MoveGenerator
from engine.outcome import stuck
from engine.position import Move, Position
from engine.rules import Jumping, Rules

_SECONDS: Final = 5.0
_NODES: Final = 300_000  # node limit of the first search of a position outside the tables
_NODES_ON_THE_WAY: Final = 20_000
_NODES_OF_OPEN_PLAY: Final = 50_000
_DEEPER: Final = 4  # plies searched beyond the length of a win: late move reductions may hide the shortest win
_FEW_NODES: Final = 1_000  # of the first search for a move that wins by the tables
_COUNTING_SECONDS: Final = 2.0  # then a proof may end in the tables
_LONGEST: Final = 60  # plies of a proof that ends in the tables
_MOST_WINS: Final = 100_000  # proved wins that are remembered
_OPEN_PLIES: Final = 20  # plies shown of a draw or a win of unknown length


class ProofStep(NamedTuple):
    """A step of a proof: a position, and moves in this position with their values. The first move is played.

    If the loser is to move, ``moves`` has all legal moves, and no move is known to lose later than the first.
    """

    before: Position
    moves: tuple[ExactMove, ...]

    @property
    def move(self) -> Move:
        """The move played."""
        return self.moves[0].move


@dataclass(frozen=True)
class Proof:
    """The value of a position for the side to move, and best play by both sides.

    The play of a draw or of a win of unknown length is cut after some plies. ``at_most``: the win may take fewer plies.
    ``if_jumps_are_made``: the proof assumes that no jump is declined. ``may_be_drawn``: the game may be drawn by
    repetition, or by moves without progress, before the win.
    """

    start: Position
    value: ExactValue
    steps: tuple[ProofStep, ...] = ()
    at_most: bool = False
    if_jumps_are_made: bool = False
    may_be_drawn: bool = False

    def position_at(self, step: int) -> Position:
        """Return the position after the first ``step`` steps."""
        return self.steps[step - 1].move.after if step else self.start

    @property
    def winner(self) -> int | None:
        """The winning side; None in a draw."""
        return None if not self.value.outcome else self.start.side ^ (self.value.outcome < 0)


class Prover:
    """A prover of positions of one rule set and jumping rule, by endgame tables or by search.

    The tables assume forced jumping. If jumps may be declined, a proof either covers every move that declines a jump,
    or has ``if_jumps_are_made`` set. ``problems`` has an error message for each damaged table file. A prover runs one
    proof at a time, on any thread.
    """

    def __init__(
        self,
        rules: Rules,
        jumping: Jumping = "forced",
        tables: EndgameTables | None = None,
        problems: Sequence[str] = (),
    ) -> None:
        self.jumping: Final[Jumping] = jumping
        self._rules = rules
        self._engine = Engine(rules, PROVING_OPTIONS, tables=tables)
        self._searching = Engine(rules, PROVING_OPTIONS, jumping) if jumping == "free" else self._engine
        self._legal = MoveGenerator(rules, jumping)
        self._problems = problems

    @property
    def problems(self) -> list[str]:
        """The error messages for the damaged tables found so far."""
        tables = self._engine.tables
        return [*self._problems, *([tables.problem] if tables is not None and tables.problem else [])]

    def exact_moves(self, position: Position) -> list[ExactMove]:
        """Return every legal move with its exact value, best first. The values assume that no jump is declined.

        Return an empty list if the tables lack a value, or with free jumping.
        """
        return [] if self.jumping == "free" else self._engine.exact_moves(position)

    def checked(self, positions: Sequence[Position], info: SearchInfo, stop: Stop, seconds: float) -> SearchInfo:
        """Return a search result in the last position, with ``proved`` set if its win or loss can be proved."""
        if info.proved or not is_decided(info.score):
            return info
        proof = self._proof(positions, stop, seconds, info.score)
        return replace(info, proved=proof is not None and proof.value.outcome * info.score > 0)

    def prove(self, positions: Sequence[Position], stop: Stop = never) -> Proof | None:
        """Prove the value of the last position or return None. ``positions`` begin after the last irreversible move."""
        return self._proof(positions, stop, _SECONDS, None)

    def _proof(self, positions: Sequence[Position], stop: Stop, seconds: float, score: int | None) -> Proof | None:
        """Return a proof. ``score`` is the score of the position; if it is None, the position is searched first."""
        root = positions[-1]
        over = stuck(self._legal, root)
        if over is not None:
            return Proof(root, ExactValue(1 if over.winner == root.side else -1, 0))
        value = self._engine.exact_value(root)
        timer = Timer.started()

        def is_over() -> bool:
            return stop() or timer.elapsed() >= seconds

        if value is not None and value.outcome and value.plies is None:
            proof = self._searched_proof(positions, None, is_over) or self._tabled_proof(root, value, is_over)
        elif value is not None and self.jumping == "forced":
            proof = self._tabled_proof(root, value, is_over)
        else:
            proof = self._searched_proof(positions, value, is_over, score)
            if proof is None and value is not None:
                proof = self._tabled_proof(root, value, is_over) or self._searched_proof(positions, None, is_over)
        if proof is None or not proof.value.outcome:
            return proof
        repeated = any(positions.count(position) > 1 for position in positions)
        return replace(proof, may_be_drawn=repeated or self._is_count_full(positions, proof))

    def _is_count_full(self, positions: Sequence[Position], proof: Proof) -> bool:
        """Return True if a count of moves may draw the game before the win."""
        if proof.value.plies is None:
            return True
        line = [*positions, *(step.move.after for step in proof.steps)]
        left = [plies_left(self._rules, line[:end]) for end in range(len(positions), len(line) + 1)]
        return left[-1] < proof.value.plies - len(proof.steps) or min(left[:-1], default=1) <= 0

    # From tables

    def _tabled_proof(self, root: Position, value: ExactValue, is_over: Stop) -> Proof | None:
        """Return the proof by the tables, or None if jumping is free."""
        if self.jumping == "free":
            return None
        steps = tuple(self._tabled_steps(root, value, is_over))
        return Proof(root, value, steps, if_jumps_are_made=self.jumping != "forced")

    def _tabled_steps(self, position: Position, value: ExactValue, is_over: Stop) -> Iterator[ProofStep]:
        """Yield best play by the tables: the quickest win against the longest defence, or the first plies of a draw.

        While the distance is unknown, a search chooses among the moves with the best outcome.
        """
        seen = [position]
        while moves := self._engine.exact_moves(position):
            best: ExactMove | None = moves[0]
            if not value.outcome:
                best = self._drawing_move(moves, seen) if len(seen) <= _OPEN_PLIES else None
            elif moves[0].value.plies is None:
                best = self._searched_move(moves, seen, is_over) if len(seen) <= _OPEN_PLIES else None
            if best is None:
                return
            yield ProofStep(position, (best, *(each for each in moves if each is not best)))
            position = best.move.after
            seen.append(position)

    def _drawing_move(self, moves: Sequence[ExactMove], seen: Sequence[Position]) -> ExactMove | None:
        """Return the drawing move with the most losing replies that repeats no position in ``seen``, or None."""
        drawing = [each for each in moves if not each.value.outcome and each.move.after not in seen]
        return max(drawing, key=lambda each: self._engine.losing_replies(each.move.after), default=None)

    def _searched_move(self, moves: Sequence[ExactMove], seen: Sequence[Position], is_over: Stop) -> ExactMove | None:
        """Return the best move by a search among the moves with the best outcome.

        When the time is up, return None, or the first of ``moves`` if ``seen`` has only the start position.
        """
        if is_over():
            return None if len(seen) > 1 else moves[0]
        found = self._engine.analyze(seen, Limits(nodes=_NODES_OF_OPEN_PLAY), is_over)
        alike = [each for each in moves if each.value.outcome == moves[0].value.outcome]
        return next((each for each in alike if each.move.after == found.move.after), moves[0])

    # By searching

    def _searched_proof(
        self, positions: Sequence[Position], value: ExactValue | None, is_over: Stop, score: int | None = None
    ) -> Proof | None:
        """Prove a win or a loss against every legal move, including those that decline a jump.

        ``value`` is the value to prove; if it is None, it is that of ``score`` or, if this is None too, of a search.
        A win whose length is unknown, or cannot be proved, may end in the tables. Return None for a draw, and if the
        proof fails.
        """
        root = positions[-1]
        known = proved_wins(self._rules, self.jumping).get(root)
        if value is None and known is not None:
            value = ExactValue(1 if known.winner == root.side else -1, known.plies)
        if value is None:
            if score is None:
                limits = Limits(nodes=_NODES, budget=Budget(hard=_SECONDS / 2))
                score = self._searching.analyze(positions, limits, is_over).score
            value = ExactValue((score > 0) - (score < 0) if is_decided(score) else 0, mate_distance(score))
        if not value.outcome:
            return None
        winner = root.side if value.outcome > 0 else 1 - root.side
        timer = Timer.started()

        def is_late() -> bool:
            return is_over() or timer.elapsed() >= _COUNTING_SECONDS

        with suppress(_OutOfTime):
            checker = _Checker(self._engine, self._searching, self.jumping, is_late)
            if value.plies is not None and checker.wins(root, winner, value.plies):
                return Proof(root, value, tuple(checker.steps(root, winner, value.plies)), at_most=True)
        if self.jumping != "forced" or self._engine.exact_value(root) is not None:
            return None
        with suppress(_OutOfTime):
            checker = _Checker(self._engine, self._searching, self.jumping, is_over, is_counting=False)
            if checker.wins(root, winner, _LONGEST):
                steps = tuple(checker.steps(root, winner, _LONGEST))
                end = steps[-1].move.after if steps else root
                rest = self._engine.exact_value(end)
                further = self._tabled_steps(end, rest, is_over) if rest is not None else ()
                return Proof(root, ExactValue(value.outcome), (*steps, *further))
        return None


class _OutOfTime(Exception):
    """The time is up before the proof is complete."""


class _Win(NamedTuple):
    """A proved win: the winner, its plies or None, and the winning move if the winner is to move."""

    winner: int
    plies: int | None
    move: Move | None


@lru_cache(maxsize=8)
def proved_wins(rules: Rules, jumping: Jumping) -> dict[Position, _Win]:
    """Return the wins proved so far. All provers share them, so that a win that one has proved is a win for all."""
    return {}


class _Checker:
    """A checker of wins within a number of plies: the likeliest moves of the winner against all moves of the loser.

    Without ``is_counting``, a win may also end in the endgame tables. The likeliest moves come from two engines:
    ``knowing`` uses endgame tables, ``searching`` uses the jumping rule of the game.
    """

    def __init__(
        self, knowing: Engine, searching: Engine, jumping: Jumping, is_over: Stop, is_counting: bool = True
    ) -> None:
        self._knowing = knowing
        self._searching = searching
        self._rules = knowing.rules
        self._jumping: Jumping = jumping
        self._legal = MoveGenerator(knowing.rules, jumping)
        self._is_over = is_over
        self._is_counting = is_counting
        if len(proved_wins(knowing.rules, jumping)) > _MOST_WINS:
            proved_wins.cache_clear()  # checkers at work keep theirs
        self._won = proved_wins(knowing.rules, jumping)
        self._failed: dict[Position, int] = {}  # the largest number of plies within which no win was found

    def wins(self, position: Position, winner: int, plies: int) -> bool:
        """Return True if a win of ``winner`` within ``plies`` is proved. Raises _OutOfTime."""
        if self._is_won(position, winner, plies):
            return True
        if self._failed.get(position, -1) >= plies:
            return False
        if self._is_over():
            raise _OutOfTime
        found, move = self._try(position, winner, plies)
        if found:
            self._won[position] = _Win(winner, plies if self._is_counting else None, move)
        else:
            self._failed[position] = plies
        return found

    def _is_won(self, position: Position, winner: int, plies: int) -> bool:
        """Return True if a win of ``winner`` has been proved, within ``plies`` if plies are counted."""
        known = self._won.get(position)
        if known is None or known.winner != winner:
            return False
        return not self._is_counting or (known.plies is not None and known.plies <= plies)

    def _try(self, position: Position, winner: int, plies: int) -> tuple[bool, Move | None]:
        """Return whether the win is proved, and the winning move if the winner is to move."""
        over = stuck(self._legal, position)
        if over is not None:
            return over.winner == winner, None
        value = None if self._is_counting else self._knowing.exact_value(position)
        if value is not None:
            return value.outcome == (1 if position.side == winner else -1), None
        if position.side != winner:
            moves = self._legal.legal_moves(position)
            return all(self._wins_after(position, move, winner, plies - 1) for move in moves), None
        for move in self._candidates(position, plies) if plies > 0 else ():
            if self.wins(move.after, winner, plies - 1):
                return True, move
        return False, None

    def _wins_after(self, before: Position, move: Move, winner: int, plies: int) -> bool:
        """Return True if a move of the loser is proved to lose within ``plies``. The winner may huff."""
        return any(self.wins(after, winner, plies) for after in self._after(before, move)) if plies >= 0 else False

    def _after(self, before: Position, move: Move) -> Iterator[Position]:
        """Yield the positions that the opponent can reach by a huff after a move, then the position without a huff."""
        game = Game(self._rules, self._jumping, before)
        game.replay(Turn(move, move.after))
        for number in game.huffable:
            yield move.after.without(number)
        yield move.after

    def _candidates(self, position: Position, plies: int) -> Iterator[Move]:
        """Yield the moves of the winner that may win within ``plies``, the likeliest first."""
        yield from (
            move for move in self._legal.legal_moves(position) if self._is_won(move.after, position.side, plies - 1)
        )
        if not self._is_counting:
            for nodes in (_FEW_NODES, _NODES_ON_THE_WAY):
                found = self._searching.analyze([position], Limits(nodes=nodes), self._is_over)
                if found.score > 0 and is_decided(found.score):
                    yield found.move
                    return
            return
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
        """Yield the play of a win that ``wins`` has proved, with the longest defence. Raises _OutOfTime."""
        while True:
            if position.side == winner:
                known = self._won[position]
                if known.move is None:
                    return
                length = min(plies, known.plies or 0) if self._is_counting else None
                moves = [ExactMove(known.move, ExactValue(1, length))]
            elif not self._is_counting:
                if self._knowing.exact_value(position) is not None:
                    return
                moves = [ExactMove(move, ExactValue(-1)) for move in self._legal.legal_moves(position)]
                moves.sort(key=lambda each: self._won[each.move.after].move is None)  # those in the tables last
                if not moves:
                    return
            else:
                moves = [
                    ExactMove(move, ExactValue(-1, self._bound(position, move, winner, plies - 1) + 1))
                    for move in self._legal.legal_moves(position)
                ]
                # At equal length prefer a move without a huff, because the play continues from the move itself.
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
        """Return an upper bound, at most ``most``, of the plies to the proved win after a move of the loser."""
        for after in self._after(before, move):
            plies = self._distance(after, winner)
            try:
                if plies is not None and plies < most and self.wins(after, winner, plies):
                    return plies
            except _OutOfTime:
                pass
        return most

    def _distance(self, position: Position, winner: int) -> int | None:
        """Return the plies to the win by the tables or else by a search, or None if no win of known length is found.

        The tables assume that no jump is declined.
        """
        value = self._knowing.exact_value(position)
        if value is None or (value.outcome and value.plies is None):
            score = self._searching.analyze([position], Limits(nodes=_NODES_ON_THE_WAY), self._is_over).score
            value = ExactValue(1 if score > 0 else -1, mate_distance(score))
        return value.plies if value.outcome == (1 if position.side == winner else -1) else None
