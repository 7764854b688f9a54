"""Evaluations beside the board: while the computer thinks aloud, and in a study. The worker of a search."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from queue import Queue
from random import Random
from time import monotonic

import pytest
from support.conversation import Script, options
from support.play_screen import PlaySession

from ai.engine import RootMove, SearchInfo
from ai.levels import LEVELS, MoveRequest
from console.activities.study.activity import PositionEvaluator
from console.dialogue.messages import Think
from console.game.clock import Control
from console.screens.play.search_worker import SearchWorker, as_people, at_once
from console.screens.widgets.palettes import COLOR
from console.terminal.events import Posted
from engine.game import Game
from engine.geometry import BLACK
from engine.position import Move, Position
from engine.rules import AMERICAN


class Sure(Script):
    """An opponent with a score for each of its moves."""

    def __init__(self, moves: Sequence[str], *scores: int, depth: int = 9) -> None:
        super().__init__(moves)
        self.scores = list(scores)
        self.depth = depth

    def choose_move(self, *args, **kwargs) -> SearchInfo:  # type: ignore[no-untyped-def]  # as its parent's
        move = super().choose_move(*args, **kwargs).move
        return SearchInfo(self.scores.pop(0), (move,), depth=self.depth)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """Return the positions of a study that were evaluated. Black is 2 men ahead in all, and each line has one move."""
    seen: list[Position] = []

    def search(
        self: PositionEvaluator, positions: Sequence[Position], stop: Callable[[], bool], *_: object, **__: object
    ) -> SearchInfo:
        seen.append(positions[-1])
        moves: Sequence[Move] = Game(AMERICAN, "forced", positions[-1]).legal_moves()
        return SearchInfo(200 if positions[-1].side == 0 else -200, tuple(moves[:1]), depth=12, nodes=7)

    monkeypatch.setattr(PositionEvaluator, "_search", search)
    return seen


@pytest.fixture
def study(searched: list[Position]) -> Iterator[PlaySession]:
    """Return a study of four moves, at its beginning, while the computer thinks aloud."""
    session = PlaySession()
    session.type("two", "Bob", "C3 D4", "F6 E7", "B2 C3", "G7 F6", "study", "think on")
    settle(session)
    yield session
    session.play.close()


def settle(session: PlaySession) -> None:
    """Take what the search in the background posts at its end."""
    session.send(Posted(session.terminal.posted.get(timeout=30)))


def bar(session: PlaySession) -> int:
    """Return how many cells of the bar are Black's, 0 without a bar."""
    layout = session.layout
    canvas, rows = session.picture(), range(layout.top, layout.top + layout.geometry.size * layout.size.height)
    cells = [canvas.at(row, layout.column + layout.width) for row in rows]
    return sum(cell.ink == COLOR.board.pieces[BLACK].rim for cell in cells if cell.char != " ")


def test_the_bar_follows_the_computers_searches() -> None:
    session = PlaySession(opponent=Sure(["22-18", "24-20"], 0, 180))
    session.type("C3 D4")
    assert bar(session) == 0
    session = PlaySession(opponent=Sure(["22-18", "24-20"], 0, 180))
    session.type("think", "C3 D4")
    assert bar(session) == 8
    session.type("B2 C3")
    assert bar(session) == 1, "the score is White's"


def test_an_only_move_says_nothing_about_the_game() -> None:
    session = PlaySession(opponent=Sure(["22-18", "24-20"], 180, 0, depth=0))
    session.type("think", "C3 D4")
    assert session.play.runner.evaluations.latest is None


def test_is_forgotten_with_the_position_and_with_the_game() -> None:
    session = PlaySession(opponent=Sure(["22-18", "24-20"], 0, 0))
    session.type("think", "C3 D4", "undo")
    assert bar(session) == 0
    session.type("C3 D4", "think off")
    assert bar(session) == 0


def test_a_study_evaluates_each_position_once(study: PlaySession, searched: list[Position]) -> None:
    assert len(searched) == 1
    study.type("moves")
    study.send("right")
    settle(study)
    study.send("right")
    settle(study)
    assert [position.side for position in searched] == [0, 1, 0]


def test_a_study_shows_the_bar_and_the_best_line(study: PlaySession) -> None:
    assert bar(study) == 15
    state = study.play.picture.state
    first = state.naming.move(state.game.legal_moves()[0])
    assert study.rows[0].startswith(f" Black is better, +2.00: {first}  ")
    study.send("right")
    assert bar(study) == 15
    assert "+2.00" not in study.rows[0], "the line goes until the next is found"
    settle(study)
    assert "Black is better, +2.00: " in study.rows[0]
    study.type("think off")
    assert bar(study) == 0
    assert not study.play.runner.evaluations.running
    assert "+2.00" not in study.rows[0]


def test_errors_of_the_search_are_raised(study: PlaySession, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> SearchInfo:
        raise ZeroDivisionError

    monkeypatch.setattr(PositionEvaluator, "_search", fail)
    study.send("right")
    with pytest.raises(ZeroDivisionError):
        settle(study)
    monkeypatch.undo()


PATIENCE = 20.0


def thinking(opponent: Script | None = None) -> Think:
    game = Game(AMERICAN)
    return Think(game, partial((opponent or Script(["11-15"])).choose_move, MoveRequest(game, LEVELS[1], Random(1))))


def test_takes_as_long_as_its_pace() -> None:
    """The script answers at once, so the time measured is the pace."""
    posted: Queue[object] = Queue()
    began = monotonic()
    SearchWorker(thinking(), posted.put, pace=lambda _: 0.25)
    posted.get(timeout=PATIENCE)
    assert monotonic() - began >= 0.25


def test_ends_its_pace_at_a_stop() -> None:
    posted: Queue[object] = Queue()
    search = SearchWorker(thinking(), posted.put, pace=lambda _: 1000)
    search.worker.stop()
    assert posted.get(timeout=PATIENCE) is search.worker


@pytest.mark.parametrize(("scores", "seconds"), [((), 0), ((40,), 0), ((90, 40), 0), ((20, -5), 0.8), ((7, 7), 1.6)])
def test_a_hard_choice_takes_longer_than_a_plain_one(scores: Sequence[int], seconds: float) -> None:
    moves = Game(AMERICAN).legal_moves()
    roots = tuple(RootMove(move, score) for move, score in zip(moves, scores, strict=False))
    assert as_people(SearchInfo(0, (moves[0],), roots=roots)) == pytest.approx(seconds)


def test_takes_time_in_a_demonstration_and_for_the_computers_moves_where_men_glide() -> None:
    """With a clock each second counts, so the computer does not dawdle."""
    demo = PlaySession(options(name=None, first=None, players="demo"))
    assert demo.play.runner.search is not None
    assert demo.play.runner.search.pace(None) == pytest.approx(0.7)
    demo.play.close()
    for clock, glides, pace in ((None, True, as_people), (Control(5, 0), True, at_once), (None, False, at_once)):
        game = PlaySession(options(clock=clock), opponent=Script(["22-18"]))
        game.play.settings.change(replace(game.play.settings.now, animation=glides))
        game.send(*"C3 D4", "enter")
        if glides:
            game.play.runner.go_on()  # after the animation
        assert game.play.runner.search is not None
        assert game.play.runner.search.pace is pace
        game.settle()
