"""The character of the computer at each level, and its remarks at the turning points of a game."""

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from console.game.seats import Program
from engine.entries import read_entries


class TurningPoint(Enum):
    """A turning point of a game, seen from the computer's side. The computer can remark on it."""

    AHEAD = "ahead"  # the computer has more pieces, no jump is possible, and its score is good
    BEHIND = "behind"  # the same for the player
    CROWNED = "crowned"  # the computer's first king
    KING_AGAINST = "king_against"  # the player's first king
    HUFFED = "huffed"  # the player has lost a piece for a missed jump
    WINNING = "winning"  # the search has found a certain win
    RESIGNING = "resigning"  # the computer resigns
    DRAWN = "drawn"  # the computer offers a draw
    ACCEPTING = "accepting"  # the computer accepts a draw in an even game
    GIFT = "gift"  # the same where the player is better, or has more pieces
    DECLINING = "declining"  # the computer declines a draw


Remarks: TypeAlias = Mapping[TurningPoint, str]
"""The remarks of an opponent, if he has any, by turning point."""


class Voice(NamedTuple):
    """One opponent. ``about`` follows his name and "who"."""

    about: str
    remarks: Remarks


def spoken(fields: Mapping[str, str]) -> dict[TurningPoint, str]:
    """Return the remarks of an entry by their turning points, which are the names of its fields."""
    return {point: fields[point.value] for point in TurningPoint if point.value in fields}


VOICES: Final[Mapping[int, Voice]] = {
    int(level): Voice(fields["about"], spoken(fields))
    for level, fields in read_entries(Path(__file__).with_name("voices.txt").read_text("utf-8")).items()
}
"""The opponents by level."""


def remarks_at_level(program: Program) -> Remarks:
    """Return the remarks of the built-in opponent at the level of a program."""
    return VOICES[program.level].remarks if program.level is not None else {}
