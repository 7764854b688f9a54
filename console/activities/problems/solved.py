"""What a solver has done: the problems solved, the ratings, and the mistakes of his own that come back.

Other versions may write more: rule sets, rows and fields that this one does not know stay in the file.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, timedelta
from typing import Any, Final, TypeVar

from console.activities.problems.rating import Rating
from console.storage.user_file import UserFile
from engine.rules import RULE_SETS

T = TypeVar("T")

_FORMAT: Final = "EGA Checkers solved problems"
_WAITS: Final = (1, 7, 30)  # days until a mistake comes back for the first, second and any later time
_LONGEST_TEXT: Final = 400


@dataclass(frozen=True)
class OwnMistake:
    """A position in which the user went wrong, and the first move that would have been better, as PDN writes it.

    ``due`` is the day on which it comes back; ``tries`` how often it did; ``unread`` what else stands in its row.
    """

    rules: str
    fen: str
    better: str
    played: str
    due: date
    tries: int = 0
    unread: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def row(self) -> dict[str, Any]:
        """Return the row of it, as JSON has it."""
        known = {name: getattr(self, name) for name in ("rules", "fen", "better", "played", "tries")}
        return {**self.unread, **known, "due": self.due.isoformat()}

    def failed(self, today: date) -> "OwnMistake":
        """The same after it was not solved at once."""
        tries = self.tries + 1
        return replace(self, tries=tries, due=today + timedelta(_WAITS[min(tries, len(_WAITS) - 1)]))


@dataclass(frozen=True)
class SolvedProblems:
    """All of it. ``solved`` and ``ratings`` go by the rule set; a problem is known by its FEN.

    ``unread`` is what the file holds beside that, in the shape of the file.
    """

    solved: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ratings: dict[str, Rating] = field(default_factory=dict)
    yours: tuple[OwnMistake, ...] = ()
    unread: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def rating(self, rules: str) -> Rating:
        """The rating under a rule set."""
        return self.ratings.get(rules, Rating())

    def tried(self, rules: str, fen: str, solved: bool, rating: Rating) -> "SolvedProblems":
        """With one more problem tried."""
        known = self.solved.get(rules, ())
        more = (*known, fen) if solved and fen not in known else known
        return replace(self, solved=self.solved | {rules: more}, ratings=self.ratings | {rules: rating})

    def with_mistake(self, mistake: OwnMistake) -> "SolvedProblems":
        """With a mistake, unless that position is there already."""
        if any((each.rules, each.fen) == (mistake.rules, mistake.fen) for each in self.yours):
            return self
        return replace(self, yours=(*self.yours, mistake))

    def due(self, rules: str, today: date) -> list[OwnMistake]:
        """The mistakes under a rule set that come back by a day, the one due longest first."""
        back = [each for each in self.yours if each.rules == rules and each.due <= today]
        return sorted(back, key=lambda each: each.due)

    def days_to_next(self, rules: str, today: date) -> int | None:
        """In how many days the next mistake under a rule set comes back; None if there is none."""
        waiting = [each.due for each in self.yours if each.rules == rules]
        return (min(waiting) - today).days if waiting else None

    def answered(self, mistake: OwnMistake, at_once: bool, today: date) -> "SolvedProblems":
        """Without a mistake that was solved at once, or with it coming back later."""
        rest = tuple(each for each in self.yours if each != mistake)
        return replace(self, yours=rest if at_once else (*rest, mistake.failed(today)))


def first_return(today: date) -> date:
    """When a mistake that was found today comes back for the first time."""
    return today + timedelta(_WAITS[0])


def solved_text(known: SolvedProblems) -> str:
    """Return the file of it, JSON."""
    solved: dict[str, list[Any]] = {rules: list(fens) for rules, fens in known.solved.items()}
    for rules, rows in known.unread.get("solved", {}).items():
        solved[rules] = solved.get(rules, []) + rows
    ratings = dict(known.unread.get("ratings", {}))
    for rules, rating in known.ratings.items():
        more = ratings.get(rules)
        ratings[rules] = (more if isinstance(more, dict) else {}) | asdict(rating)
    yours = [each.row() for each in known.yours] + known.unread.get("yours", [])
    whole = {"format": f"{_FORMAT} 1", **known.unread, "solved": solved, "ratings": ratings, "yours": yours}
    return json.dumps(whole, indent=1) + "\n"


def read_solved(text: str) -> SolvedProblems:
    """Read a file row by row; what is not understood is kept. Raises ValueError where it is no such file."""
    try:
        found = json.loads(text)
        if not str(found["format"]).startswith(f"{_FORMAT} "):
            raise ValueError("it has another format")
        found = {"solved": {}, "ratings": {}, "yours": []} | found
        fens = [(rules, fen) for rules, some in found["solved"].items() for fen in _listed(some)]
        solved, unsolved = _read_each(fens, lambda row: (_rules(row[0]), _text(row[1])))
        ratings, unrated = _read_each(found["ratings"].items(), lambda row: (_rules(row[0]), _rating(row[1])))
        yours, unknown = _read_each(_listed(found["yours"]), _mistake)
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"it is damaged: {error!r}") from None
    more = {rules: _rest(found["ratings"][rules], Rating) for rules, _ in ratings}
    unread = {"solved": _grouped(unsolved), "ratings": dict(unrated) | more, "yours": unknown}
    groups = {rules: tuple(some) for rules, some in _grouped(solved).items()}
    return SolvedProblems(groups, dict(ratings), tuple(yours), found | unread)


def _read_each(rows: Iterable[Any], read: Callable[[Any], T]) -> tuple[list[T], list[Any]]:
    """Read each row; return what was read, and the rows that could not be."""
    good: list[T] = []
    unread: list[Any] = []
    for row in rows:
        try:
            good.append(read(row))
        except (KeyError, TypeError, ValueError):
            unread.append(row)
    return good, unread


def _listed(value: Any) -> list[Any]:
    """Return a list as it is; any other value is one row that cannot be read."""
    return value if isinstance(value, list) else [value]


def _grouped(rows: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    """Gather rows by their rule sets."""
    found: dict[str, list[T]] = {}
    for rules, row in rows:
        found.setdefault(rules, []).append(row)
    return found


def _rest(row: Mapping[str, Any], known: type[Rating | OwnMistake]) -> dict[str, Any]:
    """Return the fields of a row that a dataclass does not have."""
    names = {each.name for each in fields(known)}
    return {name: value for name, value in row.items() if name not in names}


def _checked(will_do: bool, value: object) -> Any:
    if not will_do:
        raise ValueError(f"{value!r} stands where it cannot")
    return value


def _text(value: object) -> str:
    return str(_checked(isinstance(value, str) and len(value) <= _LONGEST_TEXT, value))


def _rules(value: object) -> str:
    return str(_checked(value in RULE_SETS, value))


def _number(value: object, low: float, high: float) -> float:
    return float(_checked(isinstance(value, int | float) and low <= value <= high, value))


def _rating(value: Any) -> Rating:
    bounds: dict[str, tuple[float, float]] = {
        "value": (-9999, 9999),
        "deviation": (1, 350),
        "volatility": (0.0001, 1),
    }
    return Rating(**{name: _number(value[name], *limits) for name, limits in bounds.items()})


def _mistake(value: Any) -> OwnMistake:
    texts = {name: _text(value[name]) for name in ("fen", "better", "played")}
    tries = int(_number(value.get("tries", 0), 0, 10**6))
    due = date.fromisoformat(_text(value["due"]))
    return OwnMistake(_rules(value["rules"]), due=due, tries=tries, unread=_rest(value, OwnMistake), **texts)


SOLVED: Final = UserFile(
    "problems.json",
    "The problems you solved",
    "What you do with problems",
    SolvedProblems(),
    read_solved,
    solved_text,
)
"""The file of all of it."""
