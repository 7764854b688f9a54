"""Two players at one board, the computer against itself, and the clock."""

import pytest
from support.command_line import parse
from support.conversation import Script, converse, options, talk
from support.play_screen import PlaySession
from support.set_clock import Clock

from console.cli.parser import OptionError
from console.dialogue.messages import Think
from console.game.clock import Control, GameClock, clock_text
from console.reading import kinds
from console.storage.settings import is_valid
from console.terminal.events import Key, Tick
from engine.game import Outcome, Reason
from engine.geometry import BLACK, WHITE


def test_turns_the_board_to_the_side_to_move() -> None:
    session = PlaySession(options(players="two", other="Eve"))
    assert session.dialogue.state.bottom == BLACK
    session.type("turn", "C3 D4")
    assert session.dialogue.state.bottom == WHITE
    assert session.layout.bottom == session.dialogue.state.bottom
    assert "Eve (White) to move." in session.text
    session.type("turn")
    assert session.dialogue.state.bottom == BLACK


def test_turns_the_board_only_after_the_animation() -> None:
    session = PlaySession(options(players="two", other="Eve"))
    session.type("turn")
    before = session.layout.bottom
    session.send(*"C3 D4", "enter")
    assert session.play.runner.scene is not None
    assert session.layout.bottom == before
    session.settle()
    assert session.layout.bottom != before


def test_stops_a_demonstration_on_any_key() -> None:
    session = PlaySession(options(name=None, first=None, players="demo"))
    assert not session.dialogue.state.table.seats.people
    assert "Any key" in session.rows[-1]
    session.send(Key(text="x"))
    session.settle()
    assert "Your name?" in session.text
    assert "is thinking" not in session.text
    assert "That was a demonstration." in session.said
    session.type("Dan", "Y")
    assert session.dialogue.state.table.seats.people == ["Dan"]


@pytest.mark.parametrize(
    ("text", "control", "tag"),
    [
        ("5", Control(5), "300+0"),
        ("5+3", Control(5, 3), "300+3"),
        ("5:00", Control(5), "300+0"),
        ("0:30", Control(0, 0, 30), "30+0"),
        ("1:05 + 2", Control(1, 2, 5), "65+2"),
        ("999:59+999", Control(999, 999, 59), "59999+999"),
    ],
)
def test_reads_a_clock_in_minutes_and_seconds(text: str, control: Control, tag: str) -> None:
    assert Control.read(text) == Control.read(str(control)) == control
    tags = GameClock(control, Clock()).tags()
    again = GameClock.of_tags(tags, Clock())
    assert again is not None
    assert (tags["TimeControl"], again.control, again.left(WHITE)) == (tag, control, control.total)
    assert is_valid("clock", str(control))


