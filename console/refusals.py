"""Why a move is refused, in a sentence. It decides nothing: the routes have already said that the move is not legal."""

from itertools import pairwise

from console.paths import Path, along, between, half_way, onward
from console.phrases import HALF_TYPED, Naming
from engine.game import Game
from engine.geometry import BLACK
from engine.position import MAN, TRIPLE, Position
from engine.rules import Rules

_NOT_LEGAL = "That is not a legal move."


def why_not(game: Game, squares: Path, naming: Naming) -> str:
    """The reason why a piece may not go from the first of these squares over the others."""
    if len(squares) < 2:
        return HALF_TYPED
    position, routes = game.position, game.routes()
    start = squares[0]
    piece = position.piece(start)
    if piece is None:
        return f"There is no man on {naming.square(start)}."
    if piece.side != game.side:
        return f"{naming.square(start)} is not your man."
    good = 1
    while good < len(squares) and along(squares[: good + 1], routes):
        good += 1
    if good == len(squares):
        return must_go_on(squares, game, naming)
    if good == 1:
        return _why_not_hop(position, game.rules, start, squares[1], naming) or _obligation(game, squares, naming)
    way = squares[:good]
    now = half_way(position, way, routes)
    if not along(way, routes)[0].captured:
        return "A step ends the move: only a jump can go on."
    risen = now.piece(way[-1])
    if piece.rank == MAN and risen and risen.rank > MAN and game.rules.crowning == "ends":
        return f"A man crowned on {naming.square(way[-1])} stops there."
    return _why_not_hop(now, game.rules, way[-1], squares[good], naming, jumping=True) or _obligation(
        game, squares, naming
    )


def must_go_on(path: Path, game: Game, naming: Naming) -> str:
    """What a player is told who stops a jump that must be finished."""
    targets = naming.any_of(onward(path, game.routes()))
    return f"You must go on jumping: from {naming.square(path[-1])} to {targets}."


def _obligation(game: Game, squares: Path, naming: Naming) -> str:
    """The jump that must be made instead of an otherwise possible move."""
    captures = game.captures() if game.jumping == "forced" else []
    if not captures:
        return _NOT_LEGAL
    jumpers = naming.any_of({move.start for move in captures})
    if not any(_enemy_between(game.position, *hop) for hop in pairwise(squares)):
        return f"You must jump: {jumpers} can."
    if game.rules.choice:
        return f"You must make the greatest jump: {jumpers} can."
    return _NOT_LEGAL


def _enemy_between(position: Position, start: int, end: int) -> bool:
    """Whether a piece of the other side stands between two squares of a diagonal."""
    pieces = [position.piece(number) for number in between(position.geometry, start, end)]
    return any(piece is not None and piece.side != position.side for piece in pieces)


def _why_not_hop(
    position: Position, rules: Rules, start: int, end: int, naming: Naming, jumping: bool = False
) -> str | None:
    """What is wrong with one step or jump by itself; None if only a duty elsewhere forbids it."""
    piece = position.piece(start)
    if piece is None:
        return f"There is no man on {naming.square(start)}."
    if start == end:
        return "That is the square it stands on."
    if position.piece(end) is not None:
        return "That square is taken."
    (row, column), (last_row, last_column) = (position.geometry.row_and_column(number) for number in (start, end))
    rise, distance = last_row - row, abs(last_row - row)
    if distance != abs(last_column - column):
        return f"{naming.square(start)} to {naming.square(end)} is not along a diagonal."
    backward = (rise > 0) != (piece.side == BLACK)
    if piece.rank == MAN and backward and (distance == 1 or not rules.men_capture_back):
        return "A man moves forward only."
    if distance == 1:
        return "Only a jump can follow a jump." if jumping else None
    kind = ("man", "king", "triple king")[piece.rank]
    passed = [position.piece(number) for number in between(position.geometry, start, end)]
    prey = [other for other in passed if other and other.side != piece.side]
    friends = [other for other in passed if other and other.side == piece.side]
    if not prey and not friends:
        if jumping or distance == 2:
            return f"Nothing to jump between {naming.square(start)} and {naming.square(end)}."
        return None if piece.rank and rules.kings_fly else f"That is too far: a {kind} steps one square."
    if friends and piece.rank < TRIPLE:
        return "You cannot jump your own man."
    if distance > 2 and not (piece.rank and rules.kings_range):
        return "That is too far: jump one man at a time."
    if len(prey) > (2 if piece.rank == TRIPLE else 1):
        return "You can jump only one man at a time."
    if piece.rank == MAN and any(other.rank for other in prey) and not rules.men_take_kings:
        return "A man cannot take a king."
    return None
