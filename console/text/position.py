"""The position in words, for players who do not see the board."""

from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from console.game.move_input import JumpPath
from console.game.naming import Naming, capitalized, in_words, rank_name, spoken_list
from console.game.seats import Seats
from console.text.phrases import PHRASES
from console.text.rules import articles
from console.text.sentences import draw_count_of, game_length, huffed
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.moves import MoveGenerator
from engine.position import Move, Position


class Pronouns(NamedTuple):
    """The words for a player, such as ``You``, ``your`` and ``have``."""

    subject: str
    possessive: str
    has: str
    are: str

    @classmethod
    def named(cls, name: str) -> Self:
        """Return the words for a player or a side by name."""
        return cls(name, f"{name}'s", "has", "is")


YOU: Final = Pronouns("You", "your", "have", "are")
ME: Final = Pronouns("I", "my", "have", "am")


def persons(seats: Seats) -> tuple[Pronouns, Pronouns]:
    """Return the pronouns or names of the players, by side; the colors if the names are unknown or in a demo."""
    if seats.opponent is not None:
        return (ME, YOU) if seats.is_program(BLACK) else (YOU, ME)
    named = any(seats.names) and seats.program is None
    black, white = map(Pronouns.named, seats.names if named else SIDE_NAMES)
    return black, white


def where(game: Game, path: JumpPath, naming: Naming, persons: Sequence[Pronouns]) -> dict[str, str]:
    """Return the sentences about a position by their subjects, without empty ones.

    They name the pieces of each side, then the side that is ahead and the side to move, the pieces that can jump and
    those in danger, or else the result or the jump in progress; at last, unless the game is over, the last move, the
    number of moves and what counts toward a draw. In huff they do not say who can move or jump: the player has to see
    that. ``path`` is the move in progress, or the empty path. ``persons`` has the words for each side.
    """
    position, mover = path.position, persons[game.side]
    sides = (("mine", game.side), ("theirs", 1 - game.side))
    found = {whose: _pieces(position, side, naming, persons[side]) for whose, side in sides}
    if path.standing:
        found["jumped"] = f"{naming.all_of(path.standing)} {_jumped(len(path.standing))}."
    if game.outcome is not None:
        winner = game.outcome.winner
        found["turn"] = "The game is a draw." if winner is None else f"The game is over: {persons[winner].subject} won."
    elif path.squares:
        ways = "" if game.jumping == "huff" else f", and {naming.square(path.end)} {_ways(path, naming)}"
        found["turn"] = f"{mover.subject} {mover.are} in the middle of a jump{ways}."
    else:
        found["score"] = _ahead(position, persons)
        found["turn"] = f"It is {mover.possessive} move."
        if game.jumping != "huff":
            found |= _threats(game, naming, mover)
    if game.outcome is None and game.last is not None:
        last = f"The last move was {naming.move(game.last.move)}."
        found["last"] = f"{last} That makes {game_length(game.ply)} so far."
        found["draw"] = draw_count_of(game, least=1) or "Nothing counts toward a draw yet."
    return found


def about(topics: str, game: Game, path: JumpPath, naming: Naming, persons: Sequence[Pronouns]) -> str:
    """Return the sentences about a position that answer a question about some ``topics``, or all if there are none.

    The topics are those of ``where`` and of the rules, the huffs of the last two moves, and what happens to who does
    not jump.
    """
    found = where(game, path, naming, persons)
    if not topics:
        return " ".join(found.values())
    if game.jumping == "huff" and game.outcome is None:
        found |= _threats(game, naming, persons[game.side]) | {"jumps": PHRASES["nothing"]["jumps in huff"]}
    found |= articles(game.rules)
    asker = persons.index(YOU) if YOU in persons else game.side
    if own := [turn.move for turn in game.turns[: game.ply] if turn.move.after.side != asker]:
        whose, end = capitalized(persons[asker].possessive), own[-1].end
        found["own"] = f"{whose} last move was {naming.move(own[-1])}."
        if (piece := game.position.piece(end)) is not None and piece.side == asker:
            found["rank"] = f"{whose} piece on {naming.square(end)} is a {rank_name(piece.rank)}."
    if others := [f'"next {each}"' for each in game.rules.jumpings if each != game.jumping]:
        here = PHRASES["not jumping"][game.jumping]
        found["jumping"] = f"This game is {game.jumping}: {here} {spoken_list(others, 'or')} changes the next game."
    if "jumps" in found:
        found["rule"] = capitalized(PHRASES["not jumping"][game.jumping])
    for turn in game.turns[max(0, game.ply - 2) : game.ply]:
        owner = persons[1 - turn.move.after.side].subject
        if turn.huffed is not None and owner != ME.subject:
            named = None if owner == YOU.subject else owner
            found["huff"] = found["why"] = huffed(turn.move.after, turn.move, turn.huffed, naming, named)
    return " ".join(filter(None, (found.get(topic, PHRASES["nothing"].get(topic, "")) for topic in topics.split())))


