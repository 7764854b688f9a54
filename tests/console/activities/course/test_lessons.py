"""The lessons of the course: each claim is checked against the rules, the endgame tables or a search."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from textwrap import wrap

import pytest
from support.endings import tabled_engine
from support.golden import check_kept
from support.paths import DATA

from ai.defense import Defense
from ai.engine import Limits
from ai.openings.names import has_ballots
from ai.problems.solution import SolutionFinder
from ai.score import EVALUATION_LIMIT
from console.activities.course.lessons import Exercise, lessons, lessons_of
from console.game.naming import Naming
from engine.fen import fen_text, parse_fen
from engine.game import Game
from engine.geometry import BLACK, WHITE
from engine.moves import MoveGenerator
from engine.notation import move_text, read_move
from engine.position import Move, Piece, Position
from engine.rules import AMERICAN, RULE_SETS, Rules

TASKS = {
    (lesson.number, count): task
    for lesson in lessons()
    for count, task in enumerate(piece for piece in lesson.pieces if isinstance(piece, Exercise))
}
"""The tasks by lesson and place."""
SHOTS = {place: task for place, task in TASKS.items() if task.goal == "shot"}
VALUES = {"win": 1, "draw": 0, "loss": -1}


def routes_of(task: Exercise) -> Sequence[Move]:
    """Return the legal moves of a task."""
    return MoveGenerator(task.rules).routes(task.position)


def outcome(position: Position, rules: Rules = AMERICAN) -> int | None:
    """Return the value of a position in the tables."""
    found = tabled_engine(rules).exact_value(position)
    return None if found is None else found.outcome


def test_lessons_have_texts_and_tasks_that_fit_the_page() -> None:
    """The sentences of a task fit the four rows under the board, after the praise for the task before it."""
    for lesson in lessons():
        assert {type(piece) for piece in lesson.pieces} == {str, Exercise}
        assert isinstance(lesson.pieces[0], str)
        assert len(lesson.title) <= 32
        praise = 0
        for piece in lesson.pieces:
            naming = Naming(lesson.rules, BLACK if isinstance(piece, str) else piece.position.side, "console")
            texts = [piece] if isinstance(piece, str) else [piece.ask, piece.hint, piece.done]
            shown = [naming.in_text(text) for text in texts]
            assert all(text and "{" not in text for text in shown)
            if isinstance(piece, str):
                praise = 0
                continue
            ask, hint, done = (len(wrap(text, 78)) for text in shown)
            assert max(praise + ask, hint) + 1 <= 4, (lesson.number, piece.ask)
            praise = done
        assert praise + 2 <= 4, "the end of the lesson and the question for the next one follow"


def test_lessons_are_numbered_by_game_and_grouped_by_part() -> None:
    for rules, first in (("american", 1), ("russian", 101), ("international", 201)):
        found = lessons_of(RULE_SETS[rules])
        assert len(found) >= 10
        assert all(first <= lesson.number < first + 100 for lesson in found)
        assert len(list(groupby(found, lambda lesson: lesson.part))) == len({lesson.part for lesson in found}) <= 8


def test_moves_asked_for_are_legal_to_the_end_of_a_shot() -> None:
    for place, task in TASKS.items():
        if task.goal == "shot":
            assert len(task.moves) % 2 == 1, "the learner makes the last move"
            generator, position = MoveGenerator(task.rules), task.position
            for text in task.moves:
                position = read_move(text, generator.routes(position)).after
            continue
        wanted = {read_move(text, routes_of(task)).after for text in task.moves}
        if task.goal == "only":
            assert wanted == {move.after for move in routes_of(task)}, place


def test_no_board_has_more_pieces_or_men_farther_ahead_than_a_game_allows() -> None:
    """The first board of lesson 37 had thirteen white men.

    As long as nothing is captured, the sides have made as many steps, or Black, who begins, one more.
    """
    for place, task in TASKS.items():
        start, board = Position.start(task.rules), task.position
        at_start, now = ([each.of(side).bit_count() for side in (BLACK, WHITE)] for each in (start, board))
        assert max(now) <= at_start[0], place
        if now == at_start and not board.kings:
            ahead = sum(rows_down(board, side) - rows_down(start, side) for side in (BLACK, WHITE))
            first = 1 if start.side == BLACK else -1
            assert ahead == (0 if board.side == start.side else first), place


def rows_down(position: Position, side: int) -> int:
    """Return the sum of the rows of a side's pieces. A step of Black adds one, a step of White takes one off."""
    geometry = position.geometry
    return sum(geometry.row_and_column(number)[0] for number in geometry.numbers(position.of(side)))


