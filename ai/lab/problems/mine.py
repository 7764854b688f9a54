"""Mine problems from the program's own games: from game positions, after blunders, and from random endings.

A candidate is quiet: neither side can capture. Either a short search scores well above the material balance, or
exactly one move wins or draws by the endgame tables. A candidate is searched more deeply and then verified. Each sample
file has its own file of mined problems, so interrupted mining resumes with the next file.

Hard shots are mined apart: wins by offers that a short search overlooks, on a board with many pieces.
"""

import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from ai.engine import Engine, Limits, never
from ai.lab.problems.shots import ShotSearch
from ai.lab.training.samples import Sample, position_of, read_samples
from ai.levels import ALL_TABLES, Level, MoveRequest, pieces_of
from ai.opponent import Opponent
from ai.problems.solution import FEWEST_MOVES, Ground, Solution, SolutionFinder
from ai.whole_files import read_bytes
from engine.fen import fen_text
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.json_text import parse_json
from engine.moves import MoveGenerator
from engine.notation import move_text
from engine.position import Move, Position
from engine.rules import Rules

SUFFIX: Final = ".mined"
SHOTS_SUFFIX: Final = ".shots"
SHOT_PIECES: Final = 12  # the fewest pieces with a hard shot
HARD_SHOT: Final = 6  # the least difficulty of a hard shot
_VARIANTS: Final = 60  # of each position with a shot
_MOST_CHANGES: Final = 4  # squares of a variant that differ
_GAIN: Final = 110  # centimen: smallest difference of score and material of a candidate
_PROMISE: Final = 150  # centimen: lowest score of the best move in the longer search
_NO_PROMISE: Final = 90  # centimen: highest score of any other move
_SHORT_NODES: Final = 800  # node limit of the first search
_LOOK: Final = 8_000
_OTHER_MOVE_NODES: Final = 2_000  # node limit for each other move
_BLUNDER_RATE: Final = 40  # the other moves of one sample in 40 are searched too
_ENDING_RATE: Final = 100  # from the ending of one sample in 100 with few pieces, easy problems are wanted too
_HARD: Final = 4  # the least difficulty of a problem from the endings of all other samples with few pieces
_ENDING_PLIES: Final = 16
_KING: Final = 150  # centimen: material value of a king
FROM_A_GAME: Final = 2  # largest number of problems from a game; one with few pieces, since such problems are similar
_MOST_PIECES: Final = 7  # a position with more pieces is not "few", and larger tables contribute little to it
_MOST_OF_A_KIND: Final = 25  # largest number of problems of a file that the tables solve
_HARDEST: Final = 9
_PLAIN_SEARCHES: Final = {
    1: (3, 0),
    2: (19, 0),
    3: (137, 0),
    4: (530, 3),
    5: (1_530, 4),
    6: (3_150, ALL_TABLES),
    7: (6_150, ALL_TABLES),
    8: (52_000, ALL_TABLES),
}
"""The searches that measure difficulty: the nodes, and the largest number of pieces looked up in the tables."""
_SLOWEST: Final = 8  # slower than all before it together; it runs only if they find no solution


@dataclass(frozen=True)
class Mined:
    """A mined problem, with the text of its solution and the name of its game."""

    fen: str
    outcome: int
    ground: Ground
    line: tuple[str, ...]
    second: int
    difficulty: int
    game: str


def read_mined(path: Path) -> list[Mined]:
    """Read a file of mined problems. Raises OSError, ValueError."""
    try:
        rows = [parse_json(line) for line in read_bytes(path).decode("ascii").splitlines()]
        return [Mined(**row | {"line": tuple(row["line"])}) for row in rows]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"{path.name} is damaged") from None


def mined_text(found: Iterable[Mined]) -> str:
    """Return the content of a file of mined problems: one line of JSON each."""
    return "".join(f"{json.dumps(vars(each))}\n" for each in found)


def mine_file(samples: Path, rules: Rules, folder: Path | None, shots: bool = False) -> list[Mined]:
    """Return the problems in a sample file. The result depends on the arguments only. Raises OSError, ValueError.

    ``folder`` may hold larger endgame tables. With ``shots``, the problems are hard shots.
    """
    return list(_miner(rules, folder, shots).mine(samples))


@cache
def _miner(rules: Rules, folder: Path | None, shots: bool) -> "Miner":
    return ShotMiner(rules, folder) if shots else Miner(rules, folder)


