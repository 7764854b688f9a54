"""Lessons for the first game: an explanation in two short sentences when a kind of move first occurs."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from console.dialogue import kinds
from console.dialogue.messages import Ask, Cause, Lesson, Played, Step, Steps
from console.dialogue.state import State
from console.game.naming import crowned, spoken_list
from engine.moves import MoveGenerator
from engine.outcome import Reason
from engine.position import KING, TRIPLE, Move

Subject = tuple[str, str]
"""The topic of a lesson, and its two sentences. Each topic is explained only once."""

_SHOWN: Final = 2
_REFUSING: Final = {
    "forced": "It must be made: nothing else is allowed now.",
    "huff": "If you do not make it, you lose a piece that could have jumped.",
    "free": "You may leave it, but a piece taken is a piece less.",
}


class Tutor:
    """Explains each topic once in a session of play."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._explained: set[str] = set()
        self._due: list[str] = []

    def before(self, step: Step) -> Steps[None]:
        """Yield the lessons about the steps since the last question, in their order, if this step is a question."""
        lesson = self.lesson(step)
        if lesson is not None:
            self._due.append(lesson)
        if isinstance(step, Ask):
            due, self._due = self._due, []
            for text in due:
                yield Lesson(text)

    def lesson(self, step: Step) -> str | None:
        """Return the lesson for this step, or None if no topic is new or lessons are off."""
        if not self._state.switches.teaching:
            return None
        for subject, text in self._lessons(step):
            if subject not in self._explained:
                self._explained.add(subject)
                return text
        return None

    def _lessons(self, step: Step) -> Iterator[Subject]:
        """Yield all lessons that fit this step, the most important first."""
        match step:
            case Ask(kind=kinds.MOVE):
                yield from self._before_a_move()
            case Ask(kind=kinds.HUFF):
                yield "huffing", "A jump was missed, so you may take the piece off the board. N lets it pass."
            case Ask(kind=kinds.ANOTHER):
                yield "review", f'{self._ending()} The word "review" shows where this game was decided.'
            case Played(cause=Cause.MOVE, move=Move() as move):
                yield from self._after_a_move(step, move)
            case Played(cause=Cause.HUFF) if self._state.game.last is not None:
                yield from self._after_a_huff(step)

    def _ending(self) -> str:
        """Return the sentence about the end of the game: the rule, if a side cannot move."""
        outcome = self._state.game.outcome
        is_stuck = outcome is not None and outcome.reason in (Reason.NO_MEN, Reason.NO_MOVES)
        result = "won" if self._state.table.rules.losing else "lost"
        return f"A side that cannot move has {result}." if is_stuck else "That was the whole game."

    def _before_a_move(self) -> Iterator[Subject]:
        """Yield the lessons about moves that the player can make now."""
        state, naming, jumping = self._state, self._state.naming, self._state.table.jumping
        captures = state.game.captures()
        ahead = "up" if state.bottom == state.game.side else "down"
        yield (
            "step",
            f"Your men step one square diagonally forward, {ahead} the board. "
            f"Type where a man stands and where he goes, like {naming.example}.",
        )
        if captures:
            first = captures[0]
            hop = f"{naming.square(first.path[0])} {naming.square(first.path[1])}"
            yield (
                "jump",
                f"You have a jump: {hop} takes {naming.square(first.captured[0])}. {_REFUSING[jumping]}",
            )
            long = max(captures, key=lambda move: len(move.path))
            if len(long.path) > 2:
                yield (
                    "multiple jump",
                    f"A jump that can go on is a multiple jump: {naming.move(long)}. "
                    f"Type the whole way{'' if jumping == 'forced' else ', or answer Y when you are asked'}.",
                )
            if jumping == "forced" and self._lesser_jumps(len(captures)):
                yield (
                    "choice",
                    "Not every jump will do here: these rules want the greatest. "
                    f"That is {spoken_list([naming.move(move) for move in captures[:_SHOWN]], 'or')}.",
                )
        for move in state.game.legal_moves():
            piece = state.game.position.piece(move.start)
            if piece is not None and piece.rank == KING:
                reach = "any distance" if state.table.rules.kings_fly else "one square"
                yield (
                    "king",
                    f"Your king on {naming.square(move.start)} steps {reach}, backward as well as forward. "
                    "He jumps backward, too.",
                )

    def _lesser_jumps(self, allowed: int) -> bool:
        """Return True if the rules forbid some jumps because others must be preferred.

        ``allowed`` is the number of legal jumps.
        """
        rules = self._state.table.rules
        if not rules.choice:
            return False
        anything = MoveGenerator(replace(rules, choice=())).legal_moves(self._state.game.position)
        return len(anything) > allowed

    def _after_a_move(self, step: Played, move: Move) -> Iterator[Subject]:
        """Yield the lessons about a move that was made."""
        state, naming = self._state, self._state.naming
        assert step.side is not None
        rank = crowned(step.before, move)
        now = move.after.piece(move.end)
        if rank and now is not None and now.rank == TRIPLE:
            yield (
                "triple",
                "A king back on his own first row is a triple king. "
                "He leaps over a friend, and takes two enemies that stand together.",
            )
        elif rank:
            stays = "His turn ends there" if state.table.rules.crowning == "ends" else "He moves as one from now on"
            yield "crowning", f"A man on the far row becomes a king. {stays}: he steps and jumps backward as well."
        if move.captured and state.table.seats.is_program(step.side):
            where = naming.squares(move.captured)
            is_good = state.table.rules.losing
            advice = "It brings you nearer to a win." if is_good else "Keep the square behind a man filled."
            yield "taken", f"I jumped {where}, and what is jumped leaves the board. {advice}"

    def _after_a_huff(self, step: Played) -> Iterator[Subject]:
        """Yield the lesson about a huff."""
        seats = self._state.table.seats
        mover = 1 - step.before.side
        who = seats.names[mover] if seats.program is None else "I" if seats.is_program(mover) else "you"
        yield (
            "huff",
            f"That was a huff: {who} could have jumped and did not. "
            'The word "undo" takes a move back, and "moves" lists what can be played.',
        )
