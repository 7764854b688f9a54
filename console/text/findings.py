"""Writing the mistakes found by a review into a record: marks, comments, and better moves as variations."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from console.game.analysis import Mistake
from console.text.review import flaw, thrown_away
from engine.game import Turn
from engine.pdn.record import GameRecord
from engine.pdn.tree import Comment, Mark, Note, PlayedMove, Variation, comment_of, signs

_BETTER_MOVES: Final = 6


def with_findings(record: GameRecord, found: Sequence[Mistake]) -> GameRecord:
    """Return the record with mistakes added; existing marks are kept, and nothing is written twice."""
    moves = list(record.line.moves)
    for mistake in found:
        if mistake.turn < len(moves) and moves[mistake.turn].turn.move == mistake.move:
            played = moves[mistake.turn]
            moves[mistake.turn] = PlayedMove(played.turn, _with_mistake(played.notes, mistake))
    return replace(record, line=Variation(tuple(moves), record.line.notes))


def _with_mistake(notes: tuple[Note, ...], mistake: Mistake) -> tuple[Note, ...]:
    cost = thrown_away(mistake)
    comment = comment_of(f"{cost[0].upper()}{cost[1:]}.")
    better = Variation(tuple(PlayedMove(Turn(move, move.after)) for move in mistake.better[:_BETTER_MOVES]))
    begun = {note.moves[0].turn for note in notes if isinstance(note, Variation) and note.moves}
    written = any(isinstance(note, Comment) and note.text == comment.text for note in notes)
    return (
        *(() if signs(notes) else (Mark(flaw(mistake)),)),
        *notes,
        *(() if written else (comment,)),
        *(() if not better.moves or better.moves[0].turn in begun else (better,)),
    )
