"""Between the engine's values and those of the naive generator."""

import engine.moves
from engine.geometry import BLACK, WHITE
from engine.position import Move, Position
from engine.rules import RULE_SETS, Jumping, Rules
from support.naive_generator import Route, State

COMPILED = not str(engine.moves.__file__).endswith(".py")
SIDES = {"B": BLACK, "W": WHITE}
SIDE_LETTERS = {side: letter for letter, side in SIDES.items()}

SETS_AND_JUMPINGS: list[tuple[str, Jumping]] = [
    (name, jumping) for name, rules in RULE_SETS.items() for jumping in rules.jumpings
]


def position_of(rules: Rules, state: State) -> Position:
    """Return the engine's position of a naive one."""
    geometry = rules.geometry
    masks = {
        key: geometry.mask(tuple(number for number, side, rank in state.pieces if key in (side, rank)))
        for key in ("B", "W", "K", "T")
    }
    return Position(geometry, masks["B"], masks["W"], masks["K"] | masks["T"], masks["T"], SIDES[state.side])


def state_of(position: Position) -> State:
    """Return the naive position of the engine's."""
    numbers = position.geometry.numbers
    kings, triples = numbers(position.kings), numbers(position.triples)
    pieces = [
        (number, letter, "T" if number in triples else "K" if number in kings else "M")
        for letter, side in SIDES.items()
        for number in numbers(position.of(side))
    ]
    return State(frozenset(pieces), SIDE_LETTERS[position.side])


def route_of(move: Move) -> Route:
    """Return the naive route of the engine's move."""
    return Route(move.path, move.captured, state_of(move.after))
