"""The Hub client: games with engines of other programs, and all their possible errors."""

import ast
import os
import random
import re
import subprocess
import sys
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.engine_transport import EngineTransport
from support.paths import ROOT
from support.platform_marks import NO_FILE, SLOWNESS, joined

import ai.hub.client
import ai.hub.program
import ai.lab.match.match
from ai.hub.client import HubAnswer, HubEngine, HubLimits
from ai.hub.conventions import MOVES_FROM_A1, STANDARD, Convention, hub_move_text
from ai.hub.program import EngineError, LineProgram, command_words
from ai.lab.match.match import EngineMatch, play_pair
from ai.lab.match.players import at_equal_cost, make_player, read_configuration
from console.cli.main import main
from engine.game import Game
from engine.rules import AMERICAN, RULE_SETS

OURS = joined([sys.executable, str(ROOT / "checkers.py"), "hub"])
# An engine with one deed: Python that answers each "pos" and each "go".
ENGINE = """
import sys, time
def say(line): print(line, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "hub":
        say("id name=Other"); say("param name=variant type=enum values=\\"english russian\\""); say("wait")
    elif word == "init": say("ready")
    elif word == "ping": say("pong")
    elif word == "quit": break
    elif word == "level": level = line.strip()
    elif word == "pos":
        {}
    elif word == "go":
        {}
"""


def engine(answer: str, at_position: str = "pass") -> str:
    return joined([sys.executable, "-ISc", ENGINE.format(at_position, answer)])


@pytest.fixture(autouse=True)
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.hub.program, "QUIT_TIMEOUT", 0.2)


def chosen(command: str) -> HubAnswer:
    with closing(HubEngine(command, AMERICAN)) as running:
        running.new_game()
        return running.choose(Game(AMERICAN), HubLimits(nodes=50))


@pytest.mark.parametrize("name", ["russian", "thai"])
def test_an_engine_gets_the_game_and_plays_our_moves(name: str) -> None:
    """The engine is our own program, in sets whose squares programs number differently."""
    rules = RULE_SETS[name]
    game = Game(rules)
    with closing(HubEngine(OURS, rules)) as running:
        running.new_game()
        for _ in range(6):
            answer = running.choose(game, HubLimits(nodes=50))
            assert answer.move in game.legal_moves()
            assert answer.score is None or abs(answer.score) < 1000
            game.play(answer.move)
    assert running.name == "EGA Checkers"


@pytest.mark.parametrize(("convention", "done"), [(STANDARD, "23-19"), (MOVES_FROM_A1, "9-13")])
def test_finds_the_convention_of_an_engine(convention: Convention, done: str) -> None:
    """Each engine knows only its own numbers; the second is of the time when our server counted moves from a1."""
    rules = RULE_SETS["russian"]
    game = Game(rules)
    for path in ((22, 18), (12, 16)):
        game.play(next(move for move in game.legal_moves() if move.path == path))
    moves = " ".join(hub_move_text(turn.move, rules.geometry, convention.in_moves) for turn in game.turns)
    other = EngineTransport(lambda _: f"done move={done}", lambda line: "" if moves in line else "error message=what")
    with closing(HubEngine("other", rules, start=lambda _: other)) as running:
        answer = running.choose(game, HubLimits(nodes=5))
    assert hub_move_text(answer.move, rules.geometry, convention.in_moves) == done


@pytest.mark.parametrize("plies", [5, 6])
def test_tries_no_other_convention_late_in_a_game(plies: int) -> None:
    """An engine that was understood for six plies and then plays illegally has made an error."""
    rules = RULE_SETS["russian"]
    game = Game(rules)
    while game.ply < plies:
        game.play(game.legal_moves()[0])
    legal = hub_move_text(game.legal_moves()[0], rules.geometry, STANDARD.in_moves)
    done = chain([legal], repeat("1-50"))
    other = EngineTransport(lambda _: f"done move={next(done)}")
    with closing(HubEngine("other", rules, start=lambda _: other)) as running:
        running.choose(game, HubLimits(nodes=5))
        other.sent.clear()
        with pytest.raises(EngineError):
            running.choose(game, HubLimits(nodes=5))
    asked = sum(line.startswith("go") for line in other.sent)
    assert (asked > 1) == (plies < 6)


