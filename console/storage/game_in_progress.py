"""The autosaves of the game and the study in progress. Each running program has files of its own."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from ai.whole_files import followed, patiently
from console.game.match import Match
from console.storage.atomic_files import Lock, bytes_or_none, write_whole
from console.storage.notices import Notices
from engine.pdn.record import GameRecord

_FILE_NUMBERS: Final = range(1, 100)


class Damaged(ValueError):
    """The error raised if an autosaved game cannot be read. Its text is the reason."""


class Autosave:
    """The file of a game in progress, and the file of a study. One lock covers both while their program runs.

    ``lock`` is None if the file could not be locked, as on a read-only disk.
    """

    def __init__(self, path: Path, lock: Lock | None) -> None:
        self.path = path
        self._lock = lock

    @property
    def changed_at(self) -> float | None:
        """The time of the last change in seconds since 1970, or None if there is no game. Raises OSError."""
        try:
            return self.path.stat().st_mtime
        except (FileNotFoundError, NotADirectoryError):
            return None

    @property
    def study(self) -> "Autosave":
        """The autosave of the study."""
        return Autosave(self.path.with_name(self.path.name.replace("game", "study")), None)

    def write(self, record: GameRecord) -> None:
        """Save a game, unless the file already has this content. Raises OSError."""
        from engine.pdn.writer import pdn_text

        data = pdn_text([record]).encode()
        if bytes_or_none(self.path) != data:
            write_whole(self.path, data)

    def clear(self) -> None:
        """Delete the game. Raises OSError."""
        if self.changed_at is not None:
            patiently(followed(self.path).unlink)

    def release(self) -> None:
        """Release the lock. The game stays for the next program."""
        if self._lock is not None:
            self._lock.release()


def read_autosaved(path: Path) -> GameRecord | None:
    """Return the game in a file that ``Autosave`` wrote, or None if there is no file. Raises OSError and Damaged."""
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
    if len(games) != 1 or not sheets[0].terminator:
        raise Damaged("it is cut off")
    return games[0]


def free_autosaves(folder: Path) -> list[Autosave]:
    """Lock all autosaves that no running program uses. Return them, the latest game first, and an empty one last.

    One with a study only is like an old game.

    Autosaves that cannot be locked are returned too. Raises OSError if a file cannot be examined; then no autosave
    stays locked.
    """
    used: list[tuple[float, Autosave]] = []
    empty: Autosave | None = None
    files = {file.name for file in folder.iterdir()} if folder.is_dir() else set[str]()
    with ExitStack() as locks:
        for name in map("game-{}".format, _FILE_NUMBERS):
            if empty is not None and files.isdisjoint((f"{name}.pdn", f"{name}.pdn".replace("game", "study"))):
                continue
            autosave = _lock_autosave(folder / f"{name}.pdn", folder / f".{name}.lock")
            if autosave is None:
                continue
            locks.callback(autosave.release)
            changed = autosave.changed_at
            if changed is not None or autosave.study.changed_at is not None:
                used.append((changed or 0.0, autosave))
            elif empty is None:
                empty = autosave
            else:
                autosave.release()
        locks.pop_all()
    used.sort(key=lambda one: one[0], reverse=True)
    return [autosave for _, autosave in used] + ([empty] if empty else [])


def _lock_autosave(path: Path, lock_path: Path) -> Autosave | None:
    """Lock an autosave. Return None if another program holds the lock, and an unlocked one in a read-only folder.

    The autosave of another user in a shared folder is like one that another program uses.
    """
    try:
        lock = Lock.on(lock_path)
    except OSError as error:
        is_theirs = isinstance(error, PermissionError) and os.access(path.parent, os.W_OK)
        return None if is_theirs else Autosave(path, None)
    return None if lock is None else Autosave(path, lock)


class GameInProgress:
    """The autosave that this program uses. At its next start the program offers to continue the game.

    A study that a killed program left is given to ``save_study``, which returns True if it has saved it elsewhere.

    Without ``folder``, nothing is saved. ``is_kept`` is True if a game is saved: by the last call of ``keep``, or found
    by ``find``. ``others`` are the games that the last ``find`` left alone. ``save_moves`` saves a game before another
    one that does not continue it replaces it, for example after moves were taken back.
    """

    def __init__(
        self,
        folder: Path | None,
        notices: Notices,
        save_moves: Callable[[GameRecord], None],
        save_study: Callable[[GameRecord], bool],
    ) -> None:
        self._folder = folder
        self._notices = notices
        self._save_moves = save_moves
        self._save_study = save_study
        self._autosave: Autosave | None = None
        self._found: list[tuple[GameRecord, Autosave]] = []
        self._stored: GameRecord | None = None
        self.others: list[GameRecord] = []
        self.is_kept = False

    def find(self, is_wanted: Callable[[GameRecord], bool]) -> list[GameRecord]:
        """Lock and return the wanted unfinished games that no running program plays, the latest first.

        The others are left alone. Damaged files are renamed.
        """
        self.release()
        self.others = []
        for autosave in self._free_autosaves():
            record = self._unfinished_in(autosave)
            if record is not None and is_wanted(record):
                self._found.append((record, autosave))
                continue
            autosave.release()
            if record is not None:
                self.others.append(record)
        self.is_kept = bool(self._found)
        return [record for record, _ in self._found]

    def pick_up(self, record: GameRecord | None) -> None:
        """Use the autosave of a game found, or none of them. The others stay for the next program."""
        found, self._found = self._found, []
        for game, autosave in found:
            if game is record:
                self._autosave, self._stored = autosave, game
            else:
                autosave.release()
        self.is_kept = record is not None

    def drop(self, record: GameRecord) -> None:
        """Delete a game found."""
        with self._notices.complaining("The game in progress cannot be deleted"):
            next(autosave for game, autosave in self._found if game is record).clear()

    def keep(self, record: GameRecord, saved: GameRecord | None = None) -> None:
        """Save the game in progress. If it has not begun or is over, delete the saved game instead.

        ``saved`` is a game that has been saved elsewhere.
        """
        self.is_kept = False
        autosave = self._own_autosave()
        if autosave is None:
            return
        with self._notices.complaining("The game in progress cannot be saved"):
            if self._stored is not None and not (saved or record).continues(self._stored):
                self._save_moves(self._stored)
            is_kept = _is_unfinished(record)
            if is_kept:
                autosave.write(record)
            else:
                autosave.clear()
            self._stored = record if is_kept else None
            self.is_kept = is_kept

    def keep_study(self, record: GameRecord | None) -> None:
        """Save the study in progress; delete the saved one if ``record`` is None."""
        if (autosave := self._own_autosave()) is not None:
            with self._notices.complaining("The study in progress cannot be saved"):
                if record is None:
                    autosave.study.clear()
                else:
                    autosave.study.write(record)

    def release(self) -> None:
        """Release all locks, so that another program or the next start can continue the games."""
        for autosave in (self._autosave, *(autosave for _, autosave in self._found)):
            if autosave is not None:
                autosave.release()
        self._autosave, self._found = None, []

    def _own_autosave(self) -> Autosave | None:
        """Return the autosave of this program, a free one if it had none."""
        if self._autosave is None and (free := self._free_autosaves()):
            *others, self._autosave = free
            self._stored = self._unfinished_in(self._autosave)
            for autosave in others:
                autosave.release()
        return self._autosave

    def _free_autosaves(self) -> list[Autosave]:
        """Lock and return the free autosaves. Studies that are left in them are saved elsewhere first."""
        free: list[Autosave] = []
        if self._folder is not None:
            with self._notices.complaining("The game in progress can be neither found nor saved"):
                free = free_autosaves(self._folder)
        for study in (autosave.study for autosave in free):
            record = self._read(study, "The study in progress")
            if record is not None and self._save_study(record):
                with self._notices.complaining(f"The study in {study.path.name} cannot be deleted"):
                    study.clear()
        return free

    def _unfinished_in(self, autosave: Autosave) -> GameRecord | None:
        """Return the unfinished game of an autosave, or None. A damaged file is put aside."""
        record = self._read(autosave, "The saved game")
        return record if record is not None and _is_unfinished(record) else None

    def _read(self, autosave: Autosave, what: str) -> GameRecord | None:
        """Return the record of an autosave, or None. A damaged file is put aside."""
        path = autosave.path
        try:
            return read_autosaved(path)
        except Damaged as error:
            self._notices.put_aside(path, f"{what} could not be read ({error})")
        except OSError as error:
            self._notices.complain(f"The game in {path.name} cannot be read", error)
        return None


def _is_unfinished(record: GameRecord) -> bool:
    """Return True if a game has begun and is not over, or is the next one of a match that has begun."""
    match = Match.of_tags(dict(record.tags))
    return record.outcome is None and bool(record.turns or (match is not None and any(match.points)))
