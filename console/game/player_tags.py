"""The tags of a recorded game that describe its players."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from ai.levels import LEVELS
from console.game.match import Match
from console.game.options import DEFAULT_NAME, LEVEL_NUMBERS, LONGEST_NAME, name_of, same_name
from console.game.seats import BUILT_IN, COMPUTER, HUB, RIVAL, Person, Program, Seats
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.pdn.record import GameRecord, ordered_tags

IDENTITY = "GameId"
LINE = "Line"
"""The tag with the side of the peer in a remote game."""
BY_ENGINE = "HubEngine"
"""The tag with the name of an engine that made moves for the computer. Such a game does not count."""
_PROGRAM = "program"
_HUMAN = "human"
_RATING: Final = "Rating"
_RIVAL: Final = "Rival"
_RATINGS: Final = re.compile(r"[1-9][0-9]{2,3}")


def both_players(black: str, white: str, first: int) -> str:
    """Return the names of both players, the side ``first`` before the other, as in the result ``1-0``."""
    return f"{black} - {white}" if first == BLACK else f"{white} - {black}"


class _Tagged(Protocol):
    """A record, or the score sheet of one."""

    def tag(self, name: str, otherwise: str = "?") -> str: ...


def shown_name(record: _Tagged, color: str, unknown: str = "?") -> str:
    """Return the name of a recorded player. The computer is called as the rival that it was, or by its level."""
    name, level = record.tag(color, unknown), record.tag("Level", "")
    if name != COMPUTER or level not in LEVEL_NUMBERS:
        return name
    return _name(record.tag(_RIVAL, ""), LEVELS[int(level)].name)


class RecordedPlayers(NamedTuple):
    """The players of a recorded game.

    ``is_ours`` is False if another program wrote the record; it does not say which sides programs played. ``helped``:
    the player took back moves, asked for a hint, a proof or a review, or changed the level. ``home``: the side at the
    bottom, that of the player against a program, of the user if two play, or else the one with the first move.
    """

    seats: Seats
    is_ours: bool
    helped: bool
    home: int


def tags_of(seats: Seats, helped: bool, tags: Mapping[str, str]) -> dict[str, str]:
    """Return ``tags`` with the players' tags added."""
    found = dict(tags)
    for side, color in enumerate(SIDE_NAMES):
        found[color] = seats[side].name
        found[f"{color}Type"] = _PROGRAM if seats.is_program(side) else _HUMAN
    for tag in ("Level", _RATING, _RIVAL, "Helped"):
        found.pop(tag, None)
    program = seats.program
    if program is not None and not program.engine and program.level is not None:
        found["Level"] = str(program.level)
        if program.rating is not None:
            found[_RATING] = str(program.rating)
        if program.kind == RIVAL:
            found[_RIVAL] = program.given
    if helped:
        found["Helped"] = "yes"
    return found


def players_of(record: GameRecord, user: str = "") -> RecordedPlayers:
    """Return the players of a recorded game, as seen by a user. Invalid names are replaced by the default name."""
    kinds = [record.tag(f"{color}Type") for color in SIDE_NAMES]
    is_ours = all(kind in (_PROGRAM, _HUMAN) for kind in kinds)
    black, white = (
        _program(record, name) if is_ours and kind == _PROGRAM else Person(name)
        for kind, name in zip(kinds, (_name(record.tag(color, "")) for color in SIDE_NAMES), strict=True)
    )
    seats = Seats(black, white)
    if seats.opponent is not None:
        home = int(seats.is_program(BLACK))
    else:
        home = next((side for side in (BLACK, WHITE) if same_name(seats[side].name, user)), record.rules.first)
    return RecordedPlayers(seats, is_ours, record.tag("Helped") == "yes", home)


def owners(record: _Tagged) -> list[str]:
    """Return the names of the players at this board, to whom a recorded game belongs.

    A demonstration has none, nor has a game that another program recorded.
    """
    named = ((color, record.tag(f"{color}Type", "")) for color in SIDE_NAMES if color != record.tag(LINE, ""))
    return [_name(record.tag(color, "")) for color, kind in named if kind == _HUMAN]


def is_owner(record: _Tagged, name: str) -> bool:
    """Return True if a recorded game belongs to the player ``name``."""
    return any(same_name(owner, name) for owner in owners(record))


def copied_for(record: GameRecord, name: str, new: Mapping[str, str]) -> GameRecord:
    """Return a game against a program as a copy that ``name`` plays; other records, and his own, as they are.

    The copy counts as helped and belongs to no match. ``new`` are the tags of a game that begins now.
    """
    if len(owners(record)) != 1 or players_of(record).seats.opponent is None or is_owner(record, name):
        return record
    match = Match.of_tags(dict(record.tags))
    tags = {tag: value for tag, value in record.tags if match is None or tag not in match.tags()}
    human = next(color for color in SIDE_NAMES if record.tag(f"{color}Type") == _HUMAN)
    return replace(record, tags=ordered_tags({**tags, **new, human: name, "Helped": "yes"}))


def called_names(record: GameRecord) -> tuple[str, str]:
    """Return the names of recorded players inside a sentence, such as ``the Barber``. One without a name is a side."""
    black, white = (
        seat.called if isinstance(seat, Program) else shown_name(record, color, color)[:LONGEST_NAME]
        for color, seat in zip(SIDE_NAMES, players_of(record).seats, strict=True)
    )
    return black, white


def _program(record: GameRecord, name: str) -> Program:
    """Return the program of a record. An invalid rating or rival's name is replaced by that of the level."""
    level, rating, rival = record.tag("Level"), record.tag(_RATING, ""), record.tag(_RIVAL, "")
    if level not in LEVEL_NUMBERS:
        own = name if name != COMPUTER else ""
        return Program(given=own, kind=HUB if own and record.tag(BY_ENGINE, "") else BUILT_IN)
    own = _name(rival, "")
    return Program(int(level), int(rating) if _RATINGS.fullmatch(rating) else None, own, RIVAL if own else BUILT_IN)


def _name(text: str, default: str = DEFAULT_NAME) -> str:
    try:
        return name_of(text) if text else default
    except ValueError:
        return default
