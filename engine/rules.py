"""The rule sets as data.

In this package, only the move generator and the outcome check interpret the fields about moves and draws.

A comment beside a field names the article of the rule book that states it; fields without one have no verified article.

- american: WCDF, Rules of Draughts, section 1. Its articles are named beside the defaults of :class:`Rules`.
- russian: the codex of Russian draughts of 2004, chapter 1.
- brazilian: Regras Oficiais do Jogo de Damas, 64 casas e 100 casas, the numbered summary of the Brazilian federations.
- international: FMJD, Annex 1, official rules of international draughts.
- italian: FID, Regolamento tecnico of 2008, chapter I.
- pool: American Pool Checkers Association, tournament rules of play.
- spanish and portuguese: Federação Portuguesa de Damas, Regras das Damas Clássicas of 1980 and 2013. The two differ in
  name only. Section 3.2 of 2013 limits the moves without progress; the number of moves here is our own. Twelve moves
  on the main road are the custom of the Spanish clubs.
- draws of russian: FMJD-64, official rules, 7.2; of international and killer: FMJD, Annex 1, 6; of brazilian: 18 of the
  summary; of pool: APCA, the thirteen moves of three kings.
- czech: Česká federace dámy, the rules of Czech draughts. They call a game drawn in which no piece can be won by
  force, and name no number of moves.
- thai and killer: no federation; after Mindsports, "Thai" and "Killer Draughts".
- breakthrough: the game of this name at lidraughts (GameType 96); breakthrough-64 is the same on the small board.
- casual and triple-king: house rules.

Source: rhalbersma/dctl, ``include/dctl/core/rules`` and ``test/src/core/model``, cites all but the Brazilian articles.
"""

from collections import ChainMap
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from engine.geometry import BLACK, WHITE, Geometry

Jumping = Literal["forced", "huff", "free"]
JUMPINGS: Final[tuple[Jumping, ...]] = ("forced", "huff", "free")

Crowning = Literal["ends", "king", "passes"]
Preference = Literal["pieces", "by a king", "kings", "kings soonest"]
Landing = Literal["anywhere", "behind", "behind a last king"]


class DrawArticle(NamedTuple):
    """An article by which moves are counted: the game is drawn after ``moves`` of each side with one of the balances.

    A balance has the pieces of the stronger side and, after a hyphen, of the weaker: K is a king, M a man, P a piece of
    either kind. A capture starts the count anew; with ``until_crowned`` so does the crowning of a man. With
    ``on_main_road``, moves count while the weaker side has the main road: it has a piece there, the stronger side none.
    ``balance`` is the condition as a clause.
    """

    moves: int
    balances: str
    balance: str
    on_main_road: bool = False
    until_crowned: bool = False


_LONE_KING: Final = "a king faces one or two pieces with a king"
FMJD_DRAWS: Final = (
    DrawArticle(16, "KPP-K", "a king faces three pieces with a king"),  # 6.3
    DrawArticle(5, "KP-K K-K", _LONE_KING),  # 6.4
)
# 7.2.4, three kings and more against a king, needs no article: they have the same 15 moves as all kings.
FMJD64_DRAWS: Final = (
    DrawArticle(5, "KP-K K-K", _LONE_KING),  # 7.2.8
    DrawArticle(5, "KPP-K", "a king on the main road faces three pieces", on_main_road=True),  # 7.2.7
    DrawArticle(
        30, "KPP-K KPPP-K KP-KP KPP-KP", "4 or 5 pieces are left, kings on both sides", until_crowned=True
    ),  # 7.2.6
    DrawArticle(
        60,
        "KPPPP-K KPPP-KP KPP-KPP KPPPPP-K KPPPP-KP KPPP-KPP",
        "6 or 7 pieces are left, kings on both sides",
        until_crowned=True,
    ),  # 7.2.6
)
BRAZILIAN_DRAWS: Final = (
    DrawArticle(5, "KK-KK KK-K KK-KM K-K KM-K", "one or two kings face two kings, one, or one with a man"),  # 18
)
POOL_DRAWS: Final = (DrawArticle(13, "KKK-K", "three kings face one"),)
SPANISH_DRAWS: Final = (DrawArticle(12, "KKK-K", "three kings face one on the main road", on_main_road=True),)


