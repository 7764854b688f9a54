"""A rival at the board: the computer at his strength, with his openings and his habit."""

from functools import cache
from random import Random
from typing import Final

from ai.engine import Report, SearchInfo, Stop
from ai.expectation import centiman
from ai.habits import Habit
from ai.levels import Level, MoveRequest, pieces_of
from ai.openings.names import OPENINGS, positions_of
from ai.score import is_decided
from console.activities.season.rivals import Rival
from console.dialogue.messages import MoveChooser
from engine.game import Game
from engine.position import Move, Position

_INDULGED: Final = 0.75
"""The probability that a rival chooses the move that he likes."""
_ALIKE: Final = 0.15
"""The largest difference between scores that he takes for equal, as a part of the window of his level."""
_NARROWEST: Final = 7  # centimen; the least MultiPV window of a rival: scores are exact only inside it


class RivalPlayer:
    """A rival who plays with the search of another player."""

    def __init__(self, rival: Rival, own: MoveChooser) -> None:
        self._rival = rival
        self._own = own

    def choose_move(self, request: MoveRequest, stop: Stop, report: Report | None = None) -> SearchInfo:
        """Return a move of a favourite opening. Else return the move that a search finds, or one of about its score."""
        game, level, rng, _ = request
        if known := opening_moves(game, self._rival.openings):
            return SearchInfo(0, (rng.choice(known),), is_from_book=True)
        if (habit := self._rival.habit) is None:
            return self._own.choose_move(request, stop, report)
        level = level.drawn(rng)._replace(multipv_window=max(_NARROWEST, level.multipv_window), other=None)
        found = self._own.choose_move(request._replace(level=level), stop, report)
        return self._liked(found, habit, game, level, rng) if rng.random() < _INDULGED else found

    def _liked(self, found: SearchInfo, habit: Habit, game: Game, level: Level, rng: Random) -> SearchInfo:
        """Return the search result with one of the moves that he likes most among those of about the same score.

        The score is compared with that of the move found, which need not be the best one: so a habit makes the rival
        hardly stronger or weaker.
        """
        window, _ = level.window_and_temperature(game.ply, pieces_of(game.position), centiman(game.rules))
        if not (window and found.roots) or found.is_from_book or is_decided(found.roots[0].score):
            return found  # without a window the other scores are upper bounds
        near = [root for root in found.roots if abs(root.score - found.score) <= window * _ALIKE]
        likes = {root: habit(game, root.move) for root in near}
        return found.choosing(rng.choice([root for root in near if likes[root] == max(likes.values())]))


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
