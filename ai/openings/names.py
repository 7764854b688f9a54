"""The names of openings.

An opening is a position: every order of moves that reaches the position has its name. Each name has a published
``source``; other names are left out. The openings that are taught are in the file ``openings.txt``, what each side
wants in ``plans.txt``. A file named after a rule set has names only.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from engine.game import Game
from engine.geometry import BLACK
from engine.notation import read_move
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS, Rules


class Opening(NamedTuple):
    """An opening: its name, its moves, and where both were published."""

    name: str
    moves: str
    source: str


def _read(file: str) -> tuple[Opening, ...]:
    path = Path(__file__).with_name(file)
    lines = path.read_text("utf-8").splitlines() if path.is_file() else ()
    return tuple(Opening(*line.split(" | ")) for line in lines if not line.startswith("#"))


OPENINGS: Final = _read("openings.txt")
"""The openings of american checkers that are taught."""
LONGEST: Final = max(len(opening.moves.split()) for opening in OPENINGS)
"""The number of plies of the longest opening."""


def has_ballots(rules: Rules) -> bool:
    """Return True if the ballots of american suit a rule set: it begins in the same way, and its kings are short."""
    begins_alike = (rules.first, rules.size, rules.rows_of_men) == (BLACK, AMERICAN.size, AMERICAN.rows_of_men)
    return begins_alike and not (rules.kings_fly or rules.losing)


def files_of(rules: Rules) -> str:
    """Return the name of the files with the ballots and openings of a rule set. Losing games have none."""
    return "" if rules.losing else AMERICAN.files if has_ballots(rules) else rules.files


def opening_of(game: Game) -> str:
    """Return the name of the last position up to the current one that is an opening; empty if there is none."""
    names = named_positions(files_of(game.rules)) if game.start == Position.start(game.rules) else {}
    known = (names.get(game.position_at(ply)) for ply in range(min(game.ply, LONGEST), 0, -1))
    return next(filter(None, known), "")


def positions_of(moves: str, rules: Rules = AMERICAN) -> tuple[Position, ...]:
    """Return the position after each move from the start position. Raises ValueError for an illegal move."""
    game = Game(rules)
    for move in moves.split():
        game.play(read_move(move, game.routes()))
    return tuple(turn.after for turn in game.turns)


def openings_of(files: str) -> tuple[Opening, ...]:
    """Return the openings of the rule set with these files, those that are taught first."""
    return (*(OPENINGS if files == AMERICAN.files else ()), *_read(f"{files}.openings"))


@cache
def named_positions(files: str) -> dict[Position, str]:
    """Return the names of the openings of the rule set with these files, by position."""
    return {positions_of(opening.moves, RULE_SETS[files])[-1]: opening.name for opening in openings_of(files)}


@cache
def plans() -> dict[str, tuple[str, str]]:
    """Return what Black and what White want in each opening, by its name. Squares and moves are in braces."""
    lines = Path(__file__).with_name("plans.txt").read_text("utf-8").splitlines()
    fields = (line.split(" | ") for line in lines if not line.startswith("#"))
    return {name: (black, white) for name, black, white in fields}


def has_plans(rules: Rules) -> bool:
    """Return True if the plans are true under a rule set: it begins as american does, and its men jump alike."""
    return has_ballots(rules) and not (rules.men_capture_back or rules.choice)