@pytest.mark.parametrize("text", ["0", "0:00", "0+3", "5+", "+3", "five", "5:60", "5:0", "1000", "5+1000", "-5"])
def test_rejects_what_is_no_clock(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Control.read(text)
    with pytest.raises(OptionError):
        parse(["--clock", text])
    assert "Set a clock as minutes" in converse([f"clock {text}"])


def test_reads_off_as_no_clock() -> None:
    assert Control.read("off") is None
    assert parse(["--clock", "off"]).clock is None
    assert parse(["--clock=5+3"]).clock == Control(5, 3)


def test_runs_one_clock_at_a_time_and_adds_the_increment() -> None:
    time = Clock(100.0)
    clock = GameClock(Control(1, 2), time)
    time.seconds += 10
    assert clock.left(BLACK) == 60
    clock.run(BLACK)
    time.seconds += 10
    assert (clock.left(BLACK), clock.left(WHITE)) == (50, 60)
    clock.press(BLACK)
    clock.run(WHITE)
    time.seconds += 5
    clock.run(WHITE)
    assert (clock.left(BLACK), clock.left(WHITE)) == (52, 55)
    time.seconds += 100
    assert clock.left(WHITE) == 0
    assert clock.left(BLACK) > 0
    clock.stop()
    assert clock.left(WHITE) == 0


def test_keeps_the_clock_in_the_record() -> None:
    time = Clock(100.0)
    clock = GameClock(Control(5, 3), time)
    clock.run(WHITE)
    time.seconds += 30.5
    tags = clock.tags()
    again = GameClock.of_tags(tags, time)
    assert again is not None
    assert again.control == Control(5, 3)
    assert again.left(WHITE) == 269.5
    assert GameClock.of_tags({}, time) is None
    long = "9" * 400
    for control in ("sudden", long, f"300+{long}", f"{long}+3", "9" * 5000, "60000+3", "300+1000", "0+3"):
        assert GameClock.of_tags(tags | {"TimeControl": control}, time) is None
    assert GameClock.of_tags(tags | {"BlackClock": long}, time) is None


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(300, "5:00"), (299.9, "5:00"), (61, "1:01"), (10, "0:10"), (9.96, "0:09.9"), (0, "0:00.0"), (3661, "1:01:01")],
)
def test_formats_time_left(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


@pytest.mark.parametrize(("minutes", "increment"), [(1, 0), (1, 10), (15, 5)])
def test_never_thinks_until_the_flag_falls(minutes: int, increment: int) -> None:
    """Each move takes all the time it may, and some is always left."""
    time = Clock(100.0)
    clock = GameClock(Control(minutes, increment), time)
    assert clock.budget(BLACK).soft < clock.left(BLACK) / 25 + increment
    for _ in range(150):
        clock.run(BLACK)
        time.seconds += clock.budget(BLACK).hard + 0.001
        assert clock.left(BLACK) > 0
        clock.press(BLACK)


@pytest.mark.parametrize("left", [0.1, 0.3, 1, 3, 10, 60])
@pytest.mark.parametrize("increment", [0, 1, 5, 30, 120])
def test_a_budget_has_no_increment_that_the_clock_gets_only_after_the_move(left: float, increment: int) -> None:
    time = Clock(100.0)
    clock = GameClock(Control(1, increment), time, (left, left))
    clock.run(BLACK)
    assert clock.budget(BLACK).hard <= max(0.0, left - 0.2)


def test_loses_on_time() -> None:
    time = Clock(100.0)
    dialogue = talk(options(clock=Control(1)), Script(["22-18"]), now=time)
    time.seconds += 61
    dialogue.type("C3 D4")
    game, clock = dialogue.state.game, dialogue.state.table.clock
    assert game.outcome == Outcome(WHITE, Reason.FLAG)
    assert "The County Champion wins: you have run out of time." in dialogue.texts
    assert dialogue.asked.kind is kinds.ANOTHER
    assert clock is not None
    assert clock.running is None


def test_adds_the_increment_after_each_move() -> None:
    time = Clock(100.0)
    dialogue = talk(options(clock=Control(1, 5)), Script(["22-18"]), now=time)
    clock = dialogue.state.table.clock
    assert clock is not None
    time.seconds += 10
    step = dialogue.send("C3 D4", until=Think)
    assert isinstance(step, Think)
    assert (clock.left(BLACK), clock.left(WHITE), clock.running) == (55, 60, WHITE)
    time.seconds += 7
    dialogue.send(step.run(lambda: False, None))
    assert (clock.left(BLACK), clock.left(WHITE), clock.running) == (55, 58, BLACK)


def test_keeps_a_margin_in_the_time_for_a_move() -> None:
    time = Clock(100.0)
    clock = GameClock(Control(1), time)
    clock.run(BLACK)
    time.seconds += 59.7
    assert 0 < clock.budget(BLACK).hard <= 0.1 + 1e-9
    time.seconds += 0.15
    assert clock.budget(BLACK).hard == 0


def test_the_computer_loses_on_time() -> None:
    time = Clock(100.0)
    dialogue = talk(options(clock=Control(1)), Script(["22-18"]), now=time)
    step = dialogue.send("C3 D4", until=Think)
    assert isinstance(step, Think)
    time.seconds += 61
    dialogue.send(step.run(lambda: False, None))
    assert dialogue.state.game.outcome == Outcome(BLACK, Reason.FLAG)


def test_shows_both_clocks_and_ends_the_game_on_time() -> None:
    session = PlaySession(options(clock=Control(1)))
    assert session.text.count("1:00") + session.text.count("0:59") == 2
    assert session.play.tick is not None
    assert session.dialogue.state.table.clock is not None
    session.dialogue.state.table.clock.give(BLACK, -60.0)
    session.send(Tick())
    assert "You have run out of time" in session.said
