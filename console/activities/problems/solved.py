"""A solver's data: the solved problems, the ratings, and his own mistakes, which come back as problems.

Later versions may write more: rule sets, rows and fields that this version does not know are kept in the file.
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
    """A position with a mistake of the user's, and the better move in PDN.

    ``due`` is the day on which it comes back. ``tries`` is the number of times it was not solved at once. ``unread``
    are the unknown fields of its row.
    """

    rules: str
    fen: str
    better: str
    played: str
    due: date
    tries: int = 0
    unread: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def row(self) -> dict[str, Any]:
        """Return its row in the file, for JSON."""
        known = {name: getattr(self, name) for name in ("rules", "fen", "better", "played", "tries")}
        return {**self.unread, **known, "due": self.due.isoformat()}

    def failed(self, today: date) -> "OwnMistake":
        """Return the mistake with a later day, after it was not solved at once."""
        tries = self.tries + 1
        return replace(self, tries=tries, due=today + timedelta(_WAITS[min(tries, len(_WAITS) - 1)]))


@dataclass(frozen=True)
class SolvedProblems:
    """The contents of the file. ``solved`` (the FENs of problems) and ``ratings`` are by rule set.

    ``unread`` is what this version could not read, in the form of the file.
    """

    solved: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ratings: dict[str, Rating] = field(default_factory=dict)
    yours: tuple[OwnMistake, ...] = ()
    unread: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def rating(self, rules: str) -> Rating:
        """Return the rating under a rule set."""
        return self.ratings.get(rules, Rating())

    def tried(self, rules: str, fen: str, solved: bool, rating: Rating) -> "SolvedProblems":
        """Return the data after one more problem was tried."""
        known = self.solved.get(rules, ())
        more = (*known, fen) if solved and fen not in known else known
        return replace(self, solved=self.solved | {rules: more}, ratings=self.ratings | {rules: rating})

    def with_mistake(self, mistake: OwnMistake) -> "SolvedProblems":
        """Return the data with a mistake added, unless its position is there already."""
        if any((each.rules, each.fen) == (mistake.rules, mistake.fen) for each in self.yours):
            return self
        return replace(self, yours=(*self.yours, mistake))

    def due(self, rules: str, today: date) -> list[OwnMistake]:
        """Return the mistakes under a rule set that are due today, the earliest first."""
        back = [each for each in self.yours if each.rules == rules and each.due <= today]
        return sorted(back, key=lambda each: each.due)

    def days_to_next(self, rules: str, today: date) -> int | None:
        """Return the number of days until the next mistake under a rule set is due; None if there is none."""
        waiting = [each.due for each in self.yours if each.rules == rules]
        return (min(waiting) - today).days if waiting else None

    def answered(self, mistake: OwnMistake, at_once: bool, today: date) -> "SolvedProblems":
        """Return the data without a mistake that was solved ``at_once``, or with a later day for it."""
        rest = tuple(each for each in self.yours if each != mistake)
        return replace(self, yours=rest if at_once else (*rest, mistake.failed(today)))


def first_return(today: date) -> date:
    """Return the day on which a mistake found today comes back first."""
    return today + timedelta(_WAITS[0])


def solved_text(known: SolvedProblems) -> str:
    """Return the text of the file, JSON."""
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
    """Read the text of a file row by row, and keep unknown rows. Raises ValueError for another or damaged file."""
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
    """Read each row; return the values, and the rows that could not be read."""
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
    """Return rows by rule set."""
    found: dict[str, list[T]] = {}
    for rules, row in rows:
        found.setdefault(rules, []).append(row)
    return found


def _rest(row: Mapping[str, Any], known: type[Rating | OwnMistake]) -> dict[str, Any]:
    """Return the fields of a row that are no fields of the dataclass."""
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
    """Read a rating; in place of the number of tries, version 1.0 wrote the standard deviation of Glicko-2."""
    if "tries" in value:
        tries = _number(value["tries"], 0, 10**9)
    else:
        tries = (350 / _number(value["deviation"], 1, 350)) ** 2 - 1
    return Rating(_number(value["value"], -9999, 9999), round(tries))


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
"""The file of solved problems, ratings and mistakes."""
