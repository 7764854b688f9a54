"""Games on the disk: the one in progress, in a file of its own for every running program, and those saved by name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ai.whole_files import followed
from console.game.player_tags import IDENTITY
from console.storage.atomic_files import Lock, bytes_or_none, changed_at, locked, read_bytes, write_whole
from engine.pdn.record import UNDECIDED, GameRecord

# PDN is read and written by modules that are imported where a game is: most starts of the program need none of them.
if TYPE_CHECKING:
    from engine.pdn.scanner import ScoreSheet

UNFINISHED: Final = "unfinished"
_NUMBERS: Final = range(1, 100)
_NAME: Final = re.compile(r"\w[\w-]{0,39}")
_OF_DOS: Final = re.compile(r"con|prn|aux|nul|com\d|lpt\d")
_DATE: Final = re.compile(r"\d{4}\.\d{2}\.\d{2}")


class Damaged(ValueError):
    """A file of ours that cannot be read, and why."""


class Autosave:
    """Where one running program keeps the game in progress; it is locked as long as that program lives.

    What it held before the last change is kept beside it. Where it could not be locked it can be read, but not written:
    ``refusal`` says why.
    """

    def __init__(self, path: Path, lock: Lock | None, refusal: OSError | None = None) -> None:
        self.path = path
        self.older = path.with_suffix(".older.pdn")
        self.refusal = refusal
        self._lock = lock

    @property
    def changed_at(self) -> float | None:
        """When the game in it was changed last; None if it holds none. Raises OSError."""
        latest = changed_at(self.path)
        return changed_at(self.older) if latest is None else latest

    def write(self, record: GameRecord) -> None:
        """Hold this game from now on. Raises OSError."""
        from engine.pdn.writer import pdn_text

        self._check_writable()
        data = pdn_text([record]).encode()
        if bytes_or_none(self.path) != data:
            write_whole(self.path, data, self.older)

    def clear(self) -> None:
        """Hold none. Raises OSError."""
        if self.changed_at is not None:
            self._check_writable()
            # In this order: cut off between the two, the game is still the latest one.
            for path in (self.older, self.path):
                followed(path).unlink(missing_ok=True)

    def _check_writable(self) -> None:
        if self.refusal is not None:
            raise self.refusal

    def release(self) -> None:
        """Leave it, and what it holds, to the next program."""
        if self._lock is not None:
            self._lock.release()


def read_autosaved(path: Path) -> GameRecord | None:
    """The one game that a file written by ``Autosave`` holds; None if there is no file. Raises OSError and Damaged."""
    data = bytes_or_none(path)
    if data is None:
        return None
    from engine.pdn.collection import decoded
    from engine.pdn.reader import read_games
    from engine.pdn.scanner import score_sheets

    text = decoded(data)
    sheets = score_sheets(text)
    games, problems = read_games(text)
    if problems:
        raise Damaged(f"line {problems[0].line}: {problems[0].reason}")
    if len(games) != 1 or not sheets[0].ended:
        raise Damaged("it is cut off")
    return games[0]


def read_text(path: Path) -> str:
    """The text of any PDN file. Raises OSError."""
    from engine.pdn.collection import decoded

    return decoded(read_bytes(path))


def free_autosaves(folder: Path) -> list[Autosave]:
    """Those no running program has: the ones with a game, the latest first, then an empty one.

    Raises OSError if it cannot be told what is in the folder.
    """
    held: list[tuple[float, Autosave]] = []
    empty: Autosave | None = None
    for number in _NUMBERS:
        path = folder / f"game-{number}.pdn"
        if empty is not None and Autosave(path, None).changed_at is None:
            continue
        autosave = _taken(path, folder / f".game-{number}.lock")
        if autosave is None:
            continue
        changed = autosave.changed_at
        if changed is not None:
            held.append((changed, autosave))
        elif empty is None:
            empty = autosave
        else:
            autosave.release()
    held.sort(key=lambda one: one[0], reverse=True)
    return [autosave for _, autosave in held] + ([empty] if empty else [])


def _taken(path: Path, lock_path: Path) -> Autosave | None:
    """The autosave of a path, None while another program has it."""
    try:
        lock = Lock.on(lock_path)
    except OSError as error:
        return Autosave(path, None, error)
    return None if lock is None else Autosave(path, lock)


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

    def save(self, name: str, record: GameRecord) -> str:
        """Add a game to those of a name, or put it in its own place there; the words that load it.

        One without an identity has its place where it stands word for word. Raises OSError and ValueError.
        """
        from engine.pdn.collection import decoded
        from engine.pdn.scanner import score_sheets
        from engine.pdn.writer import pdn_text

        path, written = self.path(name), pdn_text([record])
        identity = record.tag(IDENTITY, "")
        with locked(path):
            data = bytes_or_none(path) or b""
            if b"\0" in data:
                raise ValueError(f"The file {path.name} holds no text, or UTF-16: another name keeps it as it is.")
            text = decoded(data)
            sheets = score_sheets(text)
            (start, end), place = (len(text), len(text)), len(sheets)
            for index, sheet in enumerate(sheets):
                if sheet.tag(IDENTITY) == identity if identity else text[slice(*sheet.span)].strip() == written.strip():
                    (start, end), place = sheet.span, index
                    break
            before, after = text[:start], text[end:].lstrip("\n")
            if before and not before.endswith("\n\n"):
                before += "\n" if before.endswith("\n") else "\n\n"
            whole = before + written + ("\n" if after else "") + after
            write_whole(path, whole.encode("utf-8", "replace"))
        return path.stem if place >= len(sheets) - 1 else f"{path.stem} {place + 1}"

    def load(self, words: str) -> GameRecord:
        """The game of a name, the last if there are several, or of a name and a number.

        Raises OSError, and ValueError with a sentence.
        """
        from engine.pdn.collection import decoded
        from engine.pdn.reader import UnreadableGame, read_sheet
        from engine.pdn.scanner import score_sheets

        name, _, rest = words.strip().partition(" ")
        data = bytes_or_none(self.path(name))
        if data is None:
            raise ValueError(f'No game is saved as {name.casefold()}: "games" lists them.')
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

    def listed(self) -> tuple[list[SavedGame], dict[str, OSError]]:
        """All of them, the newest first, and the names whose files cannot be read. Raises OSError for the folder."""
        try:
            paths = sorted(path for path in self._folder.iterdir() if path.suffix == ".pdn")
        except FileNotFoundError:
            return [], {}
        dated: list[tuple[tuple[str, int], SavedGame]] = []
        unreadable: dict[str, OSError] = {}
        for path in paths:
            try:
                dated += _rows(path)
            except OSError as error:
                unreadable[path.stem] = error
        return [row for _, row in sorted(dated, key=lambda one: one[0], reverse=True)], unreadable


def _rows(path: Path) -> Iterator[tuple[tuple[str, int], SavedGame]]:
    """The games of a file, each with what tells how new it is. Raises OSError."""
    from engine.pdn.scanner import score_sheets

    sheets = score_sheets(read_text(path))
    changed = path.stat().st_mtime
    for sheet in sheets:
        yield (_age(sheet, changed), sheet.number), _row(path.stem, sheet, len(sheets))


def _age(sheet: "ScoreSheet", changed: float) -> str:
    """When a game was begun if its tags say so, else when its file was changed; texts that sort by time."""
    from time import localtime, strftime

    date = sheet.tag("Date")
    if _DATE.fullmatch(date):
        return f"{date} {sheet.tag('Time', '00:00:00')}"
    return strftime("%Y.%m.%d %H:%M:%S", localtime(changed))


def _row(name: str, sheet: "ScoreSheet", of: int) -> SavedGame:
    from engine.pdn.reader import rules_of

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
