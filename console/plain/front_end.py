"""The plain front end: the conversation in lines, for pipes, simple terminals and screen readers."""

import io
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Final, TextIO

from console.dialogue import kinds
from console.dialogue.loop import Dialogue
from console.dialogue.messages import (
    Ask,
    Cause,
    Dialling,
    Ended,
    News,
    Played,
    Prepare,
    Reply,
    Say,
    Show,
    ShowBoard,
    ShowDialling,
    ShowEngines,
    ShowFame,
    ShowFound,
    ShowGames,
    ShowHelp,
    ShowLevels,
    ShowManual,
    ShowMenu,
    ShowParameters,
    ShowProof,
    ShowReview,
    ShowRules,
    ShowSettings,
    ShowSetup,
    Step,
    Think,
)
from console.dialogue.rhythms import Rhythm, rhythm_of
from console.game.clock import clock_text
from console.game.options import Options
from console.plain.line_reader import LineReader, line_editing
from console.storage.store import Store
from console.terminal.standard_streams import write
from console.text import engines as engine_text
from console.text import result, sentences
from console.text.board import JUMPED, SIGNS, board_text
from engine.geometry import BLACK, WHITE
from engine.position import TRIPLE, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from ai.proof import Proof
    from console.storage.game_index import GameIndex
    from console.text.manual import Place

INTERRUPTED: Final = 130
_PAGE: Final = 22
_WIDTH: Final = 78
_MOST_FOUND: Final = 40
_BETWEEN_PROGRESS: Final = 5.0  # seconds
_FOR_A_SCRIPT: Final = 5.0  # seconds for the answer of an engine after the end of the input
_LOOK: Final = 0.1  # seconds between two checks of the input


