"""Messages that explain why a move is illegal. Their callers have already found that it is illegal."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from console.game.move_input import JumpPath, Squares, between
from console.game.naming import Naming, rank_name
from console.text.phrases import PHRASES
from console.text.sentences import must_go_on, next_squares
from engine.game import Game, IllegalMove
from engine.geometry import BLACK
from engine.notation import AmbiguousMove
from engine.position import MAN, TRIPLE, Move, Piece, Position
from engine.rules import Preference

_NOT_LEGAL: Final = "That is not a legal move."
# For each preference between captures: a measure of a capture in the position before it.
_MEASURES: Final[dict[Preference, Callable[[Move, Position], int | tuple[bool, ...]]]] = {
    "pieces": lambda move, before: len(move.captured),
    "by a king": lambda move, before: (_is_king(before, move.start),),
    "kings": lambda move, before: sum(_kings_taken(before, move)),
    "kings soonest": lambda move, before: _kings_taken(before, move),
}


def _is_king(position: Position, number: int) -> bool:
    return bool(position.kings & position.geometry.bit(number))


def _kings_taken(before: Position, move: Move) -> tuple[bool, ...]:
    """Return True for each captured king and False for each captured man, in the order of the jumps."""
    return tuple(_is_king(before, number) for number in move.captured)


def why_not(game: Game, squares: Squares, naming: Naming) -> str:
    """Return the reason why a move over ``squares`` is illegal. For a single square: why its piece cannot move."""
    piece = game.position.piece(squares[0])
    if piece is None:
        return f"There is no piece on {naming.square(squares[0])}."
    if piece.side != game.side:
        return f"The piece on {naming.square(squares[0])} is not yours."
    possible = JumpPath.unforced(game)
    if len(squares) == 1:
        lifted = possible.along(*squares)
        stuck = f"The piece on {naming.square(squares[0])} cannot move."
        return _required_jump(game, lifted, naming) if lifted.routes else stuck
    try:
        wanted = possible.to(squares)
    except (IllegalMove, AmbiguousMove):
        pass
    else:
        return _required_jump(game, wanted, naming)
    path = _longest(possible.along(squares[0]), squares[1:])
    if len(path.squares) > 1 and not path.jumps:
        return "A step ends the move: only a jump can continue."
    crowned = path.position.piece(path.end)
    if piece.rank == MAN and crowned and crowned.rank > MAN and game.rules.crowning != "king":
        return f"A man crowned on {naming.square(path.end)} stops there."
    return _why_not_further(path, squares[len(path.squares)], naming)


def _longest(path: JumpPath, squares: Squares) -> JumpPath:
    """Return the longest continuation of a path along the first of ``squares`` that some move fits."""
    for square in squares:
        further = path.along(square)
        if not further.routes:
            break
        path = further
    return path


def _required_jump(game: Game, wanted: JumpPath, naming: Naming) -> str:
    """Return the message about the jump that must be made instead of ``wanted``.

    Without forced jumping, ``wanted`` would be legal.
    """
    legal = replace(JumpPath.of(game), routes=tuple(move for move in game.routes() if move.captured))
    if not legal.routes:
        return _NOT_LEGAL
    jumpers = naming.any_of(legal.targets)
    if not wanted.jumps:
        return f"You must jump: {jumpers} can."
    good = _longest(legal, wanted.squares)
    if good.squares == wanted.squares:
        return must_go_on(good, naming) if good.targets else _NOT_LEGAL
    tried = JumpPath.unforced(game).along(*wanted.squares[: len(good.squares) + 1])
    best = max(_measures(game, move) for move in tried.routes)
    for preference, reached, required in zip(game.rules.choice, best, _measures(game, legal.routes[0]), strict=True):
        if reached != required:
            message = PHRASES["you must"][preference]
            if good.squares:
                return f"{message}: go {next_squares(good, naming)}."
            return f"{message}: {jumpers} {'can' if isinstance(required, tuple) else f'takes {required}'}."
    return f"You must land where you can jump again: {next_squares(good, naming)}."


def _measures(game: Game, move: Move) -> list[Any]:
    """Return the measures of a capture for each preference of the rules, the most important first."""
    return [_MEASURES[preference](move, game.position) for preference in game.rules.choice]


def _why_not_further(path: JumpPath, end: int, naming: Naming) -> str:
    """Return the reason why a piece cannot go from the last square of ``path`` to ``end`` by one step or jump."""
    position, rules, start, jumping = path.position, path.rules, path.end, len(path.squares) > 1
    piece = position.piece(start)
    if piece is None:
        return f"There is no piece on {naming.square(start)}."
    if start == end:
        return "He is already on that square."
    if position.piece(end) is not None:
        beyond = {to for to, jump in path.targets.items() if jump and end in between(position.geometry, start, to)}
        if beyond:
            return f"To jump {naming.square(end)}, go from {naming.square(start)} to {naming.any_of(beyond)}."
        return f"{naming.square(end)} is occupied."
    (row, column), (last_row, last_column) = (position.geometry.row_and_column(number) for number in (start, end))
    rise, distance = last_row - row, abs(last_row - row)
    if distance != abs(last_column - column):
        return f"{naming.square(start)} to {naming.square(end)} is not along a diagonal."
    backward = (rise > 0) != (piece.side == BLACK)
    if piece.rank == MAN and backward and not rules.men_capture_back:
        return "Men move forward only."
    if distance == 1:
        return "Only a jump can follow a jump." if jumping else "Men step forward only."
    passed = between(position.geometry, start, end)
    twice = [number for number in passed if number in path.standing]
    if twice:
        return f"The piece on {naming.square(twice[0])} has already been jumped; it comes off when the turn ends."
    return _why_not_over(passed, piece, path, f"{naming.square(start)} and {naming.square(end)}")


def _why_not_over(passed: Squares, piece: Piece, path: JumpPath, ends: str) -> str:
    """Return the reason why a piece cannot go over the squares ``passed``; ``ends`` are the names of both ends."""
    position, rules, jumping, distance = path.position, path.rules, len(path.squares) > 1, len(passed) + 1
    standing = [position.piece(number) for number in passed]
    enemies = [number for number, other in zip(passed, standing, strict=True) if other and other.side != piece.side]
    own = [other for other in standing if other and other.side == piece.side]
    if own and piece.rank < TRIPLE:
        return "You cannot jump your own piece."
    if not enemies:
        if piece.rank == TRIPLE and own and not jumping:
            return "A triple king may step over one friend, to the square just beyond."
        if jumping or distance == 2:
            return f"Nothing to jump between {ends}."
        return f"That is too far: a {rank_name(piece.rank)} steps one square."
    if distance > 2 and not (piece.rank and rules.kings_range):
        return "That is too far: jump one piece at a time."
    if len(enemies) > 1 and piece.rank < TRIPLE:
        return "You can jump only one piece at a time."
    if len(enemies) > 2:
        return "A triple king jumps two at most."
    if len(enemies) == 2:
        return "A triple king jumps two only if they stand directly next to each other."
    if piece.rank == MAN and not rules.men_take_kings and _is_king(position, enemies[0]):
        return "A man cannot take a king."
    return PHRASES["land"][rules.landing]
