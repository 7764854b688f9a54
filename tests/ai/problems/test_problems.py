"""The packaged problems: their claims, their distinctness and their lists."""

import json
from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from support.cases import cases
from support.endings import random_ending

import ai.problems.solution as solution_module
from ai.engine import Limits, SearchInfo
from ai.lab.problems import mine
from ai.lab.problems.collect import Pool, collect, line_of
from ai.lab.problems.mine import HARD_SHOT, SHOT_PIECES, Mined, Miner, ShotMiner, difficulty, mined_text
from ai.lab.problems.shots import ShotSearch
from ai.lab.training.samples import Sample, sample, write_samples
from ai.levels import LEVEL_RATINGS, LEVELS, MoveRequest, pieces_of
from ai.opponent import Opponent
from ai.problems import problem as problem_module
from ai.problems.problem import (
    HARD_FROM,
    Problem,
    classics,
    collection,
    next_problem,
    problem_of_the_day,
    problems_text,
    read_problems,
)
from ai.problems.solution import EVEN, FEWEST_MOVES, NOT_WON, WON, Solution, SolutionFinder
from ai.problems.verdict import keeps, proves
from ai.score import WIN
from ai.themes import FEW_PIECES, THEMES, themes
from console.cli.main import run_command
from console.cli.parser import Refused
from engine.fen import fen_text, parse_fen
from engine.geometry import BLACK
from engine.moves import MoveGenerator
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Rules

ENOUGH = {"american": (1_500, 300, 150), "casual": (200, 50, 40), "czech": (200, 40, 40), "italian": (200, 50, 50)}
"""The least numbers of problems: all, hard ones and those for masters. Other rule sets have (150, 50, 40)."""
HARD_SHOTS = {"american": 200, "russian": 60, "international": 60}
COLLECTED = [rules for rules in RULE_SETS.values() if not rules.first_king]  # breakthrough has no problems yet
ALL = [problem for rules in RULE_SETS.values() for problem in collection(rules)]


@cache
def finder_of(rules: Rules) -> SolutionFinder:
    """Return a finder, which is shared because its hash table is large."""
    return SolutionFinder(rules)


def verify(problem: Problem) -> None:
    """Solve a problem anew and compare the outcome, the solution and the themes."""
    found = finder_of(problem.rules).find(problem.position)
    assert found is not None, problem.fen
    assert (found.outcome, found.ground) == (problem.outcome, problem.ground), problem.fen
    assert found.first_move.after == problem.first_move.after, problem.fen
    assert themes(problem.rules, problem.position, found.line) == problem.themes, problem.fen


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_verifies_every_problem(rules: Rules) -> None:
    for problem in collection(rules):
        verify(problem)


@pytest.mark.parametrize("name", ["american", "russian", "international"])
def test_verifies_a_sample(name: str) -> None:
    """A problem from the tables is quick to verify, even interpreted."""
    verify(next(problem for problem in collection(RULE_SETS[name]) if problem.ground == "tables"))


@pytest.mark.parametrize("rules", COLLECTED, ids=lambda rules: rules.name)
def test_has_enough_problems(rules: Rules) -> None:
    problems = collection(rules) + classics(rules)
    boards = [board for problem in problems for board in (problem.position, problem.position.turned())]
    assert len(boards) == len(set(boards))
    for least, enough in zip((1, HARD_FROM, 7), ENOUGH.get(rules.name, (150, 50, 40)), strict=True):
        assert sum(problem.difficulty >= least for problem in problems) >= enough
    black = sum(problem.position.side == BLACK for problem in problems)
    assert 0.3 <= black / len(problems) <= 0.7


@pytest.mark.parametrize("name", HARD_SHOTS)
def test_has_enough_hard_shots(name: str) -> None:
    """A hard shot begins with an offer that must be taken, on a board with many pieces."""
    rules = RULE_SETS[name]
    hard = [problem for problem in collection(rules) if problem.difficulty >= HARD_SHOT and problem.outcome == 1]
    full = [problem for problem in hard if pieces_of(problem.position) >= SHOT_PIECES]
    shots = sum(MoveGenerator(rules).can_capture(problem.first_move.after) for problem in full)
    assert shots >= HARD_SHOTS[name]


