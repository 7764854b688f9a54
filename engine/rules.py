"""The rule sets as data, one entry each. Only the move generator and the outcome decide by their fields."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from engine.geometry import BLACK, WHITE, Geometry

Jumping = Literal["forced", "huff", "free"]
JUMPINGS: Final[tuple[Jumping, ...]] = ("forced", "huff", "free")

Crowning = Literal["ends", "king", "passes"]
Preference = Literal["pieces", "by a king", "kings", "kings soonest"]


@dataclass(frozen=True)
class Rules:
    """One rule set; each field is a sentence of the rules.

    ``crowning``: a man that reaches the king row while jumping *ends* its turn, jumps on as a *king*, or *passes* as a
    man and is crowned only if it stops there. ``choice``: what a capture must be best in, most important first; empty
    is any. ``draw_after``: the moves of each side without a capture or a man's move that make a draw.
    """

    name: str
    summary: str
    size: int = 8
    rows_of_men: int = 3
    first: int = WHITE
    dark_left: bool = True
    men_capture_back: bool = False
    men_take_kings: bool = True
    kings_fly: bool = False
    kings_range: bool = False
    choice: tuple[Preference, ...] = ()
    crowning: Crowning = "ends"
    captured_stay: bool = False
    triple_kings: bool = False
    draw_after: int = 40
    jumpings: tuple[Jumping, ...] = ("forced",)
    algebraic: bool = False
    game_type: int | None = None

    @cached_property
    def geometry(self) -> Geometry:
        """The board this set is played on."""
        return Geometry(self.size, self.dark_left)


_ENTRIES = (
    Rules(
        name="american",
        summary="straight checkers: short kings, any jump, crowning ends the turn",
        first=BLACK,
        jumpings=JUMPINGS,
        game_type=21,
    ),
    Rules(
        name="casual",
        summary="straight checkers, but a man crowned by a jump jumps on",
        first=BLACK,
        crowning="king",
        jumpings=JUMPINGS,
    ),
    Rules(
        name="triple-king",
        summary="ranging kings, triple kings that jump friends and jump two, most pieces",
        first=BLACK,
        kings_range=True,
        choice=("pieces",),
        crowning="king",
        triple_kings=True,
        jumpings=JUMPINGS,
    ),
    Rules(
        name="russian",
        summary="flying kings, men capture backward, any capture",
        men_capture_back=True,
        kings_fly=True,
        kings_range=True,
        crowning="king",
        captured_stay=True,
        draw_after=15,
        algebraic=True,
        game_type=25,
    ),
    Rules(
        name="brazilian",
        summary="international draughts on the small board",
        men_capture_back=True,
        kings_fly=True,
        kings_range=True,
        choice=("pieces",),
        crowning="passes",
        captured_stay=True,
        draw_after=20,
        algebraic=True,
        game_type=26,
    ),
    Rules(
        name="international",
        summary="ten by ten, flying kings, men capture backward, most pieces",
        size=10,
        rows_of_men=4,
        men_capture_back=True,
        kings_fly=True,
        kings_range=True,
        choice=("pieces",),
        crowning="passes",
        captured_stay=True,
        draw_after=25,
        game_type=20,
    ),
    Rules(
        name="italian",
        summary="short kings that men cannot take, the best capture by a strict order",
        dark_left=False,
        men_take_kings=False,
        choice=("pieces", "by a king", "kings", "kings soonest"),
        game_type=22,
    ),
)

RULE_SETS: Final[dict[str, Rules]] = {entry.name: entry for entry in _ENTRIES}
AMERICAN: Final = RULE_SETS["american"]