def test_reads_scores_and_skips_other_lines() -> None:
    """It writes a score twice, lines that are none, more lines than are buffered, and a second variation."""
    answer = chosen(
        engine(
            """say("info depth=3 score=0.5 nodes=77"); print('x"=\\n\\x1b[2J' * 20_000)
        say("info score=nan depth=9 multi-pv=1"); say("info depth=5 multi-pv=2 score=-3")
        say("done move=11-15 ponder=22-18")"""
        )
    )
    assert hub_move_text(answer.move, AMERICAN.geometry, STANDARD.in_moves) == "11-15"
    assert (answer.score, answer.depth, answer.nodes) == (50, 9, 77)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("sys.exit(3)", '"Other" has left with status 3'),
        ("time.sleep(9)", '"Other" does not answer: no done in time'),
    ],
)
def test_reports_each_failure_in_one_sentence(answer: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.hub.client, "ANSWER_TIMEOUT", 0.8 * SLOWNESS)
    with pytest.raises(EngineError) as caught:
        chosen(engine(answer))
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("done move=12-15", '"Other" plays "12-15", which is no legal move there'),
        ('error message="no way"', '"Other" says: "no way"'),
    ],
)
def test_reports_a_wrong_answer_in_one_sentence(answer: str, sentence: str) -> None:
    with closing(HubEngine("other", AMERICAN, start=lambda _: EngineTransport(lambda _: answer))) as running:
        with pytest.raises(EngineError) as caught:
            running.choose(Game(AMERICAN), HubLimits(nodes=50))
        assert str(caught.value).startswith(sentence)


def test_gives_up_on_a_program_that_is_no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ai.hub.client, "ANSWER_TIMEOUT", 0.3)
    flood = "import sys\nwhile True:\n try: sys.stdout.write('x' * 65536)\n except OSError: pass"
    for command, reason in (
        (str(tmp_path / "missing"), f"cannot be started: {NO_FILE}"),
        (joined([str(tmp_path), "hub"]), "cannot be started: It is a folder"),
        ("", "cannot be started: no program is named"),
        ("'", f"cannot be started: {'No closing quotation' if os.name == 'posix' else NO_FILE}"),
        (joined([sys.executable, "-ISc", "import time; time.sleep(9)"]), "does not answer: no wait in time"),
        (joined([sys.executable, "-ISc", flood]), "does not answer: no wait in time"),
    ):
        with pytest.raises(EngineError, match=reason):
            HubEngine(command, AMERICAN)
    with pytest.raises(EngineError, match='does not play italian: it plays "english russian"'):
        HubEngine("other", RULE_SETS["italian"], start=lambda _: EngineTransport(lambda _: ""))


def test_a_match_counts_engine_failures_as_lost_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ai.lab.match.match, "GRACE", 0.2)
    ours = read_configuration("nodes=20,megabytes=1")
    breaking = engine("sys.exit(1)")
    late = engine("time.sleep(0.5); say('done move=11-15')")
    for text, reason in ((f"hub={breaking}", "failure"), (f"seconds=0.1,hub={late}", "time")):
        theirs = at_equal_cost(read_configuration(text), ours)
        pair = play_pair(EngineMatch(ours, theirs, pairs=1, from_start=True), 0)
        assert [game.points for game in pair.games] == [2, 2]
        # With one of the colors it plays illegally before it is late.
        assert reason in [game.reason for game in pair.games]


def test_restarts_a_failed_engine_for_the_next_game(tmp_path: Path) -> None:
    """It leaves at its first move, and plays when it is started a second time."""
    left = tmp_path / "left"
    once = f"import pathlib; left = pathlib.Path({str(left)!r}); left.exists() or (left.touch(), sys.exit(1))"
    moving = engine(f"{once}; say('done move=11-15')")
    one = make_player(read_configuration(f"hub={moving}"), AMERICAN)
    one.begin()
    with pytest.raises(EngineError):
        one.choose(Game(AMERICAN), random.Random(1))
    one.begin()
    assert one.choose(Game(AMERICAN), random.Random(1)).move.path == (11, 15)


