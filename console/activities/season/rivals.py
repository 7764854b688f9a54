"""The nineteen rivals of the season, the weakest first: the nine opponents of the levels and the ten founders."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ai.levels import LEVELS
from console.game import seats
from console.game.hall_of_fame import FOUNDERS
from console.game.naming import in_sentence
from console.game.seats import Program
from console.text.levels import VOICES, TurningPoint, spoken
from engine.entries import read_entries


@dataclass(frozen=True)
class Rival:
    """A rival: ``rung`` counts from 1, the weakest; ``about`` follows his name and "who".

    ``openings`` are names of ``ai/openings/names.py``. ``way`` describes the habit: features of moves (see
    ``ai.features``) and what it adds to their weights. The two highest have none: among moves as good as theirs there
    is no choice left that a player would notice. ``hello`` is said before a
    match, ``wins`` after one that he has won, ``loses`` after one that he has lost.
    """

    rung: int
    name: str
    rating: int
    about: str
    openings: tuple[str, ...]
    habit: tuple[tuple[str, float], ...]
    remarks: Mapping[TurningPoint, str]
    town: str
    way: str
    hello: str
    wins: str
    loses: str

    @property
    def called(self) -> str:
        """The name inside a sentence: ``the Barber``, ``Dot Pickering``."""
        return in_sentence(self.name)

    @property
    def program(self) -> Program:
        """The rival at the board."""
        return seats.rival(self.name, self.rating)


@cache
def rivals() -> tuple[Rival, ...]:
    """Return all rivals, the weakest first."""
    entries = read_entries(Path(__file__).with_name("rivals.txt").read_text("ascii"))
    people = [
        (level.rating, f"The {level.name}", VOICES[number].about, VOICES[number].remarks)
        for number, level in LEVELS.items()
    ]
    people += [(one.rating, one.name, one.about, spoken(entries[one.name])) for one in FOUNDERS]
    found = []
    for rung, (rating, name, about, remarks) in enumerate(sorted(people, key=lambda one: one[0]), 1):
        fields = entries[name]
        openings, (feature, *more) = tuple(fields["openings"].split(", ")), fields.get("habit", "-").split()
        habit = tuple((feature, float(each)) for each in more)
        own = {each: fields[each] for each in ("town", "way", "hello", "wins", "loses")}
        found.append(Rival(rung, name, rating, about, openings, habit, remarks, **own))
    return tuple(found)


def rival_named(name: str) -> Rival | None:
    """Return the rival of a name, or None."""
    return next((rival for rival in rivals() if rival.name == name), None)


def find_rival(typed: str) -> Rival | None:
    """Return the rival whose rung or name was typed, or None if none or several fit. Words may be shortened."""
    words = typed.casefold().removeprefix("the ").split()
    fitting = [rival for rival in rivals() if [str(rival.rung)] == words or _fits(words, rival.name)]
    exact = [rival for rival in fitting if rival.name.casefold().removeprefix("the ") == " ".join(words)]
    found = exact or fitting
    return found[0] if len(found) == 1 else None


def _fits(words: list[str], name: str) -> bool:
    parts = name.casefold().split()
    return bool(words) and all(any(part.startswith(word) for part in parts) for word in words)
