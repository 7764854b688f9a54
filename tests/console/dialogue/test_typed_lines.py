"""Lines that people type at each question: none costs a man, a game or a name, and no answer mocks the player.

Below the name of a question, each row of ``tests/data/typed_lines.txt`` has an effect, a bar, and what is typed:

    move     a move is made, or the piece of the square is lifted
    jump     the unfinished jump goes on
    back     the unfinished jump is taken back
    yes, no  the answer is taken
    taken    the answer counts as a no, which is said
    name X   X is the name
    say      something is said or shown, and the question stands again
    ask      the question stands again
    slip     a command is suggested, and the question stands again
    meant    the question follows whether another square, or a name, was meant
    WORD     the command WORD is executed, or says why not
"""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import pytest
from support.conversation import KINGS, TEN_MOVES, TEN_REPLIES, Script, Talk, options
from support.paths import ROOT
from support.stored_games import disk, in_memory

from console.activities.play.new_game import LESSON
from console.activities.problems import activity as solving
from console.cli.composition import VOCABULARY, dialogue_of
from console.dialogue.messages import Ask, Prepare, Reply, Say, Steps, Think
from console.game.options import Options
from console.reading import kinds
from console.reading.kinds import Kind
from console.reading.read import read
from console.reading.readings import Command
from engine.geometry import BLACK

JUMPS: Final = options("B:W15,22,32:B11,1", at_terminal=True)
HUFF: Final = options("B:W15,32:B11,9", players="two", other="Eve", at_terminal=True)
TWO_KINGS: Final = options(KINGS, players="two", other="Eve", at_terminal=True)
KNOWN: Final = options(at_terminal=True)
AGAIN: Final = options(name=None, default_name="Dan", first=None, at_terminal=True)
NEW: Final = Options(at_terminal=True, drawing=False)
BOTH: Final = [move for pair in zip(TEN_MOVES, TEN_REPLIES, strict=True) for move in pair]

STARTS: Final[Mapping[str, tuple[Kind, Options, list[str]]]] = {
    "name": (kinds.NAME, NEW, []),
    "lesson": (LESSON, NEW, ["Dan"]),
    "first": (kinds.FIRST, NEW, ["Dan", "N"]),
    "move": (kinds.MOVE, KNOWN, ["C3 D4"]),
    "hint": (kinds.MOVE, KNOWN, ["C3 D4", "hint"]),
    "suggested": (kinds.MOVE, KNOWN, ["C3 D4", "can we play russian"]),
    "told": (kinds.MOVE, KNOWN, ["C3 D4", "damn"]),
    "which": (kinds.MOVE, KNOWN, ["C3 D4", "D6"]),
    "multiple": (kinds.MULTIPLE, JUMPS, ["C3 E5"]),
    "square": (kinds.NEXT_SQUARE, JUMPS, ["C3 E5", "Y"]),
    "another": (kinds.ANOTHER, KNOWN, ["C3 D4", "resign", "Y"]),
    "resign": (kinds.RESIGN, KNOWN, ["C3 D4", "resign"]),
    "new": (kinds.NEW, KNOWN, ["C3 D4", "new"]),
    "draw": (kinds.DRAW, TWO_KINGS, [*BOTH, "draw"]),
    "go on": (kinds.GO_ON, AGAIN, []),
    "meant": (kinds.MEANT, KNOWN, ["C3 D5"]),
    "huff": (kinds.HUFF, HUFF, ["C7 D8"]),
    "course": (kinds.MOVE, KNOWN, ["C3 D4", "course 1"]),
    "problem": (kinds.MOVE, KNOWN, ["C3 D4", "problem"]),
    "next problem": (solving.ANOTHER, KNOWN, ["C3 D4", "problem classics 2", "F6 G7", "N"]),
}
EFFECTS: Final = {"move", "jump", "back", "yes", "no", "taken", "say", "ask", "slip", "meant"}
STAYS: Final = {"say", "ask", "slip", "?", "help", "about", "where", "moves"}
"""The effects after which the next line can be typed in the same conversation."""


def rows() -> dict[str, dict[str, str]]:
    """Return the effects of the lines, by question and line."""
    found: dict[str, dict[str, str]] = {}
    for row in (ROOT / "tests" / "data" / "typed_lines.txt").read_text("utf-8").splitlines():
        if row.startswith("["):
            of_question = found.setdefault(row.strip("[]"), {})
        elif row and not row.startswith("#"):
            effect, _, typed = row.partition("|")
            of_question[typed] = effect.strip()
    return found


ROWS: Final = rows()


def test_names_only_questions_and_words_that_exist() -> None:
    effects = {effect for of_question in ROWS.values() for effect in of_question.values()}
    words = {word.name for word in VOCABULARY.words}
    assert {effect for effect in effects if not effect.startswith("name ")} <= EFFECTS | words
    assert list(ROWS) == list(STARTS)
    assert sum(map(len, ROWS.values())) > 600


