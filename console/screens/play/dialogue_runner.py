"""The conversation on its way: what it waits for now, what was said, who thinks and what moves."""

from collections.abc import Callable
from typing import Final, TypeAlias

from console.dialogue.kinds import Trait
from console.dialogue.loop import Dialogue
from console.dialogue.messages import (
    Answer,
    Ask,
    Cause,
    Command,
    Ended,
    Lesson,
    Played,
    Prepare,
    Reply,
    Say,
    Show,
    ShowBoard,
    ShowMenu,
    ShowSettings,
    Step,
    Think,
)
from console.screens.play.animation import Animation, moving, taking
from console.screens.play.news_worker import NewsWorker
from console.screens.play.search_worker import SearchWorker
from console.screens.play.transcript import Transcript
from console.screens.widgets.board import Scene

_DEMO_PACE: Final = 0.7

Waiting: TypeAlias = Ask | SearchWorker | Animation | Show


class DialogueRunner:
    """Runs a dialogue on the screen: it waits for an answer, a thought, a movement or another screen, or it is over.

    ``post`` is called on other threads when there is news of the opponent, ``played`` when the board has changed and
    ``open_menu`` when the menu is wanted. ``mover`` is the side whose move was shown last, ``hinted`` are the squares
    of a move that was just recommended. ``ended`` is what was told last of the end of a game, ``lessons`` what the
    tutor explains since the player's last move.
    """

    def __init__(
        self,
        dialogue: Dialogue,
        post: Callable[[object], None],
        played: Callable[[Played], None],
        open_menu: Callable[[], None],
        animated: bool,
    ) -> None:
        self._state = dialogue.state
        self._steps = dialogue.run()
        self._post = post
        self._played = played
        self._open_menu = open_menu
        self._waiting: Waiting | None = None  # None once it is over
        self._ahead: list[str | Command] = []
        self._answered: tuple[Ask, str] | None = None
        self.transcript = Transcript()
        self.animated = animated
        self.mover: int | None = None
        self.hinted: tuple[int, int] | None = None
        self.ended: Ended | None = None
        self.lessons: tuple[str, ...] = ()
        self._next_lessons: tuple[str, ...] = ()
        self._news: NewsWorker | None = None
        self._game = dialogue.state.game  # that the lessons are of
        self._go_on(None)

    def close(self) -> None:
        """End the conversation where it is, and the work of the opponent."""
        self.hurry()
        if self._news is not None:
            self._news.leave()
        self._steps.close()  # ends an engine, which the opponent may wait for
        if self.search is not None:
            self.search.leave()
        self._waiting = None

    # What it waits for

    @property
    def ask(self) -> Ask | None:
        """The open question."""
        return self._waiting if isinstance(self._waiting, Ask) else None

    @property
    def search(self) -> SearchWorker | None:
        """The opponent at work."""
        return self._waiting if isinstance(self._waiting, SearchWorker) else None

    @property
    def scene(self) -> Scene | None:
        """What is to be seen of a movement on the board."""
        return self._waiting.now if isinstance(self._waiting, Animation) else None

    @property
    def show(self) -> Show | None:
        """What is to be shown on another screen."""
        return self._waiting if isinstance(self._waiting, Show) else None

    @property
    def over(self) -> bool:
        """Whether the conversation has ended."""
        return self._waiting is None

    # What the screen tells it

    def answer(self, answer: Answer, animated: bool = True) -> None:
        """Reply to the open question; without ``animated`` what follows at once is shown as done."""
        assert self.ask is not None
        self._next_lessons = ()
        self._answered = self.ask, self._as_typed(answer)
        wished, self.animated = self.animated, self.animated and animated
        self._go_on(answer)
        self.animated = wished

    def _as_typed(self, answer: Answer) -> str:
        if isinstance(answer, tuple):
            return " ".join(map(self._state.table.naming.square, answer))
        return answer.line if isinstance(answer, Command) else answer

    def type_ahead(self, line: str | Command) -> None:
        """Take a line typed while there is no question.

        ``now`` hurries the opponent; all else waits for the next move, for which ``quit`` hurries him as well.
        """
        found = self._state.vocabulary.read(line)
        is_now = found is not None and found.name == "now"
        if is_now or (found is not None and found.name == "quit"):
            self.hurry()
        if not is_now and (found is not None or str(line).strip()):
            self._ahead.append(line)

    def hurry(self) -> None:
        """Have the opponent move at once."""
        if self.search is not None:
            self.search.stop()

    def shown(self) -> None:
        """What was to be shown has been seen."""
        self._go_on(None)

    def step_on(self) -> None:
        """Show the next moment of what moves."""
        assert isinstance(self._waiting, Animation)
        self._waiting = self._waiting.next()
        if self._waiting.now is None:
            self._go_on(None)

    def skip(self) -> None:
        """End the movement on the board at once."""
        self._go_on(None)

    def take_thought(self) -> None:
        """Go on if the opponent has found its move. An error of its thread is raised here."""
        search = self.search
        if search is not None and search.done:
            thought = search.result()
            if thought is not None and isinstance(search.step, Think) and search.step.hint:
                self.hinted = (thought.move.start, thought.move.end)
            self._go_on(thought)

    def take_news(self) -> None:
        """Go on if there are news for the open question, which may be another one then."""
        if self._news is not None and self._news.has_some and self.ask is self._news.ask:
            self._go_on(None)

    # The conversation

    def _go_on(self, reply: Reply) -> None:
        """Send a reply and follow the conversation to where it waits for something."""
        if self._news is not None:
            self._news.stop()
            self._news = None
        while True:
            try:
                step = self._steps.send(reply)
            except StopIteration:
                self._waiting = None
                return
            reply = None
            if self._game is not self._state.game:
                self._game = self._state.game
                self.lessons = self._next_lessons = ()
            self._write_down(step)
            match step:
                case Say(text):
                    self.transcript.say(text)
                    if isinstance(step, Lesson):
                        self.lessons = self._next_lessons = (*self._next_lessons, text)
                case Ended():
                    self.ended = step
                case Ask():
                    reply = self._typed_ahead(step)
                    if reply is None:
                        self._waiting = step
                        if step.news is not None:
                            self._news = NewsWorker(step, step.news, self._post)
                        return
                case ShowBoard():
                    pass
                case ShowMenu() | ShowSettings():
                    self._open_menu()
                case Show():
                    self._waiting = step
                    return
                case Think():
                    self._waiting = SearchWorker(step, self._post, _DEMO_PACE if self._state.table.is_demo else 0.0)
                    return
                case Prepare():
                    self._waiting = SearchWorker(step, self._post)
                    return
                case Played():
                    if step.cause is not Cause.FLIP:
                        self.lessons = self._next_lessons
                    self.hinted = None
                    self._played(step)
                    self.mover = step.side
                    movement = self._movement(step) if self.animated else Animation()
                    if movement.now is not None:
                        self._waiting = movement
                        return

    def _write_down(self, step: Step) -> None:
        """Put the last question and its answer in the transcript, unless that only lifted a piece or put it down."""
        if self._answered is None:
            return
        (ask, typed), self._answered = self._answered, None
        if not (isinstance(step, Ask) and step.kind.has(Trait.IN_HAND) and ask.kind.has(Trait.IN_HAND)):
            self.transcript.answer(ask.prompt, typed)

    def _typed_ahead(self, ask: Ask) -> str | Command | None:
        """A line that was typed ahead of a question for a move; before other questions such lines are forgotten."""
        lines, self._ahead = self._ahead, []
        if not (ask.kind.has(Trait.IN_HAND) and lines):
            return None
        self._ahead = lines[1:]
        self._answered = ask, self._as_typed(lines[0])
        return lines[0]

    def _movement(self, step: Played) -> Animation:
        if step.cause is Cause.MOVE and step.move is not None:
            return moving(step.before, step.move, step.shown, self._state.table.rules.captured_stay)
        if step.cause is Cause.HUFF and step.square is not None:
            return taking(step.before, step.square)
        return Animation()
