"""The players of a recorded game, in its tags."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from console.game.options import DEFAULT_NAME, LEVEL_NUMBERS, name_of
from engine.geometry import BLACK, SIDE_NAMES
from engine.pdn.record import GameRecord

IDENTITY = "GameId"
BY_ENGINE = "HubEngine"
"""The tag that names an engine that made moves for the computer. Such a game is not counted."""
_PROGRAM = "program"
_HUMAN = "human"


class RecordedPlayers(NamedTuple):
    """The names by side, the sides of the computer (None: another program wrote the record), and its level.

    ``helped``: the player took back moves, asked for a hint, a proof or a review, or changed the level.
    """

    names: tuple[str, str]
    computers: frozenset[int] | None
    level: int | None
    helped: bool

    @property
    def home(self) -> int:
        """The side at the bottom: the player's against the computer, else Black."""
        players = {0, 1} - (self.computers or frozenset())
        return players.pop() if len(players) == 1 else BLACK


def tags_of(
    names: Sequence[str], computers: AbstractSet[int], level: int | None, helped: bool, tags: Mapping[str, str]
) -> dict[str, str]:
    """Return ``tags`` with the players' tags added. ``level`` is None if no computer plays at a level."""
    found = dict(tags)
    for side, colour in enumerate(SIDE_NAMES):
        found[colour] = names[side]
        found[f"{colour}Type"] = _PROGRAM if side in computers else _HUMAN
    found.pop("Level", None)
    found.pop("Helped", None)
    if computers and level is not None:
        found["Level"] = str(level)
    if helped:
        found["Helped"] = "yes"
    return found


def players_of(record: GameRecord) -> RecordedPlayers:
    """Return the players of a recorded game; unusable names are replaced by the default name."""
    kinds = [record.tag(f"{colour}Type") for colour in SIDE_NAMES]
    ours = all(kind in (_PROGRAM, _HUMAN) for kind in kinds)
    level = record.tag("Level")
    return RecordedPlayers(
        (_name(record.tag("Black", "")), _name(record.tag("White", ""))),
        frozenset(side for side in (0, 1) if kinds[side] == _PROGRAM) if ours else None,
        int(level) if level in LEVEL_NUMBERS else None,
        record.tag("Helped") == "yes",
    )


def _name(text: str) -> str:
    try:
        return name_of(text)
    except ValueError:
        return DEFAULT_NAME
