"""The lessons of the course: each claim is checked against the rules, the endgame tables or a search."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from random import Random
from textwrap import wrap

import pytest

from ai.defence import Defence
from ai.endgames.files import tables_for
from ai.engine import Engine, Limits
from ai.problems.solution import SolutionFinder
from ai.score import EVALUATION_LIMIT
from ai.search.options import SearchOptions
from console.activities.course.lessons import GOALS, Exercise, Lesson, lessons, lessons_of, read_lesson
from console.game.naming import Naming
from engine.fen import parse_fen
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.notation import read_move
from engine.position import Move, Position
from engine.rules import AMERICAN, RULE_SETS, Rules

TASKS = [
    pytest.param(task, id=f"{lesson.number}-{count}")
    for lesson in lessons()
    for count, task in enumerate(piece for piece in lesson.pieces if isinstance(piece, Exercise))
]
VALUES = {"win": 1, "draw": 0, "loss": -1}


def tasks_with(*goals: str) -> list[object]:
    """Return the tasks with one of these goals."""
    return [param for param in TASKS if param.values[0].goal in goals]  # type: ignore[union-attr]


@cache
def engine(rules: Rules = AMERICAN) -> Engine:
    """Return an engine with the endgame tables of a rule set."""
    return Engine(rules, SearchOptions(), tables=tables_for(rules))


def routes_of(task: Exercise) -> Sequence[Move]:
    """Return the legal moves of a task."""
    return MoveGenerator(task.rules).routes(task.position)


def outcome(position: Position, rules: Rules = AMERICAN) -> int | None:
    """Return the value of a position in the tables."""
    found = engine(rules).exact_value(position)
    return None if found is None else found.outcome


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
def test_lesson_has_text_and_a_task_and_fits_the_page(lesson: Lesson) -> None:
    kinds = {type(piece) for piece in lesson.pieces}
    assert kinds == {str, Exercise}
    assert isinstance(lesson.pieces[0], str)
    assert len(lesson.title) <= 32
    for piece in lesson.pieces:
        for text in [piece] if isinstance(piece, str) else [piece.ask, piece.hint, piece.done]:
            assert text
            assert "{" not in Naming(lesson.rules, BLACK, "console").in_text(text)


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: str(lesson.number))
def test_sentences_of_a_task_fit_the_four_rows_under_the_board(lesson: Lesson) -> None:
    praise = 0
    for piece in lesson.pieces:
        if isinstance(piece, Exercise):
            naming = Naming(lesson.rules, piece.position.side, "console")
            ask, hint, done = (len(wrap(naming.in_text(text), 78)) for text in (piece.ask, piece.hint, piece.done))
            assert praise + ask + 1 <= 4
            assert hint + 1 <= 4
            praise = done
        else:
            praise = 0
    assert praise + 2 <= 4, "the end of the lesson and the question for the next one follow"


def test_lessons_are_numbered_by_game_and_grouped_by_part() -> None:
    for rules, first in (("american", 1), ("russian", 101), ("international", 201)):
        found = lessons_of(RULE_SETS[rules])
        assert len(found) >= 10
        assert all(first <= lesson.number < first + 100 for lesson in found)
        assert len(list(groupby(found, lambda lesson: lesson.part))) == len({lesson.part for lesson in found}) <= 8


@pytest.mark.parametrize("task", tasks_with("do", "only"))
def test_moves_asked_for_are_legal(task: Exercise) -> None:
    routes = routes_of(task)
    wanted = {read_move(text, routes).after for text in task.moves}
    if task.goal == "only":
        assert wanted == {move.after for move in routes}


@pytest.mark.parametrize("task", tasks_with("shot"))
def test_shot_is_legal_and_forced_to_its_end(task: Exercise) -> None:
    generator, position = MoveGenerator(task.rules), task.position
    assert len(task.moves) % 2 == 1, "the learner makes the last move"
    for text in task.moves:
        position = read_move(text, generator.routes(position)).after


@pytest.mark.parametrize("task", tasks_with("shot"))
def test_shot_is_better_than_any_other_move(task: Exercise) -> None:
    searched = engine(task.rules)
    routes = routes_of(task)
    shot = read_move(task.moves[0], routes)
    exact = searched.exact_moves(task.position)
    if exact:
        assert [each.move.after for each in exact if each.value.outcome == exact[0].value.outcome] == [shot.after]
        return
    searched.new_game()
    scores = {move.after: -searched.analyze([move.after], Limits(nodes=1_000)).score for move in routes}
    others = max(score for after, score in scores.items() if after != shot.after)
    assert scores[shot.after] > others + 60


@pytest.mark.parametrize("task", [param for param in tasks_with("shot") if param.values[0].value == "draw"])  # type: ignore[attr-defined]
def test_other_moves_in_a_drawn_position_lose(task: Exercise) -> None:
    """The reply to another move says so."""
    routes = routes_of(task)
    others = {move.after for move in routes} - {read_move(task.moves[0], routes).after}
    scores = [engine(task.rules).analyze([after], Limits(nodes=10_000)).score for after in others]
    assert min(scores) >= EVALUATION_LIMIT


@pytest.mark.slow
@pytest.mark.parametrize("task", tasks_with("shot"))
def test_shot_is_a_problem_with_one_solution(task: Exercise) -> None:
    found = SolutionFinder(task.rules).find(task.position)
    assert found is not None
    assert found.first_move.after == read_move(task.moves[0], routes_of(task)).after
    assert found.outcome == VALUES[task.value or "win"]


@pytest.mark.parametrize("task", tasks_with("win", "hold"))
def test_tables_know_how_a_task_ends(task: Exercise) -> None:
    exact = engine(task.rules).exact_value(task.position)
    assert exact is not None
    assert exact.outcome == (1 if task.goal == "win" else 0)
    if task.goal == "win" and task.limit is not None:
        assert exact.plies is not None
        assert exact.plies <= 2 * task.limit - 1


@pytest.mark.parametrize("task", [param for param in tasks_with("do") if param.values[0].value])  # type: ignore[attr-defined]
def test_tables_know_which_move_lets_a_win_go(task: Exercise) -> None:
    """Other moves of such a task are refuted."""
    accepted = {read_move(text, routes_of(task)).after for text in task.moves}
    exact = engine(task.rules).exact_moves(task.position)
    assert exact
    assert all(each.value.outcome == VALUES[task.value] for each in exact if each.move.after in accepted)


HINTED = {
    (18, 0): "6-10 10-15 15-18 18-22",
    (19, 0): "18-23 19-24 23-19 24-28 28-32",
    (20, 1): "19-23 23-27",
    (21, 2): "23-19 22-18 18-23 23-27 19-23",
}
"""The moves that hints advise, by lesson and task."""


@pytest.mark.parametrize("where", HINTED, ids=str)
def test_hint_is_the_quickest_win_against_the_teacher(where: tuple[int, int]) -> None:
    """The hint of lesson 19 sent a king to the wrong side of the corner, that of lesson 20 named no plan."""
    number, count = where
    task = [piece for piece in lessons()[number - 1].pieces if isinstance(piece, Exercise)][count]
    teacher, game = Defence(AMERICAN, 1_000), Game(AMERICAN, "forced", task.position)
    for text in HINTED[where].split():
        assert text.split("-")[1] in re.findall(r"\d+", task.hint)
        before = engine().exact_value(game.position)
        game.play(read_move(text, game.routes()))
        after = engine().exact_value(game.position)
        assert before is not None
        assert before.plies is not None
        assert after is not None
        assert (after.outcome, after.plies) == (-1, before.plies - 1)
        game.play(teacher.reply(game, lambda: False).move)


@pytest.mark.parametrize(
    ("kings", "exchange"),
    [("K5,K28", "14-9 18-9"), ("K1,K32", "23-27 18-27"), ("K5,K32", "14-9 18-9"), ("K5,K32", "23-27 18-27")],
)
def test_row_of_three_kings_exchanges_and_wins(kings: str, exchange: str) -> None:
    """As lesson 20 says, if one of the other kings is at the end of the diagonal."""
    game = Game(AMERICAN, "forced", parse_fen(f"B:W{kings}:BK14,K18,K23", AMERICAN))
    step, back = exchange.split()
    game.play(read_move(step, game.routes()))
    (forced,) = game.captures()
    game.play(forced)
    game.play(read_move(back, game.routes()))
    assert (game.position.black.bit_count(), game.position.white.bit_count()) == (2, 1)
    assert outcome(game.position) == -1


@pytest.mark.parametrize("task", [param for param in TASKS if param.values[0].value])  # type: ignore[union-attr]
def test_stated_values_are_those_of_the_tables(task: Exercise) -> None:
    exact = outcome(task.position, task.rules)
    assert exact in (None, VALUES[task.value])


def test_moves_and_squares_are_shown_as_they_are_typed() -> None:
    assert Naming(AMERICAN, BLACK, "console").in_text("{11-15} or {8}, then {draw}") == 'C3 D4 or B2, then "draw"'
    assert Naming(AMERICAN, WHITE, "console").in_text("{32}") == "A7"


def test_goals_are_read() -> None:
    text = "title A\npart B\nminutes 4\n\nOne\nline.\n\n@board B:W18:B15\n@win 3\n@ask a\n@hint h\n@done d\n"
    lesson = read_lesson(7, text)
    assert (lesson.number, lesson.title, lesson.part, lesson.minutes) == (7, "A", "B", 4)
    paragraph, task = lesson.pieces
    assert paragraph == "One line."
    assert isinstance(task, Exercise)
    assert (task.goal, task.limit, task.moves, task.value) == ("win", 3, (), "")
    assert task.goal in GOALS
    assert re.match("[ahd]", task.ask + task.hint + task.done)


def has_the_move(position: Position) -> bool:
    """Return True if the side to move has the move, counted as in lesson 15: in the odd columns from its left."""
    naming = Naming(AMERICAN, position.side, "console")
    columns = [int(naming.square(square)[1:]) for square in range(1, 33) if position.piece(square)]
    return sum(column % 2 == 1 for column in columns) % 2 == 1


@pytest.mark.parametrize(("fen", "has_it"), [("B:W22:B14", False), ("B:W22:B10", True)])
def test_count_is_true_of_two_men_that_meet(fen: str, has_it: bool) -> None:
    """Lessons 14 and 15. The text said that White counts the other columns, but his left is Black's right."""
    position = parse_fen(fen, AMERICAN)
    assert has_the_move(position) == has_it
    assert has_the_move(position.turned()) == has_it