@pytest.mark.parametrize(
    ("command", "windows", "words"),
    [
        (r'"C:\Program Files\x.exe" hub', True, [r"C:\Program Files\x.exe", "hub"]),
        ('C:\\Dan\'s\\x.exe  --book="a b"', True, ["C:\\Dan's\\x.exe", '--book="a b"']),
        (
            r'"C:\Dan\x.exe" --books="C:\a b\\" "say \"hi\""',
            True,
            [r"C:\Dan\x.exe", r'--books="C:\a b\\" "say \"hi\""'],
        ),
        (r"C:\Dan\x.exe ", True, [r"C:\Dan\x.exe"]),
        (r"/opt/x\ y 'hub # a'", False, ["/opt/x y", "hub # a"]),
    ],
)
def test_splits_a_command_as_its_system_does(command: str, windows: bool, words: list[str]) -> None:
    assert command_words(command, windows) == words


def test_an_engine_gets_its_arguments_as_they_were_written() -> None:
    words = ["a b", 'say "hi"', "back\\slash\\", "end \\", '\\"', "", "it's", "#1"]
    program = LineProgram(joined([sys.executable, "-ISc", "import sys; print(sys.argv[1:])", *words]))
    line = program.line(20.0)
    program.close("quit")
    assert line is not None
    assert ast.literal_eval(line.decode()) == words


def test_windows_gets_a_command_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system finds the program, which splits its arguments itself."""
    started = Mock(side_effect=OSError("not here"))
    monkeypatch.setattr(subprocess, "Popen", started)
    monkeypatch.setattr(ai.hub.program, "_ON_WINDOWS", True)
    command = r'"C:\Dan\x.exe" --books="C:\a b\\" "say \"hi\""'
    with pytest.raises(EngineError, match="not here"):
        LineProgram(command)
    assert started.call_args.args == (command,)


@pytest.mark.parametrize(
    ("limits", "level"),
    [
        (HubLimits(0.25), "level move-time=0.25"),
        (HubLimits(nodes=70), "level nodes=70"),
        (HubLimits(left=12.5, increment=0.1), "level time=12.5 inc=0.1"),
        (HubLimits(left=-0.5), "level time=0 inc=0"),
    ],
)
def test_sends_the_limits_to_an_engine(limits: HubLimits, level: str) -> None:
    other = EngineTransport(lambda _: "done move=11-15")
    with closing(HubEngine("other", AMERICAN, start=lambda _: other)) as running:
        running.choose(Game(AMERICAN), limits)
    assert level in other.sent


def test_an_engine_gets_the_limits_of_its_opponent() -> None:
    assert at_equal_cost(read_configuration("hub=x"), read_configuration("clock=3+0.1")).clock == (3, 0.1)
    assert at_equal_cost(read_configuration("clock=2,hub=x"), read_configuration("clock=3+0.1")).clock == (2, 0)
    engine = read_configuration("hub=some engine, with=commas")
    assert engine.hub == "some engine, with=commas"
    level = read_configuration("level=3")
    limits = {"nodes=70": (70, 0), "seconds=0.2": (0, 0.2), "nodes=7,seconds=2": (7, 0), "level=3": (level.nodes, 0)}
    for text, expected in limits.items():
        other = read_configuration(text)
        found = at_equal_cost(engine, other)
        assert (found.nodes, found.seconds) == expected
        assert at_equal_cost(other, engine) == other
    own = read_configuration("nodes=9,hub=x")
    assert at_equal_cost(own, read_configuration("nodes=70")).nodes == 9


def test_at_equal_nodes_an_only_move_is_not_searched() -> None:
    game = Game(AMERICAN)
    for path in ((11, 15), (22, 18)):
        game.play(next(move for move in game.legal_moves() if move.path == path))
    for text, is_asked in (("nodes=70", False), ("seconds=0.2", True)):
        command = engine("say('error message=asked')")
        theirs = make_player(at_equal_cost(read_configuration(f"hub={command}"), read_configuration(text)), AMERICAN)
        if is_asked:
            theirs.begin()
            with pytest.raises(EngineError, match="asked"):
                theirs.choose(game, random.Random(1))
        else:
            assert theirs.choose(game, random.Random(1)).move.path == (15, 22)


def test_the_match_command_reports_an_engine_failure(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "nodes=20", "hub=/no/such/engine", "--games", "2", "--jobs", "1"]) == 1
    said = capfd.readouterr()
    assert said.out == ""
    assert re.fullmatch(f'checkers match: "/no/such/engine" cannot be started: {NO_FILE}\\.\n', said.err)
    assert main(["match", "nodes=20", "hub=x", "--jumping", "huff"]) == 2
    assert "forced jumps only" in capfd.readouterr().err