def test_only_a_missing_file_has_no_problems(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(problem_module, "PACKAGED", tmp_path)
    assert collection.__wrapped__(AMERICAN) == ()
    (tmp_path / "american.problems").mkdir()
    with pytest.raises(ValueError, match=r"american\.problems cannot be read"):
        collection.__wrapped__(AMERICAN)


def test_each_problem_has_several_moves_and_no_captures() -> None:
    for problem in ALL:
        generator = MoveGenerator(problem.rules)
        assert len(generator.legal_moves(problem.position)) >= FEWEST_MOVES, problem.fen
        assert not generator.can_capture(problem.position), problem.fen
        assert problem.difficulty in LEVELS
        assert set(problem.themes) <= set(THEMES)
        assert problem.fen == fen_text(problem.position)


def test_classics_have_names_and_solutions_that_the_tables_confirm() -> None:
    """Compare each solution that the tables decide with all other moves: none is better, and some are worse."""
    found, tables = classics(AMERICAN), finder_of(AMERICAN).engine
    assert len({problem.fen for problem in found}) == len(found) >= 300
    for problem in found:
        assert problem.name
        assert problem.first_move.after.side != problem.position.side
        if problem.ground == "tables":
            exact = tables.exact_moves(problem.position)
            values = {each.move.after: each.value.outcome for each in exact}
            assert values[problem.first_move.after] == problem.outcome == exact[0].value.outcome
            assert problem.outcome > exact[-1].value.outcome


@pytest.mark.slow
def test_verifies_every_classic_of_a_search() -> None:
    for problem in classics(AMERICAN):
        if problem.ground != "tables":
            verify(problem)


def test_reads_back_a_written_file(tmp_path: Path) -> None:
    some = collection(AMERICAN)[:20]
    assert tuple(read_problems(problems_text(some), AMERICAN)) == some


@pytest.mark.parametrize("text", ["", "nonsense", "EGA Checkers problems 1\nB:W1:B2\twin"])
def test_rejects_an_invalid_file(text: str) -> None:
    with pytest.raises(ValueError, match="problem"):
        read_problems(text, AMERICAN)


def test_lists_problems_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["problems", "list", "--rules", "russian", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["fen"] for row in rows] == [problem.fen for problem in collection(RULE_SETS["russian"])]
    assert rows[0].keys() >= {"fen", "to", "solution", "themes", "difficulty", "name"}


def test_mining_names_the_command_for_missing_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))
    with pytest.raises(Refused, match="checkers train games --rules italian"):
        run_command(["problems", "mine", "--rules", "italian"])


# Choice and rating


def test_the_next_problem_fits_the_rating() -> None:
    problems = collection(AMERICAN)
    for level in (2, 4):
        rating = LEVEL_RATINGS[level]
        chosen = next_problem(problems, (), rating, Random(1))
        assert chosen.difficulty == level


