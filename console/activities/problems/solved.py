"""The stored data of a solver: solved problems, ratings, the row, and the user's mistakes, which come back as problems.

Rule sets, rows and fields of later versions, which this version does not know, are kept in the file.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any, Final

from ai.levels import LEVEL_RATINGS
from console.game.elo import STEP, elo
from console.game.repetition import next_day
from console.storage.user_file import UserFile, json_object
from engine.house_rules import own_articles, stored_rules
from engine.rules import Rules

_FORMAT: Final = "EGA Checkers solved problems"
_LONGEST_TEXT: Final = 400
_LONGEST_ARTICLES: Final = 1_000
_FIRST_STEPS: Final = 400.0  # Elo step of the first tries, divided by the number of tries plus 2; at least STEP
_SURE: Final = 5  # least number of tries for a rating that is not a guess


@dataclass(frozen=True)
class Rating:
    """The Elo rating of a solver, and the number of problems tried. A problem is rated by its difficulty."""

    value: float = LEVEL_RATINGS[1]
    tries: int = 0

    @property
    def is_guess(self) -> bool:
        """True if too few problems were tried for a reliable rating."""
        return self.tries < _SURE

    def after(self, difficulty: int, score: float) -> "Rating":
        """Return the rating after a try. ``score`` is from 0, not solved, to 1, solved at once.

        ``difficulty`` is the level that solves the problem. The problem has the rating of that level.
        """
        step = max(STEP, _FIRST_STEPS / (self.tries + 2))
        return Rating(elo(self.value, LEVEL_RATINGS[difficulty], score, step), self.tries + 1)


@dataclass(frozen=True)
class SolvedRow:
    """The number of problems solved at once in succession, now and at most."""

    now: int = 0
    best: int = 0

    def after(self, at_once: bool) -> "SolvedRow":
        """Return the row after one more problem, which was solved ``at_once`` or not."""
        now = self.now + 1 if at_once else 0
        return SolvedRow(now, max(now, self.best))


@dataclass(frozen=True)
class OwnMistake:
    """A position in which the user made a mistake. ``better`` is the better move in PDN.

    ``played`` is the mistake in the notation of the console. ``due`` is the day on which the mistake comes back.
    ``tries`` is the number of times it was not solved at once. ``articles`` are those of house rules, else empty.
    """

    rules: str
    fen: str
    better: str
    played: str
    due: date
    tries: int = 0
    articles: str = ""

    def row(self) -> dict[str, Any]:
        """Return the row of the file, as JSON values. Only house rules have articles there."""
        row = asdict(self) | {"due": self.due.isoformat()}
        return {name: value for name, value in row.items() if name != "articles" or value}

    def is_by(self, rules: Rules) -> bool:
        """Return True if the mistake was made under these rules."""
        return (self.rules, self.articles) == (rules.name, own_articles(rules))

    def failed(self, today: date) -> "OwnMistake":
        """Return the mistake with one more try and a later day."""
        tries = self.tries + 1
        return replace(self, tries=tries, due=next_day(today, tries))


@dataclass(frozen=True)
class SolvedProblems:
    """The contents of the file. ``data`` is the JSON value, with everything that this version cannot read."""

    data: Mapping[str, Any] = field(default_factory=lambda: _EMPTY)

    @property
    def yours(self) -> list[OwnMistake]:
        """The user's mistakes that this version can read, under all rule sets."""
        return [mistake for row in _listed(self.data["yours"]) if (mistake := _mistake(row)) is not None]

    @property
    def unread_rows(self) -> int:
        """The number of mistakes, days, ratings and solved problems that this version cannot read."""
        days, fens = ([row for rows in self.data[of].values() for row in _listed(rows)] for of in ("days", "solved"))
        good = len(self.yours) + sum(_day(row) is not None for row in days) + sum(isinstance(fen, str) for fen in fens)
        good += sum(self.rating(rules) is not _UNRATED for rules in self.data["ratings"])
        return len(_listed(self.data["yours"])) + len(days) + len(fens) + len(self.data["ratings"]) - good

    def solved(self, rules: str) -> list[str]:
        """Return the FENs of the solved problems under a rule set."""
        return [fen for fen in _listed(self.data["solved"].get(rules, [])) if isinstance(fen, str)]

    def rating(self, rules: str) -> Rating:
        """Return the rating under a rule set."""
        try:
            return _rating(self.data["ratings"][rules])
        except (KeyError, TypeError, ValueError):
            return _UNRATED

    @property
    def row(self) -> SolvedRow:
        """The row."""
        try:
            now, best = (_number(self.data["row"][name], 0, 10**9) for name in ("now", "best"))
        except (KeyError, TypeError, ValueError):
            return SolvedRow()
        return SolvedRow(round(now), round(max(now, best)))

    def with_row(self, at_once: bool) -> "SolvedProblems":
        """Return the data with the row after one more problem."""
        kept = self.data["row"] if isinstance(self.data["row"], dict) else {}
        return self._with(row=kept | asdict(self.row.after(at_once)))

    @property
    def days(self) -> frozenset[date]:
        """The days whose problem was solved under any rule set."""
        rows = (row for rows in self.data["days"].values() for row in _listed(rows))
        return frozenset(day for row in rows if (day := _day(row)) is not None)

    def with_day(self, rules: str, day: date) -> "SolvedProblems":
        """Return the data with a day whose problem was solved under a rule set."""
        rows, row = _listed(self.data["days"].get(rules, [])), day.isoformat()
        return self if row in rows else self._with(days=self.data["days"] | {rules: [*rows, row]})

    def tried(self, rules: str, fen: str, solved: bool, rating: Rating) -> "SolvedProblems":
        """Return the data after a try of a problem. ``rating`` is the rating after it."""
        fens, rated = _listed(self.data["solved"].get(rules, [])), self.data["ratings"].get(rules)
        fens = [*fens, fen] if solved and fen not in fens else fens
        rated = (rated if isinstance(rated, dict) else {}) | asdict(rating)
        return self._with(solved=self.data["solved"] | {rules: fens}, ratings=self.data["ratings"] | {rules: rated})

    def with_mistake(self, mistake: OwnMistake) -> "SolvedProblems":
        """Return the data with a mistake added, unless there is already one in its position."""
        where = mistake.rules, mistake.articles, mistake.fen
        if any((each.rules, each.articles, each.fen) == where for each in self.yours):
            return self
        return self._with(yours=[*_listed(self.data["yours"]), mistake.row()])

    def due(self, rules: Rules, today: date) -> list[OwnMistake]:
        """Return the mistakes under a rule set that are due today, the earliest first."""
        back = [each for each in self.yours if each.is_by(rules) and each.due <= today]
        return sorted(back, key=lambda each: each.due)

    def days_to_next(self, rules: Rules, today: date) -> int | None:
        """Return the number of days until the next mistake under a rule set is due; None if there is none."""
        waiting = [each.due for each in self.yours if each.is_by(rules)]
        return (min(waiting) - today).days if waiting else None

    def answered(self, mistake: OwnMistake, at_once: bool, today: date) -> "SolvedProblems":
        """Return the data after a try of a mistake: without it if it was solved ``at_once``, else with a later day."""
        rows = _listed(self.data["yours"])
        mine = [row for row in rows if _mistake(row) == mistake]
        rest = [row for row in rows if row not in mine]
        later = [] if at_once else [(mine[0] if mine else {}) | mistake.failed(today).row()]
        return self._with(yours=[*rest, *later])

    def _with(self, **changes: Any) -> "SolvedProblems":
        return SolvedProblems({**self.data, **changes})


