"""The games saved by name, in PDN."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import localtime, strftime
from typing import Final

from ai.whole_files import read_bytes
from console.game.naming import counted
from console.game.options import same_name
from console.game.player_tags import IDENTITY, owners, shown_name
from console.storage.atomic_files import bytes_or_none, is_device_name, locked, write_whole
from console.storage.notices import Notices, NotKept, not_kept
from engine.geometry import BLACK
from engine.pdn.collection import decoded
from engine.pdn.dates import parse_date
from engine.pdn.reader import UnreadableGame, candidate_rules, names_rules, read_sheet
from engine.pdn.record import ROSTER, UNDECIDED, GameRecord
from engine.pdn.scanner import ScoreSheet, score_sheets
from engine.pdn.writer import pdn_text
from engine.printable import quoted
from engine.rules import Rules

UNFINISHED: Final = "unfinished"
PLAYED: Final = "played"
"""The name of the games that are over, and of moves that were taken back. Only the last of them is listed."""
_UNKNOWN: Final = "?"
_NAME: Final = re.compile(r"(?=.{1,40}\Z)\w[\w-]*(?:\s+\w[\w-]*)*")


@dataclass(frozen=True)
class SavedGame:
    """A row of the list of saved games: its name, its number in the file of that name, and its tags.

    ``of`` is the number of games in the file. ``first``: the side with the first move by the rules.
    ``moves`` counts the moves of both sides.
    """

    name: str
    number: int
    of: int
    black: str
    white: str
    date: str
    result: str
    rules: str
    first: int
    moves: int

    @property
    def words(self) -> str:
        """The argument of ``load`` that loads this game."""
        return self.name if self.of == 1 else f"{self.name} {self.number}"


class SavedGames:
    """The games saved by name, one file of PDN for each name. ``me`` returns the name of the player at the board."""

    def __init__(self, folder: Path, notices: Notices, me: Callable[[], str] = str) -> None:
        self._folder = folder
        self._notices = notices
        self._me = me

    def path(self, name: str) -> Path:
        """Return the file of a name, with hyphens for its blanks. Raises NotKept if the name is not valid."""
        name = name.strip().casefold()
        if is_device_name(name):
            raise NotKept(f"{quoted(name)} cannot be the name of a file here: a game needs another, as in lunch-2.")
        if not _NAME.fullmatch(name):
            raise NotKept("A game's name has 1 to 40 letters, digits, - or _, as in lunch-2.")
        return self._folder / f"{'-'.join(name.split())}.pdn"

    @not_kept("It cannot be saved")
    def save(self, name: str, record: GameRecord, edited: GameRecord | None = None) -> None:
        """Save a game like ``put``, but raise NotKept for every error."""
        self.put(name, record, edited)

    def put(self, name: str, record: GameRecord, edited: GameRecord | None = None) -> str:
        """Add a game to the file of a name. Return the argument of ``load`` that loads it.

        The game replaces the record ``edited`` and every shorter record of the same game in the file. It takes the
        place of the last of them, unless another record of the same game follows. If PLAYED has a longer record of the
        game, nothing is added. Raises OSError and NotKept.
        """
        path, written = self.path(name), pdn_text([record])
        with locked(path):
            data = bytes_or_none(path) or b""
            if b"\0" in data:
                raise NotKept(f"{path.name} is not plain text; save under another name to leave it alone.")
            before, after = decoded(data), ""
            begin = _begin_of_game(before, written)
            same = [(sheet.span, read) for sheet in score_sheets(before[begin:]) if (read := _version(sheet, record))]
            if path.stem == PLAYED and any(read.continues(record) for _, read in same):
                return path.stem
            gone = [span for span, read in same if record.continues(read) or read == edited]
            for start, end in reversed(gone):
                after = before[begin + end :].lstrip("\n") + after
                before = before[: begin + start]
            if gone != [span for span, _ in same][-len(gone) :]:
                before, after = before + after, ""
            if before and not before.endswith("\n\n"):
                before += "\n" if before.endswith("\n") else "\n\n"
            whole = before + written + ("\n" if after else "") + after
            write_whole(path, whole.encode("utf-8", "replace"))
        return f"{path.stem} {len(score_sheets(before)) + 1}" if score_sheets(after) else path.stem

    @not_kept("It cannot be read")
    def load(self, words: str) -> GameRecord:
        """Return a saved game. ``words`` are its name and its number. Raises NotKept.

        Without a number, it is the player's last game of that name, or else the last one.
        """
        name, _, rest = words.strip().rpartition(" ")
        name, rest = (name, rest) if name and rest.isdigit() and self.path(name).exists() else (words, "")
        data = bytes_or_none(self.path(name))
        if data is None and name.casefold() == "last" and (listed := self.listed()):
            mine = (each for each in listed if self._is_mine(each.black, each.white))
            return self.load(next(mine, listed[0]).words)
        if data is None:
            raise NotKept(f'No game is saved as "{name.casefold()}": "games" lists them.')
        sheets = score_sheets(decoded(data))
        if not sheets:
            raise NotKept(f"There is no game in {name.casefold()}.")
        if rest and not (rest.isascii() and len(rest) < 6 and 1 <= int(rest) <= len(sheets)):
            if self.path(words).exists():
                return self.load("-".join(words.split()))
            raise NotKept(f'"{name.casefold()}" has only {counted(len(sheets), "game")}.')
        try:
            own = [sheet for sheet in sheets if self._is_mine(*owners(sheet))]
            sheet = sheets[int(rest) - 1] if rest else (own or sheets)[-1]
            return read_sheet(sheet, None, () if names_rules(sheet) else _rules_of_file(self.path(name)))
        except UnreadableGame as error:
            raise NotKept(f"{name.casefold()} cannot be read: {error}.") from None

    def _is_mine(self, *names: str) -> bool:
        return any(same_name(name, self._me()) for name in names)

    @not_kept("The saved games cannot be listed")
    def listed(self) -> list[SavedGame]:
        """Return all saved games, the newest first. Add a notice for each unreadable file. Raises NotKept."""
        try:
            paths = sorted(path for path in self._folder.iterdir() if path.suffix == ".pdn")
        except FileNotFoundError:
            return []
        dated: list[tuple[tuple[str, int, int], SavedGame]] = []
        for path in paths:
            with self._notices.complaining(f"The games saved as {path.stem} cannot be read"):
                dated += _rows(path)
        return [row for _, row in sorted(dated, key=lambda one: one[0], reverse=True)]


def _rules_of_file(path: Path) -> tuple[Rules, ...]:
    """Return the rule sets to try for a game of a file whose tags name none. Raises OSError."""
    from console.storage.file_rules import file_rules

    return file_rules(path)


def _begin_of_game(text: str, written: str) -> int:
    """Return the offset in a file of the first record with the identity of the game ``written``, or the file's length.

    So a long file is not scanned whole. Without an identity, or if it might be part of a comment, return 0.
    """
    identity = re.search(rf'^\[{IDENTITY} ".*"\]$', written, re.MULTILINE)
    if identity is None:
        return 0
    at = text.find(identity[0])
    if at < 0:
        return len(text)
    begin = text.rfind("\n\n[", 0, at) + 1
    return begin if text.count("{", 0, begin) == text.count("}", 0, begin) else 0


def _version(sheet: ScoreSheet, record: GameRecord) -> GameRecord | None:
    """Return the game of a sheet if it is the same game as ``record``: by its identity, or else by its roster.

    A game that cannot be read whole is never replaced.
    """
    tags = (IDENTITY,) if record.tag(IDENTITY, "") else (IDENTITY, *ROSTER)
    if any(sheet.tag(name, "") != record.tag(name, "") for name in tags):
        return None
    with suppress(UnreadableGame):
        read = read_sheet(sheet)
        return read if read.problem is None else None
    return None


def _rows(path: Path) -> Iterator[tuple[tuple[str, int, int], SavedGame]]:
    """Yield the games of a file, each with a sort key: its time, that of the last save, and its number. Raises OSError.

    Of PLAYED only the last game is read.
    """
    text = decoded(read_bytes(path))
    if path.stem == PLAYED:
        text = text[text.rfind("\n\n[Event ") + 1 :]
    sheets = score_sheets(text)
    changed = path.stat().st_mtime_ns
    for sheet in sheets:
        yield (_timestamp(sheet, changed / 1e9), changed, sheet.number), _row(path.stem, sheet, len(sheets))


def _timestamp(sheet: ScoreSheet, changed: float) -> str:
    """Return the date and time in a game's tags, or else of the file's last change, as a sortable text."""
    date, _ = parse_date(sheet.tag("Date"))
    if date is not None and date.day:
        return f"{date.tag} {sheet.tag('Time', '00:00:00')}"
    return strftime("%Y.%m.%d %H:%M:%S", localtime(changed))


def _row(name: str, sheet: ScoreSheet, of: int) -> SavedGame:
    try:
        rules = candidate_rules(sheet)[0]
        named, first = rules.name, rules.first
    except ValueError:
        named, first = _UNKNOWN, BLACK
    return SavedGame(
        name,
        sheet.number,
        of,
        shown_name(sheet, "Black"),
        shown_name(sheet, "White"),
        sheet.tag("Date"),
        "unreadable" if named == _UNKNOWN else (sheet.result or UNDECIDED) if sheet.problem is None else "cut off",
        named,
        first,
        len(sheet.moves),
    )