NAMED_PIECES = re.compile(
    r"\b((?:black|white)(?:'s)? )?(man|men|kings?) on ((?:\{\d+\}(?:, and |, | and | or |))+)", re.IGNORECASE
)


def positions_of(task: Exercise) -> list[Position]:
    """Return the board of a task, and those after the moves that it asks for."""
    if task.goal != "shot":
        return [task.position, *(read_move(text, routes_of(task)).after for text in task.moves)]
    found = [task.position]
    for text in task.moves:
        found.append(read_move(text, MoveGenerator(task.rules).routes(found[-1])).after)
    return found


def test_pieces_that_a_text_names_by_square_are_on_the_board() -> None:
    """Lesson 36 called white men black."""
    missing = set()
    for lesson in lessons():
        for number, piece in enumerate(lesson.pieces):
            task = next((each for each in lesson.pieces[number:] if isinstance(each, Exercise)), None)
            if task is None:
                continue
            boards = positions_of(task)
            told = (task.ask, boards[:1]), (task.hint, boards), (task.done, boards)
            for text, seen in told if piece is task else ((str(piece), boards[:1]),):
                for color, name, squares in NAMED_PIECES.findall(text):
                    ranks = (0,) if name.lower() in ("man", "men") else (1, 2)
                    sides = {"black": (BLACK,), "white": (WHITE,)}.get(color.strip().lower()[:5], (BLACK, WHITE))
                    wanted = {Piece(side, rank) for side in sides for rank in ranks}
                    for square in map(int, re.findall(r"\d+", squares)):
                        if not any(board.piece(square) in wanted for board in seen):
                            missing.add((lesson.number, square))
    assert missing == {(27, 32), (28, 3), (35, 31), (40, 3), (44, 10)}, "these are told of another board"


COUNTS = {"nothing": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}


def test_shot_takes_and_gives_as_many_as_its_text_says() -> None:
    """Lesson 206 called a four-for-two a five-for-two."""
    for place, task in TASKS.items():
        found = re.search(r"\b(\w+)[- ]for[- ](\w+)[.,:]", f"{task.ask} {task.done}".lower())
        if task.goal != "shot" or found is None or not {*found.groups()} <= COUNTS.keys():
            continue
        generator, boards = MoveGenerator(task.rules), positions_of(task)
        while generator.can_capture(boards[-1]):
            boards.append(max(generator.routes(boards[-1]), key=lambda move: len(move.captured)).after)
        side = task.position.side
        taken, given = (boards[0].of(each).bit_count() - boards[-1].of(each).bit_count() for each in (1 - side, side))
        assert (taken, given) == tuple(COUNTS[word] for word in found.groups()), place


def test_values_and_ends_are_those_of_the_tables() -> None:
    """The tables also know which move of a task lets a win go: such moves are refuted."""
    for place, task in TASKS.items():
        exact = tabled_engine(task.rules).exact_value(task.position)
        if task.value:
            assert exact is None or exact.outcome == VALUES[task.value], place
        if task.goal in ("win", "hold"):
            assert exact is not None, place
            assert exact.outcome == (1 if task.goal == "win" else 0), place
            if task.limit is not None and task.goal == "win":
                assert exact.plies is not None
                assert exact.plies <= 2 * task.limit - 1, place
        if task.goal == "do" and task.value:
            accepted = {read_move(text, routes_of(task)).after for text in task.moves}
            moves = tabled_engine(task.rules).exact_moves(task.position)
            assert {each.value.outcome for each in moves if each.move.after in accepted} == {VALUES[task.value]}, place


SEARCHED = DATA / "lesson_searches.txt"
"""A task that the tables do not know: lesson, place and FEN, and for each move its score by a long search."""
_NODES = 400_000


