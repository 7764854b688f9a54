"""The conversation on its way: what it waits for now, what was said, who thinks and what moves."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Ask, Cause, Kind, Played, Reply, Say, Show, Think, Topic
from console.screens.play.animation import Animation, moving, taking
from console.screens.play.search_worker import Thinker
from console.screens.play.transcript import Transcript

_NO: Final = "N"
_DEMO_PACE: Final = 0.7
_FOLLOWING: Final = (Kind.MULTIPLE, Kind.NEXT_SQUARE, Kind.RULES)


class Course:
    """Runs a dialogue. At any time one of ``ask``, ``thinker`` and ``animation`` waits, or ``show`` or ``over`` is set.

    ``post`` is called on other threads when there is news of the opponent, ``played`` when the board has changed.
    ``mover`` is the side whose move is being shown, ``hinted`` are the squares of a move that was just recommended.
    """

    def __init__(
        self, dialogue: Dialogue, post: Callable[[object], None], played: Callable[[Played], None], animated: bool
    ) -> None:
        self._dialogue = dialogue
        self._post = post
        self._played = played
        self._talk = dialogue.run()
        self.transcript = Transcript()
        self.ask: Ask | None = None
        self.thinker: Thinker | None = None
        self.animation = Animation()
        self.show: Show | None = None
        self.over = False
        self.menu_wanted = False
        self.animated = animated
        self.mover: int | None = None
        self.hinted: frozenset[int] = frozenset()
        self._ahead: list[str] = []
        self._replies: deque[str] = deque()
        self._by_hand = False
        self._go_on(None)

    def close(self) -> None:
        """End the conversation where it is, and the work of the opponent."""
        if self.thinker is not None:
            self.thinker.leave()
        self._talk.close()

    # What a face tells it

    def answer(self, line: str) -> None:
        """Reply to the open question."""
        self._by_hand = False
        self._reply(line)

    def answer_by_hand(self, replies: Sequence[str], animated: bool = True) -> None:
        """Reply with what was chosen on the board; the questions that follow from it alone are answered too."""
        self._by_hand = True
        self._replies.extend(replies[1:])
        wished, self.animated = self.animated, self.animated and animated
        self._reply(replies[0])
        self.animated = wished

    def type_ahead(self, line: str) -> None:
        """A line typed while there is no question: ``now`` hurries the opponent, all else waits for the next one."""
        if line.strip().casefold() == "now":
            self.hurry()
        elif line.strip():
            self._ahead.append(line)

    def hurry(self) -> None:
        """Have the opponent move at once."""
        if self.thinker is not None:
            self.thinker.stop()

    def shown(self) -> None:
        """What was to be shown has been seen."""
        self.show = None
        self._go_on(None)

    def step_on(self) -> None:
        """Show the next moment of what moves."""
        self.animation = self.animation.next()
        if self.animation.now is None:
            self._go_on(None)

    def skip(self) -> None:
        """End the movement on the board at once."""
        self.animation = Animation()
        self._go_on(None)

    def take_thought(self) -> None:
        """Go on if the opponent has found its move. An error of its thread is raised here."""
        thinker = self.thinker
        if thinker is not None and thinker.done:
            self.thinker = None
            thought = thinker.thought()
            if thinker.step.hint and thought.move is not None:
                self.hinted = frozenset((thought.move.start, thought.move.end))
            self._go_on(thought)

    # The conversation

    def _reply(self, line: str) -> None:
        assert self.ask is not None
        self.hinted = frozenset()
        self.transcript.answer(self.ask.prompt, line)
        self.ask = None
        self._go_on(line)

    def _go_on(self, reply: Reply) -> None:
        """Send a reply and follow the conversation to where it waits for something."""
        while True:
            try:
                step = self._talk.send(reply)
            except StopIteration:
                self.over = True
                return
            reply = None
            match step:
                case Say(text):
                    self.transcript.say(text)
                case Ask():
                    line = self._reply_at_hand(step)
                    if line is None:
                        self.ask = step
                        return
                    reply = line
                case Show(Topic.BOARD):
                    pass
                case Show(Topic.MENU):
                    self.menu_wanted = True
                case Show():
                    self.show = step
                    return
                case Think():
                    self.thinker = Thinker(step, self._post, _DEMO_PACE if self._dialogue.is_demo else 0.0)
                    return
                case Played():
                    self._played(step)
                    self.mover = step.side
                    self.animation = self._movement(step) if self.animated else Animation()
                    if self.animation.now is not None:
                        return

    def _reply_at_hand(self, ask: Ask) -> str | None:
        """A reply that is known already: the rest of what the hand did, or what was typed ahead."""
        if self._replies and ask.kind in _FOLLOWING:
            line = self._replies.popleft()
            self.transcript.answer(ask.prompt, line)
            return line
        self._replies.clear()
        if ask.kind is Kind.MULTIPLE and self._by_hand and not self._dialogue.targets(self._dialogue.under_way):
            return _NO
        lines, self._ahead = self._ahead, []
        if ask.kind is not Kind.MOVE or not lines:
            return None
        self._ahead = lines[1:]
        self.transcript.answer(ask.prompt, lines[0])
        return lines[0]

    def _movement(self, step: Played) -> Animation:
        if step.cause is Cause.MOVE and step.move is not None:
            return moving(step.before, step.move, step.shown, self._dialogue.rules.captured_stay)
        if step.cause is Cause.HUFF and step.square is not None:
            return taking(step.before, step.square)
        return Animation()
