"""A question is about the board on which it was asked: whatever is typed at it moves no man on another one."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest
from support.conversation import FIVE_MOVES, KINGS, TEN_MOVES, TEN_REPLIES, Scored, Script, Talk, options
from support.set_clock import Clock
from support.stored_games import disk, in_memory

from console.cli.composition import VOCABULARY, dialogue_of
from console.dialogue.activity import Activity
from console.game.options import Options
from console.reading.kinds import Kind, Trait
from engine.game import Game
from engine.position import Move, Position

MOVE: Final = "a move"
"""Stands for the first legal move on the board."""
LATER: Final = "later"
"""Lets four minutes pass."""
KNOWN: Final = options(at_terminal=True)
AGAIN: Final = options(name=None, default_name="Dan", first=None, at_terminal=True)
NEW: Final = Options(at_terminal=True, drawing=False)
JUMPS: Final = options("B:W15,22,32:B11,1", at_terminal=True)
TWO: Final = options("B:W15,32:B11,9", players="two", other="Eve", at_terminal=True)
TWO_KINGS: Final = options(KINGS, players="two", other="Eve", at_terminal=True)
WEAK: Final = options(KINGS, level=9)
DRAWISH: Final = options(KINGS, level=4)
BOTH: Final = [move for pair in zip(TEN_MOVES, TEN_REPLIES, strict=True) for move in pair]

STARTS: Final[Mapping[str, tuple[Options, Sequence[str]]]] = {
    "name": (NEW, []),
    "named": (NEW, ["hint"]),
    "the first lesson": (NEW, ["Dan"]),
    "first": (NEW, ["Dan", "N"]),
    "go on": (AGAIN, []),
    "other name": (KNOWN, ["two"]),
    "move": (KNOWN, ["C3 D4"]),
    "to": (KNOWN, ["C3 D4", "B2"]),
    "meant": (KNOWN, ["C3 D4", "C1 maybe"]),
    "multiple": (JUMPS, ["C3 E5"]),
    "next square": (JUMPS, ["C3 E5", "Y"]),
    "huff": (TWO, ["C7 D8"]),
    "draw": (TWO_KINGS, [*BOTH, "draw"]),
    "draw offered": (DRAWISH, TEN_MOVES),
    "resign": (KNOWN, ["C3 D4", "resign"]),
    "resigned": (WEAK, TEN_MOVES[:4]),
    "new": (KNOWN, ["C3 D4", "new"]),
    "another": (KNOWN, ["C3 D4", "resign", "Y"]),
    "leave match": (KNOWN, ["match 3", "C3 D4", "resign", "Y", "N"]),
    "rules": (KNOWN, ["C3 D4", "rules"]),
    "save": (AGAIN, ["Y", "save"]),
    "load": (AGAIN, ["Y", "save one", "load"]),
    "delete": (KNOWN, ["C3 D4", "study", "go 0", "C5 D6", "delete"]),
    "article": (AGAIN, ["Y", "house"]),
    "rules name": (AGAIN, ["Y", "house", "huffs", ""]),
    "play now": (AGAIN, ["Y", "house", "huffs", "", "ours"]),
    "remove rules": (AGAIN, ["Y", "house", "huffs", "", "ours", "N", "house remove ours"]),
    "step": (KNOWN, ["C3 D4", "course 1", "C3 D4"]),
    "shown": (KNOWN, ["C3 D4", "learn Black Doctor"]),
    "the next opening": (KNOWN, ["C3 D4", "learn Black Doctor to 2", "N", "C3 D4"]),
    "once more in an opening": (KNOWN, ["C3 D4", "learn Black Doctor to 2", "N", "C3 D2", "C3 D4"]),
    "the next lesson": (KNOWN, ["C3 D4", "course 1", *["course skip"] * 5]),
    "try again": (KNOWN, ["C3 D4", "problem classics 2", MOVE]),
    "another problem": (KNOWN, ["C3 D4", "problem classics 2", MOVE, "N"]),
    "ready for a storm": (KNOWN, ["C3 D4", "storm"]),
    "another game to guess": (KNOWN, [FIVE_MOVES, "resign", "Y", "guess game", MOVE, MOVE, "N"]),
    "move in a lesson": (KNOWN, ["C3 D4", "course 1"]),
    "to in a lesson": (KNOWN, ["C3 D4", "course 1", "C3"]),
    "meant in a lesson": (KNOWN, ["C3 D4", "course 1", f"{MOVE}?"]),
    "meant in a problem": (KNOWN, ["C3 D4", "problem", f"{MOVE}?"]),
    "meant in a storm": (KNOWN, ["C3 D4", "storm", "", f"{MOVE}?"]),
    "meant in an opening": (KNOWN, ["C3 D4", "learn Black Doctor", "N", f"{MOVE}?"]),
    "meant in guesses": (KNOWN, ["C3 D4", "guess", f"{MOVE}?"]),
    "meant in a study": (KNOWN, ["C3 D4", "study", f"{MOVE}?"]),
    "another storm": (KNOWN, ["C3 D4", "storm", "", MOVE, LATER, MOVE]),
}
OPPONENTS: Final = {"resigned": lambda: Scored(-900, TEN_REPLIES), "draw offered": lambda: Scored(0, TEN_REPLIES)}
BEGIN_A_GAME: Final = {"first", "go on", "the first lesson"}
"""Questions at which a move is the first one, or the next, of the game that they begin."""
IN_BETWEEN: Final = {"try again", "resigned"}
"""Questions after which a position follows before the move that is typed at them."""
NOT_HERE: Final = {"terms", "back", "clock", "dial", "waiting"}
"""Questions of remote games."""
ARGUMENTS: Final = {"fen": " B:W18:B1", "go": " 0", "look": " C3", "match": " 3", "next": " russian", "level": " 3"}
LEAVING: Final = ["play", "stop", "undo", "problem", "C3 D4", MOVE]
"""Lines that leave what a question is about most often."""
LINES: Final = [
    *(f"{word.name}{ARGUMENTS.get(word.name, '')}" for word in VOCABULARY.words if word.name != "quit"),
    *(f"{word.name} off" for word in VOCABULARY.words if "off" in word.does),
    *LEAVING,
]


class Table:
    """A conversation at an open question. ``place`` is where it was asked first; after a command it is asked again."""

    def __init__(self, question: str, folder: Path) -> None:
        chosen, lines = STARTS[question]
        clock, store = Clock(), disk(folder) if chosen in (NEW, AGAIN) else in_memory()
        if chosen is AGAIN:
            Talk(dialogue_of(KNOWN, Random(1), Script(["24-20"]), store)).type("C3 D4", "quit")
            store.in_progress.release()
        opponent = OPPONENTS.get(question, lambda: Script(["24-20"] if "C3 D4" in lines else []))()
        self.talk = Talk(dialogue_of(chosen, Random(1), opponent, store, now=clock))
        for line in lines:
            clock.seconds += 240 * (line == LATER)
            if line != LATER:
                self.talk.type(self.with_move(line))
        self.place, self.asked = self.now(), self.talk.asked

    def now(self) -> tuple[Activity, Game, Position]:
        """Return the activity, the game and the position on the board."""
        state = self.talk.state
        return state.activity, state.game, state.game.position

    def with_move(self, line: str) -> str:
        """Return a line with the first legal move in place of ``MOVE``."""
        state = self.talk.state
        moves = state.game.legal_moves() or Game(state.table.rules).legal_moves()
        return line.replace(MOVE, state.naming.move(moves[0]))

    def check(self) -> None:
        """Fail if a move is made elsewhere than where the open question was asked."""
        now, name = self.now(), self.asked.kind.name
        if name not in BEGIN_A_GAME:
            assert now[:2] == self.place[:2]
            assert now == self.place or name in IN_BETWEEN

    def type(self, line: str) -> None:
        """Type a line, unless the conversation has ended."""
        if self.talk.is_open:
            self.talk.type(self.with_move(line))
        if self.talk.is_open:
            again = self.talk.asked.prompt == self.asked.prompt and Trait.TAKES_WORDS not in self.asked.kind.traits
            self.place, self.asked = self.place if again else self.now(), self.talk.asked


def test_every_kind_of_question_is_tried() -> None:
    modules = [vars(module) for name, module in sys.modules.items() if name.startswith("console.")]
    names = {value.name for module in modules for value in module.values() if isinstance(value, Kind)}
    assert names - NOT_HERE == STARTS.keys() & names


@pytest.mark.usefixtures("masters_games")
@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["some", "all"])
@pytest.mark.parametrize("question", STARTS)
def test_no_answer_moves_a_man_on_another_board(
    question: str, is_whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables: list[Table] = []
    make = Activity.make

    def checked(activity: Activity, move: Move) -> None:
        for table in tables:
            table.check()
        make(activity, move)

    monkeypatch.setattr(Activity, "make", checked)
    lines = LINES if is_whole else LEAVING
    for number, line in enumerate(lines):
        tables.clear()
        (folder := tmp_path / str(number)).mkdir()
        tables.append(Table(question, folder))
        assert tables[0].asked.kind.name == question or " in " in question
        for typed in (line, "yes", MOVE):
            tables[0].type(typed)
        tables[0].talk.close()
