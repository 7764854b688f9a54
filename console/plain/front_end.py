"""The plain face: the conversation on lines, for pipes, simple terminals and screen readers; no escape sequences."""

import sys
from collections.abc import Sequence
from random import Random
from textwrap import fill
from typing import Final, TextIO

from console.dialogue.loop import Dialogue
from console.dialogue.messages import Ask, Cause, Kind, Opponent, Played, Reply, Say, Show, Step, Think, Topic
from console.dialogue.prompt_words import word_list
from console.game.options import Options
from console.plain.line_reader import LineReader
from console.storage.store import Store
from console.terminal.standard_streams import write
from console.text import sentences
from console.text.board import JUMPED, SIGNS, board_text
from engine.geometry import BLACK, WHITE
from engine.position import TRIPLE
from engine.rules import Rules

INTERRUPTED: Final = 130
_PAGE: Final = 22
_WIDTH: Final = 78


class PlainFace:
    """Runs a dialogue on a reader of lines and a text stream.

    ``echo`` writes what was read, as a terminal would; ``pages`` stops the manual at each page.
    """

    def __init__(self, dialogue: Dialogue, reader: LineReader, out: TextIO, echo: bool, pages: bool = False) -> None:
        self._dialogue = dialogue
        self._reader = reader
        self._out = out
        self._echo = echo
        self._pages = pages
        self._taken = (0, 0)

    def run(self) -> int:
        """Hold the conversation to its end; returns the exit status."""
        talk = self._dialogue.run()
        reply: Reply = None
        try:
            while True:
                reply = self._take(talk.send(reply))
        except StopIteration:
            return 0
        except EOFError:
            status = 0
        except KeyboardInterrupt:
            status = INTERRUPTED
        talk.close()
        self._write(f"\n{self._dialogue.farewell()}\n")
        return status

    def _take(self, step: Step) -> Reply:
        """The reply to one step. Raises EOFError at the end of input."""
        match step:
            case Say(text):
                self._write(f"{fill(text, _WIDTH, break_on_hyphens=False)}\n")
            case Ask(prompt, kind):
                if kind is Kind.MOVE:
                    self._tell_news()
                return self._read(prompt)
            case Think():
                return step.choose(lambda: self._reader.take("now"))
            case Show(Topic.BOARD):
                self._draw()
            case Show(Topic.MANUAL):
                self._show_manual()
            case Show(Topic.RULES, rules):
                self._explain(rules or self._dialogue.rules)
            case Show(Topic.MENU):
                self._write(f"{word_list()}\n")
            case Show(Topic.SETUP):
                self._write("Type a position behind fen, as in fen B:W18,24,K27:B5,K10.\n")
            case Show(Topic.REVIEW):
                self._review()
            case Show(Topic.GAMES, games=games):
                self._list(sentences.games(games))
            case Show(Topic.FAME, hall=hall):
                self._list(sentences.fame(hall))
            case Played(cause=Cause.MOVE | Cause.HUFF):
                pass  # the dialogue tells it in words
            case Played(cause=cause):
                if cause is Cause.START:
                    self._taken = self._counts()
                self._draw()
        return None

    def _read(self, prompt: str) -> str:
        self._write(prompt)
        line = self._reader.line()
        if line is None:
            raise EOFError
        if self._echo:
            self._write(f"{line}\n")
        return line

    def _write(self, text: str) -> None:
        write(text, self._out)

    def _draw(self) -> None:
        table = self._dialogue
        self._write(f"\n{board_text(table.position, table.home, table.bottom, table.jumped)}\n")
        signs = (f"{SIGNS[side][0]} is {table.names[side]}" for side in (table.home, 1 - table.home))
        kings = "kings are capitals"
        if table.rules.triple_kings:
            kings += f", triple kings {' and '.join(SIGNS[side][TRIPLE] for side in (table.home, 1 - table.home))}"
        if table.jumped:
            kings += f", {JUMPED} is jumped and still stands"
        self._write(f"  {', '.join(signs)}\n  {table.rules.name}, {table.jumping}; {kings}\n\n")

    def _tell_news(self) -> None:
        """The counts of captured men when they have changed, and that there is a jump where it must be made."""
        table, taken = self._dialogue, self._counts()
        if taken != self._taken:
            self._taken = taken
            sides = (table.home, 1 - table.home)
            self._write(f"Taken: {', '.join(f'{table.names[side]} {taken[side]}' for side in sides)}.\n")
        if table.must_jump:
            self._write(f"{table.turn_line()}\n")

    def _counts(self) -> tuple[int, int]:
        return self._dialogue.taken(BLACK), self._dialogue.taken(WHITE)

    def _list(self, lines: Sequence[str]) -> None:
        self._write("\n" + "".join(f"{line}\n" for line in lines) + "\n")

    def _explain(self, rules: Rules) -> None:
        from console.text.rules import explain

        self._list(explain(rules))

    def _review(self) -> None:
        """The game with the computer's opinion of it; ``now`` has it told as far as it has come."""
        from ai.analyzer import Judge
        from console.text.review import review_lines

        table = self._dialogue
        judge = Judge(table.rules)
        for line in review_lines(table.game, table.naming, judge, lambda: self._reader.take("now")):
            self._write(f"{line}\n")

    def _show_manual(self) -> None:
        from console.text.manual import manual_text

        try:
            manual = manual_text().splitlines()
        except FileNotFoundError as error:
            manual = [str(error)]
        lines = [*manual, "", "Words at the prompt:", *word_list().splitlines()]
        for number, line in enumerate(lines, 1):
            self._write(f"{line}\n")
            if self._pages and number % _PAGE == 0 and number < len(lines):
                answer = self._read("More (Enter, or Q to stop)? ")
                if answer.strip():
                    return


def play(options: Options, rng: Random, opponent: Opponent | None = None, store: Store | None = None) -> int:
    """Play on standard input and output until the player leaves; returns the exit status."""
    if sys.stdin is None or sys.stdout is None:
        return 0
    typed = sys.stdin.isatty()
    reader = LineReader.of(sys.stdin.buffer)
    pages = typed and sys.stdout.isatty()
    return PlainFace(Dialogue(options, rng, opponent, store), reader, sys.stdout, echo=not typed, pages=pages).run()
