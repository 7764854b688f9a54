"""Sittings at a table whose games are kept on the disk."""

import io
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random

from console.cli.composition import dialogue_of
from console.dialogue.loop import Dialogue
from console.game.hall_of_fame import Result
from console.game.options import Options
from console.plain.front_end import PlainFrontEnd
from console.plain.line_reader import LineReader
from console.storage.atomic_files import Folders
from console.storage.hall import stored
from console.storage.store import Store
from engine.game import Turn
from engine.pdn.reader import read_games
from engine.pdn.record import GameRecord
from support.conversation import Script, answer_after, converse

_OPENED: list[Store] = []
DAN_FIRST = Options(name="Dan", first=True, jumping="huff")
AGAIN = Options(default_name="Dan")
A_GAME = '[Black "Dan"] [White "Computer"] [BlackType "human"] [WhiteType "program"] [Level "5"] [GameId "a"]'
TEN_PLIES = "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24"
MOVES = ("11-15 23-19", "8-11 22-17", "9-13 17-14")


def disk(folder: Path, automatic: bool = True) -> Store:
    """Return a store in a folder of the test's own; each reading of its clock is a millisecond later."""
    ticks = count(1_700_000_000_250)
    store = Store(automatic, Folders(folder, folder), now=lambda: next(ticks) / 1000)
    store.player.owner = lambda: "Dan"
    _OPENED.append(store)
    return store


def in_memory() -> Store:
    """Return a store that keeps what Dan does in memory."""
    store = Store(False, None)
    store.player.owner = lambda: "Dan"
    return store


def release_all() -> None:
    """Release the locks of all stores, at the end of a test: each is an open file."""
    while _OPENED:
        _OPENED.pop().release()


def keep_results(folder: Path, *results: Result) -> None:
    """Store results."""
    disk(folder).player.change(*map(stored, results))


def names(folder: Path) -> list[str]:
    """Return the files in a folder, without locks and the files beside an open database."""
    return sorted(
        path.name for path in folder.iterdir() if path.is_file() and not path.name.endswith((".lock", "-wal", "-shm"))
    )


def record(text: str = "", tags: str = A_GAME) -> GameRecord:
    """Return a game of Dan's against the computer, by its moves."""
    games, problems = read_games(f"{tags}\n{text}")
    assert problems == []
    return games[0]


def hold(folder: Path, game: GameRecord) -> None:
    """Leave a game in progress behind."""
    store = disk(folder)
    store.in_progress.keep(game)
    store.in_progress.release()


def offered(folder: Path) -> GameRecord | None:
    """Return the game that the next start offers."""
    store = disk(folder)
    try:
        return next(iter(store.in_progress.find(lambda _: True)), None)
    finally:
        store.in_progress.release()


def turns_offered(folder: Path) -> tuple[Turn, ...]:
    """Return the turns of the game that the next start offers; none if it offers no game."""
    game = offered(folder)
    return () if game is None else tuple(game.turns)


def played_session(
    lines: Sequence[str],
    store: Store,
    options: Options = DAN_FIRST,
    opponent: Script | None = None,
) -> str:
    """Return the transcript of a session of play in which these lines were typed."""
    paper = converse(lines, options, opponent, store=store)
    if isinstance(store, Store):
        store.in_progress.release()
    return paper


def play_at_random(store: Store, rng: Random, lines: int) -> None:
    """Return a session of random moves and words, of a limited number of lines."""
    dialogue = dialogue_of(DAN_FIRST, rng, Script(), store)
    left = lines

    def typed() -> bytes:
        nonlocal left
        left -= 1
        if left < 0:
            return b""
        word = rng.choice(("", "", "", "", "", "undo", "redo", "hint", "level 3", "new", "draw"))
        return f"{word or _move(dialogue, rng)}\n".encode()

    PlainFrontEnd(dialogue, LineReader(typed, lambda: False), io.StringIO(), echo=False).run()


def _move(dialogue: Dialogue, rng: Random) -> str:
    """Return a legal move with the answer to the question that follows a single jump; Y where the game is over."""
    if dialogue.state.game.outcome is not None:
        return "Y"
    move = rng.choice(dialogue.state.game.legal_moves())
    return dialogue.state.naming.move(move) + answer_after(dialogue.state.game, move)
