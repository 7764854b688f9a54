"""The hall of fame: results that count, streaks, ratings, and the tolerant file."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.conversation import FIVE_MOVES
from support.stored_games import A_GAME, AGAIN, TEN_PLIES, disk, keep_results, played_session, record

from ai.levels import LEVEL_RATINGS, LEVELS
from console.dialogue.lists import NOBODY_YET, hall_list
from console.game.elo import FIRST_RATING, rating_after
from console.game.hall_of_fame import FOUNDERS, SCORES, Result, passed, rated, rating
from console.game.options import name_of
from console.game.record import Point, best_first
from console.game.tally import Score
from console.storage.hall import result_of
from console.terminal.canvas import in_columns
from engine.game import Game
from engine.pdn.record import GameRecord
from engine.rules import AMERICAN

RATINGS = {level: 1000 + 100 * level for level in range(1, 10)}


def result(score: Score, level: int = 5, game: str = "", name: str = "Dan", helped: bool = False) -> Result:
    """Return a result of Dan's."""
    return Result(name, level, "american", score, game or f"{score}{level}{name}", "huff", "2025.11.21", 40, helped)


def over(result: str, tags: str = A_GAME) -> GameRecord:
    """Return a game of Dan, who plays Black, with a result."""
    return record(f"{TEN_PLIES} {result}", tags)


def counted(game: GameRecord) -> Result:
    """Return the result of a game that counts."""
    found = result_of(game)
    assert found is not None
    return found


def agreed_after(moves: int) -> GameRecord:
    """Return a random game of Dan's in which a draw is agreed after ``moves`` moves."""
    rng = Random(1)
    while True:
        game = Game(AMERICAN)
        while game.outcome is None and game.ply < moves:
            game.play(rng.choice(game.legal_moves()))
        if game.outcome is None:
            game.agree_draw()
            return GameRecord.of(game, dict(record().tags))


class TestStandings:
    def test_counts_results_streak_and_levels(self) -> None:
        scores: tuple[Score, ...] = ("win", "win", "loss", "win", "win", "win", "draw", "win")
        results = [
            replace(result(score, 3 + number % 2), date=f"2025.11.2{number}") for number, score in enumerate(scores)
        ]
        (row,) = best_first(results, RATINGS)
        assert (row.tally, row.runs.most_wins) == ((6, 1, 1), 3)
        assert list(row.by_level.items()) == [(4, (4, 0, 0)), (3, (2, 1, 1))]
        assert list(row.first_wins.items()) == [(4, "2025.11.21"), (3, "2025.11.20")]

    def test_counts_no_win_with_help_as_the_first(self) -> None:
        (row,) = best_first([result("win", 1, helped=True), result("win", 3)], RATINGS)
        assert list(row.first_wins) == [3]

    def test_sorts_players_by_rating_then_by_wins_and_losses(self) -> None:
        results = [result("win", 2, name="Eve"), result("win", 8)]
        results += [result("win", 1, name="Abe", helped=True), result("loss", 1, name="Abe", helped=True)]
        results += [result("draw", 1, name="Bob", helped=True), result("win", 1, name="Zoe", helped=True)]
        assert [(row.name, row.rating is None) for row in best_first(results, RATINGS)] == [
            ("Dan", False),
            ("Eve", False),
            ("Zoe", True),
            ("Abe", True),
            ("Bob", True),
        ]
        assert best_first([], RATINGS) == []


class TestRating:
    def test_follows_the_rule_for_ratings_game_by_game(self) -> None:
        scores: list[Score] = ["win", "draw", "loss", "win"] * 6
        results = [result(score, 1 + number % 9) for number, score in enumerate(scores)]
        games = [(RATINGS[one.level], SCORES[one.score]) for one in results]
        now, found = float(FIRST_RATING), []
        for played in range(1, len(games) + 1):
            now = rating_after(now, games[:played])
            found.append(round(now))
        expected = list(zip(results, found, strict=True))
        assert rated(results, RATINGS) == expected
        assert rated([result("win", 9, helped=True), *results], RATINGS) == expected

    def test_ignores_helped_games_and_unrated_levels(self) -> None:
        assert rating([result("win", 9, helped=True)], RATINGS) is None
        assert rating([result("win", 9)], {}) is None

    def test_every_level_has_a_rating(self) -> None:
        assert set(LEVEL_RATINGS) >= set(LEVELS)
        ordered = [LEVEL_RATINGS[level] for level in sorted(LEVELS)]
        assert ordered == sorted(ordered)

    @settings(max_examples=20)
    @given(st.lists(st.sampled_from(["win", "draw", "loss"]), max_size=12))
    def test_best_is_the_highest_rating_ever(self, scores: list[Score]) -> None:
        results = [result(score, 3 + number % 4) for number, score in enumerate(scores)]
        best = [now for end in range(len(results)) if (now := rating(results[: end + 1], RATINGS)) is not None]
        rows = best_first(results, RATINGS)
        assert [row.best for row in rows] == ([max(best)] if best else [])


