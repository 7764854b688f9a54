"""Start the game, in full screen or with the plain front end."""

import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from console.cli.arguments import game_options
from console.cli.loading import end_loading
from console.terminal.standard_streams import is_dumb, is_old_console

if TYPE_CHECKING:
    from console.dialogue.loop import Dialogue

OLD_CONSOLE: Final = "This console knows no colors, so I play in plain lines; Windows Terminal gets the whole board."


def run(asked: Namespace) -> int:
    """Start the game. Raises OptionError."""
    return open_game(vars(asked))


def open_game(given: Mapping[str, Any], **beginning: Any) -> int:
    """Start the game with the given options and the settings; return the exit status. Raises OptionError.

    ``beginning`` are fields of ``Options`` that the command sets itself: the record to continue, with its ply and
    rules, the first task or the remote game.
    """
    from dataclasses import replace
    from random import Random

    from console.storage.store import PIPED, open_store

    store = open_store(at_terminal() or bool(given.get("keep")))
    if store.saves_games and not (at_terminal() or given.get("keep") or given.get("name")):
        store.complain(PIPED)
    rules = beginning.get("rules") or given.get("rules") or store.rules_of_settings()
    options = game_options(given, replace(store.settings.options(rules), at_terminal=at_terminal(), **beginning))
    rng = Random(options.seed)
    if at_terminal() and is_old_console() and not options.plain:
        store.complain(OLD_CONSOLE)
    if options.plain or not full_screen_possible():
        from console.plain.front_end import play
    else:
        from console.screens.run import play
    end_loading()

    def make_dialogue() -> "Dialogue":
        from console.cli.composition import dialogue_of

        return dialogue_of(options, rng, store=store)

    return play(options, make_dialogue, store)


def at_terminal() -> bool:
    """Return True if standard input and output are terminals."""
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()


def full_screen_possible() -> bool:
    """Return True if the terminal supports the full screen."""
    return at_terminal() and not is_dumb()
