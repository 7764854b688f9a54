"""Lessons for the first game: an explanation in two short sentences when a kind of move first occurs.

The sentences are in the file ``lessons.txt``, by topic.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from console.dialogue.activity import Handlers
from console.dialogue.conversation import Conversation, Event
from console.dialogue.loop import switch_handler
from console.dialogue.messages import Ask, Cause, Played, Steps, Taught
from console.dialogue.state import State
from console.game.naming import just_crowned, spoken_list
from console.reading import kinds
from console.text.phrases import PHRASES
from engine.entries import read_entries
from engine.game import Reason
from engine.moves import MoveGenerator
from engine.position import KING, TRIPLE, Move

Subject = tuple[str, dict[str, str]]
"""The topic of a lesson, and what fills its sentences. Each topic is explained only once."""

_SHOWN: Final = 2
_LOSERS: Final = {Reason.NO_MEN: "has no men left", Reason.NO_MOVES: "cannot move"}


@cache
def _lessons_by_topic() -> dict[str, dict[str, str]]:
    return read_entries(Path(__file__).with_name("lessons.txt").read_text("ascii"))


class Tutor:
    """Explains each topic once in a session of play."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._explained: set[str] = set()
        self._due: list[str] = []

    def before(self, step: Event) -> Steps[None]:
        """Yield the lessons about the steps since the last question, in their order, if this step is a question."""
        lesson = self.lesson(step)
        if lesson is not None:
            self._due.append(lesson)
        if isinstance(step, Ask):
            due, self._due = self._due, []
            yield from map(Taught, due)

    def lesson(self, step: Event) -> str | None:
        """Return the lesson for this step, or None if no topic is new."""
        for topic, fields in self._lessons(step):
            if topic not in self._explained:
                self._explained.add(topic)
                return _lessons_by_topic()[topic]["text"].format(**fields)
        return None

    def _lessons(self, step: Event) -> Iterator[Subject]:
        """Yield all lessons that fit this step, the most important first."""
        match step:
            case Ask(kind=kinds.MOVE):
                yield from self._before_a_move()
            case Ask(kind=kinds.HUFF):
                yield "huffing", {}
            case Ask(kind=kinds.ANOTHER) if self._state.game.turns:
                yield "review", {"ending": self._ending()}
            case Played(cause=Cause.MOVE, move=Move() as move):
                yield from self._after_a_move(step, move)
            case Played(cause=Cause.HUFF) if self._state.game.last is not None:
                yield from self._after_a_huff(step)

    def _ending(self) -> str:
        """Return the sentence about the end of the game: the rule, if a side cannot move."""
        outcome = self._state.game.outcome
        loser = _LOSERS.get(outcome.reason) if outcome is not None else None
        result = "won" if self._state.table.rules.losing else "lost"
        return f"A side that {loser} has {result}." if loser else "That was the whole game."

    def _before_a_move(self) -> Iterator[Subject]:
        """Yield the lessons about moves that the player can make now; in huff do not point out his jumps."""
        state, naming, jumping = self._state, self._state.naming, self._state.table.jumping
        captures = state.game.captures()
        yield "step", {"ahead": "up" if state.bottom == state.game.side else "down", "example": naming.example}
        if jumping == "huff":
            yield "jump in huff", {}
        elif captures:
            start, landing, taken = map(naming.square, (*captures[0].path[:2], captures[0].captured[0]))
            refusing = _lessons_by_topic()["refusing"][jumping]
            yield "jump", {"hop": f"{start} {landing}", "taken": taken, "refusing": refusing}
            long = max(captures, key=lambda move: len(move.path))
            if len(long.path) > 2:
                asked = "" if jumping == "forced" else ", or answer Y when you are asked"
                yield "multiple jump", {"jump": naming.move(long), "asked": asked}
            if jumping == "forced" and self._lesser_jumps(len(captures)):
                yield "choice", {"jumps": spoken_list([naming.move(move) for move in captures[:_SHOWN]], "or")}
        for move in state.game.legal_moves():
            piece = state.game.position.piece(move.start)
            if piece is not None and piece.rank == KING:
                reach = "any distance" if state.table.rules.kings_fly else "one square"
                yield "king", {"square": naming.square(move.start), "reach": reach}

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
        rank = just_crowned(state.game)
        now = move.after.piece(move.end)
        if rank and now is not None and now.rank == TRIPLE:
            yield "triple", {}
        elif rank:
            stays = "His turn ends there" if state.table.rules.crowning == "ends" else "He moves as one from now on"
            yield "crowning", {"stays": stays}
        if move.captured and state.table.seats.is_program(step.side):
            is_good = state.table.rules.losing
            advice = "It brings you closer to a win." if is_good else "Keep the square behind a man filled."
            yield "taken", {"squares": naming.squares(move.captured), "advice": advice}

    def _after_a_huff(self, step: Played) -> Iterator[Subject]:
        """Yield the lesson about a huff."""
        seats = self._state.table.seats
        mover = 1 - step.before.side
        who = seats.names[mover] if seats.program is None else "I" if seats.is_program(mover) else "you"
        yield "huff", {"who": who}


def handlers(conversation: Conversation) -> Handlers:
    """Return the handlers by the names of their commands."""
    state, archive, says = conversation.state, conversation.archive, PHRASES["teaching"]
    teach = switch_handler(state, archive, lambda now: now.teaching, lambda now, on: replace(now, teaching=on), says)
    return {"teach": teach}
