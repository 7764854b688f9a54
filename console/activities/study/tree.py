"""A game on record that is looked at and annotated: walked with its variations, which are entered, promoted, deleted.

The tree is a value (``engine.pdn.tree``); a path leads to one of its lines. Each step of a path is the place of a move
in a line and the place of a variation among the notes behind it.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from engine.game import Game, Turn
from engine.pdn.record import GameRecord
from engine.pdn.tree import Comment, Mark, Note, PlayedMove, Variation, comment_of, signs, with_note
from engine.position import Move

Path: TypeAlias = tuple[tuple[int, int], ...]
MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")


class CannotBe(ValueError):
    """What a tree does not allow, in a sentence."""


class Study:
    """A tree and the line of it that is on the board; ``game`` has the moves of that line from the start on.

    The caller walks ``game`` back and forth; what is written concerns the move that led to its position.
    """

    def __init__(self, record: GameRecord, ply: int | None = None) -> None:
        self.record = record
        self.path: Path = ()
        self.is_changed = False
        self.game = replace(record, outcome=None).game()
        self.game.go_to(len(record.turns) if ply is None else ply)

    # What is there

    @property
    def line(self) -> Variation:
        """The line on the board."""
        return _line_at(self.record.line, self.path)

    @property
    def base(self) -> int:
        """After how many moves of the game the line on the board begins."""
        return sum(at for at, _ in self.path)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes behind the move that led to the position on the board, or before the first."""
        path, at = self._last_move(self.game.ply)
        line = _line_at(self.record.line, path)
        return line.notes if at is None else line.moves[at].notes

    @property
    def comments(self) -> list[str]:
        """The remarks among them, each on one line, but for those that tell the clock."""
        texts = (" ".join(note.text.split()) for note in self.notes if isinstance(note, Comment))
        return [text for text in texts if text and not text.startswith("[%")]

    @property
    def marks(self) -> str:
        """The signs of strength among them."""
        return signs(self.notes)

    def marks_at(self, ply: int) -> str:
        """The signs of strength at the move that is the last after so many, in the line on the board."""
        path, at = self._last_move(ply)
        return "" if at is None else signs(_line_at(self.record.line, path).moves[at].notes)

    def ways(self) -> list[tuple[Turn, Path]]:
        """The turns that go on from here, first that of the line the variations belong to, each with its path."""
        path, at = self._next_move()
        line = _line_at(self.record.line, path)
        if at >= len(line.moves):
            return []
        variations = [
            (note.moves[0].turn, (*path, (at, place)))
            for place, note in enumerate(line.moves[at].notes)
            if isinstance(note, Variation) and note.moves
        ]
        return [(line.moves[at].turn, path), *variations]

    # What is done

    def play(self, move: Move) -> None:
        """Make a move: the next one, or one that begins a variation; it is added to the tree if it is new there."""
        for turn, path in self.ways():
            if turn.move.after == move.after:
                self._show(path, self.game.ply + 1)
                return
        path, at = self._next_move()
        line = _line_at(self.record.line, path)
        added = PlayedMove(Turn(move, move.after))
        if at < len(line.moves):
            place = len(line.moves[at].notes)
            self._change(path, _with_notes(line, at, (*line.moves[at].notes, Variation((added,)))))
            path = (*path, (at, place))
        else:
            self._change(path, Variation((*line.moves, added), line.notes))
        self._show(path, self.game.ply + 1)

    def enter(self, number: int) -> None:
        """Go one move into a way that goes on from here, counted from 0 as in ``ways``. Raises CannotBe."""
        ways = self.ways()
        if not 0 <= number < len(ways):
            raise CannotBe("There is no such line here.")
        self._show(ways[number][1], self.game.ply + 1)

    def comment(self, text: str) -> None:
        """Write a remark behind the last move, in place of those there; an empty one takes them away."""
        kept = tuple(
            note for note in self.notes if not isinstance(note, Comment) or note.text.lstrip().startswith("[%")
        )
        self._set_notes((*kept, comment_of(text)) if text.strip() else kept)

    def mark(self, sign: str) -> None:
        """Mark the last move, in place of the sign it had; an empty sign takes that away. Raises CannotBe."""
        if not self.game.ply:
            raise CannotBe("There is no move to mark yet.")
        kept = tuple(note for note in self.notes if not isinstance(note, Mark) or note.is_glyph)
        self._set_notes((*with_note((), Mark(sign)), *kept) if sign else kept)

    def saved(self) -> None:
        """What was changed so far is in a file."""
        self.is_changed = False

    def promote(self) -> None:
        """Have the variation on the board and the line it leaves change places. Raises CannotBe."""
        if not self.path:
            raise CannotBe("This is the game itself, not a variation.")
        above, (at, place) = self.path[:-1], self.path[-1]
        parent, mine = _line_at(self.record.line, above), self.line
        old = parent.moves[at]
        others = tuple(note for note in _without(old.notes, place) if isinstance(note, Variation))
        rest = tuple(note for note in old.notes if not isinstance(note, Variation))
        demoted = Variation((PlayedMove(old.turn, rest), *parent.moves[at + 1 :]))
        first = PlayedMove(mine.moves[0].turn, (*mine.moves[0].notes, demoted, *others))
        moves, lead = [*parent.moves[:at]], parent.notes
        if mine.notes and moves:
            moves[-1] = PlayedMove(moves[-1].turn, (*moves[-1].notes, *mine.notes))
        elif mine.notes:
            lead = (*lead, *mine.notes)
        ply = self.game.ply
        self._change(above, Variation((*moves, first, *mine.moves[1:]), lead))
        self._show(above, ply)

    def delete(self) -> None:
        """Take the variation on the board out of the tree and stand where it left its line. Raises CannotBe."""
        if not self.path:
            raise CannotBe("This is the game itself; only variations are deleted.")
        above, (at, place) = self.path[:-1], self.path[-1]
        parent, ply = _line_at(self.record.line, above), self.base
        self._change(above, _with_notes(parent, at, _without(parent.moves[at].notes, place)))
        self._show(above, ply)

    def back_to_game(self) -> None:
        """Leave all variations, to the position of the game where the outermost begins."""
        if self.path:
            self._show((), min(self.game.ply, self.path[0][0]))

    # Within

    def _last_move(self, ply: int) -> tuple[Path, int | None]:
        """The line in which the last of so many moves stands, and its place there; None before the first of all."""
        path, after = self._place(ply)
        return path, after - 1 if after else None

    def _next_move(self) -> tuple[Path, int]:
        """The line in which the next move stands or would stand, and its place there.

        Where a variation would begin that is the line it leaves.
        """
        return self._place(self.game.ply)

    def _place(self, ply: int) -> tuple[Path, int]:
        """The innermost of the lines on the board that begin before so many moves, and how many of them are its own."""
        path, base = self.path, self.base
        while path and ply <= base:
            base -= path[-1][0]
            path = path[:-1]
        return path, ply - base

    def _set_notes(self, notes: tuple[Note, ...]) -> None:
        path, at = self._last_move(self.game.ply)
        line = _line_at(self.record.line, path)
        self._change(path, Variation(line.moves, notes) if at is None else _with_notes(line, at, notes))

    def _change(self, path: Path, line: Variation) -> None:
        """Put another line in the place of one."""
        self.record = replace(self.record, line=_replaced(self.record.line, path, line))
        self.is_changed = True

    def _show(self, path: Path, ply: int) -> None:
        """Have a line on the board, and the position after so many moves."""
        self.path = path
        game = Game(self.record.rules, self.record.jumping, self.record.start)
        for turn in _turns_of(self.record.line, path):
            game.replay(turn)
        game.go_to(ply)
        self.game = game


