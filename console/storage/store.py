"""Everything that is kept for the next session of play, each kind of data by a part of its own.

The store never fails the player: what cannot be written becomes a notice, once, and the game goes on.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from console.game.player_tags import IDENTITY
from console.storage.atomic_files import Folders, NoFolder, bytes_or_none, locked, sweep, user_folders, write_whole
from console.storage.game_in_progress import GameInProgress
from console.storage.notices import Notices, NotKept
from console.storage.saved_games import UNFINISHED, SavedGames
from console.storage.settings import Settings, SettingsFile, read_settings, with_changes
from console.storage.user_file import UserFiles
from engine.pdn.record import GameRecord
from engine.pdn.tree import NO_MOVES

if TYPE_CHECKING:
    from console.game.hall_of_fame import RatingChange
    from console.storage.game_library import GameLibrary
    from console.storage.hall import Hall

_SETTINGS: Final = "settings.json"
_GAMES: Final = "games"
_NO_STORE: Final = "Nothing is saved in this session."


def open_store(automatic: bool) -> "Store":
    """Return the store of this user. Where there is no folder for it nothing is kept, and a notice says why."""
    try:
        return Store(automatic, user_folders())
    except NoFolder as error:
        return Store(automatic, None, f"Nothing is kept: {error}")


class Store:
    """The settings, and the parts of the store for games, results and user files.

    If it is not ``automatic`` (in a pipe) it saves, loads and lists games by name only: no game is offered or kept, no
    result counts, and the settings are the default ones. The same holds if ``where`` is None; then the parts ``saved``,
    ``hall`` and ``library`` raise NotKept with the ``reason``. ``now`` returns the time in seconds.
    """

    def __init__(
        self,
        automatic: bool,
        where: Folders | None,
        reason: str = _NO_STORE,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._where = where
        self._reason = reason
        self._now = now
        self._kept = where if automatic else None
        self._notices = Notices()
        self.settings = Settings()
        folder = None if self._kept is None else self._kept.data
        self.in_progress = GameInProgress(folder, self._notices)
        self.files = UserFiles(folder, self._notices)
        if self._kept is not None:
            for each in {self._kept.data, self._kept.data / _GAMES, self._kept.config}:
                sweep(each)
            self._read_settings(self._kept)
        elif where is None and automatic:
            self._notices.add(reason)

    @property
    def _folders(self) -> Folders:
        """The folders. Raises NotKept if there are none."""
        if self._where is None:
            raise NotKept(self._reason)
        return self._where

    @property
    def saved(self) -> SavedGames:
        """The games saved by name. Raises NotKept."""
        return SavedGames(self._folders.data / _GAMES, self._notices)

    @cached_property
    def library(self) -> "GameLibrary":
        """The index of games. Raises NotKept."""
        folder = self._folders.data
        try:
            from console.storage.game_library import GameLibrary
        except ModuleNotFoundError:
            raise NotKept("Games cannot be looked for: this Python comes without its package sqlite3.") from None
        return GameLibrary(folder, folder / _GAMES, self._notices)

    @cached_property
    def hall(self) -> "Hall":
        """The hall of fame. Raises NotKept."""
        folder = self._folders.data
        from console.storage.hall import Hall

        return Hall(folder, self._notices)

    def notices(self) -> list[str]:
        """Return the messages for the player since the last call, such as that something cannot be written."""
        return self._notices.take()

    # Games

    def new_tags(self) -> dict[str, str]:
        """Return the tags of a game that begins now; none if the game cannot be saved."""
        if self._where is None:
            return {}
        now = self._now()
        moment = time.localtime(now)
        return {
            "Event": "EGA Checkers",
            "Date": time.strftime("%Y.%m.%d", moment),
            "Time": time.strftime("%H:%M:%S", moment),
            IDENTITY: f"{time.strftime('%Y%m%d-%H%M%S', moment)}-{round(now * 1e6) % 10**6:06}",
        }

    def finish(self, record: GameRecord) -> None:
        """Count the result of a game that is over. It is no longer in progress."""
        if self._kept is not None:
            self.hall.count(record)
            self.in_progress.keep(record)

    def rating_change(self, record: GameRecord) -> "RatingChange | None":
        """Return the change of the rating by a finished game, or None if the game did not count as it ended."""
        return self.hall.rating_change(record) if self._kept is not None else None

    def abandon(self, record: GameRecord) -> str | None:
        """Save an unfinished game that is left for another; return the words that load it, or None if not saved."""
        if self._kept is None or not record.turns or record.outcome is not None:
            return None
        words = None
        with self._notices.complaining("The game you leave cannot be saved"):
            try:
                words = self.saved.put(UNFINISHED, record)
            except NotKept as error:
                self._notices.add(str(error))
            else:
                self.in_progress.keep(replace(record, line=NO_MOVES))
        return words

    # Settings

    def _read_settings(self, where: Folders) -> None:
        path = where.config / _SETTINGS
        try:
            with self._notices.complaining("The settings cannot be read"):
                data = bytes_or_none(path)
                if data is not None:
                    self.settings, complaints, _ = read_settings(data.decode("utf-8"))
                    self._notices.add(*complaints)
        except ValueError:
            self._notices.put_aside(path, "The settings could not be read")

    def remember(self, settings: Settings) -> None:
        """Use these settings, and save the changes for later sessions. Other settings stay as they are in the file."""
        before, self.settings = self.settings, settings
        if settings != before:
            self._write_settings(before)

    def _write_settings(self, before: Settings) -> None:
        """Write the changes since ``before``."""
        if self._kept is None:
            return
        path = self._kept.config / _SETTINGS
        with self._notices.complaining("The settings cannot be kept"), locked(path):
            on_disk = SettingsFile(self.settings)
            with suppress(ValueError):
                data = bytes_or_none(path)
                on_disk = read_settings(data.decode("utf-8")) if data is not None else on_disk
            text = with_changes(on_disk, self.settings.changes(before))
            write_whole(path, text.encode("utf-8", "backslashreplace"))
