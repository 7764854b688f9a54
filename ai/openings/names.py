"""The names of openings in american checkers, and the numbers of the three-move ballots.

An opening is a position: every order of moves that reaches the position has its name. Each name has a published
``source``; other names are left out. The openings are in the file ``openings.txt``, what each side wants in
``plans.txt``.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ai.openings.ballots import BALLOTS, has_ballots
from engine.game import Game
from engine.notation import read_move
from engine.position import Position
from engine.rules import AMERICAN, Rules


class Opening(NamedTuple):
    """An opening: its name, its moves, and where both were published."""

    name: str
    moves: str
    source: str


_LINES: Final = Path(__file__).with_name("openings.txt").read_text("utf-8").splitlines()
OPENINGS: Final = tuple(Opening(*line.split(" | ")) for line in _LINES if not line.startswith("#"))
LONGEST: Final = max(len(opening.moves.split()) for opening in OPENINGS)
"""The number of plies of the longest opening."""


def opening_of(game: Game) -> str:
    """Return the name of the last position up to the current one that is an opening; empty if there is none."""
    if game.start != Position.start(game.rules) or not has_ballots(game.rules):
        return ""
    names = named_positions()
    known = (names.get(game.position_at(ply)) for ply in range(min(game.ply, LONGEST), 0, -1))
    return next(filter(None, known), "")


def ballot_of(game: Game) -> int | None:
    """Return the number, from 1, of the ballot whose moves begin a game, or None if there is none."""
    if game.ply < 3 or game.start != Position.start(game.rules) or not has_ballots(game.rules):
        return None
    return _ballots().get(tuple(game.position_at(ply) for ply in (1, 2, 3)))


def positions_of(moves: str) -> tuple[Position, ...]:
    """Return the position after each move from the start position. Raises ValueError for an illegal move."""
    game = Game(AMERICAN)
    for move in moves.split():
        game.play(read_move(move, game.routes()))
    return tuple(turn.after for turn in game.turns)


@cache
def named_positions() -> dict[Position, str]:
    """Return the names of all openings by position."""
    return {positions_of(opening.moves)[-1]: opening.name for opening in OPENINGS}


@cache
def plans() -> dict[str, tuple[str, str]]:
    """Return what Black and what White want in each opening, by its name. Squares and moves are in braces."""
    lines = Path(__file__).with_name("plans.txt").read_text("utf-8").splitlines()
    fields = (line.split(" | ") for line in lines if not line.startswith("#"))
    return {name: (black, white) for name, black, white in fields}


def has_plans(rules: Rules) -> bool:
    """Return True if the plans are true under a rule set: it begins as american does, and its men jump alike."""
    return has_ballots(rules) and not (rules.men_capture_back or rules.choice)


@cache
def _ballots() -> dict[tuple[Position, ...], int]:
    return {positions_of(" ".join(moves)): number for number, moves in enumerate(BALLOTS, 1)}
