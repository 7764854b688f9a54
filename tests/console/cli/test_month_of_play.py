"""A month of play in all activities: what is stored is what was played, also after a kill at any moment."""

import io
import pickle
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random

import pytest
from support.dying_process import Fragile, Killed, killed_process
from support.month_of_play import (
    GAMES_A_DAY,
    NAME,
    Act,
    Diary,
    diaries,
    diary_of,
    plan_of,
    play_game,
    play_on,
    play_on_in_a_process,
    quick_problems,
)
from support.platform_marks import posix
from support.stored_games import disk

from ai.levels import LEVEL_RATINGS
from ai.problems import problem as problem_module
from console.game.record import Tally, record_of
from engine.geometry import SIDE_NAMES

MONTH = 31
KILLS = 100


@pytest.fixture(autouse=True)
def _collection(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = quick_problems()
    monkeypatch.setattr(problem_module, "collection", lambda rules: problems)


class Witness:
    """Follows the reports of a player; ``possible`` is what may be stored now."""

    def __init__(self) -> None:
        self.possible = [Diary()]

    @property
    def diary(self) -> Diary:
        """What is stored after the last answer."""
        return self.possible[-1]

    def report(self, when: str, act: Act) -> None:
        """Note that an answer is about to be sent, or was handled."""
        if when == "before":
            self.possible = [self.possible[-1], *diaries(self.possible[-1], act)]
        else:
            self.possible = [self.possible[-1]]

    def check(self, folder: Path) -> None:
        """Compare what is stored after a kill with what may be stored."""
        stored = diary_of(folder)
        assert stored.game in [each.game for each in self.possible]
        assert stored in self.possible
        self.possible = [stored]


def check_month(folder: Path, days: int, diary: Diary) -> None:
    """Check everything that is computed from what is stored at the end of a month."""
    plans = [plan_of(number) for number in range(days * GAMES_A_DAY)]
    assert diary == diary_of(folder)
    assert [done.plan for done in diary.results] == plans
    assert diary.game is None
    assert diary.solver.tries == 10 * days
    scores = [plan.score for plan in plans]
    tally = Tally(*map(scores.count, ("win", "draw", "loss")))
    record = record_of(disk(folder).hall.results(), NAME, "american", LEVEL_RATINGS)
    assert (record.tally, record.curve[-1].rating) == (tally, round(diary.rating))
    helped = sum(plan.is_helped for plan in plans)
    assert (record.helped, len(record.curve)) == (helped, len(plans) - helped)
    colors = Counter(SIDE_NAMES[plan.side] for plan in plans)
    assert {group.name: group.tally.games for group in record.colors} == colors
    at_work = sum(plan.day.weekday() < 5 and plan.time != "21:15" for plan in plans)
    won, drawn, lost = tally
    after = plans[0]._replace(day=date(2026, 11, 1))
    farewell = play_game(folder, after, lambda when, act: None).texts[-1]
    assert farewell == (
        f"Good-bye, Dan. Your October: {len(plans)} games, {at_work} of them when you should have been working. "
        f"{won} won, {drawn} drawn, {lost} lost."
    )


@pytest.mark.parametrize("days", [2, pytest.param(MONTH, marks=pytest.mark.slow)])
def test_stores_a_month_of_play(tmp_path: Path, days: int) -> None:
    witness = Witness()
    play_on(tmp_path, days, witness.report)
    check_month(tmp_path, days, witness.diary)


@pytest.mark.parametrize(("days", "kills"), [(2, 10), pytest.param(MONTH, KILLS, marks=pytest.mark.slow)])
def test_loses_nothing_when_it_dies_at_any_call(tmp_path: Path, days: int, kills: int) -> None:
    witness, rng = Witness(), Random(days)
    for _ in range(kills):
        with pytest.MonkeyPatch.context() as patch:
            Fragile(patch, fatal=rng.randrange(1, 1000 * days // kills), rng=rng)
            with pytest.raises(Killed):
                play_on(tmp_path, days, witness.report)
        witness.check(tmp_path)
    play_on(tmp_path, days, witness.report)
    check_month(tmp_path, days, witness.diary)


@posix
@pytest.mark.parametrize(("days", "kills"), [(1, 3), pytest.param(MONTH, KILLS, marks=pytest.mark.slow)])
def test_loses_nothing_when_the_system_kills_it(tmp_path: Path, days: int, kills: int) -> None:
    witness, rng = Witness(), Random(days)
    for _ in range(kills):
        reports = killed_process(play_on_in_a_process, tmp_path, days, seconds=rng.random() * days / kills)
        for when, act in _unpickled(reports):
            witness.report(when, act)
        witness.check(tmp_path)
    play_on(tmp_path, days, witness.report)
    check_month(tmp_path, days, witness.diary)


def _unpickled(data: bytes) -> Iterator[tuple[str, Act]]:
    stream = io.BytesIO(data)
    while stream.tell() < len(data):
        yield pickle.load(stream)  # from a process of this test
