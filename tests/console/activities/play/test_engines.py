"""Engines of other programs: starting, describing, setting and failing."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.command_line import parse
from support.conversation import FIVE_MOVES, Script, Talk, converse, message_lines, options, talk
from support.headless_screens import picture, send, text_of
from support.other_engine import ENGINE, PROGRAM
from support.other_engine import short_patience as short_patience  # for all tests
from support.paths import ROOT
from support.platform_marks import SLOWNESS, posix
from support.play_screen import PlaySession
from support.set_clock import Clock
from support.stored_games import disk
from support.waiting import wait_until

import ai.hub.client
import ai.hub.program
from console.cli.composition import dialogue_of
from console.cli.parser import OptionError
from console.dialogue.messages import Think
from console.game.clock import Control
from console.game.engine_choice import LONGEST_COMMAND, read_command, with_engine
from console.game.player_tags import BY_ENGINE
from console.reading import kinds
from console.screens.lists import ListScreen
from console.storage.atomic_files import Folders
from console.storage.settings import Settings, read_settings, settings_text
from console.storage.store import Store
from console.terminal.screen_stack import Pop, Push
from engine.geometry import BLACK, WHITE


def said(typed: list[str], **fields: Any) -> str:
    """Return the messages of a game against an engine, on one line."""
    chosen = options(**{"engine": ENGINE, "jumping": "forced", **fields})
    return " ".join(" ".join(message_lines(converse(typed, chosen, Script(["22-18"])))).split())


def test_shows_the_engines_name_and_its_evaluation() -> None:
    paper = said(["think", "C3 D4", "engine"])
    assert paper.startswith("You play Black, Other ?one 2 plays White. Type ? for help.")
    assert "You meet" not in paper
    assert "Other ?one 2 moves F6 E5 (22-18)." in paper
    assert "Other ?one 2 looked 4 moves ahead, at 99 positions: White is better, +0.25." in paper
    assert f'Other ?one 2 plays for me, started by "{ENGINE}".' in paper
    assert 'It has 3 parameters: "engine set" lists them' in paper


@pytest.mark.parametrize(
    ("first", "why"), [("season", "may not take a rival's seat"), ("two", "play only for the computer")]
)
def test_says_that_an_engine_does_not_play_this_game(first: str, why: str, tmp_path: Path) -> None:
    chosen = options(jumping="forced", other="Bob")
    talk = Talk(dialogue_of(chosen, Random(1), Script(), store=disk(tmp_path))).type(first, f"engine {ENGINE}")
    sentence = f"Engines {why}, so Other ?one 2 waits for another game."
    assert talk.texts[-1] == sentence
    assert talk.type("engine").texts[-2] == sentence
    talk.close()


def test_starts_and_stops_an_engine_by_the_word() -> None:
    paper = said(["C3 D4", f"engine {ENGINE}", "engine OFF", "engine off", "engine"], engine=None)
    assert "I move F6 E5 (22-18)." in paper
    assert "Other ?one 2 plays for me, and the game is not rated." in paper
    assert "I am playing for myself again." in paper
    assert paper.count('No engine plays for me: "engine COMMAND" seats another program') == 2


@pytest.mark.parametrize(
    ("deed", "sentence"),
    [
        ("cheat", 'plays "1-32"'),
        ("leave", "has left with status 3"),
        ("silent", "does not answer"),
        ("flood", "does not answer"),
        pytest.param("junk", "does not answer", marks=pytest.mark.slow),
        pytest.param("endless", "does not answer", marks=pytest.mark.slow),
    ],
)
def test_explains_a_failure_in_one_sentence_and_plays_on(
    deed: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("console.activities.engines.opponent.SECONDS", 0.1)
    monkeypatch.setattr(ai.hub.client, "ANSWER_TIMEOUT", 0.3 * SLOWNESS)
    paper = said([f"engine {ENGINE}", f"engine set deed {deed}", "C3 D4", "D4 F6", "engine", "engine on"], engine=None)
    assert paper.count("I will play on in its place") == 1
    after = paper.partition("C3 D4)? C3 D4")[2]
    assert after.index(sentence) < after.index('I will play on in its place; "engine on" starts it again.')
    assert after.index("I will play on in its place") < after.index("I move F6 E5 (22-18).")
    assert "plays for me, and the game is not rated." in after


@pytest.mark.parametrize("deed", ["dumb", "params"])
def test_begins_the_game_without_an_engine_that_cannot_start(deed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.hub.client, "ANSWER_TIMEOUT", 0.2)
    paper = said(["C3 D4"], engine=f"{ENGINE} {deed}")
    assert "does not answer: no wait in time. I will play on" in paper
    assert "I move F6 E5 (22-18)." in paper


def test_sets_parameters_and_rejects_bad_values() -> None:
    typed = ["engine set size 129", "engine set size x", "engine set size 100", "engine set deed Play"]
    paper = said([*typed, "engine set who 1", "engine set"])
    assert '"129" will not do: size must be 1 to 128.' in paper
    assert '"x" will not do: size must be 1 to 128.' in paper
    assert "size is 100 now." in paper
    assert '"Play" will not do: deed must be play, cheat,' in paper
    assert '"who 1" will not do: set a parameter and its value, as in "engine set deed play"' in paper


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ('engine "/no/such/program --x"', '"/no/such/program --x" cannot be started: '),
        pytest.param('engine "unclosed', '""unclosed" starts nothing: no closing quotation.', marks=posix),
        ("engine 7", '"7" will not do: no engine has played yet.'),
        ("engine set size 3", 'There is nothing to set: "engine" shows which engine plays and what it has.'),
        ("engine on", 'No engine has played yet: "engine COMMAND" seats one that speaks the Hub protocol.'),
        ("engine list", 'No engine has played yet: "engine COMMAND" seats one that speaks the Hub protocol.'),
    ],
)
def test_rejects_a_program_that_is_no_engine_and_keeps_the_opponent(word: str, sentence: str) -> None:
    paper = said([word, "C3 D4"], engine=None)
    assert sentence in paper
    assert "I move F6 E5 (22-18)." in paper


def test_plays_without_the_engine_unless_jumping_is_forced() -> None:
    """This is said once; the engine plays the next game with forced jumping."""
    typed = [f"engine {ENGINE}", "C3 D4", "next american forced", "new", "C3 D4"]
    paper = said(typed, engine=None, jumping="huff")
    assert paper.count("Engines know forced jumps only, so Other ?one 2 waits for another game.") == 1
    assert "I move F6 E5 (22-18)." in paper
    assert "Other ?one 2 moves F6 E5 (22-18)." in paper


def test_the_command_line_takes_an_engine_only_with_forced_jumping() -> None:
    assert parse(["--engine", "x y"]).engine == "x y"
    assert parse(["--engine", "x y"]).jumping == "forced"
    with pytest.raises(OptionError, match="engines know forced jumps only"):
        parse(["--engine", "x", "--jumping", "huff"])
    with pytest.raises(OptionError, match="starts nothing"):
        parse(["--engine", ""])


def test_takes_a_hint_from_the_engine() -> None:
    paper = said(["engine set moves 11-15 22-18", "hint", "C3 D4"])
    assert "Other ?one 2 would move C3 D4 (11-15)" in paper
    assert "Other ?one 2 moves F6 E5 (22-18)." in paper


# What is kept


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(True, Folders(tmp_path, tmp_path))


def conversation(typed: list[str], store: Store, **fields: Any) -> Talk:
    """Return a conversation after these lines. The game in progress is left."""
    dialogue = talk(options(**{"jumping": "forced", **fields}), Script(), store=store)
    if dialogue.asked.kind is kinds.GO_ON:
        dialogue.type("N")
    dialogue.type(*typed).close()
    return dialogue


def test_does_not_rate_a_game_against_an_engine(store: Store) -> None:
    """Not even if our own opponent finishes it, in this session or a later one."""
    dialogue = conversation(["C3 D4", "engine off", FIVE_MOVES, "resign", "Y"], store, engine=ENGINE)
    assert dialogue.state.game.outcome is not None
    assert dialogue.state.activity.record().tag(BY_ENGINE) == "Other ?one 2"
    assert store.hall.records() == []
    conversation(["C3 D4", "save mine", "engine off", "quit"], store, engine=ENGINE)
    assert [kept.tag("White") for kept in store.unfinished("Dan")] == ["Computer"]
    saved = store.saved.load("mine")
    assert saved.tag("White") == "Other ?one 2"
    assert "Level" not in dict(saved.tags)
    again = conversation(["load mine", FIVE_MOVES, "resign", "Y"], store)
    assert again.state.game.outcome is not None
    assert again.state.table.names[WHITE] == "Computer"
    assert store.hall.records() == []


def test_rates_a_game_after_the_engine_was_stopped_early(store: Store) -> None:
    conversation(["engine off", FIVE_MOVES, "resign", "Y"], store, engine=ENGINE)
    assert [row.name for row in store.hall.records()] == ["Dan"]


def test_remembers_engines_and_starts_none_by_itself(store: Store, tmp_path: Path) -> None:
    """Neither a saved game nor the settings start an engine; the word with its number does."""
    conversation([f"engine {ENGINE}", "engine set size 99", "C3 D4", "save mine"], store)
    other = Store(True, Folders(tmp_path, tmp_path))
    assert other.settings.engines == ((ENGINE, "size=99"),)
    dialogue = conversation(["load mine"], other)
    assert not dialogue.state.table.engine
    typed = ["n", "engine 1", "engine set", "engine off", "engine on", "engine 2"]
    heard = converse(typed, options(jumping="forced"), store=other)
    assert heard.count("Other ?one 2 plays for me, and the game is not rated.") == 2
    assert "size 99 1 to 128" in " ".join(heard.split())
    assert '"2" will not do: the engines that played before are 1 to 1.' in heard


def test_lists_the_latest_engine_first_and_each_once() -> None:
    known = with_engine((), "a b", {"x": "1"})
    for number in range(12):
        known = with_engine(known, f"engine {number}", {})
    assert len(known) == 9
    again = with_engine(known, "engine 5", {"size": "2"})
    assert again[0] == ("engine 5", "size=2")
    assert [each[0] for each in again].count("engine 5") == 1
    assert read_settings(json.loads(settings_text({}, {"engines": again}))) == (Settings(engines=again), [])
    with pytest.raises(ValueError, match="at most"):
        read_command("x" * (LONGEST_COMMAND + 1))


# The clock, the screen, and the end


def test_an_engine_that_is_late_loses() -> None:
    now = Clock(100.0)
    chosen = options(jumping="forced", engine=ENGINE, clock=Control(1, 0))
    dialogue = talk(chosen, Script(["22-18"]), now=now)
    step = dialogue.send("C3 D4", until=Think)
    assert isinstance(step, Think)
    thought = step.run(lambda: False, None)
    now.seconds += 61
    dialogue.send(thought)
    dialogue.close()
    outcome = dialogue.state.game.outcome
    assert outcome is not None
    assert (outcome.winner, dialogue.state.game.ply) == (BLACK, 1)


def test_shows_the_engine_on_the_screen_and_in_the_menu_and_a_list_of_its_parameters() -> None:
    session = PlaySession(options(jumping="forced", engine=ENGINE))
    assert "Other ?one 2" in session.text
    assert "level 5" not in session.text
    session.type("C3 D4")
    assert "Other ?one 2 moves F6 E5" in session.text
    session.send("f7")
    assert isinstance(session.opened, ListScreen)
    assert "Another program" in text_of(picture(session.opened, 80, 25, "colour"))
    session.come_back()
    pushed = session.send(*"engine set", "enter")
    assert isinstance(pushed, Push)
    chosen = send(pushed.screen, [*"size", "enter"])
    assert isinstance(chosen, Pop)
    session.play.resume(chosen.result)
    assert "engine set size" in session.text
    session.play.close()


@pytest.mark.timeout(60)
def test_ends_the_engine_with_the_program(tmp_path: Path) -> None:
    """The program is killed, and the engine ignores its last line and the end of its input."""
    if sys.platform == "win32":
        pytest.skip("needs POSIX")
    program = ROOT / "checkers.py"
    command = f"{ENGINE} stay"
    playing = subprocess.Popen(
        [sys.executable, str(program), "--plain", "--name", "Dan", "--first", "--engine", command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "CHECKERS_HOME": str(tmp_path)},
    )
    assert playing.stdout is not None
    while b"Other" not in playing.stdout.readline():
        pass
    found = engines_running()
    playing.send_signal(signal.SIGKILL)
    playing.wait()
    for stream in (playing.stdin, playing.stdout):
        assert stream is not None
        stream.close()
    assert found
    wait_until(lambda: not engines_running() & found)


def engines_running() -> set[str]:
    """Return the ids of processes that still run the program of this test."""
    listed = subprocess.run(["ps", "-eww", "-o", "pid,args"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listed.splitlines() if str(PROGRAM) in line and line.endswith(" stay")}