class TestFounders:
    def test_there_are_ten_from_the_first_level_to_the_last(self) -> None:
        found = [founder.rating for founder in FOUNDERS]
        assert len(set(found)) == len({founder.name for founder in FOUNDERS}) == 10
        assert (min(found), max(found)) == (800, 2350)
        assert all(name_of(founder.name) == founder.name and founder.sentence.isascii() for founder in FOUNDERS)

    def test_sorts_players_before_founders_of_equal_rating(self) -> None:
        (unrated,) = best_first([result("win", name="Eve", helped=True)], RATINGS)
        dan = replace(unrated, name="Dan", curve=(Point("", 1300),))
        found = hall_list([dan, unrated]).rows
        assert found[6].texts[:3] == ["7", "Dan", "1300"]
        assert found[7].texts[2] == "1300"
        assert found[-1].texts[:3] == ["12", "Eve", "-"]
        founders = [(row.texts[1], row.texts[2]) for row in found if row.texts[-1] == "founder"]
        assert founders == [(founder.name, str(founder.rating)) for founder in FOUNDERS]

    def test_wide_names_leave_the_columns_straight(self) -> None:
        rows = hall_list(best_first([result("win", name=name) for name in ("漢字太郎", "Dan")], RATINGS)).lines()
        assert len({len(in_columns(row.partition("american")[0])) for row in rows if "american" in row}) == 1

    def test_names_the_highest_founder_that_was_passed(self) -> None:
        highest = passed(1299, 1471)
        assert highest is not None
        assert highest.rating == 1470
        assert passed(1300, 1316) is None
        assert passed(1316, 1299) is None

    def test_explains_how_to_get_in_without_a_player(self, tmp_path: Path) -> None:
        paper = played_session(["fame"], disk(tmp_path))
        assert paper.count(" founder\n") == 10
        assert NOBODY_YET in paper


class TestWhatCounts:
    """Games against the computer from the usual start that were begun here."""

    @pytest.mark.parametrize(("text", "score"), [("1-0", "win"), ("0-1", "loss"), ("1/2-1/2", "draw")])
    def test_counts_a_finished_game(self, text: str, score: str) -> None:
        found = counted(over(text))
        assert (found.score, found.name, found.level, found.rules, found.moves) == (score, "Dan", 5, "american", 10)

    @pytest.mark.parametrize(
        ("text", "tags"),
        [
            ("*", A_GAME),
            ("1-0", A_GAME.replace("GameId", "Id")),
            ("1-0", A_GAME.replace("program", "human")),
            ("1-0", A_GAME.replace("human", "program")),
            ("1-0", A_GAME.replace("Level", "Strength")),
            ("1-0", f'{A_GAME} [FEN "B:W21-28,30-32:B1-11"]'),
        ],
        ids=["unfinished", "foreign", "two players", "two computers", "no level", "position"],
    )
    def test_ignores_other_games(self, text: str, tags: str) -> None:
        assert result_of(over(text, tags)) is None

    def test_stores_that_a_game_was_helped(self) -> None:
        assert counted(over("1-0", f'{A_GAME} [Helped "yes"]')).helped

    def test_stores_side_opening_and_rival(self) -> None:
        found = counted(over("1-0", f'{A_GAME} [Rating "1240"] [Rival "Otis Farnham"]'))
        assert (found.side, found.opening) == ("Black", "Old Fourteenth")
        assert (found.rival, found.rating) == ("Otis Farnham", 1240)
        assert rating([found], LEVEL_RATINGS) == round(rating_after(FIRST_RATING, [(1240, 1.0)]))

    def test_stores_when_a_game_began_and_how_long_it_took(self) -> None:
        found = counted(over("1-0", f'{A_GAME} [Time "14:05:59"] [Seconds "754"]'))
        assert (found.time, found.seconds) == ("14:05", 754)
        other = counted(over("1-0", f'{A_GAME} [Time "25:00"] [Seconds "long"]'))
        assert (other.time, other.seconds) == ("", 0)

    @pytest.mark.parametrize(
        ("side", "plies", "counts"), [("Black", 8, False), ("Black", 9, True), ("White", 9, False), ("White", 10, True)]
    )
    def test_ignores_a_game_before_five_moves_of_the_player(self, side: str, plies: int, counts: bool) -> None:
        """It does not matter who resigned, ran out of time or agreed, nor whether there was help."""
        tags = (
            A_GAME
            if side == "Black"
            else A_GAME.replace("White", "Other").replace("Black", "White").replace("Other", "Black")
        )
        text = " ".join(TEN_PLIES.split()[:plies])
        for end in ("1-0", "0-1", "1/2-1/2"):
            for more in ("", '[Termination "time forfeit"]', '[Helped "yes"]'):
                assert (result_of(record(f"{text} {end}", f"{tags} {more}")) is not None) == counts

    @pytest.mark.parametrize(("moves", "rated"), [(20, False), (39, False), (40, True)])
    def test_ignores_a_draw_agreed_before_twenty_moves_each(self, moves: int, rated: bool) -> None:
        found = counted(agreed_after(moves))
        assert (found.score, found.helped) == ("draw", not rated)
        assert (rating([found], LEVEL_RATINGS) is not None) is rated


