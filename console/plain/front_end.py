"""The plain front end: the conversation as lines of text, for pipes, simple terminals and screen readers."""

import io
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final, TextIO

from console.dialogue import messages
from console.dialogue.loop import Dialogue
from console.dialogue.menu import menu_lines
from console.dialogue.state import State
from console.game.clock import clock_text
from console.game.options import Options
from console.game.rule_choice import RuleChoice
from console.plain.line_reader import LineReader, line_editing
from console.plain.transcript import WIDTH, PlainWriter
from console.reading import kinds
from console.reading.kinds import Trait
from console.reading.read import read
from console.reading.readings import Command, No, Yes
from console.storage.store import Store
from console.text import sentences
from console.text.phrases import PHRASES
from engine.position import Position

if TYPE_CHECKING:
    from console.text.manual import Place

_HELP_ON_WORDS: Final = '"course" has lessons, "menu" lists words, "help" shows the manual.'
_PAGE_LINES: Final = 22
_HIGHLIGHT_SECONDS: Final = 2.0
_PROGRESS_INTERVAL: Final = 5.0  # seconds between two progress messages
_SCRIPT_TIMEOUT: Final = 5.0  # seconds to wait for an engine's move after the end of the input
_SCRIPT_CALL: Final = 30.0  # seconds that a script waits for the other side of a call
_QUIT: Final = "quit"


