"""What a solver has done: the problems solved, the ratings, and the mistakes of his own that come back."""

import json
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Final

from console.game.solver_rating import Rating
from engine.rules import RULE_SETS

_FORMAT: Final = "EGA Checkers solved problems 1"
_WAITS: Final = (1, 7, 30)  # days until a mistake comes back for the first, second and any later time
_LONGEST_TEXT: Final = 400


@dataclass(frozen=True)
class OwnMistake:
    """A position in which the user went wrong, and the first move that would have been better, as PDN writes it.

    ``due`` is the day on which it comes back; ``tries`` how often it did.
    """

    rules: str
    fen: str
    better: str
    played: str
    due: date
    tries: int = 0

    def failed(self, today: date) -> "OwnMistake":
        """The same after it was not solved at once."""
        tries = self.tries + 1
        return replace(self, tries=tries, due=today + timedelta(_WAITS[min(tries, len(_WAITS) - 1)]))


@dataclass(frozen=True)
class SolvedProblems:
    """All of it. ``solved`` and ``ratings`` go by the rule set; a problem is known by its FEN."""

    solved: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ratings: dict[str, Rating] = field(default_factory=dict)
    yours: tuple[OwnMistake, ...] = ()

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
    """The file of it, JSON."""
    whole = {
        "format": _FORMAT,
        "solved": {rules: list(fens) for rules, fens in known.solved.items()},
        "ratings": {rules: asdict(rating) for rules, rating in known.ratings.items()},
        "yours": [asdict(each) | {"due": each.due.isoformat()} for each in known.yours],
    }
    return json.dumps(whole, indent=1) + "\n"


def read_solved(text: str) -> SolvedProblems:
    """What a file holds. Raises ValueError where it is none."""
    try:
        found = json.loads(text)
        if not isinstance(found, dict) or found["format"] != _FORMAT:
            raise ValueError("it has another format")
        return SolvedProblems(
            {_rules(rules): tuple(map(_text, fens)) for rules, fens in found["solved"].items()},
            {_rules(rules): _rating(value) for rules, value in found["ratings"].items()},
            tuple(map(_mistake, found["yours"])),
        )
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"it is damaged: {error!r}") from None


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
    tries = int(_number(value["tries"], 0, 10**6))
    return OwnMistake(rules=_rules(value["rules"]), due=date.fromisoformat(_text(value["due"])), tries=tries, **texts)
