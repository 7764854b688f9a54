"""Everything that is kept for the next session of play, each kind of data by a part of its own.

The store never fails the player: what cannot be written becomes a notice, once, and the game goes on.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from console.game.player_tags import IDENTITY
from console.storage.atomic_files import Folders, NoFolder, sweep, user_folders
from console.storage.game_in_progress import GameInProgress
from console.storage.notices import Notices, NotKept
from console.storage.settings import SETTINGS_FILE, Settings, with_changes
from console.storage.user_file import UserFiles
from engine.pdn.record import GameRecord
from engine.pdn.tree import NO_MOVES

if TYPE_CHECKING:
    from console.game.hall_of_fame import RatingChange
    from console.storage.game_library import GameLibrary
    from console.storage.hall import Hall
    from console.storage.postcards import Postcards
    from console.storage.saved_games import SavedGames

_GAMES: Final = "games"
_POSTCARDS: Final = "postcards"
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
        data, config = self._kept or (None, None)
        if data is not None and config is not None:
            for each in {data, data / _GAMES, config}:
                sweep(each)
        elif automatic:
            self._notices.add(reason)
        self.in_progress = GameInProgress(data, self._notices)
        self.files = UserFiles(data, self._notices)
        self._config = UserFiles(config, self._notices)
        self.settings, complaints, _ = self._config.read(SETTINGS_FILE)
        self._notices.add(*complaints)

    @property
    def _folders(self) -> Folders:
        """The folders. Raises NotKept if there are none."""
        if self._where is None:
            raise NotKept(self._reason)
        return self._where

    @property
    def saved(self) -> "SavedGames":
        """The games saved by name. Raises NotKept."""
        from console.storage.saved_games import SavedGames

        return SavedGames(self._folders.data / _GAMES, self._notices)

    @property
    def postcards(self) -> "Postcards":
        """The postcards. Raises NotKept."""
        from console.storage.postcards import Postcards

        return Postcards(self._folders.data / _POSTCARDS)

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
        from console.storage.saved_games import UNFINISHED

        words = None
        with self._notices.complaining("The game you leave cannot be saved"):
            try:
                words = self.saved.put(UNFINISHED, record)
            except NotKept as error:
                self._notices.add(str(error))
            else:
                self.in_progress.keep(replace(record, line=NO_MOVES))
        return words

    def remember(self, settings: Settings) -> None:
        """Use these settings, and save the changes for later sessions. Other settings stay as they are in the file."""
        changes = settings.changes(self.settings)
        self.settings = settings
        if changes:
            self._config.change(SETTINGS_FILE, lambda file: with_changes(file, changes))
