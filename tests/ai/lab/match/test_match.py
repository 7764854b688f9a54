"""Matches: players and their configurations, adjudication, statistics and the command."""

import json
import math
import re
from dataclasses import asdict
from datetime import date
from itertools import count
from pathlib import Path
from random import Random

import pytest
from support.cases import cases

from ai.hub.program import EngineError
from ai.lab.match.match import NOBODY, EngineMatch, adjudged, opening, play_match, play_pair
from ai.lab.match.players import Choice, LevelPlayer, RandomPlayer, make_player, read_configuration
from ai.lab.match.tally import PairTally
from ai.levels import level_at
from ai.score import WIN
from ai.search.options import LARGEST, SearchOptions
from ai.tasks import InlineExecutor
from ai.time_control import TimeControl
from console.cli.main import main
from console.cli.workers import workers
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK, SIDE_NAMES, WHITE
from engine.pdn.reader import read_games
from engine.rules import AMERICAN, RULE_SETS, Jumping

TINY = "nodes=30,megabytes=1"


def tiny(**changes: object) -> EngineMatch:
    """Return a match of a few quick games."""
    first, second = read_configuration(TINY), read_configuration(f"{TINY},reverse_futility=off")
    return EngineMatch(first, second, **{"pairs": 2, "longest": 40, **changes})  # type: ignore[arg-type]  # a test's own


# Players


def test_reads_each_item_of_a_configuration() -> None:
    read = read_configuration("nodes=5_000,depth=7, evaluation=some/file,late_move_reductions=off,reverse_futility=3")
    assert (read.nodes, read.depth) == (5000, 7)
    assert read.evaluation == Path("some/file")
    assert not read.options.late_move_reductions
    assert read.options.reverse_futility == 3
    assert read_configuration("table=off,table=on").options.table
    assert read_configuration("clock=5+0").clock == read_configuration("clock=5").clock == TimeControl(5, 0)
    assert read_configuration("one_reply_extension=on").options.one_reply_extension
    assert read_configuration("").nodes > read_configuration("depth=3").nodes == 0


def test_a_level_sets_limits_that_can_be_changed() -> None:
    level, changed = read_configuration("level=3"), read_configuration("level=3,window=0,nodes=7")
    assert level.level is not None
    assert (level.nodes, level.window) == (level.level.nodes, level.level.multipv_window)
    assert (changed.nodes, changed.window, changed.temperature) == (7, 0, level.temperature)


def test_a_level_is_the_opponent_of_the_game_in_any_spelling() -> None:
    """A superfluous comma once made it a plain search without the variation of the level."""
    for text in ("level=5", " level = 5,"):
        assert isinstance(make_player(read_configuration(text), AMERICAN), LevelPlayer)
    assert not isinstance(make_player(read_configuration("level=5,window=0"), AMERICAN), LevelPlayer)


def test_a_rating_is_the_opponent_between_two_levels() -> None:
    between = read_configuration("rating=1360")
    assert between.level == level_at(1360)
    assert between.nodes == level_at(1360).nodes
    assert isinstance(make_player(between, AMERICAN), LevelPlayer)
    assert read_configuration("rating=1475") == read_configuration("level=4")


def test_switches_tables_for_any_player() -> None:
    """A level remains a level. With other items it becomes a search, which uses the tables of the level."""
    distant_win = parse_fen("B:W21,31:B2,14", AMERICAN)
    for text, knows in (
        ("level=5", True),
        ("level=5,tables=off", False),
        ("level=2", False),
        ("level=2,tables=on", True),
        ("level=2,window=0", False),
        ("nodes=50", True),
        ("nodes=50,tables=off", False),
    ):
        each = make_player(read_configuration(text), AMERICAN)
        assert isinstance(each, LevelPlayer) == ("level" in text and "window" not in text)
        score = each.choose(Game(AMERICAN, start=distant_win), Random(1)).score
        assert score is not None
        assert (score >= WIN) == knows, text


