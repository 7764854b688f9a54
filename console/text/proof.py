"""Proofs in words: the result of a position, the value of each move, and the principal variation."""

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from ai.score import ExactValue
from console.game.naming import Naming, capitalized, spoken_list
from console.text.sentences import IF_JUMPS_ARE_MADE, ending, worth
from engine.geometry import SIDE_NAMES
from engine.moves import MoveGenerator
from engine.rules import Jumping, Rules

if TYPE_CHECKING:
    from ai.engine import ExactMove
    from ai.proof import Proof

WIDTH: Final = 76
UNPROVED: Final = "I cannot prove how this ends. Ask again, and I will look longer."
_MOST_HOLDING: Final = 3  # if more moves hold a draw, the losing moves are listed instead


def others(proof: "Proof", step: int) -> "list[ExactMove]":
    """Return the alternatives to show at a step: other moves of the loser, or, in a draw, the moves that lose."""
    before, moves = proof.steps[step]
    if proof.winner is None:
        return [each for each in moves[1:] if each.value.outcome < 0]
    return list(moves[1:]) if before.side != proof.winner else []


class ProofWriter:
    """The description of one proof in words. ``naming`` names the squares from one side."""

    def __init__(self, proof: "Proof", rules: Rules, jumping: Jumping, naming: Naming) -> None:
        self._proof = proof
        self._naming = naming
        self._legal = MoveGenerator(rules, jumping)

    def verdict(self) -> str:
        """Return the sentence with the result of the position and its conditions."""
        proof, result = self._proof, self._result()
        if proof.if_jumps_are_made:
            result = f"{IF_JUMPS_ARE_MADE}, {result}"
        result = f"{capitalized(result)}."
        if proof.may_be_drawn:
            result += " A draw by repetition or by counting moves may come first."
        return result

    def _result(self) -> str:
        """Return the result of the position as a clause, without a capital and a full stop."""
        proof, naming = self._proof, self._naming
        if proof.winner is not None:
            if proof.value.plies == 0:
                return f"{SIDE_NAMES[proof.winner]} has won"
            bound = " at most" if proof.at_most and proof.value.plies != 1 else ""
            return f"{ending(proof.value, proof.start.side)}{bound}"
        moves = proof.steps[0].moves if proof.steps else ()
        losing = [naming.move(each.move) for each in moves if each.value.outcome < 0]
        holding = [naming.move(each.move) for each in moves if not each.value.outcome]
        if not losing:
            return "it is a draw"
        if len(holding) <= _MOST_HOLDING:
            return f"{SIDE_NAMES[proof.start.side]} can draw, but only with {spoken_list(holding, 'or')}"
        return f"it is a draw, though {spoken_list(losing, 'and')} {'loses' if len(losing) == 1 else 'lose'}"

    def move(self, step: int) -> str:
        """Return the move of a step with its number as in score sheets, in both notations."""
        before, move = self._proof.steps[step].before, self._proof.steps[step].move
        number = f"{step // 2 + 1}..." if step % 2 else f"{step // 2 + 1}."
        return f"{number} {SIDE_NAMES[before.side]} {self._naming.both(move, self._legal.routes(before))}"

    def step(self, step: int) -> str:
        """Return the move of a step, followed by the alternatives with their values."""
        rest = ", ".join(self._others(step))
        return f"{self.move(step)}; {rest}" if rest else self.move(step)

    def _others(self, step: int) -> Iterator[str]:
        """Yield the alternatives in groups of the same value: ``C3 D4 and C3 B4 lose in 12``."""
        groups: dict[ExactValue, list[str]] = {}
        for each in others(self._proof, step):
            groups.setdefault(each.value, []).append(self._naming.move(each.move))
        for value, moves in groups.items():
            verb = worth(value) if len(moves) == 1 else worth(value).replace("loses", "lose")
            yield f"{spoken_list(moves, 'and')} {verb}"

    def end(self) -> str:
        """Return the sentence about the end of the principal variation."""
        winner, last = self._proof.winner, self._proof.position_at(len(self._proof.steps))
        if winner is None:
            return "And so on: it is a draw."
        if last.side == winner or self._legal.can_move(last):
            return "And so on: the rest wins, too."
        left = "moves" if last.of(last.side) else "men"
        return f"{SIDE_NAMES[last.side]} has no {left} left: {SIDE_NAMES[winner]} wins."

    def lines(self) -> Iterator[str]:
        """Yield the whole proof as lines of at most 76 columns."""
        yield from wrap(self.verdict(), WIDTH)
        for step in range(len(self._proof.steps)):
            yield from wrap(self.step(step), WIDTH, initial_indent="  ", subsequent_indent="      ")
        if self._proof.steps:
            yield self.end()
