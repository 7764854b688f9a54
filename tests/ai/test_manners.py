"""The end of a game on the computer's initiative."""

from random import Random

import pytest

from ai.engine import RootMove, SearchInfo, never
from ai.expectation import centiman, expected
from ai.levels import LEVELS, MoveRequest
from ai.manners import DrawAnswer, Gesture, answer_draw, gesture
from ai.opponent import Opponent
from ai.score import MATE
from engine.fen import parse_fen
from engine.game import Game, Turn
from engine.geometry import BLACK
from engine.notation import read_move
from engine.rules import AMERICAN, RULE_SETS, Rules, losing_game

TWO_KINGS = "B:WK32:BK1"


def searched(score: int, nodes: int = 1, is_from_book: bool = False) -> SearchInfo:
    """Return the result of a search with a score."""
    move = Game(AMERICAN).legal_moves()[0]
    return SearchInfo(score, (move,), nodes=nodes, roots=(RootMove(move, score),), is_from_book=is_from_book)


def shuffled(plies: int, fen: str = TWO_KINGS) -> Game:
    """Return a game in which kings have moved for so many plies without progress."""
    game, rng = Game(AMERICAN, start=parse_fen(fen, AMERICAN)), Random(3)
    for _ in range(plies):
        safe = [move for move in game.legal_moves() if not Game(AMERICAN, start=move.after).captures()]
        move = rng.choice(safe)
        game.replay(Turn(move, move.after))
    return game


class TestResigning:
    @pytest.mark.parametrize(("level", "resigns"), [(1, False), (2, False), (3, True), (6, True), (9, True)])
    def test_resigns_a_lost_game_from_level_three_on(self, level: int, resigns: bool) -> None:
        found = [searched(-900)] * 6
        assert (gesture(Game(AMERICAN), found, LEVELS[level]) is Gesture.RESIGN) is resigns

    @pytest.mark.parametrize("score", [-900, -(MATE - 9)])
    def test_waits_for_several_moves(self, score: int) -> None:
        assert gesture(Game(AMERICAN), [searched(score)] * 3, LEVELS[9]) is None
        assert gesture(Game(AMERICAN), [searched(score)] * 4, LEVELS[9]) is Gesture.RESIGN
        assert gesture(Game(AMERICAN), [searched(score), searched(0), *[searched(score)] * 3], LEVELS[9]) is None

    def test_counts_no_book_moves_and_forced_moves(self) -> None:
        forced = SearchInfo(0, ())
        found = [*[searched(-900)] * 2, searched(0, is_from_book=True), forced, *[searched(-900)] * 2]
        assert gesture(Game(AMERICAN), found, LEVELS[9]) is Gesture.RESIGN


class TestResigningLosingGames:
    @pytest.mark.parametrize(("level", "moves"), [(3, 1), (6, 1), (7, 2), (9, 2)])
    def test_resigns_when_it_sees_the_loss(self, level: int, moves: int) -> None:
        game = Game(losing_game(AMERICAN), "forced")
        assert gesture(game, [searched(-200)] * 9, LEVELS[level]) is None
        assert gesture(game, [searched(-1600)] * (moves - 1), LEVELS[level]) is None
        assert gesture(game, [searched(-1600)] * moves, LEVELS[level]) is Gesture.RESIGN
        assert gesture(game, [searched(-1600)] * 9, LEVELS[2]) is None

    @pytest.mark.slow
    def test_most_lost_games_end_so(self) -> None:
        rules, opponent, ends = losing_game(RULE_SETS["russian"]), Opponent(), list[bool]()
        for seed in range(4):
            game, rng = Game(rules, "forced"), Random(seed)
            found: tuple[list[SearchInfo], ...] = ([], [])
            resigned = False
            while game.outcome is None and not resigned:
                info = opponent.choose_move(MoveRequest(game, LEVELS[3 + 2 * game.side], rng), never)
                found[game.side].append(info)
                resigned = gesture(game, found[game.side], LEVELS[3]) is Gesture.RESIGN
                game.replay(Turn(info.move, info.move.after))
            ends.append(resigned)
        assert ends.count(True) >= 3


