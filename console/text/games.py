"""Lists of games in the index, and tables of the results of a position."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from console.game.naming import counted, date_in_words
from console.terminal.canvas import padded
from console.text.bars import bar
from console.text.sentences import numbered_moves
from engine.printable import printable

if TYPE_CHECKING:
    from console.storage.game_index import FoundGame, Reached

_NAMES: Final = 31
_OPENING: Final = 16
_MOST_MOVES: Final = 12
_BAR: Final = 12
_NUMBERS: Final = 6  # least width of the name of a move


def heading(several: bool) -> str:
    """Return the heading of a list of games. ``several``: with a column for the file."""
    return _line("No.", "Date", "Players", "Result", "Moves", "Opening", "File" if several else "")


def game_line(game: "FoundGame", several: bool) -> str:
    """Return the line of a game. ``several``: the list has games of several files, so the line has the file."""
    file = game.path.name if several else ""
    moves, opening = moves_of(game), game.opening or game.rules
    return _line(str(game.number), date_in_words(game.date), game.players, game.result, moves, opening, file)


def moves_of(game: "FoundGame") -> str:
    """Return the number of moves of a game, behind ``~`` if more of them cannot be read."""
    return f"{'~' if game.problem else ''}{numbered_moves(game.plies)}"


def found_lines(found: "Sequence[FoundGame]") -> list[str]:
    """Return the lines of games, each with its id in the index: ``#12``."""
    if not found:
        return []
    width = max(len(str(game.identity)) for game in found) + 1
    return [f"{f'#{game.identity}':>{width}}{game_line(game, several=False)[4:]}" for game in found]


def _line(number: str, date: str, names: str, result: str, moves: str, opening: str, file: str) -> str:
    cut = [printable(text) for text in (date[:12], names, result[:7], opening)]
    cut[1] = padded(cut[1], _NAMES, most=True)
    cut[3] = padded(cut[3], _OPENING, most=bool(file))
    return f"{number:>4} {cut[0]:12} {cut[1]} {cut[2]:7} {moves:>5} {cut[3]} {printable(file)}".rstrip()


def reached_lines(reached: "Reached") -> Iterator[str]:
    """Yield a line about all games that reached a position, and one about each of the most frequent moves there.

    The line of a move has its games, a bar, the percentage of points, and its wins, draws and losses. All results are
    for the side to move.
    """
    share = f" ({_points(reached.counts)})" if _points(reached.counts) else ""
    yield f"This position came up in {counted(reached.games, 'game')}: {_numbers(reached.counts, share)}."
    names = [f"{start}-{end}" for (start, end), _ in reached.moves[:_MOST_MOVES]]
    width = max([_NUMBERS, *map(len, names)])
    for name, (_, counts) in zip(names, reached.moves, strict=False):
        results = bar(*counts[:3], _BAR)
        yield f"  {name:{width}} {sum(counts):>7}  {results} {_points(counts):>5}  {_numbers(counts)}"
    if len(reached.moves) > _MOST_MOVES:
        yield f"  and {len(reached.moves) - _MOST_MOVES} others"


def _points(counts: tuple[int, int, int, int]) -> str:
    """Return the points of the side to move in percent, a draw as half a point; empty without results."""
    won, drawn, lost, _ = counts
    decided = won + drawn + lost
    return f"{100 * (2 * won + drawn) // (2 * decided)}%" if decided else ""


def _numbers(counts: tuple[int, int, int, int], share: str = "") -> str:
    """Return the results for the side to move in words."""
    won, drawn, lost, open_ = counts
    return f"won {won}, drawn {drawn}, lost {lost}{share}" + (f", open {open_}" if open_ else "")
