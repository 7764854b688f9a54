"""Makes a collection of what was mined: no problem twice, of every theme and difficulty as even a share as there is.

Two problems are the same if one comes from the other by the half-turn that exchanges the sides, or if their solutions
go the same way and no more than a few pieces that have no part in it stand elsewhere.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from ai.problems.mine import FROM_A_GAME, Mined
from ai.problems.problem import Problem
from ai.problems.themes import FEW_PIECES, themes
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.position import Move, Position
from engine.rules import Rules

_ALIKE_PLIES: Final = 5  # solutions that begin with as many equal moves go the same way
_SPECTATORS: Final = 6  # squares on which two boards may differ and still be the same problem
_GROUNDS: Final = ("tables", "proof", "defence", "gain")  # the surest first
_ENDINGS_SHARE: Final = 0.4  # of all problems at most have few pieces


class Pool:
    """Problems of one rule set, each once."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._boards: set[Position] = set()
        self._ways: dict[tuple[tuple[int, ...], ...], list[Position]] = defaultdict(list)
        self._by_first: dict[tuple[int, ...], list[Position]] = defaultdict(list)

    def is_new(self, position: Position, line: Iterable[Move]) -> bool:
        """Whether a problem is none of those before it; it is one of them from now on."""
        seen = position if position.side == self._rules.first else position.turned()
        turn = self._rules.geometry.squares + 1 if seen is not position else 0
        way = tuple(tuple(abs(turn - number) for number in move.path) for move in [*line][:_ALIKE_PLIES])
        if seen in self._boards:
            return False
        if any(_differ(seen, other) <= _SPECTATORS for other in self._ways[way]):
            return False
        if any(_differ(seen, other) <= _SPECTATORS // 3 for other in self._by_first[way[0]]):
            return False
        self._boards.add(seen)
        self._ways[way].append(seen)
        self._by_first[way[0]].append(seen)
        return True


def _differ(one: Position, other: Position) -> int:
    """The number of squares on which two boards differ."""
    return ((one.black ^ other.black) | (one.white ^ other.white) | (one.kings ^ other.kings)).bit_count()


def line_of(rules: Rules, position: Position, texts: Iterable[str]) -> list[Move]:
    """The moves of a solution written down."""
    generator, line = MoveGenerator(rules), []
    for text in texts:
        move = read_move(text, generator.routes(position))
        line.append(move)
        position = move.after
    return line


def collect(rules: Rules, named: Iterable[tuple[str, Mined]], mined: Iterable[Mined], wanted: int) -> list[Problem]:
    """``wanted`` problems of those mined, or all if there are fewer, behind the named ones; the easiest first."""
    pool = Pool(rules)
    chosen = []
    for name, each in named:
        position = parse_fen(each.fen, rules)
        line = line_of(rules, position, each.line)
        pool.is_new(position, line)
        chosen.append(_problem(rules, each, position, line, name))
    distinct = []
    games = Counter[str]()
    for each in sorted(mined, key=_merit):
        position = parse_fen(each.fen, rules)
        line = line_of(rules, position, each.line)
        if games[each.game] < FROM_A_GAME and pool.is_new(position, line):
            games[each.game] += 1
            distinct.append(_problem(rules, each, position, line))
    left = wanted - len(chosen)
    endings = 0
    for problem in _evenly(distinct):
        if left <= 0:
            break
        few = (problem.position.black | problem.position.white).bit_count() <= FEW_PIECES
        if few and endings >= _ENDINGS_SHARE * wanted:
            continue
        endings += few
        chosen.append(problem)
        left -= 1
    return sorted(chosen, key=lambda problem: (problem.difficulty, problem.themes, problem.fen))


def _merit(each: Mined) -> tuple[int, int, str]:
    """What is surest comes first: by its ground, then by how little the second move is worth."""
    return _GROUNDS.index(each.ground), each.second, each.fen


def _problem(rules: Rules, each: Mined, position: Position, line: list[Move], name: str = "") -> Problem:
    about = themes(rules, position, line)
    return Problem(rules, position, each.outcome, each.line[0], each.ground, each.difficulty, about, name)


def _evenly(distinct: list[Problem]) -> Iterator[Problem]:
    """The problems in turn from each kind: of a theme, the rarest of its themes, and a difficulty."""
    frequency = Counter(theme for problem in distinct for theme in problem.themes)
    kinds: dict[tuple[str, int], list[Problem]] = defaultdict(list)
    for problem in distinct:
        rarest = min(problem.themes, key=lambda theme: (frequency[theme], theme))
        kinds[rarest, problem.difficulty].append(problem)
    while kinds:
        for kind in sorted(kinds):
            yield kinds[kind].pop(0)
            if not kinds[kind]:
                del kinds[kind]
