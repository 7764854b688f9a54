"""The names of openings in american checkers, and the numbers of the three-move ballots.

An opening is a position: every order of moves that reaches the position has its name. Each name has a published
``source``; other names are left out.
"""

from functools import cache
from typing import Final, NamedTuple

from ai.openings.ballots import BALLOTS, has_ballots
from engine.game import Game
from engine.notation import read_move
from engine.position import Position
from engine.rules import AMERICAN


class Opening(NamedTuple):
    """An opening: its name, its moves, and where both were published."""

    name: str
    moves: str
    source: str


_IRISH: Final = "Irish Draughts Association, irishdraughts.org/openings.html"
_START: Final = "startcheckers.com/11-15-openings"
_BRITANNICA: Final = "Encyclopaedia Britannica, 11th edition, vol. 8, Draughts"
_FEDERATION: Final = "American Checker Federation, acfcheckers.com/crossold.html"
_MAVEN: Final = "Bob Newell, The Checker Maven, bobnewell.net"
_BECKWITH: Final = "Richard Beckwith, Pioneer Opening Analysis, usacheckers.com"
_TRICKS: Final = "Willie Ryan, Tricks, Traps and Shots, games 29 and 30"
_PRINCIPLES: Final = "Willie Ryan, Principles of Strategy"
_LISTS: Final = "the lists of github.com/miskibin/py-draughts and github.com/daniikhan23/FINAL-YEAR-PROJECT"
_LIST: Final = (
    "the list of github.com/daniikhan23/FINAL-YEAR-PROJECT; among Bristols in F. Reinfeld, How to Win at Checkers"
)

OPENINGS: Final = (
    Opening("Edinburgh", "9-13", _IRISH),
    Opening("Double Corner", "9-14", _IRISH),
    Opening("Denny", "10-14", _IRISH),
    Opening("Kelso", "10-15", _IRISH),
    Opening("Old Faithful", "11-15", _IRISH),
    Opening("Bristol", "11-16", _IRISH),
    Opening("Dundee", "12-16", _IRISH),
    Opening("Cross", "11-15 23-18", _START),
    Opening("Single Corner", "11-15 22-18", _MAVEN),
    Opening("Ayrshire Lassie", "11-15 24-20", _BRITANNICA),
    Opening("Second Double Corner", "11-15 24-19", _BRITANNICA),
    Opening("Switcher", "11-15 21-17", _BRITANNICA),
    Opening("Kelso Cross", "10-15 23-18", _BRITANNICA),
    Opening("Paisley", "11-16 24-19", _TRICKS),
    Opening("Bristol Cross", "11-16 23-18", _LIST),
    Opening("Will o' the Wisp", "11-15 23-19 9-13", _LISTS),
    Opening("Whilter", "11-15 23-19 7-11", _LISTS),
    Opening("Whilter Exchange", "11-15 23-19 7-11 22-18", _LISTS),
    Opening("Dyke", "11-15 22-17 15-19", _START),
    Opening("Boston", "11-15 22-17 9-13 17-14", _START),
    Opening("Maid of the Mill", "11-15 22-17 8-11 17-13 15-18", _START),
    Opening("Douglas", "11-15 22-17 8-11 17-13 4-8 25-22", _START),
    Opening("Slip Cross", "11-15 23-18 8-11 27-23 11-16", _START),
    Opening("Defiance", "11-15 23-19 9-14 27-23", _START),
    Opening("Fife", "11-15 23-19 9-14 22-17 5-9", _START),
    Opening("Souter", "11-15 23-19 9-14 22-17 6-9", _TRICKS),
    Opening("Glasgow-Whilter", "11-15 23-19 7-11 22-17 9-14", _START),
    Opening("Tillicoultry", "11-15 23-19 8-11 22-18", _LISTS),
    Opening("Waterloo", "11-15 23-18 8-11 18-14", _LISTS),
    Opening("Wagram", "11-15 22-17 9-13 24-20", _LISTS),
    Opening("White Dyke", "11-15 22-17 8-11 17-14", _LISTS),
    Opening("Nailor", "11-15 23-19 8-11 26-23", _START),
    Opening("Alma", "11-15 23-19 8-11 22-17 3-8", _START),
    Opening("Old Fourteenth", "11-15 23-19 8-11 22-17 4-8", _START),
    Opening("Laird and Lady", "11-15 23-19 8-11 22-17 9-13", _START),
    Opening("Glasgow", "11-15 23-19 8-11 22-17 11-16", _START),
    Opening("Centre", "11-15 23-19 8-11 22-17 15-18", _START),
    Opening("Laird and Lady Refused", "11-15 23-19 8-11 22-17 9-13 25-22", _START),
    Opening("Black Doctor", "11-15 23-19 8-11 22-17 9-13 17-14 10x17 19x10 7x14", _START),
    Opening("Pioneer", "9-14 22-17 11-16 25-22", _BECKWITH),
    Opening("Paisley Dyke", "11-16 22-18 16-19 24x15 10x19", _PRINCIPLES),
    Opening("Edinburgh Single", "9-13 22-18 11-15", _FEDERATION),
    Opening("Double Cross", "9-14 23-18 14x23", _FEDERATION),
    Opening("Nemesis", "10-14 24-19 6-10", _FEDERATION),
    Opening("White Doctor", "10-14 22-18 12-16", _FEDERATION),
    Opening("Octopus", "10-15 21-17 7-10", _FEDERATION),
    Opening("Skullcracker", "10-15 22-17 15-19", _FEDERATION),
    Opening("Rattlesnake", "9-14 23-19 10-15", _FEDERATION),
    Opening("Wilderness", "9-13 22-18 11-16", _FEDERATION),
    Opening("Wilderness II", "9-13 23-18 11-16", _FEDERATION),
)
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
def _ballots() -> dict[tuple[Position, ...], int]:
    return {positions_of(" ".join(moves)): number for number, moves in enumerate(BALLOTS, 1)}
