"""Select a collection from mined problems: without duplicates, and with themes and difficulties evenly distributed.

Two problems are duplicates if they are equal, also after a rotation that exchanges the sides. They are also duplicates
if the boards differ on at most six squares and the solutions begin with the same five plies, or on at most two squares
and the solutions begin with the same move.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from ai.lab.problems.mine import FROM_A_GAME, Mined
from ai.problems.problem import HARD_FROM, Problem
from ai.themes import FEW_PIECES, themes
from engine.fen import fen_text, parse_fen
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.position import Move, Position
from engine.rules import Rules

_ALIKE_PLIES: Final = 5  # plies of the solutions that are compared
_SPECTATORS: Final = 6  # largest number of squares on which the boards differ if these plies are equal
_GROUNDS_BY_CERTAINTY: Final = ("tables", "proof", "defense", "gain")  # the most certain first
_HARD_SHARE: Final = 0.2  # of a collection, if there are enough hard problems
_ENDINGS_SHARE: Final = 0.4  # the largest share of problems with few pieces


class Pool:
    """The distinct problems of one rule set."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._boards: set[Position] = set()
        self._ways: dict[tuple[tuple[int, ...], ...], list[Position]] = defaultdict(list)
        self._by_first: dict[tuple[int, ...], list[Position]] = defaultdict(list)

    def is_new(self, position: Position, line: Iterable[Move]) -> bool:
        """Add a problem unless it is a duplicate. Return True if it was added."""
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
    """Return the number of squares on which two boards differ."""
    return ((one.black ^ other.black) | (one.white ^ other.white) | (one.kings ^ other.kings)).bit_count()


def line_of(rules: Rules, position: Position, texts: Iterable[str]) -> list[Move]:
    """Parse the moves of a solution."""
    generator, line = MoveGenerator(rules), []
    for text in texts:
        move = read_move(text, generator.routes(position))
        line.append(move)
        position = move.after
    return line


def collect(rules: Rules, mined: Iterable[Mined], wanted: int, known: Iterable[Problem] = ()) -> list[Problem]:
    """Return the known problems and so many of the mined ones that there are ``wanted``, easiest first.

    There are fewer if not enough distinct problems were mined, or if too many of them have few pieces. Of the solution
    of a known problem only the first move is compared.
    """
    pool = Pool(rules)
    chosen = [*known]
    for problem in chosen:
        pool.is_new(problem.position, [problem.first_move])
    distinct = []
    games = Counter[str]()
    for each in sorted(mined, key=_merit):
        position = parse_fen(each.fen, rules)
        line = line_of(rules, position, each.line)
        if games[each.game] < FROM_A_GAME and pool.is_new(position, line):
            games[each.game] += 1
            distinct.append(_problem(rules, each, position, line))
    endings = 0
    for problem in _hard_first(distinct, int(_HARD_SHARE * wanted)):
        if len(chosen) >= wanted:
            break
        few = (problem.position.black | problem.position.white).bit_count() <= FEW_PIECES
        if few and endings >= _ENDINGS_SHARE * wanted:
            continue
        endings += few
        chosen.append(problem)
    return sorted(chosen, key=lambda problem: (problem.difficulty, problem.themes, problem.fen))


def _merit(each: Mined) -> tuple[int, int, str]:
    """Return the sort key of a mined problem: the most certain kind of proof first, then the lowest second score."""
    return _GROUNDS_BY_CERTAINTY.index(each.ground), each.second, each.fen


def _problem(rules: Rules, each: Mined, position: Position, line: list[Move]) -> Problem:
    about = themes(rules, position, line)
    return Problem(rules, fen_text(position), each.outcome, each.line[0], each.ground, each.difficulty, about)


def _hard_first(distinct: list[Problem], count: int) -> Iterator[Problem]:
    """Yield up to ``count`` hard problems, then all other problems. The kinds of both groups take turns."""
    first = [*islice(_evenly([problem for problem in distinct if problem.difficulty >= HARD_FROM]), count)]
    yield from first
    taken = {problem.fen for problem in first}
    yield from _evenly([problem for problem in distinct if problem.fen not in taken])


def _evenly(distinct: list[Problem]) -> Iterator[Problem]:
    """Yield a problem of each kind in turn. A kind is a difficulty together with the problem's rarest theme."""
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
