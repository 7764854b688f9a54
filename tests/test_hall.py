"""The hall of fame: what counts, streaks, ratings, and a file that is never in the way."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.stored_games import A_GAME, disk, hold, record, sit

from ai.levels import LEVELS
from console.game.options import Options
from console.storage.disk import level_ratings, result_of
from console.storage.hall_of_fame import (
    FIRST_RATING,
    Result,
    Score,
    hall_text,
    rating,
    read_hall,
    standings,
    with_result,
)
from engine.pdn.writer import GameRecord

RATINGS = {level: 1000 + 100 * level for level in range(1, 10)}


def result(score: Score, level: int = 5, game: str = "", name: str = "Dan", helped: bool = False) -> Result:
    """A result of Dan's."""
    return Result(game or f"{score}{level}{name}", name, level, "american", "huff", score, "2025.11.21", 40, helped)


def over(result: str, tags: str = A_GAME) -> GameRecord:
    """A game of Dan, who has Black, with a result."""
    return record(f"11-15 23-19 {result}", tags)


class TestStandings:
    """Results by name, level and rule set."""

    def test_counts_streak_and_levels(self) -> None:
        scores: tuple[Score, ...] = ("win", "win", "loss", "win", "win", "win", "draw", "win")
        results = [result(score, 3 + number % 2) for number, score in enumerate(scores)]
        (row,) = standings(results, RATINGS)
        assert (row.wins, row.draws, row.losses, row.games, row.streak) == (6, 1, 1, 8, 3)
        assert row.by_level == ((4, 4, 0, 0), (3, 2, 1, 1))

    def test_players_and_rule_sets_are_apart_and_the_best_come_first(self) -> None:
        results = [result("win", 2, name="Eve"), result("win", 8), result("win", 1, name="Abe", helped=True)]
        assert [(row.name, row.rating is None) for row in standings(results, RATINGS)] == [
            ("Dan", False),
            ("Eve", False),
            ("Abe", True),
        ]
        assert standings([], RATINGS) == []

    def test_the_first_result_of_a_game_stands(self) -> None:
        one = result("loss", game="x")
        assert with_result([one], result("win", game="x")) == (one,)
        assert len(with_result([one], result("win", game="y"))) == 2


class TestRating:
    """Elo against levels of fixed ratings."""

    def test_an_even_game_moves_it_by_half_a_step(self) -> None:
        assert rating([result("win", 2)], RATINGS) == FIRST_RATING + 16
        assert rating([result("draw", 2)], RATINGS) == FIRST_RATING
        assert rating([result("loss", 2)], RATINGS) == FIRST_RATING - 16

    def test_the_unexpected_moves_it_more(self) -> None:
        assert rating([result("win", 9)], RATINGS) == FIRST_RATING + 31
        assert rating([result("win", 1)], RATINGS) == FIRST_RATING + 12

    def test_help_and_levels_without_a_rating_leave_it_alone(self) -> None:
        assert rating([result("win", 9, helped=True)], RATINGS) is None
        assert rating([result("win", 9)], {}) is None

    def test_it_settles_where_the_results_belong(self) -> None:
        pair: tuple[Score, ...] = ("win", "loss")
        results = [result(score, 9) for _ in range(200) for score in pair]
        assert abs((rating(results, RATINGS) or 0) - RATINGS[9]) < 30

    def test_every_level_has_a_rating(self) -> None:
        assert set(level_ratings()) >= set(LEVELS)
        ordered = [level_ratings()[level] for level in sorted(LEVELS)]
        assert ordered == sorted(ordered)


class TestWhatCounts:
    """Games against the computer from the usual start that were begun here."""

    @pytest.mark.parametrize(("text", "score"), [("1-0", "win"), ("0-1", "loss"), ("1/2-1/2", "draw")])
    def test_a_finished_game(self, text: str, score: str) -> None:
        found = result_of(over(text))
        assert found is not None
        assert (found.score, found.name, found.level, found.rules, found.moves) == (score, "Dan", 5, "american", 2)

    @pytest.mark.parametrize(
        ("text", "tags"),
        [
            ("*", A_GAME),
            ("1-0", A_GAME.replace("GameId", "Id")),
            ("1-0", A_GAME.replace("program", "human")),
            ("1-0", A_GAME.replace("human", "program")),
            ("1-0", A_GAME.replace("Level", "Strength")),
            ("1-0", f'{A_GAME} [FEN "B:W23,24,32:B11,12"]'),
        ],
        ids=["unfinished", "foreign", "two players", "two computers", "no level", "position"],
    )
    def test_what_does_not(self, text: str, tags: str) -> None:
        assert result_of(over(text, tags)) is None

    def test_help_is_noted(self) -> None:
        found = result_of(over("1-0", f'{A_GAME} [Helped "yes"]'))
        assert found is not None
        assert found.helped


