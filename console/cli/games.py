"""``checkers games``: find games in PDN files by player, opening, position and other criteria."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from console.cli.arguments import JSON, one_of, read_fen, read_rule_set, whole
from console.cli.game_file import STANDARD_INPUT, path_of, problem_object, title
from console.cli.parser import Asked, Command, OptionError, option, word
from console.cli.progress import ProgressBar
from console.cli.results import print_result
from console.game.naming import counted
from console.storage.atomic_files import data_folder_if_any, reason
from console.storage.notices import NotKept
from console.storage.saved_games import PLAYED
from console.terminal.standard_streams import complain, tell
from console.text.games import game_line, heading, reached_lines
from engine.printable import printable

if TYPE_CHECKING:
    from console.game.position_keys import Material
    from console.storage.game_index import FoundGame, GameIndex, Query, Reached

_SAME: Final = ("number", "event", "date", "year", "black", "white", "result", "rules", "opening", "plies")


def run(asked: Asked) -> int:
    """List games. Return the exit status: 1 if a game is not read whole. Raises OptionError."""
    if asked.position is not None:
        asked.position = read_fen(asked.position, asked.rules)
    try:
        from console.storage.game_index import INDEX, GameIndex, Query
    except ModuleNotFoundError:
        raise OptionError("This Python has no sqlite3 module.") from None
    given = {name: value for name, value in vars(asked).items() if value is not None}
    query = Query(**{field.name: given[field.name] for field in fields(Query) if field.name in given})
    saved = data_folder_if_any("games")
    own = [str(saved)] if saved is not None and saved.is_dir() else []
    with ExitStack() as held:
        titles = {held.enter_context(path_of(name)): title(name) for name in asked.files or own}
        files = [file for path in titles for file in _files(path) if asked.files or file.stem != PLAYED]
        if not files:
            raise OptionError("There are no files of games: name one, as in checkers games FILE.pdn.")
        # The copy of standard input is not worth a place in the index.
        kept = None if STANDARD_INPUT in asked.files else data_folder_if_any(INDEX)
        index = held.enter_context(closing(GameIndex(kept)))
        if index.notice:
            complain(index.notice)
        try:
            return int(_print_found(index, files, titles, asked, query))
        except NotKept as error:
            raise OptionError(printable(str(error))) from None


def _read_years(text: str) -> tuple[int, int]:
    """Parse a year, or the first and the last year. Raises ValueError."""
    first, _, last = text.partition("-")
    years = [year for year in (first, last or first) if year.isascii() and year.isdigit() and len(year) == 4]
    if len(years) < 2 or years[0] > years[1]:
        raise ValueError("a year has four digits, as in 1990, or 1990-1999, earlier year first")
    return int(years[0]), int(years[1])


def _print_found(
    index: "GameIndex", files: Sequence[Path], titles: Mapping[Path, str], asked: Asked, query: "Query"
) -> bool:
    """Read the files into the index and print the games that match. Raises OptionError and NotKept.

    ``titles`` are the names of the files on the command line. Return True if a file or a game is not read whole.
    """
    is_damaged = _add(index, files, titles)
    count, found = index.search(query, files, asked.most)
    found = [replace(game, path=Path(titles.get(game.path, game.path))) for game in found]
    reached = None if query.position is None else index.reached(query.position, asked.rules, files)[0]
    if asked.json:
        totals = {"searched": index.count(files), "found": count}
        print_result(True, totals | {"games": list(map(_object, found)), "reached": reached and _reached(reached)}, ())
    else:
        _print(found, count, index.count(files), reached)
    return is_damaged


def _object(game: "FoundGame") -> dict[str, object]:
    problem = problem_object(game.problem, str(game.path))
    return {"file": str(game.path), **{name: getattr(game, name) for name in _SAME}, "problem": problem}


def _reached(reached: "Reached") -> dict[str, object]:
    """Return the results of a position for JSON; all are for the side to move."""
    moves = [{"start": start, "end": end, **_results(counts)} for (start, end), counts in reached.moves]
    return {**_results(reached.counts), "moves": moves}


def _results(counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(("won", "drawn", "lost", "open"), counts, strict=True))


def _files(named: Path) -> Iterator[Path]:
    """Yield a file, or the PDN files of a folder."""
    folders = sorted(os.walk(named))
    if not folders:
        yield named
    for folder, _, files in folders:
        paths = (Path(folder, file) for file in sorted(files))
        yield from (path for path in paths if path.suffix.casefold() == ".pdn" and path.is_file())


def _add(index: "GameIndex", files: Sequence[Path], titles: Mapping[Path, str]) -> bool:
    """Add files to the index with a progress bar. Return True if something cannot be read.

    Raises OptionError if a file in ``titles`` cannot be read. For a file of a folder, print a message instead.
    """
    is_damaged = False
    with ProgressBar() as bar:
        for path, error in index.add_all(files, lambda name, done, total: bar.show(done, total, printable(name))):
            bar.clear()
            is_damaged = True
            name = printable(titles.get(path, str(path)))
            if not isinstance(error, OSError):
                games = counted(error, "game")
                complain(f"{name}: {games} cannot be read to the end (marked ~); checkers show says why.")
            elif path in titles:
                raise OptionError(f"{name} cannot be read ({reason(error)}).")
            else:
                complain(f"{name} cannot be read ({reason(error)}).")
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
)