@pytest.mark.parametrize("seed", range(3))
def test_solved_problems_do_not_come_again(seed: int) -> None:
    """This holds for any seed. Solved problems are chosen again only after all are solved."""
    problems = collection(AMERICAN)
    fens = {problem.fen for problem in problems}
    for left in (problems[0], problems[len(problems) // 2], problems[-1]):
        assert next_problem(problems, fens - {left.fen}, 1200, Random(seed)) == left
    assert next_problem(problems, fens, 1200, Random(seed)) in problems


def scored(finder: SolutionFinder, monkeypatch: pytest.MonkeyPatch, scores: Sequence[int]) -> list[Move]:
    """Return one move for each score; the scores are patched into the finder."""
    moves = MoveGenerator(AMERICAN).legal_moves(Position.start(AMERICAN))[: len(scores)]
    worth = dict(zip(moves, scores, strict=True))
    monkeypatch.setattr(finder, "_score", lambda move, nodes: (worth[move], (move,)))
    return moves


@pytest.mark.parametrize(
    ("judge", "scores", "ground"),
    [
        *(("_drawing", (score, -WIN, -WIN), "defense") for score in (0, EVEN, -EVEN)),
        *(("_drawing", scores, None) for scores in ((-EVEN - 1, -WIN, -WIN), (EVEN + 1, -WIN, -WIN), (0, -WIN, -500))),
        *(("_winning", (WIN, NOT_WON, -300), "proof"), ("_winning", (WON, 0, 0), "gain")),
        *(("_winning", scores, None) for scores in ((WON - 1, 0, 0), (WIN, NOT_WON + 1, 0))),
    ],
)
def test_a_draw_or_win_is_a_problem_if_no_other_move_gives_it(
    judge: str, scores: Sequence[int], ground: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder = SolutionFinder(AMERICAN)
    first, *others = scored(finder, monkeypatch, scores)
    found = getattr(finder, judge)(first, others)
    assert (found and found.ground) == ground
    assert found is None or found.outcome == (judge == "_winning")


@pytest.mark.parametrize(
    ("shallow", "first", "other", "ground"),
    [(NOT_WON, WON, 0, "gain"), (NOT_WON - 1, WON, 0, None), (0, 0, -WIN, "defense"), (-WIN, 0, -WIN, None)],
)
def test_a_short_search_decides_between_win_and_draw(
    shallow: int, first: int, other: int, ground: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    finder, start = SolutionFinder(AMERICAN), Position.start(AMERICAN)
    best, *_ = MoveGenerator(AMERICAN).legal_moves(start)

    def analyze(positions: Sequence[Position], limits: Limits) -> SearchInfo:
        if positions[-1] == start:
            return SearchInfo(shallow, (best,))
        return SearchInfo(-first if positions[-1] == best.after else -other, ())

    monkeypatch.setattr(finder.engine, "analyze", analyze)
    found = finder.find(start)
    assert (found and found.ground) == ground


def test_tables_give_a_problem_if_one_move_is_best() -> None:
    finder = SolutionFinder(AMERICAN)
    generator = MoveGenerator(AMERICAN)
    rng = Random(9)
    seen = Counter[tuple[int, bool]]()
    while min(seen[key] for key in ((1, True), (1, False), (0, True), (0, False), (-1, False))) < 2:
        position = random_ending(AMERICAN, rng, 4)
        if len(generator.legal_moves(position)) < 3:
            continue
        values = [each.value.outcome for each in finder.engine.exact_moves(position)]
        found = finder.find(position)
        assert (found is not None) == (values[0] >= 0 and values[1] < values[0])
        assert found is None or (found.outcome, found.ground) == (values[0], "tables")
        seen[values[0], found is not None] += 1


def test_a_solution_does_not_depend_on_earlier_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches begin with an empty hash table, although earlier searches met the same positions."""
    monkeypatch.setattr(solution_module, "FIRST_NODES", 500)
    monkeypatch.setattr(solution_module, "OTHER_NODES", 200)
    problems = [each for each in collection(AMERICAN) if each.ground == "gain"][:40:20]
    finder = SolutionFinder(AMERICAN)
    for problem in problems:
        fresh = SolutionFinder(AMERICAN).find(problem.position)
        for move in MoveGenerator(AMERICAN).legal_moves(problem.position):
            finder.engine.analyze([move.after], Limits(nodes=500))
        assert finder.find(problem.position) == fresh


@pytest.mark.parametrize("least", [1, 4, 7, 8, 9])
def test_the_difficulty_is_the_lowest_search_that_finds_the_solution(
    least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All searches above must find it too; if none below the highest finds it, the difficulty is the highest."""
    start = Position.start(AMERICAN)
    right, wrong = MoveGenerator(AMERICAN).legal_moves(start)[:2]
    opponent = Opponent()
    asked: list[int] = []

    def choose(request: MoveRequest, _: object) -> SearchInfo:
        level = request.level
        asked.append(level.number)
        return SearchInfo(0, (right if level.number >= least or level.number == least - 3 else wrong,))

    monkeypatch.setattr(opponent, "choose_move", choose)
    assert difficulty(opponent, AMERICAN, start, right) == least
    assert 9 not in asked


def test_a_later_move_must_keep_the_result() -> None:
    move = MoveGenerator(AMERICAN).legal_moves(Position.start(AMERICAN))[0]
    for outcome, worth, holds in ((1, WIN, True), (1, 0, False), (0, 0, True), (0, WIN, True), (0, -WIN, False)):
        assert keeps(outcome, SearchInfo(-worth, (move,))) is holds, (outcome, worth)


@pytest.mark.parametrize(
    ("outcome", "worth", "exact", "proof"),
    [
        (1, WIN, False, True),
        (1, 300, True, False),
        (0, 0, True, True),
        (0, 0, False, False),
        (0, -1, True, False),
        (0, WIN, False, True),
    ],
)
def test_proves_a_win_and_a_draw_in_the_tables(outcome: int, worth: int, exact: bool, proof: bool) -> None:
    assert proves(outcome, SearchInfo(-worth, ()), exact) is proof


def mined(problem: Problem, game: str) -> Mined:
    """Return a problem as it was found in a game."""
    return Mined(problem.fen, problem.outcome, problem.ground, (problem.solution,), 0, problem.difficulty, game)


def test_collects_two_problems_of_a_game_at_most() -> None:
    some = [each for each in collection(AMERICAN) if each.ground == "gain"][:40:5]
    for games, count in ("aaaaaaaa", 2), ("aaaabbbb", 4), ("abcdefgh", 8):
        found = collect(AMERICAN, map(mined, some, games), 8)
        assert len(found) == count
        assert {each.fen for each in found} <= {each.fen for each in some}


def test_limits_the_share_of_endings() -> None:
    def is_ending(problem: Problem) -> bool:
        return (problem.position.black | problem.position.white).bit_count() <= FEW_PIECES

    some = collection(AMERICAN)[::10]
    few, many = filter(is_ending, some), (each for each in some if not is_ending(each))
    found = collect(AMERICAN, map(mined, [*islice(few, 20), *islice(many, 6)], map(str, range(26))), 10)
    assert Counter(map(is_ending, found)) == {False: 6, True: 4}


def test_mines_one_ending_or_two_other_problems_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    miner, legal = Miner(AMERICAN, None), MoveGenerator(AMERICAN).legal_moves
    few, many = ("B:W30:B1", "B:W31:B1", "B:W32:B1"), ("B:W29-32:B1-4", "B:W28-31:B1-4", "B:W27-30:B1-4")
    games = {Sample(0, 0, 0, 0, game, 0, 0, False): fens for game, fens in ((1, few), (2, many))}
    monkeypatch.setattr(mine, "read_samples", lambda path, rules: games)
    monkeypatch.setattr(miner, "_candidates", lambda each, rng: [(parse_fen(fen, AMERICAN), 1) for fen in games[each]])
    monkeypatch.setattr(miner, "_solution_of", lambda position: Solution(1, "gain", tuple(legal(position)[:1]), 0))
    monkeypatch.setattr(mine, "difficulty", lambda *_: 1)
    assert [each.game for each in miner.mine(Path("samples"))] == ["samples:1", "samples:2", "samples:2"]


SHOT = "W:W15,24,25,27,29,30,31,32:B1,3,7,8,9,12,16,18"
"""A hard shot: 15-11, 24-19 and 25-22 are offers."""


@pytest.mark.parametrize(
    ("fen", "offer"),
    [
        (SHOT, "15-11"),
        ("W:W15,24,25,27,29,30,31:B1,3,7,8,9,12,16,18", None),  # a man less: the gain is too small
        ("W:W15,21,24,25,27,29,30,31,32:B1,3,7,8,9,12,16,17,18", None),  # a jump
        ("W:W18,27,32:B11,12,20", None),  # no offer gains
        ("W:W18,19,27:B2,11,12", None),  # one offer is enough
    ],
)
def test_finds_the_only_offer_that_begins_a_shot(fen: str, offer: str | None) -> None:
    position = parse_fen(fen, AMERICAN)
    found = dict(ShotSearch(AMERICAN).near(position)).get(position)
    assert found == (None if offer is None else line_of(AMERICAN, position, [offer])[0].after)


def test_finds_shots_after_a_step() -> None:
    shot = parse_fen(SHOT, AMERICAN)
    before = parse_fen("B:W15,24,25,27,29,30,31,32:B1,3,7,8,9,11,12,18", AMERICAN)
    assert shot in dict(ShotSearch(AMERICAN).near(before))


def test_mines_hard_shots_near_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mine, "_VARIANTS", 2)
    miner, rng, shot = ShotMiner(AMERICAN, None), Random(1), parse_fen(SHOT, AMERICAN)
    assert (shot.turned(), HARD_SHOT) in miner._candidates(sample(shot, 1, 0, 0, exact=False), rng)
    easy = parse_fen("W:W18,19,26,27,29,30,31:B1,2,3,8,11,12,20", AMERICAN)
    assert easy.turned() not in dict(miner._candidates(sample(easy, 1, 0, 0, exact=False), rng))


def test_adds_shots_to_the_collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHECKERS_HOME", str(tmp_path))
    for folder in ("samples", "mined"):
        (tmp_path / folder).mkdir()
    known, new = collection(AMERICAN), parse_fen("B:W27-32:B1-6", AMERICAN)
    mined_before = Mined(fen_text(new), 1, "gain", ("6-10", "27-23"), 0, 9, "a game")
    write_samples(tmp_path / "samples" / "american-500-00000001.samples", [])
    (tmp_path / "mined" / "american-500-00000001.shots").write_text(mined_text([mined_before]), "ascii")
    out = tmp_path / "out.problems"
    assert not run_command(["problems", "mine", "--rules", "american", "--shots", "--wanted", "5", "--out", str(out)])
    found = read_problems(out.read_text("ascii"), AMERICAN)
    assert {problem.fen for problem in found} == {problem.fen for problem in known} | {mined_before.fen}


def test_problems_that_differ_in_few_squares_are_duplicates() -> None:
    """Six squares may differ if the solutions are alike, two if only their first moves are."""

    def lines(fen: str, *texts: str) -> tuple[Position, list[Move]]:
        position = parse_fen(fen, AMERICAN)
        return position, line_of(AMERICAN, position, texts)

    def are_new(*problems: tuple[Position, list[Move]]) -> list[bool]:
        pool = Pool(AMERICAN)
        return [pool.is_new(*problem) for problem in problems]

    one = lines("B:W32,31:B1,12", "1-6", "32-28")
    assert are_new(one, one, lines("W:W32,21:B1,2", "32-27", "1-5")) == [True, False, False], "the last one is rotated"
    more = (2, 3, 4, 8, 9, 10, 11)
    for count in range(1, 8):
        fen = f"B:W32,31:B1,12,{','.join(map(str, more[:count]))}"
        assert are_new(one, lines(fen, "1-6", "32-28")) == [True, count > 6], count
        assert are_new(one, lines(fen, "1-6", "32-27")) == [True, count > 2], count


def test_the_problem_of_the_day_depends_on_the_date_alone() -> None:
    """Everybody has the same problem on a day."""
    few = collection(AMERICAN)[:9]
    days = [problem_of_the_day(few, date(2026, 1, day)) for day in range(1, 11)]
    assert [few.index(each) for each in days] == [4, 7, 8, 2, 6, 3, 7, 5, 3, 1]


# Themes


@pytest.mark.parametrize(("theme", "fen", "line"), cases("themes"))
def test_finds_a_theme_in_the_solution(theme: str, fen: str, line: str) -> None:
    """A theme with "not" before it is one that a player would not see."""
    position = parse_fen(fen, AMERICAN)
    found = themes(AMERICAN, position, line_of(AMERICAN, position, line.split()))
    assert (theme.removeprefix("not ") in found) is not theme.startswith("not ")


def test_an_attack_has_no_other_theme() -> None:
    position = parse_fen("B:W21,22,29,30:B1,2,3,4", AMERICAN)
    assert themes(AMERICAN, position, line_of(AMERICAN, position, ["1-5"])) == ("attack",)
