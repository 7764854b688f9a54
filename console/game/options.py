"""The options of a session of play and their defaults."""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from console.game.clock import Control
from engine.position import Position
from engine.printable import printable
from engine.rules import AMERICAN, Jumping, Rules

if TYPE_CHECKING:
    from engine.pdn.record import GameRecord

Players = Literal["one", "two", "demo"]
DEFAULT_NAME: Final = "Player"
DEFAULT_LEVEL: Final = 5
LEVEL_NUMBERS: Final = tuple("123456789")
FIT: Final = "fit"
"""The argument in place of a level for a strength that follows the player's rating."""
LONGEST_NAME: Final = 20


class Modem(NamedTuple):
    """The address and port of a remote game.

    If ``calls``, the program connects to the address; otherwise it listens on it.
    """

    calls: bool
    address: str
    port: int


@dataclass(frozen=True)
class Options:
    """The options of a session of play. None: the player is asked, or a default is used.

    ``fit``: in games of one player, the computer's strength follows the player's rating; otherwise ``level`` sets it.
    ``ballot`` names an opening drawn by lot. ``given`` has the names of the fields that
    were set on the command line. ``default_name`` is the player's name in the last session. ``record`` is a game to
    continue after ``ply`` turns (None: after its last turn). ``engine`` is the command of an engine that plays for the
    computer. ``task`` is the command to begin with, such as ``problem today``. ``at_terminal``: the input is
    typed by a person, who can answer more questions than a script. ``claims``: what is said of the board is followed by
    what it claims. ``modem``: the game is played with a peer.
    """

    name: str | None = None
    first: bool | None = None
    level: int = DEFAULT_LEVEL
    fit: bool = False
    rules: Rules = AMERICAN
    jumping: Jumping | None = None
    seed: int | None = None
    fen: str | None = None
    start: Position | None = None
    plain: bool = False
    ascii: bool = False
    ballot: str | None = None
    players: Players = "one"
    other: str | None = None
    clock: Control | None = None
    engine: str | None = None
    mouse: bool | None = None
    animation: bool | None = None
    drawing: bool | None = None
    exit_screen: bool | None = None
    sound: bool | None = None
    book: bool | None = None
    mono: bool = False
    teach: bool = False
    keep: bool = False
    claims: bool = False
    given: frozenset[str] = field(default=frozenset(), compare=False)
    default_name: str | None = None
    record: "GameRecord | None" = None
    ply: int | None = None
    at_terminal: bool = False
    task: str = ""
    modem: Modem | None = None


_JOINERS: Final = "[\u200c\u200d\ufe0e\ufe0f]"  # between and behind the parts of one sign


def name_of(text: str) -> str:
    """Return a typed name, or ``Player`` for an empty text. Raises ValueError if it is too long or not printable."""
    name = re.sub(_JOINERS, "", text).strip()
    if len(name) > LONGEST_NAME or printable(name) != name or "\N{REPLACEMENT CHARACTER}" in name:
        raise ValueError(text)
    return name or DEFAULT_NAME


def same_name(one: str, other: str) -> bool:
    """Return True if two names differ at most in capitals and spaces."""
    return one.casefold().split() == other.casefold().split()


# Everything to the last sign, then words: each text fits in one way only, so a long one is read as fast.
_GREETING: Final = (
    r"(?:[\w ,.!]*[,.!]\s*)?(?:(?:hi|hello|hey|yo|well|oh|yes|good|day|morning|evening|there|now|dear)\b\s*)*"
)
_IT_IS: Final = (
    rf"(?i)\A(?:(?:.*[\s,.!])?(?:(?:(?:my|his|her) )?name(?:'?s| is|:)|i am called|i'm called|i go by|call me)"
    rf"|{_GREETING}(?:i am|i'm|im|it's|its|this is|s?he's|s?he is)(?: me,)?)\s+(?=\S)"
)
_REALLY: Final = r"(?i)\A(?:really|actually|in fact) (?=\S)"
_IS_THE_NAME: Final = r"(?i)'s (?:the|my) name\b.*"
_STOPS: Final = (
    r"(?i)(?:,? (?:again|here|lol|please|actually|now|by the way|btw|for short|and i|but i)\b"
    r"|, (?:and|but|so|my|the|dear|sir|what|who|how|can|not|\w+ \w+ \w)"
    r"|(?<=\w{4})[.!?] | [:;]-?[()DP]).*$|(?<=\w{3})[.,!;]+$|(?<=^\w{2})[.,!;]+$|(?<=^\w)[.,!;]+$"
)


def said_name(text: str) -> str:
    """Return the name in an answer such as ``My name is Dan.``; empty for an empty text. Raises ValueError.

    The point of an abbreviation, as in ``Sammy Davis Jr.``, is part of the name.
    """
    name = text.strip()
    for pattern in (_IT_IS, _REALLY, _IS_THE_NAME, _STOPS, _STOPS):
        name = re.sub(pattern, "", name, count=1).strip()
    return name_of(name) if name else ""


def default_jumping(rules: Rules) -> Jumping:
    """Return the default kind of jumping of a rule set: huff if it is allowed, else the first kind."""
    return "huff" if "huff" in rules.jumpings else rules.jumpings[0]


def only_jumping(rules: Rules) -> str:
    """Return the message that a rule set does not have the chosen kind of jumping."""
    return f"in {rules.name} jumping is always {' or '.join(rules.jumpings)}"