def what_if(move: Move, game: Game, naming: Naming) -> str:
    """Return what can be taken after a move."""
    taken = _taken(game, move.after)
    risk = f"{naming.all_of(taken)} can be jumped" if taken else "nothing can be jumped at once"
    return f"After {naming.move(move)}, {risk}."


def _threats(game: Game, naming: Naming, mover: Pronouns) -> dict[str, str]:
    """Return the sentences about the pieces that can jump and those in danger, by topic."""
    found = {}
    if jumpers := {move.start for move in game.captures()}:
        found["jumps"] = f"{mover.subject} can jump from {naming.any_of(jumpers)}."
    if attacked := _taken(game, game.position.passed()):
        found["danger"] = f"{naming.all_of(attacked)} {'is' if len(attacked) == 1 else 'are'} in danger."
    return found


def _taken(game: Game, position: Position) -> set[int]:
    """Return the squares of the pieces that the side to move of a position can jump."""
    return {number for move in MoveGenerator(game.rules, "free").routes(position) for number in move.captured}


def look(number: int, game: Game, path: JumpPath, naming: Naming, persons: Sequence[Pronouns]) -> str:
    """Return the sentence about a square: its piece, with its moves if it can move now. Arguments as in ``where``.

    In huff it says nothing about moves.
    """
    square, piece = naming.square(number), path.position.piece(number)
    if piece is None:
        return f"{square} is empty."
    whose = persons[piece.side].possessive
    stands = f"{capitalized(whose)} {rank_name(piece.rank)} is on {square}"
    if number in path.standing:
        return f"{stands}: he {_jumped(1)}."
    if game.jumping == "huff" or game.outcome is not None:
        return f"{stands}."
    if path.squares:
        return f"{stands}: he {_ways(path, naming)}." if path.end == number else f"{stands}."
    taken = _taken(game, path.position.passed() if piece.side == game.side else path.position)
    risk = "He can be jumped." if number in taken else "Nothing can jump him now."
    ways = f": he {_ways(path.along(number), naming)}" if piece.side == game.side else ""
    return f"{stands}{ways}. {risk}"


def _pieces(position: Position, side: int, naming: Naming, person: Pronouns) -> str:
    """Return the sentence about the pieces of a side, men first."""
    ranks: dict[int, list[int]] = {}
    for number in range(1, position.geometry.squares + 1):
        piece = position.piece(number)
        if piece is not None and piece.side == side:
            ranks.setdefault(piece.rank, []).append(number)
    kinds = [
        f"{'a' if len(numbers) == 1 else len(numbers)} {rank_name(rank, len(numbers))} on {naming.all_of(numbers)}"
        for rank, numbers in sorted(ranks.items())
    ]
    who = person.subject if person.subject == SIDE_NAMES[side] else f"{person.subject} ({SIDE_NAMES[side]})"
    return f"{who} {person.has} {', and '.join(kinds) or 'nothing left'}."


def _ahead(position: Position, persons: Sequence[Pronouns]) -> str:
    """Return the sentence that says which side has more pieces."""
    counts = [position.of(side).bit_count() for side in (BLACK, WHITE)]
    most, gap = max(counts), abs(counts[BLACK] - counts[WHITE])
    more, pieces = persons[counts.index(most)], f"{in_words(gap)} {'piece' if gap == 1 else 'pieces'}"
    even = f"The pieces are even, {most} each."
    return f"{more.subject} {more.are} {pieces} ahead, {most} to {min(counts)}." if gap else even


def _ways(path: JumpPath, naming: Naming) -> str:
    """Return the next steps and jumps of the piece of a path, as a part of a sentence."""
    steps = [landing for landing, jump in path.targets.items() if not jump]
    jumps = [landing for landing, jump in path.targets.items() if jump]
    ways = [f"{verb} to {naming.any_of(landings)}" for verb, landings in (("step", steps), ("jump", jumps)) if landings]
    return f"can {spoken_list(ways, 'or')}" if ways else "cannot move on" if path.squares[1:] else "cannot move"


def _jumped(count: int) -> str:
    verbs = ("has", "comes") if count == 1 else ("have", "come")
    return f"{verbs[0]} been jumped and {verbs[1]} off when the turn ends"
