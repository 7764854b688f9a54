"""The game itself: opened with the front end that fits where it is started."""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from console.cli.arguments import game_line, game_options
from console.cli.loading import end_loading

if TYPE_CHECKING:
    from console.dialogue.loop import Dialogue
    from console.game.modem import Modem
    from engine.pdn.record import GameRecord


def run(arguments: Sequence[str]) -> int:
    """Play. Raises OptionError, Answered."""
    return open_game(vars(game_line().parse_args(arguments)))


def open_game(
    given: Mapping[str, Any],
    record: "GameRecord | None" = None,
    ply: int | None = None,
    problem: str | None = None,
    modem: "Modem | None" = None,
) -> int:
    """Play by the options given and the settings, from a game on record, from a problem or over a line if so wished.

    Raises OptionError.
    """
    from dataclasses import replace
    from random import Random

    from console.storage.store import open_store

    store = open_store(at_terminal() or given.get("keep", False))
    usual = replace(store.settings.options(), at_terminal=at_terminal(), problem=problem, modem=modem)
    if record is not None:
        usual = replace(usual, rules=record.rules.name, jumping=record.jumping, record=record, ply=ply)
    options = game_options(given, usual)
    rng = Random(options.seed)
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
    """Whether somebody sits there: both standard input and output are terminals."""
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()


def full_screen_possible() -> bool:
    """Whether there is a terminal that can be painted; asked before anything that knows terminals is imported."""
    if not at_terminal():
        return False
    return os.name == "nt" or os.environ.get("TERM", "").casefold() not in ("", "dumb", "unknown")
