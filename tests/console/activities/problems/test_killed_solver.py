"""A program that is killed while it stores a try: the file is whole, and row, rating and days agree."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest
from support.conversation import Script, Talk, options
from support.dying_process import Fragile, Killed

from ai.problems import problem as problem_module
from ai.problems.problem import Problem
from console.activities.problems.solved import SOLVED, SolvedProblems
from console.cli.composition import dialogue_of
from console.storage.atomic_files import Folders
from console.storage.notices import Notices
from console.storage.store import Store
from console.storage.user_file import UserFile, UserFiles
from engine.fen import parse_fen
from engine.rules import AMERICAN

DAYS = 9
FIRST = date(2026, 2, 25)
BLACK_WINS = [f"B:W19,{number}:B2,K4" for number in (28, 29, 30, 31)]
TRIES = (("4-8",), ("4-8",), ("hint", "4-8"), ("4-8",), ("2-6", "y", "4-8"))
"""Solved at once, with a hint, and at the second try."""

T = TypeVar("T")


class Witness(UserFiles):
    """Notes the value to which the file of solved problems is about to change."""

    def __init__(self, folder: Path, states: list[object]) -> None:
        super().__init__(folder, Notices())
        self._states = states

    def change(self, file: UserFile[T], change: Callable[[T], T]) -> T:
        self._states.append(change(self.read(file)))
        return super().change(file, change)


def solve_daily(folder: Path, states: list[object]) -> None:
    """Solve the problem of each day."""
    for number in range(DAYS):
        store, day = Store(True, Folders(folder, folder)), FIRST + timedelta(number)
        store.files = Witness(folder, states)
        dialogue = dialogue_of(options(problem="today"), Random(1), Script(), store, today=lambda day=day: day)  # type: ignore[misc]
        talk = Talk(dialogue).type(*TRIES[number % len(TRIES)])
        talk.close()


@pytest.fixture(autouse=True)
def _collection(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [Problem(AMERICAN, parse_fen(fen, AMERICAN), 1, "4-8", "tables", 4, ("block",)) for fen in BLACK_WINS]
    monkeypatch.setattr(problem_module, "collection", lambda rules: problems)


def test_a_solver_has_row_rating_and_days(tmp_path: Path) -> None:
    solve_daily(tmp_path, [])
    known = Store(True, Folders(tmp_path, tmp_path)).files.read(SOLVED)
    assert len(known.days) == DAYS
    assert known.rating("american").tries == len(known.solved("american"))
    assert known.row.best >= 1


@pytest.mark.parametrize(
    "moment", [pytest.param(moment, marks=[pytest.mark.slow] if moment % 9 else []) for moment in range(100)]
)
def test_a_kill_leaves_the_data_before_or_after_a_try(moment: int, tmp_path: Path) -> None:
    states: list[object] = [SolvedProblems()]
    with pytest.MonkeyPatch.context() as patch:
        Fragile(patch, fatal=1 + moment, rng=Random(moment))
        with suppress(Killed):
            solve_daily(tmp_path, states)
    store = Store(True, Folders(tmp_path, tmp_path))
    assert store.files.read(SOLVED) in states[-2:]
    assert store.notices() == []
