"""The full-screen front end: it shows the title, runs the game, and restores the terminal."""

from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

from console.game.options import Options

if TYPE_CHECKING:
    from console.dialogue.loop import Dialogue
    from console.game.naming import SquareStyle
    from console.storage.store import Store
    from console.terminal.events import Event
    from console.terminal.screen_stack import Screen


def play(options: Options, make_dialogue: "Callable[[], Dialogue]", store: "Store") -> int:
    """Play until the player leaves. Restore the terminal, print the farewell, and return the exit status.

    After Ctrl-C or another signal, the farewell is printed too, and the exception raised.
    """
    from dataclasses import replace
    from shutil import get_terminal_size
    from textwrap import fill

    from console.screens.play.display_settings import settings_for, usable_theme
    from console.terminal.screen_stack import App, Screen
    from console.terminal.standard_streams import OutputLost, discard_output, tell
    from console.terminal.terminal import Terminal

    settings, theme = usable_theme(settings_for(options, store.settings), store)
    if options.ascii:
        store.remember(replace(store.settings, glyphs=settings.glyphs))

    # The title is shown before the rest of the game is imported.
    dialogue = cache(make_dialogue)

    def open_board() -> Screen[None]:
        from console.screens.play.screen import PlayScreen

        return PlayScreen(dialogue(), terminal, settings, store, _exit_screen, highlights=True)

    def title() -> Screen[None]:
        from console.screens.title import Title

        parting = _exit_screen if settings.exit_screen else None
        return Title(open_board, parting, partial(_attract, Random(options.seed), settings.squares), settings.animation)

    status = 0
    end: KeyboardInterrupt | SystemExit | None = None
    try:
        with Terminal(theme, settings.mouse) as terminal:
            settings = replace(settings, animation=settings.animation and not terminal.is_slow)
            answered = options.name is not None and options.first is not None
            skips_title = bool(options.task) or options.modem is not None or options.players == "demo"
            status = App(terminal, open_board() if answered or skips_title else title()).run()
    except (KeyboardInterrupt, SystemExit) as signalled:
        end = signalled
    try:
        tell(fill(dialogue().farewell(), get_terminal_size().columns - 1))
    except OutputLost:  # after a hang-up there is no terminal to write to
        discard_output()
    if end is not None:
        raise end
    return status


def _exit_screen() -> "Screen[None]":
    from console.screens.exit_screen import ExitScreen

    return ExitScreen()


def _attract(rng: Random, squares: "SquareStyle | None") -> "Screen[Event] | None":
    """Return the attract mode with a master's game, or None if the games cannot be read."""
    from console.game.naming import Naming
    from console.screens.attract import Attract
    from console.storage.masters import texts
    from engine.geometry import BLACK
    from engine.pdn.reader import read_games

    try:
        game = read_games(rng.choice(texts()))[0][0]
    except (OSError, IndexError):
        return None
    return Attract(game, Naming.of(game.rules, BLACK, squares))