class Miner:
    """A miner of problems for one rule set.

    ``folder`` may hold larger endgame tables than the packaged tables. Problems are verified with the packaged tables
    only, so that every user can repeat the verification. Problems that the larger tables contradict are dropped.
    """

    def __init__(self, rules: Rules, folder: Path | None) -> None:
        self._rules = rules
        self._finder = SolutionFinder(rules)
        self._larger = SolutionFinder(rules, folder) if folder is not None else self._finder
        self._opponent = Opponent()
        self._generator = MoveGenerator(rules)

    def mine(self, path: Path) -> Iterator[Mined]:
        """Yield the problems in a sample file. Raises OSError, ValueError."""
        rng = random.Random(f"mine {path.stem}")
        seen: set[Position] = set()
        of_game = Counter[int]()
        tabled = 0
        for finder in (self._finder, self._larger):
            finder.engine.new_game()
        for each in read_samples(path, self._rules):
            for candidate, least in self._candidates(each, rng):
                # Samples forget their colors: Black or White becomes the solver by chance.
                first = candidate if candidate.side == self._rules.first else candidate.turned()
                if first in seen:
                    continue
                seen.add(first)
                position = first if rng.randrange(2) else first.turned()
                few = pieces_of(position) <= _MOST_PIECES
                if of_game[each.game] >= (1 if few else FROM_A_GAME):
                    continue
                known = self._finder.engine.exact_value(position) is not None
                if known and tabled >= _MOST_OF_A_KIND:
                    continue
                found = self._solution_of(position)
                if found is None:
                    continue
                mined = self._mined(position, found, f"{path.stem}:{each.game}")
                if mined.difficulty >= least:
                    tabled += known
                    of_game[each.game] += 1
                    yield mined

    # Candidates

    def _candidates(self, each: Sample, rng: random.Random) -> Iterator[tuple[Position, int]]:
        """Yield quiet positions that may be problems, each with the least difficulty at which it is wanted.

        They are a sample, its successors, and positions of its ending.
        """
        position = position_of(each, self._rules.geometry)
        known = self._larger is not self._finder and self._has_only_move(self._larger.engine, position)
        if known or (self._is_gain(position, each.score) and self._promises(position)):
            yield position, 1
        if rng.randrange(_BLUNDER_RATE) == 0:
            for move in self._generator.legal_moves(position):
                after = move.after.turned()
                if self._generator.is_quiet(after) and self._shows_gain(after) and self._promises(after):
                    yield after, 1
        pieces = (each.own | each.opp).bit_count()
        tables = self._finder.engine.tables
        if tables is not None and pieces <= tables.pieces + 2:
            least = 1 if rng.randrange(_ENDING_RATE) == 0 else _HARD
            yield from ((ending, least) for ending in self._ending(position, rng))

    def _ending(self, position: Position, rng: random.Random) -> Iterator[Position]:
        """Yield the first position of a random continuation that has exactly one good move by the tables, if any.

        Random play reaches more of these positions than good play.
        """
        engine = self._finder.engine
        for _ in range(_ENDING_PLIES):
            if self._has_only_move(engine, position) and self._generator.is_quiet(position):
                yield position
                return
            moves = engine.legal_moves(position)
            if not moves:
                return
            position = rng.choice(moves).after

    def _has_only_move(self, engine: Engine, position: Position) -> bool:
        """Return True if exactly one move wins, or exactly one draws, by the tables of an engine."""
        worths = [each.value.outcome for each in engine.exact_moves(position)]
        return len(worths) >= FEWEST_MOVES and worths[0] >= 0 and worths[1] < worths[0]

    def _material(self, position: Position) -> int:
        """Return the material balance for the side to move, in centimen."""
        own, opp, kings, _, _ = position.words()
        men, crowned = own.bit_count() - opp.bit_count(), (own & kings).bit_count() - (opp & kings).bit_count()
        return 100 * men + (_KING - 100) * crowned

    def _is_gain(self, position: Position, score: int) -> bool:
        """Return True if a score is well above zero and well above the material balance."""
        return score - self._material(position) >= _GAIN <= score

    def _shows_gain(self, position: Position) -> bool:
        """Return True if the score of a very short search is a gain (see ``_is_gain``)."""
        return self._is_gain(position, self._finder.engine.analyze([position], Limits(nodes=_SHORT_NODES)).score)

    def _promises(self, position: Position) -> bool:
        """Return True if exactly one move gains material in a short search."""
        engine = self._finder.engine
        found = engine.analyze([position], Limits(nodes=_LOOK))
        if found.score < _PROMISE:
            return False
        others, limits = engine.legal_moves(position), Limits(nodes=_OTHER_MOVE_NODES)
        scores = (-engine.analyze([other.after], limits).score for other in others if other != found.move)
        return all(score <= _NO_PROMISE for score in scores)

    # Verification

    def _solution_of(self, position: Position) -> Solution | None:
        """Return the solution, or None if there is none or larger tables contradict it.

        A solution with the ground ``defense`` is returned only if the larger tables have the position.
        """
        found = self._finder.find(position)
        if found is None:
            return None
        if found.ground == "defense" and self._larger.engine.exact_value(position) is None:
            return None
        if found.ground == "tables" or self._larger is self._finder or pieces_of(position) > _MOST_PIECES:
            return found
        again = self._larger.find(position)
        same = again is not None and (again.first_move, again.outcome) == (found.first_move, found.outcome)
        return found if same else None

    def _mined(self, position: Position, found: Solution, game: str) -> Mined:
        """Return the record of a problem for its file."""
        line, at = [], position
        for move in found.line:
            line.append(move_text(move, self._generator.routes(at)))
            at = move.after
        hard = difficulty(self._opponent, self._rules, position, found.first_move)
        return Mined(fen_text(position), found.outcome, found.ground, tuple(line), found.second, hard, game)


