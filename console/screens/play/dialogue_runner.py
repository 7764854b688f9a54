"""Running the conversation on the screen: it sends replies, and waits for answers, searches and animations."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from typing import Final

from ai.worker import Worker
from console.dialogue import messages
from console.dialogue.loop import Dialogue
from console.dialogue.menu import SCREEN
from console.dialogue.messages import Ask, Cause, Played, Reply, Say, Show, Step, Think
from console.reading import kinds
from console.reading.kinds import Trait
from console.reading.read import LONGEST_LINE, read
from console.reading.readings import Command, Input
from console.screens.play.animation import moving, taking
from console.screens.play.display_settings import DisplaySettings
from console.screens.play.evaluations import Evaluations
from console.screens.play.search_worker import Pace, SearchWorker, as_people, at_once
from console.screens.play.transcript import Transcript
from console.screens.widgets.board import Scene
from console.text import sentences

_DEMO_PACE: Final = 0.7
_SHOWN: Final = 60  # characters of a line that is too long
_SILENCE: Final = Say("")
_POLL: Final = 0.25  # polling interval for news, in seconds


@dataclass
class DialogueRunner:
    """Runs a dialogue until it waits for an answer, a search, an animation or another screen, or until it is over.

    ``post`` is called on other threads to ask for a call of ``take_posted``. ``played`` is called when the board has
    changed, ``open_menu`` when the menu is to be opened. ``mover`` is the side whose move was shown last. ``hinted``
    has the first and last square of a hint that was just given. ``ended`` is the last end of a game. ``lessons`` has
    the tutor's lessons since the player's last move, ``spoken`` the message with the opponent's last words. ``dots`` is
    the number of dots that indicate a running search. ``evaluations`` has the evaluation beside the board.
    """

    dialogue: Dialogue
    post: Callable[[object], None]
    played: Callable[[Played], None]
    open_menu: Callable[[str], None]
    settings: DisplaySettings
    transcript: Transcript = field(default_factory=Transcript)
    dots: int = 0
    mover: int | None = None
    hinted: tuple[int, int] | None = None
    ended: messages.Ended | None = None
    lessons: tuple[str, ...] = ()
    spoken: Say = _SILENCE
    _next_lessons: tuple[str, ...] = ()
    _waiting: Ask | SearchWorker | Scene | Show | None = None  # None when the conversation is over
    _ahead: Sequence[str | Command] = ()
    _answered: tuple[Ask, str] | None = None
    _news: Worker[None] | None = None

    def __post_init__(self) -> None:
        self._state = self.dialogue.state
        self._steps = self.dialogue.run()
        self._game = self._state.game  # the game of the lessons
        self.evaluations = Evaluations(self._state, self.post)
        self._scenes: Iterator[Scene] = iter(())
        self.go_on()

    def close(self) -> None:
        """End the conversation and all searches."""
        self.hurry()
        self.evaluations.forget()
        if self._news is not None:
            self._news.leave()
        self._steps.close()  # ends an engine that the search may wait for
        if self.search is not None:
            self.search.worker.leave()
        self._waiting = None

    # Waiting

    @property
    def ask(self) -> Ask | None:
        """The open question, or None."""
        return self._waiting if isinstance(self._waiting, Ask) else None

    @property
    def at_the_end(self) -> bool:
        """True if a game is over and the question for another game is open."""
        return self.ask is not None and self.ask.kind is kinds.ANOTHER

    @property
    def search(self) -> SearchWorker | None:
        """The search that runs, or None."""
        return self._waiting if isinstance(self._waiting, SearchWorker) else None

    @property
    def scene(self) -> Scene | None:
        """The current scene of the animation, or None."""
        return self._waiting if isinstance(self._waiting, Scene) else None

    @property
    def show(self) -> Show | None:
        """The step that must be shown on another screen, or None."""
        return self._waiting if isinstance(self._waiting, Show) else None

    @property
    def over(self) -> bool:
        """True if the conversation has ended."""
        return self._waiting is None

    # Input

    def answer(self, answer: Input, animated: bool = True, written: bool = True) -> None:
        """Answer the open question. If not ``animated``, the next change of the board is not animated.

        If not ``written``, the question and the answer are left out of the transcript.
        """
        assert self.ask is not None
        self._next_lessons = ()
        self._answered = (self.ask, self._as_typed(answer)) if written else None
        if not written:
            self.transcript.begin_news()
        self.go_on(read(answer, self.ask.question), animated)

    def _as_typed(self, answer: Input) -> str:
        if isinstance(answer, tuple):
            return self._state.naming.path(answer)
        typed = answer.line if isinstance(answer, Command) else answer
        return typed if len(typed) <= LONGEST_LINE else f"{typed[:_SHOWN]}..."

    def type_ahead(self, line: str | Command) -> None:
        """Handle a line or command that was typed while no question is open.

        ``now`` and ``quit`` stop the search. All lines except ``now`` and blank ones are queued for the next question
        for a move.
        """
        found = line if isinstance(line, Command) else self._state.vocabulary.command(line)
        is_now = found is not None and found.name == "now"
        if is_now or (found is not None and found.name == "quit"):
            self.hurry()
        if not is_now and (found is not None or str(line).strip()):
            self._ahead = [*self._ahead, line]

    def tell(self, text: str) -> None:
        """Add a message that is no part of the conversation, and leave the question open."""
        self.transcript.begin_news()
        self.transcript.say(text)

    def hurry(self) -> None:
        """Stop the search, so that the computer moves at once."""
        if self.search is not None:
            self.search.worker.stop()

    def step_on(self) -> None:
        """Show the next scene of the animation, or continue the conversation after the last."""
        self._waiting = next(self._scenes, None)
        if self._waiting is None:
            self.go_on()

    def take_posted(self) -> None:
        """Continue the conversation if the search has ended or news has arrived. Raises the errors of their threads."""
        search = self.search
        self.evaluations.take(search)
        if search is not None and search.worker.finished:
            found = search.worker.result()
            if found is not None and isinstance(search.step, Think) and search.step.hint:
                self.hinted = (found.move.start, found.move.end)
            self.go_on(found)
        if self._news is not None and self._news.finished:
            self.transcript.begin_news()
            self.go_on(self._news.result())

    # The conversation

    def go_on(self, reply: Reply = None, animated: bool = True) -> None:
        """Send a reply and run the conversation until it waits for something.

        The reply is None after another screen, news or an animation. A running animation is skipped.
        """
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
                self.hinted, self.spoken = None, _SILENCE
            self._write_down(step)
            self.evaluations.follow(step)
            if isinstance(step, Ask):
                ahead = self._typed_ahead(step)
                reply = read(ahead, step.question) if ahead is not None else None
            if reply is None and self._waits_for(step, animated):
                return

    def _waits_for(self, step: Step, animated: bool) -> bool:
        """Show a step. Return True if the conversation waits for its end, or for the answer."""
        match step:
            case Say(text, words):
                self.transcript.say(text)
                if words:
                    self.spoken = step
                if isinstance(step, messages.Taught):
                    self.lessons = self._next_lessons = (*self._next_lessons, text)
            case messages.Ended():
                self.ended, self.hinted = step, None
                for fact in step.facts:
                    self.transcript.say(fact)
            case Ask():
                self._waiting = step
                self._news = Worker("news", partial(_wait, step.news), self.post) if step.news is not None else None
                return True
            case messages.ShowBoard():
                self.transcript.say("The board is always in sight here.")
            case messages.Consider():
                pass
            case messages.ShowSettings(change) if change is not None:
                self.settings.change(change(self.settings.now))
            case messages.ShowMenu(group):
                self.open_menu(group)
            case messages.ShowSettings(word=word):
                self.open_menu(f"{SCREEN}/Colors" if word == "theme" else SCREEN)
            case Think() | messages.Prepare():
                self._waiting = SearchWorker(step, self.post, self._pace(step))
                return True
            case Played():
                return self._shows_scenes(step, animated)
            case _:
                self._waiting = step
                return True
        return False

    def _pace(self, step: Think | messages.Prepare) -> Pace:
        """Return the pace of a search: slow in a demonstration, and as people's where men glide, too."""
        if not isinstance(step, Think):
            return at_once
        if not self._state.table.seats.people:
            return lambda _: _DEMO_PACE
        return as_people if step.paced and self.settings.now.animation else at_once

    def _shows_scenes(self, step: Played, animated: bool) -> bool:
        """Show a change of the board. Return True if it is animated."""
        if step.cause is not Cause.FLIP:
            self.lessons = self._next_lessons
        if step.cause is Cause.MOVE:
            self.transcript.begin_line()
        self.hinted, self.dots = None, 0
        self.played(step)
        self.mover = step.side
        self._scenes = self._animation(step) if animated and self.settings.now.animation else iter(())
        self._waiting = next(self._scenes, None)
        return self._waiting is not None

    def _write_down(self, step: Step) -> None:
        """Add the last question and its answer to the transcript, unless the answer only lifted or put down a piece.

        A typed line without a reply, such as a message to the peer, is added. Answers that only another screen shows,
        such as the numbers of house rules, are not.
        """
        if self._answered is None or Trait.Q_LEAVES in self._answered[0].kind.traits:
            return
        (ask, typed), self._answered = self._answered, None
        asked = {ask.kind, step.kind} if isinstance(step, Ask) else {None}
        if not asked <= {kinds.MOVE, kinds.TO} or (asked == {kinds.MOVE} and typed.strip()):
            self.transcript.answer(ask.prompt, typed)

    def _typed_ahead(self, ask: Ask) -> str | Command | None:
        """Return the next queued line at a question for a move, or None. Other questions drop the queue and say so."""
        lines, self._ahead = self._ahead, ()
        if not lines:
            return None
        if Trait.IN_HAND not in ask.kind.traits:
            self.transcript.say(sentences.dropped([self._as_typed(line) for line in lines]))
            return None
        self._ahead = lines[1:]
        self._answered = ask, self._as_typed(lines[0])
        return lines[0]

    def _animation(self, step: Played) -> Iterator[Scene]:
        if step.cause is Cause.MOVE and step.move is not None:
            return moving(step.before, step.move, step.shown, self._state.table.rules.captured_stay)
        if step.cause is Cause.HUFF and step.square is not None:
            return taking(step.before, step.square)
        return iter(())


def _wait(news: messages.News, stop: Event) -> None:
    """Wait for news, or until it is stopped."""
    while not stop.is_set() and not news.wait(_POLL):
        pass