@pytest.mark.parametrize("task", [param for param in TASKS if param.id.startswith("15-")])  # type: ignore[union-attr]
def test_side_to_move_has_the_move_in_lesson_15(task: Exercise) -> None:
    assert has_the_move(task.position)


def test_exchange_that_takes_the_first_capturer_changes_the_move() -> None:
    """Checks the rule of lesson 16 in random games."""
    random, seen = Random(16), 0
    for _ in range(40):
        game = Game(AMERICAN, "forced")
        while game.outcome is None and game.ply < 120:
            game.play(random.choice(game.routes()))
        moves = [turn.move for turn in game.turns]
        for ply in range(len(moves) - 3):
            offer, taken, retaken, quiet = moves[ply : ply + 4]
            before, after = game.position_at(ply), game.position_at(ply + 3)
            is_even = before.black.bit_count() == before.white.bit_count()
            is_exchange = [len(move.captured) for move in (offer, taken, retaken, quiet)] == [0, 1, 1, 0]
            if is_even and is_exchange and taken.end in retaken.captured:
                seen += 1
                assert has_the_move(before) == has_the_move(after)
    assert seen > 20


OPENINGS = {  # lesson, task: the moves that lead to its position
    (29, 0): "11-15 22-18 15x22 25x18 8-11 29-25 4-8 24-19",
    (29, 1): "9-14 22-18 5-9 25-22 11-16 30-25",
    (29, 2): "10-14 23-18 14x23 27x18 12-16 32-27 16-20 24-19",
    (30, 0): "9-13 23-18 5-9 26-23 11-16 30-26 10-14 24-19 1-5",
}


