"""Trained evaluations: the weights of :class:`Patterns` and :class:`Network`, from a file or for material only.

Rules without a file of their own use that of similar rules, or else material and mobility.

A file is zlib-compressed. It begins with a line that names the format. Then follow the numbers of each phase, two bytes
each, little-endian: the weights of the patterns; the output weights of the hidden units; the biases of all units;
and for each rank (men, kings, triple kings), block (row by row) and state from 1 on, the input weight of each unit.
Weights of patterns and of the linear unit are in quarters of a centiman.
"""

import struct
import zlib
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from ai.evaluation.network import PARTS, PHASES, STATES, UNITS, Network, count_blocks, pieces_in_states
from ai.evaluation.patterns import Patterns
from engine.rules import RULE_SETS, Rules, losing_game

FOLDER: Final = Path(__file__).parent / "trained"
# The articles by which two rule sets differ, weighted by their influence on the play. All others weigh nothing.
_WEIGHTS: Final = {
    "kings_fly": 3,
    "kings_range": 2,
    "men_capture_back": 2,
    "landing": 1,
    "choice": 1,
    "crowning": 1,
    "rows_of_men": 1,
}
_STEP: Final = 10  # centimen for each step that a man could make
_FORMAT: Final = b"EGA Checkers evaluation 3\n"


class Trained(NamedTuple):
    """Patterns and network, trained together.

    ``problem`` is the error message if the file was damaged and the material evaluation replaces it, else empty.
    """

    patterns: Patterns
    network: Network
    problem: str = ""


def ranks(rules: Rules) -> int:
    """Return the number of kinds of pieces of a rule set."""
    return 3 if rules.triple_kings else 2


def piece_values(rules: Rules) -> tuple[int, ...]:
    """Return the material values of a man, a king and, if the rules have it, a triple king, in centimen.

    They are negative in a losing game.
    """
    values = (100, 190, 290) if rules.triple_kings else (100, 260 if rules.kings_fly else 125)
    return tuple(-value for value in values) if rules.losing else values


def evaluation_file(rules: Rules) -> Path:
    """Return the path of the packaged evaluation of a rule set; there may be none."""
    return FOLDER / f"{rules.files}.evaluation"


def nearest_evaluation(rules: Rules) -> Path | None:
    """Return the packaged evaluation of a rule set, or of the most similar one on the same board and with its pieces.

    Only a losing game is similar to a losing game. Return None if no evaluation fits.
    """
    if evaluation_file(rules).exists():
        return evaluation_file(rules)
    named = [*RULE_SETS.values(), *map(losing_game, RULE_SETS.values())]
    fitting = [
        each
        for each in named
        if (each.size, each.losing, ranks(each)) == (rules.size, rules.losing, ranks(rules))
        and evaluation_file(each).exists()
    ]
    nearest = min(fitting, key=lambda each: _distance(each, rules), default=None)
    return None if nearest is None else evaluation_file(nearest)


def _distance(one: Rules, other: Rules) -> int:
    """Return the sum of the weights of the articles by which two rule sets differ."""
    return sum(weight for name, weight in _WEIGHTS.items() if getattr(one, name) != getattr(other, name))


def pack_evaluation(numbers: list[int]) -> bytes:
    """Return the content of a file. Raises struct.error if a number does not fit into two bytes."""
    return zlib.compress(_FORMAT + struct.pack(f"<{len(numbers)}h", *numbers), 9)


def unpack_evaluation(content: bytes, rules: Rules) -> Trained:
    """Read the content of a file. Raises ValueError if it is damaged or was made for another board."""
    try:
        plain = zlib.decompress(content)
    except zlib.error as error:
        raise ValueError(f"the evaluation of {rules.name} is damaged: {error}") from None
    patterns, network = Patterns(rules.geometry, PHASES), Network(rules.geometry, ranks(rules))
    size, shares = int(patterns.size), ranks(rules) * count_blocks(rules.geometry) * STATES
    count = PHASES * (size + (UNITS - 1) + UNITS + shares * UNITS)
    if not plain.startswith(_FORMAT) or len(plain) != len(_FORMAT) + 2 * count:
        raise ValueError(f"the evaluation of {rules.name} is no file of this version for its board")
    numbers = iter(struct.unpack_from(f"<{count}h", plain, len(_FORMAT)))
    for phase in range(PHASES):
        patterns.fill(phase, [*islice(numbers, size)])
        network.fill(phase, *([*islice(numbers, wanted)] for wanted in (UNITS - 1, UNITS, shares * UNITS)))
    return Trained(patterns, network)


@cache
def trained_evaluation(rules: Rules) -> Trained:
    """Return the packaged evaluation of a rule set or of the nearest one.

    Return that of material and mobility if there is none, and the material evaluation if the file cannot be read.
    """
    path = nearest_evaluation(rules)
    if path is None:
        return mobility_evaluation(rules)
    try:
        return unpack_evaluation(path.read_bytes(), rules)
    except (OSError, ValueError) as error:
        problem = f"The evaluation {path.name} cannot be used ({error}), so that only pieces count."
        return material_evaluation(rules)._replace(problem=problem)


@cache
def material_evaluation(rules: Rules) -> Trained:
    """Return an evaluation that counts material only."""
    return _with_material(rules, [0] * int(Patterns(rules.geometry, PHASES).size))


@cache
def mobility_evaluation(rules: Rules) -> Trained:
    """Return an evaluation that counts material and the steps that men could make."""
    from ai.evaluation.mobility import mobility_weights

    return _with_material(rules, mobility_weights(rules.geometry, _STEP * PARTS))


def _with_material(rules: Rules, weights: list[int]) -> Trained:
    """Return an evaluation that counts material, and ``weights`` of the patterns in all phases."""
    patterns, network = Patterns(rules.geometry, PHASES), Network(rules.geometry, ranks(rules))
    shares: list[int] = []
    for value in piece_values(rules):
        for states in pieces_in_states(rules.geometry):
            for pieces in states:
                shares += [0] * (UNITS - 1) + [sum(-value if other else value for other, _ in pieces) * PARTS]
    for phase in range(PHASES):
        patterns.fill(phase, weights)
        network.fill(phase, [0] * (UNITS - 1), [0] * UNITS, shares)
    return Trained(patterns, network)
