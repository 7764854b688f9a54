"""Positions and moves as clients of the Hub protocol write them, and the conventions by which they number squares.

In the protocol letter k of a position is square k of the moves. On the small board some clients number moves in another
way than positions. The server therefore tries each known convention, the protocol's first, until a message is valid,
and answers by the same convention.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from ai.hub.text import shown
from engine.game import is_progress
from engine.geometry import BLACK, WHITE, Geometry
from engine.moves import MoveGenerator, check_captures
from engine.position import Move, Position
from engine.rules import Rules

T = TypeVar("T")
W = TypeVar("W")

OTHER_NAMES: Final = {
    "english": "american",
    "normal": "international",
    "standard": "international",
    "losing": "international-losing",
    "antidraughts": "international-losing",
    "bt": "breakthrough",
}
_MOVE: Final = re.compile(r"[0-9]{1,2}(-[0-9]{1,2}|(x[0-9]{1,2})+)")


class SquareOne(Enum):
    """The corner of square 1, seen from White's side; the numbers continue along its row and then row by row."""

    UPPER_LEFT = "the standard numbers"
    LOWER_LEFT = "a1 first, as in the GameTypes 25 and 26 of PDN 3.0"
    LOWER_RIGHT = "the standard numbers of a board turned half round"


class Convention(NamedTuple):
    """The place of square 1 in a client's positions and in its moves."""

    in_positions: SquareOne
    in_moves: SquareOne


class HubGame(NamedTuple):
    """A game: its rules, the positions since the last irreversible move in their order, and the client's convention."""

    rules: Rules
    positions: list[Position]
    convention: Convention


STANDARD: Final = Convention(SquareOne.UPPER_LEFT, SquareOne.UPPER_LEFT)
FROM_A1: Final = Convention(SquareOne.LOWER_LEFT, SquareOne.LOWER_LEFT)
TURNED: Final = Convention(SquareOne.LOWER_RIGHT, SquareOne.LOWER_RIGHT)
# pydraughts 0.6 writes the side that begins as W, at the bottom, but moves in the numbers of PDN. Version 0.5 does not.
FIRST_PLAYER_BELOW: Final = Convention(SquareOne.UPPER_LEFT, SquareOne.LOWER_RIGHT)  # english: Black is on 1 to 12
MOVES_FROM_A1: Final = Convention(SquareOne.UPPER_LEFT, SquareOne.LOWER_LEFT)  # russian and brazilian


def square(number: int, geometry: Geometry, square_one: SquareOne) -> int:
    """Convert a client's square to the standard number, or a standard number to the client's.

    Both directions are the same mapping.
    """
    if square_one is SquareOne.UPPER_LEFT:
        return number
    if square_one is SquareOne.LOWER_RIGHT:
        return geometry.squares + 1 - number
    row, place = divmod(number - 1, geometry.per_row)
    return (geometry.size - 1 - row) * geometry.per_row + place + 1


def known_conventions(rules: Rules) -> tuple[Convention, ...]:
    """Return the conventions in which programs write positions and moves of a rule set, the protocol's own first."""
    return (STANDARD, *((MOVES_FROM_A1, FROM_A1) if rules.algebraic else (FIRST_PLAYER_BELOW,)), TURNED)


def pydraughts_convention(rules: Rules) -> Convention:
    """Return the convention of pydraughts 0.6."""
    return MOVES_FROM_A1 if rules.algebraic else FIRST_PLAYER_BELOW if rules.first == BLACK else STANDARD


def conventions(rules: Rules, letters: str, moves: str, last: Convention | None) -> list[Convention]:
    """Return the conventions in which a game may be written, the likeliest first.

    The likeliest convention is the ``last`` one used, otherwise the protocol's. Rotated boards are considered only if
    there are moves, or if the position is the rotated starting position. Otherwise a man on its king row is an error,
    not the sign of a rotated board.
    """
    every = known_conventions(rules)
    men = rules.rows_of_men * rules.geometry.per_row
    empty = rules.geometry.squares - 2 * men
    is_blacks_start = rules.first == BLACK and letters == "B" + men * "b" + empty * "e" + men * "w"
    likeliest = STANDARD if last is None or is_blacks_start else last
    evident = moves or letters[1:] == men * "w" + empty * "e" + men * "b"
    others = [each for each in every if evident or each.in_positions is SquareOne.UPPER_LEFT]
    return [likeliest, *(each for each in others if each != likeliest)]