def search_of(place: tuple[int, int], task: Exercise) -> str:
    """Search all moves of a task, and return its line of the file."""
    engine, found = tabled_engine(task.rules), list[tuple[int, str]]()
    for move in MoveGenerator(task.rules).legal_moves(task.position):
        engine.new_game()
        score = -engine.analyze([move.after], Limits(nodes=_NODES)).score
        found.append((score, move_text(move, routes_of(task))))
    scores = ", ".join(f"{text} {score:+}" for score, text in sorted(found, reverse=True))
    return f"{place[0]} {place[1]} | {fen_text(task.position)} | {scores}"


@cache
def searched() -> dict[tuple[int, int], tuple[str, dict[str, int]]]:
    """Return the FEN and the scores of the searched tasks."""
    found = {}
    for line in SEARCHED.read_text("ascii").splitlines():
        place, fen, scores = line.split(" | ")
        lesson, task = map(int, place.split())
        found[lesson, task] = fen, {move: int(score) for move, score in map(str.split, scores.split(","))}
    return found


def outcomes(place: tuple[int, int], task: Exercise) -> dict[Position, int]:
    """Return the outcome of each move by the position after it: by the tables, or by the kept search.

    By the search a side wins if it is a man and a half ahead.
    """
    exact = tabled_engine(task.rules).exact_moves(task.position)
    if exact:
        return {each.move.after: each.value.outcome for each in exact}
    fen, scores = searched()[place]
    assert fen == fen_text(task.position), "GOLDEN=write with -m slow searches a new board"
    routes = routes_of(task)
    return {read_move(text, routes).after: (score >= AHEAD) - (score <= -AHEAD) for text, score in scores.items()}


AHEAD = 150
CLAIMED = {
    "win": re.compile(r"(to move and|plays and|and) wins?\b|\b(move|step|exchange|of them) wins?:?\b"),
    "draw": re.compile(r"(to move and|exchange, and) draw\b|hold (the|a) draw\b|\bmove draws\b|not lose"),
}
ONLY = re.compile(
    r"\bone (step|move) (wins|draws)|one of your four moves|only one (step|move) |one move only", re.IGNORECASE
)
OTHERS = re.compile(r"others? (?:three moves )?(lose|draw)|(throw the win away)", re.IGNORECASE)


def test_what_a_text_says_of_wins_draws_and_only_moves_is_true() -> None:
    """By the tables, or by a long search that is kept."""
    seen = Counter[str]()
    for place, task in TASKS.items():
        said = f"{task.ask} {task.done if task.goal != 'win' else ''}"
        wins, draws, is_only, others = (
            *(CLAIMED[each].search(task.ask) for each in CLAIMED),
            ONLY.search(said),
            OTHERS.search(said),
        )
        if not (wins or draws or is_only or task.value):
            continue
        values = outcomes(place, task)
        best = max(values.values())
        seen.update(name for name, it in (("win", wins), ("draw", draws), ("only", is_only), ("others", others)) if it)
        assert not wins or best == 1, (place, task.ask)
        assert not draws or wins or best == 0, (place, task.ask)
        assert not task.value or best == VALUES[task.value], (place, task.value)
        rest = [value for value in values.values() if value != best]
        assert not is_only or len(rest) == len(values) - 1, (place, said)
        if others:
            worse = {"lose": {-1}, "draw": {0}}.get(others[1] or "", {0, -1})
            assert set(rest) <= worse, (place, said, rest)
    assert min(seen[name] for name in ("win", "draw", "only", "others")) >= 3, seen


ASIDE = 40


def test_moves_asked_for_are_as_good_as_any() -> None:
    for place, task in TASKS.items():
        if task.goal == "do" and place in searched():
            scores = {read_move(text, routes_of(task)).after: score for text, score in searched()[place][1].items()}
            best, values = max(scores.values()), outcomes(place, task)
            for text in task.moves:
                after = read_move(text, routes_of(task)).after
                assert scores[after] >= best - ASIDE or values[after] == max(values.values()) == 1, (place, text)


SAYS_WHO_JUMPS = re.compile(r"\{(\d+)\} (?:must|has to) (?:jump|take|leave)|(?:White|Black|he) has to (?:take|jump)")