@dataclass(frozen=True)
class Rules:
    """A rule set. ``first`` is the side with the first move.

    ``kings_fly``: a king steps over any number of empty squares. ``kings_range``: a king captures from any distance and
    lands at any distance behind the piece. ``triple_kings``: a king that returns to its own first row becomes a triple
    king, which passes over own pieces and can capture two pieces by one jump.

    ``landing``: the squares where a king that captures from any distance may land: *anywhere* beyond the piece, or only
    *behind* it; *behind a last king*: anywhere, except after the last jump if it takes a king.

    ``crowning``: a man that reaches the king row while jumping *ends* its turn, jumps on as a *king*, or *passes* as a
    man and is crowned only if it stops there. ``choice``: the criteria of the best capture, most important first; empty
    if any capture is allowed. ``captured_stay``: captured pieces stay on the board until the end of the move.
    ``draw_after``: the game is drawn after this many moves of each side without a capture or a man's move. ``draws``:
    the articles by which it is drawn sooner with few pieces.
    ``losing``: the side to move that has no pieces or no legal move wins. ``first_king``: the first
    king ends the game: the side to move against it has no legal move.

    ``jumpings`` are the jumping rules that may be played: *forced*; *huff*, where the opponent may remove a piece that
    failed to jump; *free*, where jumps may be declined. ``algebraic``: PDN names the squares by letter and number.
    ``console_names``: players name them as the program of 1990 does, ``C3``; else as in PDN.
    ``capture_sign``: the sign between the squares of a capture. ``numbered_from``: the side on whose first row square
    1 lies. ``same_as``: the name under which the files of the set are stored, if it is not ``name``; else empty.
    ``game_type``: the number of the rule set in the GameType tag of PDN, or None.
    """

    name: str
    summary: str
    size: int = 8  # 1.1
    rows_of_men: int = 3  # 1.11
    first: int = WHITE
    dark_left: bool = True  # 1.4
    men_capture_back: bool = False  # 1.18
    men_take_kings: bool = True  # 1.18
    kings_fly: bool = False  # 1.17
    kings_range: bool = False
    landing: Landing = "anywhere"
    choice: tuple[Preference, ...] = ()  # 1.20
    crowning: Crowning = "ends"  # 1.19
    captured_stay: bool = False  # 1.19
    triple_kings: bool = False
    draw_after: int = 40  # 1.32.2
    draws: tuple[DrawArticle, ...] = ()
    losing: bool = False
    first_king: bool = False
    jumpings: tuple[Jumping, ...] = ("forced",)
    algebraic: bool = False
    console_names: bool = False
    capture_sign: str = "x"
    numbered_from: int = BLACK
    same_as: str = ""
    game_type: int | None = None

    @property
    def files(self) -> str:
        """The name under which evaluation, tables, book and problems of the rule set are stored."""
        return self.same_as or self.name

    @cached_property
    def geometry(self) -> Geometry:
        """The board of the rule set."""
        return Geometry(self.size, self.dark_left, self.numbered_from)


_BRAZILIAN: Final = Rules(
    name="brazilian",
    summary="international draughts on the small board",
    men_capture_back=True,  # 11
    kings_fly=True,  # 8
    kings_range=True,
    choice=("pieces",),  # 12
    crowning="passes",  # 13
    captured_stay=True,  # 15
    draw_after=20,  # 16
    draws=BRAZILIAN_DRAWS,
    algebraic=True,
    game_type=26,
)
_INTERNATIONAL: Final = Rules(
    name="international",
    summary="ten by ten, flying kings, men capture backward, most pieces",
    size=10,  # 2.1
    rows_of_men=4,  # 2.8
    men_capture_back=True,  # 4.1
    kings_fly=True,  # 3.9
    kings_range=True,  # 4.3
    choice=("pieces",),  # 4.13
    crowning="passes",  # 4.15
    captured_stay=True,  # 4.11
    draw_after=25,  # 6.2
    draws=FMJD_DRAWS,
    game_type=20,
)
_SPANISH: Final = Rules(
    name="spanish",
    summary="flying kings, men capture forward only, most pieces, then most kings",
    dark_left=False,  # 2.1.5
    kings_fly=True,
    kings_range=True,
    choice=("pieces", "kings"),  # 7 of 1980: quantity, then quality
    crowning="ends",  # 9 of 1980: the new king moves after the next move of the other side
    captured_stay=True,
    draw_after=20,  # 3.2, but for the number
    draws=SPANISH_DRAWS,
    numbered_from=WHITE,
    game_type=24,
)
_ENTRIES = (
    Rules(
        name="american",
        summary="straight checkers: short kings, any jump, crowning ends the turn",
        first=BLACK,
        jumpings=JUMPINGS,
        console_names=True,
        game_type=21,
    ),
    Rules(
        name="casual",
        summary="straight checkers, but a man crowned by a jump jumps on",
        first=BLACK,
        crowning="king",  # house rule
        jumpings=JUMPINGS,
        console_names=True,
    ),
    Rules(
        name="triple-king",
        summary="ranging kings, triple kings that jump friends and jump two, most pieces",
        first=BLACK,
        kings_range=True,  # house rule
        choice=("pieces",),  # house rule
        crowning="king",  # house rule
        triple_kings=True,  # house rule
        jumpings=JUMPINGS,
        console_names=True,
    ),
    Rules(
        name="russian",
        summary="flying kings, men capture backward, any capture",
        men_capture_back=True,  # 1.5.3
        kings_fly=True,  # 1.4.5
        kings_range=True,
        crowning="king",  # 1.5.15
        captured_stay=True,
        draw_after=15,  # 7.2.5 of FMJD-64
        draws=FMJD64_DRAWS,
        algebraic=True,
        capture_sign=":",
        game_type=25,
    ),
    _BRAZILIAN,
    _INTERNATIONAL,
    Rules(
        name="italian",
        summary="short kings that men cannot take, the best capture by a strict order",
        dark_left=False,  # 2.3
        men_take_kings=False,  # 5.3(b)
        choice=("pieces", "by a king", "kings", "kings soonest"),  # 6.6 to 6.9
        draw_after=40,  # 10.4
        game_type=22,
    ),
    Rules(
        name="pool",
        summary="flying kings, men capture backward, any capture, no crown in passing",
        first=BLACK,
        men_capture_back=True,  # 14
        kings_fly=True,  # 15
        kings_range=True,  # 16
        crowning="passes",  # 16, 22 and 23
        captured_stay=True,  # 17 to 19
        draw_after=15,  # 26
        draws=POOL_DRAWS,
        game_type=23,
    ),
    _SPANISH,
    replace(
        _SPANISH, name="portuguese", summary="the Spanish game by its Portuguese name", game_type=28, same_as="spanish"
    ),
    Rules(
        name="czech",
        summary="flying kings, men capture forward only, any capture, but a king first",
        kings_fly=True,  # 3.9
        kings_range=True,
        choice=("by a king",),  # 4.14
        captured_stay=True,
        draw_after=15,  # house rule
        algebraic=True,  # 2.6
        game_type=29,
    ),
    Rules(
        name="thai",
        summary="eight men, flying kings that land just behind, any capture",
        rows_of_men=2,
        first=BLACK,
        kings_fly=True,
        kings_range=True,
        landing="behind",
        draw_after=20,  # house rule
        numbered_from=WHITE,
        game_type=31,
    ),
    replace(
        _INTERNATIONAL,
        name="killer",
        summary="international, but a king whose last jump takes a king lands just behind it",
        landing="behind a last king",
        game_type=None,
    ),
    replace(
        _INTERNATIONAL,
        name="breakthrough",
        summary="international, but whoever makes the first king wins",
        draws=(),
        first_king=True,
        game_type=96,
    ),
    replace(
        _BRAZILIAN,
        name="breakthrough-64",
        summary="brazilian, but whoever makes the first king wins",
        draws=(),
        first_king=True,
        game_type=None,
    ),
)

