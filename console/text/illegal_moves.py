"""Why a move is refused, in a sentence. It decides nothing: the routes have already said that the move is not legal."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from console.game.jump_path import Path, along, between, half_way, onward, resolve, still_standing
from console.game.naming import Naming
from console.text.sentences import half_typed
from engine.game import Game
from engine.geometry import BLACK
from engine.notation import AmbiguousMove, IllegalMove
from engine.position import MAN, TRIPLE, Move, Position
from engine.rules import Preference, Rules

_NOT_LEGAL: Final = "That is not a legal move."

# What a capture must be best in: what the player is told, and how a capture is measured before it is made.
_DUTIES: Final[dict[Preference, tuple[str, Callable[[Move, Position], int | tuple[bool, ...]]]]] = {
    "pieces": ("You must take the most", lambda move, before: len(move.captured)),
    "by a king": ("You must take with a king", lambda move, before: (_is_king(before, move.start),)),
    "kings": ("You must take the most kings", lambda move, before: sum(_kings_taken(before, move))),
    "kings soonest": ("You must take a king as soon as you can", lambda move, before: _kings_taken(before, move)),
}


def _is_king(position: Position, number: int) -> bool:
    return bool(position.kings & position.geometry.bit(number))


def _kings_taken(before: Position, move: Move) -> tuple[bool, ...]:
    """Of the pieces a capture takes, in their order, which are kings."""
    return tuple(_is_king(before, number) for number in move.captured)


def why_not(game: Game, squares: Path, naming: Naming) -> str:
    """The reason why a piece may not go from the first of these squares over the others."""
    if len(squares) < 2:
        return half_typed(naming)
    piece = game.position.piece(squares[0])
    if piece is None:
        return f"There is no man on {naming.square(squares[0])}."
    if piece.side != game.side:
        return f"{naming.square(squares[0])} is not your man."
    possible = game.possible()
    try:
        return _duty(game, resolve(squares, possible), possible, naming)
    except (IllegalMove, AmbiguousMove):
        pass
    good = 1
    while along(squares[: good + 1], possible):
        good += 1
    way = squares[:good]
    if good > 1 and not along(way, possible)[0].captured:
        return "A step ends the move: only a jump can go on."
    now = half_way(game, way)
    risen = now.piece(way[-1])
    if piece.rank == MAN and risen and risen.rank > MAN and game.rules.crowning != "king":
        return f"A man crowned on {naming.square(way[-1])} stops there."
    return _why_not_hop(now, game.rules, way[-1], squares[good], naming, still_standing(game, way), jumping=good > 1)


def must_go_on(path: Path, game: Game, naming: Naming) -> str:
    """What a player is told who stops a jump that must be finished."""
    targets = naming.any_of(onward(path, game.routes()))
    return f"You must go on jumping: from {naming.square(path[-1])} to {targets}."


def _duty(game: Game, path: Path, possible: Sequence[Move], naming: Naming) -> str:
    """The jump that must be made instead of a move that is possible by itself."""
    legal = [move for move in game.routes() if move.captured]
    if not legal:
        return _NOT_LEGAL
    jumpers = naming.any_of({move.start for move in legal})
    if not along(path, possible)[0].captured:
        return f"You must jump: {jumpers} can."
    good = 0
    while good < len(path) and along(path[: good + 1], legal):
        good += 1
    if good == len(path):
        return must_go_on(path, game, naming) if onward(path, legal) else _NOT_LEGAL
    tried = [_merits(game, move) for move in along(path[: good + 1], possible)]
    for duty, best, required in zip(game.rules.choice, max(tried), _merits(game, legal[0]), strict=True):
        if best != required:
            told = _DUTIES[duty][0]
            if good:
                return f"{told}: go from {_leg(path[:good], legal, naming)}."
            return f"{told}: {jumpers} {'can' if isinstance(required, tuple) else f'takes {required}'}."
    return f"You must land where the jump can go on: from {_leg(path[:good], legal, naming)}."


def _merits(game: Game, move: Move) -> list[Any]:
    """How good a capture is in each respect that counts, the most important first."""
    return [_DUTIES[duty][1](move, game.position) for duty in game.rules.choice]


def _leg(path: Path, routes: Iterable[Move], naming: Naming) -> str:
    """Where a piece that has come this way may go next."""
    return f"{naming.square(path[-1])} to {naming.any_of(onward(path, routes))}"


def _why_not_hop(
    position: Position, rules: Rules, start: int, end: int, naming: Naming, jumped: Path, jumping: bool
) -> str:
    """What is wrong with one step or jump by itself; ``jumped`` pieces are still standing."""
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
    if piece.rank == MAN and backward and not rules.men_capture_back:
        return "A man moves forward only."
    if distance == 1:
        return "Only a jump can follow a jump." if jumping else "A man steps forward only."
    way = between(position.geometry, start, end)
    twice = [number for number in way if number in jumped]
    if twice:
        return f"{naming.square(twice[0])} has been jumped already: it leaves when the turn ends."
    standing = [position.piece(number) for number in way]
    prey = [number for number, other in zip(way, standing, strict=True) if other and other.side != piece.side]
    friends = [other for other in standing if other and other.side == piece.side]
    kind = ("man", "king", "triple king")[piece.rank]
    if not prey:
        if piece.rank == TRIPLE and friends and not jumping:
            return "As a step a triple king leaps one friend, to the square just beyond."
        if friends and piece.rank < TRIPLE:
            return "You cannot jump your own man."
        if jumping or distance == 2:
            return f"Nothing to jump between {naming.square(start)} and {naming.square(end)}."
        return f"That is too far: a {kind} steps one square."
    if friends and piece.rank < TRIPLE:
        return "You cannot jump your own man."
    if distance > 2 and not (piece.rank and rules.kings_range):
        return "That is too far: jump one man at a time."
    if len(prey) > 1 and piece.rank < TRIPLE:
        return "You can jump only one man at a time."
    if len(prey) > 2:
        return "A triple king jumps two at the most."
    if len(prey) == 2:
        return "A triple king jumps two only if they stand directly next to each other."
    if piece.rank == MAN and not rules.men_take_kings and _is_king(position, prey[0]):
        return "A man cannot take a king."
    return _NOT_LEGAL
