"""Thousands of random events on the title, the game and every screen that it opens."""

from pathlib import Path
from random import Random

import pytest
from support.conversation import Script, options
from support.monkey import Monkey

from console.cli.composition import dialogue_of
from console.screens.play.screen import PlayScreen
from console.screens.title import Title
from console.storage.atomic_files import Folders
from console.storage.settings import Settings
from console.storage.store import Store
from console.terminal.screen_stack import App

LINES = ["c3 d4", "moves", "hint", "undo", "redo", "flip", "two", "one", "demo", "turn", "clock 1+1", "think", "reset"]
LINES += ["go 3", "fen", "setup", "review", "rules", "new russian", "new international", "save a", "load a", "games"]
LINES += ["fame", "level 3", "draw", "resign", "new", "y", "n", "11-15", "menu", "fen B:W15,22,32:B11,1", "?"]
LINES += ["Zed", "season", "9", "course", "course off", "level 9"]
LINES += ["explore", "explore off", "problem", "problem off", "learn", "storm", "guess", "guess off", "study", "find"]
LINES += ["record", "postcard", "house", "theme", "help", "board", "where", "proof", "go 0", "quit", "swap", "ballot"]


def play_at_random(seed: int, events: int, where: Path) -> None:
    """Play sessions one after another until a number of events is used up."""
    rng = Random(seed)
    display = Monkey(rng, events, LINES)

    def play_once() -> None:
        disk = Store(automatic=True, where=Folders(where, where))
        chosen = options(name=None, first=None, level=1, at_terminal=seed % 4 > 1)
        dialogue = dialogue_of(chosen, rng, Script(agrees=bool(seed % 2)), disk)
        play = PlayScreen(dialogue, display, Settings(animation=seed < 2), disk)
        App(display, Title(lambda: play)).run()
        play.close()
        disk.in_progress.release()

    while display.left > 0:
        play_once()


@pytest.mark.parametrize("seed", range(4))
def test_survives_random_events(seed: int, tmp_path: Path) -> None:
    play_at_random(seed, 80, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 8))
def test_survives_many_random_events(seed: int, tmp_path: Path) -> None:
    play_at_random(seed, 20_000, tmp_path)
