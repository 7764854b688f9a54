"""The position in words, for those who do not see the board."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from console.game.jump_path import JumpPath
from console.game.naming import Naming, rank_name, spoken_list
from engine.game import Game
from engine.position import Position


class Person(NamedTuple):
    """How a player is spoken of: ``You``, ``your`` and ``have``."""

    subject: str
    possessive: str
    has: str

    @classmethod
    def named(cls, name: str) -> Self:
        """A player by his name, or by that of his side."""
        return cls(name, f"{name}'s", "has")


YOU: Final = Person("You", "your", "have")
ME: Final = Person("I", "my", "have")


def where(game: Game, path: JumpPath, naming: Naming, persons: Sequence[Person]) -> list[str]:
    """Who stands where, the side to move first, whose move it is and which of his pieces can jump; a sentence each.

    ``path`` is a jump under way, or the beginning of every move; ``persons`` are by side.
    """
    position, mover = path.position, persons[game.side]
    told = [_pieces(position, side, naming, persons[side]) for side in (game.side, 1 - game.side)]
    if path.standing:
        told.append(f"{naming.all_of(path.standing)} {_jumped(len(path.standing))}.")
    if game.outcome is not None:
        told.append("The game is over.")
    elif path.squares:
        told.append(f"It is {mover.possessive} jump, and {naming.square(path.end)} {_ways(path, naming)}.")
    else:
        told.append(f"It is {mover.possessive} move.")
        jumpers = {move.start for move in game.captures()}
        if jumpers:
            told.append(f"{mover.subject} can jump with {naming.any_of(jumpers)}.")
    return told


def look(number: int, game: Game, path: JumpPath, naming: Naming, persons: Sequence[Person]) -> str:
    """Who stands on a square and, if it is his turn, where he can go; the rest as for ``where``."""
    square, piece = naming.square(number), path.position.piece(number)
    if piece is None:
        return f"Nobody stands on {square}."
    whose = persons[piece.side].possessive
    told = f"{whose[0].upper()}{whose[1:]} {rank_name(piece.rank)} stands on {square}"
    if number in path.standing:
        return f"{told}: it {_jumped(1)}."
    if game.outcome is not None or piece.side != game.side or (path.squares and path.end != number):
        return f"{told}."
    return f"{told}: it {_ways(path if path.squares else path.along(number), naming)}."


def _pieces(position: Position, side: int, naming: Naming, person: Person) -> str:
    """What a side has left, rank by rank, in a sentence."""
    ranks: dict[int, list[int]] = {}
    for number in range(1, position.geometry.squares + 1):
        piece = position.piece(number)
        if piece is not None and piece.side == side:
            ranks.setdefault(piece.rank, []).append(number)
    kinds = [
        f"{'a ' if len(numbers) == 1 else ''}{rank_name(rank, len(numbers))} on {naming.all_of(numbers)}"
        for rank, numbers in sorted(ranks.items())
    ]
    return f"{person.subject} {person.has} {', and '.join(kinds) or 'nothing left'}."


def _ways(path: JumpPath, naming: Naming) -> str:
    """Where the piece on a path can go from there."""
    steps = [landing for landing, jump in path.targets.items() if not jump]
    jumps = [landing for landing, jump in path.targets.items() if jump]
    ways = [f"{verb} to {naming.any_of(landings)}" for verb, landings in (("step", steps), ("jump", jumps)) if landings]
    return f"can {spoken_list(ways, 'or')}" if ways else "cannot move on" if path.squares[1:] else "cannot move"


def _jumped(count: int) -> str:
    return f"{'has' if count == 1 else 'have'} been jumped and {'leaves' if count == 1 else 'leave'} when the turn ends"
