"""Problems: their packaged collections (one file for each rule set) and the choice of the next problem.

The first line of a file names the format. Each other line is a problem, its fields separated by tabs: FEN, ``win`` or
``draw``, the first move, the kind of proof (``Ground`` of ``ai.problems.solution``), the difficulty, the themes
separated by commas, and a name, which is empty for most problems. The classics are a file of their own, in the same
format: positions of theory that have names, and problems of old books. There, tables may know of other moves as good.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Final, get_args

from ai.levels import LEVEL_RATINGS
from ai.problems.solution import Ground
from engine.fen import parse_fen
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.position import Move, Position
from engine.printable import quoted
from engine.rules import RULE_SETS, Rules

PACKAGED: Final = Path(__file__).parent / "collections"
SUFFIX: Final = ".problems"
_FORMAT: Final = "EGA Checkers problems 1"
CLASSICS: Final = "classics"
"""The kind of the problems that have names."""
HARD_FROM: Final = 5
"""The least difficulty of a hard problem."""
_LEAST: Final = {"hard": HARD_FROM, "master": 7}
"""The kinds by difficulty: the least of each."""
KINDS: Final = (CLASSICS, *_LEAST)
"""The kinds that are no themes."""
_GOALS: Final = ("draw", "win")
_LEVELS: Final = "123456789"
CANDIDATES: Final = 12  # problems nearest in rating, of which one is chosen at random


@dataclass(frozen=True)
class Problem:
    """A position in which exactly one first move reaches the ``outcome``: 1 is a win, 0 a draw.

    ``fen`` is the position, and identifies the problem. ``solution`` is this move in PDN. ``difficulty`` is the number
    of the lowest plain search that finds the move as all higher ones do, or 9 (see ``ai.lab.problems.mine``). ``name``
    is empty for most problems.
    """

    rules: Rules
    fen: str
    outcome: int
    solution: str
    ground: Ground
    difficulty: int
    themes: tuple[str, ...]
    name: str = ""

    @cached_property
    def position(self) -> Position:
        """The position. Raises ValueError."""
        return parse_fen(self.fen, self.rules)

    @property
    def goal(self) -> str:
        """``win`` or ``draw``."""
        return _GOALS[self.outcome]

    @cached_property
    def first_move(self) -> Move:
        """The solution as a move. Raises ValueError."""
        return read_move(self.solution, MoveGenerator(self.rules).routes(self.position))


def problems_text(problems: Iterable[Problem]) -> str:
    """Return the content of a file of problems."""
    lines = [_FORMAT]
    for each in problems:
        themes = ",".join(each.themes)
        fields = (each.fen, each.goal, each.solution, each.ground, str(each.difficulty), themes, each.name)
        lines.append("\t".join(fields))
    return "\n".join(lines) + "\n"


def read_problems(text: str, rules: Rules) -> list[Problem]:
    """Parse a file of problems. Positions and moves stay text. Raises ValueError, which quotes the invalid part."""
    head, *lines = text.splitlines() or [""]
    if head != _FORMAT:
        raise ValueError(f"{quoted(head, 40)} is not how a file of problems begins")
    return [_read(line, rules) for line in lines]


def _read(line: str, rules: Rules) -> Problem:
    fields = line.split("\t")
    if len(fields) != 7 or fields[1] not in _GOALS or fields[3] not in get_args(Ground) or fields[4] not in _LEVELS:
        raise ValueError(f"{quoted(line, 80)} is not a problem")
    fen, goal, solution, ground, difficulty, themes, name = fields
    proof: Ground = ground  # type: ignore[assignment]  # checked above
    outcome, level = _GOALS.index(goal), int(difficulty)
    return Problem(rules, fen, outcome, solution, proof, level, tuple(filter(None, themes.split(","))), name)


def collection_file(rules: Rules) -> Path:
    """Return the path of the packaged problems of a rule set."""
    return PACKAGED / f"{rules.files}{SUFFIX}"


@lru_cache(maxsize=len(RULE_SETS))
def collection(rules: Rules) -> tuple[Problem, ...]:
    """Return the packaged problems of a rule set; empty if it has none. Raises ValueError."""
    return _packaged(collection_file(rules), rules)


@lru_cache(maxsize=len(RULE_SETS))
def classics(rules: Rules) -> tuple[Problem, ...]:
    """Return the packaged classics of a rule set; empty if it has none. Raises ValueError."""
    return _packaged(PACKAGED / f"{rules.files}.classics", rules)


def _packaged(path: Path, rules: Rules) -> tuple[Problem, ...]:
    try:
        text = path.read_text("ascii")
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {error.strerror}") from None
    return tuple(read_problems(text, rules))


def by_kind(rules: Rules) -> dict[str, tuple[Problem, ...]]:
    """Return the packaged problems of a rule set by their kinds, without empty kinds. Raises ValueError.

    The first kind are the classics, then come those by difficulty, with the classics among them, then the themes, the
    most frequent first.
    """
    problems, named = collection(rules), classics(rules)
    found = {CLASSICS: named}
    for kind, least in _LEAST.items():
        found[kind] = tuple(problem for problem in problems + named if problem.difficulty >= least)
    for theme, _ in Counter(theme for problem in problems for theme in problem.themes).most_common():
        found[theme] = tuple(problem for problem in problems if theme in problem.themes)
    return {kind: some for kind, some in found.items() if some}


def next_problem(problems: Sequence[Problem], solved: Container[str], rating: float, rng: Random) -> Problem:
    """Return an unsolved problem whose rating is near the solver's. If all are solved, return a solved one.

    ``problems`` is not empty. ``solved`` contains the FENs of solved problems.
    """
    rest = [problem for problem in problems if problem.fen not in solved] or list(problems)
    rng.shuffle(rest)
    rest.sort(key=lambda problem: abs(LEVEL_RATINGS[problem.difficulty] - rating))
    return rng.choice(rest[:CANDIDATES])


def problem_of_the_day(problems: Sequence[Problem], day: date) -> Problem:
    """Return the problem of a date, the same for everybody."""
    return Random(f"problem {day.isoformat()}").choice(problems)