def annotated(record: GameRecord, ply: int, edit: Callable[[Study], None]) -> GameRecord:
    """A record after an edit at one of its moves. Raises CannotBe."""
    study = Study(record, ply)
    edit(study)
    return study.record


def _line_at(line: Variation, path: Path) -> Variation:
    for at, place in path:
        inner = line.moves[at].notes[place]
        assert isinstance(inner, Variation), "a path leads to lines"
        line = inner
    return line


def _replaced(line: Variation, path: Path, new: Variation) -> Variation:
    if not path:
        return new
    (at, place), rest = path[0], path[1:]
    notes = line.moves[at].notes
    inner = notes[place]
    assert isinstance(inner, Variation), "a path leads to lines"
    return _with_notes(line, at, (*notes[:place], _replaced(inner, rest, new), *notes[place + 1 :]))


def _with_notes(line: Variation, at: int, notes: tuple[Note, ...]) -> Variation:
    return Variation((*line.moves[:at], PlayedMove(line.moves[at].turn, notes), *line.moves[at + 1 :]), line.notes)


def _turns_of(line: Variation, path: Path) -> Sequence[Turn]:
    """The turns from the start through all of the line that a path leads to."""
    turns: list[Turn] = []
    for at, place in path:
        turns += [move.turn for move in line.moves[:at]]
        inner = line.moves[at].notes[place]
        assert isinstance(inner, Variation), "a path leads to lines"
        line = inner
    return [*turns, *line.turns]


def _without(notes: tuple[Note, ...], place: int) -> tuple[Note, ...]:
    return (*notes[:place], *notes[place + 1 :])