@pytest.mark.parametrize(("place", "moves"), OPENINGS.items())
def test_openings_lead_to_the_positions_of_their_traps(place: tuple[int, int], moves: str) -> None:
    lesson, count = place
    tasks = [piece for piece in lessons()[lesson - 1].pieces if isinstance(piece, Exercise)]
    game = Game(AMERICAN, "forced")
    for move in moves.split():
        game.play(read_move(move, game.routes()))
    assert game.position == tasks[count].position


def test_only_the_worse_of_two_jumps_is_answered_by_a_jump() -> None:
    """As lesson 2 says."""
    task = lessons()[1].pieces[-1]
    assert isinstance(task, Exercise)
    generator = MoveGenerator(AMERICAN)
    better, worse = (read_move(text, generator.routes(task.position)).after for text in task.moves)
    assert not any(reply.captured for reply in generator.routes(better))
    assert {(reply.start, reply.end) for reply in generator.routes(worse)} == {(32, 23), (18, 11)}


HINT_MOVES = [
    pytest.param(*param.values, found, id=f"{param.id}-{found}")
    for param in TASKS
    for found in re.findall(r"\{(\d+[-x]\d+)\}", param.values[0].hint)[:1]  # type: ignore[union-attr]
]


@pytest.mark.parametrize(("task", "move"), HINT_MOVES)
def test_first_move_in_a_hint_is_right(task: Exercise, move: str) -> None:
    found = read_move(move, routes_of(task)).after
    best = engine(task.rules).exact_moves(task.position)
    if best:
        assert outcome(found, task.rules) == -best[0].value.outcome
    else:
        assert found == read_move(task.moves[0], routes_of(task)).after
