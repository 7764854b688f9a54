"""``checkers games``: find games in PDN files by player, opening, position and other criteria."""

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from console.cli.arguments import JSON, one_of, read_fen, read_rule_set, whole
from console.cli.game_file import problem_object
from console.cli.parser import Asked, Command, OptionError, option, word
from console.cli.progress import ProgressBar
from console.cli.results import print_result
from console.game.naming import counted
from console.storage.atomic_files import data_folder_if_any, trouble
from console.storage.notices import NotKept
from console.storage.saved_games import PLAYED
from console.terminal.standard_streams import complain, tell
from console.text.games import game_line, heading, reached_lines
from engine.printable import printable

if TYPE_CHECKING:
    from console.game.position_keys import Material
    from console.storage.game_index import FoundGame, GameIndex, Query, Reached

_SAME: Final = ("number", "event", "date", "year", "black", "white", "result", "rules", "opening")


def run(asked: Asked) -> int:
    """List games. Return the exit status: 1 if a game is not read whole. Raises OptionError."""
    if asked.position is not None:
        asked.position = read_fen(asked.position, asked.rules)
    try:
        from console.storage.game_index import INDEX, GameIndex, Query
    except ModuleNotFoundError:
        raise OptionError("This Python has no sqlite3 module.") from None
    saved = data_folder_if_any("games")
    files = list(_files(asked.files or ([saved] if saved is not None and saved.is_dir() else [])))
    if not asked.files:
        files = [path for path in files if path.stem != PLAYED]
    if not files:
        raise OptionError("There are no files of games: name one, as in checkers games FILE.pdn.")
    given = {name: value for name, value in vars(asked).items() if value is not None}
    query = Query(**{field.name: given[field.name] for field in fields(Query) if field.name in given})
    index = GameIndex(data_folder_if_any(INDEX))
    if index.notice:
        complain(index.notice)
    try:
        return int(_print_found(index, files, asked, query))
    except NotKept as error:
        raise OptionError(printable(str(error))) from None
    finally:
        index.close()


def _read_years(text: str) -> tuple[int, int]:
    """Parse a year, or the first and the last year. Raises ValueError."""
    first, _, last = text.partition("-")
    years = [year for year in (first, last or first) if year.isascii() and year.isdigit() and len(year) == 4]
    if len(years) < 2 or years[0] > years[1]:
        raise ValueError("a year has four digits, as in 1990, or 1990-1999, earlier year first")
    return int(years[0]), int(years[1])


def _print_found(index: "GameIndex", files: "Sequence[Path]", asked: Asked, query: "Query") -> bool:
    """Read the files into the index and print the games that match. Raises OptionError and NotKept.

    Return True if a file or a game is not read whole.
    """
    is_damaged = _add(index, files, {Path(name) for name in asked.files})
    count, found = index.search(query, files, asked.most)
    reached = None if query.position is None else index.reached(query.position, asked.rules, files)[0]
    if asked.json:
        for game in found:
            same = {name: getattr(game, name) for name in _SAME}
            read = {"moves": game.plies, "plies": game.plies, "problem": problem_object(game.problem, str(game.path))}
            print_result(True, {"file": str(game.path), **same, **read}, ())
    else:
        _print(found, count, index.count(files), reached)
    return is_damaged


def _files(named: Sequence[str | Path]) -> Iterator[Path]:
    """Yield the files in ``named``, and the PDN files of the folders in ``named``."""
    for name in named:
        folders = sorted(os.walk(name))
        if not folders:
            yield Path(name)
        for folder, _, files in folders:
            paths = (Path(folder, file) for file in sorted(files))
            yield from (path for path in paths if path.suffix.casefold() == ".pdn" and path.is_file())


def _add(index: "GameIndex", files: Sequence[Path], named: Collection[Path]) -> bool:
    """Add files to the index with a progress bar. Return True if something cannot be read.

    Raises OptionError if a file in ``named`` cannot be read. For a file of a folder, print a message instead.
    """
    is_damaged = False
    with ProgressBar() as bar:
        for path, error in index.add_all(files, lambda name, done, total: bar.show(done, total, printable(name))):
            bar.clear()
            is_damaged = True
            name = printable(str(path))
            if not isinstance(error, OSError):
                games = counted(error, "game")
                complain(f"{name}: {games} cannot be read to the end (marked ~); checkers show says why.")
            elif path in named:
                raise OptionError(f"{name} cannot be read ({trouble(error)}).")
            else:
                complain(f"{name} cannot be read ({trouble(error)}).")
    return is_damaged


def _print(found: "Sequence[FoundGame]", count: int, of: int, reached: "Reached | None") -> None:
    several = len({game.path for game in found}) > 1
    if found:
        tell(heading(several))
    for game in found:
        tell(game_line(game, several))
    rest = f"; the first {len(found)} are listed" if len(found) < count else ""
    tell(f"{count:,} of {counted(of, 'game')}{rest}.")
    if reached is not None:
        for line in reached_lines(reached):
            tell(line)


def _read_material(text: str) -> "Material":
    from console.game.position_keys import Material

    return Material.read(text)


_RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
COMMANDS: Final = (
    Command(
        "games",
        run,
        "List or search the games in PDN files.",
        (
            word("FILE.pdn", str, "files, folders of them, or -; without any, your saved games", "files", "*"),
            option("--player NAME", str, "games of players whose name contains this"),
            option("--event NAME", str, "games from events whose name contains this"),
            option("--year YEAR", _read_years, "games of a year, or of years, as in 1990-1999", field="years"),
            option("--result RESULT", one_of(_RESULTS), "games with this result; 1-0 finds 2-0, too"),
            option("--opening NAME", str, "games of an opening, like Glasgow, or a part of its name"),
            option("--text WORDS", str, "games whose comments contain this"),
            option("--position FEN", str, "games that reached a position, or its mirror"),
            option("--material WORDS", _read_material, 'as in "2 kings v 1": up to ten pieces'),
            option("--rules NAME", read_rule_set, "the rules of --position", "american"),
            option("--most N", whole(0, 10**9), "how many are listed", "100"),
            JSON,
        ),
    ),
)
