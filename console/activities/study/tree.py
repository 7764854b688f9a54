"""The tree of a study: moving through a game's variations, adding, promoting and deleting them, and annotating.

The tree is immutable (``engine.pdn.tree``). A path identifies a line of the tree. Each step of the path has two
indices: of a move in a line, and of a variation among the notes after that move.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from console.dialogue.activity import CannotDo, OutlineMove
from engine.game import Game, Outcome, Reason, Turn
from engine.pdn.record import GameRecord
from engine.pdn.tree import Comment, Mark, Note, PlayedMove, Variation, comment_of, signs, with_note
from engine.position import Move

Path: TypeAlias = tuple[tuple[int, int], ...]
_RESULT: Final = r"\[%result (.+)\]"


class Study:
    """A tree and the line on the board. ``game`` contains the moves from the start to the end of this line.

    The caller may move ``game`` back and forth. Notes belong to the last move before the position of ``game``.
    """

    def __init__(self, record: GameRecord, ply: int | None = None) -> None:
        self.record = record
        self.stored = record
        """The record as it was loaded or last saved."""
        self._begun = record
        self._played = _turns_with_result(record.line) or record.turns
        self.path: Path = ()
        self.game = replace(record, outcome=None).game()
        self.game.go_to(len(record.turns) if ply is None else ply)

    # Reading

    @property
    def line(self) -> Variation:
        """The line on the board."""
        return _line_at(self.record.line, self.path)

    @property
    def base(self) -> int:
        """The ply at which the line on the board begins."""
        return sum(at for at, _ in self.path)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes after the move that led to the position on the board, or before the first move."""
        path, at = self._last_move(self.game.ply)
        line = _line_at(self.record.line, path)
        return line.notes if at is None else line.moves[at].notes

    @property
    def comments(self) -> list[str]:
        """The comments among the notes, each on one line; comments about the clock are left out."""
        texts = (" ".join(note.text.split()) for note in self.notes if isinstance(note, Comment))
        return [text for text in texts if text and not text.startswith("[%")]

    def marks_at(self, ply: int) -> str:
        """Return the annotation symbols of move number ``ply`` of the line on the board."""
        path, at = self._last_move(ply)
        return "" if at is None else signs(_line_at(self.record.line, path).moves[at].notes)

    def ways(self) -> list[tuple[Turn, Path]]:
        """Return the continuations of the position: each first turn and its path, the main line first."""
        path, at = self._place(self.game.ply)
        line = _line_at(self.record.line, path)
        if at >= len(line.moves):
            return []
        variations = [
            (note.moves[0].turn, (*path, (at, place)))
            for place, note in enumerate(line.moves[at].notes)
            if isinstance(note, Variation) and note.moves
        ]
        return [(line.moves[at].turn, path), *variations]

    def outline(self) -> Iterator[OutlineMove]:
        """Yield all moves of the tree, each followed by the variations in its place."""
        return self._outline(self.record.line, (), 0)

    def _outline(self, line: Variation, path: Path, base: int) -> Iterator[OutlineMove]:
        now = self._last_move(self.game.ply)
        for at, move in enumerate(line.moves):
            asides = [(place, it) for place, it in enumerate(move.notes) if isinstance(it, Variation) and it.moves]
            shown, has_others = move.turn.move, bool(asides or (path and not at))
            yield OutlineMove(len(path), base + at + 1, shown, signs(move.notes), (path, at) == now, has_others)
            for place, aside in asides:
                yield from self._outline(aside, (*path, (at, place)), base + at)

    # Changing

    def play(self, move: Move) -> None:
        """Play a move that is in the tree, or add it: at the end of the line, or as a new variation."""
        for turn, path in self.ways():
            if turn.move.after == move.after:
                self._show(path, self.game.ply + 1)
                return
        path, at = self._place(self.game.ply)
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
        """Play the first move of one of the ``ways``, counted from 0. Raises CannotDo."""
        ways = self.ways()
        if not 0 <= number < len(ways):
            raise CannotDo("There is no such line here.")
        self._show(ways[number][1], self.game.ply + 1)

    def turn_aside(self, step: int) -> None:
        """Replace the last move by the next alternative in the tree, or by the previous one. Raises CannotDo."""
        game, ply = self.game, self.game.ply
        game.go_to(max(0, ply - 1))
        ways = self.ways() if ply else []
        now = next((number for number, (turn, _) in enumerate(ways) if turn == game.turns[ply - 1]), 0)
        if len(ways) < 2:
            game.go_to(ply)
            raise CannotDo("There is no other line at this move.")
        self._show(ways[(now + step) % len(ways)][1], ply)

    def comment(self, text: str) -> None:
        """Replace the comments at the last move; an empty text deletes them."""
        kept = tuple(
            note for note in self.notes if not isinstance(note, Comment) or note.text.lstrip().startswith("[%")
        )
        self._set_notes((*kept, comment_of(text)) if text.strip() else kept)

    def mark(self, sign: str) -> None:
        """Replace the sign of the last move; an empty sign deletes it. Raises CannotDo."""
        if not self.game.ply:
            raise CannotDo("There is no move to mark yet.")
        kept = tuple(note for note in self.notes if not isinstance(note, Mark) or note.is_glyph or note.is_result)
        self._set_notes((*with_note((), Mark(sign)), *kept) if sign else kept)

    @property
    def is_changed(self) -> bool:
        """True if there are unsaved changes."""
        return self.record != self.stored

    def saved(self) -> None:
        """Note that all changes have been saved."""
        self.stored = self.record

    def promote(self) -> None:
        """Exchange the variation on the board and the line that it branches from. Raises CannotDo.

        The result of the game stays with the moves that were played.
        """
        if not self.path:
            raise CannotDo("This is the game itself, not a variation.")
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
        line = Variation((*moves, first, *mine.moves[1:]), lead)
        if above:
            self._change(above, line)
        else:
            self.record = _with_results(replace(self.record, line=line), at, self._begun)
        self._show(above, ply)

    @property
    def deletable(self) -> int:
        """The number of moves of the variation on the board. Raises CannotDo if it may not be deleted."""
        if not self.path:
            raise CannotDo("This is the game itself; only variations are deleted.")
        base, begin = self.base, _turns_of(self.record.line, self.path)[: self.base]
        if tuple(begin) == self._played[:base] and _has_turns(self.line, self._played[base:]):
            raise CannotDo('This is the game as it was played, which stays: "promote" makes it the main line again.')
        return len(self.line.moves)

    def delete(self) -> None:
        """Delete the variation on the board and go to the position where it began. Raises CannotDo."""
        _ = self.deletable
        above, (at, place) = self.path[:-1], self.path[-1]
        parent, ply = _line_at(self.record.line, above), self.base
        self._change(above, _with_notes(parent, at, _without(parent.moves[at].notes, place)))
        self._show(above, ply)

    def back_to_game(self) -> None:
        """Leave all variations, and go to the position where the outermost variation begins."""
        if self.path:
            self._show((), min(self.game.ply, self.path[0][0]))

    # Helpers

    def _last_move(self, ply: int) -> tuple[Path, int | None]:
        """Return the path of the line with move number ``ply``, and the index of the move in it (None for ply 0)."""
        path, after = self._place(ply)
        return path, after - 1 if after else None

    def _place(self, ply: int) -> tuple[Path, int]:
        """Return the place of the move that follows ``ply`` turns: the path of its line and its index in this line.

        At the start of a variation, this is the move that the variation replaces, in the line from which it branches.
        """
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
        """Replace a line."""
        self.record = replace(self.record, line=_replaced(self.record.line, path, line))

    def _show(self, path: Path, ply: int) -> None:
        """Show the line of a path at ply ``ply``."""
        self.path = path
        game = Game(self.record.rules, self.record.jumping, self.record.start)
        for turn in _turns_of(self.record.line, path):
            game.replay(turn)
        game.go_to(ply)
        self.game = game