class PlainFrontEnd:
    """Runs a dialogue with a reader of lines and a text stream.

    ``echo``: input lines are written to the output, as a terminal does. ``pages``: the manual stops at each page.
    ``edit`` shows a prompt and reads a line with editing; it raises EOFError. ``highlight_of`` finds the memorable move
    of a finished game; without it no move is shown. ``ring`` sounds the bell in a rhythm.
    """

    def __init__(
        self,
        dialogue: Dialogue,
        reader: LineReader,
        out: TextIO,
        echo: bool,
        pages: bool = False,
        edit: Callable[[str], str] | None = None,
        highlight_of: result.HighlightOf | None = None,
        ring: Callable[[Rhythm], None] | None = None,
    ) -> None:
        self._dialogue = dialogue
        self._state = dialogue.state
        self._reader = reader
        self._out = out
        self._echo = echo
        self._pages = pages
        self._edit = edit
        self._highlight_of = highlight_of
        self._ring = ring
        self._taken = (0, 0)
        self._drawn: Position | None = None
        self._open_prompt = ""  # the prompt that news has interrupted, if nothing was written since

    def run(self) -> int:
        """Hold the conversation to its end; return the exit status."""
        steps = self._dialogue.run()
        reply: Reply = None
        try:
            while True:
                reply = self._take(steps.send(reply))
        except StopIteration:
            return 0
        except EOFError:
            status = 0
        except KeyboardInterrupt:
            status = INTERRUPTED
        steps.close()
        self._write(f"\n{self._dialogue.farewell()}\n")
        return status

    def _take(self, step: Step) -> Reply:
        """Return the reply to one step. Raises EOFError at the end of input."""
        reply = self._reply(step)
        left = self._state.table.time_left
        if isinstance(step, Show) and not isinstance(step, ShowBoard) and left is not None:
            self._write(f"{sentences.clock_runs_on(self._state.table.clock_owner, clock_text(left))}\n")
        return reply

    def _reply(self, step: Step) -> Reply:
        match step:
            case Say(text):
                self._write(f"{fill(text, _WIDTH, break_on_hyphens=False)}\n")
            case Ask(prompt, kind, news):
                if (
                    kind in (kinds.MOVE, kinds.ANOTHER)
                    and self._state.switches.drawing
                    and self._state.table.position != self._drawn
                ):
                    self._draw_board()
                    self._write("\n")
                if kind is kinds.MOVE:
                    self._write_news()
                return self._read(prompt) if news is None else self._read_unless(prompt, news)
            case Think():
                return step.choose(self._hurry(for_engine=bool(self._state.table.engine)))
            case Prepare():
                step.choose(self._stop_reporting(step))
            case ShowBoard():
                self._draw()
            case ShowManual(place):
                self._show_manual(place)
            case ShowHelp():
                self._write("".join(f"{line}\n" for line in self._help_lines()))
            case ShowRules(rules):
                self._explain(rules)
            case ShowMenu():
                self._write(f"{self._state.vocabulary.listing()}\n")
            case ShowSetup():
                self._write('Type a position behind "fen", as in "fen B:W18,24,K27:B5,K10".\n')
            case ShowReview():
                self._review(step)
            case ShowProof(proof):
                self._write_proof(proof)
            case ShowSettings():
                self._write(f"{fill(sentences.SETTINGS_IN_LINES, _WIDTH)}\n")
            case ShowLevels(record):
                self._list_levels(record)
            case ShowGames(games):
                self._write_apart(sentences.games(games))
            case ShowEngines(engines):
                self._write_apart(engine_text.engine_lines(engines))
            case ShowParameters(parameters):
                self._write_apart(engine_text.parameter_lines(parameters))
            case ShowFound(library, words):
                self._find(library, words)
            case ShowDialling(dialling):
                self._dial(dialling)
            case ShowFame(hall):
                self._write_apart(sentences.fame(hall))
            case Ended():
                self._sound(step)
                self._write_end(step)
            case Played(cause=Cause.MOVE | Cause.HUFF):
                self._sound(step)  # the dialogue says the move
            case Played(cause=cause):
                if cause is Cause.START:
                    self._taken = self._counts()
                if self._state.switches.drawing is not False:
                    self._draw()
        return None

    def _sound(self, step: Played | Ended) -> None:
        if self._ring is not None:
            self._ring(rhythm_of(step, self._state))

    def _read(self, prompt: str) -> str:
        if self._edit is not None and not self._reader.pending:
            return self._edit(prompt)
        self._write(prompt)
        line = self._reader.line()
        if line is None:
            raise EOFError
        if self._echo:
            self._write(f"{line}\n")
        return line

    def _read_unless(self, prompt: str, news: News) -> str | None:
        """Read a line, or return None if news comes first. The same prompt is written again only after other output."""
        if self._open_prompt != prompt:
            self._write(prompt)
        self._open_prompt = ""
        line = self._reader.line_unless(news.wait)
        if line is None:
            self._open_prompt = prompt
        elif self._echo:
            self._write(f"{line}\n")
        return line

    def _dial(self, dialling: Dialling) -> None:
        """Show the progress of a connection until it is made or has failed; ``quit`` gives up. Raises EOFError."""
        shown = 0
        while True:
            done = dialling.wait(_LOOK)
            for line in dialling.lines[shown:]:
                self._write(f"{line}\n")
                shown += 1
            if done:
                return
            if self._reader.take("quit"):
                dialling.stop()
            elif self._reader.ended:
                raise EOFError

    def _write(self, text: str) -> None:
        if self._open_prompt:
            self._open_prompt = ""
            write("\n", self._out)
        write(text, self._out)

    def _write_apart(self, lines: Sequence[str]) -> None:
        """Write lines with an empty line before and after them."""
        self._write("\n" + "".join(f"{line}\n" for line in lines) + "\n")

    def _draw_board(self) -> None:
        state = self._state
        self._drawn = state.table.position
        self._write(f"\n{board_text(state.table.position, state.table.home, state.bottom, state.table.jumped)}\n")

    def _draw(self) -> None:
        """Write the board and the meaning of its signs."""
        self._draw_board()
        table = self._state.table
        sides = (table.home, 1 - table.home)
        signs = (f"{SIGNS[side][0]} is {table.names[side]}" for side in sides)
        kings = "kings are capitals"
        if table.rules.triple_kings:
            kings += f", triple kings {' and '.join(SIGNS[side][TRIPLE] for side in sides)}"
        if table.jumped:
            kings += f", {JUMPED} is jumped and still stands"
        self._write(f"  {', '.join(signs)}\n  {table.rules.name}, {table.jumping}; {kings}\n\n")

    def _write_news(self) -> None:
        """Write the counts of captured men if they have changed, and a reminder of a forced jump."""
        state, taken = self._state, self._counts()
        if taken != self._taken:
            self._taken = taken
            sides = (state.table.home, 1 - state.table.home)
            self._write(f"Taken: {', '.join(f'{state.table.names[side]} {taken[side]}' for side in sides)}.\n")
        if state.table.must_jump:
            self._write(f"{state.activity.headline}\n")

    def _write_end(self, ended: Ended) -> None:
        """Write the facts about a finished game, and the memorable move if it is found in time."""
        self._write(f"{fill(' '.join(ended.facts), _WIDTH)}\n")
        if self._highlight_of is None or ended.side is None:
            return
        until = time.monotonic() + result.SECONDS
        state = self._state
        sentence = self._highlight_of(state.game, state.table.naming, ended.side, lambda: time.monotonic() > until)
        if sentence is not None:
            self._write(f"{fill(sentence, _WIDTH)}\n")

    def _counts(self) -> tuple[int, int]:
        return self._state.table.taken(BLACK), self._state.table.taken(WHITE)

    def _hurry(self, for_engine: bool) -> Callable[[], bool]:
        """Return a function that is True once ``now`` is typed, or the player leaves while an engine is waited for.

        If the player left before the wait began, as a script does, the engine still has some seconds. Our own opponent
        has all its time, so that the same input gives the same output.
        """
        leave_at = time.monotonic() + (_FOR_A_SCRIPT if self._reader.leaves(self._is_quit) else 0.0)

        def hurry() -> bool:
            has_left = for_engine and time.monotonic() >= leave_at and self._reader.leaves(self._is_quit)
            return has_left or self._reader.take("now")

        return hurry

    def _is_quit(self, line: str) -> bool:
        command = self._state.vocabulary.read(line)
        return command is not None and command.name == "quit"

    def _stop_reporting(self, step: Prepare) -> Callable[[], bool]:
        """Return a function that is True once ``now`` is typed and writes the progress every few seconds."""
        next_time = time.monotonic() + _BETWEEN_PROGRESS
        hurry = self._hurry(step.for_engine)

        def stop() -> bool:
            nonlocal next_time
            if step.progress() and time.monotonic() >= next_time:
                next_time = time.monotonic() + _BETWEEN_PROGRESS
                self._write(f"{step.doing}: {step.progress()}.\n")
            return hurry()

        return stop

    def _find(self, library: "GameIndex", words: str) -> None:
        """Write the games that contain some words, each with its number in the index."""
        from console.storage.game_index import IndexTrouble, Query
        from console.text.games import found_lines

        try:
            count, found = library.search(Query(words=tuple(words.split())), most=_MOST_FOUND)
        except IndexTrouble as error:
            self._write(f"{fill(str(error), _WIDTH)}\n")
            return
        self._write_apart([*found_lines(found), sentences.games_found(count, len(found))])

    def _explain(self, rules: Rules) -> None:
        from console.text.rules import explain

        self._write_apart(explain(rules))

    def _help_lines(self) -> list[str]:
        return [*sentences.help_lines(self._state.table.naming), '"help" shows the manual.']

    def _write_proof(self, proof: "Proof") -> None:
        """Write a proof: its result and the principal variation."""
        from console.text.proof import ProofWriter

        state = self._state
        for line in ProofWriter(proof, state.table.rules, state.table.jumping, state.table.naming).lines():
            self._write(f"{line}\n")

    def _review(self, show: ShowReview) -> None:
        """Write a review of the game; ``now`` ends the analysis early."""
        from ai.analyzer import Analyzer
        from console.storage.endgame_tables import tables_folder_if_any
        from console.text.review import review_lines

        state = self._state
        analyzer = show.analyzer or Analyzer(state.table.rules, state.table.jumping, folder=tables_folder_if_any())
        prover = show.prover_of(state.table.rules, state.table.jumping)
        lines = review_lines(
            state.game,
            state.table.naming,
            analyzer,
            prover,
            lambda: self._reader.take("now"),
            report_mistakes=show.report,
        )
        for line in lines:
            self._write(f"{line}\n")

    def _list_levels(self, record: Mapping[int, tuple[int, int, int]]) -> None:
        from console.text.levels import level_lines

        self._write_apart(level_lines(self._state.level, record))

    def _show_manual(self, place: "Place | None") -> None:
        """Write a place in the manual, or all of it followed by the words of the prompt."""
        from console.text.manual import manual_text

        if place is None:
            try:
                text = manual_text()
            except FileNotFoundError as error:
                text = str(error)
            self._write_pages(
                [*text.splitlines(), "", "Words at the prompt:", *self._state.vocabulary.listing().splitlines()]
            )
        elif place.line:
            chapter = place.chapter
            self._write_apart([sentences.from_the_manual(chapter.number, chapter.title), "", *place.passage()])
        else:
            self._write_pages(place.passage())

    def _write_pages(self, lines: Sequence[str]) -> None:
        """Write lines, stopping at each page if ``pages`` was given."""
        for number, line in enumerate(lines, 1):
            self._write(f"{line}\n")
            if self._pages and number % _PAGE == 0 and number < len(lines):
                answer = self._read("More (Enter, or Q to stop)? ")
                if answer.strip():
                    return


def play(options: Options, make_dialogue: Callable[[], Dialogue], store: Store | None = None) -> int:
    """Play on standard input and output until the player leaves; return the exit status."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    typed = sys.stdin.isatty()
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    terminal = typed and sys.stdout.isatty()
    reader = LineReader.of(sys.stdin.buffer)
    if options.modem is not None:
        reader.read_ahead()
    ring: Callable[[Rhythm], None] | None = None
    if terminal and (options.sound if options.sound is not None else store is not None and store.settings.sound):
        from console.plain.ringer import Ringer

        ring = Ringer.of(sys.stdout.fileno()).ring
    return PlainFrontEnd(
        make_dialogue(),
        reader,
        sys.stdout,
        echo=not typed,
        pages=terminal,
        # Reading with editing cannot be interrupted by the peer's messages.
        edit=line_editing() if terminal and options.modem is None else None,
        # Not in a pipe, where the same input must give the same output on machines of any speed.
        highlight_of=result.default_highlight if terminal else None,
        ring=ring,
    ).run()
