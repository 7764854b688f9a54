"""Trained evaluations: the weights of :class:`Patterns` and :class:`Network`, from a file or for material only.

Rules without a file of their own use that of similar rules, or else material and mobility.

A file is compressed by LZMA, in the .xz format. It begins with a line that names the format and a byte for each phase,
the index of its set of weights: phases may share a set. Then follow the numbers of all sets: the weights of the
patterns; the output weights of the hidden units; the biases of all units; and for each rank (men, kings, triple kings),
block (row by row) and state from 1 on, the input weight of each unit. Weights of patterns and of the linear unit are in
quarters of a centiman.

A number has 16 bits. First come the high bytes of all numbers, then the low bytes. A high byte is inverted if its low
byte is above 127, so that it is 0 for most numbers, and compresses well.
"""

import lzma
import struct
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from ai.evaluation.network import PARTS, PHASES, STATES, UNITS, Network, count_blocks, pieces_in_states
from ai.evaluation.patterns import Patterns
from ai.whole_files import read_bytes
from engine.rules import AMERICAN, RULE_SETS, Rules, losing_game

FOLDER: Final = Path(__file__).parent / "trained"
# The articles by which two rule sets differ, weighted by their influence on the play. All others weigh nothing.
_WEIGHTS: Final = {
    "first_king": 4,
    "kings_fly": 3,
    "kings_range": 2,
    "men_capture_back": 2,
    "landing": 1,
    "choice": 1,
    "crowning": 1,
    "rows_of_men": 1,
}
_STEP: Final = 10  # centimen for each step that a man could make
_FORMAT: Final = b"EGA Checkers evaluation 5\n"
# Without context: the byte before a number (lc) and its place (pb) tell nothing about it.
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "pb": 0},)
_SIGNS: Final = bytes(128) + b"\xff" * 128


class Trained(NamedTuple):
    """Patterns and network, trained together.

    ``kings_draw`` is True if endings of few pieces with kings on both sides are often drawn: see ``draw_divisor``.
    ``problem`` is the error message if the file was damaged and the material evaluation replaces it, else empty.
    """

    patterns: Patterns
    network: Network
    kings_draw: bool = False
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


class Weights(NamedTuple):
    """The weights of a phase, as :meth:`Patterns.fill` and :meth:`Network.fill` take them: little-endian, 16 bits."""

    patterns: bytes
    outputs: bytes
    biases: bytes
    inputs: bytes


def pack_evaluation(phases: Sequence[Weights]) -> bytes:
    """Return the content of a file with the weights of each phase."""
    sets: list[Weights] = []
    for weights in phases:
        if weights not in sets:
            sets.append(weights)
    plain = b"".join(part for weights in sets for part in weights)
    low, high = plain[::2], plain[1::2]
    indices = bytes(sets.index(weights) for weights in phases)
    return lzma.compress(_FORMAT + indices + _signed(high, low) + low, filters=_FILTERS)


def unpack_weights(content: bytes, rules: Rules) -> list[Weights]:
    """Return the weights of each phase from the content of a file.

    Raises ValueError if it is damaged or was made for another board.
    """
    try:
        plain = lzma.decompress(content)
    except lzma.LZMAError as error:
        raise ValueError(f"the evaluation of {rules.name} is damaged or of another version: {error}") from None
    inputs = ranks(rules) * count_blocks(rules.geometry) * STATES * UNITS
    sizes = (int(Patterns(rules.geometry, PHASES).size), UNITS - 1, UNITS, inputs)
    indices = plain[len(_FORMAT) : len(_FORMAT) + PHASES]
    count = (max(indices, default=0) + 1) * sum(sizes)
    start = len(_FORMAT) + PHASES
    if not plain.startswith(_FORMAT) or len(plain) != start + 2 * count:
        raise ValueError(f"the evaluation of {rules.name} is no file of this version for its board")
    high, low = plain[start : start + count], plain[start + count :]
    whole = bytearray(2 * count)
    whole[::2], whole[1::2] = low, _signed(high, low)
    rest = BytesIO(whole)
    sets = [Weights(*(rest.read(2 * size) for size in sizes)) for _ in range(max(indices) + 1)]
    return [sets[index] for index in indices]


def unpack_evaluation(content: bytes, rules: Rules) -> Trained:
    """Read the content of a file. Raises ValueError if it is damaged or was made for another board."""
    patterns, network = Patterns(rules.geometry, PHASES), Network(rules.geometry, ranks(rules))
    for phase, weights in enumerate(unpack_weights(content, rules)):
        patterns.fill(phase, weights.patterns)
        network.fill(phase, weights.outputs, weights.biases, weights.inputs)
    # On a large board a king has room to escape, unless it must stop just behind the piece it takes.
    is_large = rules.size > AMERICAN.size
    return Trained(patterns, network, is_large and rules.kings_fly and rules.landing == "anywhere" and not rules.losing)


def _signed(high: bytes, low: bytes) -> bytes:
    """Invert each high byte whose low byte is above 127; doing so again restores it."""
    signs = int.from_bytes(low.translate(_SIGNS), "little")
    return (int.from_bytes(high, "little") ^ signs).to_bytes(len(high), "little")


@cache
def trained_evaluation(rules: Rules) -> Trained:
    """Return the packaged evaluation of a rule set or of the nearest one.

    Return that of material and mobility if there is none, and the material evaluation if the file cannot be read.
    """
    path = nearest_evaluation(rules)
    if path is None:
        return mobility_evaluation(rules)
    try:
        return unpack_evaluation(read_bytes(path), rules)
    except (OSError, ValueError) as error:
        problem = f"The evaluation {path.name} cannot be used ({error}), so only pieces count."
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


def packed(weights: Sequence[int]) -> bytes:
    """Return weights as a phase has them. Raises struct.error if one is beyond 16 bits."""
    return struct.pack(f"<{len(weights)}h", *weights)


def _with_material(rules: Rules, weights: list[int]) -> Trained:
    """Return an evaluation that counts material, and ``weights`` of the patterns in all phases."""
    patterns, network = Patterns(rules.geometry, PHASES), Network(rules.geometry, ranks(rules))
    shares: list[int] = []
    for value in piece_values(rules):
        for states in pieces_in_states(rules.geometry):
            for pieces in states:
                shares += [0] * (UNITS - 1) + [sum(-value if other else value for other, _ in pieces) * PARTS]
    for phase in range(PHASES):
        patterns.fill(phase, packed(weights))
        network.fill(phase, bytes(2 * UNITS - 2), bytes(2 * UNITS), packed(shares))
    return Trained(patterns, network)