def test_who_must_jump_has_no_other_move() -> None:
    """After a move of the task. In lesson 29 another man could take the one who was given."""
    seen = 0
    for place, task in TASKS.items():
        for said in SAYS_WHO_JUMPS.finditer(f"{task.hint} {task.done}"):
            seen += 1
            boards = positions_of(task)[1:] or [each.after for each in routes_of(task)]
            legal = [MoveGenerator(task.rules).legal_moves(each) for each in boards if each.side != task.position.side]
            asked = [moves for moves in legal if moves and all(move.captured for move in moves)]
            jumpers = [{str(move.start) for move in moves} for moves in asked]
            assert {said[1]} in jumpers if said[1] else jumpers, (place, said[0])
    assert seen > 8


EMPTY = re.compile(r"(?:square|hole (?:at|on)|room on|into) \{(\d+)\}|\{(\d+)\} is empty")


def test_squares_that_a_text_calls_empty_are_empty() -> None:
    seen = 0
    for place, task in TASKS.items():
        for groups in EMPTY.findall(f"{task.ask} {task.hint}"):
            seen += 1
            assert task.position.piece(int("".join(groups))) is None, (place, groups)
    assert seen >= 4


def test_whatever_moves_is_taken_where_a_text_says_so() -> None:
    task = TASKS[38, 0]
    assert "Whatever White moves now is taken." in task.done
    generator = MoveGenerator(task.rules)
    for reply in generator.legal_moves(positions_of(task)[1]):
        assert any(move.captured for move in generator.legal_moves(reply.after)), move_text(reply, [reply])


def test_commands_that_a_lesson_names_work_under_its_rules() -> None:
    """The last international lesson named the ballots, which that game has not."""
    for lesson in lessons():
        text = " ".join(piece if isinstance(piece, str) else piece.done for piece in lesson.pieces)
        if re.search(r'\{ballot\}|"ballot"', text):
            assert has_ballots(lesson.rules), lesson.number


@pytest.mark.slow
def test_kept_searches_are_those_of_the_tasks() -> None:
    unknown = {place: task for place, task in TASKS.items() if not tabled_engine(task.rules).exact_moves(task.position)}
    check_kept(SEARCHED, "".join(f"{search_of(place, task)}\n" for place, task in unknown.items()))


def test_first_move_in_a_hint_is_right() -> None:
    for place, task in TASKS.items():
        for text in re.findall(r"\{(\d+[-x]\d+)\}", task.hint)[:1]:
            found, best = read_move(text, routes_of(task)).after, tabled_engine(task.rules).exact_moves(task.position)
            if best:
                after = tabled_engine(task.rules).exact_value(found)
                assert after is not None, place
                assert after.outcome == -best[0].value.outcome, place
                if task.goal == "win" and task.limit is not None:
                    assert after.plies is not None, place
                    assert after.plies < 2 * task.limit - 1, "the win is within the limit of the task"
            else:
                assert found == read_move(task.moves[0], routes_of(task)).after, place


def test_shot_is_the_best_move_of_a_short_search() -> None:
    """It misses the deepest one. Where the tables know all moves, no other keeps the value."""
    missed = set()
    for place, task in SHOTS.items():
        searched, shot = tabled_engine(task.rules), read_move(task.moves[0], routes_of(task)).after
        exact = searched.exact_moves(task.position)
        best = [each.move.after for each in exact if each.value.outcome == exact[0].value.outcome]
        if best:
            assert best == [shot], place
            continue
        searched.new_game()
        if searched.analyze([task.position], Limits(nodes=200)).pv[0].after != shot:
            missed.add(place)
    assert missed <= {(13, 0)}


@pytest.mark.slow
@pytest.mark.parametrize("task", SHOTS.values(), ids=map(str, SHOTS))
def test_shot_is_a_problem_with_one_solution(task: Exercise) -> None:
    """It is better than any other move."""
    searched, routes = tabled_engine(task.rules), routes_of(task)
    shot = read_move(task.moves[0], routes)
    found = SolutionFinder(task.rules).find(task.position)
    assert found is not None
    assert found.first_move.after == shot.after
    assert found.outcome == VALUES[task.value or "win"]
    searched.new_game()
    scores = {move.after: -searched.analyze([move.after], Limits(nodes=1_000)).score for move in routes}
    best = scores.pop(shot.after)
    assert searched.exact_moves(task.position) or best > max(scores.values()) + 60