RULE_SETS: Final[dict[str, Rules]] = {entry.name: entry for entry in _ENTRIES}
AMERICAN: Final = RULE_SETS["american"]
UNIFIED_POOL: Final = replace(
    RULE_SETS["pool"],
    name="unified-pool",
    summary="pool, but White begins and squares are named by letters and numbers",
    first=WHITE,
    algebraic=True,
    same_as="pool",
)
"""The game of PDN files with GameType 23 in which White begins. Lists of rule sets do not have it."""
_NAMED: Final = ChainMap(RULE_SETS, {UNIFIED_POOL.name: UNIFIED_POOL})
LOSING: Final = "-losing"
_LOSING_TYPES: Final = {20: 98}
"""The GameType of a losing game by that of the usual game. PDN 3.0 has none; 98 is antidraughts at lidraughts."""


def losing_game(rules: Rules) -> Rules:
    """Return the losing game of a rule set: the same moves, all forced, but a side without pieces or moves wins."""
    if rules.losing:
        return rules
    name = rules.name + LOSING
    summary = f"the losing game of {rules.name}: run out of pieces or moves and you win"
    same_as = rules.same_as and rules.same_as + LOSING
    kind = _LOSING_TYPES.get(rules.game_type or 0)
    return replace(
        rules, name=name, summary=summary, losing=True, jumpings=("forced",), same_as=same_as, game_type=kind
    )


def usual_game(rules: Rules) -> Rules:
    """Return the rule set of a losing game; another rule set is returned unchanged."""
    if not rules.losing:
        return rules
    name = rules.name.removesuffix(LOSING)
    return _NAMED.get(name) or replace(rules, name=name, losing=False, same_as=rules.same_as.removesuffix(LOSING))


def rules_named(name: str) -> Rules | None:
    """Return the rule set with this name, a losing game included, or None: ``russian``, ``russian-losing``."""
    if name in _NAMED or not name.endswith(LOSING):
        return _NAMED.get(name)
    base = _NAMED.get(name.removesuffix(LOSING))
    return base and losing_game(base)


NOT_PLAYED: Final = MappingProxyType(
    {
        "canadian": (27, "on a board of 12 by 12"),
        "turkish": (30, "on all squares, along rows and columns"),
        "frisian": (40, "along rows and columns too"),
        "spantsiretti": (41, "on a board of 10 by 8"),
        "frysk!": (97, "along rows and columns too"),
    }
)
"""The games that this program does not play: the GameType in PDN 3.0 or at lidraughts, and how they are played."""


def reason_against(name: str) -> str:
    """Return the reason why a game is not played here, as a sentence without full stop; empty for any other name."""
    _, how = NOT_PLAYED.get(name, (0, ""))
    return f"{name} is played {how}, and not here" if how else ""
