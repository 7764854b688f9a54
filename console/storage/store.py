"""What the conversation keeps beyond its end, as a table of calls; who answers them decides where."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from console.storage.saved_games import SavedGame
from console.storage.settings import Settings
from console.storage.user_file import UserFile
from engine.pdn.record import GameRecord

if TYPE_CHECKING:
    from console.storage.game_index import GameIndex
    from console.storage.hall_of_fame import Progress, Standing

T = TypeVar("T")


class NotKept(ValueError):
    """Something asked for that cannot be kept or found, in one sentence."""


class Store(Protocol):
    """Keeps the game in progress, saved games, settings and results. Only what says so raises NotKept."""

    settings: Settings

    @property
    def holds(self) -> bool:
        """Whether a game in progress is held for the next start."""

    def notices(self) -> list[str]:
        """What is to be told since the last call, as that nothing can be written; each thing once."""

    def begin(self) -> dict[str, str]:
        """The tags of a game that begins now."""

    def unfinished(self) -> GameRecord | None:
        """The game to go on with."""

    def keep(self, record: GameRecord) -> None:
        """Hold the game in progress as it is now."""

    def finish(self, record: GameRecord) -> None:
        """The game is over: it is no longer in progress, and counts."""

    def progress(self, record: GameRecord) -> "Progress | None":
        """What a game that was finished has done to the rating; None where it did not count as it stands."""

    def abandon(self, record: GameRecord) -> str | None:
        """The player leaves an unfinished game for another; the words that load it, None if it is not saved."""

    def save(self, name: str, record: GameRecord) -> None:
        """Save a game by name. Raises NotKept."""

    def load(self, words: str) -> GameRecord:
        """The game of a name, or of a name and its number there. Raises NotKept."""

    def games(self) -> list[SavedGame]:
        """The saved games, the newest first. Raises NotKept."""

    def library(self) -> "GameIndex":
        """The index of all games that were ever looked through. Raises NotKept."""

    def has_unread_games(self) -> bool:
        """Whether there are files of games that are not in the index as they are now. Raises NotKept."""

    def read_games(self, told: Callable[[str, int, int], None], stop: Callable[[], bool]) -> None:
        """Have the games of such files in the index, and forget those of files that are gone. Raises NotKept.

        ``told`` hears of the file, the bytes read of all of them, and how many there are; ``stop`` is asked whether the
        rest is to wait for another time.
        """

    def remember(self, settings: Settings) -> None:
        """Have these settings in this run; what is new in them is kept for later ones."""

    def hall(self) -> "list[Standing]":
        """The hall of fame, the best first. Raises NotKept."""

    def read_file(self, file: UserFile[T]) -> T:
        """Return the value of a user file."""

    def change_file(self, file: UserFile[T], change: Callable[[T], T]) -> T:
        """Change the value of a user file as it is now, and return the new value."""


class NothingKept:
    """A store that keeps nothing beyond the end of the program, because of ``reason``.

    It says so where something is asked for; if ``telling``, once of its own accord too.
    """

    def __init__(self, reason: str, telling: bool) -> None:
        self.settings = Settings()
        self._files: dict[str, Any] = {}
        self._sentence = f"Nothing is kept: {reason}"
        self._notices = [self._sentence] if telling else []

    @property
    def holds(self) -> bool:
        """Never."""
        return False

    def notices(self) -> list[str]:
        """The reason, once."""
        notices, self._notices = self._notices, []
        return notices

    def begin(self) -> dict[str, str]:
        """No tags: nobody will have to know the game again."""
        return {}

    def unfinished(self) -> GameRecord | None:
        """None."""
        return None

    def keep(self, record: GameRecord) -> None:
        """Nothing is held."""

    def finish(self, record: GameRecord) -> None:
        """Nothing counts."""

    def progress(self, record: GameRecord) -> "Progress | None":
        """None: it did not count."""
        return None

    def abandon(self, record: GameRecord) -> str | None:
        """None: it is not saved."""
        return None

    def save(self, name: str, record: GameRecord) -> None:
        """Raises NotKept."""
        raise NotKept(self._sentence)

    def load(self, words: str) -> GameRecord:
        """Raises NotKept."""
        raise NotKept(self._sentence)

    def games(self) -> list[SavedGame]:
        """Raises NotKept."""
        raise NotKept(self._sentence)

    def library(self) -> "GameIndex":
        """Raises NotKept."""
        raise NotKept(self._sentence)

    def has_unread_games(self) -> bool:
        """No."""
        return False

    def read_games(self, told: Callable[[str, int, int], None], stop: Callable[[], bool]) -> None:
        """None are read."""

    def remember(self, settings: Settings) -> None:
        """Have these settings in this run."""
        self.settings = settings

    def hall(self) -> "list[Standing]":
        """Raises NotKept."""
        raise NotKept(self._sentence)

    def read_file(self, file: UserFile[T]) -> T:
        """Return the value that the file has in this run."""
        found: T = self._files.get(file.name, file.new)
        return found

    def change_file(self, file: UserFile[T], change: Callable[[T], T]) -> T:
        """Change the value that the file has in this run, and return the new value."""
        changed = self._files[file.name] = change(self.read_file(file))
        return changed
