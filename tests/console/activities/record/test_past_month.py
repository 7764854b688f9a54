"""The summary of the past month for the player who leaves."""

from datetime import date
from functools import partial
from pathlib import Path

import pytest
from support.conversation import Talk, converse, talk
from support.stored_games import DAN_FIRST, disk, keep_results

from console.game.hall_of_fame import Result
from console.storage.store import Store

TODAY = date(2026, 11, 25)
THURSDAY = "2026.10.15"
SATURDAY = "2026.10.17"


def result(day: str = THURSDAY, time: str = "21:05", score: str = "win", name: str = "Dan") -> Result:
    """Return a result of October."""
    return Result(name, 5, "american", score, game=f"{name} {day} {time}", date=day, time=time)  # type: ignore[arg-type]


def with_results(folder: Path, *results: Result) -> Store:
    """Return a store in which these results are kept."""
    keep_results(folder, *results)
    return disk(folder)


def after_a_game(store: Store, today: date = TODAY) -> Talk:
    """Return a session of play that the player left after one lost game."""
    return talk(DAN_FIRST, store=store, today=lambda: today).type("11-15", "resign", "Y", "quit")


def summary(folder: Path, *results: Result) -> str:
    """Return the summary that the farewell ends with after these results."""
    return after_a_game(with_results(folder, *results)).texts[-1].removeprefix("Good-bye, Dan.").strip()


def test_counts_the_games_in_office_hours(tmp_path: Path) -> None:
    times = ["08:59", "09:00", "12:30", "16:59", "17:00", ""]
    games = [result(day, time) for day in (THURSDAY, SATURDAY) for time in times]
    assert summary(tmp_path, *games) == ("Your October: 12 games, 3 of them when you should have been working. 12 won.")


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        (["09:30", "10:30"], "2 games, all of them when you should have been working."),
        (["19:30", ""], "2 games, in your own time, as far as we know."),
        (["10:30"], "1 game, when you should have been working."),
        (["20:30"], "1 game, in your own time, as far as we know."),
    ],
)
def test_says_when_the_games_began(tmp_path: Path, times: list[str], sentence: str) -> None:
    assert summary(tmp_path, *[result(time=time) for time in times]).startswith(f"Your October: {sentence}")


def test_counts_how_the_games_ended(tmp_path: Path) -> None:
    games = [result(f"2026.10.{day:02}", score=("win", "draw", "loss", "loss")[day % 4]) for day in range(1, 32)]
    assert summary(tmp_path, *games).endswith(". 7 won, 8 drawn, 16 lost.")


def test_leaves_out_other_players_and_other_months(tmp_path: Path) -> None:
    others = [result(day) for day in ("2026.09.30", "2026.11.01", "2025.10.15", "2026.10", "")]
    assert summary(tmp_path, *others, result(name="Eve")) == ""
    assert ": 1 game, in your own time" in summary(tmp_path / "other", *others, result("2026.10.??"))


def test_sums_up_december_in_january(tmp_path: Path) -> None:
    store = with_results(tmp_path, result("2026.12.31"))
    assert " Your December: " in after_a_game(store, date(2027, 1, 31)).texts[-1]
    assert store.settings.summed_up == "2026.12"


def test_is_shown_once_a_month(tmp_path: Path) -> None:
    with_results(tmp_path, result(), result("2026.11.20"))
    assert after_a_game(disk(tmp_path)).texts[-1] == (
        "Good-bye, Dan. Your October: 1 game, in your own time, as far as we know. 1 won."
    )
    assert after_a_game(disk(tmp_path)).texts[-1] == "Good-bye, Dan."
    assert "Your November:" in after_a_game(disk(tmp_path), date(2026, 12, 1)).texts[-1]


def test_is_not_shown_without_a_finished_game(tmp_path: Path) -> None:
    begin = partial(talk, DAN_FIRST, today=lambda: TODAY)
    store = with_results(tmp_path, result())
    assert begin(store=store).type("11-15", "quit").texts[-1].startswith("Good-bye, Dan. Your game is saved")
    assert disk(tmp_path).settings.summed_up == ""


def test_is_not_shown_in_a_pipe(tmp_path: Path) -> None:
    with_results(tmp_path, result())
    assert after_a_game(disk(tmp_path, automatic=False)).texts[-1] == "Good-bye, Dan."


def test_is_said_at_the_end_of_the_input(tmp_path: Path) -> None:
    store = with_results(tmp_path, result())
    paper = converse(["11-15", "resign", "Y"], DAN_FIRST, store=store, today=lambda: TODAY)
    assert paper.endswith("\nGood-bye, Dan. Your October: 1 game, in your own time, as far as we know. 1\nwon.\n")
