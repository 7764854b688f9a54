"""The store of the data that is kept between sessions. Each kind of data has its own part of the store.

If a file cannot be read or written, the game continues, and the player gets a notice, once. Only commands of the player
such as "save" raise NotKept.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from console.game.player_tags import IDENTITY, LINE, is_owner, owners
from console.storage.atomic_files import Folders, NoFolder, user_folders
from console.storage.game_in_progress import GameInProgress
from console.storage.notices import Notices, NotKept
from console.storage.player_data import PlayerData
from console.storage.settings import Settings, change_settings, load_settings
from engine.geometry import SIDE_NAMES
from engine.pdn.record import GameRecord
from engine.pdn.tree import NO_MOVES
from engine.rules import AMERICAN, Rules, rules_named

if TYPE_CHECKING:
    from console.game.hall_of_fame import RatingChange, Result
    from console.storage.game_library import GameLibrary
    from console.storage.hall import Hall
    from console.storage.rules_folder import RulesFolder
    from console.storage.saved_games import SavedGames

_GAMES: Final = "games"
_NO_STORE: Final = "Nothing is saved in this session."
PIPED: Final = "In a pipe only the games that you save are kept; --keep keeps the rest, too."


def open_store(automatic: bool) -> "Store":
    """Return the user's store. If the user has no folder, nothing is saved, and a notice has the reason."""
    try:
        return Store(automatic, user_folders())
    except NoFolder as error:
        return Store(automatic, None, f"Nothing is saved: {error}")