class TestAtTheTable:
    """From the end of a game to the hall."""

    def test_a_lost_game_counts_once_however_often_it_ends(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        paper = sit(["11-15", "resign", "Y", "undo", "11-15", "resign", "Y", "fame", "N"], store)
        assert paper.count("you resign") == 2
        (row,) = store.hall()
        assert (row.name, row.losses, row.wins, row.rating) == ("Dan", 1, 0, row.rating)
        assert " 1. Dan                  american" in paper
        assert "    level 5: 0-0-1" in paper

    def test_help_leaves_the_rating_alone(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        sit(["11-15", "undo", "11-15", "resign", "Y"], store)
        (row,) = store.hall()
        assert (row.losses, row.rating) == (1, None)

    def test_a_level_changed_on_the_way_leaves_the_rating_alone(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        sit(["level 1", "11-15", "level 1", "resign", "Y", "Y", "11-15", "level 9", "resign", "Y"], store)
        (row,) = store.hall()
        assert row.by_level == ((9, 0, 0, 1), (1, 0, 0, 1))
        assert row.rating == rating([result("loss", 1)], level_ratings())

    def test_help_before_a_new_start_is_remembered(self, tmp_path: Path) -> None:
        sit(["11-15", "hint"], disk(tmp_path))
        store = disk(tmp_path)
        sit(["Y", "resign", "Y"], store, Options())
        assert store.hall()[0].rating is None

    def test_a_finished_game_that_is_loaded_does_not_count_again(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        store.save("lunch", over("1-0"))
        sit(["load lunch", "N"], store)
        assert store.hall() == []

    def test_in_a_pipe_nothing_counts(self, tmp_path: Path) -> None:
        store = disk(tmp_path, automatic=False)
        sit(["11-15", "resign", "Y", "N"], store)
        assert store.hall() == []

    def test_the_hall_is_empty_at_first(self, tmp_path: Path) -> None:
        assert "The hall of fame is empty" in sit(["fame"], disk(tmp_path))

    def test_two_programs_count_beside_each_other(self, tmp_path: Path) -> None:
        first, second = disk(tmp_path), disk(tmp_path)
        first.finish(over("1-0"))
        second.finish(over("0-1", A_GAME.replace('"a"', '"b"')))
        assert (first.hall()[0].wins, second.hall()[0].losses) == (1, 1)

    def test_a_finished_game_is_no_longer_in_progress(self, tmp_path: Path) -> None:
        hold(tmp_path, record("11-15"))
        store = disk(tmp_path)
        sit(["Y", "resign", "Y"], store, Options())
        assert not (tmp_path / "game-1.pdn").exists()


class TestFile:
    """JSON, a result a line."""

    def test_what_is_written_is_read_back(self) -> None:
        results = (result("win", name="Zoë"), result("loss", 9, helped=True))
        assert read_hall(hall_text(results)) == results
        assert len(hall_text(results).splitlines()) == 4
        assert read_hall(hall_text([])) == ()

    @pytest.mark.parametrize(
        "text",
        ["", "{}", "[1]", "[{}]", hall_text([result("win")])[:-4], hall_text([result("win")]).replace("win", "won")],
    )
    def test_a_damaged_file_is_put_aside_and_told(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "hall.json"
        path.write_text(text)
        store = disk(tmp_path)
        store.finish(over("1-0"))
        assert store.hall()[0].wins == 1
        assert store.notices()[0].endswith("it is put aside as hall.json.damaged-1.")
        assert (tmp_path / "hall.json.damaged-1").read_text() == text

    @given(st.text(st.sampled_from('[]{}",:0123456789\\ngamewin '), max_size=100))
    def test_any_text_gives_results_or_a_refusal(self, text: str) -> None:
        with suppress(ValueError):
            assert isinstance(read_hall(text), tuple)