_UNRATED: Final = Rating()
_BY_RULES: Final = ("solved", "ratings", "days")
_EMPTY: Final[Mapping[str, Any]] = {
    "format": f"{_FORMAT} 1",
    **{name: {} for name in _BY_RULES},
    "row": asdict(SolvedRow()),
    "yours": [],
}


def first_return(today: date) -> date:
    """Return the day on which a mistake that is found today comes back for the first time."""
    return next_day(today, 0)


def solved_text(known: SolvedProblems) -> str:
    """Return the text of the file, in JSON."""
    return json.dumps(known.data, indent=1) + "\n"


def read_solved(text: str) -> SolvedProblems:
    """Read the text of a file. Raises ValueError if it is damaged or has another format."""
    data = {**_EMPTY, **json_object(text, _FORMAT)}
    if not all(isinstance(data[name], dict) for name in _BY_RULES):
        raise ValueError("it is damaged")
    return SolvedProblems(data)


def _listed(value: Any) -> list[Any]:
    """Return a list as it is, and any other value as a list of one row, which cannot be read."""
    return value if isinstance(value, list) else [value]


def _text(value: object, longest: int = _LONGEST_TEXT) -> str:
    if isinstance(value, str) and len(value) <= longest:
        return value
    raise ValueError(f"{value!r} is no text")


def _number(value: object, low: float, high: float) -> float:
    if isinstance(value, int | float) and low <= value <= high:
        return float(value)
    raise ValueError(f"{value!r} is no number from {low} to {high}")


def _rating(row: Any) -> Rating:
    """Read a rating. Version 1.0 wrote the rating deviation of Glicko-2 instead of the number of tries."""
    value = _number(row["value"], -9999, 9999)
    if "tries" in row:
        return Rating(value, round(_number(row["tries"], 0, 10**9)))
    return Rating(value, round((350 / _number(row["deviation"], 1, 350)) ** 2 - 1))


def _day(row: Any) -> date | None:
    """Read a day; return None if this version cannot."""
    try:
        return date.fromisoformat(_text(row))
    except ValueError:
        return None


def _mistake(row: Any) -> OwnMistake | None:
    """Read the row of a mistake. Return None if this version cannot read it."""
    try:
        texts = {name: _text(row[name]) for name in ("rules", "fen", "better", "played", "due")}
        texts["articles"] = _text(row.get("articles", ""), _LONGEST_ARTICLES)
        due, tries = date.fromisoformat(texts.pop("due")), _number(row.get("tries", 0), 0, 10**6)
        is_known = stored_rules(texts["rules"], texts["articles"]) is not None
    except (KeyError, TypeError, ValueError):
        return None
    return OwnMistake(**texts, due=due, tries=int(tries)) if is_known else None


SOLVED: Final = UserFile(
    "problems.json",
    "The problems you solved",
    "What you do with problems",
    SolvedProblems(),
    read_solved,
    solved_text,
    lambda known: known.unread_rows,
)
"""The file of solved problems, ratings and mistakes."""
