"""The rule sets as data, from the file ``rule_sets.txt``, which names the article of the rule book for each field.

In this package, only the move generator and the outcome check interpret the fields about moves and draws.
"""

from collections import ChainMap
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from engine.entries import read_entries
from engine.geometry import BLACK, SIDE_NAMES, WHITE, Geometry

_FOLDER: Final = Path(__file__).parent

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


def _draw_articles() -> dict[str, tuple[DrawArticle, ...]]:
    """Return the articles of each federation by its name, and none by ``none``."""
    found: dict[str, tuple[DrawArticle, ...]] = {"none": ()}
    for line in (_FOLDER / "draw_articles.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            federation, moves, balances, balance, *flags = line.split(" | ")
            article = DrawArticle(int(moves), balances, balance, **dict.fromkeys(flags, True))
            found[federation] = (*found.get(federation, ()), article)
    return found


_DRAW_ARTICLES: Final = _draw_articles()


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


_DEFAULTS: Final = {each.name: each.default for each in fields(Rules)}


def field_value(field: str, text: str) -> Any:
    """Return the value of a field of ``Rules`` from its text, as in ``rule_sets.txt``."""
    default = _DEFAULTS[field]
    if field == "draws":
        return _DRAW_ARTICLES[text]
    if isinstance(default, bool):
        return text == "yes"
    if isinstance(default, tuple):
        return () if text == "none" else tuple(text.split(", "))
    if text in SIDE_NAMES:
        return SIDE_NAMES.index(text)
    return None if text == "none" else int(text) if text.isdigit() else text


def _rule_sets() -> dict[str, Rules]:
    """Return the rule sets of the file by name, in its order."""
    found: dict[str, Rules] = {}
    for name, entry in read_entries((_FOLDER / "rule_sets.txt").read_text("utf-8")).items():
        written = {field: text.partition("  #")[0] for field, text in entry.items()}
        base = found.get(written.pop("like", ""), Rules(name, ""))
        found[name] = replace(base, name=name, **{field: field_value(field, text) for field, text in written.items()})
    return found


RULE_SETS: Final = _rule_sets()
"""The rule sets by name, in the order of lists, which do not have ``UNIFIED_POOL``."""
AMERICAN: Final = RULE_SETS["american"]
UNIFIED_POOL: Final = RULE_SETS.pop("unified-pool")
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


def is_house(rules: Rules) -> bool:
    """Return True for house rules and their losing games."""
    return rules_named(rules.name) is None


NOT_PLAYED: Final = MappingProxyType(
    {
        "canadian": (27, "on a board of 12 by 12"),
        "turkish": (30, "on all squares, along rows and columns"),
        "frisian": (40, "along rows and columns too"),
        "spantsiretti": (41, "on a board of 10 by 8"),
        "frysk!": (97, "along rows and columns too"),
        "jamaican": (-1, "on squares that are named from the right"),
    }
)
"""The games that this program does not play: the GameType in PDN 3.0 or at lidraughts, and how they are played."""


def reason_against(name: str) -> str:
    """Return a sentence, without full stop, that a game in NOT_PLAYED is not played here; empty for other names."""
    _, how = NOT_PLAYED.get(name, (0, ""))
    return f"{name} is played {how}, and not here" if how else ""
