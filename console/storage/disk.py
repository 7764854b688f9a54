"""The store on the disk. It never fails the player: what cannot be written is told once, and the game goes on."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from console.game.player_tags import IDENTITY
from console.storage.atomic_files import (
    NoPlace,
    Places,
    bytes_or_none,
    locked,
    places,
    put_aside,
    sweep,
    trouble,
    write_whole,
)
from console.storage.saved_games import (
    UNFINISHED,
    Autosave,
    Damaged,
    SavedGame,
    SavedGames,
    free_autosaves,
    read_autosaved,
)
from console.storage.settings import Settings, SettingsFile, read_settings, with_changes
from console.storage.store import NothingKept, NotKept, Store
from console.storage.user_file import UserFile
from engine.pdn.record import GameRecord
from engine.pdn.tree import NO_MOVES
from engine.printable import printable

if TYPE_CHECKING:
    from console.storage.game_index import GameIndex
    from console.storage.hall_of_fame import Progress, Standing
    from console.storage.hall_on_disk import Hall

T = TypeVar("T")

_SETTINGS: Final = "settings.json"
_GAMES: Final = "games"


def open_store(automatic: bool) -> Store:
    """The store of this user; one that keeps nothing, and says why, where there is no folder for it."""
    try:
        return Disk(automatic, places())
    except NoPlace as error:
        return NothingKept(str(error), automatic)


class Disk:
    """A store in the user's folders.

    Where it is not ``automatic`` (in a pipe) it acts on ``save``, ``load`` and ``games`` only: nothing is offered, kept
    or remembered, and the settings are the usual ones. ``now`` tells the time in seconds.
    """

    def __init__(self, automatic: bool, where: Places, now: Callable[[], float] = time.time) -> None:
        self._where = where
        self._automatic = automatic
        self._now = now
        self._notices: list[str] = []
        self._said: set[str] = set()
        self._autosave: Autosave | None = None
        self._holds = False
        self._library: GameIndex | None = None
        self._saved = SavedGames(self._where.data / _GAMES)
        self.settings = Settings()
        self._files: dict[str, Any] = {}
        if automatic:
            for folder in {self._where.data, self._where.data / _GAMES, self._where.config}:
                sweep(folder)
            self._read_settings()

    # What is told

    def notices(self) -> list[str]:
        """What is to be told since the last call."""
        notices, self._notices = self._notices, []
        return notices

    def _say_once(self, about: str, sentence: str) -> None:
        """Tell something, once of each thing."""
        if about not in self._said:
            self._said.add(about)
            self._notices.append(sentence)

    def _complain(self, what: str, error: OSError) -> None:
        """Say once of each thing that it cannot be done."""
        self._say_once(what, f"{what} ({trouble(error)}).")

    # The game in progress

    def begin(self) -> dict[str, str]:
        """The tags of a game that begins now."""
        now = self._now()
        moment = time.localtime(now)
        return {
            "Event": "EGA Checkers",
            "Date": time.strftime("%Y.%m.%d", moment),
            "Time": time.strftime("%H:%M:%S", moment),
            IDENTITY: f"{time.strftime('%Y%m%d-%H%M%S', moment)}-{round(now * 1e6) % 10**6:06}",
        }

    def unfinished(self) -> GameRecord | None:
        """The latest game no running program plays; damaged ones are put aside."""
        if not self._automatic:
            return None
        self.release()
        free = self._free_autosaves()
        for autosave in free:
            record = self._unfinished_in(autosave)
            if record is not None:
                # One that cannot be written is offered all the same, and the game goes on in another.
                self._autosave = autosave if autosave.refusal is None else free[-1]
                break
        else:
            self._autosave = free[-1] if free else None
        self._release_others(free)
        return record if free else None

    def _free_autosaves(self) -> list[Autosave]:
        try:
            return free_autosaves(self._where.data)
        except OSError as error:
            self._complain("The game in progress can be neither found nor kept", error)
            return []

    def _release_others(self, autosaves: Sequence[Autosave]) -> None:
        for autosave in autosaves:
            if autosave is not self._autosave:
                autosave.release()

    def _unfinished_in(self, autosave: Autosave) -> GameRecord | None:
        """The unfinished game of an autosave; what it held before the last change if the latest is damaged."""
        for path in (autosave.path, autosave.older):
            try:
                record = read_autosaved(path)
            except Damaged as error:
                self._put_aside(path, f"The saved game could not be read ({error})")
            except OSError as error:
                self._complain(f"The game in {path.name} cannot be read", error)
                return None
            else:
                if record is not None:
                    return record if record.turns and record.outcome is None else None
        return None

    def _put_aside(self, path: Path, sentence: str) -> None:
        try:
            self._notices.append(f"{sentence}: it is put aside as {put_aside(path).name}.")
        except OSError as error:
            self._complain(f"{sentence} and cannot be put aside", error)

    def _own_autosave(self) -> Autosave | None:
        """This program's autosave."""
        if self._autosave is None and self._automatic:
            free = self._free_autosaves()
            self._autosave = free[-1] if free else None
            self._release_others(free)
        return self._autosave

    @property
    def holds(self) -> bool:
        """Whether a game in progress is held for the next start."""
        return self._holds

    def keep(self, record: GameRecord) -> None:
        """Hold the game in progress; one without a move is none."""
        autosave = self._own_autosave()
        if autosave is None:
            return
        self._holds = False
        try:
            if record.turns and record.outcome is None:
                autosave.write(record)
                self._holds = True
            else:
                autosave.clear()
        except OSError as error:
            self._complain("The game in progress cannot be kept", error)

    def finish(self, record: GameRecord) -> None:
        """Count a game that is over, then hold it no longer."""
        if not self._automatic:
            return
        try:
            self._hall.count(record)
        except OSError as error:
            self._complain("The hall of fame cannot be kept", error)
        self.keep(record)

    def progress(self, record: GameRecord) -> "Progress | None":
        """What a finished game has done to the rating; None where it did not count, or counts as it ended before."""
        if not self._automatic:
            return None
        try:
            return self._hall.progress(record)
        except OSError:
            return None  # that it could not be kept is told elsewhere

    def abandon(self, record: GameRecord) -> str | None:
        """Save an unfinished game that is left for another, beside those left before; the words that load it."""
        if not (self._automatic and record.turns and record.outcome is None):
            return None
        try:
            words = self._saved.save(UNFINISHED, record)
        except OSError as error:
            self._complain("The game you leave cannot be saved", error)
            return None
        self.keep(replace(record, line=NO_MOVES))
        return words

    def release(self) -> None:
        """Let other programs have the game in progress; it is offered at the next start."""
        if self._autosave is not None:
            self._autosave.release()
            self._autosave = None

    # Saved games

    def save(self, name: str, record: GameRecord) -> None:
        """Save a game by name. Raises NotKept."""
        try:
            self._saved.save(name, record)
        except OSError as error:
            raise NotKept(f"It cannot be saved ({trouble(error)}).") from None
        except ValueError as error:
            raise NotKept(str(error)) from None

    def load(self, words: str) -> GameRecord:
        """The game of a name, or of a name and its number there. Raises NotKept."""
        try:
            return self._saved.load(words)
        except OSError as error:
            raise NotKept(f"It cannot be read ({trouble(error)}).") from None
        except ValueError as error:
            raise NotKept(str(error)) from None

    def games(self) -> list[SavedGame]:
        """The saved games, the newest first; those that cannot be read are told. Raises NotKept."""
        try:
            games, unreadable = self._saved.listed()
        except OSError as error:
            raise NotKept(f"The saved games cannot be listed ({trouble(error)}).") from None
        for name, why in unreadable.items():
            self._complain(f"The games saved as {name} cannot be read", why)
        return games

    def library(self) -> "GameIndex":
        """The index of games. Raises NotKept."""
        if self._library is None:
            try:
                from console.storage.game_index import INDEX, GameIndex
            except ModuleNotFoundError:
                raise NotKept("Games cannot be looked for: this Python comes without its package sqlite3.") from None
            self._library = GameIndex(self._where.data / INDEX)
            if self._library.notice:
                self._notices.append(self._library.notice)
        return self._library

    def has_unread_games(self) -> bool:
        """Whether there are files of games that are not in the index as they are now. Raises NotKept."""
        return bool(self._from_library(self._outdated))

    def read_games(self, told: Callable[[str, int, int], None], stop: Callable[[], bool]) -> None:
        """Have the games of such files in the index; those that cannot be read are told. Raises NotKept."""

        def read(library: "GameIndex") -> None:
            paths = self._outdated(library)
            for path, error in library.add_all(paths, told, stop):
                if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
                    self._complain(f"The games of {printable(path.name)} cannot be read", error)

        self._from_library(read)

    def _outdated(self, library: "GameIndex") -> list[Path]:
        saved = sorted(path for path in (self._where.data / _GAMES).glob("*.pdn") if path.is_file())
        return library.outdated(saved)

    def _from_library(self, act: "Callable[[GameIndex], T]") -> "T":
        """What is done with the index, again if it was damaged. Raises NotKept."""
        library = self.library()
        from console.storage.game_index import DamagedIndex, IndexTrouble

        try:
            try:
                return act(library)
            except DamagedIndex as error:
                self._notices.append(str(error))
                return act(library)
        except OSError as error:
            raise NotKept(f"Games cannot be looked for ({trouble(error)}).") from None
        except IndexTrouble as error:
            raise NotKept(str(error)) from None

    # Settings

    def _read_settings(self) -> None:
        path = self._where.config / _SETTINGS
        try:
            data = bytes_or_none(path)
            if data is None:
                return
            self.settings, complaints, _ = read_settings(data.decode("utf-8"))
        except OSError as error:
            self._complain("The settings cannot be read", error)
        except ValueError:
            self._put_aside(path, "The settings could not be read")
        else:
            self._notices += complaints

    def remember(self, settings: Settings) -> None:
        """Have these settings in this run; what is new in them is kept, the others stay as the file has them."""
        before, self.settings = self.settings, settings
        if settings != before:
            self._write_settings(before)

    def _write_settings(self, before: Settings) -> None:
        """Write what has changed since ``before``."""
        if not self._automatic:
            return
        path = self._where.config / _SETTINGS
        try:
            with locked(path):
                on_disk = SettingsFile(self.settings)
                with suppress(ValueError):
                    data = bytes_or_none(path)
                    on_disk = read_settings(data.decode("utf-8")) if data is not None else on_disk
                write_whole(
                    path, with_changes(on_disk, self.settings.changes(before)).encode("utf-8", "backslashreplace")
                )
        except OSError as error:
            self._complain("The settings cannot be kept", error)

    # Files of features

    def read_file(self, file: UserFile[T]) -> T:
        """Return the value of a user file; the value this run knows if the file cannot be read."""
        known: T = self._files.get(file.name, file.new)
        if self._automatic:
            path = self._where.data / file.name
            try:
                data = bytes_or_none(path)
                if data is not None:
                    known = file.read(data.decode("utf-8"))
            except OSError as error:
                self._complain(f"{file.content} cannot be read", error)
            except ValueError:
                self._put_aside(path, f"{file.content} could not be read")
        self._files[file.name] = known
        return known

    def change_file(self, file: UserFile[T], change: Callable[[T], T]) -> T:
        """Change the value of a user file as it is on the disk now, and return the new value."""
        path = self._where.data / file.name
        try:
            if not self._automatic:
                self._files[file.name] = change(self.read_file(file))
            else:
                with locked(path):
                    changed = self._files[file.name] = change(self.read_file(file))
                    write_whole(path, file.write(changed).encode())
        except OSError as error:
            self._complain(f"{file.purpose} cannot be kept", error)
        found: T = self._files.get(file.name, file.new)
        return found

    # The hall of fame

    @cached_property
    def _hall(self) -> "Hall":
        from console.storage.hall_on_disk import Hall

        return Hall(self._where.data, self._say_once)

    def hall(self) -> "list[Standing]":
        """The hall of fame, the best first. Raises NotKept."""
        try:
            return self._hall.standings()
        except OSError as error:
            raise NotKept(f"The hall of fame cannot be read ({trouble(error)}).") from None
