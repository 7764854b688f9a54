"""The rivals: who they are, their openings and their habits."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from random import Random
from statistics import mean, variance
from unittest.mock import Mock

import pytest
from support.cases import cases

from ai.engine import never
from ai.features import FEATURES, Scene
from ai.levels import LEVELS, MoveRequest, level_at
from ai.openings.names import OPENINGS, opening_of
from ai.opponent import Opponent
from console.activities.season.player import RivalPlayer, opening_moves
from console.activities.season.rivals import Rival, find_rival, rival_named, rivals
from console.dialogue.messages import MoveChooser
from console.game.hall_of_fame import FOUNDERS
from console.game.options import name_of
from engine.game import Game
from engine.notation import read_move
from engine.rules import AMERICAN, RULE_SETS


def positions(feature: str) -> Iterator[Game]:
    """Yield games of random moves, level in men, in which the legal moves differ in a feature."""
    for seed in count():
        rng, game = Random(seed), Game(AMERICAN)
        for _ in range(4 + seed % 30):
            moves = game.legal_moves()
            if game.outcome is not None:
                break
            scene = Scene(game, dict.fromkeys(moves, 0))
            is_level = game.position.black.bit_count() == game.position.white.bit_count()
            if is_level and game.ply > 3 and len({FEATURES[feature](scene, move) for move in moves}) > 1:
                yield game
                break
            game.play(rng.choice(moves))


def test_the_ladder_has_the_opponents_and_the_founders_by_rating() -> None:
    names = {rival.name for rival in rivals()}
    assert names == {f"The {level.name}" for level in LEVELS.values()} | {founder.name for founder in FOUNDERS}
    ratings = [rival.rating for rival in rivals()]
    assert ratings == sorted(ratings)
    assert [rival.rung for rival in rivals()] == list(range(1, 20))


@pytest.mark.parametrize("rival", rivals(), ids=lambda rival: rival.name)
def test_every_rival_is_complete(rival: Rival) -> None:
    """The names fit on the board, the openings are known, and the lines fit on a line or two."""
    assert name_of(rival.name) == rival.name
    assert len(rival.town) <= 21
    assert set(rival.openings) <= {opening.name for opening in OPENINGS}
    assert len(rival.openings) == 2
    said = (rival.hello, rival.wins, rival.loses)
    assert len({*said}) == 3
    assert all(words.isascii() and len(words) <= 90 for words in (*said, *rival.remarks.values()))
    assert rival.remarks
    # He leads by any number of pieces: one said "I'm one man up" when he was two up.
    assert not re.search(r"\b(one|two|three) (man|men)\b", " ".join(rival.remarks.values()))


def test_no_two_rivals_say_the_same() -> None:
    said = [words for rival in rivals() for words in (rival.hello, rival.wins, rival.way)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("typed", "name"), [*cases("rivals_by_name"), ("", "-"), ("the master", "The Master"), ("x" * 5000, "-")]
)
def test_is_found_by_rung_name_or_a_part_of_it(typed: str, name: str) -> None:
    found = find_rival(typed)
    assert (found.name if found else "-") == name


def test_an_unknown_name_is_no_rival() -> None:
    assert rival_named("Nobody") is None


class TestOpenings:
    @pytest.mark.parametrize("rival", rivals(), ids=lambda rival: rival.name)
    def test_a_rival_plays_his_openings_to_the_end(self, rival: Rival) -> None:
        reached = set()
        for seed in range(4):
            game = Game(AMERICAN)
            while moves := opening_moves(game, rival.openings):
                game.play(Random(seed).choice(moves))
            reached.add(opening_of(game))
        assert reached <= set(rival.openings)

    def test_after_another_move_there_is_no_opening(self) -> None:
        game = Game(AMERICAN)
        game.play(read_move("12-16", game.routes()))
        assert opening_moves(game, ("Cross", "Switcher")) == []

    @pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
    def test_only_legal_moves_are_played_in_other_rules(self, rules: object) -> None:
        game = Game(rules)  # type: ignore[arg-type]  # a parameter
        assert {*opening_moves(game, ("Cross", "Switcher"))} <= {*game.legal_moves()}


class TestHabits:
    def test_adds_his_habit_to_his_level_and_widens_its_window(self) -> None:
        """Scores are exact only inside the window. The two highest have no habit."""
        own, game = Mock(), Game(AMERICAN)
        for rival in rivals():
            chooser = RivalPlayer(replace(rival, openings=()), own)
            chooser.choose_move(MoveRequest(game, level_at(rival.rating), Random(1)), never)
            level = own.choose_move.call_args[0][0].level
            assert level.habit[len(level.habit) - len(rival.habit) :] == rival.habit
            assert level.multipv_window >= 7 or not rival.habit
        assert [rival.name for rival in rivals() if not rival.habit] == ["The Master", "The Grand Master"]

    def test_every_habit_is_a_feature(self) -> None:
        assert {name for rival in rivals() for name, _ in rival.habit} <= set(FEATURES)

    @pytest.mark.slow
    @pytest.mark.parametrize("rival", rivals()[:-2], ids=lambda rival: rival.name)
    def test_a_habit_shows_in_four_hundred_positions(self, rival: Rival) -> None:
        """By two standard errors of the difference from the same level without the habit."""
        ((name, weight),) = rival.habit
        own, level, more = Opponent(), level_at(rival.rating), []
        choosers: tuple[MoveChooser, ...] = RivalPlayer(replace(rival, openings=()), own), own
        for seed, game in enumerate(islice(positions(name), 400)):
            requests = [MoveRequest(game, level, Random(seed)) for _ in choosers]
            chosen = [each.choose_move(request, never).move for each, request in zip(choosers, requests, strict=True)]
            scene = Scene(game, dict.fromkeys(game.legal_moves(), 0))
            habitual, usual = (FEATURES[name](scene, move) for move in chosen)
            more.append((habitual - usual) * math.copysign(1, weight))
        assert mean(more) > 2 * math.sqrt(variance(more) / len(more))
