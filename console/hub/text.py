"""The Hub protocol as text: lines, positions, moves. Source: protocol.txt of Scan 3.1 (Hub, version 2)."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.outcome import is_progress
from engine.position import KING, Move, Position
from engine.printable import printable
from engine.rules import Rules

_ARGUMENT: Final = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s="]+)))?(?:\s+|$)')
_MOVE: Final = re.compile(r"[0-9]{1,2}(-[0-9]{1,2}|(x[0-9]{1,2})+)")
_LONGEST_QUOTE: Final = 60
_LETTERS: Final = ("b", "B"), ("w", "W")


class Line(NamedTuple):
    """A command and its arguments; a flag has an empty value."""

    command: str
    arguments: dict[str, str]


class Played(NamedTuple):
    """The positions since the last progress, the latest last; ``turned`` tells how the first was written."""

    positions: list[Position]
    turned: bool


def quoted(text: str) -> str:
    """A value as it is written on a line, in quotes unless it is one plain word."""
    shown = printable(text.replace('"', "'"))
    return shown if re.fullmatch(r'[^\s="]+', shown) else f'"{shown}"'


def shown(text: str) -> str:
    """What was sent, shortened, for an error message."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")


def read_line(text: str) -> Line | None:
    """The parts of a line; None if it is empty. Raises ValueError that quotes it where it is no Hub line."""
    rest = text.strip()
    parts = []
    at = 0
    while at < len(rest):
        match = _ARGUMENT.match(rest, at)
        if match is None:
            raise ValueError(f"cannot read {shown(rest[at:])}")
        parts.append((match[1], match[2] or match[3] or ""))
        at = match.end()
    return Line(parts[0][0], dict(parts[1:])) if parts else None


def read_position(text: str, rules: Rules) -> Position:
    """The position of a letter for the side to move and one a square. Raises ValueError that quotes what is wrong."""
    geometry = rules.geometry
    if len(text) != geometry.squares + 1 or text[0] not in "BW":
        raise ValueError(
            f"{shown(text)} is no position of {rules.name}: it has W or B and then {geometry.squares} letters"
        )
    masks = [0, 0]
    kings = 0
    for number, letter in enumerate(text[1:], 1):
        if letter not in "bwBWe":
            raise ValueError(f"{shown(letter)} on square {number} is none of b, w, B, W and e")
        if letter != "e":
            side = WHITE if letter in "wW" else BLACK
            masks[side] |= geometry.bit(number)
            kings |= geometry.bit(number) if letter.isupper() else 0
    uncrowned = (masks[BLACK] & geometry.row_bits(geometry.size - 1) | masks[WHITE] & geometry.row_bits(0)) & ~kings
    for number in geometry.numbers(uncrowned):
        raise ValueError(f"the man on square {number} stands on its king row")
    return Position(geometry, masks[BLACK], masks[WHITE], kings, 0, WHITE if text[0] == "W" else BLACK)


def position_text(position: Position) -> str:
    """The letters of a position; a triple king is written as a king."""
    letters = ["W" if position.side == WHITE else "B"]
    for number in range(1, position.geometry.squares + 1):
        piece = position.piece(number)
        letters.append("e" if piece is None else _LETTERS[piece.side][piece.rank >= KING])
    return "".join(letters)


def half_turned(position: Position) -> Position:
    """The same with board turned half round and colours exchanged."""
    geometry = position.geometry

    def turned(bits: int) -> int:
        return geometry.mask(tuple(geometry.squares + 1 - number for number in geometry.numbers(bits)))

    return Position(
        geometry,
        turned(position.white),
        turned(position.black),
        turned(position.kings),
        turned(position.triples),
        1 - position.side,
    )


def move_text(move: Move) -> str:
    """A move: ``32-28``, or from, to and all that is captured: ``28x19x23``."""
    if move.captured:
        return "x".join(map(str, (move.start, move.end, *sorted(move.captured))))
    return f"{move.start}-{move.end}"


def find_move(text: str, moves: Sequence[Move]) -> Move:
    """The move of this text; the captured squares come in any order. Raises ValueError that quotes it."""
    if not _MOVE.fullmatch(text):
        raise ValueError(f"{shown(text)} is no move")
    start, end, *captured = map(int, re.split("[-x]", text))
    for move in moves:
        same = (move.start, move.end, sorted(move.captured)) == (start, end, sorted(captured))
        if same and bool(move.captured) == ("x" in text):
            return move
    raise ValueError(f"{shown(text)} is not legal there")


def read_game(generator: MoveGenerator, text: str, moves: str, turned: bool) -> Played:
    """The game up to now from a position and the moves made since. Raises ValueError that quotes what is wrong.

    Where Black moves first, some clients write the first player as W at the bottom all the same, but number the moves
    as everybody does. Which way it is written shows in a starting position and in legal moves; failing those it is
    written as ``turned`` says.
    """
    rules = generator.rules
    straight = read_position(text, rules)
    ways = [(straight, False)]
    if rules.first == BLACK:
        ways.append((half_turned(straight), True))
        ways.sort(key=lambda way: (way[0] != Position.start(rules), way[1] != turned))
    refusal = None
    for position, is_turned in ways:
        try:
            return Played(_follow(generator, position, moves.split()), is_turned)
        except ValueError as error:
            refusal = refusal or error
    raise refusal or ValueError(shown(moves))


def _follow(generator: MoveGenerator, position: Position, moves: Sequence[str]) -> list[Position]:
    positions = [position]
    for text in moves:
        move = find_move(text, generator.legal_moves(positions[-1]))
        if is_progress(positions[-1], move):
            positions = []
        positions.append(move.after)
    return positions
