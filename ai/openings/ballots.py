"""Ballots: openings drawn by lot from the tables of the federations, and random openings for rule sets without.

The tables of a rule set are in a file named after it. A ballot has a name and moves in numbers, or what is done to the
starting position first: ``fly 29-21 5-20``, a man of White and a man of Black fly to other squares (``-``: none does);
``off 11 28``, men are taken off.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from ai.openings.names import files_of, has_ballots, named_positions, positions_of
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.notation import read_move
from engine.position import Position
from engine.printable import quoted
from engine.rules import AMERICAN, Jumping, Rules

RANDOM: Final = "random"
_FOLDER: Final = Path(__file__).parent


class Ballot(NamedTuple):
    """A ballot: its table and name, ``two-move 12``, and its line of the table."""

    title: str
    line: str


@cache
def _read(name: str) -> dict[str, dict[str, str]]:
    """Return the tables of a file by name; the ballots of a table by name."""
    path, tables = _FOLDER / f"{name}.ballots", dict[str, dict[str, str]]()
    table: dict[str, str] = {}
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        key, _, rest = line.partition(" | ")
        if key.startswith("="):
            table = tables.setdefault(key[1:].strip(), {})
        elif not key.startswith("#"):
            table[key] = rest
    return tables


BALLOTS: Final = tuple(tuple(line.split()) for line in next(iter(_read(AMERICAN.files).values())).values())
"""The moves of the 156 three-move ballots of american checkers."""


def tables_of(rules: Rules) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of ballots of a rule set, the usual one first: the lines by the names of the ballots."""
    return _read(files_of(rules))


def find_ballot(rules: Rules, text: str, rng: Random) -> Ballot:
    """Return the ballot that a text names: a table, unless it is the usual one, and a name, or ``random``.

    Raises ValueError.
    """
    tables = tables_of(rules)
    if not tables:
        raise ValueError(f"{rules.name} is not played from ballots")
    named, *rest = text.casefold().split() or [""]
    usual = next(iter(tables))
    table, name = (named, " ".join(rest) or RANDOM) if named in tables else (usual, text.casefold())
    names = {each.casefold(): each for each in tables[table]}
    if name == RANDOM:
        name = rng.choice(list(names))
    if name not in names:
        first, *_, last = tables[table]
        *some, other = "random", *(f"{each} random" for each in tables if each != usual)
        others = f"{', '.join([f'{first} to {last}', *some])} or {other}"
        raise ValueError(f"there is no ballot {quoted(text.strip())}: ballots are {others}")
    title = names[name] if table == usual else f"{table} {names[name]}"
    return Ballot(title, tables[table][names[name]])


def game_from(rules: Rules, jumping: Jumping, ballot: Ballot) -> Game:
    """Return a game that begins with a ballot."""
    kind, *words = ballot.line.split()
    start = Position.start(rules)
    if kind == "fly":
        start, words = _flown(start, words), []
    elif kind == "off":
        start, words = start.without(int(words[0])).without(int(words[1])), words[2:]
    else:
        words.insert(0, kind)
    game = Game(rules, jumping, start)
    for text in words:
        game.play(read_move(text, game.routes()))
    return game


def _flown(start: Position, flights: list[str]) -> Position:
    """Return the position after the flights of a man of White and of Black; after White's alone Black moves."""
    geometry, men = start.geometry, {WHITE: start.white, BLACK: start.black}
    for side, flight in zip((WHITE, BLACK), flights, strict=False):
        here, _, there = flight.partition("-")
        if here:
            men[side] = men[side] & ~geometry.bit(int(here)) | geometry.bit(int(there))
    side = start.side if len(flights) == len(men) else 1 - start.side
    return Position(geometry, men[BLACK], men[WHITE], 0, 0, side)


def ballot_game(rules: Rules, number: int, jumping: Jumping = "forced") -> Game:
    """Return a game after the three moves of ballot ``number``, counted from 1. Raises ValueError for other numbers."""
    if not has_ballots(rules):
        raise ValueError(f"{rules.name} is not played from ballots")
    return game_from(rules, jumping, find_ballot(rules, str(number), Random(0)))


def random_plies(game: Game, plies: int, rng: Random) -> None:
    """Play ``plies`` random legal moves, or fewer if every move would end the game."""
    for _ in range(plies):
        moves = game.legal_moves()
        rng.shuffle(moves)
        for move in moves:
            game.play(move)
            if game.outcome is None:
                break
            game.go_to(game.ply - 1)


def ballot_of(game: Game) -> int | None:
    """Return the number, from 1, of the ballot whose moves begin a game, or None if there is none."""
    if game.ply < 3 or game.start != Position.start(game.rules) or not has_ballots(game.rules):
        return None
    return _ballots().get(tuple(game.position_at(ply) for ply in (1, 2, 3)))


def is_played(game: Game, ply: int) -> bool:
    """Return True if the first ``ply`` plies of a game lead to an opening with a name, or begin a ballot."""
    position, rules = game.position_at(ply), game.rules
    begins_ballot = has_ballots(rules) and any(position in line for line in _ballots())
    return game.start == Position.start(rules) and (begins_ballot or position in named_positions(files_of(rules)))


@cache
def _ballots() -> dict[tuple[Position, ...], int]:
    return {positions_of(" ".join(moves)): number for number, moves in enumerate(BALLOTS, 1)}
