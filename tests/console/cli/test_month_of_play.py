"""A month of play in all activities: what is stored is what was played, also after a kill at any moment."""

import pickle
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random
from shutil import copytree

import pytest
from support.conversation import Script, Talk
from support.dying_process import Fragile, Killed, killed_process
from support.month_of_play import (
    DAYS_TO_A_STORM,
    GAMES_A_DAY,
    NAME,
    PROBLEMS_A_DAY,
    Act,
    Diary,
    GameLine,
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

from ai.problems import problem as problem_module
from console.cli.composition import dialogue_of
from console.dialogue.messages import ShowList, ShowPage, ShowSections
from console.game.options import Options
from console.text.spans import Signs, plain_lines
from engine.geometry import SIDE_NAMES

MONTH = 31
KILLS = 200
_LONGEST_ANSWER = 0.02  # seconds


@pytest.fixture(autouse=True)
def _collection(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = quick_problems()
    monkeypatch.setattr(problem_module, "collection", lambda rules: problems)


class Witness:
    """Follows the reports of a player; ``possible`` is what may be stored now."""

    def __init__(self, stored: Diary | None = None) -> None:
        self.possible = [stored or Diary()]

    @property
    def diary(self) -> Diary:
        """The stored data after the last answer."""
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
        assert stored.solver in [each.solver for each in self.possible]
        assert stored in self.possible
        self.possible = [stored]


def check_month(folder: Path, days: int, diary: Diary) -> None:
    """Check what is stored at the end of a month, and what the player sees of it."""
    plans = [plan_of(number) for number in range(days * GAMES_A_DAY)]
    assert diary == diary_of(folder)
    assert (list(diary.results), diary.game) == (plans, None)
    assert (diary.solver.tries, len(diary.solver.days)) == (PROBLEMS_A_DAY * days, days)
    assert len(diary.storms) == 1 + (days - 1) // DAYS_TO_A_STORM
    scores = [plan.score for plan in plans]
    won, drawn, lost = map(scores.count, ("win", "draw", "loss"))
    helped = sum(plan.is_helped for plan in plans)
    solver, best = diary.solver, max(storm.solved for storm in diary.storms)
    colors = Counter(SIDE_NAMES[plan.side] for plan in plans)
    shown = "\n".join(pages(folder, plans[-1].day))
    for pattern in (
        rf"This month: {days} of {days} days\.",
        rf"In a row: {days} days; best, {days}\.",
        rf"\n> *[0-9]+  {NAME} +{best} ",
        rf"\n{len(plans)} games: {won} won, {drawn} drawn, {lost} lost, {helped} with help\.",
        rf" after {len(plans) - helped} rated games; ",
        *(rf"\n{color} +{games} " for color, games in colors.items()),
        rf"\n{len(solver.solved)} of {len(quick_problems())} problems solved, rating {round(solver.rating)}, "
        rf"tried {solver.tries}, longest streak {solver.row[1]}\.",
    ):
        assert re.search(pattern, shown), pattern
    at_work = sum(plan.day.weekday() < 5 and plan.time < "17:00" for plan in plans)
    after = plans[0]._replace(day=date(2026, 11, 1))
    assert play_game(folder, after, lambda when, act: None).texts[-1] == (
        f"Good-bye, Dan. Your October: {len(plans)} games, {at_work} of them when you should have been working. "
        f"{won} won, {drawn} drawn, {lost} lost."
    )


def play_on_after_kills(folder: Path, days: int, witness: Witness) -> None:
    """Play the days to their end and a day more, which goes on with a game that a kill left after its result."""
    play_on(folder, days + 1, witness.report)
    check_month(folder, days + 1, witness.diary)


def pages(folder: Path, today: date) -> Iterator[str]:
    """Yield the lines of the calendar, of the best storms and of the record, as they are shown on a day."""
    shown = Talk(dialogue_of(Options(NAME, True), Random(1), Script(), disk(folder), today=lambda: today))
    shown.type("problem calendar", "storm best", "record")
    for step in shown.steps:
        match step:
            case ShowPage(lines=lines) | ShowList(lines=lines):
                yield from lines
            case ShowSections(sections=sections):
                yield from plain_lines(sections(78, Signs()))
    shown.close()


@pytest.mark.parametrize("days", [2, pytest.param(MONTH, marks=pytest.mark.slow)])
def test_stores_a_month_of_play(tmp_path: Path, days: int) -> None:
    witness = Witness()
    play_on(tmp_path, days, witness.report)
    check_month(tmp_path, days, witness.diary)


@pytest.mark.parametrize(("days", "kills"), [(1, 2), pytest.param(MONTH - 1, KILLS, marks=pytest.mark.slow)])
def test_loses_nothing_when_it_dies_at_any_call(tmp_path: Path, days: int, kills: int) -> None:
    witness, rng = Witness(), Random(days)
    for _ in range(kills):
        with pytest.MonkeyPatch.context() as patch:
            Fragile(patch, fatal=rng.randrange(1, 700 * days // kills), rng=rng)
            with pytest.raises(Killed):
                play_on(tmp_path, days, witness.report)
        witness.check(tmp_path)
    play_on_after_kills(tmp_path, days, witness)


def test_counts_a_game_once_when_it_dies_at_its_end(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    with pytest.raises(Killed):
        play_on(begun, 1, _die_before_the_end)
    for call in range(1, 15):
        folder, witness = copytree(begun, tmp_path / str(call)), Witness(diary_of(begun))
        with pytest.MonkeyPatch.context() as patch:
            Fragile(patch, call, Random(call))
            with suppress(Killed):
                play_game(folder, plan_of(0), witness.report)
        witness.check(folder)
        play_game(folder, plan_of(len(witness.diary.results)), witness.report)
        assert witness.diary == diary_of(folder)


def _die_before_the_end(when: str, act: Act) -> None:
    if isinstance(act, GameLine) and act.is_last:
        raise Killed


@posix
@pytest.mark.parametrize(("days", "kills"), [(1, 2), pytest.param(MONTH - 1, KILLS, marks=pytest.mark.slow)])
def test_loses_nothing_when_the_system_kills_it(tmp_path: Path, days: int, kills: int) -> None:
    witness, rng, counts = Witness(), Random(days), list[int]()
    for _ in range(kills):
        lines, seconds = rng.randrange(1, 140 * days // kills), rng.random() * _LONGEST_ANSWER
        reports = killed_process(play_on_in_a_process, tmp_path, days, lines=lines, seconds=seconds)
        for line in reports.splitlines():
            witness.report(*pickle.loads(bytes.fromhex(line.decode())))
        witness.check(tmp_path)
        counts.append(len(witness.diary.results))
    assert counts[0] < days * GAMES_A_DAY, "the first kill came after the last game"
    play_on_after_kills(tmp_path, days, witness)
