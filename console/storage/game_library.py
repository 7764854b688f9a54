"""The index of games, kept up to date with the user's saved games."""

from collections.abc import Callable
from pathlib import Path

from console.storage.game_index import INDEX, GameIndex
from console.storage.masters import UNPACKED, unpack
from console.storage.notices import Notices, not_kept
from console.storage.saved_games import PLAYED
from engine.printable import printable


class GameLibrary:
    """The ``index`` of the saved games, which are in the folder ``games``, and of other files that were added to it.

    ``masters`` is the file of the packaged games, which is unpacked and indexed too.
    """

    def __init__(self, folder: Path, games: Path, notices: Notices) -> None:
        self._games = games
        self._notices = notices
        self.masters = folder / UNPACKED
        with notices.complaining("The masters' games cannot be unpacked"):
            unpack(folder)
        self.index = GameIndex(folder / INDEX, last=self.masters)
        if self.index.notice:
            notices.add(self.index.notice)

    def has_unread_games(self) -> bool:
        """Return True if the index is not up to date. Raises NotKept."""
        return bool(self._outdated())

    @not_kept("Games cannot be searched")
    def read_games(self, progress: Callable[[str, int, int], None], stop: Callable[[], bool]) -> None:
        """Update the index. Raises NotKept.

        ``progress`` is called with the name of the current file, the bytes read so far, and the bytes of all files to
        read. If ``stop`` returns True, the rest is left for a later call.
        """
        for path, error in self.index.add_all(self._outdated(), progress, stop):
            if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
                self._notices.complain(f"The games of {printable(path.name)} cannot be read", error)

    @not_kept("Games cannot be searched")
    def _outdated(self) -> list[Path]:
        return self.index.outdated(
            path
            for path in (*sorted(self._games.glob("*.pdn")), self.masters)
            if path.is_file() and path.stem != PLAYED
        )