@pytest.mark.parametrize("text", [text for (text,) in cases("wrong_players")])
def test_quotes_a_wrong_configuration(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        read_configuration(f"depth=2,{text}")


@pytest.mark.parametrize("name", [name for name, value in asdict(SearchOptions()).items() if type(value) is int])
def test_an_option_has_a_largest_value(name: str) -> None:
    most = LARGEST[name]
    assert asdict(read_configuration(f"{name}={most}").options)[name] == most
    with pytest.raises(ValueError, match=f'"{name}={most + 1}" needs a whole number from 0 to {most}'):
        read_configuration(f"{name}={most + 1}")


@pytest.mark.parametrize("text", ["random", "depth=2,megabytes=1", "seconds=0.001"])
@pytest.mark.parametrize("rules", ["american", "international"])
def test_every_player_makes_legal_moves(text: str, rules: str) -> None:
    one = make_player(read_configuration(text), RULE_SETS[rules])
    game = Game(RULE_SETS[rules])
    one.begin()
    for _ in range(4):
        game.play(one.choose(game, Random(1)).move)


# Games


def test_games_depend_on_the_seed_not_on_the_workers() -> None:
    match = tiny(longest=20)
    alone = sorted(play_match(match, InlineExecutor()), key=lambda pair: pair.number)
    with workers(2) as executor:
        assert alone == sorted(play_match(match, executor), key=lambda pair: pair.number)
    assert [pair.number for pair in alone] == [0, 1]
    assert alone != sorted(play_match(tiny(longest=20, seed=2), InlineExecutor()), key=lambda pair: pair.number)


def test_uses_every_ballot_before_repeating_with_one_more_ply() -> None:
    match = tiny(pairs=160)
    games = [opening(match, number) for number in (*range(0, 156, 6), 156, 157)]
    assert len({game.position for game in games[:-2]}) == 26
    assert [game.ply for game in games[-4:]] == [3, 3, 4, 4]
    first, second = ([opening(match, begin + number).position_at(3) for number in range(4)] for begin in (0, 156))
    assert first != second
    assert opening(tiny(from_start=True), 7).ply == 0
    assert opening(tiny(rules=RULE_SETS["russian"], opening_plies=5), 7).ply == 5


@pytest.mark.parametrize("jumping", ["huff", "free"])
def test_plays_a_match_with_the_requested_jumping(jumping: Jumping, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random players decline captures: with huff they lose a piece before the other side moves."""
    monkeypatch.setattr("ai.opponent._HUFF_NODES", 20)
    assert opening(tiny(jumping=jumping), 0).jumping == jumping
    seen: set[Game] = set()

    class Watched(RandomPlayer):
        def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
            assert not game.huffable
            seen.add(game)
            return super().choose(game, rng)

    match = tiny(jumping=jumping, adjudicates=False)
    play_pair(match, 0, lambda *terms: Watched() if terms[-1] else RandomPlayer())
    assert any(turn.huffed is not None for game in seen for turn in game.turns) == (jumping == "huff")
    assert not any(turn.waived for game in seen for turn in game.turns)


@pytest.mark.parametrize("text", ["level=7", "nodes=100,megabytes=1"])
def test_searching_players_decline_a_jump_if_free_and_better(text: str) -> None:
    paths: dict[Jumping, tuple[int, ...]] = {"free": (6, 10), "forced": (6, 13)}
    for jumping, path in paths.items():
        game = Game(AMERICAN, jumping, parse_fen("B:W9,25:B6", AMERICAN))
        one = make_player(read_configuration(text), AMERICAN, jumping)
        one.begin()
        assert one.choose(game, Random(1)).move.path == path


def test_both_players_get_both_colors() -> None:
    players = read_configuration("nodes=100,megabytes=1"), read_configuration("random")
    pair = play_pair(EngineMatch(*players, pairs=1, adjudicates=False), 0)
    assert [game.points for game in pair.games] == [2, 2]
    assert all(game.reason in ("no_men", "no_moves") for game in pair.games)
    assert all(len(game.line) == 10 for game in pair.games)


@pytest.mark.parametrize("rules", ["american", "russian"])
def test_the_first_player_has_the_first_move_in_the_first_game(rules: str) -> None:
    match = EngineMatch(read_configuration(TINY), read_configuration("random"), rules=RULE_SETS[rules], longest=20)
    for half, played in enumerate(play_pair(match, 0).games):
        (record,), _ = read_games(played.pdn)
        assert record.tag(SIDE_NAMES[match.rules.first ^ half]) == TINY


def test_a_player_that_oversteps_its_clock_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each move takes a second. The first player has ten seconds, the second eight and half a second per move."""
    seen: tuple[list[float], list[float]] = ([], [])

    class Watched(RandomPlayer):
        def __init__(self, number: int) -> None:
            self.number = number

        def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
            seen[self.number].append(left)
            return super().choose(game, rng)

    monkeypatch.setattr("ai.lab.match.match.perf_counter", count().__next__)
    clocks = read_configuration("clock=10"), read_configuration("clock=8+0.5")
    match = EngineMatch(*clocks, pairs=1, from_start=True, adjudicates=False)
    pair = play_pair(match, 0, lambda *terms: Watched(terms[-1]))
    assert [game.reason for game in pair.games] == ["time", "time"]
    assert [game.points for game in pair.games] == [0, 0]
    assert ["time forfeit" in game.pdn for game in pair.games] == [True, True]
    assert seen[0] == [float(left) for left in range(10, -1, -1)] * 2
    assert seen[1][:4] == [8, 7.5, 7, 6.5]


def test_no_game_is_drawn_early_while_men_move() -> None:
    """Both players score every position as even."""

    class Even(RandomPlayer):
        def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
            return super().choose(game, rng)._replace(score=0)

    match = tiny(from_start=True, longest=40)
    pair = play_pair(match, 0, lambda *_: Even())
    assert [game.reason for game in pair.games] == ["length", "length"]


@pytest.mark.parametrize(("error", "ending"), [(False, "adjudication"), (True, "abandoned")])
def test_writes_why_a_game_ended_where_nobody_resigned(error: bool, ending: str) -> None:
    """One player scores itself as winning and the other as losing, or has no moves."""

    class Sure(RandomPlayer):
        def choose(self, game: Game, rng: Random, left: float = math.inf) -> Choice:
            if error and game.ply > 4:
                raise EngineError("it is gone")
            return super().choose(game, rng)._replace(score=900 if game.side == BLACK else -900)

    for game in play_pair(tiny(from_start=True), 0, lambda *_: Sure()).games:
        (record,), problems = read_games(game.pdn)
        assert problems == []
        assert record.outcome is not None
        assert (record.outcome.winner is not None, record.tag("Termination")) == (True, ending)
        assert game.reason == ("failure" if error else "adjudged")


def test_a_game_that_is_too_long_is_a_draw() -> None:
    pair = play_pair(tiny(longest=12), 0)
    assert [(game.points, game.reason, game.plies) for game in pair.games] == [(1, "length", 12)] * 2
    for game in pair.games:
        (record,), _ = read_games(game.pdn)
        assert (record.result, record.tag("Termination")) == ("1/2-1/2", "adjudication")


@pytest.mark.parametrize(
    ("scores", "since_progress", "winner"),
    [
        ([300, -300, 400, -300] * 2, 0, BLACK),
        ([-300, 300, -300, 400] * 2, 0, WHITE),
        ([400, -400] * 3 + [400, 400], 0, None),
        ([400, -400] * 3 + [299, -400], 0, None),
        ([400, -400] + [None, -400] * 3, 0, None),
        ([400, -400] * 2 + [None, -400] * 2, 0, BLACK),
        ([400, -400] * 3 + [400], 0, None),
        ([5, -5, 0, 20] * 8, 30, NOBODY),
        ([5, -5, 0, 20] * 8, 29, None),
        ([5, -5, 0, 20] * 7 + [5, 21], 30, None),
        ([], 0, None),
    ],
)
def test_adjudicates_only_if_both_scores_agree(
    scores: list[int | None], since_progress: int, winner: int | None
) -> None:
    """Black made the first of these moves, so Black is to move after an even number of them."""
    assert adjudged(scores, since_progress, BLACK if len(scores) % 2 == 0 else WHITE) == winner


# Statistics


def test_a_tally_counts_points_and_pairs() -> None:
    tally = PairTally()
    for points in ([2, 2], [2, 1], [1, 1], [2, 0], [0, 0]):
        tally.add(points)
    assert (tally.wins, tally.draws, tally.losses) == (4, 3, 3)
    assert tally.pairs == [1, 0, 2, 1, 1]
    assert tally.score == pytest.approx(0.55)


def test_elo_of_three_quarters_is_191() -> None:
    tally = PairTally(wins=50, draws=50, pairs=[0, 0, 0, 50, 0])
    assert tally.elo == pytest.approx(400 * math.log10(3))
    assert tally.error == pytest.approx(0)
    assert tally.superiority == 1


def test_the_error_falls_with_the_root_of_the_pairs() -> None:
    few, many = (PairTally(wins=2 * n, losses=2 * n, pairs=[n, 0, 0, 0, n]) for n in (10, 40))
    balanced = PairTally(wins=20, losses=20, pairs=[0, 0, 20, 0, 0])
    assert few.error is not None
    assert many.error is not None
    assert few.error / many.error == pytest.approx(2, rel=0.03)
    assert balanced.error == 0
    # Twenty trials of 0 or 1: a standard error of 0.5 / sqrt(19), times 1.96, times 695 Elo a point at one half.
    assert few.error == pytest.approx(1.96 * 0.5 / math.sqrt(19) * 1600 / math.log(10), rel=0.001)
    assert few.superiority == pytest.approx(0.5)


# Command


def test_the_command_prints_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", TINY, "random", "--games", "2", "--jobs", "1", "--longest", "30", "--start"]) == 0
    said = capsys.readouterr()
    assert "games 2: wins" in said.out
    assert "distinct by move 10: 2 " in said.out
    assert said.err == ""


def test_writes_the_games_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The games are in the order of their openings, with the counted results."""
    path, began = tmp_path / "match.pdn", date.today()
    command = ["match", "depth=1", "random", "--games=3", "--longest=30", "--jobs=1", "--json", f"--record={path}"]
    assert main(command) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["games"] == 4 == summary["wins"] + summary["draws"] + summary["losses"]
    assert {"rules", "elo", "elo_error", "pairs", "distinct_lines", "seconds"} <= {*summary}
    games, problems = read_games(path.read_text())
    assert problems == []
    assert [game.tag("Round") for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    assert [game.tag("Black") for game in games] == ["depth=1", "random"] * 2
    assert {game.tag("Date") for game in games} <= {f"{day:%Y.%m.%d}" for day in (began, date.today())}
    won = sum(game.result == ("1-0" if game.tag("Black") == "depth=1" else "0-1") for game in games)
    assert (won, sum(game.result == "1/2-1/2" for game in games)) == (summary["wins"], summary["draws"])
