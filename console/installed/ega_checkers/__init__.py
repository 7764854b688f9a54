"""EGA Checkers as a library: fifteen rule sets, their notations, endgame tables and an engine.

Stable until the next major version are the names in ``__all__`` and what their docstrings promise; the packages
``ega_checkers.engine``, ``ega_checkers.ai`` and ``ega_checkers.console`` may change with any version.

Nothing is loaded before it is used. LIBRARY.md shows examples.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.game import IllegalMove, Outcome, Reason
    from engine.geometry import BLACK, WHITE
    from engine.notation import AmbiguousMove, UnreadableMove
    from engine.rules import RULE_SETS

    from . import pdn, tables
    from .board import Board, Move, perft
    from .players import Engine, Limit, Line

    __version__: str

__all__ = ["Board", "Engine", "Limit", "Line", "Move", "__version__", "pdn", "perft", "tables"]
# The types and values of the rules in their arguments and results.
__all__ += ["BLACK", "RULE_SETS", "WHITE", "AmbiguousMove", "IllegalMove", "Outcome", "Reason", "UnreadableMove"]

_HOMES = {"Engine": "players", "Limit": "players", "Line": "players", "pdn": "", "tables": ""}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    if name == "__version__":
        return import_module("importlib.metadata").version("ega-checkers")
    home = _HOMES.get(name, "board")
    return getattr(import_module(f".{home}", __name__), name) if home else import_module(f".{name}", __name__)


def __dir__() -> list[str]:
    return sorted(__all__)
