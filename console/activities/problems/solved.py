"""The stored data of a solver: solved problems, ratings, the row and the days."""

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from ai.levels import LEVEL_RATINGS
from console.game.elo import STEP
from console.game.record import Exercises, Share
from console.storage.player_data import PlayerData, Statement
from engine.rules import Rules

_FIRST_STEPS: Final = 400.0  # Elo step of the first tries, divided by the number of tries plus 2; at least STEP
_SURE: Final = 5  # least number of tries for a rating that is not a guess


class Rating(NamedTuple):
    """The Elo rating of a solver, and the number of problems tried. A problem is rated by its difficulty."""

    value: float = LEVEL_RATINGS[1]
    tries: int = 0

    @property
    def is_guess(self) -> bool:
        """True if too few problems were tried for a reliable rating."""
        return self.tries < _SURE


class SolvedRow(NamedTuple):
    """The number of problems solved at once in succession, now and at most."""

    now: int = 0
    best: int = 0


class SolverStanding(NamedTuple):
    """The standing of a solver: the row, the rating under a rule set, and the days whose problem he solved."""

    row: SolvedRow
    rating: Rating
    days: frozenset[date]


def standing_of(data: PlayerData, rules: str) -> SolverStanding:
    """Return what a solver has reached under a rule set."""
    row = data.rows("SELECT now, best FROM runs WHERE player = me()")
    rating = data.rows("SELECT value, tries FROM ratings WHERE player = me() AND rules = ?", rules)
    days = data.rows("SELECT day FROM days WHERE player = me()")
    return SolverStanding(
        SolvedRow(*row[0]) if row else SolvedRow(),
        Rating(*rating[0]) if rating else Rating(),
        frozenset(date.fromisoformat(day) for (day,) in days),
    )


def solved_fens(data: PlayerData, rules: str) -> set[str]:
    """Return the FENs of the solved problems under a rule set."""
    return {fen for (fen,) in data.rows("SELECT fen FROM solved WHERE player = me() AND rules = ?", rules)}


def problems_done(data: PlayerData, rules: Rules) -> Exercises | None:
    """Return the problems solved under a rule set, by kind; None if it has none that can be read."""
    from ai.problems.problem import CLASSICS, Problem, by_kind, collection

    try:
        problems, kinds = collection(rules), by_kind(rules)
    except ValueError:
        return None
    solved, (row, rating, _) = solved_fens(data, rules.name), standing_of(data, rules.name)

    def share(name: str, some: Sequence[Problem]) -> Share:
        return Share(name, sum(problem.fen in solved for problem in some), len(some))

    facts = {"rating": round(rating.value), "tried": rating.tries} if rating.tries else {}
    facts |= {"longest streak": row.best} if row.best else {}
    shares = tuple(share(kind, some) for kind, some in kinds.items() if kind != CLASSICS)
    return Exercises("Problems", share(f"{rules.name} problems solved", problems), shares, facts) if problems else None


def row_after(at_once: bool) -> Statement:
    """Return the statement that continues the row by a problem that was solved ``at_once``, or ends it."""
    after = "(now + 1) * ?1"
    text = (
        "INSERT INTO runs VALUES (me(), ?1, ?1) ON CONFLICT (player) "
        f"DO UPDATE SET now = {after}, best = max(best, {after})"
    )
    return text, [int(at_once)]


def rated(rules: str, difficulty: int, score: float) -> Sequence[Statement]:
    """Return the statements for the rating after a try. ``score`` is from 0, not solved, to 1, solved at once.

    ``difficulty`` is the level that solves the problem. The problem has the rating of that level.
    """
    new = Rating()
    step = f"max({STEP}, {_FIRST_STEPS} / (tries + 2))"
    return (
        ("INSERT OR IGNORE INTO ratings VALUES (me(), ?, ?, ?)", (rules, *new)),
        (
            f"UPDATE ratings SET value = elo(value, ?, ?, {step}), tries = tries + 1 WHERE player = me() AND rules = ?",
            (LEVEL_RATINGS[difficulty], score, rules),
        ),
    )


def solved_problem(rules: str, fen: str) -> Statement:
    """Return the statement that a problem is solved."""
    return "INSERT OR IGNORE INTO solved VALUES (me(), ?, ?)", (rules, fen)


def solved_day(rules: str, day: date) -> Statement:
    """Return the statement that the problem of a day is solved."""
    return "INSERT OR IGNORE INTO days VALUES (me(), ?, ?)", (rules, day.isoformat())
