"""The messages of DXP, the DamExchange protocol, version 01.

Source: mesander.nl/damexchange, "Layer 2 protocol description". A message has 1 to 127 ASCII characters. The first
character is the type. All fields but the last have a fixed width. White is W and Black is Z (Dutch: wit, zwart).
"""

import re
from typing import Final, NamedTuple

from engine.geometry import BLACK, WHITE, Side
from engine.printable import quoted

LONGEST_MESSAGE: Final = 127
LONGEST_NAME: Final = 32
LONGEST_CHAT: Final = LONGEST_MESSAGE - 1
MOST_MINUTES: Final = 999
"""The largest thinking time of a game in minutes, and its largest length in moves."""

ACCEPTED: Final = 0
WRONG_VERSION: Final = 1
NOT_THIS_GAME: Final = 2
NO_GAME: Final = 3

UNKNOWN: Final = 0
I_LOSE: Final = 1
DRAW: Final = 2
I_WIN: Final = 3

BACK: Final = 0
NEVER_BACK: Final = 1
NOT_NOW: Final = 2

VERSION: Final = "01"
_LETTERS: Final = {BLACK: "Z", WHITE: "W"}
_SIDES: Final = {letter: side for side, letter in _LETTERS.items()}
_REQUEST: Final = re.compile(r"R(\d\d)(.{32})([WZ])(\d{3})(\d{3})(?:A|B([WZ])([wWzZe]{32}|[wWzZe]{50}))", re.ASCII)
_ACCEPT: Final = re.compile(r"A(.{32})([0-3])")
_MOVE: Final = re.compile(r"M(\d{4})(\d\d)(\d\d)(\d\d)((?:\d\d)*)", re.ASCII)
_END: Final = re.compile(r"E([0-3])([01])")
_BACK_REQUEST: Final = re.compile(r"B(\d{3})([WZ])", re.ASCII)
_BACK_ANSWER: Final = re.compile(r"K([0-2])")
_TO_OURS: Final = str.maketrans("zZ", "bB")
_TO_THEIRS: Final = str.maketrans("bB", "zZ")
_SHOWN: Final = 60


class GameRequest(NamedTuple):
    """A request for a game in which the receiver plays ``side``, with ``minutes`` for each side, 0 without a clock.

    ``moves`` is the maximum length of the game, 0 without a limit. ``position`` has a letter for the side to move and
    a letter for each square, as in the Hub protocol; None is the usual start. ``version`` is the protocol version.
    """

    name: str
    side: Side
    minutes: int = 0
    moves: int = 0
    position: str | None = None
    version: str = VERSION


class GameAnswer(NamedTuple):
    """The answer to a request: ``ACCEPTED``, ``WRONG_VERSION``, ``NOT_THIS_GAME``, or ``NO_GAME`` at all."""

    name: str
    code: int


class MoveMade(NamedTuple):
    """A move, the seconds it took, and the captured squares, in the sender's numbering."""

    seconds: int
    start: int
    end: int
    captured: tuple[int, ...] = ()


class GameEnd(NamedTuple):
    """The end of a game, or the confirmation of a GameEnd. ``reason``: ``UNKNOWN``, ``I_LOSE``, ``DRAW``, ``I_WIN``.

    ``is_last``: the sender wants no further game.
    """

    reason: int
    is_last: bool


class BackRequest(NamedTuple):
    """A request to go back to the position before move ``number`` of ``side``, counted from 1."""

    number: int
    side: Side


class BackAnswer(NamedTuple):
    """The answer to a BackRequest: ``BACK``, ``NEVER_BACK`` if the program cannot go back, or ``NOT_NOW``."""

    code: int


class Chat(NamedTuple):
    """A text for the other player."""

    text: str


Message = GameRequest | GameAnswer | MoveMade | GameEnd | BackRequest | BackAnswer | Chat


def write_message(message: Message) -> str:
    """Serialize a message. Text is cut to the width of its field, and ``?`` replaces all but printable ASCII."""
    match message:
        case GameRequest(name, side, minutes, moves, position, version):
            start = "A" if position is None else "B" + position.translate(_TO_THEIRS)
            return f"R{version}{_name(name)}{_LETTERS[side]}{minutes:03}{moves:03}{start}"
        case GameAnswer(name, code):
            return f"A{_name(name)}{code}"
        case MoveMade(seconds, start, end, captured):
            squares = "".join(f"{number:02}" for number in captured)
            return f"M{min(max(seconds, 0), 9999):04}{start:02}{end:02}{len(captured):02}{squares}"
        case GameEnd(reason, is_last):
            return f"E{reason}{int(is_last)}"
        case BackRequest(number, side):
            return f"B{number:03}{_LETTERS[side]}"
        case BackAnswer(code):
            return f"K{code}"
        case Chat(text):
            return f"C{_ascii(text)[:LONGEST_CHAT]}"


def read_message(text: str) -> Message:
    """Parse a message. Raises ValueError, which quotes the text, if it is invalid."""
    if len(text) <= LONGEST_MESSAGE:
        if found := _REQUEST.fullmatch(text):
            version, name, side, minutes, moves, first, squares = found.groups()
            position = squares and ("W" if first == "W" else "B") + squares.translate(_TO_OURS)
            return GameRequest(name.strip(), _SIDES[side], int(minutes), int(moves), position, version)
        if found := _ACCEPT.fullmatch(text):
            return GameAnswer(found[1].strip(), int(found[2]))
        if (found := _MOVE.fullmatch(text)) and len(found[5]) == 2 * int(found[4]):
            captured = tuple(int(found[5][at : at + 2]) for at in range(0, len(found[5]), 2))
            return MoveMade(int(found[1]), int(found[2]), int(found[3]), captured)
        if found := _END.fullmatch(text):
            return GameEnd(int(found[1]), found[2] == "1")
        if found := _BACK_REQUEST.fullmatch(text):
            return BackRequest(int(found[1]), _SIDES[found[2]])
        if found := _BACK_ANSWER.fullmatch(text):
            return BackAnswer(int(found[1]))
        if text.startswith("C"):
            return Chat(text[1:])
    raise ValueError(f"{quoted(text, _SHOWN)} is no message of DXP")


def _name(text: str) -> str:
    return f"{_ascii(text).strip()[:LONGEST_NAME]:{LONGEST_NAME}}"


def _ascii(text: str) -> str:
    return "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in text)