def test_other_moves_in_a_drawn_position_lose() -> None:
    """The reply to another move says so."""
    for place, task in SHOTS.items():
        if task.value == "draw":
            others = {move.after for move in routes_of(task)} - {read_move(task.moves[0], routes_of(task)).after}
            scores = [tabled_engine(task.rules).analyze([after], Limits(nodes=300)).score for after in others]
            assert min(scores) >= EVALUATION_LIMIT, place


HINTED = {
    (18, 0): "6-10 10-15 15-18 18-22",
    (19, 0): "18-23 19-24 23-19 24-28 28-32",
    (20, 1): "19-23 23-27",
    (21, 2): "23-19 22-18 18-23 23-27 19-23",
}
"""The moves that hints advise, by lesson and task."""


@pytest.mark.parametrize("place", HINTED, ids=str)
def test_hint_is_the_quickest_win_against_the_teacher(place: tuple[int, int]) -> None:
    """The hint of lesson 19 sent a king to the wrong side of the corner, that of lesson 20 named no plan."""
    task = TASKS[place]
    teacher, game = Defense(AMERICAN, 1_000), Game(AMERICAN, "forced", task.position)
    for text in HINTED[place].split():
        assert text.split("-")[1] in re.findall(r"\d+", task.hint)
        before = tabled_engine().exact_value(game.position)
        game.play(read_move(text, game.routes()))
        after = tabled_engine().exact_value(game.position)
        assert before is not None
        assert before.plies is not None
        assert after is not None
        assert (after.outcome, after.plies) == (-1, before.plies - 1)
        game.play(teacher.reply(game, lambda: False).move)


def test_moves_and_squares_are_shown_as_they_are_typed() -> None:
    assert Naming(AMERICAN, BLACK, "console").in_text("{11-15} or {8}, then {draw}") == 'C3 D4 or B2, then "draw"'
    assert Naming(AMERICAN, WHITE, "console").in_text("{32}") == "A7"


def has_the_move(position: Position) -> bool:
    """Return True if the side to move has the move, counted as in lesson 15: in the odd columns from its left."""
    naming = Naming(AMERICAN, position.side, "console")
    columns = [int(naming.square(square)[1:]) for square in range(1, 33) if position.piece(square)]
    return sum(column % 2 == 1 for column in columns) % 2 == 1


def test_side_to_move_has_the_move_in_lesson_15_and_where_two_men_meet() -> None:
    """Lessons 14 and 15. The text said that White counts the other columns, but his left is Black's right."""
    for fen, has_it in (("B:W22:B14", False), ("B:W22:B10", True)):
        position = parse_fen(fen, AMERICAN)
        assert has_the_move(position) == has_the_move(position.turned()) == has_it
    assert all(has_the_move(task.position) for (number, _), task in TASKS.items() if number == 15)


def test_boards_are_reached_by_the_moves_that_their_lessons_name() -> None:
    """A board from which nothing was captured needs such moves; others may have them."""
    for place, task in TASKS.items():
        start = Position.start(task.rules)
        is_full = all(task.position.of(side).bit_count() == start.of(side).bit_count() for side in (BLACK, WHITE))
        assert task.after or not is_full or task.position == start, place
        if task.after:
            game = Game(task.rules, "forced")
            for move in task.after:
                game.play(read_move(move, game.routes()))
            assert game.position == task.position, place


def test_only_the_worse_of_two_jumps_is_answered_by_a_jump() -> None:
    """As lesson 2 says."""
    task = lessons()[1].pieces[-1]
    assert isinstance(task, Exercise)
    generator = MoveGenerator(AMERICAN)
    better, worse = (read_move(text, generator.routes(task.position)).after for text in task.moves)
    assert not any(reply.captured for reply in generator.routes(better))
    assert {(reply.start, reply.end) for reply in generator.routes(worse)} == {(32, 23), (18, 11)}