class TestDraws:
    @pytest.mark.parametrize(("plies", "offers"), [(18, False), (19, True)])
    def test_offers_no_draw_before_ten_moves_each(self, plies: int, offers: bool) -> None:
        known = [searched(0, nodes=0)] * 6
        assert (gesture(shuffled(plies), known, LEVELS[5]) is Gesture.OFFER_DRAW) is offers

    def test_counts_the_moves_of_men_as_progress(self) -> None:
        """In russian a count of moves with few pieces goes on through them."""
        rules = RULE_SETS["russian"]
        game = Game(rules, start=parse_fen("W:WK30,K31,25:BK2,K3", rules))
        offers = []
        after = ["25-21", "2-6", *["30-26", "6-2", "26-30", "2-6"] * 3]
        for text in [*["30-26", "2-6", "26-30", "6-2"] * 6, *after]:
            move = read_move(text, game.routes())
            game.replay(Turn(move, move.after))
            offers.append(gesture(game, [searched(0)], LEVELS[5]))
        assert offers[23:35] == [Gesture.OFFER_DRAW, *[None] * 11]
        assert offers[35] is Gesture.OFFER_DRAW, "36 plies without a capture"
        assert len(game.positions_since_progress()) > 24

    @pytest.mark.parametrize(("score", "plies"), [(0, 19), (15, 19), (-60, 30)])
    def test_waits_longer_in_an_uneven_position(self, score: int, plies: int) -> None:
        start = "B:WK32,K31:BK1,K2"
        assert gesture(shuffled(plies - 1, start), [searched(score)], LEVELS[5]) is None
        assert gesture(shuffled(plies, start), [searched(score)], LEVELS[5]) is Gesture.OFFER_DRAW

    @pytest.mark.parametrize("score", [30, 60, 300, MATE - 9])
    def test_offers_none_while_it_is_better(self, score: int) -> None:
        """It would not accept one either."""
        assert gesture(shuffled(60), [searched(score)], LEVELS[3]) is None
        assert answer_draw(shuffled(60), BLACK, score) is DrawAnswer.DECLINED

    def test_ends_a_dead_game_against_a_player_who_shuffles(self) -> None:
        game, rng, opponent, found = shuffled(1), Random(1), Opponent(), list[SearchInfo]()
        while gesture(game, found, LEVELS[5]) is not Gesture.OFFER_DRAW:
            assert game.ply < 40
            found.append(opponent.choose_move(MoveRequest(game, LEVELS[5], rng), never))
            game.replay(Turn(found[-1].move, found[-1].move.after))
            safe = [move for move in game.legal_moves() if not Game(AMERICAN, start=move.after).captures()]
            reply = rng.choice(safe)
            game.replay(Turn(reply, reply.after))

    @pytest.mark.parametrize(
        ("fen", "score", "answer"),
        [
            ("B:W21,22:B5,6", -500, DrawAnswer.GIFT),
            ("B:W21,22:B5,6", 0, DrawAnswer.EVEN),
            ("B:W21,22:B5,6", 15, DrawAnswer.EVEN),
            ("B:W21,22:B5,6", 60, DrawAnswer.DECLINED),
            ("B:W21,22,23:B5,6", 0, DrawAnswer.GIFT),
        ],
    )
    def test_accepts_a_draw_unless_it_is_better(self, fen: str, score: int, answer: DrawAnswer) -> None:
        """Accepting one a man down it said "Even on both sides"."""
        assert answer_draw(Game(AMERICAN, start=parse_fen(fen, AMERICAN)), BLACK, score) is answer


class TestExpectation:
    @pytest.mark.parametrize("rules", [*RULE_SETS.values(), *map(losing_game, RULE_SETS.values())], ids=str)
    def test_the_curve_rises_through_the_middle(self, rules: Rules) -> None:
        """A centiman costs as much in every rule set."""
        curve = [expected(score, rules) for score in (-MATE, -300, -50, 0, 50, 300, MATE)]
        assert curve == sorted(curve)
        assert curve[3] == 0.5
        assert curve[1] + curve[5] == pytest.approx(1)
        assert curve[-1] > 0.999
        assert expected(round(50 * centiman(rules)), rules) == pytest.approx(expected(50, AMERICAN), abs=0.01)