def _turns_with_result(line: Variation) -> tuple[Turn, ...]:
    """Return the turns of the variation that ends with a result, from the start of ``line``. Empty if there is none."""
    for at, move in enumerate(line.moves):
        for note in move.notes:
            if isinstance(note, Variation) and note.moves and (found := _turns_with_result(note)):
                return (*line.turns[:at], *found)
    return line.turns if line.moves and _result_of(line.moves[-1]) is not None else ()


def _result_of(move: PlayedMove) -> Comment | Mark | None:
    """Return the note with the result after a move of a variation: a comment, as PDN has no other result there.

    In files of earlier versions it may be a mark.
    """
    notes = (note for note in move.notes if isinstance(note, Comment | Mark))
    return next((note for note in notes if _result_in(note)), None)


def _result_in(note: Comment | Mark) -> str:
    """Return the result that a note has; empty for none."""
    if isinstance(note, Mark):
        return note.text if note.is_result else ""
    found = re.fullmatch(_RESULT, note.words)
    return found[1] if found else ""


def _has_turns(line: Variation, turns: Sequence[Turn]) -> bool:
    """Return True if a line begins with some turns, or if one of its variations does after the turns before it."""
    for at, move in enumerate(line.moves[: len(turns)]):
        if move.turn != turns[at]:
            return any(isinstance(note, Variation) and _has_turns(note, turns[at:]) for note in move.notes)
    return len(turns) <= len(line.moves)


