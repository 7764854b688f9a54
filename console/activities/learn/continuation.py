"""The making of lines: the beginning of a game, or a named opening and the play that follows it."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from ai.book import Book
from ai.defense import Defense
from ai.openings.names import Opening
from console.dialogue.activity import think
from console.dialogue.messages import Steps, Think
from console.storage.masters import texts
from engine.game import Game, Turn
from engine.notation import move_text, read_move
from engine.position import Move, Position
from engine.rules import AMERICAN, Rules

SHORTEST: Final = 2
"""The smallest number of moves of a line."""
LONGEST: Final = 60
"""The largest number of moves that can be asked for; a line ends later if it would end within an exchange."""
_USUAL_GAME: Final = 12  # plies of a line that is made of a game
_USUAL: Final = 10  # the least number of plies of a line that is made of an opening, if its moves are known
_FURTHER: Final = 4  # the least number of plies after those of the opening, if they are known
_LEAST: Final = 8  # plies up to which unknown moves are searched for
_FEWEST: Final = 3  # the least number of masters' games for a known move


def game_line(rules: Rules, start: Position, turns: Sequence[Turn], plies: int | None) -> Game:
    """Return the first ``plies`` moves of a game, by default 12, and the jumps that follow them at once.

    The line ends earlier at a declined jump, huffed or not, because jumping is forced in a line.
    """
    game = Game(rules, "forced", start)
    for turn in turns:
        is_enough = game.ply >= (plies or _USUAL_GAME) and not turn.move.captured
        if is_enough or turn.move not in game.routes():
            break
        game.play(turn.move)
    return game


def opening_line(
    opening: Opening, masters: Sequence[str], book: Book | None, searcher: Callable[[], Defense], plies: int | None
) -> Steps[Game]:
    """Return an opening and the moves that follow it: those of masters' games, of the book, or of a search.

    ``masters`` are the moves of masters' games. The line has ``plies`` moves. If that is None, it has four moves more
    than the opening and at least ten; it ends earlier, but not before the eighth move, if neither the masters nor the
    book know a move. It never ends within an exchange. ``searcher`` returns the search for unknown moves.
    """
    game, named = Game(AMERICAN), opening.moves.split()
    usual = plies or max(_USUAL, len(named) + _FURTHER)
    for text in named[:plies]:
        game.play(read_move(text, game.routes()))
    while game.outcome is None and (game.ply < usual or game.captures()):
        move = _masters_move(game, masters) or _book_move(game, book)
        if move is None:
            if game.ply >= (plies or _LEAST) and not game.captures():
                break
            move = (yield from think(Think(game, partial(searcher().reply, game)))).move
        game.play(move)
    return game


def moves_of(game: Game) -> str:
    """Return all moves of a game in PDN."""
    whole, texts = Game(game.rules, game.jumping, game.start), []
    for turn in game.turns:
        texts.append(move_text(turn.move, whole.routes()))
        whole.replay(turn)
    return " ".join(texts)


def masters_games() -> list[str]:
    """Return the moves of each masters' game in PDN; an empty list if the games cannot be read."""
    try:
        games = texts()
    except OSError:
        return []
    return [" ".join(game.partition("\n\n")[2].split()[:-1]) + " " for game in games]


def _masters_move(game: Game, masters: Sequence[str]) -> Move | None:
    """Return the move that masters played most often after the moves of a game; None if too few played it."""
    begin = f"{moves_of(game)} "
    following = Counter(text[len(begin) :].partition(" ")[0] for text in masters if text.startswith(begin))
    text, count = max(following.items(), key=lambda each: each[1], default=("", 0))
    return read_move(text, game.routes()) if text and count >= _FEWEST else None


def _book_move(game: Game, book: Book | None) -> Move | None:
    """Return the best move of the opening book; None if it has none."""
    found = book.find(game.position, game.legal_moves()) if book is not None else []
    return next((each.move for each in found if each.weight), None)
