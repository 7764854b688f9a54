"""The conversation's access to stored data: the game in progress, saved games, settings and the hall of fame."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from console.dialogue.messages import Prepare, Say, ShowFame, ShowGames, Steps
from console.dialogue.state import State
from console.game.engine_choice import settings_of
from console.storage.hall_of_fame import RatingChange, with_founders
from console.storage.notices import NotKept
from console.storage.saved_games import UNFINISHED, SavedGame
from console.storage.settings import Settings
from console.storage.store import Store
from console.storage.user_file import UserFile
from console.text import sentences
from engine.pdn.record import GameRecord

if TYPE_CHECKING:
    from console.storage.game_index import GameIndex
    from console.storage.game_library import GameLibrary

T = TypeVar("T")

ANNOTATED = "--annotated"


class _Reading:
    """Reads the user's files of games into the index, on any thread."""

    def __init__(self, library: "GameLibrary") -> None:
        self._library = library
        self._progress = ""
        self.trouble = ""
        self.stopped = False

    def work(self, stop: Callable[[], bool]) -> None:
        """Read until done or until ``stop`` returns True."""
        try:
            self._library.read_games(self._hear, stop)
            self.stopped = stop()
        except NotKept as error:
            self.trouble = str(error)

    def _hear(self, name: str, done: int, total: int) -> None:
        self._progress = sentences.percent_read(name, done, total)

    def progress(self) -> str:
        """Return the message that says how far it is."""
        return self._progress


class Archive:
    """The store as the conversation uses it: it says what was done, and why something cannot be done."""

    def __init__(self, state: State, store: Store) -> None:
        self._state = state
        self._store = store

    # Settings

    def remember(self, change: Callable[[Settings], Settings]) -> None:
        """Change the settings for this and later sessions of play."""
        self._store.remember(change(self._store.settings))

    def engines(self) -> list[tuple[str, dict[str, str]]]:
        """Return the engines that played before, the latest first: command, and the parameters that were set."""
        return [(engine[0], settings_of(engine)) for engine in self._store.settings.engines]

    # The game in progress

    def new_tags(self) -> dict[str, str]:
        """Return the tags of a game that begins now."""
        return self._store.new_tags()

    def unfinished(self) -> GameRecord | None:
        """Return the game that was in progress when the last session ended, or None."""
        return self._store.in_progress.unfinished()

    def keep(self) -> None:
        """Save the game in progress, or count its result if it is over. Does nothing if the activity is not kept."""
        if not self._state.activity.is_kept:
            return
        record = self._state.activity.record()
        if record.outcome is None:
            self._store.in_progress.keep(record)
        else:
            self._store.finish(record)

    def holds(self) -> bool:
        """Return True if the game on the table is saved for the next start."""
        return self._store.in_progress.is_kept and not self._state.table.is_demo

    def rating_change(self) -> RatingChange | None:
        """Return the change of the player's rating by the finished game, or None if it did not count."""
        if not self._state.activity.is_kept:
            return None
        return self._store.rating_change(self._state.activity.record())

    def record_by_level(self) -> dict[int, tuple[int, int, int]]:
        """Return the player's wins, draws and losses by level under the rules on the table; empty without a store."""
        state = self._state
        try:
            hall = self._store.hall.standings()
        except NotKept:
            return {}
        key = state.table.names[state.table.home], state.table.rules.name
        return {
            level: (won, drawn, lost)
            for row in hall
            if (row.name, row.rules) == key
            for level, won, drawn, lost in row.by_level
        }

    def is_new(self, name: str) -> bool:
        """Return True if no settings or results are stored under a name; False if nothing is kept at all."""
        try:
            hall = self._store.hall.standings()
            return name != self._store.settings.name and all(row.name != name for row in hall)
        except NotKept:
            return False

    def leave(self, record: GameRecord) -> Steps[None]:
        """Leave a game, finished or not, for another; say under which name it is kept."""
        name = self._store.abandon(record)
        yield from self.notices()
        if name is not None:
            yield Say(sentences.kept_as(name))

    def notices(self) -> Steps[None]:
        """Say the notices of the store."""
        for notice in self._store.notices():
            yield Say(notice)

    # Files of features

    def read_file(self, file: UserFile[T]) -> T:
        """Return the value of a user file."""
        return self._store.files.read(file)

    def change_file(self, file: UserFile[T], change: Callable[[T], T]) -> T:
        """Change the value of a user file, and return the new value."""
        return self._store.files.change(file, change)

    # Saved games and the hall of fame

    def save(self, name: str) -> Steps[bool]:
        """Save the game under a name; return True if it was saved.

        ``--annotated`` after the name adds the mistakes that a review has found as comments.
        """
        from console.text.findings import with_findings

        words, _, last = name.rpartition(" ")
        with_review = last == ANNOTATED
        name = words.strip() if with_review else name
        done = False
        mistakes = self._state.table.mistakes if with_review else ()
        if mistakes is None:
            yield Say(sentences.REVIEW_FIRST)
        elif (yield from self.has_something_to_save()):
            try:
                self._store.saved.save(name, with_findings(self._state.activity.record(), mistakes))
                done = True
                self._state.activity.saved()
                yield Say(sentences.saved(name))
            except NotKept as error:
                yield Say(str(error))
        yield from self.notices()
        return done

    def has_something_to_save(self) -> Steps[bool]:
        """Return True if there is a game to save and a folder for it; otherwise say which is missing."""
        try:
            _ = self._store.saved
        except NotKept as error:
            yield Say(str(error))
            return False
        if not self._state.activity.record().turns:
            yield Say(sentences.NOTHING_TO_SAVE)
            return False
        return True

    def load(self, words: str) -> Steps[GameRecord | None]:
        """Return the saved game that ``words`` name, or say the error and return None."""
        try:
            return self._store.saved.load(words)
        except NotKept as error:
            yield Say(str(error))
            return None

    def show_games(self) -> Steps[bool]:
        """Show the saved games; return True if there are any."""
        games: tuple[SavedGame, ...] = ()
        try:
            games = tuple(self._store.saved.listed())
            yield ShowGames(games)
        except NotKept as error:
            yield Say(str(error))
        yield from self.notices()
        return bool(games)

    def library(self) -> "Steps[GameIndex | None]":
        """Return the index of games, brought up to date; or say the error and return None."""
        try:
            library = self._store.library
            if library.has_unread_games():
                reading = _Reading(library)
                yield Prepare(sentences.READING_GAMES, reading.work, reading.progress)
                if reading.trouble:
                    yield Say(reading.trouble)
                elif reading.stopped:
                    yield Say(sentences.READ_SO_FAR)
        except NotKept as error:
            yield Say(str(error))
            return None
        yield from self.notices()
        return library.index

    def ask_library(self, question: "Callable[[GameIndex], T]") -> "Steps[T | None]":
        """Return the answer of the index of games to a question, or say the error and return None."""
        from console.storage.game_index import IndexTrouble

        library = yield from self.library()
        if library is not None:
            try:
                return question(library)
            except IndexTrouble as error:
                yield Say(str(error))
        return None

    def save_left(self, record: GameRecord) -> str:
        """Save a record beside the unfinished games; return its name. Raises NotKept."""
        self._store.saved.save(UNFINISHED, record)
        return UNFINISHED

    def show_fame(self) -> Steps[None]:
        """Show the hall of fame."""
        try:
            yield ShowFame(tuple(with_founders(self._store.hall.standings())))
        except NotKept as error:
            yield Say(str(error))
        yield from self.notices()
