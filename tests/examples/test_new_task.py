"""An example: a new kind of task in one file. ``longest`` sets a position, in which the longest jump is to be found.

In the program it would be a folder of ``console.activities``, whose module ``room`` has ``WORDS``, ``MENU`` and
``ROOM``.
"""

import sys
from typing import Final

import pytest
from support.conversation import converse, options

from console.cli import composition
from console.dialogue.menu import Entry
from console.dialogue.messages import Say, Steps
from console.dialogue.room import Room
from console.dialogue.task import Task, TaskWord
from console.game.seats import Program
from console.reading.kinds import Kind, Trait
from console.reading.readings import Command
from console.reading.words import Group, Vocabulary, Word
from engine.fen import parse_fen
from engine.game import Game
from engine.rules import AMERICAN

WORDS: Final = (Word("longest", "sets a position with a long jump; off", "OFF", group=Group.TASK),)
MENU: Final = {"Learn": (Entry("A long jump", "The longest jump there is", "longest"),)}
ANOTHER: Final = Kind("another long jump", Trait.YES_OR_NO | Trait.BETWEEN)


class Longest(Task):
    """A position in which the longest jump is to be found."""

    word: "LongestWord"
    label = "longest"
    not_now = 'Not in a long jump: "longest off" leaves it.'
    not_in_one = "There is no long jump on the board."
    from_start = "Once more."

    def __init__(self, word: "LongestWord") -> None:
        position = parse_fen("B:W6,7,14,32:B1,2", AMERICAN)
        super().__init__(word, Game(AMERICAN, "forced", position), Program(given="Sam"))

    def set_out(self) -> Steps[None]:
        """Say what is to be found."""
        yield from super().set_out()
        yield Say("Take as many as you can.")

    def judge(self) -> Steps[None]:
        """Put a short jump back, and praise the longest."""
        turn, moves = self.table.game.last, Game(AMERICAN, "forced", self.table.game.start).legal_moves()
        assert turn is not None
        if len(turn.move.captured) < max(len(move.captured) for move in moves):
            yield Say("There is a longer one.")
            yield from self.again(Command("reset"))
        else:
            yield Say("That is it.")
            yield from self.offer(ANOTHER, ("Another (Y/N)? ", self.word.begin))

    def hint(self, command: Command) -> Steps[None]:
        """Say which man jumps."""
        longest = max(self.table.game.legal_moves(), key=lambda move: len(move.captured))
        yield Say(f"Look at {self.naming.square(longest.start)}.")


class LongestWord(TaskWord):
    """The command ``longest``."""

    kind = Longest

    def execute(self, command: Command) -> Steps[None]:
        """Set the position."""
        yield from self.begin()

    def begin(self) -> Steps[None]:
        """Suspend the current activity for the task."""
        yield from ()
        self.state.begin_task(Longest(self))


ROOM: Final = Room(WORDS, MENU)
handlers: Final = LongestWord.handlers

HEARD = """\
You play Black against level 5. Type ? for help.
You meet the County Champion, who will make sure you hear about it.
The rules: american, huff.
Your move (like C3 D4)? longest off
There is no long jump on the board.
Your move (like C3 D4)? longest
You (Black) have 2 men on A5 and A7. I (White) have 4 men on B4, B6, D6 and
H2. I am two pieces ahead, 4 to 2. It is your move. You can jump from A5 or
A7.
Take as many as you can.
You have a jump.
Your move (like C3 D4)? hint
Look at A7.
Your move (like C3 D4)? proof
Not in a long jump: "longest off" leaves it.
Your move (like C3 D4)? 2-11
You take B4.
There is a longer one.
Once more.
Your move (like C3 D4)? 1-10
You take B6 and D6.
That is it.
Another (Y/N)? n
Back to the game.
Your move (like C3 D4)? quit
Good-bye, Dan.
"""


def test_finds_the_longest_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composition, "VOCABULARY", Vocabulary((*composition.VOCABULARY.words, *WORDS)))
    monkeypatch.setitem(composition.ROOMS, "longest", ROOM)
    monkeypatch.setitem(sys.modules, "console.activities.longest.handlers", sys.modules[__name__])
    lines = ["longest off", "longest", "hint", "proof", "2-11", "1-10", "n", "quit"]
    assert converse(lines, options(drawing=False)) == HEARD
