"""A rival at the board: the computer at his strength, with his openings and his habit."""

from functools import cache
from typing import Final

from ai.engine import Report, SearchInfo, Stop
from ai.levels import MoveRequest
from ai.openings.names import OPENINGS, positions_of
from console.activities.season.rivals import Rival
from console.dialogue.messages import MoveChooser
from engine.game import Game
from engine.position import Move, Position

_NARROWEST: Final = 7  # centimen; the least MultiPV window of a rival with a habit: it chooses among the moves in it


class RivalPlayer:
    """A rival who plays with the search of another player."""

    def __init__(self, rival: Rival, own: MoveChooser) -> None:
        self._rival = rival
        self._own = own

    def choose_move(self, request: MoveRequest, stop: Stop, report: Report | None = None) -> SearchInfo:
        """Return a move of a favorite opening. Else return the move that the other player chooses by his habit."""
        game, level, rng, _ = request
        if known := opening_moves(game, self._rival.openings):
            return SearchInfo(0, (rng.choice(known),), is_from_book=True)
        level = level.drawn(rng)._replace(other=None)
        if habit := self._rival.habit:
            window = max(_NARROWEST, level.multipv_window)
            level = level._replace(multipv_window=window, habit=(*level.habit, *habit))
        return self._own.choose_move(request._replace(level=level), stop, report)


def opening_moves(game: Game, names: tuple[str, ...]) -> list[Move]:
    """Return the legal moves that go on with one of the named openings; none if the game has left them."""
    ply = game.ply
    before = [game.position_at(each) for each in range(1, ply + 1)]
    wanted = {line[ply] for line in map(_line, names) if len(line) > ply and list(line[:ply]) == before}
    # Other rule sets with the same board have other moves, so that a line may end early.
    return [move for move in game.legal_moves() if move.after in wanted]


@cache
def _line(name: str) -> tuple[Position, ...]:
    """Return the positions of an opening after each of its moves."""
    return positions_of(next(opening.moves for opening in OPENINGS if opening.name == name))
