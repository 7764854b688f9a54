"""The search for the moves of a position in the index of games and in the opening book."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from ai.book import Book, BookMove
from ai.openings.names import opening_of
from console.game.explored import Explored, ExploredMove
from console.game.tally import Tally
from console.storage.built_files import available_book
from console.storage.notices import NotKept
from console.storage.store import Store
from engine.game import Game
from engine.position import Move, Position
from engine.rules import Rules

if TYPE_CHECKING:
    from console.storage.game_index import Reached


class Explorer:
    """Explores positions. Any thread may use it, but only one at a time.

    ``player`` is the name of the player, whose own games are counted.
    """

    def __init__(self, store: Store, player: str) -> None:
        self._store = store
        self._player = player
        self._books: dict[Rules, Book | None] = {}

    def read(self, stop: Callable[[], bool]) -> None:
        """Bring the index of games up to date, until ``stop`` returns True. Raises NotKept."""
        self._store.library.read_games(lambda name, done, total: None, stop)

    def look(self, game: Game) -> Explored:
        """Return the moves that were played in the position of a game or are in the opening book, with their results.

        If the index cannot be used, only the opening and the moves of the book are known, and ``problem`` is the
        reason.
        """
        opening, moves = opening_of(game), game.legal_moves()
        position, rules, player = game.position, game.rules, self._player
        scores = self._scores(game, moves)
        archive = yours = Tally()
        in_archive, by_you, problem, is_partial = dict[Move, Tally](), dict[Move, Tally](), "", False
        try:
            is_partial = self._store.library.has_unread_games()
            index = self._store.library.index
            reached = cache(lambda to: index.reached(position, rules, after=to, player=player))
            archive, in_archive = _results(lambda to: reached(to)[0], moves)
            yours, by_you = _results(lambda to: reached(to)[1], moves)
        except NotKept as error:
            problem = str(error)
        found = [
            ExploredMove(move, in_archive.get(move, Tally()), by_you.get(move, Tally()), scores.get(move))
            for move in moves
        ]
        known = [each for each in found if each.archive.games or each.yours.games or each.book is not None]
        known.sort(key=_rank, reverse=True)
        return Explored(opening, archive, yours, tuple(known), problem, is_partial)

    def _scores(self, game: Game, moves: list[Move]) -> dict[Move, BookMove]:
        if game.rules not in self._books:
            self._books[game.rules] = available_book(game.rules)
        book = self._books[game.rules]
        if book is None or game.jumping == "free":
            return {}
        return {each.move: each for each in book.find(game.position, moves)}


def _results(reached: "Callable[[Position | None], Reached]", moves: Sequence[Move]) -> tuple[Tally, dict[Move, Tally]]:
    """Return the results of a position and those of each move in it.

    ``reached`` takes the position after one of several moves between the same squares, else None.
    """
    found = reached(None)
    squares = Counter((move.start, move.end) for move in moves)
    results = {}
    for move in moves:
        of_move = found if squares[move.start, move.end] == 1 else reached(move.after)
        results[move] = Tally(*dict(of_move.moves).get((move.start, move.end), ())[:3])
    return Tally(*found.counts[:3]), results


def _rank(move: ExploredMove) -> tuple[int, int, int]:
    """Return the sort key of a move: the games of others, the games of the player, and the score of the book."""
    return move.archive.games, move.yours.games, 0 if move.book is None else move.book.score
