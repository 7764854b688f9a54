"""The tags of a recorded game that describe its players."""

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

from console.game.options import DEFAULT_NAME, LEVEL_NUMBERS, name_of
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.record import GameRecord

IDENTITY = "GameId"
BY_ENGINE = "HubEngine"
"""The tag with the name of an engine that made moves for the computer. Such a game does not count."""
_PROGRAM = "program"
_HUMAN = "human"
_RATING: Final = "Rating"
_RIVAL: Final = "Rival"
_RATINGS: Final = re.compile(r"[1-9][0-9]{2,3}")


class Strength(NamedTuple):
    """The computer's Elo rating and name, where they differ from those of its level.

    ``rating`` is None for the rating of the level. ``rival`` is empty for the name of the level.
    """

    rating: int | None = None
    rival: str = ""


LEVELS_OWN: Final = Strength()
"""The rating and the name of the level."""


def both_players(black: str, white: str, first: int) -> str:
    """Return the names of both players, the side ``first`` before the other, as in the result ``1-0``."""
    return f"{black} - {white}" if first == BLACK else f"{white} - {black}"


class RecordedPlayers(NamedTuple):
    """The players of a recorded game: their names by side, the sides of the computer, and its level.

    ``computers`` is None if another program wrote the record. ``level`` is None if unknown. ``helped``: the player took
    back moves, asked for a hint, a proof or a review, or changed the level. ``first``: the side with the first move by
    the rules. ``strength`` has the computer's rating and name if they are not those of its level.
    """

    names: tuple[str, str]
    computers: frozenset[int] | None
    level: int | None
    helped: bool
    first: int
    strength: Strength = LEVELS_OWN

    @property
    def home(self) -> int:
        """The side at the bottom: the player's against the computer, else the one with the first move."""
        players = {0, 1} - (self.computers or frozenset())
        return players.pop() if len(players) == 1 else self.first


def tags_of(
    names: Sequence[str],
    computers: AbstractSet[int],
    level: int | None,
    helped: bool,
    tags: Mapping[str, str],
    strength: Strength = LEVELS_OWN,
) -> dict[str, str]:
    """Return ``tags`` with the players' tags added. ``level`` is None if no computer plays at a level."""
    found = dict(tags)
    for side, colour in enumerate(SIDE_NAMES):
        found[colour] = names[side]
        found[f"{colour}Type"] = _PROGRAM if side in computers else _HUMAN
    for tag in ("Level", _RATING, _RIVAL, "Helped"):
        found.pop(tag, None)
    if computers and level is not None:
        found["Level"] = str(level)
        if strength.rating is not None:
            found[_RATING] = str(strength.rating)
        if strength.rival:
            found[_RIVAL] = strength.rival
    if helped:
        found["Helped"] = "yes"
    return found


def players_of(record: GameRecord) -> RecordedPlayers:
    """Return the players of a recorded game. Invalid names are replaced by the default name."""
    kinds = [record.tag(f"{colour}Type") for colour in SIDE_NAMES]
    ours = all(kind in (_PROGRAM, _HUMAN) for kind in kinds)
    level = record.tag("Level")
    return RecordedPlayers(
        (_name(record.tag("Black", "")), _name(record.tag("White", ""))),
        frozenset(side for side in (0, 1) if kinds[side] == _PROGRAM) if ours else None,
        int(level) if level in LEVEL_NUMBERS else None,
        record.tag("Helped") == "yes",
        record.rules.first,
        _strength(record),
    )


def _strength(record: GameRecord) -> Strength:
    """Return the computer's recorded strength. An invalid rating or name is replaced by that of the level."""
    rating, rival = record.tag(_RATING, ""), record.tag(_RIVAL, "")
    try:
        rival = name_of(rival) if rival else ""
    except ValueError:
        rival = ""
    return Strength(int(rating) if _RATINGS.fullmatch(rating) else None, rival)


def _name(text: str) -> str:
    try:
        return name_of(text)
    except ValueError:
        return DEFAULT_NAME