@dataclass(eq=False)
class Store:
    """The settings, and the parts of the store for games, results and user files.

    ``automatic`` is False in a pipe. Then games are only saved, loaded and listed by name: there is no game in
    progress, no result counts, and the settings are the defaults. ``has_finished_game``: a game was finished in
    this session of play; always False if results are not kept.

    ``where`` is None if the user has no folders. Then nothing is saved, and ``saved``, ``keep``, ``hall`` and
    ``library`` raise NotKept with ``reason``. ``now`` returns the time in seconds.
    """

    automatic: bool
    where: Folders | None
    reason: str = _NO_STORE
    now: Callable[[], float] = time.time

    def __post_init__(self) -> None:
        self._kept = self.where if self.automatic else None
        self.records_results = self._kept is not None
        self.notices = Notices()
        data, config = self._kept or (None, None)
        if self.automatic and self.where is None:
            self.notices.add(self.reason)
        self.has_finished_game = False
        self.in_progress = GameInProgress(data, self.notices, self._save_moves, self._save_study)
        self._config = config
        self._unwritten: dict[str, Any] = {}  # the changes of settings that could not be written yet
        self._moves: list[GameRecord] = []  # what could not be added to the moves played yet
        self.settings = Settings() if config is None else load_settings(config, self.notices)
        self.player = PlayerData(data, self.notices, owner=lambda: self.settings.name)

    @property
    def saves_games(self) -> bool:
        """True if the player can save games by name."""
        return self.where is not None

    @property
    def _folders(self) -> Folders:
        """The folders. Raises NotKept if there are none."""
        if self.where is None:
            raise NotKept(self.reason)
        return self.where

    @property
    def saved(self) -> "SavedGames":
        """The games saved by name. Raises NotKept."""
        from console.storage.saved_games import SavedGames

        return SavedGames(self._folders.data / _GAMES, self.notices, self.player.me)

    @cached_property
    def rules(self) -> "RulesFolder":
        """The house rules of the user. Without folders there are none."""
        from console.storage.rules_folder import RULES_FOLDER, RulesFolder

        return RulesFolder(self.where and self.where.data / RULES_FOLDER)

    def rules_of_settings(self) -> Rules:
        """Return the rules of the settings. If there are none with this name, return the default and add a notice."""
        name = self.settings.rules
        try:
            rules = rules_named(name) or self.rules.get(name)
        except NotKept as error:
            self.notices.add(f"{error} We play {AMERICAN.name}.")
            return AMERICAN
        if rules is None:
            self.notices.add(f"The house rules {name}, which you played last, are gone: we play {AMERICAN.name}.")
        return rules or AMERICAN

    def keep(self, kind: str, suffix: str, content: str | bytes) -> Path:
        """Save a keepsake, such as a ``postcard``, and return its path. Raises NotKept."""
        from console.storage.keepsakes import put

        return put(self._folders.data / f"{kind}s", kind, suffix, content)

    @cached_property
    def library(self) -> "GameLibrary":
        """The index of games. Raises NotKept."""
        folder = self._folders.data
        try:
            from console.storage.game_library import GameLibrary
        except ModuleNotFoundError:
            raise NotKept("Games cannot be searched: this Python has no sqlite3 module.") from None
        return GameLibrary(folder, folder / _GAMES, self.notices)

    @cached_property
    def hall(self) -> "Hall":
        """The hall of fame. Raises NotKept."""
        from console.storage.hall import Hall

        folder = self._folders.data
        return Hall(self.player if self._kept is not None else PlayerData(folder, self.notices, writes=False))

    def complain(self, *sentences: str) -> None:
        """Add notices about errors, except those that were added before."""
        for sentence in sentences:
            self.notices.add_once(sentence, sentence)

    # Games

    def results(self, name: str, rules: str | None = None) -> "list[Result]":
        """Return the results of a player, also those under one rule set only.

        Raises NotKept, also if results are not kept in this session of play.
        """
        if self._kept is None:
            raise NotKept(PIPED if self.saves_games else self.reason)
        return self.hall.results(name, rules)

    def new_tags(self) -> dict[str, str]:
        """Return the tags of a game that begins now. Return no tags if games cannot be saved."""
        if self.where is None:
            return {}
        now = self.now()
        moment = time.localtime(now)
        return {
            "Event": "EGA Checkers",
            "Date": time.strftime("%Y.%m.%d", moment),
            "Time": time.strftime("%H:%M:%S", moment),
            IDENTITY: f"{time.strftime('%Y%m%d-%H%M%S', moment)}-{round(now * 1e6) % 10**6:06}",
        }

    def finish(self, record: GameRecord) -> None:
        """Save a finished game, add its result to the hall of fame, and delete the game in progress."""
        self._save_moves(record)
        self.hall.count(record)
        self.has_finished_game = True
        self.in_progress.keep(record)

    def unfinished(self, name: str, is_remote: bool = False) -> list[GameRecord]:
        """Return the unfinished games of a player that no running program plays, the latest first.

        They are remote games, or games at this board. A game whose result is stored is deleted: the program was killed
        between the two steps of ``finish``. It is returned if it is helped, because the player has gone on after its
        end.
        """

        def is_wanted(record: GameRecord) -> bool:
            return is_owner(record, name) and (record.tag(LINE) in SIDE_NAMES) == is_remote

        def is_over(record: GameRecord) -> bool:
            return not record.tag("Helped", "") and self.hall.has_end_of(record)

        found = self.in_progress.find(is_wanted)
        for record in filter(is_over, found):
            self.in_progress.drop(record)
        return [record for record in found if not is_over(record)]

    @property
    def others_with_games(self) -> list[str]:
        """The names of the other players with unfinished games at this board that ``unfinished`` has seen."""
        at_board = (record for record in self.in_progress.others if record.tag(LINE) not in SIDE_NAMES)
        return sorted({owner for record in at_board for owner in owners(record)})

    def _keep_none(self, record: GameRecord) -> None:
        """Delete the game in progress and its match. ``record`` is the game, saved elsewhere."""
        self.in_progress.keep(replace(record, tags=(), line=NO_MOVES), record)

    def _save_moves(self, record: GameRecord) -> None:
        """Save a game that is over, or moves that were taken back."""
        self._moves.append(record)
        self._put_moves()

    def _put_moves(self) -> None:
        """Save the games that wait for it, until one of them cannot be saved."""
        from console.storage.saved_games import PLAYED

        while self._moves and self._put(PLAYED, self._moves[0], "The moves played cannot be saved") is not None:
            del self._moves[0]

    def _save_study(self, record: GameRecord) -> bool:
        """Save a study that a killed program left among the unfinished games. Return True if it is saved."""
        from console.storage.saved_games import UNFINISHED

        words = self._put(UNFINISHED, record, "The study that was left cannot be saved")
        if words is not None:
            self.notices.add(f'What you wrote in the study is saved: "study {words}" picks it up again.')
        return words is not None

    def _put(self, name: str, record: GameRecord, problem: str) -> str | None:
        """Save a game under a name; return the argument of ``load``. After an error, add a notice and return None."""
        with self.notices.complaining(problem):
            try:
                return self.saved.put(name, record)
            except NotKept as error:
                self.notices.add_once(name, str(error))
        return None

    def rating_change(self, record: GameRecord) -> "RatingChange | None":
        """Return the change of the rating by a finished game, or None if its result did not count."""
        return self.hall.rating_change(record) if self._kept is not None else None

    def abandon(self, record: GameRecord) -> str | None:
        """Save an unfinished game that the player leaves. Return the argument of ``load``, or None if not saved."""
        if self._kept is None or not record.turns or record.outcome is not None:
            return None
        from console.storage.saved_games import UNFINISHED

        words = self._put(UNFINISHED, record, "The game you leave cannot be saved")
        if words is not None:
            self._keep_none(record)
        return words

    def remember(self, settings: Settings) -> None:
        """Use new settings, and write those that have changed. Another program may have written the others."""
        self._unwritten |= settings.changes(self.settings)
        self.settings = settings
        if self._unwritten and self._config is not None:
            with self.notices.complaining("The settings cannot be saved"):
                change_settings(self._config, self._unwritten, self.notices)
                self._unwritten = {}

    def release(self) -> None:
        """Save what could not be saved before. Release the game in progress and close the database."""
        self.remember(self.settings)
        self._put_moves()
        self.in_progress.release()
        self.player.close()
