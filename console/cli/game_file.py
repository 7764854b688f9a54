"""Games of PDN files for the commands: a file, a saved game by its name, or standard input."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from ai.whole_files import open_file
from console.cli.arguments import Offered, one_of
from console.cli.parser import OptionError, word
from console.game.naming import counted, date_in_words
from console.storage.atomic_files import trouble
from console.storage.file_rules import file_rules
from console.storage.notices import NotKept
from console.terminal.standard_streams import complain
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.collection import Collection, NoSuchGame
from engine.pdn.reader import UnreadableGame, read_with_warnings
from engine.pdn.record import GameRecord
from engine.pdn.tree import Diagnostic
from engine.rules import Rules

STANDARD_INPUT: Final = "-"
PDN_FILE: Final = word("FILE.pdn", str, "the file, the name of a saved game, or - for standard input", "file")
_SIDES: Final = tuple(map(str.casefold, SIDE_NAMES))


def title(file: str) -> str:
    """Return the name of a file for messages."""
    return "standard input" if file == STANDARD_INPUT else file


@contextmanager
def path_of(file: str) -> Iterator[Path]:
    """Yield the path of a PDN file, or of a temporary copy of standard input. Raises OptionError and OSError.

    A name without a file of its own may be the name of a saved game.
    """
    if file == STANDARD_INPUT:
        from shutil import copyfileobj
        from tempfile import TemporaryDirectory

        if sys.stdin is None:
            raise OptionError("Standard input is closed: - reads the games from there.")
        with TemporaryDirectory() as folder:
            path = Path(folder, "games.pdn")
            with path.open("wb") as copy:
                copyfileobj(sys.stdin.buffer, copy)
            yield path
        return
    path = Path(file)
    with suppress(OSError, NotKept):  # the reader of the file has the reason
        if not path.exists():
            from console.storage.store import open_store

            saved = open_store(automatic=True).saved.path(file)
            path = saved if saved.exists() else path
    yield path


@contextmanager
def open_record(file: str, number: int, rules: Rules | None) -> Iterator[tuple[GameRecord, Collection]]:
    """Yield game ``number`` of a file, and its collection, which has the games behind it. Print the parse warnings.

    Raises OptionError, also from the block, if the file or the game cannot be read, or if the file is a pipe.
    """
    try:
        with path_of(file) as path, open_file(path) as stream:
            collection = Collection(stream)
            yield _record(collection, number, rules, path, title(file)), collection
    except OSError as error:
        raise OptionError(f"That file cannot be read ({trouble(error)}).") from None


def _record(collection: Collection, number: int, rules: Rules | None, path: Path, file: str) -> GameRecord:
    try:
        sheet = collection.numbered(number)
        record, warnings = read_with_warnings(sheet, rules, () if rules else file_rules(path))
    except NoSuchGame as error:
        if not error.count:
            raise OptionError(f"There is no game in {file}.") from None
        raise OptionError(f"There is no game {number}: the games of {file} go from 1 to {error.count}.") from None
    except UnreadableGame as error:
        raise OptionError(f"{file}, {error}.") from None
    for warning in warnings:
        complain(f"{file}, {warning}.")
    if record.problem is not None:
        complain(f"{file}, {record.problem}; moves read: {len(record.turns)}.")
    return record


def _read_side(text: str) -> int:
    """Return the side with a name. Raises ValueError."""
    return _SIDES.index(one_of(_SIDES)(text))


read_side: Final = Offered(_SIDES, _read_side)


def headline(record: GameRecord, number: int) -> str:
    """Return the players of a game with their colors, in the order of the result, and what else is known of it."""
    colors = SIDE_NAMES if record.rules.first == BLACK else reversed(SIDE_NAMES)
    date, rules = date_in_words(record.tag("Date", "")), f"{record.rules.name}, {record.jumping}"
    facts = (record.tag("Event", ""), date, rules, record.stated_result)
    players = ", ".join(f"{color} {record.tag(color)}" for color in colors)
    return f"Game {number}: {players}\n{'; '.join(fact for fact in facts if fact)}"


def check_ply(ply: int | None, record: GameRecord) -> None:
    """Raise OptionError if the game has no ply ``ply``."""
    if ply is not None and ply > len(record.turns):
        raise OptionError(f"There is no move {ply}: that game has {counted(len(record.turns), 'move')}.")


def problem_object(problem: Diagnostic | None, file: str) -> dict[str, object] | None:
    """Return for JSON what could not be read of a game of a file."""
    if problem is None:
        return None
    return {"file": file, "game": problem.number, "line": problem.line, "text": problem.text, "reason": problem.reason}
