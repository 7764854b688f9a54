"""The rivals: who they are, their openings and their habits."""

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from support.cases import cases
from support.conversation import Script

from ai import habits
from ai.engine import Report, RootMove, SearchInfo, Stop
from ai.levels import LEVELS, MoveRequest, level_at
from ai.openings.names import OPENINGS, opening_of
from console.activities.season.player import RivalPlayer, opening_moves
from console.activities.season.rivals import Rival, find_rival, rival_named, rivals
from console.game.hall_of_fame import FOUNDERS
from console.game.options import name_of
from engine.fen import parse_fen
from engine.game import Game
from engine.notation import read_move
from engine.position import Position
from engine.rules import AMERICAN, RULE_SETS

CLUB_PLAYER = rivals()[8]
QUIET = "B:W21,22,23,24,28:B1,5,9,11,12"
JUMPS = "B:W18,26,17:B14,13,10,K3"


class Found(Script):
    """A search that scores all moves alike, or as ``scores`` says, and finds the first of them best."""

    def __init__(self, scores: Sequence[int] = (), **fields: Any) -> None:
        super().__init__()
        self.scores = scores
        self.fields = fields

    def choose_move(self, request: MoveRequest, stop: Stop, report: Report | None = None) -> SearchInfo:
        """Return the moves with their scores."""
        moves = request.game.legal_moves()
        scores = [*self.scores, *[0] * len(moves)]
        roots = tuple(RootMove(move, score) for move, score in zip(moves, scores, strict=False))
        return SearchInfo(roots[0].score, (moves[0],), nodes=1, roots=roots, **self.fields)


def chosen(rival: Rival, own: Script, game: Game, seed: int) -> str:
    """Return the move of a rival, by the numbers of its squares."""
    found = RivalPlayer(rival, own).choose_move(MoveRequest(game, level_at(rival.rating), Random(seed)), lambda: False)
    return f"{found.move.start}-{found.move.end}"


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
    def test_the_move_that_he_likes_is_played_more_often(self) -> None:
        game = Game(AMERICAN, start=parse_fen(QUIET, AMERICAN))
        found = [chosen(CLUB_PLAYER, Found(), game, seed) for seed in range(100)]
        assert {*found} == {"9-13", "11-15"}
        assert 65 < found.count("11-15") < 90

    def test_a_worse_move_is_not_played_for_a_habit(self) -> None:
        game = Game(AMERICAN, start=parse_fen(QUIET, AMERICAN))
        best, *others = game.legal_moves()
        own = Found([400, *[0] * len(others)])
        assert {chosen(CLUB_PLAYER, own, game, seed) for seed in range(12)} == {f"{best.start}-{best.end}"}

    def test_a_decided_game_the_book_and_upper_bounds_are_left_alone(self) -> None:
        """In an ending, the scores of a level without a window are upper bounds. The two highest have no habit."""
        known, ending = [(Found([20_000] * 20), QUIET), (Found(is_from_book=True), QUIET)], "B:W21,22,23,24:B1,5,9,11"
        high = (rivals()[-3], Found(), ending), (rivals()[-2], Found(), QUIET)
        for rival, own, fen in [*((CLUB_PLAYER, *each) for each in known), *high]:
            game = Game(AMERICAN, start=parse_fen(fen, AMERICAN))
            first = game.legal_moves()[0]
            assert {chosen(rival, own, game, seed) for seed in range(12)} == {f"{first.start}-{first.end}"}

    @pytest.mark.parametrize(("habit", "position", "before", "liked"), cases("liked_moves"))
    @pytest.mark.parametrize("is_turned", [False, True])
    def test_likes_these_moves(self, habit: str, position: str, before: str, liked: str, is_turned: bool) -> None:
        """Both sides have the same habits: from White's side the board is rotated."""
        fen = {"jumps": JUMPS, "quiet": QUIET}.get(position, position)
        start = parse_fen(fen, AMERICAN) if ":" in fen else Position.start(AMERICAN)
        if is_turned:
            start = start.turned()
            before, liked = (re.sub(r"\d+", lambda square: str(33 - int(square[0])), text) for text in (before, liked))
        game = Game(AMERICAN, start=start)
        for text in before.strip("-").split():
            game.play(read_move(text, game.routes()))
        likes = {move: getattr(habits, habit)(game, move) for move in game.legal_moves()}
        best = {read_move(text, game.routes()).after for text in liked.split()}
        assert {move.after for move, like in likes.items() if like == max(likes.values())} == best

    @pytest.mark.parametrize("rival", rivals()[:-2], ids=lambda rival: rival.name)
    def test_every_habit_works_in_every_position_of_a_game(self, rival: Rival) -> None:
        """The rivals play by all rule sets in turn."""
        rules = list(RULE_SETS.values())[rival.rung % len(RULE_SETS)]
        game, rng, habit = Game(rules), Random(rival.rung), rival.habit
        assert habit is not None
        while game.outcome is None and game.ply < 60:
            game.play(max(game.legal_moves(), key=lambda move: (habit(game, move), rng.random())))
