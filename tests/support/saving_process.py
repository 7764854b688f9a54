"""A process that saves games beside others. It imports little, so that it starts soon."""

import sys
from multiprocessing.synchronize import Barrier
from pathlib import Path

from console.storage.atomic_files import Folders
from console.storage.store import Store
from engine.pdn.reader import read_games
from support.stored_games import TEN_PLIES

GAME = '[Black "Dan"] [White "Computer"] [BlackType "human"] [WhiteType "program"] [Level "5"] [GameId "%s"]'


def save_games(folder: Path, writer: int, games: int, ready: Barrier) -> None:
    """Save games under one name and count their results; exit with the number of notices."""
    ready.wait()
    store = Store(True, Folders(folder, folder))
    for number in range(games):
        game = read_games(f"{GAME % f'{writer}-{number}'} {TEN_PLIES} 1-0")[0][0]
        store.saved.save("lunch", game)
        store.finish(game)
    sys.exit(len(store.notices.take()))