class ShotMiner(Miner):
    """A miner of hard shots. Few are in games, but a shot that is easy to see becomes hard when pieces are moved."""

    def __init__(self, rules: Rules, folder: Path | None) -> None:
        super().__init__(rules, folder)
        self._shots = ShotSearch(rules)

    def _candidates(self, each: Sample, rng: random.Random) -> Iterator[tuple[Position, int]]:
        """Yield positions with a shot that search 5 overlooks: near a sample, or like a position near it."""
        for candidate, offered in self._shots.near(position_of(each, self._rules.geometry)):
            yield from self._hard(candidate, offered)
            for _ in range(_VARIANTS):
                for variant, other in self._shots.near(self._varied(candidate, rng)):
                    yield from self._hard(variant, other)

    def _hard(self, candidate: Position, offered: Position) -> Iterator[tuple[Position, int]]:
        """Yield a position whose shot begins with the offer to ``offered`` if search 5 overlooks this offer."""
        if pieces_of(candidate) < SHOT_PIECES:
            return
        if _choice(self._opponent, self._rules, candidate, HARD_SHOT - 1).after == offered:
            return
        if -self._finder.engine.analyze([offered], Limits(nodes=_LOOK)).score >= _PROMISE:
            yield candidate, HARD_SHOT

    def _varied(self, position: Position, rng: random.Random) -> Position:
        """Return the position after a few squares were emptied or occupied by men."""
        geometry = self._rules.geometry
        black, white, kings = position.black, position.white, position.kings
        for _ in range(rng.randint(1, _MOST_CHANGES)):
            bit = geometry.bit(rng.randint(1, geometry.squares))
            black, white, kings = black & ~bit, white & ~bit, kings & ~bit
            man = rng.randrange(4)
            black |= bit if man == BLACK and not bit & geometry.row_bits(geometry.size - 1) else 0
            white |= bit if man == WHITE and not bit & geometry.row_bits(0) else 0
        return Position(geometry, black, white, kings, position.triples & kings, position.side)


def difficulty(opponent: Opponent, rules: Rules, position: Position, solution: Move) -> int:
    """Return the lowest of the plain searches such that it and all above it, up to 7, find the solution.

    If search 7 does not find it, return 8 if search 8 does, else 9. So the difficulty stays when the levels change.
    """

    def finds(number: int) -> bool:
        return _choice(opponent, rules, position, number) == solution

    lowest = _SLOWEST
    while lowest > 1 and finds(lowest - 1):
        lowest -= 1
    return lowest if lowest < _SLOWEST or finds(_SLOWEST) else _HARDEST


def _choice(opponent: Opponent, rules: Rules, position: Position, number: int) -> Move:
    """Return the move that a plain search chooses."""
    nodes, tabled_pieces = _PLAIN_SEARCHES[number]
    plain = Level(number, "", 0, nodes, 0, 0, 1, tabled_pieces=tabled_pieces)
    request = MoveRequest(Game(rules, "forced", position), plain, random.Random(0))
    return opponent.choose_move(request, never).move