class TestAtTheTable:
    def test_counts_a_lost_game_once(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        paper = played_session([FIVE_MOVES, "resign", "Y", "undo", FIVE_MOVES, "resign", "Y", "fame", "N"], store)
        assert paper.count("you resign") == 2
        (row,) = store.hall.records()
        assert (row.name, row.tally) == ("Dan", (0, 0, 1))
        assert re.search(r"^ +9  Dan +\d+ +\d+ +0 +0 +1 +0  american$", paper, re.MULTILINE)
        assert "    level 5: 0-0-1" in paper

    def test_a_change_of_level_does_not_change_the_rating(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        lost = [FIVE_MOVES, "resign", "Y"]
        played_session(["level 1", "11-15", "level 1", *lost, "Y", "11-15", "level 9", *lost], store)
        (row,) = store.hall.records()
        assert list(row.by_level.items()) == [(9, (0, 0, 1)), (1, (0, 0, 1))]
        assert row.rating == rating([result("loss", 1)], LEVEL_RATINGS)

    def test_keeps_help_over_a_restart(self, tmp_path: Path) -> None:
        played_session(["11-15", "hint", "hint"], disk(tmp_path))
        store = disk(tmp_path)
        played_session(["Y", FIVE_MOVES, "resign", "Y"], store, AGAIN)
        assert store.hall.records()[0].rating is None

    def test_does_not_count_a_loaded_finished_game(self, tmp_path: Path) -> None:
        store = disk(tmp_path)
        store.saved.save("lunch", over("1-0"))
        played_session(["load lunch", "N"], store)
        assert store.hall.records() == []


class TestOnTheDisk:
    @pytest.mark.parametrize(("plies", "is_end"), [(8, False), (9, True), (10, True), (11, False)])
    def test_finds_the_end_of_a_game_or_of_its_last_state_but_one(
        self, tmp_path: Path, plies: int, is_end: bool
    ) -> None:
        moves = [*TEN_PLIES.split(), "8-11"]
        hall = disk(tmp_path).hall
        hall.count(record(f"{' '.join(moves[:10])} 0-1"))
        assert hall.has_end_of(record(f"{' '.join(moves[:plies])} *")) == is_end

    def test_keeps_the_first_result_of_a_game(self, tmp_path: Path) -> None:
        results = [result("loss", game="x"), result("win", game="x"), result("win", game="y")]
        keep_results(tmp_path, *results)
        keep_results(tmp_path, *[replace(result("draw"), game="")] * 2)
        assert [each.score for each in disk(tmp_path).hall.results()] == ["loss", "win", "draw", "draw"]

    def test_finds_the_results_of_a_player_under_a_rule_set(self, tmp_path: Path) -> None:
        both = [result("win"), replace(result("draw"), rules="russian")]
        keep_results(tmp_path, *both, result("loss", name="Eve"))
        hall = disk(tmp_path).hall
        assert (hall.results("Dan"), hall.results("Dan", "russian"), hall.names()) == (both, both[1:], ["Dan", "Eve"])
