"""Thinking on the player's time: when it begins and ends, and that it never meets another search."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.conversation import Script, Talk, options, talk
from support.play_screen import PlaySession
from support.stored_games import disk
from support.waiting import wait_until

from ai.engine import SearchInfo
from ai.levels import LEVEL_RATINGS, Level
from ai.opponent import Opponent
from console.activities.review.handlers import ShowReview
from console.activities.setup.handlers import ShowSetup
from console.cli.composition import dialogue_of
from console.dialogue.messages import Ended, Played, Prepare, Step, Think
from console.game.clock import Control
from console.game.options import Options
from console.game.seats import Person, Program, Seat, Seats, rival
from console.reading import kinds
from engine.game import Game
from engine.position import Position
from engine.rules import AMERICAN

PATIENCE = 20.0
CLOCK = Control(5, 3)


class Ponderer(Script):
    """A scripted opponent that notes each search on the player's time. A search for a move fails while one runs."""

    def __init__(self, moves: Sequence[str] = ("23-19", "22-17")) -> None:
        super().__init__(moves)
        self.pondered: list[Position] = []
        self.running = False
        self._begun = threading.Semaphore(0)

    def ponder(self, game: Game, level: Level, stop: Callable[[], bool]) -> None:
        """Wait until the search is stopped."""
        self.running = True
        self.pondered.append(game.position)
        self._begun.release()
        wait_until(stop)
        self.running = False

    def choose_move(self, *arguments: Any, **named: Any) -> SearchInfo:
        """Return the next move of the script."""
        assert not self.running
        return super().choose_move(*arguments, **named)

    def await_beginning(self) -> None:
        """Wait until a search has begun."""
        assert self._begun.acquire(timeout=PATIENCE)


def at_level_9(**fields: Any) -> Options:
    """Return the options of a game at level 9."""
    chosen: dict[str, Any] = {"level": 9, "jumping": "forced"} | fields
    return options(**chosen)


def begun(**fields: Any) -> tuple[Talk, Ponderer]:
    """Return a conversation after the first move of the computer, which thinks on the player's time."""
    script = Ponderer()
    session = talk(at_level_9(**fields), script).type("C3 D4", "ponder on")
    script.await_beginning()
    return session, script


class TestBeginning:
    @pytest.mark.parametrize(
        ("words", "fields", "thinks"),
        [
            (["ponder on"], {}, True),
            ([], {}, False),
            ([], {"clock": CLOCK}, True),
            (["ponder on", "ponder off"], {"clock": CLOCK}, True),
            (["ponder on"], {"level": 8}, False),
            ([], {"level": 8, "clock": CLOCK}, False),
            (["ponder on"], {"fit": True}, False),
        ],
        ids=["on", "off", "clock", "clock, off", "level 8", "level 8, clock", "fit"],
    )
    def test_thinks_at_level_9_if_asked_or_with_a_clock(
        self, words: list[str], fields: dict[str, Any], thinks: bool
    ) -> None:
        script = Ponderer()
        talk(at_level_9(**fields), script).type("C3 D4", *words).close()
        assert bool(script.pondered) is thinks

    @pytest.mark.parametrize(
        ("other", "thinks"),
        [
            (rival("Wyllie", LEVEL_RATINGS[9]), True),
            (rival("Wyllie", LEVEL_RATINGS[9] - 1), False),
            (Program(9).played_by("Scan 3.1"), False),
            (Person("Eve"), False),
        ],
        ids=["rival at level 9", "weaker rival", "engine", "second player"],
    )
    def test_thinks_only_for_a_program_at_level_9(self, other: Seat, thinks: bool) -> None:
        script = Ponderer()
        session = talk(at_level_9(), script).type("C3 D4")
        session.state.table = replace(session.state.table, seats=Seats(Person("Dan"), other))
        session.type("ponder on").close()
        assert bool(script.pondered) is thinks

    def test_does_not_create_the_opponent_for_it(self) -> None:
        """The first question must not wait for the import of the engine."""
        dialogue = dialogue_of(at_level_9(clock=CLOCK), Random(1))
        session = Talk(dialogue)
        assert session.asked.kind is kinds.MOVE
        assert not [thread for thread in threading.enumerate() if thread.name == "pondering"]
        session.close()


class TestEnd:
    @pytest.mark.parametrize(
        ("line", "step"),
        [
            ("B2 C3", Played),
            ("hint", Think),
            ("undo", Played),
            ("reset", Played),
            ("new", Played),
            ("review", ShowReview),
            ("setup", ShowSetup),
            ("proof", Prepare),
            ("problem", Played),
        ],
    )
    def test_ends_before_anything_else_happens(self, line: str, step: type[Step]) -> None:
        session, script = begun()
        session.send(line, until=step)
        assert not script.running
        session.close()

    @pytest.mark.parametrize("line", ["ponder off", "level 5"])
    def test_ends_when_it_is_no_longer_wanted(self, line: str) -> None:
        session, script = begun()
        session.type(line)
        assert not script.running
        session.type("B2 C3").close()
        assert len(script.pondered) == 1

    @pytest.mark.parametrize("lines", [["resign", "Y"], ["quit"]])
    def test_ends_with_the_game(self, lines: list[str]) -> None:
        session, script = begun()
        session.type(*lines)
        assert not script.running
        assert len(script.pondered) == 1

    def test_ends_when_the_flag_falls(self) -> None:
        now = [0.0]
        script = Ponderer()
        session = talk(at_level_9(clock=Control(1)), script, now=lambda: now[0])
        script.await_beginning()
        now[0] = 61.0
        session.send("", until=Ended)
        assert not script.running
        session.close()

    @pytest.mark.parametrize("line", ["setup", "where", "A1 A2"])
    def test_begins_again_with_the_next_question_for_a_move(self, line: str) -> None:
        session, script = begun()
        session.type(line)
        script.await_beginning()
        assert script.pondered == [session.state.game.position] * 2
        session.close()

    def test_raises_its_error_at_the_next_step(self) -> None:
        class Broken(Script):
            def ponder(self, game: Game, level: Level, stop: Callable[[], bool]) -> None:
                raise RuntimeError("the search failed")

        session = talk(at_level_9(clock=CLOCK), Broken())
        with pytest.raises(RuntimeError, match="the search failed"):
            session.type("C3 D4")


def test_the_word_is_remembered(tmp_path: Path) -> None:
    store = disk(tmp_path)
    talk(store=store).type("ponder on").close()
    assert store.settings.pondering
    again = talk(store=disk(tmp_path))
    assert again.state.switches.pondering
    again.type("ponder off").close()
    assert not disk(tmp_path).settings.pondering


def test_thinks_while_the_screen_waits_for_a_move() -> None:
    script = Ponderer()
    session = PlaySession(at_level_9(clock=CLOCK), script)
    session.type("C3 D4", "B2 C3")
    for _ in range(3):
        script.await_beginning()
    assert script.running
    session.play.close()
    assert not script.running


def test_the_opponent_stops_with_the_conversation() -> None:
    session = Talk(dialogue_of(at_level_9(clock=CLOCK), Random(1), Opponent()))
    session.type("C3 D4")  # answered from the book
    assert [thread for thread in threading.enumerate() if thread.name == "pondering"]
    session.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "pondering"]
    assert session.state.game.position != Position.start(AMERICAN)