def read_position(letters: str, rules: Rules, square_one: SquareOne = SquareOne.UPPER_LEFT) -> Position:
    """Parse a position: a letter for the side to move, then a letter for each square. Raises ValueError."""
    geometry = rules.geometry
    if len(letters) != geometry.squares + 1 or letters[0] not in "BW":
        raise ValueError(
            f"{shown(letters)} is no position of {rules.name}: it has W or B and then {geometry.squares} letters"
        )
    masks = [0, 0]
    kings = 0
    for number, letter in enumerate(letters[1:], 1):
        if letter not in "bwBWe":
            raise ValueError(f"{shown(letter)} on square {number} is none of b, w, B, W and e")
        if letter != "e":
            side = WHITE if letter in "wW" else BLACK
            bit = geometry.bit(square(number, geometry, square_one))
            masks[side] |= bit
            kings |= bit if letter.isupper() else 0
    position = Position(geometry, masks[BLACK], masks[WHITE], kings, 0, WHITE if letters[0] == "W" else BLACK)
    for number in geometry.numbers(position.uncrowned):
        raise ValueError(f"the man on square {square(number, geometry, square_one)} stands on its king row")
    check_captures(position, rules)
    return position


def position_letters(position: Position, square_one: SquareOne = SquareOne.UPPER_LEFT) -> str:
    """Format a position without triple kings: a letter for the side to move, then a letter for each square."""
    letters = "W" if position.side == WHITE else "B"
    for number in range(1, position.geometry.squares + 1):
        piece = position.piece(square(number, position.geometry, square_one))
        letter = "e" if piece is None else "w" if piece.side == WHITE else "b"
        letters += letter.upper() if piece is not None and piece.rank else letter
    return letters


def client_squares(move: Move, geometry: Geometry, square_one: SquareOne) -> tuple[int, int, tuple[int, ...]]:
    """Return start, end and sorted captured squares of a move in the client's numbers."""
    captured = sorted(square(number, geometry, square_one) for number in move.captured)
    return square(move.start, geometry, square_one), square(move.end, geometry, square_one), tuple(captured)


def hub_move_text(move: Move, geometry: Geometry, square_one: SquareOne) -> str:
    """Return a move as the protocol writes it: ``32-28``, or start, end and all captures: ``28x19x23``."""
    start, end, captured = client_squares(move, geometry, square_one)
    return ("x" if captured else "-").join(map(str, (start, end, *captured)))


def read_hub_move(text: str, moves: Sequence[Move], geometry: Geometry, square_one: SquareOne) -> Move:
    """Parse a legal move; the captures may be in any order. Raises ValueError that quotes the text."""
    if not _MOVE.fullmatch(text):
        raise ValueError(f"{shown(text)} is no move")
    start, end, *captured = (square(int(number), geometry, square_one) for number in re.split("[-x]", text))
    for move in moves:
        same = (move.start, move.end, sorted(move.captured)) == (start, end, sorted(captured))
        if same and bool(move.captured) == ("x" in text):
            return move
    raise ValueError(f"{shown(text)} is not legal there")


def first_reading(ways: Iterable[W], read: Callable[[W], T]) -> T:
    """Return the result of ``read`` for the first of ``ways`` for which it raises no ValueError.

    Raises the first ValueError if there is none.
    """
    refusal: ValueError | None = None
    for way in ways:
        try:
            return read(way)
        except ValueError as error:
            refusal = refusal or error
    assert refusal is not None, "there is a way"
    raise refusal


def read_game(generator: MoveGenerator, letters: str, moves: str, ways: Iterable[Convention]) -> HubGame:
    """Parse a position and the moves after it, by the first convention in which both are valid.

    Raises ValueError that quotes the error under the first convention.
    """

    def read(way: Convention) -> HubGame:
        start = read_position(letters, generator.rules, way.in_positions)
        return HubGame(generator.rules, _since_progress(generator, start, moves.split(), way.in_moves), way)

    return first_reading(ways, read)


def _since_progress(
    generator: MoveGenerator, position: Position, moves: Sequence[str], square_one: SquareOne
) -> list[Position]:
    """Play the moves from a position and return the positions since the last irreversible move."""
    positions = [position]
    for text in moves:
        move = read_hub_move(text, generator.legal_moves(positions[-1]), position.geometry, square_one)
        if is_progress(positions[-1], move):
            positions = []
        positions.append(move.after)
        check_captures(move.after, generator.rules)
    return positions