@dataclass
class PlainFrontEnd:
    """The plain front end. It runs a dialogue on a line reader and a text stream.

    ``echo``: input lines are repeated on the output, as a terminal does. ``at_terminal``: the manual stops at each
    page, and a finished game is followed by a sentence about its memorable move. In a pipe there is none, because there
    the same input must give the same output, however fast the machine is. ``edit`` shows a prompt and reads a line with
    editing; it raises EOFError. ``ring`` plays the tune of a step.
    """

    dialogue: Dialogue
    reader: LineReader
    out: TextIO
    echo: bool
    at_terminal: bool = False
    edit: Callable[[str], str] | None = None
    ring: Callable[[messages.Played | messages.Ended, State], None] | None = None
    _told_rules: RuleChoice | None = None  # those of the last game that began without a board
    _is_told_end: bool = False  # True once the answers after a game were told
    _typed_at_page: str = ""  # the line that ended the manual, until the next question

    def __post_init__(self) -> None:
        self._state = self.dialogue.state
        self._out = PlainWriter(self._state, self.out)

    def run(self) -> int:
        """Run the conversation to its end; return the exit status. Ctrl-C is raised again after the farewell."""
        steps = self.dialogue.run()
        reply: messages.Reply = None
        try:
            while True:
                reply = self._reply(steps.send(reply))
        except StopIteration:
            return 0
        except (EOFError, KeyboardInterrupt) as end:
            steps.close()
            self._out.write("")
            self._out.write_wrapped(self.dialogue.farewell(), break_on_hyphens=False)
            if isinstance(end, KeyboardInterrupt):
                raise
            return 0

    def _reply(self, step: messages.Step) -> messages.Reply:
        """Run a step and return the reply. Raises EOFError."""
        state, out = self._state, self._out
        match step:
            case messages.Ask():
                return self._ask(step)
            case messages.Think():
                thinking = sentences.THINKING if self.at_terminal else ""
                return step.run(self._stop_with_progress(lambda: thinking, bool(state.table.engine)), None)
            case messages.Say(text):
                out.write_wrapped(text, break_on_hyphens=False)
            case messages.Consider():
                found = step.in_brief(self._stop_function(for_engine=False), None)
                out.write(sentences.considered(found, step.game.side, state.naming, state.table.jumping, WIDTH))
            case messages.Prepare():
                step.run(self._stop_with_progress(step.told, step.for_engine))
            case messages.Ended():
                self._sound(step)
                self._write_end(step)
            case messages.Played(cause=messages.Cause.MOVE | messages.Cause.HUFF):
                self._sound(step)  # the text of the move is a message of the dialogue
            case messages.Played(cause=cause):
                self._draw(is_start=cause is messages.Cause.START)
            case _:
                self._show(step)
        return None

    def _ask(self, step: messages.Ask) -> messages.Reply:
        """Ask a question and return the reply. Raises EOFError."""
        state, out, kind = self._state, self._out, step.kind
        if kind in (kinds.MOVE, kinds.ANOTHER, kinds.STEP, kinds.SHOWN) and state.switches.drawing:
            out.draw_new()
        if kind is kinds.MOVE:
            out.write_news()
        if kind is kinds.ANOTHER and self.at_terminal and not self._is_told_end:
            self._is_told_end = True
            out.write(PHRASES["asked"]["another"])
        typed, self._typed_at_page = self._typed_at_page, ""
        if typed and (Trait.TAKES_WORDS in kind.traits or state.vocabulary.command(typed) is not None):
            out.put(step.prompt)
            out.write(typed)
            return read(typed, step.question)
        line = self._read(step.prompt, step.news)
        return None if line is None else read(line, step.question)

    def _show(self, show: messages.Show) -> None:
        """Show something. Raises EOFError."""
        state, out = self._state, self._out
        match show:
            case messages.Output():
                self._write_output(show)
            case messages.ShowBoard():
                out.draw()
            case messages.ShowManual(place):
                self._show_manual(place)
            case messages.ShowHelp():
                out.write(*sentences.help_lines(state.naming), _HELP_ON_WORDS)
            case messages.ShowMenu(group):
                out.write(*menu_lines(self.dialogue.menu(), state.vocabulary, group))
            case messages.ShowSettings(change):
                out.write_wrapped(sentences.SET_HOW if change is None else sentences.FROM_THE_NEXT_START)

    def _draw(self, is_start: bool) -> None:
        """Draw the board; where it is not drawn, say what is new at the start of a game."""
        state, out = self._state, self._out
        if is_start:
            out.count()
        if state.switches.drawing is not False:
            out.draw()
        elif is_start:
            rules = RuleChoice(state.table.rules, state.table.jumping)
            if rules != self._told_rules and not state.activity.label:
                out.write(f"The rules: {rules}.")
                self._told_rules = rules
            if state.game.position != Position.start(state.table.rules):
                from console.text.position import about, persons

                table = state.table
                out.write_wrapped(about("", table.game, table.paths, state.naming, persons(table.seats)))

    def _sound(self, step: messages.Played | messages.Ended) -> None:
        if self.ring is not None:
            self.ring(step, self._state)

    # Input

    def _read(self, prompt: str, news: messages.News | None = None) -> str | None:
        """Ask and read a line. Return None if news comes first, and an empty line when the player's time is up.

        While his clock runs, the prompt tells the time. An unchanged prompt is repeated only after other output. Raises
        EOFError.
        """
        left = self._left
        if left == 0:
            return ""
        if news is None and left is None and self.edit is not None and not self.reader.pending:
            return self.edit(prompt)
        if self._out.open_prompt != prompt:
            self._out.put(prompt if left is None else f"{clock_text(left)} left. {prompt}")
        self._out.open_prompt = ""
        if news is None and left is None:
            line = self.reader.line()
            if line is None:
                raise EOFError
        else:
            line = self.reader.line_unless(partial(self._wait, news))
            if line is None:
                self._out.open_prompt = prompt
                return "" if self._left == 0 else None
        if self.echo:
            self._out.write(line)
        return line

    @property
    def _left(self) -> float | None:
        """The seconds left on the clock of the player at this board; None if it does not run."""
        table = self._state.table
        return None if table.game.side == table.seats.peer else table.time_left

    def _wait(self, news: messages.News | None, patience: float) -> bool:
        """Wait at most ``patience`` seconds; return True if there is news or the player's time is up."""
        self.dialogue.archive.keep_time()
        left = self._left
        patience = patience if left is None else min(patience, left)
        if news is None:
            time.sleep(patience)
        return (news is not None and news.wait(patience)) or self._left == 0

    def _stop_function(self, for_engine: bool) -> Callable[[], bool]:
        """Return the stop function of a search: it always returns True after ``now`` was typed.

        ``for_engine``: it also returns True after the player has left. In a script the player has left before the
        search begins; an external engine then gets some more seconds. The built-in opponent always gets its full time,
        so that the same input gives the same output.
        """
        leave_at = time.monotonic() + (_SCRIPT_TIMEOUT if self.reader.leaves(self._is_quit) else 0.0)
        is_stopped = False

        def stop() -> bool:
            nonlocal is_stopped
            self.dialogue.archive.keep_time()
            has_left = for_engine and time.monotonic() >= leave_at and self.reader.leaves(self._is_quit)
            is_stopped = is_stopped or has_left or self._takes("now")
            return is_stopped

        return stop

    def _is_quit(self, line: str) -> bool:
        return self._state.vocabulary.command(line) == Command(_QUIT)

    def _stop_with_progress(self, progress: Callable[[], str], for_engine: bool) -> Callable[[], bool]:
        """Return a stop function. It also writes the progress every few seconds, unless that is empty."""
        next_time = time.monotonic() + _PROGRESS_INTERVAL
        is_stopped = self._stop_function(for_engine)

        def stop() -> bool:
            nonlocal next_time
            if time.monotonic() >= next_time and progress():
                next_time = time.monotonic() + _PROGRESS_INTERVAL
                self._out.write(progress())
            return is_stopped()

        return stop

    # Output

    def _write_output(self, shown: messages.Output) -> None:
        """Write the lines of an output as they come. Raises EOFError."""
        kept, leave_at = self.reader.arrived(), time.monotonic() + _SCRIPT_CALL

        def typed() -> str | None:
            """Return a line typed during the output, or None. Earlier lines, in a script all, are kept for the game."""
            if self.reader.ended or (time.monotonic() >= leave_at and self.reader.leaves(self._is_quit)):
                raise EOFError
            line = self.reader.take_after(kept)
            if line is not None and self.echo:
                self._out.write(line)
            return _QUIT if line is not None and self._is_quit(line) else line

        bars, stop = self._state.switches.drawing is not False, partial(self._stop_function, for_engine=False)
        lines = shown.lines(messages.Paper(WIDTH, bars, stop, self._takes, typed))
        if shown.apart:
            self._out.write_apart([*lines])
        else:
            for line in lines:
                self._out.write(line)

    def _takes(self, word: str) -> bool:
        """Remove ``word`` if it was typed; return True if so. In a script only the next line counts."""
        return self.reader.take(word, anywhere=not self.echo)

    def _write_end(self, ended: messages.Ended) -> None:
        """Write the facts about a finished game, and its memorable move if the analysis ends in time."""
        self._out.write_wrapped(" ".join(ended.facts))
        if not self.at_terminal or ended.side is None:
            return
        from console.dialogue.analyzing import highlight_within

        state = self._state
        find = highlight_within(_HIGHLIGHT_SECONDS, state.game, state.naming, state.analyzer, ended.side)
        sentence = find(lambda: False)
        if sentence is not None:
            self._out.write_wrapped(sentence)

    def _show_manual(self, place: "Place | None") -> None:
        """Write the manual at ``place``. If it is None, write the whole manual and the list of commands."""
        from console.text.manual import manual_text

        if place is None:
            try:
                text = manual_text()
            except FileNotFoundError as error:
                text = str(error)
            self._write_pages([*text.splitlines(), "", "Words at the prompt:", *self._state.vocabulary.listing()])
        elif place.line:
            chapter = place.chapter
            source = f'From chapter {chapter.number}, {chapter.title}; "help {chapter.number}" shows it all:'
            self._out.write_apart([source, "", *place.passage()])
        else:
            self._write_pages(place.passage())

    def _write_pages(self, lines: Sequence[str]) -> None:
        """Write lines. At a terminal, stop at each page.

        Enter and yes show the next page. Q and no end the manual. Another line ends it and answers the next question.
        """
        for number, line in enumerate(lines, 1):
            self._out.write(line)
            if self.at_terminal and number % _PAGE_LINES == 0 and number < len(lines):
                answer = (self._read("More (Enter, or Q to stop)? ") or "").strip()
                if self._left == 0:
                    return
                found = read(answer, self.dialogue.conversation.questions.question(kinds.STEP))
                if answer and not isinstance(found, Yes):
                    self._typed_at_page = "" if isinstance(found, No) or answer in ("q", "Q") else answer
                    return


def play(options: Options, make_dialogue: Callable[[], Dialogue], store: Store) -> int:
    """Play on standard input and output until the player leaves; return the exit status."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    typed = sys.stdin.isatty()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    terminal = typed and sys.stdout.isatty()
    reader = LineReader.of(sys.stdin.buffer, sys.stdin.encoding)
    if options.modem is not None:
        reader.read_ahead()
    ring: Callable[[messages.Played | messages.Ended, State], None] | None = None
    if terminal and (options.sound if options.sound is not None else store.settings.sound):
        from console.dialogue.tunes import ringer

        ring = ringer(sys.stdout.fileno())
    return PlainFrontEnd(
        make_dialogue(),
        reader,
        sys.stdout,
        echo=not typed,
        at_terminal=terminal,
        # The line editor cannot be used in a remote game: messages of the peer cannot interrupt it, nor can a clock.
        edit=line_editing() if terminal and options.modem is None else None,
        ring=ring,
    ).run()