@pytest.mark.parametrize("question", STARTS)
def test_does_what_was_meant(question: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ai.problems.solution.FIRST_NODES", 300)
    found: dict[str, str] = {}
    line: Line | None = None
    for number, typed in enumerate(ROWS[question]):
        line = line or Line(start(question, tmp_path / str(number)))
        found[typed] = line.effect(typed)
        if found[typed] not in STAYS:
            line.talk.close()
            line = None
    assert found == ROWS[question]


def test_a_yes_with_another_move_plays_that_one(tmp_path: Path) -> None:
    talk = start("meant", tmp_path / "meant").type("ok, c7 d6")
    assert talk.state.game.turns[0].move.path == (9, 14)


def test_a_suggestion_is_forgotten_with_its_position(tmp_path: Path) -> None:
    talk = start("suggested", tmp_path / "suggested")
    assert (talk.state.offer.command, talk.type("C5 D6").state.offer.command) == (Command("next", "russian"), None)


def start(question: str, folder: Path) -> Talk:
    """Return a conversation at a question. The computer replies with a quiet move. Only newcomers need a disk."""
    folder.mkdir()
    kind, chosen, typed = STARTS[question]
    if kind is kinds.GO_ON:
        store = disk(folder)
        Talk(dialogue_of(KNOWN, Random(1), Script(["24-20"]), store)).type("C3 D4", "quit")
        store.in_progress.release()
    replies = ["24-20"] if "C3 D4" in typed else []
    store = in_memory() if chosen.name else disk(folder)
    talk = Talk(dialogue_of(chosen, Random(1), Script(replies), store)).type(*typed)
    assert talk.asked.kind == kind
    return talk


class Line:
    """A conversation in which lines are typed. ``commands`` are the names of those that the last one executed."""

    def __init__(self, talk: Talk) -> None:
        self.talk = talk
        self.asked = talk.asked
        self.game = talk.state.game
        self.ply = self.game.ply
        self.commands: list[str] = []
        self.said: list[str] = []
        commands = talk.dialogue.commands
        execute = commands.do_everywhere

        def note(command: Command) -> Steps[None]:
            self.commands.append(command.name)
            yield from execute(command)

        vars(commands)["do_everywhere"] = note

    def _type(self, typed: str) -> int | None:
        """Type a line and go on to the next question. Return the number of steps; None at the end."""
        self.commands.clear()
        self.said.clear()
        reply: Reply = read(typed, self.talk.asked.question)
        for count in range(1, 1000):
            try:
                step = self.talk.run.send(reply)
            except StopIteration:
                return None
            self.talk.steps.append(step)
            if isinstance(step, Say):
                self.said.append(step.text)
            if isinstance(step, Ask):
                return count
            reply = step.run(lambda: True, None) if isinstance(step, Think | Prepare) else None
        raise AssertionError(typed)

    def effect(self, typed: str) -> str:
        """Type a line and return its effect."""
        count, state, kind = self._type(typed), self.talk.state, self.asked.kind
        if count is None:
            return "quit" if "quit" in self.commands or kind is not kinds.ANOTHER else "no"
        if "No, then." in self.said:
            return "taken"
        if self.talk.is_open and self.talk.asked.kind is kinds.NAMED:
            return "meant"
        if kind is kinds.NAME and state.player:
            return f"name {state.player}"
        if self.commands:
            return self.commands[0]
        now = self.talk.asked
        if now.kind is kinds.RULES:
            return "rules"
        if kind in (kinds.MULTIPLE, kinds.NEXT_SQUARE) and (effect := self._of_jump(now.kind)):
            return effect
        moved = state.game is self.game and self.game.ply > self.ply
        if kind is kinds.MOVE and (moved or now.kind is kinds.TO):
            return "move"
        if (now.prompt, now.kind) == (self.asked.prompt, self.asked.kind) and state.game is self.game:
            is_slip = any("did you mean" in text or "for that." in text for text in self.said)
            return "slip" if is_slip else "say" if count > 1 else "ask"
        return self._of_answer(moved)

    def _of_jump(self, kind: Kind) -> str:
        """Return what became of the unfinished jump; an empty string if it stands. ``kind`` is the next question's."""
        jump = self.talk.state.table.jump
        if kind is kinds.MEANT:
            return "meant"
        if jump is None:
            return "no" if self.game.ply > self.ply else "back"
        if len(jump.squares) > 2:
            return "jump"
        return "" if kind is self.asked.kind else "yes" if kind is kinds.NEXT_SQUARE else "no"

    def _of_answer(self, moved: bool) -> str:
        """Return ``yes`` or ``no``, or ``move`` for a yes by a move that was played."""
        state, kind = self.talk.state, self.asked.kind
        if kind in (kinds.FIRST, kinds.GO_ON) and state.table.home == BLACK and state.game.ply > self.ply:
            known = 2 if kind is kinds.GO_ON else 0
            return "move" if state.game.ply > known else "yes"
        if kind in (LESSON, solving.ANOTHER):
            is_yes = state.activity.label in ("course", "problem")
        elif kind is kinds.HUFF:
            is_yes = state.game.position.of(BLACK).bit_count() == 1
        elif kind is kinds.FIRST:
            is_yes = state.table.home == BLACK
        elif kind is kinds.GO_ON:
            is_yes = state.game.ply > 0
        else:
            is_yes = moved or state.game is not self.game or state.game.outcome is not None or kind is kinds.MOVE
        return "yes" if is_yes else "no"