def _with_results(record: GameRecord, at: int, begun: GameRecord) -> GameRecord:
    """Return a record whose main line was exchanged at move ``at`` for its variation, with the results of both lines.

    The main line of ``begun`` has the result of that record again.
    """
    line = record.line
    if record.outcome is not None:
        place, demoted = next(pair for pair in enumerate(line.moves[at].notes) if isinstance(pair[1], Variation))
        assert isinstance(demoted, Variation)
        notes = *demoted.moves[-1].notes, Comment(f"[%result {record.terminator or record.result}]")
        line = _replaced(line, ((at, place),), _with_notes(demoted, len(demoted.moves) - 1, notes))
    mark = _result_of(line.moves[-1])
    line = _with_notes(line, len(line.moves) - 1, tuple(note for note in line.moves[-1].notes if note is not mark))
    if line.turns == begun.turns:
        return replace(record, line=line, outcome=begun.outcome, tags=begun.tags, terminator=begun.terminator)
    tags = tuple(tag for tag in record.tags if tag[0] not in ("Result", "Termination"))
    whole = replace(record, line=line, outcome=None, tags=tags, terminator="")
    outcome = whole.game().outcome
    if outcome is None and mark is not None:
        sides = {"1-0": record.rules.first, "2-0": record.rules.first}
        sides |= {"0-1": 1 - record.rules.first, "0-2": 1 - record.rules.first}
        winner = sides.get(_result_in(mark))
        outcome = Outcome(winner, Reason.AGREED if winner is None else Reason.RESIGNED)
    return replace(whole, outcome=outcome)


def _line_at(line: Variation, path: Path) -> Variation:
    for at, place in path:
        inner = line.moves[at].notes[place]
        assert isinstance(inner, Variation), "a path leads through variations only"
        line = inner
    return line


def _replaced(line: Variation, path: Path, new: Variation) -> Variation:
    if not path:
        return new
    (at, place), rest = path[0], path[1:]
    notes = line.moves[at].notes
    inner = notes[place]
    assert isinstance(inner, Variation), "a path leads through variations only"
    return _with_notes(line, at, (*notes[:place], _replaced(inner, rest, new), *notes[place + 1 :]))


def _with_notes(line: Variation, at: int, notes: tuple[Note, ...]) -> Variation:
    return Variation((*line.moves[:at], PlayedMove(line.moves[at].turn, notes), *line.moves[at + 1 :]), line.notes)


def _turns_of(line: Variation, path: Path) -> Sequence[Turn]:
    """Return the turns from the start to the end of the line of a path."""
    turns: list[Turn] = []
    for depth, (at, _) in enumerate(path):
        turns += _line_at(line, path[:depth]).turns[:at]
    return [*turns, *_line_at(line, path).turns]


def _without(notes: tuple[Note, ...], place: int) -> tuple[Note, ...]:
    return (*notes[:place], *notes[place + 1 :])
