"""The end of a game: headline, facts, memorable move, the offer of a level, and the box beside the board."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.canvas_text import row_text
from support.conversation import FIVE_MOVES, converse, options, talk, toward_five_moves
from support.headless_screens import THEMES, find
from support.oracle import Oracle
from support.play_screen import PlaySession
from support.set_clock import Clock
from support.stored_games import DAN_FIRST, disk, played_session, record
from support.waiting import wait_until

from ai.proof import Prover
from console.dialogue.analyzing import GameAnalyzer
from console.dialogue.messages import Ended
from console.dialogue.state import State
from console.game.analysis import Mistake, worst
from console.game.clock import Stopwatch, seconds_played
from console.game.elo import FIRST_RATING
from console.game.hall_of_fame import RatingChange, Result, rating, rating_change
from console.game.naming import Naming
from console.game.seats import Person, Program, Seats
from console.game.tally import Score
from console.reading import kinds
from console.screens.play.result_box import ResultBox
from console.storage.store import Store
from console.terminal.canvas import Canvas, Rect
from console.terminal.events import Key, Mouse
from console.text.highlight import highlight
from console.text.result import EASIER, HARDER, facts, headline, offer
from console.text.review import review_lines
from engine.game import Outcome, Reason
from engine.geometry import BLACK, WHITE
from engine.pdn.record import GameRecord
from engine.rules import AMERICAN

RATINGS = {level: 1000 + 100 * level for level in range(1, 10)}
ONE_MOVE = "B:W15:B11"
WON = ["C3 E5", "N"]


def results(*scores: Score, level: int = 5, helped: bool = False) -> list[Result]:
    """Return results of Dan; the identity of each game is its place."""
    return [Result("Dan", level, "american", score, str(place), helped=helped) for place, score in enumerate(scores, 1)]


class TestProgress:
    @settings(max_examples=20)
    @given(st.lists(st.sampled_from(["win", "draw", "loss"]), min_size=1, max_size=12))
    def test_agrees_with_the_hall_of_fame(self, scores: list[Score]) -> None:
        games = results(*scores)
        found = rating_change(games, str(len(scores)), RATINGS)
        assert found is not None
        assert (found.before, found.after) == (rating(games[:-1], RATINGS), rating(games, RATINGS))
        assert found.streak == found.streak_at_level == len(scores) - len("".join(s[0] for s in scores).rstrip("w"))

    def test_ignores_other_players_and_other_rules(self) -> None:
        mine = results("win", "win")
        other = [Result("Eve", 5, "american", "loss", "e"), Result("Dan", 5, "russian", "loss", "r")]
        found = rating_change([mine[0], *other, mine[1], *other], "2", RATINGS)
        assert found == rating_change(mine, "2", RATINGS)

    def test_help_and_another_level_end_the_wins_in_a_row(self) -> None:
        games = [*results("win", level=4), Result("Dan", 5, "american", "win", "x", helped=True)]
        last = [Result("Dan", 5, "american", "win", "y"), Result("Dan", 5, "american", "win", "z")]
        found = rating_change([*games, *last], "z", RATINGS)
        assert found is not None
        assert (found.streak, found.streak_at_level) == (4, 2)

    def test_returns_none_for_an_unknown_game(self) -> None:
        assert rating_change(results("win"), "7", RATINGS) is None
        assert rating_change([Result("Dan", 5, "american", "win")], "", RATINGS) is None

    def test_says_the_rating_of_a_game_only_once(self, tmp_path: Path) -> None:
        paper = played_session([FIVE_MOVES, "resign", "Y", "undo", FIVE_MOVES, "resign", "Y", "N"], disk(tmp_path))
        assert paper.count("Rating 1200, now ") == 1


class TestWords:
    def test_returns_a_headline_for_every_result(self) -> None:
        won = Outcome(BLACK, Reason.NO_MEN)
        dan, computer = Person("Dan"), Program(5)
        assert headline(won, Seats(dan, computer)) == "YOU WIN"
        assert headline(won, Seats(computer, dan)) == "YOU LOSE"
        assert headline(won, Seats(dan, dan)) == headline(won, Seats(computer, computer)) == "BLACK WINS"
        assert headline(Outcome(None, Reason.AGREED), Seats(dan, computer)) == "A DRAW"

    def test_returns_facts_about_length_rating_and_wins(self) -> None:
        assert facts(87, 0, None) == facts(88, None, None) == ["44 moves."]
        assert facts(1, 60, RatingChange(None, 1216, 1, 1, False)) == [
            f"Rating {FIRST_RATING}, now 1216.",
            "1 move in 1 minute.",
        ]
        measured = "Rating 1200, now 957: in your first 20 games it moves fast."
        assert facts(1, 0, RatingChange(None, 957, 0, 0, False))[:-1] == [measured]
        assert facts(1, 0, RatingChange(1280, 1300, 1, 1, False))[1:-1] == [
            "You pass Mrs. E. Halloran in the hall of fame."
        ]
        assert facts(40, 4559.9, RatingChange(1260, 1260, 4, 0, True)) == [
            "You had help: no change in rating.",
            "4 wins in a row.",
            "20 moves in 75 minutes.",
        ]
        assert facts(30, 0, RatingChange(1260, 1260, 0, 0, True), is_early=True)[:-1] == [
            "A draw agreed before move 20 counts for nothing: no change in rating.",
        ]

    def test_offers_no_level_beyond_the_first_and_the_last(self) -> None:
        assert offer(EASIER, 0) is offer(HARDER, 10) is None
        assert "level 4" in str(offer(EASIER, 4))
        assert "level 6" in str(offer(HARDER, 6))

    def test_offers_the_level_below_once(self) -> None:
        paper = converse(["C3 D4", "resign", "Y", "Y", "C3 D4", "resign", "Y", "N"])
        assert paper.count('"level 4" brings him in') == 1

    @pytest.mark.parametrize(("wins", "offered"), [(0, False), (2, False), (3, True), (4, False), (6, True)])
    def test_offers_the_level_above_at_every_third_win(self, wins: int, offered: bool) -> None:
        class Counted(Store):
            """A store with ``wins`` wins in a row."""

            def rating_change(self, record: GameRecord) -> RatingChange | None:
                return RatingChange(1200, 1216, wins, wins, False)

        paper = played_session([*WON, "undo", *WON, "N"], Counted(False, None), options(fen=ONE_MOVE))
        assert paper.count('"level 6" brings in the State Champion') == offered


class TestTimePlayed:
    def test_adds_up_the_sessions_without_pauses_and_ten_minutes_of_an_absence(self) -> None:
        now = Clock()
        first = Stopwatch(now)
        now.seconds = 90.5
        assert first.played == 90.5
        second = Stopwatch(now, seconds_played(first.tags()))
        now.seconds += 10
        second.stop()
        now.seconds += 500
        second.stop()
        assert second.played == 100
        second.start_turn(0)
        now.seconds += 8 * 3600
        second.start_turn(1)
        now.seconds += 30
        assert second.played == 730
        assert Stopwatch(now).tags() == {}

    @pytest.mark.parametrize("tag", ["", "-1", "1.5", "12345678", "ten"])
    def test_is_unknown_without_a_valid_tag(self, tag: str) -> None:
        watch = Stopwatch(Clock(), seconds_played({"Seconds": tag}))
        watch.stop()
        assert (watch.played, watch.tags()) == (None, {})

    def test_does_not_count_a_problem_in_between(self, tmp_path: Path) -> None:
        now, store = Clock(), disk(tmp_path)
        spoken = talk(DAN_FIRST, store=store, now=now)
        spoken.type(FIVE_MOVES)
        now.seconds = 40
        spoken.type("problem")
        now.seconds = 300
        spoken.type("problem off", "resign")
        now.seconds = 320
        spoken.type("Y")
        (found,) = store.hall.results()
        assert found.seconds == 60
        spoken.close()


NAMING = Naming(AMERICAN, BLACK, "console")


class TestHighlight:
    GAME = "11-15 23-19 8-11 22-17 4-8"

    def heard(self, scores: Sequence[int], side: int, winner: int | None = None) -> str | None:
        game = record(self.GAME).game()
        if winner is not None:
            game.resign(1 - winner)
        return highlight(game, NAMING, Oracle(game, scores), Prover(AMERICAN), side, lambda: False)

    def test_finds_the_answer_to_the_gravest_mistake(self) -> None:
        assert self.heard([0, 0, 30, 30, 300, 300], BLACK) == "Your best moment: move 3, A1 B2."
        assert self.heard([0, 0, 200, 200, 300, 300], BLACK) == "Your best moment: move 2, B2 C3."

    def test_ignores_an_answer_that_gained_nothing(self) -> None:
        assert self.heard([0, 0, 200, 10, 10, 10], BLACK) is None
        assert self.heard([0, 0, 50, 50, 50, 50], BLACK) is None

    def test_names_the_mistake_of_the_loser(self) -> None:
        heard = self.heard([0, 0, 0, -200, -200, -200], BLACK, WHITE)
        assert heard is not None
        assert heard.startswith("It turned at move 2, B2 C3: ")
        assert self.heard([0] * 6, BLACK, WHITE) is None

    def test_returns_none_when_stopped_early(self) -> None:
        game = record(self.GAME).game()
        oracle = Oracle(game, [0, 0, 200, 200, 300, 300])
        assert highlight(game, NAMING, oracle, Prover(AMERICAN), BLACK, lambda: len(oracle.asked) == 3) is None


def test_the_end_of_a_game_and_its_review_name_the_same_better_move() -> None:
    """The box had glanced with fewer nodes."""
    game = record("11-15 22-18 15x22 25x18 8-11 29-25 4-8 23-19 10-15 19x10 6x29").game()
    game.resign(WHITE)
    analyzer, prover = GameAnalyzer(game.rules, game.jumping), Prover(AMERICAN)
    heard = highlight(game, NAMING, analyzer, prover, WHITE, lambda: False)
    wrong = list[Mistake]()
    told = " ".join(review_lines(game, NAMING, analyzer, prover, report_mistakes=wrong.extend))
    (gravest,) = worst(wrong, 1, WHITE)
    better = NAMING.move(gravest.better[0])
    assert heard == f"It turned at move {gravest.turn // 2 + 1}, {NAMING.move(gravest.move)}: {better} was better."
    assert better in told


def ended_session(size: tuple[int, int] = (80, 24), **fields: Any) -> PlaySession:
    """Return a session in which Dan has just won."""
    session = PlaySession(options(fen=ONE_MOVE, **fields), size=size)
    session.type(*WON)
    return session


class TestBox:
    def test_presses_buttons_by_keys_and_clicks(self) -> None:
        session = ended_session()
        assert "►Again◄Review Save Level" in session.text
        session.send("left", "left", "enter")
        assert "Nothing is saved in this session." in session.text
        row, column = find(session.picture(), "Review►Save")
        session.send(Mouse("press", row, column))
        assert session.play.runner.show is not None
        session = ended_session()
        session.send("enter")
        assert session.asked is kinds.MOVE
        assert "Review Save" not in session.text

    def test_offers_two_players_no_level(self) -> None:
        session = ended_session(players="two", other="Eve")
        assert "Again◄Review Save" in session.text
        assert "Save Level" not in session.text
        session.send("left", "enter")
        assert "Nothing is saved in this session." in session.text

    def test_hides_the_box_on_escape_and_after_an_undo_and_stays_on_enter(self) -> None:
        session = ended_session()
        session.type("undo")
        assert "Review Save" not in session.text
        session.type(*WON)
        assert "Review Save" in session.text
        session.send("escape")
        assert "Review Save" not in session.text
        assert "1 C3 E5" in session.text
        session.send(Key("enter"))
        assert "another game, N leaves;" in session.text
        session.send("n", "enter")
        assert session.play.runner.over

    @pytest.mark.parametrize("size", [(40, 20), (60, 24), (100, 30), (160, 50)])
    def test_never_covers_the_final_position(self, size: tuple[int, int]) -> None:
        session = ended_session(size)
        board = session.layout
        box, said = session.picture(), session.said
        session.send("escape")
        bare = session.picture()
        for row in range(board.row, board.row + board.height):
            for column in range(board.column, board.column + board.width):
                assert box.at(row, column) == bare.at(row, column)
        words = " ".join(row_text(box, row) for row in range(box.height))
        assert "no men left." in f"{said} {' '.join(words.split())}"
        assert "1 move." in words

    def test_shows_a_highlight_that_comes_in_time(self) -> None:
        go = threading.Event()

        def found(stop: Callable[[], bool]) -> str | None:
            go.wait(30)
            return "Your best moment: move 1, C3 E5."

        posted: list[object] = []
        state = ended_session().dialogue.state
        box = ResultBox(Ended("YOU WIN", "I resign.", ("1 move.",), BLACK), state, found, posted.append)
        rect = Rect(0, 0, 24, 40)
        canvas = Canvas(40, 24)
        assert box.draw(canvas, THEMES["colour"], [rect], ())
        go.set()
        wait_until(lambda: posted)
        assert box.draw(canvas, THEMES["colour"], [rect], ())
        assert "Your best moment: move 1, C3 E5." in "".join(row_text(canvas, row) for row in range(24))
        box.close()


FACTS = (
    "Rating 1260, now 1289.",
    "3 wins in a row. Will you try the State Champion next?",
    "187 moves in 112 minutes.",
)
BEST = "Your best moment: move 9, E3 F4."


@pytest.fixture(scope="module")
def state() -> State:
    """Return the state after a game that Dan has won."""
    return ended_session().dialogue.state


def box_of(ended: Ended, state: State, sentence: str) -> ResultBox:
    """Return a box with a memorable move."""
    box = ResultBox(ended, state, lambda *_: sentence, lambda _: None)
    wait_until(lambda: box.sentence is not None)
    return box


@pytest.mark.parametrize(("theme", "width"), [("colour", 25), ("mono", 40), ("ascii", 25)])
def test_a_long_result_keeps_its_last_sentence(theme: str, width: int, state: State) -> None:
    box = box_of(Ended("YOU WIN", "White has run out of time.", FACTS, BLACK), state, BEST)
    canvas = Canvas(width, 19)
    assert box.draw(canvas, THEMES[theme], [Rect(5, 0, 7, width), Rect(0, 0, 19, width)], ())
    lit = [row for row in range(19) if canvas.at(row, 2).ink == THEMES[theme].palette.player.ink]
    written, bright = ([row_text(canvas, row).strip(" |│║") for row in found] for found in (range(19), lit))
    assert " ".join(written).index("E3 F4.") < " ".join(written).index("Again")
    assert "White has run out of time." in " ".join(bright), "all of the sentence"
    box.close()


@pytest.mark.parametrize(
    "lines",
    [["Your best moment:", "move 6, a7-b8."], ["It turned at", "move 2, B2 C1:", "D2 E3 was better."]],
)
def test_breaks_no_line_within_a_move(lines: list[str], state: State) -> None:
    box = box_of(Ended("YOU LOSE", "You have no men left.", (), BLACK), state, " ".join(lines))
    canvas = Canvas(27, 19)
    assert box.draw(canvas, THEMES["colour"], [Rect(0, 0, 19, 27)], ())
    written = [row_text(canvas, row).strip(" ║") for row in range(19)]
    start = written.index(lines[0])
    assert written[start : start + len(lines)] == lines
    box.close()


@pytest.mark.parametrize(
    ("width", "height", "facts_kept", "has_reason"),
    [(40, 3, 1, True), (40, 4, 1, True), (36, 9, 2, True), (78, 3, 3, False), (78, 5, 3, True)],
)
def test_keeps_the_most_important_lines_of_a_result(
    width: int, height: int, facts_kept: int, has_reason: bool, state: State
) -> None:
    box = box_of(Ended("YOU WIN", "I resign.", FACTS, BLACK), state, BEST)
    canvas = Canvas(width, height)
    rows, kept = box.draw_lines(canvas, THEMES["colour"], Rect(0, 0, height, width))
    assert rows < height
    written = " ".join(row_text(canvas, row).strip() for row in range(rows))
    assert (written[:8], written.endswith(BEST)) == ("YOU WIN!", True)
    assert all((fact in written) == (fact in kept) for fact in FACTS)
    assert (len(kept), "I resign." in written) == (facts_kept, has_reason)
    box.close()


@pytest.mark.parametrize("size", [(40, 20), (60, 24), (80, 24)])
def test_says_at_every_size_why_a_win_does_not_count(size: tuple[int, int], tmp_path: Path) -> None:
    session = PlaySession(size=size, store=disk(tmp_path))
    session.type("hint", "hint")
    while moves := toward_five_moves(session.dialogue.state):
        session.type(*moves.split("\n"))
    session.type("resign", "Y")
    why = "You had help: no change in rating."
    assert why in session.said
    session.send("escape")
    below = session.said
    session.send("page-down")
    assert why in f"{below} {session.said}"


def test_says_that_a_short_game_does_not_count(tmp_path: Path) -> None:
    """It was without a word."""
    said = "Over before your fifth move: it does not count."
    assert said in played_session(["C3 D4", "resign", "Y", "N"], disk(tmp_path))
    assert said not in played_session([FIVE_MOVES, "resign", "Y", "N"], disk(tmp_path))
    assert said not in played_session(["two", "Eve", "C3 D4", "resign", "Y", "N"], disk(tmp_path))
