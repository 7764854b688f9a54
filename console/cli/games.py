"""``checkers games``: find the games of any number of PDN files by player, opening, position and more."""

import json
from argparse import Namespace
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from console.cli.arguments import read_fen, read_rules
from console.cli.parser import CommandLine, OptionError, one_of, whole
from console.cli.progress import ProgressBar
from console.game.position_keys import Material
from console.storage.atomic_files import NoFolder, trouble, user_folders
from console.terminal.standard_streams import complain, tell
from console.text.games import game_line, headings, reached_lines
from engine.position import Position
from engine.printable import printable
from engine.rules import AMERICAN, RULE_SETS

if TYPE_CHECKING:
    from console.storage.game_index import FoundGame, GameIndex, Query, Reached

_RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "*")
_MOST: Final = 10**9


def run(arguments: Sequence[str]) -> int:
    """List games. Raises OptionError."""
    line = CommandLine(
        "games", "List the games of PDN files, and find some.", usage="checkers games [FILE.pdn ...] [OPTIONS]"
    )
    add = line.add_argument
    add("files", nargs="*", metavar="FILE.pdn", help="files, or folders of them; without any, your saved games")
    add("--player", default="", metavar="NAME", help="games of whose name this is a part")
    add("--event", default="", metavar="NAME", help="games of events of whose name this is a part")
    add("--year", default=None, type=_read_years, metavar="YEAR", help="games of a year, or of years, as in 1990-1999")
    add("--result", default="", type=one_of(_RESULTS, f"a result is one of {', '.join(_RESULTS)}"), metavar="RESULT",
        help="games that ended so, as the file writes it")  # fmt: skip
    add("--opening", default="", metavar="NAME", help="games of an opening, like Glasgow, or a part of its name")
    add("--text", default="", metavar="WORDS", help="games in whose remarks this stands")
    add("--position", default=None, metavar="FEN", help="games that reached a position, or its mirror")
    add("--material", default=None, type=Material.read, metavar="WORDS", help='as in "2 kings v 1": up to ten pieces')
    add("--rules", default=AMERICAN.name, type=read_rules, metavar="NAME", help="of which --position is (american)")
    add("--most", default=100, type=whole(0, _MOST), metavar="N", help="how many are listed (100)")
    add("--json", action="store_true", help="an object a line")
    asked = line.parse_args(arguments)
    position = None if asked.position is None else read_fen(asked.position, RULE_SETS[asked.rules])
    try:
        import sqlite3  # noqa: F401 - checks that it is installed
    except ModuleNotFoundError:
        raise OptionError("checkers games: this Python comes without its package sqlite3.") from None
    return _list(asked, position)


def _read_years(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    years = [year for year in (first, last or first) if year.isascii() and year.isdigit() and len(year) == 4]
    if len(years) < 2:
        raise ValueError("a year has four figures, as in 1990, or 1990-1999")
    return int(years[0]), int(years[1])


def _list(asked: Namespace, position: Position | None) -> int:
    from console.storage.game_index import DamagedIndex, GameIndex, IndexTrouble, Query

    index_path, saved = _own_folder()
    files = list(_files(asked.files or ([saved] if saved is not None and saved.is_dir() else [])))
    if not files:
        raise OptionError("There are no files of games: name one, as in checkers games FILE.pdn.")
    query = Query(
        player=asked.player,
        event=asked.event,
        years=asked.year,
        result=asked.result,
        opening=asked.opening,
        text=asked.text,
        position=position,
        material=asked.material,
    )
    index = GameIndex(index_path)
    if index.notice:
        complain(index.notice)
    try:
        try:
            _print_found(index, files, asked, query)
        except DamagedIndex as error:
            complain(str(error))
            _print_found(index, files, asked, query)
    except IndexTrouble as error:
        raise OptionError(printable(str(error))) from None
    finally:
        index.close()
    return 0


def _print_found(index: "GameIndex", files: "Sequence[Path]", asked: Namespace, query: "Query") -> None:
    """Read the files and print the games that are found. Raises OptionError and IndexTrouble."""
    _add(index, files, {Path(name) for name in asked.files})
    count, found = index.search(query, files, asked.most)
    reached = None if query.position is None else index.reached(query.position, files)
    if asked.json:
        _print_objects(found)
    else:
        _print(found, count, index.count(files), reached)


def _own_folder() -> tuple[Path | None, Path | None]:
    """Return the path of the index and the folder of saved games, or (None, None) if the user has no folders."""
    try:
        folder = user_folders().data
    except NoFolder:
        return None, None
    from console.storage.game_index import INDEX

    return folder / INDEX, folder / "games"


def _files(named: Sequence[str | Path]) -> Iterator[Path]:
    """Yield the given files, and the PDN files of the given folders."""
    for name in map(Path, named):
        if name.is_dir():
            yield from sorted(path for path in name.rglob("*") if path.suffix.casefold() == ".pdn" and path.is_file())
        else:
            yield name


def _add(index: "GameIndex", files: Sequence[Path], named: Collection[Path]) -> None:
    """Add files to the index with a progress bar.

    Raises OptionError if a file of ``named`` cannot be read. Other files, those of a folder, are only reported.
    """
    progress = ProgressBar()
    for path, error in index.add_all(files, lambda name, done, total: progress.show(done, total, printable(name))):
        progress.clear()
        if isinstance(error, OSError):
            sentence = f"{printable(str(path))} cannot be read ({trouble(error)})."
            if path in named:
                raise OptionError(sentence)
            complain(sentence)
            continue
        games = "1 game" if error == 1 else f"{error} games"
        complain(f"{printable(str(path))}: {games} cannot be read; checkers show tells why.")
    progress.clear()


def _print(found: "Sequence[FoundGame]", count: int, of: int, reached: "Reached | None") -> None:
    several = len({game.path for game in found}) > 1
    for line in headings(several) if found else ():
        tell(line)
    for game in found:
        tell(game_line(game, several))
    rest = f"; the first {len(found)} are listed" if len(found) < count else ""
    tell(f"{count} of {of} games{rest}.")
    if reached is not None:
        for line in reached_lines(reached):
            tell(line)


def _print_objects(found: "Sequence[FoundGame]") -> None:
    for game in found:
        row = {
            "file": str(game.path),
            "number": game.number,
            "event": game.event,
            "date": game.date,
            "black": game.black,
            "white": game.white,
            "result": game.result,
            "rules": game.rules,
            "opening": game.opening,
            "moves": game.plies,
        }
        tell(json.dumps(row))
