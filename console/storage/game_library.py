"""The index of games, kept up to date with the user's saved games."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from console.storage.game_index import INDEX, DamagedIndex, GameIndex, IndexTrouble
from console.storage.notices import Notices, NotKept, not_kept
from engine.printable import printable

T = TypeVar("T")


class GameLibrary:
    """The ``index`` of all games that were ever looked through, and the folder ``games`` whose files belong in it."""

    def __init__(self, folder: Path, games: Path, notices: Notices) -> None:
        self._games = games
        self._notices = notices
        self.index = GameIndex(folder / INDEX)
        if self.index.notice:
            notices.add(self.index.notice)

    def has_unread_games(self) -> bool:
        """Return True if the index is not up to date. Raises NotKept."""
        return bool(self._ask(self._outdated))

    def read_games(self, progress: Callable[[str, int, int], None], stop: Callable[[], bool]) -> None:
        """Bring the index up to date. Raises NotKept.

        ``progress`` gets the name of the file, the bytes read of all files, and how many there are. ``stop`` returns
        True if the rest is to be read another time.
        """

        def read(index: GameIndex) -> None:
            for path, error in index.add_all(self._outdated(index), progress, stop):
                if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
                    self._notices.complain(f"The games of {printable(path.name)} cannot be read", error)

        self._ask(read)

    def _outdated(self, index: GameIndex) -> list[Path]:
        return index.outdated(sorted(path for path in self._games.glob("*.pdn") if path.is_file()))

    @not_kept("Games cannot be looked for")
    def _ask(self, act: Callable[[GameIndex], T]) -> T:
        """Return the result of an action with the index; repeat it if the index was damaged. Raises NotKept."""
        try:
            try:
                return act(self.index)
            except DamagedIndex as error:
                self._notices.add(str(error))
                return act(self.index)
        except IndexTrouble as error:
            raise NotKept(str(error)) from None
