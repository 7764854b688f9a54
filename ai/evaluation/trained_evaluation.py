"""Trained evaluations: what :class:`Patterns` and :class:`Network` are filled with, from files or from pieces alone.

A file is zlib-compressed. First stands a line that names the format; then, for each phase, numbers of two bytes, the
least significant first: the weights of the patterns; the hidden units' weights; what the sums begin with; for each
rank (men, kings, triple kings), each block, row by row, and each of its states from 1 on, the share of each unit. All
values are in parts of a hundredth of a man, those of hidden units in units of their own.
"""

import sys
import zlib
from array import array
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from ai.evaluation.network import PARTS, PHASES, STATES, UNITS, Network, count_blocks, pieces_in_states
from ai.evaluation.patterns import Patterns
from engine.rules import Rules

FOLDER: Final = Path(__file__).parent / "trained"
_FORMAT: Final = b"EGA Checkers evaluation 3\n"


class Trained(NamedTuple):
    """Patterns and network that were fitted together; ``problem`` is a sentence if they stand in for a damaged file."""

    patterns: Patterns
    network: Network
    problem: str = ""


def ranks(rules: Rules) -> int:
    """How many kinds of pieces a rule set has."""
    return 3 if rules.triple_kings else 2


def piece_values(rules: Rules) -> tuple[int, ...]:
    """What a man, a king and, where there are any, a triple king are worth in hundredths of a man, about."""
    if rules.triple_kings:
        return 100, 190, 290
    return 100, 260 if rules.kings_fly else 125


def evaluation_file(rules: Rules) -> Path:
    """Where the evaluation of a rule set is kept."""
    return FOLDER / f"{rules.name}.evaluation"


def pack_evaluation(numbers: list[int]) -> bytes:
    """A file's content. Raises OverflowError where a number has more than two bytes."""
    return zlib.compress(_FORMAT + _swapped(array("h", numbers)).tobytes(), 9)


def unpack_evaluation(content: bytes, rules: Rules) -> Trained:
    """What a file holds. Raises ValueError where it is not of these rules or damaged."""
    try:
        plain = zlib.decompress(content)
    except zlib.error as error:
        raise ValueError(f"the evaluation of {rules.name} is damaged: {error}") from None
    patterns, network = Patterns(rules.geometry, PHASES), Network(rules.geometry, ranks(rules))
    size, shares = int(patterns.size), ranks(rules) * count_blocks(rules.geometry) * STATES
    count = PHASES * (size + (UNITS - 1) + UNITS + shares * UNITS)
    if not plain.startswith(_FORMAT) or len(plain) != len(_FORMAT) + 2 * count:
        raise ValueError(f"the evaluation of {rules.name} is no file of this version for its board")
    numbers = array("h")
    numbers.frombytes(plain[len(_FORMAT) :])
    left = _swapped(numbers).tolist()
    for phase in range(PHASES):
        parts = []
        for wanted in (size, UNITS - 1, UNITS, shares * UNITS):
            parts.append(left[:wanted])
            left = left[wanted:]
        patterns.fill(phase, parts[0])
        network.fill(phase, *parts[1:])
    return Trained(patterns, network)


def _swapped(numbers: "array[int]") -> "array[int]":
    """The numbers as they are in a file or in memory: the other way round where this machine is big-endian."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


@cache
def trained_evaluation(rules: Rules) -> Trained:
    """The evaluation that came with the program for a rule set; pieces alone count where none did, or it is damaged."""
    path = evaluation_file(rules)
    try:
        return unpack_evaluation(path.read_bytes(), rules)
    except FileNotFoundError:
        return material_evaluation(rules)
    except (OSError, ValueError) as error:
        problem = f"The evaluation {path.name} cannot be used ({error}), so that only pieces count."
        return material_evaluation(rules)._replace(problem=problem)


@cache
def material_evaluation(rules: Rules) -> Trained:
    """One in which only pieces count."""
    patterns, network = Patterns(rules.geometry, PHASES), Network(rules.geometry, ranks(rules))
    shares: list[int] = []
    for value in piece_values(rules):
        for states in pieces_in_states(rules.geometry):
            for pieces in states:
                shares += [0] * (UNITS - 1) + [sum(-value if other else value for other, _ in pieces) * PARTS]
    for phase in range(PHASES):
        network.fill(phase, [0] * (UNITS - 1), [0] * UNITS, shares)
    return Trained(patterns, network)
