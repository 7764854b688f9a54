"""Games on the disk: the one in progress in a slot of its own for every running program, and those saved by name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from console.game.player_tags import IDENTITY
from console.storage.atomic_files import Lock, alone, put_aside, read_bytes, write_whole
from engine.pdn.reader import (
    ScoreSheet,
    UnreadableGame,
    decoded,
    read_games,
    read_sheet,
    rules_of,
    score_sheets,
)
from engine.pdn.writer import UNDECIDED, GameRecord, pdn_text

UNFINISHED: Final = "unfinished"
_SLOTS: Final = range(1, 100)
_NAME: Final = re.compile(r"\w[\w-]{0,39}")
_OF_DOS: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
_DATE: Final = re.compile(r"\d{4}\.\d{2}\.\d{2}")


class Damaged(ValueError):
    """A file of ours that cannot be read, and why."""


class Slot:
    """Where one running program keeps the game in progress; it is locked as long as that program lives."""

    def __init__(self, path: Path, lock: Lock) -> None:
        self.path = path
        self._lock = lock

    def read(self) -> GameRecord | None:
        """The game it holds, None if none. Raises OSError and Damaged."""
        data = read_bytes(self.path)
        if data is None:
            return None
        text = decoded(data)
        sheets = score_sheets(text)
        games, problems = read_games(text)
        if problems:
            raise Damaged(f"line {problems[0].line}: {problems[0].reason}")
        if len(games) != 1 or not sheets[0].ended:
            raise Damaged("it is cut off")
        return games[0]

    def write(self, record: GameRecord) -> None:
        """Hold this game from now on. Raises OSError."""
        write_whole(self.path, pdn_text([record]))

    def clear(self) -> None:
        """Hold none. Raises OSError."""
        self.path.unlink(missing_ok=True)

    def put_aside(self) -> Path:
        """Rename a damaged game. Raises OSError."""
        return put_aside(self.path)

    def release(self) -> None:
        """Leave it, and what it holds, to the next program."""
        self._lock.release()


def read_text(path: Path) -> str:
    """The text of any PDN file. Raises OSError."""
    return decoded(path.read_bytes())


def take_slots(folder: Path) -> list[Slot]:
    """Every slot no running program has: those with a game, the latest first, then an empty one. Raises OSError."""
    held: list[tuple[float, Slot]] = []
    empty: Slot | None = None
    for number in _SLOTS:
        path = folder / f"game-{number}.pdn"
        if empty is not None and not path.exists():
            continue
        lock = Lock.on(folder / f".game-{number}.lock")
        if lock is None:
            continue
        if path.exists():
            held.append((path.stat().st_mtime, Slot(path, lock)))
        elif empty is None:
            empty = Slot(path, lock)
        else:
            lock.release()
    held.sort(key=lambda one: one[0], reverse=True)
    return [slot for _, slot in held] + ([empty] if empty else [])


@dataclass(frozen=True)
class SavedGame:
    """One game of the list: the name it is saved under, its number there, and what its tags say.

    ``moves`` counts those of both sides; ``of`` how many games there are under that name.
    """

    name: str
    number: int
    of: int
    black: str
    white: str
    date: str
    result: str
    rules: str
    moves: int

    @property
    def words(self) -> str:
        """What is typed behind ``load``."""
        return self.name if self.of == 1 else f"{self.name} {self.number}"


class SavedGames:
    """The games saved by name, one file of PDN a name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, name: str) -> Path:
        """The file of a name. Raises ValueError for what cannot be one."""
        name = name.strip().casefold()
        if not _NAME.fullmatch(name) or _OF_DOS.fullmatch(name):
            raise ValueError("A game's name has 1 to 40 letters, digits, - or _, as in lunch-2.")
        return self._folder / f"{name}.pdn"

    def save(self, name: str, record: GameRecord) -> None:
        """Add a game to those of a name, or put it in its own place there. Raises OSError and ValueError."""
        path = self.path(name)
        with alone(path):
            text = decoded(read_bytes(path) or b"")
            start, end = self._place(text, record.tag(IDENTITY, ""))
            before, after = text[:start], text[end:].lstrip("\n")
            if before and not before.endswith("\n\n"):
                before += "\n" if before.endswith("\n") else "\n\n"
            write_whole(path, before + pdn_text([record]) + ("\n" if after else "") + after)

    @staticmethod
    def _place(text: str, identity: str) -> tuple[int, int]:
        """Where a game goes in a text: in the place of itself, else at the end."""
        for sheet in score_sheets(text):
            if identity and sheet.tag(IDENTITY) == identity:
                return sheet.span
        return len(text), len(text)

    def replace(self, name: str, record: GameRecord) -> None:
        """Make a game the only one of a name. Raises OSError and ValueError."""
        write_whole(self.path(name), pdn_text([record]))

    def load(self, words: str) -> GameRecord:
        """The game of a name, the last if there are several, or of a name and a number.

        Raises OSError, and ValueError with a sentence.
        """
        name, _, rest = words.strip().partition(" ")
        data = read_bytes(self.path(name))
        if data is None:
            raise ValueError(f"No game is saved as {name.casefold()}: games lists them.")
        sheets = score_sheets(decoded(data))
        rest = rest.strip()
        if not sheets:
            raise ValueError(f"There is no game in {name.casefold()}.")
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 6 and 1 <= int(rest) <= len(sheets)):
            raise ValueError(f"The games of {name.casefold()} go from 1 to {len(sheets)}.")
        try:
            return read_sheet(sheets[int(rest) - 1 if rest else -1])
        except UnreadableGame as error:
            raise ValueError(f"{name.casefold()} cannot be read: {error}.") from None

    def listed(self) -> list[SavedGame]:
        """All of them, the newest first; files that cannot be opened are passed over. Raises OSError."""
        dated = [row for path in sorted(self._folder.glob("*.pdn")) for row in _rows(path)]
        return [row for _, row in sorted(dated, key=lambda one: one[0], reverse=True)]


def _rows(path: Path) -> Iterator[tuple[tuple[str, int], SavedGame]]:
    """The games of a file, each with what tells how new it is."""
    try:
        sheets = score_sheets(decoded(path.read_bytes()))
        changed = path.stat().st_mtime
    except OSError:
        return
    for sheet in sheets:
        yield (_age(sheet, changed), sheet.number), _row(path.stem, sheet, len(sheets))


def _age(sheet: ScoreSheet, changed: float) -> str:
    """When a game was begun if its tags say so, else when its file was changed; texts that sort by time."""
    from time import localtime, strftime

    date = sheet.tag("Date")
    if _DATE.fullmatch(date):
        return f"{date} {sheet.tag('Time', '00:00:00')}"
    return strftime("%Y.%m.%d %H:%M:%S", localtime(changed))


def _row(name: str, sheet: ScoreSheet, of: int) -> SavedGame:
    return SavedGame(
        name,
        sheet.number,
        of,
        sheet.tag("Black"),
        sheet.tag("White"),
        sheet.tag("Date"),
        "unreadable" if sheet.problem else sheet.result or UNDECIDED,
        rules_of(sheet).name,
        len(sheet.moves),
    )
