"""A player who never looks at the board: what he plays comes from the answers to ``where`` and ``look`` alone."""

import io
import re
from collections.abc import Iterator
from random import Random

from console.cli.composition import dialogue_of
from console.dialogue.messages import ComputerPlayer
from console.game.options import Options
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader

_SQUARE = re.compile(r"\b[A-J]\d+\b")


class BlindPlayer:
    """Plays one game on plain lines and leaves. ``paper`` is what was written, ``typed`` what he typed."""

    def __init__(self, chosen: Options, opponent: ComputerPlayer | None, rng: Random) -> None:
        self.paper = io.StringIO()
        self.typed: list[str] = []
        self._rng = rng
        self._read_to = 0
        lines = self._lines()
        reader = LineReader(lambda: next(lines, b""), lambda: False)
        self._front_end = PlainFrontEnd(dialogue_of(chosen, rng, opponent), reader, self.paper, echo=True)

    def play(self) -> int:
        """Return the exit status."""
        return self._front_end.run()

    def _lines(self) -> Iterator[bytes]:
        """Yield the lines to type, each after the question before it was read."""
        planned: list[str] = []
        while True:
            heard = self._heard()
            if heard.endswith("Another game (Y/N)? "):
                line = "N"
            elif heard.endswith("Is it a multiple jump (Y/N)? "):
                line = "where" if "in the middle of a jump" not in heard else "Y" if "can jump to" in heard else "N"
            elif heard.endswith("Next square? "):
                line = "where" if "in the middle of a jump" not in heard else self._one_of(heard, "can jump to ")
            else:
                line = self._at_a_move(heard, planned)
            self.typed.append(line)
            yield f"{line}\n".encode()

    def _heard(self) -> str:
        """Return what was written since the last typed line, as running text."""
        text = self.paper.getvalue()
        new, self._read_to = text[self._read_to :], len(text)
        return new.replace("\n", " ")

    def _at_a_move(self, heard: str, planned: list[str]) -> str:
        """``where``, then ``look`` at his own until one can go, then that move."""
        going = re.search(r"is on (\w+): he can (?:step to [^.]* or )?(step|jump) to ", heard)
        if going:
            planned.clear()
            return f"{going[1]} {self._one_of(heard[going.start(2) :], ' to ')}"
        if "It is your move." in heard:
            can_jump = re.search(r"You can jump from ([^.]*)\.", heard)
            have = re.search(r"You have ([^.]*)\.", heard)
            assert have
            planned[:] = _SQUARE.findall(can_jump[1] if can_jump else have[1])
            self._rng.shuffle(planned)
        return f"look {planned.pop()}" if planned else "where"

    def _one_of(self, heard: str, after: str) -> str:
        """One of the squares that are named behind these words, to the end of the sentence."""
        squares: list[str] = _SQUARE.findall(heard.partition(after)[2].partition(".")[0])
        return self._rng.choice(squares)
