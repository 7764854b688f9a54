"""What a month of play in all activities stores is what was played, also after a kill at any moment."""

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
from support.dying_process import Killed, dying, killed_process
from support.month_of_play import (
    DAYS_TO_A_STORM,
    GAMES_A_DAY,
    NAME,
    PROBLEMS_A_DAY,
    Stored,
    found_at_the_next_start,
    plan_of,
    play_game,
    play_on,
    play_on_in_a_process,
    quick_problems,
)
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
    problems = tuple(quick_problems())
    monkeypatch.setattr(problem_module, "collection", lambda rules: problems)


class Witness:
    """Follows a player; ``last`` is what was stored after his last answer."""

    def __init__(self) -> None:
        self.last = Stored()

    def report(self, now: Stored) -> None:
        """Note what is stored."""
        self.last = now

    def check(self, folder: Path) -> None:
        """Check what is stored after a kill."""
        self.last = found_at_the_next_start(folder, self.last)


def check_month(folder: Path, days: int, end: Stored) -> None:
    """Check what is stored at the end of a month, and what the player sees of it."""
    plans = [plan_of(number) for number in range(days * GAMES_A_DAY)]
    storms = 1 + (days - 1) // DAYS_TO_A_STORM
    assert end._replace(solved=()) == Stored(len(plans), 0, PROBLEMS_A_DAY * days, (), days, storms)
    assert found_at_the_next_start(folder, end) == end
    scores = [plan.score for plan in plans]
    won, drawn, lost = map(scores.count, ("win", "draw", "loss"))
    helped = sum(plan.is_helped for plan in plans)
    colors = Counter(SIDE_NAMES[plan.side] for plan in plans)
    shown = "\n".join(pages(folder, plans[-1].day))
    for pattern in (
        rf"This month: {days} of {days} days\.",
        rf"In a row: {days} days; best, {days}\.",
        rf"\n> *[0-9]+  {NAME} +[3-7] ",
        rf"\n{len(plans)} games: {won} won, {drawn} drawn, {lost} lost, {helped} not rated\.",
        rf" after {len(plans) - helped} rated games; ",
        *(rf"\n{color} +{games} " for color, games in colors.items()),
        rf"\n{len(end.solved)} of {len(quick_problems())} american problems solved, .* tried {end.tries}, longest",
    ):
        assert re.search(pattern, shown), pattern
    at_work = sum(plan.day.weekday() < 5 and plan.time < "17:00" for plan in plans)
    after = plans[0]._replace(day=date(2026, 11, 1))
    assert play_game(folder, after, None).texts[-1] == (
        f"Good-bye, Dan. Your October: {len(plans)} games, {at_work} of them when you should have been working. "
        f"{won} won, {drawn} drawn, {lost} lost."
    )


def pages(folder: Path, today: date) -> Iterator[str]:
    """Yield the lines of the calendar, of the best storms and of the record, as they are shown on a day."""
    shown = Talk(dialogue_of(Options(NAME, True), Random(1), Script(), disk(folder), today=lambda: today))
    shown.type("problem calendar", "storm best", "record")
    for step in shown.steps:
        match step:
            case ShowPage() | ShowList():
                yield from step.lines()
            case ShowSections(sections=sections):
                yield from plain_lines(sections(78, Signs()))
    shown.close()


@pytest.mark.parametrize(
    ("days", "kills"), [(1, 2), *(pytest.param(MONTH - 1, n, marks=pytest.mark.slow) for n in (0, KILLS))]
)
def test_loses_nothing_when_it_dies_at_any_call(tmp_path: Path, days: int, kills: int) -> None:
    witness, rng = Witness(), Random(days)
    for _ in range(kills):
        with dying(rng.randrange(1, 500 * days // kills), rng), pytest.raises(Killed):
            play_on(tmp_path, days, witness.report)
        witness.check(tmp_path)
    play_on(tmp_path, days + 1, witness.report)
    check_month(tmp_path, days + 1, witness.last)


def test_counts_a_game_once_when_it_dies_at_its_end(tmp_path: Path) -> None:
    begun, before = tmp_path / "begun", Witness()

    def die_before_the_end(now: Stored) -> None:
        before.report(now)
        if now.plies + 1 == len(plan_of(0).moves):
            raise Killed

    with pytest.raises(Killed):
        play_on(begun, 1, die_before_the_end)
    for call in range(1, 15):
        folder, witness = copytree(begun, tmp_path / str(call)), Witness()
        witness.report(before.last)
        with dying(call, Random(call)), suppress(Killed):
            play_game(folder, plan_of(0), witness.report)
        witness.check(folder)
        play_game(folder, plan_of(witness.last.games), witness.report)
        witness.check(folder)


@pytest.mark.parametrize(("days", "kills"), [(1, 1), pytest.param(MONTH - 1, KILLS, marks=pytest.mark.slow)])
def test_loses_nothing_when_the_system_kills_it(tmp_path: Path, days: int, kills: int) -> None:
    witness, rng, counts = Witness(), Random(days), list[int]()
    for _ in range(kills):
        number, seconds = rng.randrange(1, 60 * days // kills), rng.random() * _LONGEST_ANSWER
        for report in killed_process(play_on_in_a_process, tmp_path, days, reports=number, seconds=seconds):
            witness.report(report)
        witness.check(tmp_path)
        counts.append(witness.last.games)
    assert counts[0] < days * GAMES_A_DAY, "the first kill came after the last game"
    play_on(tmp_path, days + 1, witness.report)
    check_month(tmp_path, days + 1, witness.last)
